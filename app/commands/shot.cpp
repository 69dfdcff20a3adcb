#include "app/commands/commands.h"
#include "app/commands/common.h"
#include "app/files.h"
#include "app/posture_turn.h"
#include "app/skin_normal.h"
#include "app/ui_picture.h"
#include "app/view_text.h"
#include "renderer/camera.h"
#include "renderer/headless_context.h"
#include "renderer/renderer.h"
#include "sim/edit.h"
#include "sim/step.h"

#include <array>
#include <cstdio>

namespace drape::app {

namespace {

/// Turns gravity to the posture from the start on; an error where the scene has no gravity or tissue
/// system.
Status set_posture(Posture posture, sim::World& world)
{
    if (posture == Posture::AsInScene)
        return Done{};
    const glm::dvec3 down = posture == Posture::Standing ? glm::dvec3(0, -1, 0) : glm::dvec3(0, 0, -1);
    const Status status = sim::apply_edit(sim::SetGravity{down * kStandardGravity}, world);
    if (!status)
        return Error{ErrorKind::Usage, "--posture: " + status.error().message};
    return Done{};
}

/// Simulates up to the picture. An interruption or a lost number ends it with an error: a picture of
/// another step would not be what was asked for.
Status simulate(const ShotOptions& options, sim::World& world)
{
    sim::Stepper stepper(single_backend(options.backend), options.compute);
    Progress progress("steps", options.steps);
    while (world.step < options.steps) {
        if (const sim::StepReport step = stepper.step(world); step.non_finite)
            return Error{ErrorKind::NonFinite, sim::describe(*step.non_finite, world)};
        if (is_interrupted())
            return Error{ErrorKind::Failed,
                         "interrupted after step " + std::to_string(world.step) + "; no picture was made"};
        progress.update(world.step);
    }
    return Done{};
}

/// A camera by preset name or text; without either, a three-quarter view. Presets are framed around the
/// scene, a text is taken as it is.
Result<renderer::Camera> choose_camera(const std::string& text, const sim::Snapshot& snapshot,
                                       renderer::Viewport viewport)
{
    const std::string name = text == "side" ? "right" : text;
    const std::optional<renderer::CameraPreset> preset = renderer::preset_from_name(name);
    if (!text.empty() && !preset) {
        if (text.find('=') == std::string::npos)
            return Error{
                ErrorKind::Usage,
                "--camera: front, back, left, right (side), top, iso or a camera's text expected, got \"" +
                    text + "\""};
        Result<renderer::Camera> camera = renderer::parse_camera(text);
        if (!camera)
            return Error{camera.error().kind, "--camera: " + camera.error().message};
        return camera;
    }
    renderer::Camera camera;
    if (!preset && faces_back(snapshot))
        camera.yaw_deg -= 180.0;
    if (preset)
        camera = renderer::look_from(camera, *preset);
    if (const std::optional<renderer::Bounds> bounds = renderer::frame_bounds(snapshot))
        camera = renderer::frame(camera, viewport, *bounds);
    return camera;
}

glm::dvec3 gravity_of(const sim::World& world)
{
    for (const sim::SystemDesc& system : world.scene.systems)
        if (const auto* gravity = std::get_if<sim::GravitySystem>(&system))
            return gravity->acceleration;
    for (const sim::SystemDesc& system : world.scene.systems)
        if (const auto* tissue = std::get_if<sim::TissueSystem>(&system))
            return kStandardGravity * tissue->gravity;
    return glm::dvec3(0.0);
}

Result<renderer::Image> draw_scene(const sim::Snapshot& snapshot, const renderer::Camera& camera,
                                   const renderer::RenderSettings& settings, PixelSize size)
{
    Result<renderer::HeadlessContext> context = renderer::HeadlessContext::create();
    if (!context)
        return context.error();
    Result<renderer::Renderer> renderer = renderer::Renderer::create();
    if (!renderer)
        return renderer.error();
    Result<renderer::FrameTarget> target = renderer::FrameTarget::create(size.width_px, size.height_px);
    if (!target)
        return target.error();
    renderer.value().draw(snapshot, camera, settings, target.value());
    return target.value().read_image();
}

Result<renderer::Image> draw(const ShotOptions& options, const LoadedScene& scene)
{
    sim::Snapshot snapshot;
    sim::take_snapshot(scene.world, snapshot);
    Result<renderer::RenderSettings> settings = parse_view(options.view, {});
    if (!settings)
        return settings.error();
    settings.value().gravity = gravity_of(scene.world);
    settings.value().range = range_for(settings.value(), snapshot);
    const Result<renderer::Camera> camera =
        choose_camera(options.camera, snapshot, {options.size.width_px, options.size.height_px});
    if (!camera)
        return camera.error();
    if (options.ui)
        return draw_ui_picture({scene.path, options.size, options.ui_scale}, scene.world, camera.value(),
                               settings.value());
    return draw_scene(snapshot, camera.value(), settings.value(), options.size);
}

} // namespace

ExitCode shot_command(const ShotOptions& options)
{
    Result<LoadedScene> scene =
        load_scene(options.scene.empty() ? std::string(kDefaultScene) : options.scene);
    if (!scene)
        return report(scene.error());
    if (const auto clash = find_clash(scene.value().path, std::array{options.out}))
        return report(*clash);
    if (const Status status = set_posture(options.posture, scene.value().world); !status)
        return report(status.error());
    if (const Status status = simulate(options, scene.value().world); !status)
        return report(status.error());
    const Result<renderer::Image> image = draw(options, scene.value());
    if (!image)
        return report(image.error());
    const Result<std::vector<std::byte>> png = renderer::encode_png(image.value());
    if (!png)
        return report(png.error());
    const std::string_view bytes(reinterpret_cast<const char*>(png.value().data()), png.value().size());
    if (const Status status = write_file_atomically(options.out, bytes); !status)
        return report(status.error());
    if (options.out != "-")
        std::fprintf(stderr, "drape: step %llu of %s is in %s\n",
                     static_cast<unsigned long long>(scene.value().world.step), scene.value().path.c_str(),
                     options.out.c_str());
    return ExitCode::Done;
}

} // namespace drape::app
