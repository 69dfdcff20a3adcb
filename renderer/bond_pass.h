// Bonds and joints as anti-aliased lines of a width in pixels.
#pragma once

#include "renderer/scene_buffers.h"
#include "renderer/shader.h"

namespace drape::renderer {

/// bond.vert + bond.frag.
struct BondProgram
{
    Program program;
    Uniform<float> width_px;
    Uniform<float> strain_scale; ///< 1 / the strain at the colour map's end.
    Uniform<glm::vec4> fixed_color; ///< sRGB; w 1 where it replaces the colours of the ends.
    Uniform<float> edge_part; ///< 0 draws the solid middle, 1 the soft edge.

    static Result<BondProgram> build(const ShaderLibrary& library);
};

/// Draws after everything opaque that is not a line: edges blend with what is behind.
class BondPass
{
public:
    static Result<BondPass> create(const ShaderLibrary& library);
    Status reload(const ShaderLibrary& library) { return rebuild(program_, library); }
    void draw_bonds(const Frame& frame, const InstanceBuffer& bonds) const;
    void draw_joints(const Frame& frame, const InstanceBuffer& joints) const;

private:
    void draw(const Frame& frame, const InstanceBuffer& lines, float width_factor,
              const glm::vec4& fixed_color) const;

    BondProgram program_;
    VertexArray vertex_array_;
};

} // namespace drape::renderer
