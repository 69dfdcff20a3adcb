// Laws of the smoothed skin: spheres stay spheres, planes planes, borders on their curve.
#include "renderer/subdivision.h"
#include "tests/renderer/tissue_snapshot.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <limits>
#include <map>

namespace drape::renderer {
namespace {

struct Mesh
{
    std::vector<glm::vec4> points;
    std::vector<Triangle> triangles;
};

/// An icosahedron with each triangle split `times` times, its points on the unit sphere.
Mesh icosphere(int times)
{
    const float g = 0.5f * (1.0f + std::sqrt(5.0f));
    Mesh mesh;
    for (const glm::vec3& p :
         {glm::vec3(-1, g, 0), glm::vec3(1, g, 0), glm::vec3(-1, -g, 0), glm::vec3(1, -g, 0),
          glm::vec3(0, -1, g), glm::vec3(0, 1, g), glm::vec3(0, -1, -g), glm::vec3(0, 1, -g),
          glm::vec3(g, 0, -1), glm::vec3(g, 0, 1), glm::vec3(-g, 0, -1), glm::vec3(-g, 0, 1)})
        mesh.points.emplace_back(glm::normalize(p), 0.0f);
    mesh.triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                      {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                      {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
    for (int time = 0; time < times; ++time) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
        const auto middle = [&](std::uint32_t a, std::uint32_t b) {
            const auto [at, is_new] =
                middles.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(mesh.points.size()));
            if (is_new)
                mesh.points.emplace_back(glm::normalize(glm::vec3(mesh.points[a] + mesh.points[b])), 0.0f);
            return at->second;
        };
        std::vector<Triangle> fine;
        for (const Triangle& t : mesh.triangles) {
            const std::uint32_t m0 = middle(t[0], t[1]), m1 = middle(t[1], t[2]), m2 = middle(t[2], t[0]);
            for (const Triangle& part : {Triangle{t[0], m0, m2}, Triangle{t[1], m1, m0},
                                         Triangle{t[2], m2, m1}, Triangle{m0, m1, m2}})
                fine.push_back(part);
        }
        mesh.triangles = fine;
    }
    return mesh;
}

/// A flat square of n x n cells in the plane z = 0, corners at +-1.
Mesh grid(std::uint32_t n)
{
    Mesh mesh;
    for (std::uint32_t j = 0; j <= n; ++j) {
        for (std::uint32_t i = 0; i <= n; ++i)
            mesh.points.emplace_back(2.0f * static_cast<float>(i) / static_cast<float>(n) - 1.0f,
                                     2.0f * static_cast<float>(j) / static_cast<float>(n) - 1.0f, 0.0f,
                                     0.0f);
    }
    for (std::uint32_t j = 0; j < n; ++j) {
        for (std::uint32_t i = 0; i < n; ++i) {
            const std::uint32_t a = j * (n + 1) + i;
            mesh.triangles.push_back({a, a + 1, a + n + 2});
            mesh.triangles.push_back({a, a + n + 2, a + n + 1});
        }
    }
    return mesh;
}

std::vector<glm::vec4> smooth(const Mesh& mesh, const SmoothTopology& topology)
{
    std::vector<glm::vec4> points;
    for (const std::uint32_t control : topology.control)
        points.push_back(mesh.points[control]);
    std::vector<glm::vec4> scratch;
    evaluate(topology, points, scratch);
    return points;
}

double signed_volume(std::span<const glm::vec4> points, std::span<const Triangle> triangles)
{
    double volume = 0.0;
    for (const Triangle& t : triangles)
        volume += glm::dot(glm::dvec3(points[t[0]]),
                           glm::cross(glm::dvec3(points[t[1]]), glm::dvec3(points[t[2]]))) /
                  6.0;
    return volume;
}

TEST(Subdivision, ARoundCageGivesASphereThatHoldsTheCagesVolume)
{
    const Mesh cage = icosphere(2); // 320 triangles, edges of 0.28 to 0.32; the middles come down to 0.984
    const SmoothTopology topology = make_smooth_topology(cage.triangles, 2);
    const std::vector<glm::vec4> points = smooth(cage, topology);
    ASSERT_EQ(topology.triangles.size(), 16u * 320u);
    double least = 2.0, most = 0.0;
    for (const glm::vec4& point : points) {
        least = std::min(least, static_cast<double>(glm::length(glm::vec3(point))));
        most = std::max(most, static_cast<double>(glm::length(glm::vec3(point))));
    }
    EXPECT_GT(least, 0.984) << "outside of the middles of the cage's triangles";
    EXPECT_LT(most, 0.993) << "inside of its vertices";
    EXPECT_LT(most - least, 0.005) << "round, though five and six edges meet in turns";
    const double cage_volume = signed_volume(cage.points, cage.triangles);
    EXPECT_NEAR(signed_volume(points, topology.triangles), cage_volume, 0.005 * cage_volume);
}

TEST(Subdivision, NormalsAreUnitVectorsThatPointOutward)
{
    const Mesh cage = icosphere(1);
    const SmoothTopology topology = make_smooth_topology(cage.triangles, 2);
    const std::vector<glm::vec4> points = smooth(cage, topology);
    std::vector<glm::vec3> normals;
    smooth_normals(points, topology.triangles, normals);
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_NEAR(glm::length(normals[i]), 1.0f, 1e-5f);
        EXPECT_GT(glm::dot(normals[i], glm::normalize(glm::vec3(points[i]))), 0.999f);
    }
}

TEST(Subdivision, APlaneStaysAPlaneWithItsStraightBorder)
{
    const Mesh flat = grid(8);
    const SmoothTopology topology = make_smooth_topology(flat.triangles, 2);
    const std::vector<glm::vec4> points = smooth(flat, topology);
    std::size_t on_border = 0;
    for (const glm::vec4& point : points) {
        EXPECT_NEAR(point.z, 0.0f, 1e-6f);
        // Near the square's corners, which are rounded, the border swings out a little.
        EXPECT_LT(std::max(std::abs(point.x), std::abs(point.y)), 1.006f);
        if (std::abs(point.y) < 0.45f) {
            EXPECT_LT(std::abs(point.x), 1.0f + 1e-5f);
            on_border += std::abs(point.x) > 1.0f - 1e-5f ? 1 : 0;
        }
    }
    EXPECT_EQ(on_border, 2u * 15u) << "every quarter of a cell from -7/16 to 7/16, on both sides";
}

TEST(Subdivision, TheBorderFollowsItsOwnVerticesAlone)
{
    Mesh mesh = grid(4);
    const SmoothTopology topology = make_smooth_topology(mesh.triangles, 2);
    const auto border_of = [&](const std::vector<glm::vec4>& points) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses;
        for (const Triangle& t : topology.triangles) {
            for (std::size_t i = 0; i < 3; ++i)
                ++uses[std::minmax(t[i], t[(i + 1) % 3])];
        }
        std::map<std::uint32_t, glm::vec4> border;
        for (const auto& [edge, count] : uses) {
            if (count == 1)
                border[edge.first] = points[edge.first];
        }
        return border;
    };
    const auto before = border_of(smooth(mesh, topology));
    for (glm::vec4& point : mesh.points) {
        if (std::max(std::abs(point.x), std::abs(point.y)) < 0.9f)
            point += glm::vec4(0.1f, -0.2f, 3.0f, 0.0f);
    }
    EXPECT_EQ(border_of(smooth(mesh, topology)), before);
    EXPECT_FALSE(before.empty());
}

