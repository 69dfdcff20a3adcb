#include "renderer/mesh_normals.h"

#include "sim/check.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace drape::renderer {
namespace {

/// Along the normal, twice the area long: large triangles say more about a surface.
glm::vec3 area_vector(std::span<const glm::vec4> points, const Triangle& triangle)
{
    const glm::vec3 a(points[triangle[0]]);
    const glm::vec3 b(points[triangle[1]]);
    const glm::vec3 c(points[triangle[2]]);
    const glm::vec3 area = glm::cross(b - a, c - a);
    return std::isfinite(area.x + area.y + area.z) ? area : glm::vec3(0.0f);
}

} // namespace

glm::vec3 unit_or_zero(const glm::vec3& vector)
{
    // By the largest component first: areas may be 1e-12 m^2 as well as 1e30, and squares leave float.
    const float largest = std::max({std::abs(vector.x), std::abs(vector.y), std::abs(vector.z)});
    return largest > 0.0f && std::isfinite(largest) ? glm::normalize(vector / largest) : glm::vec3(0.0f);
}

void smooth_normals(std::span<const glm::vec4> points, std::span<const Triangle> triangles,
                    std::vector<glm::vec3>& normals)
{
    normals.assign(points.size(), glm::vec3(0.0f));
    for (const Triangle& triangle : triangles) {
        const glm::vec3 area = area_vector(points, triangle);
        for (const std::uint32_t corner : triangle)
            normals[corner] += area;
    }
    for (glm::vec3& normal : normals)
        normal = unit_or_zero(normal);
}

PointTriangles triangles_at_points(std::span<const Triangle> triangles, std::size_t point_count)
{
    PointTriangles around;
    around.begin.assign(point_count + 1, 0);
    for (const Triangle& triangle : triangles) {
        for (const std::uint32_t corner : triangle)
            ++around.begin[corner + 1];
    }
    for (std::size_t i = 0; i < point_count; ++i)
        around.begin[i + 1] += around.begin[i];
    around.triangle.resize(3 * triangles.size());
    std::vector<std::uint32_t> next(around.begin.begin(), around.begin.end() - 1);
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        for (const std::uint32_t corner : triangles[t])
            around.triangle[next[corner]++] = t;
    }
    return around;
}

void crease_normals(std::span<const glm::vec4> points, std::span<const Triangle> triangles,
                    const PointTriangles& around, float least_cos, std::vector<glm::vec3>& normals)
{
    DRAPE_ASSERT(around.begin.size() == points.size() + 1);
    std::vector<glm::vec3> areas(triangles.size());
    std::vector<glm::vec3> units(triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        areas[t] = area_vector(points, triangles[t]);
        units[t] = unit_or_zero(areas[t]);
    }
    normals.resize(3 * triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t point = triangles[t][corner];
            glm::vec3 sum(0.0f);
            for (std::uint32_t k = around.begin[point]; k < around.begin[point + 1]; ++k) {
                const std::uint32_t other = around.triangle[k];
                if (other == t || glm::dot(units[t], units[other]) >= least_cos)
                    sum += areas[other];
            }
            normals[3 * t + corner] = unit_or_zero(sum);
        }
    }
}

} // namespace drape::renderer
