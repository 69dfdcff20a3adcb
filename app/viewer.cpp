#include "app/viewer.h"

#include "app/files.h"
#include "app/gui_context.h"
#include "app/input_map.h"
#include "app/interrupt.h"
#include "app/pictures.h"
#include "app/scene_files.h"
#include "app/sim_thread.h"
#include "app/ui.h"
#include "app/view_commands.h"
#include "app/viewer_state.h"
#include "app/viewport_input.h"
#include "app/window.h"
#include "renderer/frame_target.h"
#include "renderer/gl.h"
#include "renderer/renderer.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <type_traits>
#include <memory>
#include <optional>
#include <utility>

namespace drape::app {

namespace {

constexpr double kShortestFrameSeconds = 1.0 / 125.0; // where the display does not set the pace
constexpr double kIdleWaitSeconds = 0.5;
constexpr double kHiddenWaitSeconds = 0.1;
constexpr int kFramesAfterInput = 3; // ImGui needs a few to settle hovers and layouts
constexpr double kSaveSettingsAfterSeconds = 2.0;

double now_s()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// ImGui's GLFW backend for as long as it lives.
class GuiInput
{
public:
    explicit GuiInput(GLFWwindow* window) { ImGui_ImplGlfw_InitForOpenGL(window, true); }
    ~GuiInput() { ImGui_ImplGlfw_Shutdown(); }
    GuiInput(const GuiInput&) = delete;
    GuiInput& operator=(const GuiInput&) = delete;
};

/// The frame loop and what it works on. Members are destroyed from the bottom up: the simulation thread
/// joins first, the window with its GL context goes last.
class Viewer
{
public:
    Viewer(const ViewOptions& options, Settings settings, std::unique_ptr<Window> window)
        : options_(options), saved_(std::move(settings)), window_(std::move(window))
    {
        state_.settings = saved_;
        if (has_own_scale())
            state_.settings.ui_scale = std::clamp(options.ui_scale, kSmallestUi, kLargestUi);
    }

    LogQueue& log() { return log_; }
    Status start();
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
    void act_on(const Wishes& wishes);
    void save_settings_if_changed();
    void say(LogLevel level, const std::string& text) { log_.add(level, text); }
    bool is_done() const
    {
        return quits_ || is_interrupted() || window_->wants_close() ||
               (options_.frames > 0 && frames_ >= options_.frames);
    }
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

    ViewOptions options_;
    Settings saved_; // as on the disk
    LogQueue log_;
    ViewerState state_;
    ViewportInput input_;
    WindowSize size_;
    Layout layout_;
    glm::dvec2 mouse_{0.0};
    std::uint64_t frames_ = 0;
    int frames_to_draw_ = kFramesAfterInput;
    double last_picture_s_ = now_s();
    double settings_changed_s_ = 0.0;
    bool quits_ = false;

