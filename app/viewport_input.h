// The mouse in the viewport: orbit, pan, zoom, grabbing particles, moving probes. No window and no ImGui.
#pragma once

#include "app/command.h"
#include "app/picking.h"
#include "app/probe_drag.h"
#include "app/viewer_state.h"

#include <cstdint>
#include <optional>
#include <variant>

namespace drape::app {

enum class MouseButton : std::uint8_t
{
    Left,
    Right,
    Middle,
};

/// What the mouse meets: the scene as the last picture showed it.
struct ViewportScene
{
    const sim::Snapshot& snapshot;
    renderer::Camera camera;
    renderer::Viewport viewport; ///< px of the framebuffer; mouse positions here are px from its top left.
    double pixel_scale = 1.0;    ///< Sizes in px are multiplied by it.
    PickSettings pick;
    double now_s = 0.0; ///< The window's clock.
    /// Whether the wheel moves a probe along the skin's normal, where there is a skin.
    bool presses_along_normal = false;
};

/// The first press takes the mouse; until that button is released nothing else does.
class ViewportInput
{
public:
    enum class Shift : std::uint8_t
    {
        Up,
        Down,
    };

    // Each may add commands; they are to be applied before the next call.

    void press(MouseButton button, Shift shift, glm::dvec2 px, const ViewportScene& scene,
               Commands& commands);
    void move(glm::dvec2 px, const ViewportScene& scene, Commands& commands);
    void release(MouseButton button, glm::dvec2 px, const ViewportScene& scene, Commands& commands);
    /// `notches` > 0 is away from the hand.
    void wheel(double notches, glm::dvec2 px, const ViewportScene& scene, Commands& commands);
    /// Once a frame. `px` is empty while the mouse is over a panel or outside.
    void update(std::optional<glm::dvec2> px, const ViewportScene& scene, Commands& commands);

    /// Ends a drag as if it had not begun; false when there was none.
    bool cancel(Commands& commands);
    /// Ends a drag where it is: the focus went elsewhere.
    void let_go(Commands& commands);
    /// The scene is another one now: nothing that was held exists.
    void forget(Commands& commands);

    bool is_dragging() const { return !std::holds_alternative<std::monostate>(drag_); }
    /// What the mouse shows.
    const PointerView& view() const { return view_; }

private:
    struct CameraDrag
    {
        renderer::Camera start;
        bool is_pan = false;
    };
    struct GrabDrag
    {
        std::uint32_t entity = 0;
        glm::dvec3 anchor{0.0}; // under the mouse, m
        glm::dvec3 target{0.0}; // for the particle, m
        glm::dvec2 press_px{0.0};
        double press_s = 0.0;
        bool has_begun = false; // a click alone does not pull
    };
    struct Click
    {
        glm::dvec2 px{0.0};
        double time_s = 0.0;
    };
    /// Where the wheel has sent a probe that is not there yet.
    struct WheelTarget
    {
        std::uint32_t probe = 0;
        glm::dvec3 a{0.0}, b{0.0};
        glm::dvec2 px{0.0}; // where the mouse was
        double time_s = 0.0;
    };

    bool is_double_click(glm::dvec2 px, const ViewportScene& scene);
    void begin_left(glm::dvec2 px, const ViewportScene& scene);
    void move_grab(GrabDrag& grab, glm::dvec2 px, const ViewportScene& scene, Commands& commands);
    void push_hovered_probe(double notches, const renderer::ProbeHit& hit, glm::dvec2 px,
                            const ViewportScene& scene, Commands& commands);
    /// Whether the wheel goes on with the probe that it has just moved away from under the mouse.
    bool goes_on_pushing(glm::dvec2 px, const ViewportScene& scene) const;
    void show_drag();
    void end();

    std::variant<std::monostate, CameraDrag, GrabDrag, ProbeDrag> drag_;
    MouseButton owner_ = MouseButton::Left;
    glm::dvec2 last_px_{0.0};
    std::optional<Click> last_click_;
    std::optional<WheelTarget> wheel_target_;
    PointerView view_;
};

} // namespace drape::app
