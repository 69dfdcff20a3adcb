#include "renderer/subdivision.h"

#include "sim/check.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>
#include <utility>

namespace drape::renderer {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
/// The share of the limit's shrinking that is undone: see make_smooth_topology.
constexpr float kPush = 0.5f;

/// One edge and the vertices across from it.
struct MeshEdge
{
    std::uint32_t a = 0, b = 0;
    std::array<std::uint32_t, 2> opposite = {kNone, kNone};
    std::uint32_t triangle_count = 0;

    bool is_crease() const { return triangle_count != 2; }
};

/// A mesh with its edges; the i-th side of a triangle runs from its corner i to corner (i + 1) % 3.
struct MeshEdges
{
    std::vector<MeshEdge> edges;
    std::vector<std::array<std::uint32_t, 3>> sides; ///< Per triangle: edges.
};

MeshEdges find_edges(std::span<const Triangle> triangles)
{
    MeshEdges mesh;
    mesh.sides.resize(triangles.size());
    std::unordered_map<std::uint64_t, std::uint32_t> index;
    index.reserve(2 * triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        for (std::size_t side = 0; side < 3; ++side) {
            const auto [low, high] = std::minmax(triangles[t][side], triangles[t][(side + 1) % 3]);
            const auto fresh = static_cast<std::uint32_t>(mesh.edges.size());
            const auto [at, is_new] = index.try_emplace(std::uint64_t{high} << 32 | low, fresh);
            if (is_new)
                mesh.edges.push_back({low, high, {kNone, kNone}, 0});
            MeshEdge& edge = mesh.edges[at->second];
            if (edge.triangle_count < 2)
                edge.opposite[edge.triangle_count] = triangles[t][(side + 2) % 3];
            ++edge.triangle_count;
            mesh.sides[t][side] = at->second;
        }
    }
    return mesh;
}

/// What the rules at a vertex depend on.
struct VertexRing
{
    std::vector<std::uint32_t> neighbours;
    std::vector<std::uint32_t> along_crease; ///< Its neighbours over creases.
};

std::vector<VertexRing> find_rings(const MeshEdges& mesh, std::size_t vertex_count)
{
    std::vector<VertexRing> rings(vertex_count);
    for (const MeshEdge& edge : mesh.edges) {
        rings[edge.a].neighbours.push_back(edge.b);
        rings[edge.b].neighbours.push_back(edge.a);
        if (edge.is_crease()) {
            rings[edge.a].along_crease.push_back(edge.b);
            rings[edge.b].along_crease.push_back(edge.a);
        }
    }
    return rings;
}

void add(PointMap& map, std::uint32_t source, float weight)
{
    map.source.push_back(source);
    map.weight.push_back(weight);
}

void end_row(PointMap& map)
{
    map.row_end.push_back(static_cast<std::uint32_t>(map.source.size()));
}

/// How much of a vertex's new place comes from its neighbours together.
struct VertexShares
{
    float smooth = 0.0f; ///< Inside the surface.
    float crease = 0.0f; ///< On a crease.
};

/// Warren's beta times the number of neighbours n.
VertexShares subdivision_shares(std::size_t neighbours)
{
    return {neighbours == 3 ? 9.0f / 16.0f : 3.0f / 8.0f, 1.0f / 4.0f};
}

/// n / (3 / (8 beta) + n).
VertexShares limit_shares(std::size_t neighbours)
{
    return {neighbours == 3 ? 3.0f / 5.0f : 1.0f / 2.0f, 1.0f / 3.0f};
}

/// A row that moves vertex `v` by `factor` times the way from it to its ring's rule.
void add_vertex_row(PointMap& map, std::uint32_t v, const VertexRing& ring, VertexShares shares,
                    float factor)
{
    const bool is_smooth = ring.along_crease.empty();
    // Where creases end or meet, or surfaces touch in a point, the vertex stays.
    const bool is_corner = !is_smooth && ring.along_crease.size() != 2;
    const std::vector<std::uint32_t>& from = is_smooth ? ring.neighbours : ring.along_crease;
    const float share =
        is_corner || from.empty() ? 0.0f : factor * (is_smooth ? shares.smooth : shares.crease);
    add(map, v, 1.0f - share);
    if (share != 0.0f) {
        for (const std::uint32_t other : from)
            add(map, other, share / static_cast<float>(from.size()));
    }
    end_row(map);
}

PointMap push_step(const std::vector<VertexRing>& rings)
{
    PointMap map;
    for (std::uint32_t v = 0; v < rings.size(); ++v)
        add_vertex_row(map, v, rings[v], limit_shares(rings[v].neighbours.size()), -kPush);
    return map;
}

PointMap limit_step(const std::vector<VertexRing>& rings)
{
    PointMap map;
    for (std::uint32_t v = 0; v < rings.size(); ++v)
        add_vertex_row(map, v, rings[v], limit_shares(rings[v].neighbours.size()), 1.0f);
    return map;
}

/// Old vertices first, then one per edge.
PointMap refine_step(const MeshEdges& mesh, const std::vector<VertexRing>& rings)
{
    PointMap map;
    for (std::uint32_t v = 0; v < rings.size(); ++v)
        add_vertex_row(map, v, rings[v], subdivision_shares(rings[v].neighbours.size()), 1.0f);
    for (const MeshEdge& edge : mesh.edges) {
        const float end_share = edge.is_crease() ? 1.0f / 2.0f : 3.0f / 8.0f;
        add(map, edge.a, end_share);
        add(map, edge.b, end_share);
        if (!edge.is_crease()) {
            add(map, edge.opposite[0], 1.0f / 8.0f);
            add(map, edge.opposite[1], 1.0f / 8.0f);
        }
        end_row(map);
    }
    return map;
}

/// Each triangle becomes four, wound the same way.
std::vector<Triangle> split(std::span<const Triangle> triangles, const MeshEdges& mesh,
                            std::size_t vertex_count)
{
    std::vector<Triangle> fine;
    fine.reserve(4 * triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const auto middle = [&](std::size_t side) {
            return static_cast<std::uint32_t>(vertex_count + mesh.sides[t][side]);
        };
        const Triangle& corner = triangles[t];
        const std::uint32_t m0 = middle(0), m1 = middle(1), m2 = middle(2);
        fine.push_back({corner[0], m0, m2});
        fine.push_back({corner[1], m1, m0});
        fine.push_back({corner[2], m2, m1});
        fine.push_back({m0, m1, m2});
    }
    return fine;
}

/// Numbers the vertices in use from 0, in the order in which they are met.
SmoothTopology compact(std::span<const Triangle> triangles)
{
    SmoothTopology topology;
    std::unordered_map<std::uint32_t, std::uint32_t> index;
    for (const Triangle& triangle : triangles) {
        if (triangle[0] == triangle[1] || triangle[1] == triangle[2] || triangle[2] == triangle[0])
            continue;
        Triangle renumbered{};
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [at, is_new] =
                index.try_emplace(triangle[i], static_cast<std::uint32_t>(topology.control.size()));
            if (is_new)
                topology.control.push_back(triangle[i]);
            renumbered[i] = at->second;
        }
        topology.triangles.push_back(renumbered);
    }
    topology.point_count = topology.control.size();
    return topology;
}

