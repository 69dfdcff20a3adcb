// The floor: a grid that fades with distance, and the soft contact shadow of the scene.
#pragma once

#include "renderer/quad_list.h"
#include "renderer/scene_buffers.h"
#include "renderer/shader.h"

#include <array>

namespace drape::renderer {

/// background.vert + ground.frag.
struct GroundProgram
{
    Program program;
    Uniform<glm::vec3> grid_color;
    Uniform<glm::vec3> axis_x_color;
    Uniform<glm::vec3> axis_z_color;
    Uniform<glm::vec4> grid;        ///< xz of the target within a 10-cell tile, m; cell, m; fade 0..1.
    Uniform<glm::vec2> axes_at;     ///< x and z of the world's origin, ts, m.
    Uniform<glm::vec4> shadow_area; ///< xz of the centre, ts; half size, m; strength.

    static Result<GroundProgram> build(const ShaderLibrary& library);
};

/// shadow_splat.vert + shadow_splat.frag: every ball as a blot, seen from above.
struct ShadowSplatProgram
{
    Program program;
    Uniform<glm::vec4> shadow_area;
    Uniform<float> texels;

    static Result<ShadowSplatProgram> build(const ShaderLibrary& library);
};

/// background.vert + shadow_blur.frag: one direction of a blur, wider for higher layers.
struct ShadowBlurProgram
{
    Program program;
    Uniform<glm::vec2> step; ///< One texel, in texture coordinates.

    static Result<ShadowBlurProgram> build(const ShaderLibrary& library);
};

/// `prepare` draws the shadow into a texture of its own; `draw` draws the floor behind everything. The
/// floor hides nothing: particles resting on it keep their lower half.
class GroundPass
{
public:
    static Result<GroundPass> create(const ShaderLibrary& library);
    /// Tries all three programs; the error holds every failure.
    Status reload(const ShaderLibrary& library);
    /// Leaves another framebuffer and viewport bound: bind the target afterwards.
    void prepare(const Frame& frame, const SceneBuffers& scene);
    void draw(const Frame& frame) const;

private:
    void splat(const Frame& frame, const InstanceBuffer& blots) const;
    void blur(const Frame& frame) const;

    GroundProgram ground_;
    ShadowSplatProgram splat_;
    ShadowBlurProgram blur_;
    VertexArray vertex_array_;
    QuadList quads_;
    std::array<Texture, 2> textures_;
    std::array<Framebuffer, 2> framebuffers_; ///< Each draws into the texture of its number.
    glm::vec4 area_{0.0f};

    /// What the shadow was drawn from; while it stays, so does the shadow.
    struct Prepared
    {
        std::uint64_t scene_revision = 0; ///< 0 before the first.
        glm::vec4 area{0.0f};
        float ground_ts = 0.0f;
        float particle_scale = 1.0f;

        bool operator==(const Prepared&) const = default;
    };
    Prepared prepared_;
};

} // namespace drape::renderer
