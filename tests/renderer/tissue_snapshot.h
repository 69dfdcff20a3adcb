// A tissue made by hand: a dome of n x n x k cells over the plane z = 0, with three layers and a wall.
#pragma once

#include "renderer/tissue_elements.h"
#include "sim/snapshot.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

namespace drape::renderer {

struct DomeSpec
{
    std::uint32_t cells = 4;  ///< Along x and y.
    std::uint32_t layers = 3; ///< Rows of cells from the wall to the skin.
    double radius = 0.065;    ///< Of the base, m.
    double height = 0.055;    ///< m
    double lip = 0.009;       ///< Thickness at the border, m.
    double sag = 0.0;         ///< How far the top hangs down along -y, m; not part of the rest shape.
    double wall_half = 0.1;   ///< Half the wall's edge, m; 0 for none.
};

inline constexpr std::array<std::uint32_t, 3> kLayerColors = {0x9C3B3B, 0xD9B45B, 0xE9C7B4};

/// Topology and snapshot, to be changed before `build`.
struct TissueScene
{
    sim::SnapshotTopology topology;
    sim::Snapshot snapshot;

    sim::SnapshotTissue& tissue() { return topology.tissues.front(); }
    sim::Snapshot build()
    {
        snapshot.topology = std::make_shared<const sim::SnapshotTopology>(topology);
        return snapshot;
    }
};

/// The particle at grid place (i, j, k) of a dome.
inline std::uint32_t dome_particle(const DomeSpec& spec, std::uint32_t i, std::uint32_t j, std::uint32_t k)
{
    return (k * (spec.cells + 1) + j) * (spec.cells + 1) + i;
}

/// At rest. A square onto a disc, columns along z.
inline glm::dvec3 dome_point(const DomeSpec& spec, std::uint32_t i, std::uint32_t j, std::uint32_t k)
{
    const double u = 2.0 * i / spec.cells - 1.0;
    const double v = 2.0 * j / spec.cells - 1.0;
    const double x = u * std::sqrt(1.0 - 0.5 * v * v);
    const double y = v * std::sqrt(1.0 - 0.5 * u * u);
    const double round = std::pow(std::max(0.0, 1.0 - x * x - y * y), 0.6);
    const double thickness = spec.lip + (spec.height - spec.lip) * round;
    return {spec.radius * x, spec.radius * y, thickness * k / spec.layers};
}

inline double six_volume(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, const glm::dvec3& d)
{
    return glm::dot(glm::cross(b - a, c - a), d - a);
}

/// Six elements of the cell at (i, j, k): Kuhn's, along the paths from its low to its high corner.
inline void add_cell(const DomeSpec& spec, TissueScene& scene, std::uint32_t i, std::uint32_t j,
                     std::uint32_t k)
{
    static constexpr std::array<std::array<int, 3>, 6> kPaths = {
        {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
    sim::SnapshotTissue& tissue = scene.tissue();
    const std::vector<glm::dvec3>& x = scene.snapshot.position;
    for (const std::array<int, 3>& path : kPaths) {
        std::array<std::uint32_t, 3> at = {i, j, k};
        std::array<std::uint32_t, 4> tet{};
        tet[0] = dome_particle(spec, at[0], at[1], at[2]);
        for (std::size_t step = 0; step < 3; ++step) {
            ++at[static_cast<std::size_t>(path[step])];
            tet[step + 1] = dome_particle(spec, at[0], at[1], at[2]);
        }
        if (six_volume(x[tet[0]], x[tet[1]], x[tet[2]], x[tet[3]]) < 0.0)
            std::swap(tet[2], tet[3]);
        tissue.tets.push_back(tet);
        tissue.tet_rest.push_back(
            static_cast<float>(six_volume(x[tet[0]], x[tet[1]], x[tet[2]], x[tet[3]])));
        tissue.tet_layer.push_back(static_cast<std::uint8_t>(3 * k / spec.layers));
    }
}

/// Every side that belongs to one element alone and does not lie on the wall.
inline void add_skin(const DomeSpec& spec, TissueScene& scene)
{
    sim::SnapshotTissue& tissue = scene.tissue();
    const std::uint32_t on_wall = (spec.cells + 1) * (spec.cells + 1);
    std::vector<std::pair<Triangle, Triangle>> sides; // sorted, and as wound
    for (const std::array<std::uint32_t, 4>& tet : tissue.tets) {
        for (const std::array<std::size_t, 3>& side : kElementSides) {
            const Triangle wound = {tet[side[0]], tet[side[1]], tet[side[2]]};
            Triangle sorted = wound;
            std::sort(sorted.begin(), sorted.end());
            sides.emplace_back(sorted, wound);
        }
    }
    std::sort(sides.begin(), sides.end());
    for (std::size_t s = 0; s < sides.size(); ++s) {
        const bool is_shared = (s > 0 && sides[s - 1].first == sides[s].first) ||
                               (s + 1 < sides.size() && sides[s + 1].first == sides[s].first);
        if (!is_shared && sides[s].first[2] >= on_wall)
            tissue.skin.push_back(sides[s].second);
    }
}

/// Every edge of the cage as a bond with its length at rest.
inline void add_edges(TissueScene& scene)
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const std::array<std::uint32_t, 4>& tet : scene.tissue().tets) {
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t j = 0; j < i; ++j)
                pairs.push_back(std::minmax(tet[i], tet[j]));
        }
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (const auto& [a, b] : pairs) {
        const double rest = glm::length(scene.snapshot.position[a] - scene.snapshot.position[b]);
        scene.topology.bonds.push_back({a, b, sim::BondKind::Edge, static_cast<float>(rest)});
    }
}