    std::unique_ptr<Window> window_;
    std::optional<renderer::Renderer> renderer_;
    std::optional<renderer::FrameTarget> target_;
    std::optional<GuiContext> gui_;
    std::optional<GuiInput> gui_input_;
    std::optional<SimThread> sim_;
};

Status Viewer::start()
{
    if (const Status status = renderer::load_gl(reinterpret_cast<renderer::GlLoader>(glfwGetProcAddress)); !status)
        return status.error();
    Result<renderer::Renderer> renderer = renderer::Renderer::create();
    if (!renderer)
        return renderer.error();
    renderer_.emplace(std::move(renderer).value());
    Result<renderer::FrameTarget> target = renderer::FrameTarget::create(1, 1);
    if (!target)
        return target.error();
    target_.emplace(std::move(target).value());
    gui_.emplace();
    gui_input_.emplace(window_->handle());
    if (const Status status = gui_->start_gl(); !status)
        return status.error();
    sim_.emplace(log_, [] { Window::wake(); });
    if (options_.paused)
        apply({Pause{}});
    if (options_.backend == BackendChoice::Interpreter)
        apply({SetBackend{sim::Backend::Interpreter}});
    open_first_scene();
    return Done{};
}

void Viewer::open_first_scene()
{
    std::error_code ignored;
    const bool is_folder = std::filesystem::is_directory(options_.scene, ignored);
    state_.scenes = find_scenes(is_folder ? options_.scene : assets_folder() + "/scenes");
    if (!is_folder && !options_.scene.empty())
        apply({LoadScene{options_.scene}});
    else if (is_folder && !state_.scenes.empty())
        apply({LoadScene{state_.scenes.front().path}});
}

float Viewer::scale() const
{
    // In window coordinates: a display with several pixels to each has its scale in the density already.
    return static_cast<float>(state_.settings.ui_scale) * std::max(0.5f, size_.content_scale / size_.density());
}

renderer::Viewport Viewer::viewport_px() const
{
    const double density = static_cast<double>(size_.density());
    return {std::max(1, static_cast<int>(std::lround(static_cast<double>(layout_.viewport.w) * density))),
            std::max(1, static_cast<int>(std::lround(static_cast<double>(layout_.viewport.h) * density)))};
}

glm::dvec2 Viewer::to_viewport_px(glm::dvec2 at) const
{
    const glm::dvec2 corner(static_cast<double>(layout_.viewport.x), static_cast<double>(layout_.viewport.y));
    return (at - corner) * static_cast<double>(size_.density());
}

bool Viewer::is_in_viewport(glm::dvec2 at) const
{
    return layout_.viewport.contains(static_cast<float>(at.x), static_cast<float>(at.y));
}

Stage Viewer::stage() const
{
    return {viewport_px(), renderer::frame_bounds(sim_->latest().snapshot)};
}

ViewportScene Viewer::scene() const
{
    const double pixel_scale = static_cast<double>(scale() * size_.density());
    const LookSettings& look = state_.settings.look;
    return {sim_->latest().snapshot, state_.camera, viewport_px(), pixel_scale,
            {look.particle_scale, 7.0 * pixel_scale, look.probe}, state_.now_s};
}

void Viewer::open_new_scene(const SimFrame& frame)
{
    state_.scene_number = frame.material->scene_number;
    state_.probe_force.clear();
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

void Viewer::take_frame()
{
    for (const LogMessage& message : log_.drain()) {
        show_message(state_, message);
        frames_to_draw_ = kFramesAfterInput;
    }
    if (!sim_->take())
        return;
    const SimFrame& frame = sim_->latest();
    frames_to_draw_ = std::max(frames_to_draw_, 1);
    state_.pending.acknowledge(frame.status.commands_done);
    notice_frame(state_, frame);
    if (frame.material && frame.material->scene_number != state_.scene_number)
        open_new_scene(frame);
}

void Viewer::begin_frame()
{
    const double now = now_s();
    const double since = now - last_picture_s_;
    last_picture_s_ = now;
    state_.now_s = now;
    state_.frame_ms.add(static_cast<float>(1e3 * std::min(since, 1.0)));
    // Smoothed over about half a second.
    const double rate = 1.0 / std::max(since, 1e-4);
    state_.fps += (rate - state_.fps) * (1.0 - std::exp(-since / 0.5));
    size_ = window_->size();
    gui_->rescale(scale(), size_.density());
    if (!gui_->fonts().warning.empty() && frames_ == 0)
        say(LogLevel::Warning, gui_->fonts().warning);
    layout_ = make_layout(static_cast<float>(size_.width), static_cast<float>(size_.height), scale(), state_.settings);
    advance_flight(state_);
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
        say(path ? LogLevel::Notice : LogLevel::Error, path ? "picture saved: " + path.value() : path.error().message);
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
            state_.pending.add(sim_->post(*sim_command), *sim_command);
            continue;
        }
        Wishes wishes;
        apply_view_command(std::get<ViewCommand>(command), stage(), state_, wishes);
        act_on(wishes);
    }
    if (!commands.empty())
        frames_to_draw_ = kFramesAfterInput;
}

void Viewer::draw_scene()
{
    const renderer::Viewport viewport = viewport_px();
    if (layout_.viewport.is_empty())
        return;
    if (const Status status = target_->resize(viewport.width_px, viewport.height_px); !status)
        say(LogLevel::Error, status.error().message);
    const SimFrame& frame = sim_->latest();
    renderer_->draw(frame.snapshot, state_.camera, render_settings(state_, frame, scene().pixel_scale), *target_);
    const Rect& area = layout_.viewport;
    // The texture's first row is the bottom one.
    ImGui::GetBackgroundDrawList()->AddImage(
        reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(target_->color_texture())), {area.x, area.y},
        {area.x + area.w, area.y + area.h}, {0, 1}, {1, 0});
}