void apply(const PointMap& map, std::span<const glm::vec4> in, std::vector<glm::vec4>& out)
{
    out.resize(map.size());
    std::uint32_t k = 0;
    for (std::size_t i = 0; i < map.size(); ++i) {
        glm::vec4 sum(0.0f);
        for (; k < map.row_end[i]; ++k)
            sum += map.weight[k] * in[map.source[k]];
        out[i] = sum;
    }
}

} // namespace

SmoothTopology make_smooth_topology(std::span<const Triangle> triangles, int levels)
{
    DRAPE_ASSERT(levels >= 0);
    SmoothTopology topology = compact(triangles);
    MeshEdges mesh = find_edges(topology.triangles);
    std::vector<VertexRing> rings = find_rings(mesh, topology.point_count);
    for (std::uint32_t v = 0; v < rings.size(); ++v) {
        if (!rings[v].along_crease.empty())
            topology.border.push_back(v);
    }
    if (levels == 0)
        return topology;
    topology.steps.push_back(push_step(rings));
    for (int level = 0; level < levels; ++level) {
        topology.steps.push_back(refine_step(mesh, rings));
        topology.triangles = split(topology.triangles, mesh, topology.point_count);
        topology.point_count += mesh.edges.size();
        mesh = find_edges(topology.triangles);
        rings = find_rings(mesh, topology.point_count);
    }
    topology.steps.push_back(limit_step(rings));
    return topology;
}

void evaluate(const SmoothTopology& topology, std::vector<glm::vec4>& points,
              std::vector<glm::vec4>& scratch)
{
    DRAPE_ASSERT(points.size() == topology.control.size());
    for (const PointMap& step : topology.steps) {
        apply(step, points, scratch);
        std::swap(points, scratch);
    }
    DRAPE_ASSERT(points.size() == topology.point_count);
}

int levels_within(std::size_t triangles, std::size_t most)
{
    int levels = 0;
    while (levels < 2 && triangles <= most / 4) {
        triangles *= 4;
        ++levels;
    }
    return levels;
}

} // namespace drape::renderer
