#include "app/ui_picture.h"

#include "app/files.h"
#include "app/gui_context.h"
#include "app/scene_files.h"
#include "app/simulation.h"
#include "app/ui.h"
#include "renderer/frame_target.h"
#include "renderer/headless_context.h"
#include "renderer/renderer.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace drape::app {

namespace {

constexpr int kFrames = 3; // until windows have found their sizes

void draw_gui(const UiFrame& frame, const Fonts& fonts, const Layout& layout, float scale, GLuint scene)
{
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    const Rect& area = layout.viewport;
    // The texture's first row is the bottom one.
    ImGui::GetBackgroundDrawList()->AddImage(
        reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(scene)), {area.x, area.y},
        {area.x + area.w, area.y + area.h}, {0, 1}, {1, 0});
    Commands ignored;
    draw_ui({frame.frame, frame.state, fonts, layout, scale}, ignored);
    ImGui::Render();
}

LookSettings look_of(const renderer::RenderSettings& settings)
{
    LookSettings look;
    look.spheres = settings.show_spheres;
    look.bonds = settings.show_bonds;
    look.joints = settings.show_joints;
    look.probe = settings.show_probe;
    look.ground = settings.show_ground;
    look.gizmo = settings.show_gizmo;
    look.bond_width_px = static_cast<double>(settings.bond_width_px);
    look.particle_scale = static_cast<double>(settings.particle_scale);
    look.skin = settings.show_skin;
    look.wall = settings.show_wall;
    look.skin_opacity = static_cast<double>(settings.skin_opacity);
    look.peel = static_cast<double>(settings.peel);
    look.color_mode = settings.color_mode;
    return look;
}

} // namespace

Result<renderer::Image> draw_ui_frame(const UiFrame& frame)
{
    const Result<renderer::HeadlessContext> context = renderer::HeadlessContext::create();
    if (!context)
        return context.error();
    Result<renderer::Renderer> renderer = renderer::Renderer::create();
    if (!renderer)
        return renderer.error();
    const Result<renderer::FrameTarget> screen =
        renderer::FrameTarget::create(frame.size.width_px, frame.size.height_px);
    if (!screen)
        return screen.error();

    const auto scale = static_cast<float>(frame.state.settings.ui_scale);
    const auto width = static_cast<float>(frame.size.width_px),
               height = static_cast<float>(frame.size.height_px);
    const Layout layout = make_layout(width, height, scale, frame.state.settings);
    Result<renderer::FrameTarget> scene =
        renderer::FrameTarget::create(std::max(1, static_cast<int>(std::lround(layout.viewport.w))),
                                      std::max(1, static_cast<int>(std::lround(layout.viewport.h))));
    if (!scene)
        return scene.error();
    renderer.value().draw(frame.frame.snapshot, frame.state.camera,
                          render_settings(frame.state, frame.frame, static_cast<double>(scale)),
                          scene.value());

    GuiContext gui;
    if (const Status status = gui.start_gl(); !status)
        return status.error();
    gui.rescale(scale, 1.0f);
    ImGui::GetIO().DisplaySize = {width, height};
    ImGui::GetIO().DeltaTime = 1.0f / 60.0f;
    for (int i = 0; i < kFrames; ++i)
        draw_gui(frame, gui.fonts(), layout, scale, scene.value().color_texture());
    screen.value().bind();
    glClearColor(0.08f, 0.086f, 0.1f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    screen.value().resolve();
    return screen.value().read_image();
}

Result<renderer::Image> draw_ui_picture(const UiPicture& picture, const sim::World& world,
                                        const renderer::Camera& camera,
                                        const renderer::RenderSettings& settings)
{
    SimFrame frame;
    sim::take_snapshot(world, frame.snapshot);
    frame.status.hash_step = frame.snapshot.step;
    frame.material = view_materials(world, picture.scene_path);
    ViewerState state;
    state.settings.look = look_of(settings);
    state.settings.ui_scale = std::clamp(picture.ui_scale, kSmallestUi, kLargestUi);
    state.camera = camera;
    state.range = settings.range;
    state.scenes = find_scenes(assets_folder() + "/scenes");
    state.profiles = find_profiles();
    frame.drapes = measure_drapes(world);
    // One state tells nothing of what was before: what is slow now counts as having been slow.
    state.rest.moved_at_s = std::max(0.0, frame.snapshot.time - kRestSeconds);
    return draw_ui_frame({frame, state, picture.size});
}

} // namespace drape::app
