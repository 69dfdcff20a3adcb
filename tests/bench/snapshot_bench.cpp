// What is done beside the steps: the copy that a frame sees, and the hash of a state.
#include "sim/state_hash.h"
#include "tests/bench/bench.h"

namespace drape::bench {

namespace {

void snapshot(benchmark::State& state, const std::string& scene)
{
    const sim::World world = world_of(scene);
    sim::Snapshot snapshot;
    sim::take_snapshot(world, snapshot);
    for (auto _ : state)
        sim::take_snapshot(world, snapshot);
    state.counters["particles"] = world.particle_count();
}

void hash(benchmark::State& state, const std::string& scene)
{
    const sim::World world = world_of(scene);
    for (auto _ : state)
        benchmark::DoNotOptimize(sim::hash_state(world.state));
    // Position and velocity: six numbers of 8 bytes.
    state.SetBytesProcessed(static_cast<std::int64_t>(world.particle_count()) * 6 * 8 * state.iterations());
    state.counters["particles"] = world.particle_count();
}

void add_both(const std::string& name, const std::string& scene)
{
    add("snapshot/" + name + "/" + kSequential, [=](benchmark::State& state) { snapshot(state, scene); });
    add("hash/" + name + "/" + kSequential, [=](benchmark::State& state) { hash(state, scene); });
}

} // namespace

void add_snapshot()
{
    add_both("cloth 128x128", lattice_scene(128, 128, 1, "body"));
    add_both("cloth 512x512", lattice_scene(512, 512, 1, "body"));
    add_both("breast", shipped_scene("breast"));
}

} // namespace drape::bench