void Viewer::draw()
{
    draw_scene();
    Commands commands;
    draw_ui({sim_->latest(), state_, gui_->fonts(), layout_, scale()}, commands);
    ImGui::Render();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, size_.width_px, size_.height_px);
    glClearColor(0.08f, 0.086f, 0.1f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    apply(commands);
}

double Viewer::time_to_wait(double frame_start) const
{
    if (size_.is_empty() || window_->is_minimized())
        return kHiddenWaitSeconds;
    const bool is_still = !sim_->latest().status.playing && !is_animating(state_) && !input_.is_dragging() &&
                          !ImGui::GetIO().WantTextInput && frames_to_draw_ <= 0;
    if (is_still && options_.frames == 0)
        return kIdleWaitSeconds;
    return std::max(0.0, kShortestFrameSeconds - (now_s() - frame_start));
}

void Viewer::save_settings_if_changed()
{
    Settings now = state_.settings;
    if (has_own_scale())
        now.ui_scale = saved_.ui_scale;
    if (!has_own_size() && !size_.is_empty() && size_.content_scale > 0.0f) {
        // GLFW makes a window larger by the content scale; what is kept is the size it was asked for.
        now.window_width = static_cast<int>(static_cast<float>(size_.width) / std::max(1.0f, size_.content_scale / size_.density()));
        now.window_height = static_cast<int>(static_cast<float>(size_.height) / std::max(1.0f, size_.content_scale / size_.density()));
    }
    now = clamped(now);
    if (now == saved_)
        return;
    saved_ = now;
    if (const Status status = save_settings(now); !status)
        say(LogLevel::Warning, "settings are not kept: " + status.error().message);
}

Status Viewer::run()
{
    double frame_start = now_s();
    while (!is_done()) {
        const std::vector<WindowEvent> events = window_->poll(time_to_wait(frame_start));
        frame_start = now_s();
        if (!events.empty())
            frames_to_draw_ = kFramesAfterInput;
        take_frame();
        begin_frame();
        ++frames_;
        if (size_.is_empty() || window_->is_minimized()) {
            // Nothing to draw on; a drag cannot go on without a window to see it in.
            Commands commands;
            input_.let_go(commands);
            apply(commands);
            continue;
        }
        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplGlfw_NewFrame();
        ImGui::NewFrame();
        for (const WindowEvent& event : events)
            handle(event);
        const bool hovers = !ImGui::GetIO().WantCaptureMouse && is_in_viewport(mouse_);
        Commands commands;
        input_.update(hovers ? std::optional(to_viewport_px(mouse_)) : std::nullopt, scene(), commands);
        apply(commands);
        state_.pointer = input_.view();
        draw();
        window_->swap();
        --frames_to_draw_;
        if (state_.now_s - settings_changed_s_ > kSaveSettingsAfterSeconds) {
            settings_changed_s_ = state_.now_s;
            save_settings_if_changed();
        }
    }
    // Off the screen at once: the step that is under way may take a while.
    window_->hide();
    save_settings_if_changed();
    const Status status = sim_->stop(options_.session_out);
    for (const LogMessage& message : log_.drain())
        if (message.level == LogLevel::Error)
            std::fprintf(stderr, "drape: %s\n", message.text.c_str());
    return status;
}

} // namespace

Status run_viewer(const ViewOptions& options)
{
    const Result<Settings> loaded = load_settings();
    const Settings settings = loaded ? loaded.value() : Settings{};
    const PixelSize remembered{settings.window_width, settings.window_height};
    const PixelSize size = options.size != ViewOptions{}.size ? options.size : remembered;
    Result<std::unique_ptr<Window>> window =
        Window::create(std::max(1, size.width_px), std::max(1, size.height_px), "Drape");
    if (!window)
        return window.error();
    Viewer viewer(options, settings, std::move(window).value());
    if (!loaded)
        viewer.log().add(LogLevel::Warning, "settings are ignored: " + loaded.error().message);
    if (const Status status = viewer.start(); !status)
        return status.error();
    return viewer.run();
}

} // namespace drape::app
