#include "app/viewport_input.h"

#include "app/skin_normal.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace drape::app {

namespace {

constexpr double kOrbitDegPerPx = 0.4;
constexpr double kZoomPerNotch = 0.88;
constexpr double kMostNotches = 20.0;   // of one event; a touchpad may send nonsense
constexpr double kDepthPerNotch = 0.02; // of the camera's distance
constexpr double kDoubleClickSeconds = 0.35;
constexpr double kDoubleClickPx = 6.0;
constexpr double kGrabAfterPx = 3.0;
constexpr double kGrabAfterSeconds = 0.15;
constexpr double kWheelMemorySeconds = 0.8;
// Looking for what is under a mouse that only hovers costs a pass over all particles, each frame.
constexpr std::size_t kMostHovered = 400'000;

constexpr double kPressPerNotch = 1e-3; // m: a millimetre is much for a finger on skin

/// Moves a probe by notches: along the skin's normal below it where that is asked for, else in depth.
void push_probe(ProbeDrag& drag, double notches, const ViewportScene& scene)
{
    if (scene.presses_along_normal)
        if (const auto skin = skin_normal_near(scene.snapshot, scene.snapshot.probes[drag.probe])) {
            drag_along(drag, -kPressPerNotch * notches * skin->outward);
            return;
        }
    drag_in_depth(drag, scene.camera, notches * kDepthPerNotch * scene.camera.distance);
}

bool can_move(const sim::Snapshot& snapshot, std::uint32_t entity)
{
    return snapshot.topology && entity < snapshot.topology->dynamic.size() &&
           snapshot.topology->dynamic[entity] != 0;
}

} // namespace

bool ViewportInput::is_double_click(glm::dvec2 px, const ViewportScene& scene)
{
    const bool is_second = last_click_ && scene.now_s - last_click_->time_s < kDoubleClickSeconds &&
                           glm::length(px - last_click_->px) < kDoubleClickPx * scene.pixel_scale;
    // A third click begins anew.
    last_click_ = is_second ? std::nullopt : std::optional(Click{px, scene.now_s});
    return is_second;
}

void ViewportInput::begin_left(glm::dvec2 px, const ViewportScene& scene)
{
    const Pick under = pick(scene.snapshot, scene.camera, scene.viewport, px, scene.pick);
    if (under.probe) {
        drag_ = begin_probe_drag(scene.snapshot.probes[under.probe->probe], *under.probe);
    } else if (under.entity && can_move(scene.snapshot, under.entity->entity)) {
        GrabDrag grab;
        grab.entity = under.entity->entity;
        grab.target = scene.snapshot.position[grab.entity];
        grab.anchor = renderer::on_view_plane(scene.camera, scene.viewport, px, grab.target);
        grab.press_px = px;
        grab.press_s = scene.now_s;
        drag_ = grab;
    } else {
        drag_ = CameraDrag{scene.camera, false};
    }
}

void ViewportInput::press(MouseButton button, Shift shift, glm::dvec2 px, const ViewportScene& scene,
                          Commands& commands)
{
    if (is_dragging())
        return;
    if (button == MouseButton::Left && shift == Shift::Up && is_double_click(px, scene)) {
        const Pick under = pick(scene.snapshot, scene.camera, scene.viewport, px, scene.pick);
        if (under.probe || under.entity)
            commands.push_back(FlyToCamera{
                renderer::recenter(scene.camera, under.probe ? under.probe->point : under.entity->point)});
        return;
    }
    if (button == MouseButton::Left && shift == Shift::Up)
        begin_left(px, scene);
    else // the right button turns also where the left one would take hold of something
        drag_ = CameraDrag{scene.camera, button != MouseButton::Right};
    owner_ = button;
    last_px_ = px;
    show_drag();
}

void ViewportInput::move_grab(GrabDrag& grab, glm::dvec2 px, const ViewportScene& scene, Commands& commands)
{
    const glm::dvec3 place = renderer::on_view_plane(scene.camera, scene.viewport, px, grab.anchor);
    grab.target += place - grab.anchor;
    grab.anchor = place;
    const bool begins =
        !grab.has_begun && (glm::length(px - grab.press_px) > kGrabAfterPx * scene.pixel_scale ||
                            scene.now_s - grab.press_s > kGrabAfterSeconds);
    if (begins || (grab.has_begun && px != last_px_)) {
        grab.has_begun = true;
        commands.push_back(sim::Grab{grab.entity, grab.target});
    }
}

void ViewportInput::move(glm::dvec2 px, const ViewportScene& scene, Commands& commands)
{
    const glm::dvec2 by = px - last_px_;
    if (auto* camera = std::get_if<CameraDrag>(&drag_)) {
        if (by != glm::dvec2(0.0))
            commands.push_back(SetCamera{
                camera->is_pan ? renderer::pan(scene.camera, scene.viewport, by)
                               : renderer::orbit(scene.camera, by, kOrbitDegPerPx / scene.pixel_scale)});
    } else if (auto* grab = std::get_if<GrabDrag>(&drag_)) {
        move_grab(*grab, px, scene, commands);
    } else if (auto* probe = std::get_if<ProbeDrag>(&drag_); probe != nullptr && by != glm::dvec2(0.0)) {
        drag_in_view(*probe, scene.camera, scene.viewport, px);
        commands.push_back(sim::MoveProbe{probe->probe, probe->target_a, probe->target_b});
    }
    last_px_ = px;
    show_drag();
}

