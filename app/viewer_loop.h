// The frame loop of the window and what it works on.
#pragma once

#include "app/cli.h"
#include "app/gui_context.h"
#include "app/sim_thread.h"
#include "app/view_commands.h"
#include "app/viewer_state.h"
#include "app/viewport_input.h"
#include "app/window.h"
#include "renderer/frame_target.h"
#include "renderer/renderer.h"
#include "sim/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace drape::app {

/// ImGui's GLFW backend for as long as it lives.
class GuiInput
{
public:
    explicit GuiInput(Window& window);
    ~GuiInput();
    GuiInput(const GuiInput&) = delete;
    GuiInput& operator=(const GuiInput&) = delete;
};

/// The frame loop and what it works on. Members are destroyed from the bottom up: the simulation thread
/// joins first, the window with its GL context goes last.
class Viewer
{
public:
    Viewer(const ViewOptions& options, const Settings& settings, std::unique_ptr<Window> window);

    /// Where messages for the person go.
    LogQueue& log() { return log_; }
    /// Makes everything that needs the window, and opens the first scene. Error: NoDisplay.
    Status start();
    /// Runs until the window is closed. Error: Unwritable when the session could not be written.
    Status run();

private:
    void begin_frame();
    void take_frame();
    void open_new_scene(const SimFrame& frame);
    void handle(const WindowEvent& event);
    void handle_key(const KeyEvent& event);
    void draw();
    void draw_scene();
    void apply(const Commands& commands);
    void post(const SimCommand& command);
    void turn_gravity();
    void follow_gate_panel();
    void act_on(const Wishes& wishes);
    void save_settings_if_changed();
    void say(LogLevel level, const std::string& text) { log_.add(level, text); }
    bool is_done() const;
    bool has_own_scale() const { return options_.ui_scale > 0.0; }
    bool has_own_size() const { return options_.size != ViewOptions{}.size; }
    void open_first_scene();
    double time_to_wait(double frame_start) const;

    bool is_in_viewport(glm::dvec2 at) const;
    glm::dvec2 to_viewport_px(glm::dvec2 at) const;
    renderer::Viewport viewport_px() const;
    float scale() const;
    Stage stage() const;
    ViewportScene scene() const;

    /// ImGui needs a few frames after an input for hovers and layouts to settle.
    static constexpr int kFramesAfterInput = 3;

    ViewOptions options_;
    Settings saved_; // as on the disk
    LogQueue log_;
    ViewerState state_;
    ViewportInput input_;
    WindowSize size_;
    Layout layout_;
    glm::dvec2 mouse_{0.0};
    std::uint64_t frames_ = 0;
    int frames_to_draw_ = 0; // before the window may sleep
    double last_picture_s_ = 0.0;
    double settings_changed_s_ = 0.0;
    bool quits_ = false;
    bool watches_drape_ = false;

    std::unique_ptr<Window> window_;
    std::optional<renderer::Renderer> renderer_;
    std::optional<renderer::FrameTarget> target_;
    std::optional<GuiContext> gui_;
    std::optional<GuiInput> gui_input_;
    std::optional<SimThread> sim_;
};

} // namespace drape::app
