// The window: GLFW with an OpenGL 4.1 core context, and what happens to it as a list of events.
#pragma once

#include "app/input_map.h"
#include "app/viewport_input.h"
#include "sim/result.h"

#include <glm/vec2.hpp>

#include <memory>
#include <string>
#include <variant>
#include <vector>

struct GLFWwindow;

namespace drape::app {

// Events; positions in window coordinates from the top left.

struct PressEvent
{
    MouseButton button = MouseButton::Left;
    ViewportInput::Shift shift = ViewportInput::Shift::Up;
    glm::dvec2 at{0.0};
};
struct ReleaseEvent
{
    MouseButton button = MouseButton::Left;
    glm::dvec2 at{0.0};
};
struct MoveEvent
{
    glm::dvec2 at{0.0};
};
struct WheelEvent
{
    double notches = 0.0;
    glm::dvec2 at{0.0};
};
struct KeyEvent
{
    Key key = Key::None;
    Modifier modifier = Modifier::None;
};
struct DropEvent
{
    std::vector<std::string> paths;
};
struct FocusLostEvent
{};
using WindowEvent =
    std::variant<PressEvent, ReleaseEvent, MoveEvent, WheelEvent, KeyEvent, DropEvent, FocusLostEvent>;

/// How large the window is, in both of its units.
struct WindowSize
{
    int width = 0, height = 0;       ///< Window coordinates.
    int width_px = 0, height_px = 0; ///< Framebuffer.
    float content_scale = 1.0f; ///< What the display asks for, e.g. 2 where texts are to be twice as large.

    bool is_empty() const { return width <= 0 || height <= 0 || width_px <= 0 || height_px <= 0; }
    /// Framebuffer pixels per window coordinate.
    float density() const
    {
        return width > 0 ? static_cast<float>(width_px) / static_cast<float>(width) : 1.0f;
    }
};

/// Owns GLFW and one window. One at a time, on the main thread.
class Window
{
public:
    /// Error: NoDisplay, with what GLFW says.
    static Result<std::unique_ptr<Window>> create(int width, int height, const char* title);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    GLFWwindow* handle() const { return window_; }
    WindowSize size() const;
    bool is_minimized() const;
    bool wants_close() const;
    void set_title(const std::string& title);
    /// Takes it off the screen at once, before whatever takes time at the end.
    void hide();
    void swap();

    /// Takes what has happened; `wait_s` > 0 sleeps until something does, at most that long.
    std::vector<WindowEvent> poll(double wait_s);
    /// Wakes poll() from another thread.
    static void wake();

private:
    Window() = default;
    friend struct WindowCallbacks;

    GLFWwindow* window_ = nullptr;
    std::vector<WindowEvent> events_;
};

} // namespace drape::app
