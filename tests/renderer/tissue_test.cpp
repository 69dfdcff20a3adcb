// Peeling, layers, compression and ranges, on a dome made by hand.
#include "renderer/tissue_shapes.h"
#include "renderer/value_range.h"
#include "tests/renderer/tissue_snapshot.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <set>

namespace drape::renderer {
namespace {

std::size_t entity_count(const TissueScene& scene)
{
    return scene.topology.looks.size();
}

std::size_t kept_count(TissueScene& scene, float peel)
{
    const auto kept = kept_elements(scene.tissue(), entity_count(scene), peel);
    return std::accumulate(kept.begin(), kept.end(), std::size_t{0});
}

TEST(Peel, RemovesTheRowsOfElementsAboveItsDepthAndNoOthers)
{
    TissueScene dome = make_dome({4, 3});
    const std::size_t row = 4 * 4 * 6; // middles of the rows at 1/6, 3/6, 5/6
    EXPECT_EQ(kept_count(dome, 0.0f), 3 * row);
    EXPECT_EQ(kept_count(dome, 0.16f), 3 * row) << "5/6 is not above 0.84";
    EXPECT_EQ(kept_count(dome, 0.17f), 2 * row);
    EXPECT_EQ(kept_count(dome, 0.6f), row);
    EXPECT_EQ(kept_count(dome, 0.9f), 0u);
    EXPECT_EQ(kept_count(dome, 1.0f), 0u);
    EXPECT_EQ(kept_count(dome, std::numeric_limits<float>::quiet_NaN()), 3 * row);
    const auto kept = kept_elements(dome.tissue(), entity_count(dome), 0.17f);
    for (std::size_t element = 0; element < kept.size(); ++element)
        EXPECT_EQ(kept[element] == 1, element_depth(dome.tissue(), element) <= 0.83f) << element;
}

TEST(Peel, WhatIsLeftHasAClosedOutsideInTheColoursOfItsLayers)
{
    TissueScene dome = make_dome({4, 3});
    const auto kept = kept_elements(dome.tissue(), entity_count(dome), 0.2f);
    const std::vector<LayerFace> faces = outer_faces(dome.tissue(), kept);
    EXPECT_EQ(faces.size(), 2u * (2 * 16 + 4 * 4 * 2))
        << "a block of 4 x 4 x 2 cells, two triangles a side";
    glm::dvec3 area(0.0);
    double volume = 0.0, elements = 0.0;
    for (const LayerFace& face : faces) {
        const glm::dvec3& a = dome.snapshot.position[face.corners[0]];
        const glm::dvec3& b = dome.snapshot.position[face.corners[1]];
        const glm::dvec3& c = dome.snapshot.position[face.corners[2]];
        area += glm::cross(b - a, c - a);
        volume += glm::dot(a, glm::cross(b, c));
        EXPECT_LT(element_layer(dome.tissue(), face.element).value(), 2u);
    }
    for (std::size_t element = 0; element < kept.size(); ++element)
        elements += kept[element] == 1 ? rest_volume(dome.tissue(), element).value() : 0.0;
    EXPECT_NEAR(glm::length(area), 0.0, 1e-12) << "closed";
    EXPECT_NEAR(volume, elements, 1e-6 * elements) << "outward, and round just what is left";
}

TEST(Peel, MarksTheLineBetweenTwoLayers)
{
    TissueScene dome = make_dome({4, 3});
    std::set<std::pair<std::uint32_t, std::uint32_t>> marked;
    const auto all = kept_elements(dome.tissue(), entity_count(dome), 0.0f);
    for (const LayerFace& face : outer_faces(dome.tissue(), all)) {
        for (std::size_t i = 0; i < 3; ++i) {
            if (face.marks[i] == EdgeMark::Layer)
                marked.insert(std::minmax(face.corners[i], face.corners[(i + 1) % 3]));
        }
    }
    EXPECT_EQ(marked.size(), 2u * 16u) << "round the sides, where rows of cells of two layers meet";
    for (const auto& [a, b] : marked)
        EXPECT_EQ(dome.tissue().depth[a], dome.tissue().depth[b]);
}

TEST(Peel, HidesParticlesAndEdgesOfWhatIsRemoved)
{
    TissueScene dome = make_dome({4, 3});
    const sim::Snapshot snapshot = dome.build();
    RenderSettings settings;
    settings.skin_opacity = 0.5f;
    settings.peel = 0.2f;
    TissueShapes shapes;
    shapes.update(snapshot.topology, settings);
    for (std::uint32_t i = 0; i < entity_count(dome); ++i)
        EXPECT_EQ(shapes.is_particle_hidden(i), dome.tissue().depth[i] > 0.9f) << i;
    for (const sim::Bond& bond : dome.topology.bonds)
        EXPECT_EQ(shapes.is_edge_hidden(bond.a, bond.b),
                  std::max(dome.tissue().depth[bond.a], dome.tissue().depth[bond.b]) > 0.9f);
    settings.skin_opacity = 1.0f;
    shapes.update(snapshot.topology, settings);
    EXPECT_TRUE(shapes.is_particle_hidden(0)) << "inside opaque layers";
    settings.show_skin = false;
    shapes.update(snapshot.topology, settings);
    EXPECT_FALSE(shapes.is_particle_hidden(0));
    settings.show_tissue_particles = false;
    shapes.update(snapshot.topology, settings);
    EXPECT_TRUE(shapes.is_particle_hidden(0));
    EXPECT_FALSE(shapes.is_edge_hidden(0, 1));
}

TEST(TissueShapes, ChangeOnlyWithWhatMatters)
{
    TissueScene dome = make_dome({2, 3});
    const sim::Snapshot snapshot = dome.build();
    RenderSettings settings;
    TissueShapes shapes;
    shapes.update(snapshot.topology, settings);
    const std::uint64_t version = shapes.version();
    settings.show_bonds = false;
    settings.color_mode = ColorMode::Strain;
    shapes.update(snapshot.topology, settings);
    EXPECT_EQ(shapes.version(), version);
    settings.peel = 0.5f;
    shapes.update(snapshot.topology, settings);
    EXPECT_NE(shapes.version(), version);
}

TEST(TissueElements, AUniformSqueezeGivesItsRatioEverywhere)
{
    TissueScene dome = make_dome({3, 3});
    for (glm::dvec3& x : dome.snapshot.position)
        x.z *= 0.8;
    const sim::Snapshot snapshot = dome.build();
    for (std::size_t element = 0; element < dome.tissue().tets.size(); ++element)
        EXPECT_NEAR(volume_ratio(snapshot, dome.tissue(), element).value(), 0.8, 1e-6);
    for (const float ratio : particle_volume_ratios(snapshot, snapshot.position.size()))
        EXPECT_NEAR(ratio, 0.8f, 1e-6f);
    EXPECT_NEAR(largest_value(snapshot, ColorMode::Compression), 0.2, 1e-6);
    EXPECT_NEAR(compression_place(0.8, {0.0f, 0.2f}), 0.0f, 1e-6f) << "blue: compressed";
    EXPECT_FLOAT_EQ(compression_place(1.0, {0.0f, 0.2f}), 0.5f);
    EXPECT_FLOAT_EQ(compression_place(1.1, {0.0f, 0.2f}), 0.75f);
    EXPECT_FLOAT_EQ(compression_place(std::numeric_limits<double>::quiet_NaN(), {0.0f, 0.2f}), 0.5f);
}

TEST(TissueElements, ParticlesAverageByRestVolume)
{
    TissueScene scene;
    sim::SnapshotTissue& tissue = scene.topology.tissues.emplace_back();
    tissue.count = 5;
    tissue.tets = {{0, 1, 2, 3}, {0, 2, 1, 4}};
    tissue.tet_rest = {1.0f, 6.0f};
    scene.snapshot.position = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 2}, {0, 0, -3}};
    scene.topology.looks.append({}, 5);
    const std::vector<float> ratios = particle_volume_ratios(scene.build(), 6);
    EXPECT_FLOAT_EQ(ratios[3], 2.0f);
    EXPECT_FLOAT_EQ(ratios[4], 0.5f);
    EXPECT_FLOAT_EQ(ratios[0], (2.0f + 3.0f) / 7.0f);
    EXPECT_FLOAT_EQ(ratios[5], 1.0f) << "no tissue";
}

