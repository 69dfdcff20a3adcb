#include "sim/tissue/kernels.h"

// NEON stands for ARM: the loads below are written for lanes whose number is known.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/tissue/lane_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/tissue/constraint_lanes-inl.h"
#include "sim/tissue/point_lanes-inl.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace drape::sim::tissue::HWY_NAMESPACE {

void solve_edges(const Batch<Edge>& batch, Range range, Point* x)
{
    solve_range<EdgeLanes, 1>(batch, range, x);
}

void solve_volumes(const Batch<Tet>& batch, Range range, Point* x)
{
    solve_range<VolumeLanes, 1>(batch, range, x);
}

LeastVolume least_volume(const Tet* tets, const double* rest, Range range, double threshold, const Point* x)
{
    LeastVolume found;
    const hn::CappedTag<double, 8> full;
    auto least = hn::Set(full, 1.0);
    for_lanes(range, [&](auto d, std::uint32_t t) HWY_ATTR DRAPE_INLINE {
        using D = decltype(d);
        const Tet* const first = tets + t;
        const Loaded<D> p = load_points(d, x, CornerOf<0, Tet>{first});
        const Vec3<D> a = load_points(d, x, CornerOf<1, Tet>{first}).p - p.p,
                      b = load_points(d, x, CornerOf<2, Tet>{first}).p - p.p,
                      c = load_points(d, x, CornerOf<3, Tet>{first}).p - p.p;
        const auto share = hn::Div(dot<D>(cross<D>(a, b), c), hn::LoadU(d, rest + t));
        if (!hn::AllTrue(d, hn::Ge(share, hn::Set(d, threshold))))
            found.has_offender = true;
        if constexpr (hn::MaxLanes(D()) == 1)
            found.least = hn::GetLane(share) < found.least ? hn::GetLane(share) : found.least;
        else
            least = hn::IfThenElse(hn::Lt(share, least), share, least);
    });
    const double across = hn::GetLane(hn::MinOfLanes(full, least));
    found.least = across < found.least ? across : found.least;
    return found;
}

/// Of a Point's four numbers those that are a place or a speed.
alignas(32) constexpr double kIsAxis[4] = {1.0, 1.0, 1.0, 0.0};

void predict(const Particles& particles, Range range, const glm::dvec3& gain, double dt)
{
    alignas(32) const double gains[4] = {gain.x, gain.y, gain.z, 0.0};
    const hn::CappedTag<double, 4> d;
    const auto lanes = hn::Lanes(d);
    const auto step = hn::Set(d, dt);
    for (std::uint32_t p = range.begin; p < range.end; ++p) {
        Point &x = particles.x[p], &v = particles.v[p];
        particles.x_start[p] = x;
        if (x.w != particles.inverse_mass[p]) // a narrow store before a wide load is slow
            x.w = particles.inverse_mass[p];
        if (x.w == 0.0) {
            v = glm::dvec3(0.0);
            continue;
        }
        for (std::size_t k = 0; k < 4; k += lanes) {
            const auto speed = hn::Add(hn::Load(d, &v.x + k), hn::Load(d, gains + k));
            hn::Store(speed, d, &v.x + k);
            hn::Store(hn::Add(hn::Load(d, &x.x + k), hn::Mul(speed, step)), d, &x.x + k);
        }
    }
}

template<class D>
HWY_INLINE hn::Vec<D> round_to(D d, const hn::Vec<D>& value, const FixedGrid& grid)
{
    const auto shift = hn::Set(d, 6755399441055744.0); // FixedGrid::round
    return hn::Mul(hn::Sub(hn::Add(hn::Mul(value, hn::Set(d, grid.scale)), shift), shift),
                   hn::Set(d, grid.unit));
}

void round_positions(const Particles& particles, Range range, double dt, double farthest,
                     const FixedGrid& grid)
{
    const hn::CappedTag<double, 4> d;
    const auto lanes = hn::Lanes(d);
    const auto time = hn::Set(d, dt);
    for (std::uint32_t p = range.begin; p < range.end; ++p) {
        Point& x = particles.x[p];
        const double w = particles.inverse_mass[p];
        if (w == 0.0)
            continue;
        const Point& start = particles.x_start[p];
        const double sx = x.x - start.x, sy = x.y - start.y, sz = x.z - start.z;
        const double square = (sx * sx + sy * sy) + sz * sz;
        if (square > farthest * farthest) {
            const double share = farthest / std::sqrt(square);
            x = glm::dvec3(start.x + sx * share, start.y + sy * share, start.z + sz * share);
        }
        for (std::size_t k = 0; k < 4; k += lanes) {
            const auto place = hn::Load(d, &x.x + k);
            const auto is_axis = hn::Gt(hn::Load(d, kIsAxis + k), hn::Zero(d));
            const auto speed = hn::Div(hn::Sub(place, hn::Load(d, &start.x + k)), time);
            hn::Store(hn::IfThenElseZero(is_axis, speed), d, &particles.v[p].x + k);
            hn::Store(hn::IfThenElse(is_axis, round_to(d, place, grid), place), d, &x.x + k);
        }
    }
}

