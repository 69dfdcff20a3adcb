// Tissues in pictures: what hides what, colours of the modes, and snapshots that make no sense.
#include "renderer/color_map.h"
#include "tests/renderer/gl_test.h"
#include "tests/renderer/tissue_snapshot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace drape::renderer {
namespace {

using SurfaceTest = GlTest;

Camera dome_camera()
{
    Camera camera = front_camera();
    camera.target = {0.0, 0.0, 0.03};
    camera.distance = 0.35;
    return camera;
}

Rgba8 middle(const Image& image)
{
    return image.at(image.width / 2, image.height / 2);
}

TEST_F(SurfaceTest, AnOpaqueSkinLeavesOutTheParticlesAndEdgesInside)
{
    const sim::Snapshot snapshot = make_dome({4, 3}).build();
    RenderSettings settings = bare_settings();
    const Image with = picture(snapshot, dome_camera(), settings, 120, 90);
    EXPECT_EQ(renderer().stats().skin_triangles, 16u * (2 * 16 + 4 * 4 * 3 * 2));
    EXPECT_EQ(renderer().stats().spheres + renderer().stats().bonds, 0u);
    settings.show_spheres = false;
    settings.show_bonds = false;
    EXPECT_EQ(picture(snapshot, dome_camera(), settings, 120, 90), with);
    settings = bare_settings();
    settings.show_skin = false;
    picture(snapshot, dome_camera(), settings, 120, 90);
    EXPECT_EQ(renderer().stats().skin_triangles, 0u);
    EXPECT_EQ(renderer().stats().spheres, snapshot.topology->looks.size());
    EXPECT_EQ(renderer().stats().bonds, snapshot.topology->bonds.size());
}

TEST_F(SurfaceTest, TheSkinHidesWhatLiesBehindItAndATranslucentOneShowsIt)
{
    TissueScene dome = make_dome({6, 3});
    RenderSettings settings = bare_settings();
    const Image alone = picture(dome.build(), dome_camera(), settings, 120, 90);
    sim::Look green;
    green.radius = 0.01f;
    green.color = 0x00FF00;
    dome.topology.looks.push_back(green);
    dome.topology.names.push_back("inside");
    dome.topology.dynamic.push_back(1);
    dome.snapshot.position.emplace_back(0.0, 0.0, 0.03);
    dome.snapshot.velocity.emplace_back(0.0);
    const sim::Snapshot snapshot = dome.build();
    EXPECT_EQ(middle(picture(snapshot, dome_camera(), settings, 120, 90)), middle(alone));
    settings.skin_opacity = 0.3f;
    settings.show_tissue_particles = settings.show_tissue_edges = false;
    const Rgba8 through = middle(picture(snapshot, dome_camera(), settings, 120, 90));
    EXPECT_GT(through.g, through.r);
    settings.skin_opacity = 0.0f;
    picture(snapshot, dome_camera(), settings, 120, 90);
    EXPECT_EQ(renderer().stats().skin_triangles, 0u);
}

TEST_F(SurfaceTest, OnlyTheFrontLayerOfATranslucentSkinBlends)
{
    TissueScene dome = make_dome({6, 3});
    dome.tissue().wall_points.clear();
    RenderSettings settings = bare_settings();
    settings.skin_opacity = 0.5f;
    settings.show_tissue_particles = settings.show_tissue_edges = false;
    Camera side = dome_camera();
    side.yaw_deg = 90.0; // through the front and the back of the lip
    const Image image = picture(dome.build(), side, settings, 121, 91);
    const auto px = project(side, {121, 91}, {0.0, 0.0, 0.02})->px;
    EXPECT_NEAR(image.at(static_cast<int>(px.x), static_cast<int>(px.y)).a, 128, 2);
}

TEST_F(SurfaceTest, PeelingShowsTheLayersOneAfterTheOther)
{
    const sim::Snapshot snapshot = make_dome({4, 3}).build();
    RenderSettings settings = bare_settings();
    settings.color_mode = ColorMode::Layer;
    const auto hue_of = [](const Rgba8& pixel) {
        return glm::vec2(pixel.g, pixel.b) / std::max(1.0f, static_cast<float>(pixel.r));
    };
    const auto expect_layer = [&](float peel, std::size_t layer) {
        settings.peel = peel;
        const glm::vec2 seen = hue_of(middle(picture(snapshot, dome_camera(), settings, 121, 91)));
        const glm::vec3 color = from_hex(kLayerColors[layer]);
        EXPECT_NEAR(seen.x, color.g / color.r, 0.16f) << peel;
        EXPECT_NEAR(seen.y, color.b / color.r, 0.16f) << peel;
    };
    expect_layer(0.0f, 2);
    expect_layer(0.1f, 2);
    expect_layer(0.3f, 1);
    EXPECT_EQ(renderer().stats().skin_triangles, 2u * (2 * 16 + 4 * 4 * 2));
    expect_layer(0.6f, 0);
    settings.peel = 1.0f;
    settings.show_wall = false;
    EXPECT_EQ(middle(picture(snapshot, dome_camera(), settings, 121, 91)).a, 0) << "nothing is left";
    settings.show_wall = true;
    EXPECT_EQ(middle(picture(snapshot, dome_camera(), settings, 121, 91)).a, 255) << "but the wall";
}

TEST_F(SurfaceTest, CompressionIsBlueAndDilationRedOnSkinLayersAndParticles)
{
    RenderSettings settings = bare_settings();
    settings.color_mode = ColorMode::Compression;
    settings.range = {0.0f, 0.3f};
    for (const double stretch : {0.75, 1.25}) {
        TissueScene dome = make_dome({4, 3});
        for (glm::dvec3& x : dome.snapshot.position)
            x.z *= stretch;
        for (const float peel : {0.0f, 0.3f}) {
            settings.peel = peel;
            const Rgba8 seen = middle(picture(dome.build(), dome_camera(), settings, 121, 91));
            EXPECT_EQ(seen.b > seen.r + 40, stretch < 1.0) << stretch << " " << peel;
            EXPECT_EQ(seen.r > seen.b + 40, stretch > 1.0) << stretch << " " << peel;
        }
        settings.peel = 0.0f;
        settings.show_skin = false;
        settings.particle_scale = 8.0f;
        const Rgba8 ball = middle(picture(dome.build(), dome_camera(), settings, 121, 91));
        EXPECT_EQ(ball.b > ball.r, stretch < 1.0) << stretch;
        settings.show_skin = true;
        settings.particle_scale = 1.0f;
    }
}

TEST_F(SurfaceTest, StrainOfEdgesColoursTheSkin)
{
    TissueScene dome = make_dome({4, 3});
    RenderSettings settings = bare_settings();
    settings.color_mode = ColorMode::Strain;
    settings.range = {0.0f, 0.2f};
    for (glm::dvec3& x : dome.snapshot.position)
        x *= 1.15;
    const Rgba8 seen = middle(picture(dome.build(), dome_camera(), settings, 121, 91));
    EXPECT_GT(seen.r, seen.b + 40) << "stretched: diverging's red";
}

TEST_F(SurfaceTest, TheSkinIsSmoothInThePicture)
{
    // Along a row through the dome the brightness has no steps as between facets.
    const sim::Snapshot snapshot = make_dome({8, 3}).build();
    const Image image = picture(snapshot, dome_camera(), bare_settings(), 241, 181);
    int largest_turn = 0;
    for (int x = 90; x < 150; ++x) {
        const int turn = image.at(x - 1, 90).g - 2 * image.at(x, 90).g + image.at(x + 1, 90).g;
        largest_turn = std::max(largest_turn, std::abs(turn));
    }
    EXPECT_LE(largest_turn, 4);
}

TEST_F(SurfaceTest, AWallThatReachesFarIsDrawnButDoesNotChangeTheFrame)
{
    TissueScene dome = make_dome({4, 3});
    const std::optional<Bounds> before = frame_bounds(dome.build());
    for (glm::dvec3& point : dome.tissue().wall_points)
        point *= 5.0;
    const sim::Snapshot snapshot = dome.build();
    EXPECT_EQ(frame_bounds(snapshot)->max, before->max);
    EXPECT_EQ(frame_bounds(snapshot)->min, before->min);
    Camera camera = dome_camera();
    camera.yaw_deg = 30.0;
    RenderSettings settings = bare_settings();
    const auto px = project(camera, {120, 90}, {0.11, 0.0, 0.0})->px;
    const auto at = [&](const Image& image) {
        return image.at(static_cast<int>(px.x), static_cast<int>(px.y)).a;
    };
    EXPECT_EQ(at(picture(snapshot, camera, settings, 120, 90)), 255);
    settings.show_wall = false;
    EXPECT_EQ(at(picture(snapshot, camera, settings, 120, 90)), 0);
}

TEST_F(SurfaceTest, ABrokenParticleLeavesAHoleAndTheRestStands)
{
    TissueScene dome = make_dome({16, 3, 0.065, 0.055, 0.009, 0.0, 0.0});
    const Image whole = picture(dome.build(), dome_camera(), bare_settings(), 120, 90);
    const std::uint32_t all = renderer().stats().skin_triangles;
    dome.snapshot.position[dome_particle({16, 3}, 8, 8, 3)].x = std::numeric_limits<double>::infinity();
    const Image broken = picture(dome.build(), dome_camera(), bare_settings(), 120, 90);
    EXPECT_LT(renderer().stats().skin_triangles, all);
    EXPECT_GT(renderer().stats().skin_triangles, all / 2);
    EXPECT_EQ(middle(whole).a, 255);
    EXPECT_NE(middle(broken), middle(whole));
    const auto px = project(dome_camera(), {120, 90}, {-0.058, 0.0, 0.02})->px;
    const Rgba8 beside = whole.at(static_cast<int>(px.x), static_cast<int>(px.y));
    EXPECT_EQ(beside.a, 255);
    EXPECT_NEAR(broken.at(static_cast<int>(px.x), static_cast<int>(px.y)).g, beside.g, 1) << "away from it";
}

double wild(std::mt19937_64& random)
{
    static constexpr double kWild[] = {0.0,
                                       -1.0,
                                       1e-300,
                                       1e300,
                                       1e38,
                                       9e14,
                                       std::numeric_limits<double>::infinity(),
                                       std::numeric_limits<double>::quiet_NaN()};
    const std::uint64_t pick = random() % 40;
    return pick < 8 ? kWild[pick] : std::ldexp(static_cast<double>(random() % 4096) - 2048.0, -13);
}

TissueScene wild_tissue(std::mt19937_64& random)
{
    TissueScene scene = make_dome({2, 3});
    sim::SnapshotTissue& tissue = scene.tissue();
    const auto index = [&random] {
        return random() % 9 == 0 ? static_cast<std::uint32_t>(random())
                                 : static_cast<std::uint32_t>(random() % 40);
    };
    for (int change = 0; change < 12; ++change) {
        tissue.tets[random() % tissue.tets.size()][random() % 4] = index();
        tissue.skin[random() % tissue.skin.size()][random() % 3] = index();
        tissue.tet_layer[random() % tissue.tet_layer.size()] = static_cast<std::uint8_t>(random());
        tissue.tet_rest[random() % tissue.tet_rest.size()] = static_cast<float>(wild(random));
        tissue.depth[random() % tissue.depth.size()] = static_cast<float>(wild(random));
        glm::dvec3& x = scene.snapshot.position[random() % scene.snapshot.position.size()];
        x[static_cast<glm::length_t>(random() % 3)] = wild(random);
    }
    tissue.wall_triangles.push_back({index(), index(), index()});
    tissue.wall_points[random() % 4].y = wild(random);
    if (random() % 3 == 0)
        tissue.layers.clear();
    if (random() % 3 == 0)
        tissue.tet_layer.resize(random() % tissue.tet_layer.size());
    if (random() % 3 == 0)
        tissue.tet_rest.resize(random() % tissue.tet_rest.size());
    if (random() % 3 == 0)
        tissue.depth.resize(random() % tissue.depth.size());
    if (random() % 3 == 0)
        scene.snapshot.position.resize(random() % scene.snapshot.position.size());
    if (random() % 4 == 0)
        tissue.first = static_cast<std::uint32_t>(random());
    if (random() % 4 == 0)
        tissue.count = static_cast<std::uint32_t>(random());
    if (random() % 4 == 0)
        scene.topology.tissues.emplace_back();
    return scene;
}

TEST_F(SurfaceTest, WildTissuesDrawTheSameBytesTwice)
{
    std::mt19937_64 random(20240611);
    for (int round = 0; round < 80; ++round) {
        const sim::Snapshot snapshot = wild_tissue(random).build();
        RenderSettings settings;
        settings.color_mode = static_cast<ColorMode>(random() % 5);
        settings.skin_opacity = random() % 2 == 0 ? 1.0f : static_cast<float>(wild(random));
        settings.peel = random() % 2 == 0 ? 0.0f : static_cast<float>(std::abs(4.0 * wild(random)));
        settings.range = {0.0f, static_cast<float>(wild(random))};
        settings.show_skin = random() % 4 != 0;
        const Camera camera = dome_camera();
        EXPECT_EQ(picture(snapshot, camera, settings, 33, 21), picture(snapshot, camera, settings, 33, 21))
            << round;
        pick_entity_near(snapshot, camera, {33, 21}, {16.0, 10.0}, pick_view(settings), 5.0);
    }
}

} // namespace
} // namespace drape::renderer