TEST(TissueElements, AParticleShowsTheLayerThatFillsMostOfItsSurroundings)
{
    TissueScene dome = make_dome({4, 3});
    const auto colors = particle_layer_colors(dome.topology, entity_count(dome) + 1);
    EXPECT_EQ(colors[dome_particle({4, 3}, 2, 2, 0)], kLayerColors[0]);
    EXPECT_EQ(colors[dome_particle({4, 3}, 2, 2, 3)], kLayerColors[2]);
    EXPECT_FALSE(colors.back());
}

TEST(ValueRange, MeasuresEdgesAndSpeedsAndKeepsCalmAtRest)
{
    TissueScene dome = make_dome({2, 3});
    EXPECT_FLOAT_EQ(automatic_range(dome.build(), ColorMode::Strain).max, 0.01f);
    EXPECT_FLOAT_EQ(automatic_range(dome.build(), ColorMode::Compression).max, 0.01f);
    for (glm::dvec3& x : dome.snapshot.position)
        x *= 1.25;
    dome.snapshot.velocity[3] = {0.0, -3.0, 4.0};
    dome.snapshot.velocity[4].x = std::numeric_limits<double>::quiet_NaN();
    const sim::Snapshot snapshot = dome.build();
    EXPECT_NEAR(largest_value(snapshot, ColorMode::Strain), 0.25, 1e-6);
    EXPECT_NEAR(largest_value(snapshot, ColorMode::Compression), 1.25 * 1.25 * 1.25 - 1.0, 1e-5);
    EXPECT_DOUBLE_EQ(largest_value(snapshot, ColorMode::Speed), 5.0);
    EXPECT_EQ(largest_value(snapshot, ColorMode::Layer), 0.0);
    EXPECT_EQ(largest_value(sim::Snapshot{}, ColorMode::Compression), 0.0);
}

TEST(TissueElements, UnsoundOnesAreLeftOut)
{
    sim::SnapshotTissue tissue;
    tissue.first = 4'000'000'000u;
    tissue.count = 4'000'000'000u;
    tissue.tets = {{0, 1, 2, 3}, {0, 1, 2, 2}, {0, 1, 2, 99}};
    tissue.tet_layer = {7};
    tissue.depth = {0.5f};
    const auto kept = kept_elements(tissue, 4, 0.0f);
    EXPECT_EQ(kept, (std::vector<std::uint8_t>{1, 0, 0}));
    EXPECT_EQ(element_depth(tissue, 0), 0.0f) << "no depth, no layer: the last to go";
    EXPECT_FALSE(element_layer(tissue, 0));
    EXPECT_FALSE(element_layer(tissue, 2));
    EXPECT_EQ(element_color(tissue, 0), tissue.skin_color);
    EXPECT_FALSE(rest_volume(tissue, 0));
    EXPECT_EQ(outer_faces(tissue, kept).size(), 4u);
}

} // namespace
} // namespace drape::renderer
