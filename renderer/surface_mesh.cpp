#include "renderer/surface_mesh.h"

#include "renderer/bounds.h"
#include "renderer/tissue_elements.h"
#include "sim/check.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <unordered_map>

namespace drape::renderer {
namespace {

/// Layers keep edges from 35 degrees on, walls from 50: a coarse bone is still round.
constexpr float kLayerCos = 0.82f;
constexpr float kWallCos = 0.64f;
constexpr std::uint8_t kInnerMark = 56;
constexpr std::uint8_t kLayerMark = 255;

bool is_number(const glm::vec4& point)
{
    return std::isfinite(point.x + point.y + point.z);
}

/// What is not drawn becomes NaN, which spreads by itself to every point that depends on it.
glm::vec4 point_of(std::span<const glm::vec4> points, std::uint32_t entity)
{
    if (entity < points.size() && points[entity].w > kSkippedValue)
        return points[entity];
    return glm::vec4(std::numeric_limits<float>::quiet_NaN());
}

std::vector<Triangle> sound_triangles(std::span<const Triangle> triangles, std::size_t count)
{
    std::vector<Triangle> sound;
    std::copy_if(triangles.begin(), triangles.end(), std::back_inserter(sound),
                 [count](const Triangle& triangle) { return is_sound_triangle(triangle, count); });
    return sound;
}

std::uint8_t darkness(EdgeMark mark)
{
    return mark == EdgeMark::Layer ? kLayerMark : kInnerMark;
}

} // namespace

std::uint32_t vertex_color(std::uint32_t rgb)
{
    return ((rgb >> 16) & 0xFFu) | (rgb & 0xFF00u) | ((rgb & 0xFFu) << 16) | 0xFF000000u;
}

SkinMesh::SkinMesh(const sim::SnapshotTissue& tissue, std::size_t entity_count, int levels)
    : topology_(make_smooth_topology(sound_triangles(tissue.skin, entity_count), levels))
{
    points_.assign(topology_.control.size(), glm::vec4(0.0f));
    for (const std::uint32_t point : topology_.border)
        points_[point].w = 1.0f;
    evaluate(topology_, points_, scratch_);
    for (const glm::vec4& point : points_)
        nearness_.push_back(
            static_cast<std::uint8_t>(std::lround(255.0f * std::clamp(point.w, 0.0f, 1.0f))));
}

void SkinMesh::append(std::span<const glm::vec4> points, std::vector<SurfaceVertex>& vertices,
                      std::vector<Triangle>& triangles)
{
    points_.clear();
    for (const std::uint32_t entity : topology_.control)
        points_.push_back(point_of(points, entity));
    evaluate(topology_, points_, scratch_);
    smooth_normals(points_, topology_.triangles, normals_);
    const auto base = static_cast<std::uint32_t>(vertices.size());
    for (std::size_t i = 0; i < points_.size(); ++i)
        vertices.push_back({points_[i], normals_[i], 0, {0, 0, 0, nearness_[i]}});
    const bool is_whole = std::all_of(points_.begin(), points_.end(), is_number);
    for (const Triangle& t : topology_.triangles) {
        if (is_whole || (is_number(points_[t[0]]) && is_number(points_[t[1]]) && is_number(points_[t[2]])))
            triangles.push_back({base + t[0], base + t[1], base + t[2]});
    }
}

LayerMesh::LayerMesh(const sim::SnapshotTissue& tissue, const std::vector<LayerFace>& faces,
                     std::size_t entity_count)
{
    std::unordered_map<std::uint32_t, std::uint32_t> index;
    for (const LayerFace& face : faces) {
        if (!is_sound_triangle(face.corners, entity_count))
            continue;
        Triangle triangle{};
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [at, is_new] =
                index.try_emplace(face.corners[i], static_cast<std::uint32_t>(entities_.size()));
            if (is_new)
                entities_.push_back(face.corners[i]);
            triangle[i] = at->second;
        }
        triangles_.push_back(triangle);
        elements_.push_back(face.element);
        colors_.push_back(vertex_color(element_color(tissue, face.element)));
        marks_.push_back({darkness(face.marks[0]), darkness(face.marks[1]), darkness(face.marks[2]), 0});
    }
    around_ = triangles_at_points(triangles_, entities_.size());
}

template<class Paint>
void LayerMesh::append(std::span<const glm::vec4> points, std::vector<SurfaceVertex>& vertices, Paint paint)
{
    points_.clear();
    for (const std::uint32_t entity : entities_)
        points_.push_back(point_of(points, entity));
    crease_normals(points_, triangles_, around_, kLayerCos, normals_);
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
        const Triangle& corner = triangles_[t];
        if (!is_number(points_[corner[0]]) || !is_number(points_[corner[1]]) ||
            !is_number(points_[corner[2]]))
            continue;
        for (std::size_t i = 0; i < 3; ++i) {
            SurfaceVertex vertex{points_[corner[i]], normals_[3 * t + i], 0, marks_[t]};
            paint(t, vertex);
            vertices.push_back(vertex);
        }
    }
}

void LayerMesh::append_layers(std::span<const glm::vec4> points, std::vector<SurfaceVertex>& vertices)
{
    append(points, vertices,
           [this](std::size_t face, SurfaceVertex& vertex) { vertex.color = colors_[face]; });
}

void LayerMesh::append_values(std::span<const glm::vec4> points, std::vector<SurfaceVertex>& vertices)
{
    append(points, vertices, [](std::size_t, SurfaceVertex&) {});
}

void LayerMesh::append_face_values(std::span<const glm::vec4> points, std::span<const float> face_values,
                                   std::vector<SurfaceVertex>& vertices)
{
    DRAPE_ASSERT(face_values.size() == triangles_.size());
    append(points, vertices, [face_values](std::size_t face, SurfaceVertex& vertex) {
        vertex.position_value.w = face_values[face];
    });
}

WallMesh make_wall_mesh(const sim::SnapshotTissue& tissue)
{
    WallMesh mesh;
    const std::vector<glm::dvec3>& given = tissue.wall_points;
    const auto is_whole = [&given](const Triangle& t) {
        return is_sound_triangle(t, given.size()) && is_drawable(given[t[0]]) && is_drawable(given[t[1]]) &&
               is_drawable(given[t[2]]);
    };
    std::vector<Triangle> triangles;
    std::copy_if(tissue.wall_triangles.begin(), tissue.wall_triangles.end(), std::back_inserter(triangles),
                 is_whole);
    if (triangles.empty())
        return mesh;
    // Near its own origin, so that a wall far from the world's keeps its digits.
    mesh.origin = given[triangles[0][0]];
    std::vector<glm::vec4> points;
    points.reserve(given.size());
    for (const glm::dvec3& point : given)
        points.emplace_back(glm::vec3(point - mesh.origin), 0.0f);
    std::vector<glm::vec3> normals;
    crease_normals(points, triangles, triangles_at_points(triangles, points.size()), kWallCos, normals);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        for (std::size_t i = 0; i < 3; ++i)
            mesh.vertices.push_back({points[triangles[t][i]], normals[3 * t + i], 0, {}});
    }
    return mesh;
}

} // namespace drape::renderer
