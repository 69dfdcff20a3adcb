#include "app/window.h"

#include <GLFW/glfw3.h>

#include <array>
#include <utility>

namespace drape::app {

namespace {

constexpr int kNoDisplay = 0x00010008; // GLFW_PLATFORM_ERROR: no server to talk to

/// What GLFW last complained about on this thread.
std::string last_error(int& code)
{
    const char* text = nullptr;
    code = glfwGetError(&text);
    return text != nullptr ? text : "unknown trouble";
}

/// The letter or digit that the keyboard layout puts on a key; the key's own where it has none.
int key_by_layout(int key, int scancode)
{
    const bool is_keypad = key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9;
    if (is_keypad)
        return key - GLFW_KEY_KP_0 + GLFW_KEY_0;
    // Digits by place: on a French keyboard they need Shift, but the row is the row.
    if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9)
        return key;
    const char* const name = glfwGetKeyName(key, scancode);
    if (name != nullptr && name[0] >= 'a' && name[0] <= 'z' && name[1] == '\0')
        return name[0] - 'a' + GLFW_KEY_A;
    return key;
}

Key key_of(int key, int scancode)
{
    constexpr std::array<std::pair<int, Key>, 27> kKeys = {
        {{GLFW_KEY_0, Key::Num0},        {GLFW_KEY_1, Key::Num1}, {GLFW_KEY_2, Key::Num2},
         {GLFW_KEY_3, Key::Num3},        {GLFW_KEY_4, Key::Num4}, {GLFW_KEY_5, Key::Num5},
         {GLFW_KEY_6, Key::Num6},        {GLFW_KEY_C, Key::C},    {GLFW_KEY_F, Key::F},
         {GLFW_KEY_H, Key::H},           {GLFW_KEY_L, Key::L},    {GLFW_KEY_O, Key::O},
         {GLFW_KEY_P, Key::P},           {GLFW_KEY_Q, Key::Q},    {GLFW_KEY_R, Key::R},
         {GLFW_KEY_U, Key::U},           {GLFW_KEY_V, Key::V},    {GLFW_KEY_SPACE, Key::Space},
         {GLFW_KEY_ESCAPE, Key::Escape}, {GLFW_KEY_F1, Key::F1},  {GLFW_KEY_F12, Key::F12},
         {GLFW_KEY_F5, Key::F5},         {GLFW_KEY_F6, Key::F6},  {GLFW_KEY_F7, Key::F7},
         {GLFW_KEY_F8, Key::F8},         {GLFW_KEY_N, Key::N},    {GLFW_KEY_UNKNOWN, Key::None}}};
    const int wanted = key_by_layout(key, scancode);
    for (const auto& [code, meaning] : kKeys)
        if (code == wanted)
            return meaning;
    return Key::None;
}

Modifier modifier_of(int mods)
{
    const int held = mods & (GLFW_MOD_SHIFT | GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER);
    if (held == 0)
        return Modifier::None;
    return held == GLFW_MOD_CONTROL ? Modifier::Control : Modifier::Other;
}

std::optional<MouseButton> button_of(int button)
{
    switch (button) {
    case GLFW_MOUSE_BUTTON_LEFT:
        return MouseButton::Left;
    case GLFW_MOUSE_BUTTON_RIGHT:
        return MouseButton::Right;
    case GLFW_MOUSE_BUTTON_MIDDLE:
        return MouseButton::Middle;
    default:
        return std::nullopt;
    }
}

} // namespace

