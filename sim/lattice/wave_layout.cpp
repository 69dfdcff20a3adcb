#include "sim/lattice/wave_layout.h"

#include "sim/check.h"

#include <algorithm>

namespace drape::sim {

namespace {

// Waves stored before the first and after the last of a layer, without particles: what lanes outside of the
// grid reach for.
constexpr std::int64_t kWavesBefore = 4; // (0, -1)
constexpr std::int64_t kWavesAfter = 8;  // (0, 2)
// Room before a wave's first row: for (nx, j), which would be the row above in the wave after.
constexpr std::int64_t kRoomBefore = 1;
// Room after its last row: a vector's lanes, and the two rows below.
constexpr std::int64_t kRoomAfter = static_cast<std::int64_t>(kMostLanes) + 2;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) // a may be negative, b > 0
{
    return a >= 0 ? (a + b - 1) / b : -(-a / b);
}

/// Rows [first, end) of wave u, for any u.
struct Rows
{
    std::int64_t first, end;
};

Rows rows_of(const Grid& grid, std::int64_t u)
{
    // 0 <= u - 4*j < nx. The end is held by the grid, the first is not: a wave after the last one begins
    // where its rows would be.
    const std::int64_t first = std::max<std::int64_t>(0, ceil_div(u - grid.nx + 1, kRowSkew));
    const std::int64_t end = u < 0 ? 0 : std::min<std::int64_t>(grid.ny, u / kRowSkew + 1);
    return {first, std::max(first, end)};
}

bool has_room(const Grid& grid, const OwnedSpring& spring)
{
    return static_cast<std::uint32_t>(std::abs(spring.di)) < grid.nx &&
           static_cast<std::uint32_t>(std::abs(spring.dj)) < grid.ny &&
           static_cast<std::uint32_t>(spring.dk) < grid.nz;
}

/// Rows of wave u, from its first, whose particles have the other end inside the layer's sides.
WaveLayout::Reach reach_of(const Grid& grid, std::int64_t u, const OwnedSpring& spring)
{
    const Rows rows = rows_of(grid, u);
    // 0 <= u - 4*j + di < nx and 0 <= j + dj < ny
    const std::int64_t begin = std::max({rows.first, ceil_div(u + spring.di - grid.nx + 1, kRowSkew),
                                         static_cast<std::int64_t>(-spring.dj)});
    const std::int64_t inside = u + spring.di;
    const std::int64_t end = std::min(
        {rows.end, inside < 0 ? 0 : inside / kRowSkew + 1, static_cast<std::int64_t>(grid.ny) - spring.dj});
    WaveLayout::Reach reach;
    if (begin < end) {
        reach.begin = static_cast<std::uint32_t>(begin - rows.first);
        reach.end = static_cast<std::uint32_t>(end - rows.first);
    }
    return reach;
}

} // namespace

WaveLayout build_wave_layout(const Grid& grid, double spacing)
{
    WaveLayout layout;
    layout.grid = grid;
    layout.waves = grid.nx + kRowSkew * (grid.ny - 1);
    layout.inner_layers = grid.nz;
    for (const OwnedSpring& spring : kOwnedSprings)
        if (has_room(grid, spring)) {
            layout.inner_layers =
                std::min(layout.inner_layers, grid.nz - static_cast<std::uint32_t>(spring.dk));
            layout.springs.push_back(spring);
            layout.rest.push_back(rest_length(spring.kind, spacing));
        }

    // First rows begin at multiples of a whole vector, so that many loads are aligned.
    constexpr auto kLanes = static_cast<std::int64_t>(kMostLanes);
    std::vector<std::int64_t> begins;
    std::int64_t begin = kLanes;
    for (std::int64_t u = -kWavesBefore; u < layout.waves + kWavesAfter; ++u) {
        const Rows rows = rows_of(grid, u);
        begins.push_back(begin);
        if (u >= 0 && u < layout.waves)
            layout.wave.push_back({begin, static_cast<std::uint32_t>(rows.first),
                                   static_cast<std::uint32_t>(rows.end - rows.first), 0, 0});
        begin += ceil_div(rows.end - rows.first + kRoomAfter + kRoomBefore, kLanes) * kLanes;
    }
    layout.layer_size = begin;

    layout.reach.reserve(layout.springs.size() * layout.waves);
    for (std::int64_t u = 0; u < layout.waves; ++u) {
        WaveLayout::Wave& wave = layout.wave[static_cast<std::size_t>(u)];
        wave.inner_end = wave.count;
        for (const OwnedSpring& spring : layout.springs) {
            const std::int64_t v = u + spring.di + std::int64_t{kRowSkew} * spring.dj;
            DRAPE_ASSERT(v >= -kWavesBefore && v < layout.waves + kWavesAfter);
            WaveLayout::Reach reach = reach_of(grid, u, spring);
            reach.to = spring.dk * layout.layer_size +
                       (begins[static_cast<std::size_t>(v + kWavesBefore)] - rows_of(grid, v).first) -
                       (begins[static_cast<std::size_t>(u + kWavesBefore)] - rows_of(grid, u).first) +
                       spring.dj;
            layout.reach.push_back(reach);
            wave.inner_begin = std::max(wave.inner_begin, reach.begin);
            wave.inner_end = std::min(wave.inner_end, reach.end);
        }
    }
    return layout;
}

std::uint32_t iteration_skew(const Grid& grid)
{
    // Two particles share one where the ways to it, 0 to 8 waves inside a layer and up to 26 across layers,
    // differ by as much at most.
    return grid.nz == 1 ? 9 : 27;
}

} // namespace drape::sim
