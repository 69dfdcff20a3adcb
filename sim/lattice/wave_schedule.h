// When each particle of a sweep in waves is relaxed, and by which thread.
//
// One thread goes through the waves as they are numbered (wave_layout.h). Several cannot share a wave by
// halves: what is relaxed moves on by a row every few waves, so that all numbers would change cores all the
// time, and a wave of a microsecond is too short to wait for each other after. So the rows of a sheet (of a
// body with layers, the layers) are cut into blocks, and part p of the work has blocks p, p + parts, ...
// for good. Block b is late by b times a delay that is longer than the way over which two waves touch the
// same numbers; a thread then needs what another did a while ago, and news of that has had time to come. As
// many rows as the parts' blocks have together are about as many as a wave has, so that all parts always
// have the same to do:
//
//      time ->
//      part 0, block 0   /------/
//      part 1, block 1      /------/
//      part 0, block 2         /------/
//      part 1, block 3            /------/
//
// Sweeps of many iterations have one block for each part instead: the next iteration follows there.
#pragma once

#include "sim/lattice/wave_layout.h"

#include <algorithm>
#include <cstdint>

namespace drape::sim {

struct WaveSchedule
{
    std::uint32_t parts = 1;
    std::uint32_t block_size = 1; ///< Rows, of a grid with layers layers.
    std::uint32_t blocks = 1;
    std::uint32_t block_delay = 0; ///< Times that a block is later than its waves, for every one before.
    std::uint32_t iteration_delay = 0; ///< Times from one iteration over the whole body to the next.
    std::uint32_t iterations = 1;      ///< Over the whole body.
    std::uint32_t times = 0;           ///< Of the whole sweep; in each a part has what one wave holds.
    std::uint32_t batch = 1;           ///< Times that make a step of Workers::run_steps,
    std::uint32_t slack = 0;           ///< and how many steps threads may be apart.

    std::uint32_t steps() const { return (times + batch - 1) / batch; }

    /// Calls use(wave inside the layer, layer, first row, row after the last) for all that the part does at
    /// this time. Nothing of it shares a particle.
    template<class Use>
    void for_each_stretch(const WaveLayout& layout, std::uint32_t time, std::uint32_t part,
                          Use&& use) const;
};

/// A schedule for at most so many threads; fewer parts where the grid is too small for more.
WaveSchedule make_wave_schedule(const Grid& grid, std::uint32_t iterations, std::uint32_t threads);

template<class Use>
void WaveSchedule::for_each_stretch(const WaveLayout& layout, std::uint32_t time, std::uint32_t part,
                                    Use&& use) const
{
    const bool by_rows = layout.grid.nz == 1;
    const std::uint32_t skew = by_rows ? kRowSkew : kLayerSkew;
    // Times from one block's begin to the next one's, and from a block's begin to its end.
    const std::uint32_t period = skew * block_size + block_delay;
    const std::uint32_t span = skew * (block_size - 1) + (by_rows ? layout.grid.nx : layout.waves);
    for (std::uint32_t iteration = 0; iteration < iterations; ++iteration) {
        if (time < iteration_delay * iteration)
            return;
        const std::uint32_t since = time - iteration_delay * iteration;
        const std::uint32_t running = since < span ? 0 : (since - span) / period + 1;
        for (std::uint32_t block = running + (part + parts - running % parts) % parts;
             block < blocks && period * block <= since; block += parts) {
            const std::uint32_t wave = since - block_delay * block;
            const std::uint32_t begin = block_size * block;
            const std::uint32_t end = begin + block_size;
            if (by_rows) {
                if (wave >= layout.waves)
                    continue;
                const WaveLayout::Wave& rows = layout.wave[wave];
                const std::uint32_t from = std::max(begin, rows.first);
                const std::uint32_t to = std::min(end, rows.first + rows.count);
                if (from < to)
                    use(wave, 0U, from, to);
                continue;
            }
            const std::uint32_t last = std::min({end, layout.grid.nz, wave / kLayerSkew + 1});
            for (std::uint32_t layer = begin; layer < last; ++layer) {
                const std::uint32_t inside = wave - kLayerSkew * layer;
                if (inside >= layout.waves)
                    continue;
                const WaveLayout::Wave& rows = layout.wave[inside];
                if (rows.count != 0)
                    use(inside, layer, rows.first, rows.first + rows.count);
            }
        }
    }
}

} // namespace drape::sim
