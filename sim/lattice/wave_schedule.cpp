#include "sim/lattice/wave_schedule.h"

#include "sim/check.h"

namespace drape::sim {

namespace {

// The numbers that a vector of particles reads and writes lie in its own wave and in the 8 after it (the
// row after the next); lanes that hang over a block's end write back what was there.
constexpr std::uint32_t kReach = 8;

// Measured on two cores with 255 ns between them: a step of four waves takes 4 to 8 us, and shorter ones
// are lost on looking whether the other thread is as far.
constexpr std::uint32_t kBatch = 4;
constexpr std::uint32_t kSlack = 1;

// Rows that a part needs at least: three vectors of them hide each other's waiting, and with two a second
// thread gains nothing. Where a part has a whole share of the sheet, several iterations fill its vectors.
constexpr std::uint32_t kLeastRows = 24;
constexpr std::uint32_t kLeastRowsOfAShare = 32;
constexpr std::uint32_t kLeastLayers = 2; // a block has to reach as far as its springs

constexpr std::uint32_t ceil_div(std::uint32_t a, std::uint32_t b)
{
    return (a + b - 1) / b;
}

} // namespace

WaveSchedule make_wave_schedule(const Grid& grid, std::uint32_t iterations, std::uint32_t threads)
{
    DRAPE_ASSERT(iterations >= 1 && threads >= 1);
    const bool by_rows = grid.nz == 1;
    const bool is_once = iterations == 1;
    const std::uint32_t layer_waves = grid.nx + kRowSkew * (grid.ny - 1);
    const std::uint32_t length = by_rows ? grid.ny : grid.nz;
    // Rows (or layers) under way at a time.
    const std::uint32_t width =
        std::min(length, by_rows ? ceil_div(grid.nx, kRowSkew) : ceil_div(layer_waves, kLayerSkew));

    WaveSchedule schedule;
    schedule.iterations = iterations;
    schedule.iteration_delay = iteration_skew(grid);
    schedule.block_size = length;
    const std::uint32_t most_parts = is_once ? width / (by_rows ? kLeastRows : kLeastLayers)
                                             : length / (by_rows ? kLeastRowsOfAShare : 2 * kLeastLayers);
    schedule.parts = std::clamp(most_parts, 1U, threads);
    if (schedule.parts > 1) {
        schedule.batch = kBatch;
        schedule.slack = kSlack;
        schedule.block_delay = kReach + kBatch * (1 + kSlack);
        schedule.block_size = is_once ? width / schedule.parts : ceil_div(length, schedule.parts);
        if (by_rows && is_once) // whole vectors
            schedule.block_size -= schedule.block_size % static_cast<std::uint32_t>(kMostLanes);
        // Far enough behind the blocks on either side; on a sheet a whole row, so that no part is left
        // without work at the begin and the end for long.
        schedule.iteration_delay += 2 * schedule.block_delay;
        if (by_rows)
            schedule.iteration_delay = std::max(schedule.iteration_delay, grid.nx);
    }
    schedule.blocks = ceil_div(length, schedule.block_size);
    schedule.times = layer_waves + kLayerSkew * (grid.nz - 1) +
                     schedule.block_delay * (schedule.blocks - 1) +
                     schedule.iteration_delay * (iterations - 1);
    return schedule;
}

} // namespace drape::sim
