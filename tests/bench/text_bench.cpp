// From text to a world: reading a scene, and building what it describes.
#include "sim/lang/parser.h"
#include "tests/bench/bench.h"

namespace drape::bench {

namespace {

/// A long scene by hand: `count` entities, each with five fields.
std::string entities(int count)
{
    std::string text = "world {\n";
    for (int i = 0; i < count; ++i)
        text += "  entity e" + std::to_string(i) + " { position = (" + std::to_string(0.1 * i) +
                ", 2.6, -0.0602); dynamic = false; size = 0.022; label = false; color = 0x5AB4E5 }\n";
    return text + "}\n";
}

void parse(benchmark::State& state, const std::string& text)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(sim::parse_scene(text));
    state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}

void load(benchmark::State& state, const std::string& text)
{
    const sim::ParsedScene parsed = sim::parse_scene(text);
    const sim::SceneFiles files = files_of(parsed.scene);
    std::uint32_t particles = 0;
    for (auto _ : state) {
        const Result<sim::World> world = sim::build_world(parsed.scene, "bench", files);
        if (!world) {
            state.SkipWithError(world.error().message.c_str());
            return;
        }
        particles = world.value().particle_count();
    }
    state.counters["particles"] = particles;
}

void add_both(const std::string& name, const std::string& text)
{
    add("parse/" + name + "/" + kSequential, [=](benchmark::State& state) { parse(state, text); });
    add("load/" + name + "/" + kSequential, [=](benchmark::State& state) { load(state, text); });
}

} // namespace

void add_text()
{
    add_both("curtain", shipped_scene("curtain"));
    add_both("breast", shipped_scene("breast"));
    add_both("2000 entities", entities(2000));
    add("load/cloth 256x256/" + std::string(kSequential),
        [](benchmark::State& state) { load(state, lattice_scene(256, 256, 1, "body")); });
}

} // namespace drape::bench
