// The surfaces of tissues: skin, peeled layers, and the wall below.
#pragma once

#include "renderer/scene_buffers.h"
#include "renderer/shader.h"
#include "renderer/surface_mesh.h"
#include "renderer/tissue_shapes.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace drape::renderer {

/// surface.vert + surface.frag.
struct SurfaceProgram
{
    Program program;
    Uniform<int> kind;             ///< SurfacePass::Kind.
    Uniform<glm::vec3> origin;     ///< Of the mesh, ts.
    Uniform<glm::vec4> flat_color; ///< sRGB; w 0 where the vertices' own counts.
    Uniform<float> opacity;
    Uniform<int> probe_count;
    Uniform<glm::vec4> probe_a; ///< Capsules that darken what they touch: ts, m; w radius.
    Uniform<glm::vec4> probe_b;

    static Result<SurfaceProgram> build(const ShaderLibrary& library);
};

/// The skin is smoothed (subdivision.h) on the CPU: topology once, points each frame.
class SurfacePass
{
public:
    static Result<SurfacePass> create(const ShaderLibrary& library);
    Status reload(const ShaderLibrary& library) { return rebuild(program_, library); }

    /// Works out and uploads this frame's meshes; `scene` and `tissues` are of the same frame.
    void prepare(const Frame& frame, const SceneBuffers& scene, const TissueShapes& tissues);
    /// Walls, and skins or layers that are opaque.
    void draw_opaque(const Frame& frame) const;
    /// Skins or layers that are not: after everything else, only what is nearest blends.
    void draw_translucent(const Frame& frame) const;

private:
    /// Which light a surface is drawn with; the numbers are those of surface.frag.
    enum class Kind
    {
        Skin = 0,
        Layers = 1,
        Wall = 2,
    };
    /// A run of one buffer that is drawn in one call.
    struct Piece
    {
        std::uint32_t first = 0; ///< Vertex, or index.
        std::uint32_t count = 0;
        glm::vec4 flat_color{0.0f};
        glm::dvec3 origin{0.0}; ///< m; of walls alone, all else is in ts.
    };

    /// What the meshes were made from.
    struct Prepared
    {
        std::uint64_t scene_revision = 0; ///< 0 before the first.
        std::uint64_t tissues_version = 0;
        bool is_shown = false;

        bool operator==(const Prepared&) const = default;
    };

    void load_topology(const Frame& frame, const TissueShapes& tissues);
    void load_walls(const sim::SnapshotTopology* topology);
    void append_skin(const Frame& frame, const sim::SnapshotTissue& tissue, SkinMesh& skin,
                     std::span<const glm::vec4> points);
    void append_layers(const Frame& frame, const sim::SnapshotTissue& tissue, LayerMesh& layers,
                       std::span<const glm::vec4> points);
    void make_meshes(const Frame& frame, const SceneBuffers& scene);
    void upload(const Frame& frame);
    void use_program(const Frame& frame) const;
    void draw_walls(const Frame& frame) const;
    void draw_skins(const Frame& frame) const;

    SurfaceProgram program_;
    VertexArray vertex_array_;
    std::shared_ptr<const sim::SnapshotTopology> topology_;
    std::uint64_t tissues_version_ = 0;
    std::vector<SkinMesh> skins_;   ///< One per tissue.
    std::vector<LayerMesh> layers_; ///< One per tissue; empty where it is not peeled.
    std::vector<bool> is_peeled_;

    Prepared prepared_;
    std::uint32_t triangles_ = 0; ///< As RenderStats counts them.
    std::vector<SurfaceVertex> skin_vertices_;
    std::vector<Triangle> skin_triangles_;
    std::vector<SurfaceVertex> layer_vertices_;
    std::vector<float> face_values_;
    StreamBuffer skin_vertex_buffer_;
    StreamBuffer skin_index_buffer_;
    StreamBuffer layer_vertex_buffer_;
    StreamBuffer wall_vertex_buffer_;
    std::vector<Piece> skin_pieces_;
    std::vector<Piece> layer_pieces_;
    std::vector<Piece> wall_pieces_;
};

} // namespace drape::renderer
