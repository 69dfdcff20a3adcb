#include "renderer/bond_pass.h"

#include "renderer/draw_state.h"
#include "renderer/renderer.h"

#include <algorithm>
#include <cmath>

namespace drape::renderer {
namespace {

/// Above this, lines are so dense that the gaps of drawing them in one go do not show.
constexpr std::uint32_t kMostFineLines = 300'000;

} // namespace

Result<BondProgram> BondProgram::build(const ShaderLibrary& library)
{
    Result<Program> built = Program::build(library, "bond.vert", "bond.frag");
    if (!built.ok())
        return built.error();
    BondProgram typed;
    typed.program = std::move(built).value();
    typed.width_px = typed.program.uniform<float>("width_px");
    typed.strain_scale = typed.program.uniform<float>("strain_scale");
    typed.fixed_color = typed.program.uniform<glm::vec4>("fixed_color");
    typed.sink = typed.program.uniform<float>("sink");
    typed.part = typed.program.uniform<int>("part");
    return typed;
}

Result<BondPass> BondPass::create(const ShaderLibrary& library)
{
    BondPass pass;
    if (const Status status = pass.reload(library); !status.ok())
        return status.error();
    pass.quads_ = QuadList::make();
    return pass;
}

void BondPass::draw_bonds(const Frame& frame, const InstanceBuffer& bonds) const
{
    draw(frame, bonds, 1.0f, glm::vec4(0.0f));
}

void BondPass::draw_joints(const Frame& frame, const InstanceBuffer& joints) const
{
    draw(frame, joints, 1.6f, tint(frame.settings.theme.joint, 1.0f));
}

void BondPass::draw(const Frame& frame, const InstanceBuffer& lines, float width_factor,
                    const glm::vec4& fixed_color) const
{
    if (lines.count == 0)
        return;
    const float asked_px = frame.settings.bond_width_px;
    const float width_px =
        (asked_px >= 0.5f ? std::min(asked_px, kWidestBond_px) : 0.5f) * width_factor * frame.pixel_scale;
    const float range = std::abs(frame.settings.range.max);
    program_.program.use();
    set(program_.width_px, width_px);
    set(program_.strain_scale, range > 1e-12f ? 1.0f / range : 0.0f);
    set(program_.fixed_color, fixed_color);
    // Behind the balls they join, lines do not scratch across the near side of these.
    set(program_.sink, frame.settings.show_spheres ? 1.0f : 0.0f);
    if (lines.count > kMostFineLines) {
        draw_part(frame, lines, Part::Whole, DepthUse::TestAndWrite);
    } else {
        // The solid middle first, with depth; then the soft edges, which hide nothing. In one go, the
        // edge of a line cuts a gap into each line behind it that comes later.
        draw_part(frame, lines, Part::Middle, DepthUse::TestAndWrite);
        draw_part(frame, lines, Part::Edge, DepthUse::Test);
    }
    frame.stats.bonds += lines.count_shown();
}

void BondPass::draw_part(const Frame& frame, const InstanceBuffer& lines, Part part, DepthUse depth) const
{
    set_draw_state(depth, Blending::Over);
    set(program_.part, static_cast<int>(part));
    frame.stats.draw_calls += quads_.draw(lines);
}

} // namespace drape::renderer
