#include "sim/lattice/wavefront.h"

#include "sim/check.h"
#include "sim/lattice/wave_kernel.h"

#include <hwy/targets.h>

#include <algorithm>
#include <cstdint>

namespace drape::sim {

namespace {

constexpr std::size_t kLine = 64; // bytes of a cache line, and of the longest vector

/// Arrays of a WaveWork before those of velocity.
std::size_t arrays_without_velocity(const WaveWork& work)
{
    return work.common_inverse_mass != 0.0 ? 3 : 4;
}

/// The arrays of a WaveWork.
struct Arrays
{
    double* start;
    std::size_t stride;
    double* operator[](std::size_t array) const { return start + array * stride; }
};

Arrays arrays_of(WaveWork& work)
{
    const auto address = reinterpret_cast<std::uintptr_t>(work.numbers.data());
    const std::size_t skipped = (kLine - address % kLine) % kLine / sizeof(double);
    return {work.numbers.data() + skipped, work.stride};
}

// Rows of a tile and its columns: a row's particles lie in as many waves, and the lines of a tile's waves
// stay in the first cache while its rows are gone through.
constexpr std::uint32_t kTileRows = 32;
constexpr std::uint32_t kTileColumns = 32;

/// Calls use(particle, place) for every particle, tile by tile. A particle's numbers are moved by the
/// thread that relaxes it, so that they are in its cache.
template<class Use>
void for_each_place(const WaveLayout& layout, const WaveSchedule& schedule, Workers& workers, Use&& use)
{
    const Grid& grid = layout.grid;
    const auto move_rows = [&](std::uint32_t k, std::uint32_t first, std::uint32_t end) {
        for (std::uint32_t j_begin = first; j_begin < end; j_begin += kTileRows) {
            const std::uint32_t j_end = std::min(end, j_begin + kTileRows);
            for (std::uint32_t i_begin = 0; i_begin < grid.nx; i_begin += kTileColumns) {
                const std::uint32_t i_end = std::min(grid.nx, i_begin + kTileColumns);
                for (std::uint32_t j = j_begin; j < j_end; ++j)
                    for (std::uint32_t i = i_begin; i < i_end; ++i)
                        use(grid.index(i, j, k), layout.place(i, j, k));
            }
        }
    };
    workers.run_steps(
        1, 0, [&](std::uint32_t) { return schedule.parts; },
        [&](std::uint32_t, std::uint32_t part) {
            for (std::uint32_t block = part; block < schedule.blocks; block += schedule.parts) {
                const std::uint32_t begin = block * schedule.block_size;
                if (grid.nz == 1) {
                    move_rows(0, begin, std::min(grid.ny, begin + schedule.block_size));
                } else {
                    for (std::uint32_t k = begin; k < std::min(grid.nz, begin + schedule.block_size); ++k)
                        move_rows(k, 0, grid.ny);
                }
            }
        });
}

void make_ready(const SoftBody& body, const double* inverse_mass, WaveWork& work)
{
    work.layout = build_wave_layout(body.grid, body.spacing);
    const std::size_t size = work.layout.size();
    work.stride = (size + kMostLanes - 1) / kMostLanes * kMostLanes;
    const bool is_common = std::all_of(inverse_mass, inverse_mass + body.grid.count(),
                                       [&](double other) { return other == inverse_mass[0]; });
    work.common_inverse_mass = is_common ? inverse_mass[0] : 0.0;
    work.numbers.assign(arrays_without_velocity(work) * work.stride + kMostLanes, 0.0);
    if (work.common_inverse_mass != 0.0)
        return;
    double* const w = arrays_of(work)[3];
    const Grid& grid = body.grid;
    for (std::uint32_t k = 0, p = 0; k < grid.nz; ++k)
        for (std::uint32_t j = 0; j < grid.ny; ++j)
            for (std::uint32_t i = 0; i < grid.nx; ++i, ++p)
                w[work.layout.place(i, j, k)] = inverse_mass[p];
}

void make_room_for_velocities(WaveWork& work)
{
    const std::size_t arrays = arrays_without_velocity(work);
    const std::size_t needed = (arrays + 3) * work.stride + kMostLanes;
    if (work.numbers.size() >= needed)
        return;
    // A longer array may begin elsewhere in its line.
    const Arrays before = arrays_of(work);
    std::vector<double> longer(needed, 0.0);
    std::swap(work.numbers, longer);
    std::copy_n(before.start, arrays * work.stride, arrays_of(work).start);
}

void bring_in(const WaveLayout& layout, const WaveSchedule& schedule, const glm::dvec3* from,
              Workers& workers, double* x, double* y, double* z)
{
    for_each_place(layout, schedule, workers, [=](std::uint32_t p, std::ptrdiff_t at) {
        x[at] = from[p].x;
        y[at] = from[p].y;
        z[at] = from[p].z;
    });
}

} // namespace

std::int64_t wave_targets()
{
    return compiled_wave_targets() & hwy::SupportedTargets();
}

bool has_long_waves(const Grid& grid)
{
    const std::uint64_t waves =
        grid.nx + std::uint64_t{kRowSkew} * (grid.ny - 1) + std::uint64_t{kLayerSkew} * (grid.nz - 1);
    // Measured: 8 x 8 (1.8 particles a wave) takes two thirds of the plain loop's time, 4 x 4 x 4 (1.2)
    // more than all of it.
    return 2 * std::uint64_t{grid.count()} >= 3 * waves;
}

void sweep_soft_in_waves(const SoftSystem& system, std::size_t body_index, World& world, Engine& engine)
{
    DRAPE_ASSERT(body_index < world.bodies.size() && system.iterations >= 1);
    const SoftBody& body = world.bodies[body_index];
    Workers& workers = engine.workers;
    glm::dvec3* const position = world.state.position.data() + body.first;
    world.wave_work.resize(world.bodies.size());
    WaveWork& work = world.wave_work[body_index];
    if (!work.is_ready())
        make_ready(body, world.inverse_mass.data() + body.first, work);
    if (system.damping != 0.0)
        make_room_for_velocities(work);

    const WaveLayout& layout = work.layout;
    const Arrays a = arrays_of(work);
    const std::size_t v = arrays_without_velocity(work);
    const bool is_by_particle = system.sweep == SweepOrder::Particle;
    const WaveSchedule schedule =
        make_wave_schedule(layout.grid, is_by_particle ? 1U : static_cast<std::uint32_t>(system.iterations),
                           static_cast<std::uint32_t>(workers.threads()));
    bring_in(layout, schedule, position, workers, a[0], a[1], a[2]);
    if (system.damping != 0.0)
        bring_in(layout, schedule, world.state.velocity.data() + body.first, workers, a[v], a[v + 1],
                 a[v + 2]);

    const WaveSweep sweep{layout,
                          schedule,
                          a[0],
                          a[1],
                          a[2],
                          a[v],
                          a[v + 1],
                          a[v + 2],
                          a[3],
                          work.common_inverse_mass,
                          system.stiffness,
                          system.damping,
                          is_by_particle ? system.iterations : 1};
    const WaveLoop loop = engine.compute.simd ? vector_wave_loop() : scalar_wave_loop();
    loop(sweep, workers);

    for_each_place(layout, schedule, workers, [&](std::uint32_t p, std::ptrdiff_t at) {
        position[p] = {a[0][at], a[1][at], a[2][at]};
    });
}

} // namespace drape::sim
