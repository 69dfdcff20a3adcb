#include "renderer/probe_pass.h"

#include "renderer/color_map.h"
#include "renderer/draw_state.h"
#include "renderer/renderer.h"
#include "renderer/shader_slots.h"

#include <glm/vec4.hpp>

#include <cstddef>
#include <vector>

namespace drape::renderer {
namespace {

/// Opacity of what shines through from behind the tissue.
constexpr float kHiddenOpacity = 0.10f;

float hover_code(const std::optional<ProbeHover>& hover, std::size_t probe)
{
    if (!hover || hover->probe != probe)
        return 0.0f;
    return 1.0f + static_cast<float>(hover->part);
}

} // namespace

Result<ProbeProgram> ProbeProgram::build(const ShaderLibrary& library)
{
    Result<Program> built = Program::build(library, "probe.vert", "probe.frag");
    if (!built.ok())
        return built.error();
    ProbeProgram typed;
    typed.program = std::move(built).value();
    typed.color = typed.program.uniform<glm::vec3>("probe_color");
    typed.accent = typed.program.uniform<glm::vec3>("accent_color");
    typed.hidden_opacity = typed.program.uniform<float>("hidden_opacity");
    return typed;
}

Result<ProbePass> ProbePass::create(const ShaderLibrary& library)
{
    ProbePass pass;
    if (const Status status = pass.reload(library); !status.ok())
        return status.error();
    pass.vertex_array_ = VertexArray::make();
    pass.instances_ = StreamBuffer(GL_ARRAY_BUFFER);
    return pass;
}

std::uint32_t ProbePass::upload(const Frame& frame)
{
    list_.clear();
    for (std::size_t i = 0; i < frame.snapshot.probes.size(); ++i) {
        const sim::ProbeSnapshot& probe = frame.snapshot.probes[i];
        if (!is_drawable(probe.a) || !is_drawable(probe.b) || !(probe.radius > 0.0) ||
            probe.radius > kLargestCoordinate)
            continue;
        list_.push_back({{frame.to_target_space(probe.a), static_cast<float>(probe.radius)},
                         {frame.to_target_space(probe.b), hover_code(frame.settings.hovered_probe, i)}});
    }
    instances_.upload(std::span<const ProbeInstance>(list_));
    frame.stats.bytes_uploaded += list_.size() * sizeof(ProbeInstance);
    return static_cast<std::uint32_t>(list_.size());
}

void ProbePass::draw(const Frame& frame)
{
    const std::uint32_t count = upload(frame);
    if (count == 0)
        return;
    program_.program.use();
    set(program_.color, from_hex(frame.settings.theme.probe));
    set(program_.accent, from_hex(frame.settings.theme.accent));
    glBindVertexArray(vertex_array_.name());
    glBindBuffer(GL_ARRAY_BUFFER, instances_.name());
    constexpr std::size_t kStride = sizeof(ProbeInstance);
    use_float_attribute({kShapeAttribute, 4, kStride, offsetof(ProbeInstance, a_radius)});
    use_float_attribute({kExtraAttribute, 4, kStride, offsetof(ProbeInstance, b_hovered)});
    set_draw_state(DepthUse::TestHidden, Blending::Over);
    set(program_.hidden_opacity, kHiddenOpacity);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
    set_draw_state(DepthUse::TestAndWrite, Blending::Over);
    set(program_.hidden_opacity, 0.0f);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
    frame.stats.draw_calls += 2;
    frame.stats.probes += count;
}

} // namespace drape::renderer