void ViewportInput::release(MouseButton button, glm::dvec2 px, const ViewportScene& scene,
                            Commands& commands)
{
    if (!is_dragging() || button != owner_)
        return;
    move(px, scene, commands);
    let_go(commands);
}

bool ViewportInput::goes_on_pushing(glm::dvec2 px, const ViewportScene& scene) const
{
    return scene.presses_along_normal && wheel_target_ &&
           wheel_target_->probe < scene.snapshot.probes.size() &&
           scene.now_s - wheel_target_->time_s < kWheelMemorySeconds &&
           glm::length(px - wheel_target_->px) < kDoubleClickPx * scene.pixel_scale;
}

void ViewportInput::push_hovered_probe(double notches, const renderer::ProbeHit& hit, glm::dvec2 px,
                                       const ViewportScene& scene, Commands& commands)
{
    ProbeDrag drag = begin_probe_drag(scene.snapshot.probes[hit.probe], hit);
    drag.part = renderer::ProbePart::Body;
    // Notches add up although the probe has not arrived where the last one sent it.
    if (wheel_target_ && wheel_target_->probe == hit.probe &&
        scene.now_s - wheel_target_->time_s < kWheelMemorySeconds) {
        drag.target_a = wheel_target_->a;
        drag.target_b = wheel_target_->b;
    }
    push_probe(drag, notches, scene);
    wheel_target_ = WheelTarget{drag.probe, drag.target_a, drag.target_b, px, scene.now_s};
    commands.push_back(sim::MoveProbe{drag.probe, drag.target_a, drag.target_b});
}

void ViewportInput::wheel(double notches, glm::dvec2 px, const ViewportScene& scene, Commands& commands)
{
    if (!std::isfinite(notches) || notches == 0.0)
        return;
    notches = std::clamp(notches, -kMostNotches, kMostNotches);
    if (auto* probe = std::get_if<ProbeDrag>(&drag_)) {
        if (probe->probe >= scene.snapshot.probes.size())
            return;
        push_probe(*probe, notches, scene);
        commands.push_back(sim::MoveProbe{probe->probe, probe->target_a, probe->target_b});
        show_drag();
        return;
    }
    if (is_dragging())
        return;
    if (goes_on_pushing(px, scene)) {
        renderer::ProbeHit same;
        same.probe = wheel_target_->probe;
        same.point = scene.snapshot.probes[same.probe].a;
        push_hovered_probe(notches, same, px, scene, commands);
        return;
    }
    const Pick under = pick(scene.snapshot, scene.camera, scene.viewport, px, scene.pick);
    if (under.probe) {
        push_hovered_probe(notches, *under.probe, px, scene, commands);
        return;
    }
    const glm::dvec3 anchor = under.entity ? under.entity->point : scene.camera.target;
    commands.push_back(SetCamera{
        renderer::zoom(scene.camera, scene.viewport, std::pow(kZoomPerNotch, notches), px, anchor)});
}

void ViewportInput::update(std::optional<glm::dvec2> px, const ViewportScene& scene, Commands& commands)
{
    if (auto* grab = std::get_if<GrabDrag>(&drag_); grab != nullptr && !grab->has_begun)
        move_grab(*grab, last_px_, scene, commands);
    show_drag();
    if (is_dragging())
        return;
    view_ = {};
    if (!px || scene.snapshot.position.size() > kMostHovered)
        return;
    const Pick under = pick(scene.snapshot, scene.camera, scene.viewport, *px, scene.pick);
    if (under.probe)
        view_.hovered_probe = renderer::ProbeHover{under.probe->probe, under.probe->part};
    else if (under.entity)
        view_.hovered_entity = under.entity->entity;
}

bool ViewportInput::cancel(Commands& commands)
{
    if (!is_dragging())
        return false;
    if (const auto* camera = std::get_if<CameraDrag>(&drag_))
        commands.push_back(SetCamera{camera->start});
    else if (const auto* probe = std::get_if<ProbeDrag>(&drag_))
        commands.push_back(sim::MoveProbe{probe->probe, probe->start_a, probe->start_b});
    let_go(commands);
    return true;
}

void ViewportInput::let_go(Commands& commands)
{
    if (const auto* grab = std::get_if<GrabDrag>(&drag_); grab != nullptr && grab->has_begun)
        commands.push_back(sim::Release{});
    end();
}

void ViewportInput::forget(Commands& commands)
{
    // Also the new scene may have been told to hold something, by a command that was under way.
    let_go(commands);
    wheel_target_.reset();
    last_click_.reset();
    view_ = {};
}

void ViewportInput::show_drag()
{
    if (const auto* grab = std::get_if<GrabDrag>(&drag_)) {
        view_ = {};
        view_.hovered_entity = grab->entity;
        if (grab->has_begun)
            view_.grab = renderer::GrabLine{grab->entity, grab->target};
    } else if (const auto* probe = std::get_if<ProbeDrag>(&drag_)) {
        view_ = {};
        view_.hovered_probe = renderer::ProbeHover{probe->probe, probe->part};
        view_.is_dragging_probe = true;
        view_.probe_target_a = probe->target_a;
        view_.probe_target_b = probe->target_b;
    } else if (std::holds_alternative<CameraDrag>(drag_)) {
        view_ = {};
    }
}

void ViewportInput::end()
{
    drag_ = std::monostate{};
    view_.grab.reset();
    view_.is_dragging_probe = false;
}

} // namespace drape::app
