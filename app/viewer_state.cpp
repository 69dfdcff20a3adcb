#include "app/viewer_state.h"

#include <algorithm>
#include <cmath>

namespace drape::app {

namespace {

constexpr double kToastSeconds = 4.0;
constexpr double kErrorToastSeconds = 8.0;

/// Rises at once and falls slowly, so that colours do not flicker with every oscillation.
float follow(float range, double value, double floor)
{
    const float wanted = static_cast<float>(std::isfinite(value) ? std::max(value, floor) : floor);
    return wanted > range ? wanted : std::max(wanted, range * 0.99f);
}

std::string first_line(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

} // namespace

void notice_frame(ViewerState& state, const SimFrame& frame)
{
    const LookSettings& look = state.settings.look;
    const sim::SnapshotStats& stats = frame.snapshot.stats;
    if (look.color_mode == renderer::ColorMode::Speed)
        state.range.max = look.auto_range ? follow(state.range.max, stats.fastest, 0.01)
                                          : static_cast<float>(look.speed_max);
    else
        state.range.max = look.auto_range ? follow(state.range.max, stats.largest_strain, 0.001)
                                          : static_cast<float>(look.strain_max);
    state.range.min = 0.0f;
    if (state.selected_probe >= frame.snapshot.probes.size())
        state.selected_probe = 0;
    if (state.selected_probe < frame.snapshot.probes.size())
        state.probe_force.add(static_cast<float>(frame.snapshot.probes[state.selected_probe].force));
}

void show_message(ViewerState& state, const LogMessage& message)
{
    add(state.log, message);
    if (message.level == LogLevel::Info)
        return;
    const bool is_trouble = message.level == LogLevel::Error;
    // A notice does not push an error aside that has just come.
    if (state.toast && state.toast->level == LogLevel::Error && !is_trouble &&
        state.toast->until_s > state.now_s)
        return;
    state.toast = Toast{message.level, first_line(message.text),
                        state.now_s + (is_trouble ? kErrorToastSeconds : kToastSeconds)};
}

std::optional<glm::dvec3> gravity_of(const ViewerState& state, const SimFrame& frame)
{
    if (!frame.material)
        return std::nullopt;
    for (const sim::SystemDesc& system : frame.material->systems)
        if (const auto* gravity = std::get_if<sim::GravitySystem>(&system))
            return state.pending.gravity().value_or(gravity->acceleration);
    return std::nullopt;
}

renderer::RenderSettings render_settings(const ViewerState& state, const SimFrame& frame,
                                         double pixel_scale)
{
    const LookSettings& look = state.settings.look;
    renderer::RenderSettings settings;
    settings.show_spheres = look.spheres;
    settings.show_bonds = look.bonds;
    settings.show_joints = look.joints;
    settings.show_probe = look.probe;
    settings.show_ground = look.ground;
    settings.show_gizmo = look.gizmo;
    settings.bond_width_px = static_cast<float>(look.bond_width_px);
    settings.particle_scale = static_cast<float>(look.particle_scale);
    settings.pixel_scale = static_cast<float>(pixel_scale);
    settings.color_mode = look.color_mode;
    settings.range = state.range;
    settings.hovered_entity = state.pointer.hovered_entity;
    if (frame.status.fault)
        settings.hovered_entity = frame.status.fault->entity;
    settings.grab = state.pointer.grab;
    settings.hovered_probe = state.pointer.hovered_probe;
    settings.gravity = gravity_of(state, frame).value_or(glm::dvec3(0.0));
    return settings;
}

bool is_animating(const ViewerState& state)
{
    return state.flight.has_value() || (state.toast && state.toast->until_s > state.now_s);
}

void advance_flight(ViewerState& state)
{
    if (!state.flight)
        return;
    const double t = (state.now_s - state.flight->start_s) / renderer::kFlightSeconds;
    state.camera = renderer::interpolate(state.flight->from, state.flight->to, t);
    if (t >= 1.0)
        state.flight.reset();
}

} // namespace drape::app
