// Normals of triangle meshes: smooth ones per point, and per corner with creases kept. No GL.
#pragma once

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drape::renderer {

/// Three points by index.
using Triangle = std::array<std::uint32_t, 3>;

/// `vector` with length 1, whatever its length was; zero where it has none or is no number.
glm::vec3 unit_or_zero(const glm::vec3& vector);

/// Area-weighted normals of length 1, outward for counter-clockwise triangles; zero where a point has
/// no area around it or none that is a number. w of the points is not read.
void smooth_normals(std::span<const glm::vec4> points, std::span<const Triangle> triangles,
                    std::vector<glm::vec3>& normals);

/// The triangles at each point.
struct PointTriangles
{
    std::vector<std::uint32_t> begin;    ///< Per point, and one more: into `triangle`.
    std::vector<std::uint32_t> triangle; ///< Ascending at each point.
};

/// Every index of `triangles` is below `point_count`.
PointTriangles triangles_at_points(std::span<const Triangle> triangles, std::size_t point_count);

/// One normal per corner, three per triangle: the area-weighted mean over the triangles at that point
/// that are turned from the corner's own by at most an angle with cosine `least_cos`.
void crease_normals(std::span<const glm::vec4> points, std::span<const Triangle> triangles,
                    const PointTriangles& around, float least_cos, std::vector<glm::vec3>& normals);

} // namespace drape::renderer
