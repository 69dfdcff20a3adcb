// Who relaxes what at which time: everything once, and no two threads at the same numbers.
#include "sim/lattice/wave_schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <tuple>
#include <vector>

namespace drape::test {
namespace {

using sim::Grid;
using sim::WaveLayout;
using sim::WaveSchedule;

struct Case
{
    Grid grid;
    std::uint32_t iterations, threads, parts;
};

void PrintTo(const Case& c, std::ostream* out)
{
    *out << c.grid.nx << "x" << c.grid.ny << "x" << c.grid.nz << ", " << c.iterations << " iterations, "
         << c.threads << " threads";
}

/// One stretch of a part's work at one time.
struct Stretch
{
    std::uint32_t part, time, wave, layer, begin, end;
};

std::vector<Stretch> all_stretches(const WaveLayout& layout, const WaveSchedule& schedule)
{
    std::vector<Stretch> list;
    for (std::uint32_t time = 0; time < schedule.times; ++time)
        for (std::uint32_t part = 0; part < schedule.parts; ++part)
            schedule.for_each_stretch(
                layout, time, part,
                [&](std::uint32_t wave, std::uint32_t layer, std::uint32_t begin, std::uint32_t end) {
                    list.push_back({part, time, wave, layer, begin, end});
                });
    return list;
}

using Place = std::tuple<std::uint32_t, std::int64_t, std::int64_t>; // layer, wave, row

class Schedules : public testing::TestWithParam<Case>
{
protected:
    const WaveLayout layout = sim::build_wave_layout(GetParam().grid, 1.0);
    const WaveSchedule schedule =
        sim::make_wave_schedule(GetParam().grid, GetParam().iterations, GetParam().threads);
};

TEST_P(Schedules, HaveThePartsThatAreWorthIt)
{
    EXPECT_EQ(schedule.parts, GetParam().parts);
}

TEST_P(Schedules, RelaxEveryParticleOnceAnIteration)
{
    std::map<Place, std::uint32_t> visits;
    for (const Stretch& s : all_stretches(layout, schedule))
        for (std::uint32_t row = s.begin; row < s.end; ++row) {
            ASSERT_GE(row, layout.wave[s.wave].first);
            ASSERT_LT(row, layout.wave[s.wave].first + layout.wave[s.wave].count);
            ++visits[{s.layer, s.wave, row}];
        }
    EXPECT_EQ(visits.size(), GetParam().grid.count());
    for (const auto& [place, count] : visits)
        ASSERT_EQ(count, schedule.iterations);
}

TEST_P(Schedules, LetNoTwoTouchTheSameNumbersThatMayRunAtTheSameTime)
{
    // What a stretch touches: its own numbers and the other ends of its springs, up to the last lane that
    // may hang over its end.
    struct Touch
    {
        std::uint32_t time, part;
        std::size_t stretch;
    };
    std::map<Place, std::vector<Touch>> touches;
    const std::vector<Stretch> stretches = all_stretches(layout, schedule);
    for (std::size_t n = 0; n < stretches.size(); ++n) {
        const Stretch& s = stretches[n];
        std::vector<sim::OwnedSpring> ways = layout.springs;
        ways.push_back({0, 0, 0, sim::SpringKind::Structural});
        for (const sim::OwnedSpring& way : ways) {
            const std::int64_t wave = std::int64_t{s.wave} + way.di + std::int64_t{sim::kRowSkew} * way.dj;
            const std::uint32_t layer = s.layer + static_cast<std::uint32_t>(way.dk);
            if (wave < 0 || wave >= layout.waves || layer >= layout.grid.nz)
                continue;
            const WaveLayout::Wave& rows = layout.wave[static_cast<std::size_t>(wave)];
            const std::int64_t hanging = static_cast<std::int64_t>(sim::kMostLanes) - 1;
            for (std::int64_t row = std::int64_t{s.begin} + way.dj; row < s.end + way.dj + hanging; ++row)
                if (row >= rows.first && row < std::int64_t{rows.first} + rows.count)
                    touches[{layer, wave, row}].push_back({s.time, s.part, n});
        }
    }
    for (auto& [place, list] : touches) {
        std::sort(list.begin(), list.end(), [](const Touch& a, const Touch& b) { return a.time < b.time; });
        for (std::size_t a = 0; a < list.size(); ++a)
            for (std::size_t b = a + 1; b < list.size(); ++b) {
                if (list[b].time / schedule.batch > list[a].time / schedule.batch + schedule.slack)
                    break; // one waits for the other
                if (list[a].stretch == list[b].stretch)
                    continue;
                ASSERT_EQ(list[a].part, list[b].part)
                    << "at the times " << list[a].time << " and " << list[b].time;
                ASSERT_LT(list[a].time, list[b].time) << "read together by part " << list[a].part;
            }
    }
}

TEST_P(Schedules, KeepTheOrderOfTheSweep)
{
    // By particle: when each iteration comes to it.
    const Grid& grid = GetParam().grid;
    std::map<Place, std::vector<std::uint32_t>> times;
    for (const Stretch& s : all_stretches(layout, schedule))
        for (std::uint32_t row = s.begin; row < s.end; ++row)
            times[{s.layer, s.wave, row}].push_back(s.time);
    std::vector<std::vector<std::uint32_t>> touched_by(grid.count());
    std::vector<std::vector<std::uint32_t>> when(grid.count());
    for (std::uint32_t k = 0, p = 0; k < grid.nz; ++k)
        for (std::uint32_t j = 0; j < grid.ny; ++j)
            for (std::uint32_t i = 0; i < grid.nx; ++i, ++p) {
                when[p] = times[{k, i + sim::kRowSkew * j, j}];
                touched_by[p].push_back(p);
                for (const sim::OwnedSpring& spring : layout.springs) {
                    const std::int64_t x = std::int64_t{i} + spring.di, y = std::int64_t{j} + spring.dj;
                    const std::uint32_t z = k + static_cast<std::uint32_t>(spring.dk);
                    if (x >= 0 && x < grid.nx && y >= 0 && y < grid.ny && z < grid.nz)
                        touched_by[grid.index(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
                                              z)]
                            .push_back(p);
                }
            }
    for (const std::vector<std::uint32_t>& sharers : touched_by)
        for (const std::uint32_t p : sharers)
            for (const std::uint32_t q : sharers) {
                for (std::uint32_t n = 0; p < q && n < schedule.iterations; ++n)
                    ASSERT_LT(when[p][n], when[q][n]);
                for (std::uint32_t n = 1; n < schedule.iterations; ++n)
                    ASSERT_LT(when[p][n - 1], when[q][n]);
            }
}

INSTANTIATE_TEST_SUITE_P(All, Schedules,
                         testing::Values(Case{{9, 7, 1}, 1, 1, 1}, Case{{9, 7, 3}, 4, 1, 1},
                                         Case{{200, 130, 1}, 1, 2, 2}, Case{{193, 50, 1}, 1, 3, 2},
                                         Case{{301, 77, 1}, 1, 3, 3}, Case{{100, 100, 1}, 1, 2, 1},
                                         Case{{30, 65, 1}, 4, 2, 2}, Case{{80, 97, 1}, 3, 3, 3},
                                         Case{{2, 64, 1}, 3, 2, 2}, Case{{12, 14, 9}, 1, 2, 2},
                                         Case{{7, 20, 13}, 1, 3, 3}, Case{{6, 5, 9}, 3, 2, 2},
                                         Case{{1, 1, 300}, 2, 2, 2}, Case{{5, 1, 40}, 3, 3, 3}));

} // namespace
} // namespace drape::test
