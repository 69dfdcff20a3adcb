// One frame, drawn without a display and waited for.
#include "renderer/camera.h"
#include "renderer/frame_target.h"
#include "renderer/headless_context.h"
#include "renderer/renderer.h"
#include "tests/bench/bench.h"

namespace drape::bench {

namespace {

constexpr int kWidth = 1280, kHeight = 800; // px

sim::Snapshot snapshot_of(const std::string& scene)
{
    constexpr int kSteps = 20;
    sim::World world = world_of(scene);
    sim::Stepper stepper(sim::Backend::Native);
    for (int i = 0; i < kSteps; ++i)
        stepper.step(world);
    sim::Snapshot snapshot;
    sim::take_snapshot(world, snapshot);
    return snapshot;
}

void frame(benchmark::State& state, const std::string& scene)
{
    const Result<renderer::HeadlessContext> context = renderer::HeadlessContext::create();
    if (!context) {
        state.SkipWithError(context.error().message.c_str());
        return;
    }
    Result<renderer::Renderer> made = renderer::Renderer::create();
    Result<renderer::FrameTarget> target = renderer::FrameTarget::create(kWidth, kHeight);
    if (!made || !target) {
        state.SkipWithError("the driver cannot draw");
        return;
    }
    const sim::Snapshot snapshot = snapshot_of(scene);
    renderer::Camera camera;
    if (const auto bounds = renderer::frame_bounds(snapshot))
        camera = renderer::frame(camera, {kWidth, kHeight}, *bounds);
    for (auto _ : state) {
        made.value().draw(snapshot, camera, {}, target.value());
        // One pixel is read so that the frame is finished, as showing it would.
        benchmark::DoNotOptimize(target.value().read_depth(kWidth / 2, kHeight / 2));
    }
    state.counters["draw_calls"] = made.value().stats().draw_calls;
}

} // namespace

void add_frame()
{
    for (const std::string scene : {"curtain", "breast"})
        add("frame/" + scene + "/" + kSequential,
            [text = shipped_scene(scene)](benchmark::State& state) { frame(state, text); });
}

} // namespace drape::bench
