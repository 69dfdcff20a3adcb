// All that the window knows besides the simulation's frames; plain data for the panels to show.
#pragma once

#include "app/force_curve.h"
#include "app/layout.h"
#include "app/log_view.h"
#include "app/pending_edits.h"
#include "app/posture_turn.h"
#include "app/profile_files.h"
#include "app/ring.h"
#include "app/settings.h"
#include "app/sim_frame.h"
#include "renderer/camera.h"
#include "renderer/render_settings.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace drape::app {

/// A scene file that can be opened with a click.
struct SceneFile
{
    std::string path;
    std::string title; ///< The scene's own title, or the file's name.
};

/// A camera on its way.
struct Flight
{
    renderer::Camera from, to;
    double start_s = 0.0;
};

/// A message shown over the viewport for a few seconds.
struct Toast
{
    LogLevel level = LogLevel::Info;
    std::string text;
    double until_s = 0.0;
};

/// What the mouse is doing in the viewport, as far as it shows.
struct PointerView
{
    std::optional<std::uint32_t> hovered_entity;
    std::optional<renderer::ProbeHover> hovered_probe;
    std::optional<renderer::GrabLine> grab;
    bool is_dragging_probe = false;
    /// Where a dragged probe is asked to go, m; it follows at its own speed.
    glm::dvec3 probe_target_a{0.0}, probe_target_b{0.0};
};

/// When the tissues last moved, in simulated time.
struct RestWatch
{
    double moved_at_s = 0.0;
    double last_time_s = 0.0;
    std::uint64_t guard_mended = 0; ///< Until then: a body held open by the guard does not rest.
};

/// Whether the tissues lie still.
struct Stillness
{
    bool is_at_rest = false; ///< Slower than kRestSpeed, and the guard idle, for kRestSeconds.
    double fastest_mm_per_s = 0.0;
};
inline constexpr double kRestSpeed = 100.0;  ///< cmm/s
inline constexpr double kRestSeconds = 0.25; ///< Simulated.

/// One number over time.
using Plot = Ring<240>;

struct ViewerState
{
    Settings settings;
    renderer::Camera camera;
    std::optional<Flight> flight;
    PendingEdits pending;
    PointerView pointer;
    LogView log;
    std::optional<Toast> toast;
    std::vector<SceneFile> scenes;               ///< Of the assets folder.
    std::vector<ProfileFile> profiles;           ///< That a click puts on a tissue.
    std::array<std::string, kDraftCount> drafts; ///< By Draft.
    std::uint32_t selected_probe = 0;
    std::uint32_t selected_tissue = 0;
    std::optional<GravityTurn> turn;
    RestWatch rest;
    ForceCurve curve; ///< Of the selected probe.
    bool presses_along_normal = false;
    bool help_open = false;
    Plot frame_ms;              ///< Time between two pictures.
    Plot probe_force;           ///< N, one value a step that was shown.
    renderer::ColorRange range; ///< Of the colour map in use.
    double fps = 0.0;
    double now_s = 0.0;             ///< The window's clock.
    std::uint64_t scene_number = 0; ///< Of the scene that the camera was framed for.
};

/// Whether the shown scene has a tissue, and whether it has a system of a lattice with something to edit.
bool has_tissue(const SimFrame& frame);
bool has_lattice(const SimFrame& frame);

/// Fills in the automatic colour range and samples the plots from a new frame.
void notice_frame(ViewerState& state, const SimFrame& frame);

/// Adds a message to the log and, where it matters, shows it over the viewport.
void show_message(ViewerState& state, const LogMessage& message);

/// The acceleration of the first gravity or tissue system, m/s^2, as last set; empty where there is none.
std::optional<glm::dvec3> gravity_of(const ViewerState& state, const SimFrame& frame);

/// How to draw the frame.
renderer::RenderSettings render_settings(const ViewerState& state, const SimFrame& frame,
                                         double pixel_scale);

/// Whether the tissues lie still; empty where there is none.
std::optional<Stillness> stillness(const ViewerState& state, const SimFrame& frame);

/// The profile of a tissue with the edits that are on their way.
sim::tissue::Profile shown_profile(const ViewerState& state, const SimFrame& frame, std::uint32_t tissue);

/// Gravity at this moment of a turn, to be sent; ends the turn when it has arrived. A paused run turns at
/// once.
std::optional<sim::SetGravity> advance_turn(ViewerState& state, const SimFrame& frame);

/// Whether the camera flies, a message fades or something else moves by itself.
bool is_animating(const ViewerState& state);

/// The camera at this moment of its flight; ends the flight when it has arrived.
void advance_flight(ViewerState& state);

} // namespace drape::app
