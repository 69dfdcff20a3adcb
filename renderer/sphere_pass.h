// Particles as balls: one quad each, the ball itself traced in the fragment shader.
#pragma once

#include "renderer/quad_list.h"
#include "renderer/scene_buffers.h"
#include "renderer/shader.h"

namespace drape::renderer {

/// sphere.vert + sphere.frag.
struct SphereProgram
{
    Program program;

    static Result<SphereProgram> build(const ShaderLibrary& library);
};

/// Draws exact silhouettes, coverage by sample, and depth of the surface, in both projections.
class SpherePass
{
public:
    static Result<SpherePass> create(const ShaderLibrary& library);
    Status reload(const ShaderLibrary& library) { return rebuild(program_, library); }
    void draw_opaque(const Frame& frame, const InstanceBuffer& spheres) const;
    /// After everything opaque; `spheres` farthest first.
    void draw_translucent(const Frame& frame, const InstanceBuffer& spheres) const;

private:
    void draw(const Frame& frame, const InstanceBuffer& spheres) const;

    SphereProgram program_;
    QuadList quads_;
};

} // namespace drape::renderer
