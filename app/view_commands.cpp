#include "app/view_commands.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <type_traits>

namespace drape::app {

namespace {

void say(ViewerState& state, LogLevel level, std::string text)
{
    show_message(state, {level, std::move(text), std::chrono::system_clock::now()});
}

void fly(ViewerState& state, const renderer::Camera& to)
{
    state.flight = Flight{state.camera, to, state.now_s};
}

/// Where the camera is or will be.
const renderer::Camera& destination(const ViewerState& state)
{
    return state.flight ? state.flight->to : state.camera;
}

/// Takes a camera, or goes home and says so.
void take_camera(const renderer::Camera& camera, const Stage& stage, ViewerState& state)
{
    const renderer::SanitizedCamera safe = renderer::sanitize(camera, home_camera(stage));
    state.camera = safe.camera;
    state.flight.reset();
    if (safe.went_home)
        say(state, LogLevel::Warning, "the view was no longer valid: back to the whole scene");
}

// One overload for each command.

struct Applier
{
    const Stage& stage;
    ViewerState& state;
    Wishes& wishes;

    void operator()(const FlyTo& c) const { fly(state, renderer::look_from(destination(state), c.preset)); }
    void operator()(const FlyToCamera& c) const
    {
        if (renderer::is_valid(c.camera))
            fly(state, c.camera);
        else
            take_camera(c.camera, stage, state);
    }
    void operator()(const SetCamera& c) const { take_camera(c.camera, stage, state); }
    void operator()(const FrameAll&) const
    {
        if (stage.bounds)
            fly(state, renderer::frame(destination(state), stage.viewport, *stage.bounds));
    }
    void operator()(const ToggleOrthographic&) const
    {
        // Switched at once: halfway between the two there is nothing to see.
        if (state.flight)
            state.flight->to.orthographic = !state.flight->to.orthographic;
        state.camera.orthographic = !state.camera.orthographic;
    }
    void operator()(const CopyCamera&) const
    {
        wishes.clipboard = renderer::to_text(destination(state));
        say(state, LogLevel::Notice, "camera copied: " + *wishes.clipboard);
    }
    void operator()(const PasteCamera&) const { wishes.wants_paste = true; }
    void operator()(const CopyText& c) const { wishes.clipboard = c.text; }
    void operator()(const SetLook& c) const
    {
        // Another colour map has another unit: it finds its range anew.
        if (c.look.color_mode != state.settings.look.color_mode)
            state.range.max = 0.0f;
        state.settings.look = c.look;
        state.settings = clamped(state.settings);
    }
    void operator()(const SetUiScale& c) const
    {
        if (std::isfinite(c.scale))
            state.settings.ui_scale = std::clamp(c.scale, kSmallestUi, kLargestUi);
    }
    void operator()(const TogglePanel& c) const
    {
        state.settings.open_panels.flip(static_cast<std::size_t>(c.panel));
    }
    void operator()(const TogglePanels&) const
    {
        state.settings.panels_visible = !state.settings.panels_visible;
        if (!state.settings.panels_visible)
            say(state, LogLevel::Notice, "U or H brings the panels back");
    }
    void operator()(const ToggleDrawer&) const { state.settings.drawer_open = !state.settings.drawer_open; }
    void operator()(const SelectTab& c) const { state.settings.drawer_tab = c.tab; }
    void operator()(const ToggleHelp&) const { state.help_open = !state.help_open; }
    void operator()(const SelectProbe& c) const
    {
        if (state.selected_probe != c.probe) {
            state.probe_force.clear();
            state.curve = {};
        }
        state.selected_probe = c.probe;
    }
    void operator()(const SelectTissue& c) const { state.selected_tissue = c.tissue; }
    void operator()(const TurnGravity& c) const
    {
        state.turn = GravityTurn{c.direction, state.now_s, std::nullopt};
    }
    void operator()(const SaveCurve& c) const
    {
        const Result<std::string> path = save_curve(state.curve, c.path);
        say(state, path ? LogLevel::Notice : LogLevel::Error,
            path ? "saved the curve to " + path.value() : path.error().message);
    }
    void operator()(const ClearCurve&) const { state.curve.samples.clear(); }
    void operator()(const TogglePressAlongNormal&) const
    {
        state.presses_along_normal = !state.presses_along_normal;
        say(state, LogLevel::Notice,
            state.presses_along_normal ? "the wheel presses probes along the skin's normal"
                                       : "the wheel presses probes along the line of sight");
    }
    void operator()(const SetDraft& c) const { state.drafts[static_cast<std::size_t>(c.draft)] = c.text; }
    void operator()(const SetLogFilter& c) const
    {
        state.log.errors_only = c.errors_only;
        state.log.selection.reset();
    }
    void operator()(const SelectLogLines& c) const
    {
        if (!state.log.lines.empty())
            state.log.selection = LineRange{c.first, std::min(c.last, state.log.lines.size() - 1)};
    }
    void operator()(const ClearLog&) const
    {
        state.log.lines.clear();
        state.log.selection.reset();
    }
    void operator()(const SavePicture&) const { wishes.wants_picture = true; }
    void operator()(const Cancel&) const
    {
        wishes.wants_cancel = true;
        state.help_open = false;
    }
    void operator()(const Quit&) const { wishes.wants_quit = true; }
};

} // namespace

renderer::Camera home_camera(const Stage& stage)
{
    renderer::Camera home;
    if (stage.faces_back)
        home.yaw_deg -= 180.0;
    return stage.bounds ? renderer::frame(home, stage.viewport, *stage.bounds) : home;
}

void apply_view_command(const ViewCommand& command, const Stage& stage, ViewerState& state, Wishes& wishes)
{
    std::visit(Applier{stage, state, wishes}, command);
}

void paste_camera(const std::string& text, ViewerState& state)
{
    const Result<renderer::Camera> camera = renderer::parse_camera(text);
    if (!camera || !renderer::is_valid(camera.value())) {
        say(state, LogLevel::Warning,
            "the clipboard holds no camera" + (camera ? std::string() : ": " + camera.error().message));
        return;
    }
    fly(state, camera.value());
}

} // namespace drape::app