TEST(Subdivision, TheFourthComponentGoesAlongAndConstantsStay)
{
    Mesh mesh = icosphere(1);
    for (glm::vec4& point : mesh.points)
        point.w = 0.375f;
    for (const glm::vec4& point : smooth(mesh, make_smooth_topology(mesh.triangles, 2)))
        EXPECT_NEAR(point.w, 0.375f, 1e-5f);
}

TEST(Subdivision, ANumberGoneBadSpoilsOnlyWhatIsAroundIt)
{
    Mesh mesh = grid(16);
    mesh.points[0].x = std::numeric_limits<float>::quiet_NaN();
    const std::vector<glm::vec4> points = smooth(mesh, make_smooth_topology(mesh.triangles, 2));
    for (const glm::vec4& point : points) {
        if (std::isnan(point.x)) {
            EXPECT_LT(point.y, -0.5f) << "at the other corner's rows";
        }
    }
    EXPECT_TRUE(
        std::any_of(points.begin(), points.end(), [](const glm::vec4& p) { return !std::isnan(p.x); }));
}

TEST(Subdivision, SurvivesMeshesThatAreNoSurface)
{
    // A triangle with a vertex twice, one there three times, three sheets on an edge, two cones on a point.
    const std::vector<Triangle> odd = {{0, 0, 1}, {0, 1, 2}, {0, 1, 2},  {0, 1, 2}, {0, 1, 3},
                                       {1, 0, 4}, {7, 8, 9}, {7, 9, 10}, {7, 10, 8}};
    const SmoothTopology topology = make_smooth_topology(odd, 2);
    EXPECT_EQ(topology.triangles.size(), 16u * 8u);
    std::vector<glm::vec4> points(topology.control.size(), glm::vec4(1.0f));
    std::vector<glm::vec4> scratch;
    evaluate(topology, points, scratch);
    for (const glm::vec4& point : points)
        EXPECT_NEAR(point.y, 1.0f, 1e-5f);
    EXPECT_TRUE(make_smooth_topology({}, 2).triangles.empty());
}

TEST(Subdivision, LevelsStayWithinTheBudget)
{
    EXPECT_EQ(levels_within(0, 150'000), 2);
    EXPECT_EQ(levels_within(9'375, 150'000), 2);
    EXPECT_EQ(levels_within(9'376, 150'000), 1);
    EXPECT_EQ(levels_within(37'501, 150'000), 0);
}

TEST(MeshNormals, CreasesKeepTheFacesOfACubeFlat)
{
    const std::vector<glm::vec4> points = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    const std::vector<Triangle> triangles = {{0, 2, 1}, {0, 1, 3}};
    std::vector<glm::vec3> normals;
    crease_normals(points, triangles, triangles_at_points(triangles, 4), 0.8f, normals);
    ASSERT_EQ(normals.size(), 6u);
    EXPECT_EQ(normals[0], glm::vec3(0, 0, -1));
    EXPECT_EQ(normals[3], glm::vec3(0, -1, 0));
    crease_normals(points, triangles, triangles_at_points(triangles, 4), -1.0f, normals);
    EXPECT_NEAR(normals[0].y, -std::sqrt(0.5f), 1e-6f);
    EXPECT_EQ(unit_or_zero(glm::vec3(1e-30f, 0, 0)), glm::vec3(1, 0, 0));
    EXPECT_EQ(unit_or_zero(glm::vec3(0.0f)), glm::vec3(0.0f));
}

} // namespace
} // namespace drape::renderer