/// GLFW's callbacks, which only note what happened: acting on it waits for the frame.
struct WindowCallbacks
{
    static std::vector<WindowEvent>& events(GLFWwindow* window)
    {
        return static_cast<Window*>(glfwGetWindowUserPointer(window))->events_;
    }
    static glm::dvec2 cursor(GLFWwindow* window)
    {
        glm::dvec2 at{0.0};
        glfwGetCursorPos(window, &at.x, &at.y);
        return at;
    }
    static void mouse_button(GLFWwindow* window, int button, int action, int mods)
    {
        const auto which = button_of(button);
        if (!which)
            return;
        const auto shift =
            (mods & GLFW_MOD_SHIFT) != 0 ? ViewportInput::Shift::Down : ViewportInput::Shift::Up;
        if (action == GLFW_PRESS)
            events(window).push_back(PressEvent{*which, shift, cursor(window)});
        else
            events(window).push_back(ReleaseEvent{*which, cursor(window)});
    }
    static void move(GLFWwindow* window, double x, double y)
    {
        // Only where the mouse ends up matters, between presses and releases.
        std::vector<WindowEvent>& all = events(window);
        if (!all.empty() && std::holds_alternative<MoveEvent>(all.back()))
            all.back() = MoveEvent{{x, y}};
        else
            all.push_back(MoveEvent{{x, y}});
    }
    static void scroll(GLFWwindow* window, double, double y)
    {
        events(window).push_back(WheelEvent{y, cursor(window)});
    }
    static void key(GLFWwindow* window, int key, int scancode, int action, int mods)
    {
        if (action == GLFW_PRESS)
            if (const Key meaning = key_of(key, scancode); meaning != Key::None)
                events(window).push_back(KeyEvent{meaning, modifier_of(mods)});
    }
    static void focus(GLFWwindow* window, int focused)
    {
        if (focused == GLFW_FALSE)
            events(window).push_back(FocusLostEvent{});
    }
    static void drop(GLFWwindow* window, int count, const char** paths)
    {
        events(window).push_back(DropEvent{{paths, paths + count}});
    }
};

Result<std::unique_ptr<Window>> Window::create(int width, int height, const char* title)
{
    int code = 0;
    if (glfwInit() != GLFW_TRUE) {
        const std::string said = last_error(code);
        if (code == kNoDisplay)
            return Error{ErrorKind::NoDisplay, "no display: use `drape shot`"};
        return Error{ErrorKind::NoDisplay, "no display: use `drape shot` (" + said + ")"};
    }
    std::unique_ptr<Window> window(new Window());
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 1);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SAMPLES, 0); // the renderer has its own multisampled target
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    window->window_ = glfwCreateWindow(width, height, title, nullptr, nullptr);
    if (window->window_ == nullptr) {
        const std::string said = last_error(code);
        return Error{ErrorKind::NoDisplay,
                     "this display offers no OpenGL 4.1: use `drape shot` (" + said + ")"};
    }
    GLFWwindow* const handle = window->window_;
    glfwSetWindowUserPointer(handle, window.get());
    glfwSetMouseButtonCallback(handle, WindowCallbacks::mouse_button);
    glfwSetCursorPosCallback(handle, WindowCallbacks::move);
    glfwSetScrollCallback(handle, WindowCallbacks::scroll);
    glfwSetKeyCallback(handle, WindowCallbacks::key);
    glfwSetWindowFocusCallback(handle, WindowCallbacks::focus);
    glfwSetDropCallback(handle, WindowCallbacks::drop);
    glfwMakeContextCurrent(handle);
    glfwSwapInterval(1);
    return window;
}

Window::~Window()
{
    if (window_ != nullptr)
        glfwDestroyWindow(window_);
    glfwTerminate();
}

WindowSize Window::size() const
{
    WindowSize size;
    glfwGetWindowSize(window_, &size.width, &size.height);
    glfwGetFramebufferSize(window_, &size.width_px, &size.height_px);
    float y = 1.0f;
    glfwGetWindowContentScale(window_, &size.content_scale, &y);
    return size;
}

bool Window::is_minimized() const
{
    return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE;
}

bool Window::wants_close() const
{
    return glfwWindowShouldClose(window_) == GLFW_TRUE;
}

void Window::set_title(const std::string& title)
{
    glfwSetWindowTitle(window_, title.c_str());
}

void Window::hide()
{
    glfwHideWindow(window_);
}

void Window::swap()
{
    glfwSwapBuffers(window_);
}

std::vector<WindowEvent> Window::poll(double wait_s)
{
    if (wait_s > 0.0)
        glfwWaitEventsTimeout(wait_s);
    else
        glfwPollEvents();
    return std::exchange(events_, {});
}

void Window::wake()
{
    glfwPostEmptyEvent();
}

} // namespace drape::app
