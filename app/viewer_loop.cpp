#include "app/viewer_loop.h"

#include "app/files.h"
#include "app/interrupt.h"
#include "app/scene_files.h"
#include "app/ui.h"
#include "renderer/gl.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace drape::app {

namespace {

constexpr double kShortestFrameSeconds = 1.0 / 125.0; // where the display does not set the pace
constexpr double kIdleWaitSeconds = 0.5;
constexpr double kHiddenWaitSeconds = 0.1;
constexpr double kSaveSettingsAfterSeconds = 2.0;

double now_s()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace

GuiInput::GuiInput(Window& window)
{
    ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
}

GuiInput::~GuiInput()
{
    ImGui_ImplGlfw_Shutdown();
}

Viewer::Viewer(const ViewOptions& options, const Settings& settings, std::unique_ptr<Window> window)
    : options_(options)
    , saved_(settings)
    , frames_to_draw_(kFramesAfterInput)
    , last_picture_s_(now_s())
    , window_(std::move(window))
{
    state_.now_s = now_s(); // a message may come before the first picture
    state_.settings = saved_;
    if (has_own_scale())
        state_.settings.ui_scale = std::clamp(options.ui_scale, kSmallestUi, kLargestUi);
}

bool Viewer::is_done() const
{
    return quits_ || is_interrupted() || window_->wants_close() ||
           (options_.frames > 0 && frames_ >= options_.frames);
}

Status Viewer::start()
{
    if (const Status status = renderer::load_gl(reinterpret_cast<renderer::GlLoader>(glfwGetProcAddress));
        !status)
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
    gui_input_.emplace(*window_);
    if (const Status status = gui_->start_gl(); !status)
        return status.error();
    sim_.emplace(
        log_, [] { Window::wake(); }, options_.compute);
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
    state_.profiles = find_profiles();
    state_.scenes = find_scenes(is_folder ? options_.scene : assets_folder() + "/scenes");
    if (!is_folder && !options_.scene.empty())
        apply({LoadScene{options_.scene}});
    else if (is_folder && !state_.scenes.empty())
        apply({LoadScene{state_.scenes.front().path}});
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
    layout_ = make_layout(static_cast<float>(size_.width), static_cast<float>(size_.height), scale(),
                          state_.settings);
    advance_flight(state_);
    turn_gravity();
    follow_gate_panel();
}

void Viewer::draw_scene()
{
    const renderer::Viewport viewport = viewport_px();
    if (layout_.viewport.is_empty())
        return;
    if (const Status status = target_->resize(viewport.width_px, viewport.height_px); !status)
        say(LogLevel::Error, status.error().message);
    const SimFrame& frame = sim_->latest();
    renderer_->draw(frame.snapshot, state_.camera, render_settings(state_, frame, scene().pixel_scale),
                    *target_);
    const Rect& area = layout_.viewport;
    // The texture's first row is the bottom one.
    ImGui::GetBackgroundDrawList()->AddImage(
        reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(target_->color_texture())),
        {area.x, area.y}, {area.x + area.w, area.y + area.h}, {0, 1}, {1, 0});
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
    const bool is_still = !sim_->latest().status.playing && !is_animating(state_) &&
                          !input_.is_dragging() && !ImGui::GetIO().WantTextInput && frames_to_draw_ <= 0;
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
        now.window_width = static_cast<int>(static_cast<float>(size_.width) /
                                            std::max(1.0f, size_.content_scale / size_.density()));
        now.window_height = static_cast<int>(static_cast<float>(size_.height) /
                                             std::max(1.0f, size_.content_scale / size_.density()));
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

} // namespace drape::app
