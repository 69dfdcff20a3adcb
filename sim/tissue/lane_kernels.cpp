#include "sim/tissue/distance.h"
#include "sim/tissue/kernels.h"

// NEON stands for ARM: the loads below are written for lanes whose number is known.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/tissue/lane_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstring>

// A lambda that the compiler does not inline gets its captures through memory, once a constraint.
#ifndef DRAPE_INLINE
#    define DRAPE_INLINE __attribute__((always_inline))
#endif

HWY_BEFORE_NAMESPACE();
namespace drape::sim::tissue::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template<class D>
struct Vec3
{
    hn::Vec<D> x, y, z;
};

template<class D>
struct Loaded
{
    Vec3<D> p;
    hn::Vec<D> w;
};

template<class D>
HWY_INLINE Vec3<D> operator-(const Vec3<D>& a, const Vec3<D>& b)
{
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

template<class D>
HWY_INLINE hn::Vec<D> dot(const Vec3<D>& a, const Vec3<D>& b)
{
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

template<class D>
HWY_INLINE Vec3<D> cross(const Vec3<D>& a, const Vec3<D>& b)
{
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

/// Corner `Which` of the constraints from `first` on, one a lane.
template<std::size_t Which, class Corners>
struct CornerOf
{
    const Corners* first;
    HWY_INLINE std::size_t operator()(std::size_t lane) const { return first[lane][Which]; }
};

/// Lanes of one point each become one vector an axis. Eight lanes are loaded as rows k and k + 4 side by
/// side, so that eight and four lanes are turned by the same steps inside their 256-bit halves:
///   rows    [x0 y0 z0 w0]  ->  pairs [x0 x1 | z0 z1], [y0 y1 | w0 w1]  ->  [x0 x1 | x2 x3], ...
template<class D, class Index>
HWY_INLINE Loaded<D> load_points(D d, const Point* points, Index index)
{
    const auto row = [&](std::size_t k) HWY_ATTR DRAPE_INLINE { return &points[index(k)].x; };
    constexpr std::size_t kLanes = hn::MaxLanes(D());
    if constexpr (kLanes == 1) {
        const double* const p = row(0);
        return {{hn::Set(d, p[0]), hn::Set(d, p[1]), hn::Set(d, p[2])}, hn::Set(d, p[3])};
    }
#if HWY_TARGET != HWY_SCALAR // which has one lane, and none of these
    else if constexpr (kLanes == 2) {
        const auto low0 = hn::Load(d, row(0)), low1 = hn::Load(d, row(1));
        const auto high0 = hn::Load(d, row(0) + 2), high1 = hn::Load(d, row(1) + 2);
        return {{hn::InterleaveLower(d, low0, low1), hn::InterleaveUpper(d, low0, low1),
                 hn::InterleaveLower(d, high0, high1)},
                hn::InterleaveUpper(d, high0, high1)};
    } else {
        const auto rows = [&](std::size_t k) HWY_ATTR DRAPE_INLINE {
            if constexpr (kLanes == 4)
                return hn::Load(d, row(k));
            else {
                const hn::Half<D> half;
                return hn::Combine(d, hn::Load(half, row(k + 4)), hn::Load(half, row(k)));
            }
        };
        const auto r0 = rows(0), r1 = rows(1), r2 = rows(2), r3 = rows(3);
        const auto xz0 = hn::InterleaveLower(d, r0, r1), yw0 = hn::InterleaveUpper(d, r0, r1);
        const auto xz1 = hn::InterleaveLower(d, r2, r3), yw1 = hn::InterleaveUpper(d, r2, r3);
        return {{hn::OddEvenBlocks(hn::SwapAdjacentBlocks(xz1), xz0),
                 hn::OddEvenBlocks(hn::SwapAdjacentBlocks(yw1), yw0),
                 hn::OddEvenBlocks(xz1, hn::SwapAdjacentBlocks(xz0))},
                hn::OddEvenBlocks(yw1, hn::SwapAdjacentBlocks(yw0))};
    }
#endif
}

/// The way back; every lane is another point.
template<class D, class Index>
HWY_INLINE void store_points(D d, const Loaded<D>& value, Point* points, Index index)
{
    const auto row = [&](std::size_t k) HWY_ATTR DRAPE_INLINE { return &points[index(k)].x; };
    constexpr std::size_t kLanes = hn::MaxLanes(D());
    const auto &x = value.p.x, &y = value.p.y, &z = value.p.z;
    if constexpr (kLanes == 1) {
        hn::StoreU(x, d, row(0));
        hn::StoreU(y, d, row(0) + 1);
        hn::StoreU(z, d, row(0) + 2);
    }
#if HWY_TARGET != HWY_SCALAR
    const auto& w = value.w;
    if constexpr (kLanes == 2) {
        hn::Store(hn::InterleaveLower(d, x, y), d, row(0));
        hn::Store(hn::InterleaveUpper(d, x, y), d, row(1));
        hn::Store(hn::InterleaveLower(d, z, w), d, row(0) + 2);
        hn::Store(hn::InterleaveUpper(d, z, w), d, row(1) + 2);
    } else if constexpr (kLanes > 2) {
        const auto xz0 = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(z), x);
        const auto xz1 = hn::OddEvenBlocks(z, hn::SwapAdjacentBlocks(x));
        const auto yw0 = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(w), y);
        const auto yw1 = hn::OddEvenBlocks(w, hn::SwapAdjacentBlocks(y));
        const auto put = [&](std::size_t k, hn::Vec<D> rows) HWY_ATTR DRAPE_INLINE {
            if constexpr (kLanes == 4)
                hn::Store(rows, d, row(k));
            else {
                const hn::Half<D> half;
                hn::Store(hn::LowerHalf(half, rows), half, row(k));
                hn::Store(hn::UpperHalf(half, rows), half, row(k + 4));
            }
        };
        put(0, hn::InterleaveLower(d, xz0, yw0));
        put(1, hn::InterleaveUpper(d, xz0, yw0));
        put(2, hn::InterleaveLower(d, xz1, yw1));
        put(3, hn::InterleaveUpper(d, xz1, yw1));
    }
#endif
}

/// Calls with full vectors, then with single lanes for what is left.
template<class Solve>
HWY_INLINE void for_lanes(Range range, Solve&& solve)
{
    const hn::CappedTag<double, 8> d;
    const hn::CappedTag<double, 1> one;
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    std::uint32_t i = range.begin;
    for (; i + lanes <= range.end; i += lanes)
        solve(d, i);
    for (; i < range.end; ++i)
        solve(one, i);
}

/// `at` moved along `way` by share and weight where the constraint is solved.
template<class D, class Combine>
HWY_INLINE void move(Loaded<D>& at, const Vec3<D>& way, const hn::Vec<D>& share,
                     const hn::Mask<D>& is_solved, Combine combine)
{
    at.p.x = hn::IfThenElse(is_solved, combine(at.p.x, hn::Mul(hn::Mul(way.x, share), at.w)), at.p.x);
    at.p.y = hn::IfThenElse(is_solved, combine(at.p.y, hn::Mul(hn::Mul(way.y, share), at.w)), at.p.y);
    at.p.z = hn::IfThenElse(is_solved, combine(at.p.z, hn::Mul(hn::Mul(way.z, share), at.w)), at.p.z);
}

/// C = |pa - pb| - rest: solve_distance of distance.h.
template<class D>
HWY_INLINE void solve_edge_lanes(D d, const Batch<Edge>& batch, std::uint32_t e, Point* x)
{
    using V = hn::Vec<D>;
    const CornerOf<0, Edge> a{batch.corners + e};
    const CornerOf<1, Edge> b{batch.corners + e};
    Loaded<D> pa = load_points(d, x, a), pb = load_points(d, x, b);
    const Vec3<D> way = pa.p - pb.p;
    const V length = hn::Sqrt(dot<D>(way, way));
    const V weights = hn::Add(pa.w, pb.w);
    const auto is_solved = hn::And(hn::Ne(weights, hn::Zero(d)), hn::Gt(length, hn::Set(d, kShortest)));
    const V alpha = hn::Mul(hn::LoadU(d, batch.compliance + e), hn::Set(d, batch.inverse_dt2));
    const V lambda = batch.starts ? hn::Zero(d) : hn::LoadU(d, batch.lambda + e);
    const V wanted = hn::Sub(hn::Sub(hn::LoadU(d, batch.rest + e), length), hn::Mul(alpha, lambda));
    const V change = hn::Div(wanted, hn::Add(weights, alpha));
    hn::StoreU(hn::IfThenElse(is_solved, hn::Add(lambda, change), lambda), d, batch.lambda + e);
    const V share = hn::Div(change, length);
    move<D>(pa, way, share, is_solved, [](V p, V q) HWY_ATTR { return hn::Add(p, q); });
    move<D>(pb, way, share, is_solved, [](V p, V q) HWY_ATTR { return hn::Sub(p, q); });
    store_points(d, pa, x, a);
    store_points(d, pb, x, b);
}

void solve_edges(const Batch<Edge>& batch, Range range, Point* x)
{
    for_lanes(range,
              [&](auto d, std::uint32_t e) HWY_ATTR DRAPE_INLINE { solve_edge_lanes(d, batch, e, x); });
}

template<class D>
HWY_INLINE Vec3<D> negated_sum(const Vec3<D>& a, const Vec3<D>& b, const Vec3<D>& c)
{
    return {hn::Neg(hn::Add(hn::Add(a.x, b.x), c.x)), hn::Neg(hn::Add(hn::Add(a.y, b.y), c.y)),
            hn::Neg(hn::Add(hn::Add(a.z, b.z), c.z))};
}

/// `at` moved along its gradient where the constraint is solved.
template<class D>
HWY_INLINE void move(Loaded<D>& at, const Vec3<D>& gradient, const hn::Vec<D>& change,
                     const hn::Mask<D>& is_solved)
{
    const auto push = hn::Mul(at.w, change);
    at.p.x = hn::IfThenElse(is_solved, hn::Add(at.p.x, hn::Mul(gradient.x, push)), at.p.x);
    at.p.y = hn::IfThenElse(is_solved, hn::Add(at.p.y, hn::Mul(gradient.y, push)), at.p.y);
    at.p.z = hn::IfThenElse(is_solved, hn::Add(at.p.z, hn::Mul(gradient.z, push)), at.p.z);
}

/// C = 6V - 6V0, hardened under compression: plain_kernels.cpp.
template<class D>
HWY_INLINE void solve_volume_lanes(D d, const Batch<Tet>& batch, std::uint32_t t, Point* x)
{
    using V = hn::Vec<D>;
    const CornerOf<0, Tet> c0{batch.corners + t};
    const CornerOf<1, Tet> c1{batch.corners + t};
    const CornerOf<2, Tet> c2{batch.corners + t};
    const CornerOf<3, Tet> c3{batch.corners + t};
    Loaded<D> p0 = load_points(d, x, c0), p1 = load_points(d, x, c1), p2 = load_points(d, x, c2),
              p3 = load_points(d, x, c3);
    const Vec3<D> a = p1.p - p0.p, b = p2.p - p0.p, c = p3.p - p0.p;
    const Vec3<D> g1 = cross<D>(b, c), g2 = cross<D>(c, a), g3 = cross<D>(a, b);
    const Vec3<D> g0 = negated_sum<D>(g1, g2, g3);
    const V six_volume = dot<D>(g3, c);

    const V zero = hn::Zero(d), one = hn::Set(d, 1.0), rest = hn::LoadU(d, batch.rest + t);
    const V share = hn::Div(six_volume, rest);
    const V hardening =
        hn::IfThenElse(hn::Lt(share, one), hn::IfThenElseZero(hn::Gt(share, zero), share), one);
    const V alpha =
        hn::Mul(hn::Mul(hn::LoadU(d, batch.compliance + t), hn::Set(d, batch.inverse_dt2)), hardening);
    V total = hn::Add(alpha, hn::Mul(p0.w, dot<D>(g0, g0)));
    total = hn::Add(total, hn::Mul(p1.w, dot<D>(g1, g1)));
    total = hn::Add(total, hn::Mul(p2.w, dot<D>(g2, g2)));
    total = hn::Add(total, hn::Mul(p3.w, dot<D>(g3, g3)));
    const auto is_solved = hn::Gt(total, zero);
    const V lambda = batch.starts ? hn::Zero(d) : hn::LoadU(d, batch.lambda + t);
    const V change = hn::Div(hn::Sub(hn::Sub(rest, six_volume), hn::Mul(alpha, lambda)), total);
    hn::StoreU(hn::IfThenElse(is_solved, hn::Add(lambda, change), lambda), d, batch.lambda + t);
    move<D>(p0, g0, change, is_solved);
    move<D>(p1, g1, change, is_solved);
    move<D>(p2, g2, change, is_solved);
    move<D>(p3, g3, change, is_solved);
    store_points(d, p0, x, c0);
    store_points(d, p1, x, c1);
    store_points(d, p2, x, c2);
    store_points(d, p3, x, c3);
}

void solve_volumes(const Batch<Tet>& batch, Range range, Point* x)
{
    for_lanes(range,
              [&](auto d, std::uint32_t t) HWY_ATTR DRAPE_INLINE { solve_volume_lanes(d, batch, t, x); });
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
