#include "app/viewer_loop.h"

#include "app/input_map.h"
#include "app/pictures.h"
#include "app/skin_normal.h"
#include "renderer/bounds.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace drape::app {

void Viewer::open_new_scene(const SimFrame& frame)
{
    state_.scene_number = frame.material->scene_number;
    state_.probe_force.clear();
    state_.curve = {};
    state_.rest = {};
    state_.turn.reset();
    state_.selected_tissue = 0;
    state_.range.max = 0.0f;
    state_.selected_probe = 0;
    state_.flight.reset();
    state_.camera = home_camera(stage());
    remember(state_.settings, frame.material->path);
    state_.drafts[static_cast<std::size_t>(Draft::OpenPath)] = frame.material->path;
    window_->set_title(frame.snapshot.topology->title + " - Drape");
    Commands commands;
    input_.forget(commands);
    apply(commands);
}

void Viewer::handle_key(const KeyEvent& event)
{
    const bool playing = state_.pending.playing().value_or(sim_->latest().status.playing);
    const KeyContext context{playing, ImGui::GetIO().WantTextInput};
    // Escape in a field belongs to the field.
    if (event.key == Key::Escape && context.is_typing)
        return;
    if (const std::optional<Command> command = command_for(event.key, event.modifier, context))
        apply({*command});
}

void Viewer::handle(const WindowEvent& event)
{
    Commands commands;
    // A press belongs to a panel that it falls on. What began in the viewport stays there, also when the
    // button is let go over a panel: then ImGui claims the mouse in that very frame.
    const bool is_panels = ImGui::GetIO().WantCaptureMouse;
    if (const auto* press = std::get_if<PressEvent>(&event)) {
        mouse_ = press->at;
        if (!is_panels && is_in_viewport(press->at))
            input_.press(press->button, press->shift, to_viewport_px(press->at), scene(), commands);
    } else if (const auto* move = std::get_if<MoveEvent>(&event)) {
        mouse_ = move->at;
        if (input_.is_dragging())
            input_.move(to_viewport_px(move->at), scene(), commands);
    } else if (const auto* release = std::get_if<ReleaseEvent>(&event)) {
        input_.release(release->button, to_viewport_px(release->at), scene(), commands);
    } else if (const auto* wheel = std::get_if<WheelEvent>(&event)) {
        if (input_.is_dragging() || (!is_panels && is_in_viewport(wheel->at)))
            input_.wheel(wheel->notches, to_viewport_px(wheel->at), scene(), commands);
    } else if (const auto* key = std::get_if<KeyEvent>(&event)) {
        handle_key(*key);
    } else if (const auto* drop = std::get_if<DropEvent>(&event)) {
        if (!drop->paths.empty())
            commands.push_back(LoadScene{drop->paths.front()});
    } else {
        input_.let_go(commands);
    }
    apply(commands);
}

void Viewer::act_on(const Wishes& wishes)
{
    if (wishes.clipboard)
        ImGui::SetClipboardText(wishes.clipboard->c_str());
    if (wishes.wants_paste) {
        const char* const text = ImGui::GetClipboardText();
        paste_camera(text != nullptr ? text : "", state_);
    }
    if (wishes.wants_picture) {
        const Result<std::string> path = save_picture(target_->read_image());
        say(path ? LogLevel::Notice : LogLevel::Error,
            path ? "picture saved: " + path.value() : path.error().message);
    }
    if (wishes.wants_cancel) {
        Commands commands;
        if (input_.cancel(commands))
            apply(commands);
    }
    quits_ = quits_ || wishes.wants_quit;
}

void Viewer::apply(const Commands& commands)
{
    for (const Command& command : commands) {
        if (const auto* sim_command = std::get_if<SimCommand>(&command)) {
            // Gravity that is set by hand ends a turn.
            if (const auto* edit = std::get_if<sim::Edit>(sim_command);
                edit != nullptr && std::holds_alternative<sim::SetGravity>(*edit))
                state_.turn.reset();
            post(*sim_command);
            continue;
        }
        Wishes wishes;
        apply_view_command(std::get<ViewCommand>(command), stage(), state_, wishes);
        act_on(wishes);
    }
    if (!commands.empty())
        frames_to_draw_ = kFramesAfterInput;
}

void Viewer::post(const SimCommand& command)
{
    state_.pending.add(sim_->post(command), command);
}

void Viewer::turn_gravity()
{
    if (const std::optional<sim::SetGravity> gravity = advance_turn(state_, sim_->latest()))
        post(sim::Edit(*gravity));
}

void Viewer::follow_gate_panel()
{
    const Settings& settings = state_.settings;
    const bool is_open =
        settings.panels_visible && settings.open_panels[static_cast<std::size_t>(Panel::Gate)];
    const bool wanted = is_open && has_tissue(sim_->latest());
    if (wanted == watches_drape_)
        return;
    watches_drape_ = wanted;
    post(WatchDrape{wanted});
}

bool Viewer::is_in_viewport(glm::dvec2 at) const
{
    return layout_.viewport.contains(static_cast<float>(at.x), static_cast<float>(at.y));
}

glm::dvec2 Viewer::to_viewport_px(glm::dvec2 at) const
{
    const glm::dvec2 corner(static_cast<double>(layout_.viewport.x),
                            static_cast<double>(layout_.viewport.y));
    return (at - corner) * static_cast<double>(size_.density());
}

renderer::Viewport Viewer::viewport_px() const
{
    const double density = static_cast<double>(size_.density());
    return {std::max(1, static_cast<int>(std::lround(static_cast<double>(layout_.viewport.w) * density))),
            std::max(1, static_cast<int>(std::lround(static_cast<double>(layout_.viewport.h) * density)))};
}

float Viewer::scale() const
{
    // In window coordinates: a display with several pixels to each has its scale in the density already.
    const float wanted = static_cast<float>(state_.settings.ui_scale) *
                         std::max(0.5f, size_.content_scale / size_.density());
    // Never so large that the panels, and with them the way back, no longer fit.
    constexpr float kLeastWidth = 720.0f, kLeastHeight = 460.0f; // at scale 1
    const float most = std::min(static_cast<float>(size_.width) / kLeastWidth,
                                static_cast<float>(size_.height) / kLeastHeight);
    return std::min(wanted, std::max(most, static_cast<float>(kSmallestUi)));
}

Stage Viewer::stage() const
{
    const sim::Snapshot& snapshot = sim_->latest().snapshot;
    return {viewport_px(), renderer::frame_bounds(snapshot), faces_back(snapshot)};
}

ViewportScene Viewer::scene() const
{
    const double pixel_scale = static_cast<double>(scale() * size_.density());
    const LookSettings& look = state_.settings.look;
    return {sim_->latest().snapshot,
            state_.camera,
            viewport_px(),
            pixel_scale,
            {renderer::pick_view(render_settings(state_, sim_->latest(), pixel_scale)), 7.0 * pixel_scale,
             look.probe},
            state_.now_s,
            state_.presses_along_normal};
}

} // namespace drape::app