bool update_velocities(const Particles& particles, Range range, double dt, const FixedGrid& grid)
{
    const hn::CappedTag<double, 4> d;
    const auto lanes = hn::Lanes(d);
    const auto most = hn::Set(d, kFarthestCount * grid.unit);
    bool is_inside = true;
    for (std::uint32_t p = range.begin; p < range.end; ++p) {
        Point &x = particles.x[p], &v = particles.v[p];
        if (particles.inverse_mass[p] == 0.0)
            continue;
        if (particles.guarded[p] != 0) {
            const Point& start = particles.x_start[p];
            v = glm::dvec3((x.x - start.x) / dt, (x.y - start.y) / dt, (x.z - start.z) / dt);
        }
        const double kept = 1.0 - particles.damping[p] * dt;
        const auto share = hn::Set(d, kept > 0.0 ? kept : 0.0);
        for (std::size_t k = 0; k < 4; k += lanes) {
            const auto speed = round_to(d, hn::Mul(hn::Load(d, &v.x + k), share), grid);
            hn::Store(speed, d, &v.x + k);
            const auto place = hn::Load(d, &x.x + k);
            const auto is_axis = hn::Gt(hn::Load(d, kIsAxis + k), hn::Zero(d));
            const auto largest = hn::IfThenElseZero(is_axis, hn::Max(hn::Abs(place), hn::Abs(speed)));
            // Max may hide that one of two is not a number; their sum does not.
            const auto both = hn::IfThenElseZero(is_axis, hn::Add(place, speed));
            is_inside = is_inside && hn::AllTrue(d, hn::And(hn::Lt(largest, most), hn::Eq(both, both)));
        }
    }
    return is_inside;
}

void hold_at_wall(const Wall& wall, const std::uint8_t* attached, Range range, Point* x)
{
    const auto hold = [&](std::uint32_t p) {
        if (x[p].w == 0.0)
            return;
        const Wall::Height at = wall.at(x[p]);
        if (at.height < 0.0 || attached[p] != 0)
            x[p] = x[p] - at.normal * at.height;
    };
    const bool is_round = wall.kind == Wall::Kind::Cylinder;
    for_lanes(range, [&](auto d, std::uint32_t first) HWY_ATTR DRAPE_INLINE {
        using D = decltype(d);
        constexpr std::size_t kLanes = hn::MaxLanes(D());
        const Loaded<D> at = load_points(d, x, [&](std::size_t k) { return first + k; });
        const auto z = hn::Sub(at.p.z, hn::Set(d, wall.axis_z));
        const auto height = is_round ? hn::Sub(hn::Sqrt(hn::Add(hn::Mul(at.p.x, at.p.x), hn::Mul(z, z))),
                                               hn::Set(d, wall.radius))
                                     : hn::Mul(at.p.z, hn::Set(d, wall.facing));
        std::uint8_t any_attached = 0;
        for (std::size_t k = 0; k < kLanes; ++k)
            any_attached = static_cast<std::uint8_t>(any_attached | attached[first + k]);
        // Few are at the wall: those are put there one by one.
        if (any_attached != 0 || !hn::AllTrue(d, hn::Ge(height, hn::Zero(d))))
            for (std::size_t k = 0; k < kLanes; ++k)
                hold(first + static_cast<std::uint32_t>(k));
    });
}

std::uint32_t find_near(const Triangle* triangles, Range range, const glm::dvec3& low,
                        const glm::dvec3& high, const Point* x, std::uint32_t* found)
{
    std::uint32_t count = 0;
    for_lanes(range, [&](auto d, std::uint32_t t) HWY_ATTR DRAPE_INLINE {
        using D = decltype(d);
        const Triangle* const first = triangles + t;
        const Vec3<D> a = load_points(d, x, CornerOf<0, Triangle>{first}).p,
                      b = load_points(d, x, CornerOf<1, Triangle>{first}).p,
                      c = load_points(d, x, CornerOf<2, Triangle>{first}).p;
        const auto is_apart = [&](hn::Vec<D> p, hn::Vec<D> q, hn::Vec<D> r,
                                  int axis) HWY_ATTR DRAPE_INLINE {
            const auto under = hn::Set(d, low[axis]), over = hn::Set(d, high[axis]);
            return hn::Or(hn::And(hn::And(hn::Lt(p, under), hn::Lt(q, under)), hn::Lt(r, under)),
                          hn::And(hn::And(hn::Gt(p, over), hn::Gt(q, over)), hn::Gt(r, over)));
        };
        const auto apart = hn::Or(hn::Or(is_apart(a.x, b.x, c.x, 0), is_apart(a.y, b.y, c.y, 1)),
                                  is_apart(a.z, b.z, c.z, 2));
        if (hn::AllTrue(d, apart))
            return;
        double flags[hn::MaxLanes(D())];
        hn::StoreU(hn::IfThenElseZero(apart, hn::Set(d, 1.0)), d, flags);
        for (std::size_t k = 0; k < hn::MaxLanes(D()); ++k)
            if (flags[k] == 0.0)
                found[count++] = t + static_cast<std::uint32_t>(k);
    });
    return count;
}

constexpr Kernels kKernels = {solve_edges,     solve_volumes,     least_volume, predict,
                              round_positions, update_velocities, hold_at_wall, find_near};

const Kernels* kernels()
{
    return &kKernels;
}

} // namespace drape::sim::tissue::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drape::sim::tissue {

HWY_EXPORT(kernels);

const Kernels& lane_kernels()
{
    return *HWY_DYNAMIC_DISPATCH(kernels)();
}

} // namespace drape::sim::tissue
#endif
