#include "app/viewer_state.h"

#include "renderer/value_range.h"

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

/// What the colours' range follows, and its least.
struct Follow
{
    double value = 0.0, least = 0.0, fixed = 0.0;
};
Follow followed(const LookSettings& look, const sim::Snapshot& snapshot)
{
    switch (look.color_mode) {
    case renderer::ColorMode::Speed:
        return {snapshot.stats.fastest, 0.01, look.speed_max};
    case renderer::ColorMode::Compression:
        return {renderer::largest_value(snapshot, look.color_mode), 0.01, look.compression_max};
    case renderer::ColorMode::Strain:
        return {snapshot.stats.largest_strain, 0.001, look.strain_max};
    case renderer::ColorMode::Body:
    case renderer::ColorMode::Layer:
        break;
    }
    return {0.0, 1.0, 1.0};
}

double fastest_of(const sim::SnapshotStats& stats)
{
    double fastest = 0.0;
    for (const sim::TissueStats& tissue : stats.tissues)
        fastest = tissue.fastest_cmm_per_s > fastest ? tissue.fastest_cmm_per_s : fastest;
    return fastest;
}

void notice_motion(RestWatch& rest, const sim::Snapshot& snapshot)
{
    const bool is_before = snapshot.time < rest.last_time_s; // a reset
    std::uint64_t mended = 0;
    for (const sim::TissueStats& tissue : snapshot.stats.tissues)
        mended += tissue.guard_mended;
    const bool is_guarded = mended != rest.guard_mended;
    rest.guard_mended = mended;
    if (is_before || is_guarded || !(fastest_of(snapshot.stats) < kRestSpeed))
        rest.moved_at_s = snapshot.time;
    rest.last_time_s = snapshot.time;
}

/// Own profiles join the list when a tissue has one.
void notice_profiles(std::vector<ProfileFile>& profiles, const MaterialView& material)
{
    for (const ProfileView& view : material.profiles) {
        const bool is_listed = std::any_of(profiles.begin(), profiles.end(),
                                           [&](const ProfileFile& file) { return file.path == view.path; });
        if (!is_listed && !view.path.empty())
            profiles.push_back({view.path, profile_title(view.file.name, view.path)});
    }
}

std::string first_line(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

} // namespace

void notice_frame(ViewerState& state, const SimFrame& frame)
{
    const LookSettings& look = state.settings.look;
    const Follow what = followed(look, frame.snapshot);
    state.range.max =
        look.auto_range ? follow(state.range.max, what.value, what.least) : static_cast<float>(what.fixed);
    state.range.min = 0.0f;
    notice_motion(state.rest, frame.snapshot);
    if (frame.material)
        notice_profiles(state.profiles, *frame.material);
    if (state.selected_tissue >= frame.snapshot.stats.tissues.size())
        state.selected_tissue = 0;
    if (state.selected_probe >= frame.snapshot.probes.size())
        state.selected_probe = 0;
    if (state.selected_probe < frame.snapshot.probes.size()) {
        const sim::ProbeSnapshot& probe = frame.snapshot.probes[state.selected_probe];
        state.probe_force.add(static_cast<float>(probe.force));
        add_sample(state.curve, probe, frame.snapshot);
    }
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
    for (const sim::SystemDesc& system : frame.material->systems)
        if (const auto* tissue = std::get_if<sim::TissueSystem>(&system))
            return state.pending.gravity().value_or(kStandardGravity * tissue->gravity);
    return std::nullopt;
}

bool has_tissue(const SimFrame& frame)
{
    return frame.material && !frame.material->profiles.empty();
}

bool has_lattice(const SimFrame& frame)
{
    if (!frame.material)
        return false;
    const auto& systems = frame.material->systems;
    return std::any_of(systems.begin(), systems.end(), [](const sim::SystemDesc& system) {
        return std::holds_alternative<sim::SoftSystem>(system) ||
               std::holds_alternative<sim::JointSystem>(system) ||
               std::holds_alternative<sim::IntegrateSystem>(system);
    });
}

std::optional<Stillness> stillness(const ViewerState& state, const SimFrame& frame)
{
    const sim::Snapshot& snapshot = frame.snapshot;
    if (snapshot.stats.tissues.empty())
        return std::nullopt;
    const double fastest = fastest_of(snapshot.stats);
    return Stillness{fastest < kRestSpeed && snapshot.time - state.rest.moved_at_s >= kRestSeconds,
                     0.01 * fastest};
}

sim::tissue::Profile shown_profile(const ViewerState& state, const SimFrame& frame, std::uint32_t tissue)
{
    const ProfileView& view = frame.material->profiles[tissue];
    sim::tissue::Profile profile = view.now;
    state.pending.apply_to(tissue, view.file, profile);
    return profile;
}

std::optional<sim::SetGravity> advance_turn(ViewerState& state, const SimFrame& frame)
{
    if (!state.turn)
        return std::nullopt;
    const std::optional<glm::dvec3> now = gravity_of(state, frame);
    if (!now) {
        state.turn.reset();
        return std::nullopt;
    }
    GravityTurn& turn = *state.turn;
    if (!turn.from)
        turn.from = *now;
    const bool is_playing = state.pending.playing().value_or(frame.status.playing);
    const double t = is_playing ? (state.now_s - turn.start_s) / kTurnSeconds : 1.0;
    const sim::SetGravity gravity{turned_gravity(*turn.from, turn.direction, t)};
    if (t >= 1.0)
        state.turn.reset();
    return gravity;
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
    settings.show_skin = look.skin;
    settings.show_wall = look.wall;
    settings.skin_opacity = static_cast<float>(look.skin_opacity);
    settings.peel = static_cast<float>(look.peel);
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
    return state.flight.has_value() || state.turn.has_value() ||
           (state.toast && state.toast->until_s > state.now_s);
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