inline TissueScene make_dome(const DomeSpec& spec)
{
    TissueScene scene;
    sim::SnapshotTissue& tissue = scene.topology.tissues.emplace_back();
    tissue.name = "dome";
    tissue.layers = {{"muscle", kLayerColors[0]}, {"fat", kLayerColors[1]}, {"skin", kLayerColors[2]}};
    for (std::uint32_t k = 0; k <= spec.layers; ++k) {
        for (std::uint32_t j = 0; j <= spec.cells; ++j) {
            for (std::uint32_t i = 0; i <= spec.cells; ++i) {
                sim::Look look;
                look.radius = 0.0012f;
                look.color = 0xD8C0B0;
                look.label = false;
                scene.topology.looks.push_back(look);
                scene.topology.names.push_back("dome#" + std::to_string(scene.topology.names.size()));
                scene.topology.dynamic.push_back(k == 0 ? 0 : 1);
                scene.snapshot.position.push_back(dome_point(spec, i, j, k));
                scene.snapshot.velocity.emplace_back(0.0);
                tissue.depth.push_back(static_cast<float>(k) / static_cast<float>(spec.layers));
            }
        }
    }
    tissue.count = static_cast<std::uint32_t>(scene.topology.looks.size());
    for (std::uint32_t k = 0; k < spec.layers; ++k) {
        for (std::uint32_t j = 0; j < spec.cells; ++j) {
            for (std::uint32_t i = 0; i < spec.cells; ++i)
                add_cell(spec, scene, i, j, k);
        }
    }
    add_skin(spec, scene);
    add_edges(scene);
    if (spec.wall_half > 0.0) {
        const double h = spec.wall_half;
        tissue.wall_points = {{-h, -h, 0.0}, {h, -h, 0.0}, {h, h, 0.0}, {-h, h, 0.0}};
        tissue.wall_triangles = {{0, 1, 2}, {0, 2, 3}};
    }
    for (std::size_t i = 0; i < scene.snapshot.position.size(); ++i) {
        glm::dvec3& x = scene.snapshot.position[i];
        const double out = x.z / spec.height;
        x.y -= spec.sag * out * out;
    }
    return scene;
}

} // namespace drape::renderer
