// Steps of a lattice: cloths of 32 to 512 particles a side and a block of 32 cubed, 10 iterations a step.
#include "tests/bench/bench.h"

#include <memory>

namespace drape::bench {

namespace {

constexpr int kIterations = 10; // as in lattice_scene()

struct Size
{
    int nx, ny, nz;
};

void run(benchmark::State& state, const Size& size, const std::string& sweep, const Variant& variant)
{
    constexpr int kWarmUp = 3;
    const double before = heap_bytes();
    sim::World world = world_of(lattice_scene(size.nx, size.ny, size.nz, sweep));
    sim::Stepper stepper(sim::Backend::Native, variant.compute);
    for (int i = 0; i < kWarmUp; ++i)
        stepper.step(world);
    for (auto _ : state)
        if (stepper.step(world).non_finite)
            state.SkipWithError("the cloth left the finite numbers");
    const double held = heap_bytes() - before;
    const sim::SpringList& springs = *world.bodies.front().springs;
    count_visits(state, springs.size(), kIterations);
    count_bytes(state,
                {bytes_of(world.state.position) + bytes_of(world.state.velocity) + bytes_of(world.mass) +
                     bytes_of(world.inverse_mass) + bytes_of(world.dynamic) + bytes_of(world.radius),
                 world.state.position.size(),
                 bytes_of(springs.begin) + bytes_of(springs.other) + bytes_of(springs.rest) +
                     bytes_of(springs.kind),
                 springs.size(), held});
}

std::string case_name(const Size& size)
{
    const std::string plane = std::to_string(size.nx) + "x" + std::to_string(size.ny);
    return size.nz == 1 ? plane : plane + "x" + std::to_string(size.nz);
}

} // namespace

void add_lattice()
{
    for (const Size& size : {Size{32, 32, 1}, {128, 128, 1}, {256, 256, 1}, {512, 512, 1}, {32, 32, 32}})
        for (const std::string sweep : {"particle", "body"})
            for (const Variant& variant : kVariants)
                add("lattice/" + case_name(size) + " " + sweep + "/" + variant.name,
                    [=](benchmark::State& state) { run(state, size, sweep, variant); });
}

} // namespace drape::bench
