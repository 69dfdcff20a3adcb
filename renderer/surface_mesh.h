// Triangles of skins, peeled layers and walls, ready to be drawn; worked out on the CPU. No GL.
#pragma once

#include "renderer/mesh_normals.h"
#include "renderer/subdivision.h"
#include "renderer/tissue_shapes.h"
#include "sim/snapshot.h"

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace drape::renderer {

/// Value of an entity that is not drawn (SceneBuffers::positions); below kSkipped in the shaders.
inline constexpr float kSkippedValue = -1e30f;

/// A corner as the surface shaders take it.
struct SurfaceVertex
{
    glm::vec4 position_value{0.0f}; ///< m from the mesh's origin; w 0..1, the place in the colour map.
    glm::vec3 normal{0.0f};         ///< Length 1; zero where it is not known.
    std::uint32_t color = 0;        ///< Bytes r, g, b, a, sRGB; a 0: coloured by the value.
    std::array<std::uint8_t, 4>
        marks{}; ///< Darkness of sides 0..2 of its triangle; nearness to the border.
};

/// The skin of one tissue. Its smooth topology stays, points move.
class SkinMesh
{
public:
    /// Smooths the sound triangles of the skin `levels` times; corners are entities below `entity_count`.
    SkinMesh(const sim::SnapshotTissue& tissue, std::size_t entity_count, int levels);

    /// Appends the skin to `vertices` and `triangles`; `points` has ts and value per entity. Triangles
    /// touched by one that is not drawable are left out.
    void append(std::span<const glm::vec4> points, std::vector<SurfaceVertex>& vertices,
                std::vector<Triangle>& triangles);

    const SmoothTopology& topology() const { return topology_; }

private:
    SmoothTopology topology_;
    std::vector<std::uint8_t> nearness_; ///< Per smooth point: 255 at the border, 0 a cell away from it.
    std::vector<glm::vec4> points_;
    std::vector<glm::vec4> scratch_;
    std::vector<glm::vec3> normals_;
};

/// What peeling has left of one tissue: flat layers with creases. The faces stay, points move.
class LayerMesh
{
public:
    LayerMesh(const sim::SnapshotTissue& tissue, const std::vector<LayerFace>& faces,
              std::size_t entity_count);

    /// Appends three vertices per face; `points` has ts and value per entity. By layer, by the value of
    /// each corner, or by `face_values`, one per face.
    void append_layers(std::span<const glm::vec4> points, std::vector<SurfaceVertex>& vertices);
    void append_values(std::span<const glm::vec4> points, std::vector<SurfaceVertex>& vertices);
    void append_face_values(std::span<const glm::vec4> points, std::span<const float> face_values,
                            std::vector<SurfaceVertex>& vertices);

    /// One per face: the element behind it.
    std::span<const std::uint32_t> elements() const { return elements_; }

private:
    template<class Paint>
    void append(std::span<const glm::vec4> points, std::vector<SurfaceVertex>& vertices, Paint paint);

    std::vector<std::uint32_t> entities_; ///< Per point.
    std::vector<Triangle> triangles_;     ///< By point.
    PointTriangles around_;
    std::vector<std::uint32_t> elements_;
    std::vector<std::uint32_t> colors_; ///< Per face, as SurfaceVertex::color.
    std::vector<std::array<std::uint8_t, 4>> marks_;
    std::vector<glm::vec4> points_;
    std::vector<glm::vec3> normals_;
};

/// The wall of a tissue: three vertices per triangle, relative to `origin`, with the smooth normals of
/// what is not a crease. Empty where there is none.
struct WallMesh
{
    glm::dvec3 origin{0.0}; ///< m
    std::vector<SurfaceVertex> vertices;
};
WallMesh make_wall_mesh(const sim::SnapshotTissue& tissue);

/// 0xRRGGBB as SurfaceVertex::color, opaque.
std::uint32_t vertex_color(std::uint32_t rgb);

} // namespace drape::renderer
