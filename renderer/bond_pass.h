// Bonds and joints as anti-aliased lines of a width in pixels.
#pragma once

#include "renderer/draw_state.h"
#include "renderer/quad_list.h"
#include "renderer/scene_buffers.h"
#include "renderer/shader.h"

namespace drape::renderer {

/// bond.vert + bond.frag.
struct BondProgram
{
    Program program;
    Uniform<float> width_px;
    Uniform<float> strain_scale;    ///< 1 / the strain at the colour map's end.
    Uniform<glm::vec4> fixed_color; ///< sRGB; w 1 where it replaces the colours of the ends.
    Uniform<float> sink;            ///< How far lines lie behind their ends, in ball radii.
    Uniform<int> part;              ///< BondPass::Part.

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
    /// What of each line a draw covers; the numbers are those of bond.frag.
    enum class Part
    {
        Middle = 0,
        Edge = 1,
        Whole = 2,
    };

    void draw(const Frame& frame, const InstanceBuffer& lines, float width_factor,
              const glm::vec4& fixed_color) const;

    void draw_part(const Frame& frame, const InstanceBuffer& lines, Part part, DepthUse depth) const;

    BondProgram program_;
    QuadList quads_;
};

} // namespace drape::renderer
