#include "renderer/overlay_pass.h"

#include "renderer/draw_state.h"
#include "renderer/renderer.h"
#include "renderer/shader_slots.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace drape::renderer {
namespace {

using Strokes = std::vector<Stroke>;

const sim::Look* look_of(const Frame& frame, std::uint32_t entity)
{
    const sim::SnapshotTopology* topology = frame.snapshot.topology.get();
    if (topology == nullptr || entity >= topology->looks.size() || entity >= frame.snapshot.position.size())
        return nullptr;
    return &topology->looks[entity];
}

Stroke line(glm::vec2 from_px, glm::vec2 to_px, float half_width_px, const glm::vec4& color)
{
    Stroke stroke;
    stroke.from_px = from_px;
    stroke.to_px = to_px;
    stroke.half_width_from_px = half_width_px;
    stroke.half_width_to_px = half_width_px;
    stroke.color = color;
    return stroke;
}

Stroke dot(glm::vec2 at_px, float radius_px, const glm::vec4& color)
{
    return line(at_px, at_px, radius_px, color);
}

Stroke ring(glm::vec2 at_px, float radius_px, float half_width_px, const glm::vec4& color)
{
    Stroke stroke = dot(at_px, half_width_px, color);
    stroke.ring_radius_px = radius_px;
    return stroke;
}

/// A shaft and a tapered head.
void add_arrow(Strokes& strokes, glm::vec2 from_px, glm::vec2 to_px, float half_width_px,
               const glm::vec4& color)
{
    const glm::vec2 along = to_px - from_px;
    const float length = glm::length(along);
    const float head = std::min(8.0f * half_width_px, length);
    if (!(length > 0.5f)) {
        strokes.push_back(dot(from_px, 2.0f * half_width_px, color)); // points at the eye
        return;
    }
    const glm::vec2 neck = to_px - along * (head / length);
    strokes.push_back(line(from_px, neck, half_width_px, color));
    Stroke tip = line(neck, to_px, 3.3f * half_width_px, color);
    tip.half_width_to_px = 0.2f * half_width_px;
    strokes.push_back(tip);
}

/// Marks a particle with a ring a little outside its outline; two tones show on any background.
void add_hover_ring(Strokes& strokes, const Frame& frame, std::uint32_t entity, const glm::vec4& color)
{
    const sim::Look* look = look_of(frame, entity);
    if (look == nullptr)
        return;
    const std::optional<PixelPoint> at =
        project(frame.camera, frame.viewport, frame.snapshot.position[entity]);
    if (!at)
        return;
    const double radius = look->shape == sim::Shape::Box
                              ? 0.6 * static_cast<double>(glm::length(look->box_size))
                              : static_cast<double>(look->radius * frame.particle_scale);
    const float scale = frame.pixel_scale;
    const auto outline_px = static_cast<float>(std::min(std::abs(radius) * at->px_per_m, 1e5));
    const float radius_px = std::max(outline_px, 2.0f * scale) + 4.0f * scale;
    strokes.push_back(ring(at->px, radius_px, 2.2f * scale, {0.0f, 0.0f, 0.0f, 0.35f}));
    strokes.push_back(ring(at->px, radius_px, 1.0f * scale, color));
}

void add_grab_line(Strokes& strokes, const Frame& frame, const GrabLine& grab, const glm::vec4& color)
{
    if (look_of(frame, grab.entity) == nullptr)
        return;
    const auto from = project(frame.camera, frame.viewport, frame.snapshot.position[grab.entity]);
    const auto to = project(frame.camera, frame.viewport, grab.target);
    const float scale = frame.pixel_scale;
    add_hover_ring(strokes, frame, grab.entity, color);
    if (!from || !to)
        return;
    strokes.push_back(line(from->px, to->px, 2.4f * scale, {0.0f, 0.0f, 0.0f, 0.3f}));
    strokes.push_back(line(from->px, to->px, 1.1f * scale, color));
    strokes.push_back(dot(to->px, 6.0f * scale, {0.0f, 0.0f, 0.0f, 0.3f}));
    strokes.push_back(dot(to->px, 4.5f * scale, color));
    strokes.push_back(dot(to->px, 2.0f * scale, {1.0f, 1.0f, 1.0f, 0.95f}));
}

void add_probe_handles(Strokes& strokes, const Frame& frame, const ProbeHover& hover)
{
    if (hover.probe >= frame.snapshot.probes.size())
        return;
    const sim::ProbeSnapshot& probe = frame.snapshot.probes[hover.probe];
    const float scale = frame.pixel_scale;
    const glm::vec4 accent = tint(frame.settings.theme.accent, 1.0f);
    const std::array<std::pair<glm::dvec3, ProbePart>, 2> ends = {
        {{probe.a, ProbePart::EndA}, {probe.b, ProbePart::EndB}}};
    for (const auto& [end, part] : ends) {
        const std::optional<PixelPoint> at = project(frame.camera, frame.viewport, end);
        if (!at)
            continue;
        const bool is_active = hover.part == part;
        const float radius_px = (is_active ? 6.5f : 5.0f) * scale;
        strokes.push_back(dot(at->px, radius_px + 1.5f * scale, {0.0f, 0.0f, 0.0f, 0.35f}));
        strokes.push_back(
            dot(at->px, radius_px, is_active ? accent : glm::vec4(0.93f, 0.95f, 0.97f, 1.0f)));
        if (!is_active)
            strokes.push_back(dot(at->px, 2.0f * scale, accent));
    }
}

/// Strokes of the letters X, Y and Z in a square from -1 to 1, y down.
void add_letter(Strokes& strokes, int axis, glm::vec2 at_px, float size_px, float half_width_px,
                const glm::vec4& color)
{
    const auto add = [&](glm::vec2 from, glm::vec2 to) {
        strokes.push_back(line(at_px + size_px * from, at_px + size_px * to, half_width_px, color));
    };
    if (axis == 0) {
        add({-0.8f, -1.0f}, {0.8f, 1.0f});
        add({0.8f, -1.0f}, {-0.8f, 1.0f});
    } else if (axis == 1) {
        add({-0.8f, -1.0f}, {0.0f, 0.0f});
        add({0.8f, -1.0f}, {0.0f, 0.0f});
        add({0.0f, 0.0f}, {0.0f, 1.0f});
    } else {
        add({-0.75f, -1.0f}, {0.75f, -1.0f});
        add({0.75f, -1.0f}, {-0.75f, 1.0f});
        add({-0.75f, 1.0f}, {0.75f, 1.0f});
    }
}

/// A direction of the world as seen by the camera: x right, y down, z towards the eye.
glm::vec3 seen(const CameraAxes& axis, const glm::dvec3& direction)
{
    return {glm::dot(direction, axis.right), -glm::dot(direction, axis.up),
            -glm::dot(direction, axis.forward)};
}

void add_axes(Strokes& strokes, const Frame& frame, glm::vec2 center_px)
{
    const float scale = frame.pixel_scale;
    const CameraAxes axis = axes(frame.camera);
    const Theme& theme = frame.settings.theme;
    struct Arm
    {
        glm::vec3 direction;
        glm::vec3 color;
        int index;
    };
    std::array<Arm, 3> arms = {{{seen(axis, {1.0, 0.0, 0.0}), glm::vec3(tint(theme.axis_x, 1.0f)), 0},
                                {seen(axis, {0.0, 1.0, 0.0}), glm::vec3(tint(theme.axis_y, 1.0f)), 1},
                                {seen(axis, {0.0, 0.0, 1.0}), glm::vec3(tint(theme.axis_z, 1.0f)), 2}}};
    // The nearest arm last, over the others.
    std::stable_sort(arms.begin(), arms.end(),
                     [](const Arm& x, const Arm& y) { return x.direction.z < y.direction.z; });
    const float arm_px = 24.0f * scale;
    for (const Arm& arm : arms) {
        const glm::vec2 tip = center_px + arm_px * glm::vec2(arm.direction);
        // Arms that point away are dimmer.
        const float opacity = 0.75f + 0.25f * arm.direction.z;
        strokes.push_back(line(center_px, tip, 1.25f * scale, {arm.color, opacity}));
        strokes.push_back(dot(tip, 7.0f * scale, {arm.color, 0.6f + 0.4f * opacity}));
        add_letter(strokes, arm.index, tip, 2.9f * scale, 0.75f * scale, {0.07f, 0.08f, 0.10f, 0.95f});
    }
}

void add_gravity(Strokes& strokes, const Frame& frame, glm::vec2 center_px)
{
    const glm::dvec3& gravity = frame.settings.gravity;
    const double size = glm::length(gravity);
    if (!is_drawable(gravity) || !(size > 1e-9))
        return;
    const float scale = frame.pixel_scale;
    const glm::vec3 direction = seen(axes(frame.camera), gravity / size);
    const glm::vec2 reach = 15.0f * scale * glm::vec2(direction);
    const glm::vec4 color = tint(frame.settings.theme.gravity, 0.9f);
    strokes.push_back(ring(center_px, 21.0f * scale, 0.6f * scale, {glm::vec3(color), 0.25f}));
    add_arrow(strokes, center_px - reach, center_px + reach, 1.3f * scale, color);
}

} // namespace

