// Compiled once for each instruction set: Highway includes this file again for every one of them.
#include "sim/lattice/wave_kernel.h"

// The targets left out differ from those kept in nothing that is used here (SSE4 of SSSE3, AVX-512 of its
// later extensions) or have vectors whose length only the machine knows, which go into no array.
#define HWY_DISABLED_TARGETS                                                                               \
    (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/lattice/wave_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace drape::sim {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// One particle's springs wait for each other, each for a root and a division; so many vectors of one wave
// are relaxed in turn to fill that time.
constexpr std::size_t kMostInFlight = 4;

/// A vector of particles: rows row .. row + rows - 1 of one wave in one layer, as many as there are lanes
/// or fewer.
struct Run
{
    std::ptrdiff_t place; ///< Of the first lane.
    std::uint32_t wave;   ///< Inside the layer.
    std::uint32_t row;    ///< From the wave's first.
    std::uint32_t rows;
    std::uint32_t layer;
};

template<class D>
constexpr std::uint32_t lanes_of(D d)
{
    return static_cast<std::uint32_t>(hn::MaxLanes(d));
}

/// Lanes begin .. end - 1, both counted from the first lane and possibly outside of the vector.
template<class D>
HWY_INLINE hn::Mask<D> lanes_between(D d, std::int64_t begin, std::int64_t end)
{
    const auto within = [](std::int64_t lane) {
        return static_cast<std::size_t>(std::clamp<std::int64_t>(lane, 0, lanes_of(D())));
    };
    return hn::AndNot(hn::FirstN(d, within(begin)), hn::FirstN(d, within(end)));
}

/// All iterations of `kCount` vectors of one wave: relax_pair of pair.h, operation for operation, for each
/// particle's springs in list order.
///
/// kIsInner:  every lane owns every spring, so that nothing is masked.
/// kIsEven:   all inverse masses are the same and not 0; both corrections are then the same product.
/// kIsDamped: the damping is not 0.
template<std::size_t kCount, bool kIsInner, bool kIsEven, bool kIsDamped, class D>
HWY_NOINLINE void relax_runs(D d, const WaveSweep& sweep, const Run* runs)
{
    using V = hn::Vec<D>;
    using M = hn::Mask<D>;
    const WaveLayout& layout = sweep.layout;
    const std::size_t springs = layout.springs.size();
    constexpr std::size_t kMostSprings = kOwnedSprings.size();

    // Where the other ends are, and which lanes have one.
    std::array<std::array<std::ptrdiff_t, kCount>, kMostSprings> other;
    M has_other[kMostSprings][kCount];
    for (std::size_t s = 0; s < springs; ++s)
        for (std::size_t n = 0; n < kCount; ++n) {
            const Run& run = runs[n];
            const WaveLayout::Reach& reach = layout.reach[run.wave * springs + s];
            if constexpr (kIsInner) {
                other[s][n] = run.place + reach.to;
            } else {
                // Towards a layer that is not there, the particle stands in itself; masked out.
                const bool is_there = layout.has_spring(s, run.layer);
                other[s][n] = run.place + (is_there ? reach.to : 0);
                const std::int64_t row = run.row, end = std::min(reach.end, run.row + run.rows);
                has_other[s][n] =
                    is_there ? lanes_between(d, reach.begin - row, end - row) : hn::FirstN(d, 0);
            }
        }

    // Brought in once and written once, however many the iterations: the other ends lie across the lines of
    // the cache, and at the border of two threads' parts both would write to the same lines all the time.
    V ax[kCount], ay[kCount], az[kCount];
    V other_x[kMostSprings][kCount], other_y[kMostSprings][kCount], other_z[kMostSprings][kCount];
    for (std::size_t n = 0; n < kCount; ++n) {
        ax[n] = hn::LoadU(d, sweep.x + runs[n].place);
        ay[n] = hn::LoadU(d, sweep.y + runs[n].place);
        az[n] = hn::LoadU(d, sweep.z + runs[n].place);
        for (std::size_t s = 0; s < springs; ++s) {
            other_x[s][n] = hn::LoadU(d, sweep.x + other[s][n]);
            other_y[s][n] = hn::LoadU(d, sweep.y + other[s][n]);
            other_z[s][n] = hn::LoadU(d, sweep.z + other[s][n]);
        }
    }

    const V tiny = hn::Set(d, kTiny);
    const V stiffness = hn::Set(d, sweep.stiffness);
    const V damping = hn::Set(d, sweep.damping);
    const V even_mass = hn::Set(d, sweep.common_inverse_mass);
    const V even_sum = hn::Set(d, sweep.common_inverse_mass + sweep.common_inverse_mass);

    for (int iteration = 0; iteration < sweep.iterations_inside; ++iteration) {
        for (std::size_t s = 0; s < springs; ++s) {
            const V rest = hn::Set(d, layout.rest[s]);
            for (std::size_t n = 0; n < kCount; ++n) {
                [[maybe_unused]] const std::ptrdiff_t a = runs[n].place, b = other[s][n];
                const V bx = other_x[s][n], by = other_y[s][n], bz = other_z[s][n];
                const V dx = hn::Sub(ax[n], bx), dy = hn::Sub(ay[n], by), dz = hn::Sub(az[n], bz);
                const V square = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
                const V r = hn::Sqrt(hn::Add(square, tiny));
                V err = hn::Mul(hn::Sub(r, rest), stiffness);
                if constexpr (kIsDamped) {
                    const V dvx = hn::Sub(hn::LoadU(d, sweep.vx + a), hn::LoadU(d, sweep.vx + b));
                    const V dvy = hn::Sub(hn::LoadU(d, sweep.vy + a), hn::LoadU(d, sweep.vy + b));
                    const V dvz = hn::Sub(hn::LoadU(d, sweep.vz + a), hn::LoadU(d, sweep.vz + b));
                    const V along = hn::Add(hn::Add(hn::Mul(dvx, dx), hn::Mul(dvy, dy)), hn::Mul(dvz, dz));
                    err = hn::Add(err, hn::Mul(damping, hn::Div(along, r)));
                }
                V new_ax, new_ay, new_az, new_bx, new_by, new_bz;
                M writes_a, writes_b;
                if constexpr (kIsEven) {
                    const V c = hn::Mul(hn::Div(err, hn::Mul(r, even_sum)), even_mass);
                    const V cx = hn::Mul(dx, c), cy = hn::Mul(dy, c), cz = hn::Mul(dz, c);
                    new_ax = hn::Sub(ax[n], cx), new_ay = hn::Sub(ay[n], cy), new_az = hn::Sub(az[n], cz);
                    new_bx = hn::Add(bx, cx), new_by = hn::Add(by, cy), new_bz = hn::Add(bz, cz);
                    if constexpr (!kIsInner)
                        writes_a = writes_b = has_other[s][n];
                } else {
                    const V wa = hn::LoadU(d, sweep.inverse_mass + a);
                    const V wb = hn::LoadU(d, sweep.inverse_mass + b);
                    const V scale = hn::Div(err, hn::Mul(r, hn::Add(wa, wb)));
                    const V ca = hn::Mul(scale, wa), cb = hn::Mul(scale, wb);
                    new_ax = hn::Sub(ax[n], hn::Mul(dx, ca)), new_bx = hn::Add(bx, hn::Mul(dx, cb));
                    new_ay = hn::Sub(ay[n], hn::Mul(dy, ca)), new_by = hn::Add(by, hn::Mul(dy, cb));
                    new_az = hn::Sub(az[n], hn::Mul(dz, ca)), new_bz = hn::Add(bz, hn::Mul(dz, cb));
                    // A side of inverse mass 0 is not written: the correction may be infinite.
                    writes_a = hn::Ne(wa, hn::Zero(d));
                    writes_b = hn::Ne(wb, hn::Zero(d));
                    if constexpr (!kIsInner) {
                        writes_a = hn::And(writes_a, has_other[s][n]);
                        writes_b = hn::And(writes_b, has_other[s][n]);
                    }
                }
                if constexpr (kIsInner && kIsEven) {
                    ax[n] = new_ax, ay[n] = new_ay, az[n] = new_az;
                } else {
                    ax[n] = hn::IfThenElse(writes_a, new_ax, ax[n]);
                    ay[n] = hn::IfThenElse(writes_a, new_ay, ay[n]);
                    az[n] = hn::IfThenElse(writes_a, new_az, az[n]);
                    new_bx = hn::IfThenElse(writes_b, new_bx, bx);
                    new_by = hn::IfThenElse(writes_b, new_by, by);
                    new_bz = hn::IfThenElse(writes_b, new_bz, bz);
                }
                other_x[s][n] = new_bx, other_y[s][n] = new_by, other_z[s][n] = new_bz;
            }
        }
    }
    // A lane without a spring writes back what was there. It may be a particle's, seen from a lane that
    // hangs over the end of its rows; nobody touches that one at this time, by the same distances that hold
    // inside (a block's delay counts those lanes in).
    for (std::size_t n = 0; n < kCount; ++n) {
        for (std::size_t s = 0; s < springs; ++s) {
            hn::StoreU(other_x[s][n], d, sweep.x + other[s][n]);
            hn::StoreU(other_y[s][n], d, sweep.y + other[s][n]);
            hn::StoreU(other_z[s][n], d, sweep.z + other[s][n]);
        }
        // Last, over what a spring into a missing layer has put back.
        hn::StoreU(ax[n], d, sweep.x + runs[n].place);
        hn::StoreU(ay[n], d, sweep.y + runs[n].place);
        hn::StoreU(az[n], d, sweep.z + runs[n].place);
    }
}

template<std::size_t kCount, class D>
void relax_by_kind(D d, const WaveSweep& sweep, bool is_inner, const Run* runs)
{
    const bool is_even = sweep.common_inverse_mass != 0.0;
    const bool is_damped = sweep.damping != 0.0;
    if (is_even && !is_damped && is_inner)
        relax_runs<kCount, true, true, false>(d, sweep, runs);
    else if (is_even && !is_damped)
        relax_runs<kCount, false, true, false>(d, sweep, runs);
    else if (is_even)
        relax_runs<kCount, false, true, true>(d, sweep, runs);
    else if (is_damped)
        relax_runs<kCount, false, false, true>(d, sweep, runs);
    else
        relax_runs<kCount, false, false, false>(d, sweep, runs);
}

/// Runs that are relaxed side by side, until there are enough of them.
struct Group
{
    std::array<Run, kMostInFlight> runs;
    std::size_t filled = 0;
    std::size_t left = 0; ///< Runs not yet relaxed.
    bool is_inner = true; ///< In each of them every lane owns every spring.
};

/// How many of the runs to come make a group: 5 are 3 and 2, since a lone one would wait for itself.
std::size_t group_size(std::size_t runs)
{
    const std::size_t groups = (runs + kMostInFlight - 1) / kMostInFlight;
    return (runs + groups - 1) / groups;
}

template<class D>
void relax_group(D d, const WaveSweep& sweep, Group& group)
{
    const bool is_inner = group.is_inner;
    const Run* const runs = group.runs.data();
    if (group.filled == 4)
        relax_by_kind<4>(d, sweep, is_inner, runs);
    else if (group.filled == 3)
        relax_by_kind<3>(d, sweep, is_inner, runs);
    else if (group.filled == 2)
        relax_by_kind<2>(d, sweep, is_inner, runs);
    else
        relax_by_kind<1>(d, sweep, is_inner, runs);
    group.left -= group.filled;
    group.filled = 0;
    group.is_inner = true;
}

/// Calls use(run, whether every lane of it owns every spring) for all that a part does at one time.
template<class D, class Use>
HWY_INLINE void for_each_run(D d, const WaveSweep& sweep, std::uint32_t time, std::uint32_t part, Use&& use)
{
    const WaveLayout& layout = sweep.layout;
    sweep.schedule.for_each_stretch(
        layout, time, part,
        [&](std::uint32_t wave, std::uint32_t layer, std::uint32_t begin, std::uint32_t end) {
            const WaveLayout::Wave& rows = layout.wave[wave];
            const std::ptrdiff_t place =
                static_cast<std::ptrdiff_t>(layer) * layout.layer_size + rows.begin;
            const bool is_inner_layer = layer < layout.inner_layers;
            for (std::uint32_t row = begin - rows.first; row < end - rows.first; row += lanes_of(d)) {
                const std::uint32_t count = std::min(end - rows.first - row, lanes_of(d));
                const bool is_inner = is_inner_layer && count == lanes_of(d) && row >= rows.inner_begin &&
                                      row + count <= rows.inner_end;
                use(Run{place + row, wave, row, count, layer}, is_inner);
            }
        });
}

/// All that a part does at one time of the schedule. Runs at the sides of the grid need masks, and bring
/// them to all of their group. Where an iteration is over the whole body there are runs of many iterations
/// at a time, enough for groups of their own; where it is over a particle, full groups are worth more.
template<class D>
void relax_at(D d, const WaveSweep& sweep, std::uint32_t time, std::uint32_t part)
{
    const bool sides_apart = sweep.iterations_inside == 1;
    Group inner, sides;
    for_each_run(d, sweep, time, part,
                 [&](const Run&, bool is_inner) { ++(sides_apart && !is_inner ? sides : inner).left; });
    for_each_run(d, sweep, time, part, [&](const Run& run, bool is_inner) {
        Group& group = sides_apart && !is_inner ? sides : inner;
        group.runs[group.filled++] = run;
        group.is_inner = group.is_inner && is_inner;
        if (group.filled == group_size(group.left))
            relax_group(d, sweep, group);
    });
}

template<class D>
void run_waves(D d, const WaveSweep& sweep, Workers& workers)
{
    const WaveSchedule& schedule = sweep.schedule;
    workers.run_steps(
        schedule.steps(), schedule.slack, [&](std::uint32_t) { return schedule.parts; },
        [&](std::uint32_t step, std::uint32_t part) {
            const std::uint32_t begin = schedule.batch * step;
            const std::uint32_t end = std::min(schedule.times, begin + schedule.batch);
            for (std::uint32_t time = begin; time < end; ++time)
                relax_at(d, sweep, time, part);
        });
}

} // namespace

void run_vector_waves(const WaveSweep& sweep, Workers& workers)
{
    run_waves(hn::CappedTag<double, kMostLanes>(), sweep, workers);
}

#if HWY_TARGET == HWY_STATIC_TARGET
void run_scalar_waves(const WaveSweep& sweep, Workers& workers)
{
    run_waves(hn::CappedTag<double, 1>(), sweep, workers);
}
#endif

} // namespace HWY_NAMESPACE
} // namespace drape::sim
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drape::sim {

HWY_EXPORT(run_vector_waves);

WaveLoop vector_wave_loop()
{
    return HWY_DYNAMIC_DISPATCH(run_vector_waves);
}

WaveLoop scalar_wave_loop()
{
    return HWY_STATIC_DISPATCH(run_scalar_waves);
}

std::int64_t compiled_wave_targets()
{
    return HWY_TARGETS;
}

} // namespace drape::sim
#endif