Result<OverlayProgram> OverlayProgram::build(const ShaderLibrary& library)
{
    Result<Program> built = Program::build(library, "overlay.vert", "overlay.frag");
    if (!built.ok())
        return built.error();
    return OverlayProgram{std::move(built).value()};
}

Result<OverlayPass> OverlayPass::create(const ShaderLibrary& library)
{
    OverlayPass pass;
    if (const Status status = pass.reload(library); !status.ok())
        return status.error();
    pass.vertex_array_ = VertexArray::make();
    pass.instances_ = StreamBuffer(GL_ARRAY_BUFFER);
    return pass;
}

void OverlayPass::draw(const Frame& frame)
{
    strokes_.clear();
    const RenderSettings& settings = frame.settings;
    const glm::vec4 accent = tint(settings.theme.accent, 1.0f);
    if (settings.hovered_entity && !settings.grab)
        add_hover_ring(strokes_, frame, *settings.hovered_entity, accent);
    if (settings.show_probe && settings.hovered_probe)
        add_probe_handles(strokes_, frame, *settings.hovered_probe);
    if (settings.grab)
        add_grab_line(strokes_, frame, *settings.grab, accent);
    const float room_px = 46.0f * frame.pixel_scale;
    const auto height_px = static_cast<float>(frame.viewport.height_px);
    // A corner that would fill the picture is left out.
    if (settings.show_gizmo &&
        std::min(frame.viewport.width_px, frame.viewport.height_px) > 5.0f * room_px) {
        add_axes(strokes_, frame, {room_px, height_px - room_px});
        add_gravity(strokes_, frame, {2.35f * room_px, height_px - room_px});
    }
    if (strokes_.empty())
        return;
    set_draw_state(DepthUse::None, Blending::Over);
    program_.program.use();
    glBindVertexArray(vertex_array_.name());
    instances_.upload(std::span<const Stroke>(strokes_));
    frame.stats.bytes_uploaded += strokes_.size() * sizeof(Stroke);
    constexpr std::size_t kStride = sizeof(Stroke);
    use_float_attribute({kShapeAttribute, 4, kStride, offsetof(Stroke, from_px)});
    use_float_attribute({kExtraAttribute, 4, kStride, offsetof(Stroke, half_width_from_px)});
    use_float_attribute({kTintAttribute, 4, kStride, offsetof(Stroke, color)});
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(strokes_.size()));
    ++frame.stats.draw_calls;
}

} // namespace drape::renderer
