// Edges and volumes in SIMD lanes, one constraint a lane: the operations of distance.h and
// plain_kernels.cpp, each rounded once and in their order. Highway includes this once for every
// instruction set.
//
// A constraint waits long for its root and its divisions, and a processor looks only some hundred
// instructions ahead. So each group of vectors is loaded before the one before it is stored, and only the
// corrections are turned back into rows: points need not stay in registers meanwhile. The constraints of a
// range share no particle, so that what is loaded early is not what is about to be stored.
#if defined(DRAPE_SIM_TISSUE_CONSTRAINT_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#    ifdef DRAPE_SIM_TISSUE_CONSTRAINT_LANES_INL_H
#        undef DRAPE_SIM_TISSUE_CONSTRAINT_LANES_INL_H
#    else
#        define DRAPE_SIM_TISSUE_CONSTRAINT_LANES_INL_H
#    endif

#    include "sim/tissue/distance.h"
#    include "sim/tissue/kernels.h"
#    include "sim/tissue/point_lanes-inl.h"

#    include <array>

HWY_BEFORE_NAMESPACE();
namespace drape::sim::tissue::HWY_NAMESPACE {

/// `yes` where a lane is solved, else `no`; without a look where all are.
template<bool kAllSolved, class D>
HWY_INLINE hn::Vec<D> where_solved(const hn::Mask<D>& is_solved, const hn::Vec<D>& yes,
                                   const hn::Vec<D>& no)
{
    if constexpr (kAllSolved)
        return yes;
    else
        return hn::IfThenElse(is_solved, yes, no);
}

/// Shifts points by `way` where the constraint is solved.
template<bool kAllSolved, Sum kSum, class D, class Index>
HWY_INLINE void shift_solved(D d, const hn::Mask<D>& is_solved, const Vec3<D>& way, Point* x, Index index)
{
    const auto nothing = hn::Set(d, kNothing<kSum>);
    const Vec3<D> by = {where_solved<kAllSolved, D>(is_solved, way.x, nothing),
                        where_solved<kAllSolved, D>(is_solved, way.y, nothing),
                        where_solved<kAllSolved, D>(is_solved, way.z, nothing)};
    shift_points<kSum>(d, by, x, index);
}

/// The new multipliers of a vector of constraints.
template<bool kAllSolved, class D, class Step, class Corners>
HWY_INLINE void store_lambda(D d, const Step& step, const Batch<Corners>& batch, std::uint32_t first)
{
    const auto lambda = hn::Add(step.lambda, step.change);
    hn::StoreU(where_solved<kAllSolved, D>(step.is_solved, lambda, step.lambda), d, batch.lambda + first);
}

template<class D, class Corners>
HWY_INLINE hn::Vec<D> load_lambda(D d, const Batch<Corners>& batch, std::uint32_t first)
{
    return batch.starts ? hn::Zero(d) : hn::LoadU(d, batch.lambda + first);
}

/// C = |pa - pb| - rest: solve_distance of distance.h.
template<class D>
struct EdgeLanes
{
    using Corners = Edge;
    using V = hn::Vec<D>;
    struct Points
    {
        Vec3<D> way;
        V weight_a, weight_b, length;
    };
    struct Step
    {
        Vec3<D> way;
        V weight_a, weight_b, lambda, change, share;
        hn::Mask<D> is_solved;
    };

    static HWY_INLINE Points load(D d, const Batch<Edge>& batch, std::uint32_t e, const Point* x)
    {
        const Loaded<D> a = load_points(d, x, CornerOf<0, Edge>{batch.corners + e});
        const Loaded<D> b = load_points(d, x, CornerOf<1, Edge>{batch.corners + e});
        const Vec3<D> way = a.p - b.p;
        return {way, a.w, b.w, hn::Sqrt(dot<D>(way, way))};
    }

    static HWY_INLINE Step solve(D d, const Batch<Edge>& batch, std::uint32_t e, const Points& at)
    {
        const V weights = hn::Add(at.weight_a, at.weight_b);
        const V alpha = hn::Mul(hn::LoadU(d, batch.compliance + e), hn::Set(d, batch.inverse_dt2));
        const V lambda = load_lambda(d, batch, e);
        const V wanted = hn::Sub(hn::Sub(hn::LoadU(d, batch.rest + e), at.length), hn::Mul(alpha, lambda));
        const V change = hn::Div(wanted, hn::Add(weights, alpha));
        return {at.way,
                at.weight_a,
                at.weight_b,
                lambda,
                change,
                hn::Div(change, at.length),
                hn::And(hn::Ne(weights, hn::Zero(d)), hn::Gt(at.length, hn::Set(d, kShortest)))};
    }

    template<bool kAllSolved>
    static HWY_INLINE void store(D d, const Batch<Edge>& batch, std::uint32_t e, const Step& step, Point* x)
    {
        store_lambda<kAllSolved>(d, step, batch, e);
        const Vec3<D> way = scaled<D>(step.way, step.share);
        shift_solved<kAllSolved, Sum::Plus>(d, step.is_solved, scaled<D>(way, step.weight_a), x,
                                            CornerOf<0, Edge>{batch.corners + e});
        shift_solved<kAllSolved, Sum::Minus>(d, step.is_solved, scaled<D>(way, step.weight_b), x,
                                             CornerOf<1, Edge>{batch.corners + e});
    }
};

/// C = 6V - 6V0, hardened under compression: plain_kernels.cpp.
template<class D>
struct VolumeLanes
{
    using Corners = Tet;
    using V = hn::Vec<D>;
    struct Points
    {
        Loaded<D> p0, p1, p2, p3;
    };
    struct Step
    {
        Vec3<D> g1, g2, g3; ///< Gradients; that of corner 0 is their sum with its sign turned.
        V w0, w1, w2, w3, lambda, change;
        hn::Mask<D> is_solved;
    };

    static HWY_INLINE Points load(D d, const Batch<Tet>& batch, std::uint32_t t, const Point* x)
    {
        return {load_points(d, x, CornerOf<0, Tet>{batch.corners + t}),
                load_points(d, x, CornerOf<1, Tet>{batch.corners + t}),
                load_points(d, x, CornerOf<2, Tet>{batch.corners + t}),
                load_points(d, x, CornerOf<3, Tet>{batch.corners + t})};
    }

    static HWY_INLINE Step solve(D d, const Batch<Tet>& batch, std::uint32_t t, const Points& at)
    {
        const Vec3<D> a = at.p1.p - at.p0.p, b = at.p2.p - at.p0.p, c = at.p3.p - at.p0.p;
        const Vec3<D> g1 = cross<D>(b, c), g2 = cross<D>(c, a), g3 = cross<D>(a, b);
        const Vec3<D> sum = g1 + g2 + g3;
        const V six_volume = dot<D>(g3, c);

        const V zero = hn::Zero(d), one = hn::Set(d, 1.0), rest = hn::LoadU(d, batch.rest + t);
        const V share = hn::Div(six_volume, rest);
        const V hardening =
            hn::IfThenElse(hn::Lt(share, one), hn::IfThenElseZero(hn::Gt(share, zero), share), one);
        const V alpha =
            hn::Mul(hn::Mul(hn::LoadU(d, batch.compliance + t), hn::Set(d, batch.inverse_dt2)), hardening);
        V total = hn::Add(alpha, hn::Mul(at.p0.w, dot<D>(sum, sum)));
        total = hn::Add(total, hn::Mul(at.p1.w, dot<D>(g1, g1)));
        total = hn::Add(total, hn::Mul(at.p2.w, dot<D>(g2, g2)));
        total = hn::Add(total, hn::Mul(at.p3.w, dot<D>(g3, g3)));
        const V lambda = load_lambda(d, batch, t);
        const V change = hn::Div(hn::Sub(hn::Sub(rest, six_volume), hn::Mul(alpha, lambda)), total);
        return {g1, g2, g3, at.p0.w, at.p1.w, at.p2.w, at.p3.w, lambda, change, hn::Gt(total, zero)};
    }

    template<bool kAllSolved>
    static HWY_INLINE void store(D d, const Batch<Tet>& batch, std::uint32_t t, const Step& step, Point* x)
    {
        store_lambda<kAllSolved>(d, step, batch, t);
        const auto& is_solved = step.is_solved;
        const Tet* const tets = batch.corners + t;
        shift_solved<kAllSolved, Sum::Plus>(d, is_solved, scaled<D>(step.g1, hn::Mul(step.w1, step.change)),
                                            x, CornerOf<1, Tet>{tets});
        shift_solved<kAllSolved, Sum::Plus>(d, is_solved, scaled<D>(step.g2, hn::Mul(step.w2, step.change)),
                                            x, CornerOf<2, Tet>{tets});
        shift_solved<kAllSolved, Sum::Plus>(d, is_solved, scaled<D>(step.g3, hn::Mul(step.w3, step.change)),
                                            x, CornerOf<3, Tet>{tets});
        const Vec3<D> sum = step.g1 + step.g2 + step.g3;
        shift_solved<kAllSolved, Sum::Minus>(d, is_solved, scaled<D>(sum, hn::Mul(step.w0, step.change)), x,
                                             CornerOf<0, Tet>{tets});
    }
};

/// Solves groups of `kVectors` vectors, as many as there are; returns where it stopped.
template<template<class> class Kind, std::size_t kVectors, class D>
HWY_INLINE std::uint32_t solve_groups(D d, const Batch<typename Kind<D>::Corners>& batch, Range range,
                                      Point* x)
{
    using K = Kind<D>;
    constexpr auto kLanes = static_cast<std::uint32_t>(hn::MaxLanes(D()));
    constexpr std::uint32_t kGroup = kLanes * kVectors;
    std::uint32_t at = range.begin;
    if (range.end - at < kGroup)
        return at;
    typename K::Points points[kVectors];
    typename K::Step step[kVectors];
    for (std::uint32_t n = 0; n < kVectors; ++n)
        points[n] = K::load(d, batch, at + n * kLanes, x);
    while (true) {
        bool are_all_solved = true;
        for (std::uint32_t n = 0; n < kVectors; ++n) {
            step[n] = K::solve(d, batch, at + n * kLanes, points[n]);
            are_all_solved = are_all_solved && hn::AllTrue(d, step[n].is_solved);
        }
        const bool is_last = range.end - at < 2 * kGroup;
        const std::uint32_t next = is_last ? at : at + kGroup; // without a branch: nothing waits for it
        for (std::uint32_t n = 0; n < kVectors; ++n)
            points[n] = K::load(d, batch, next + n * kLanes, x);
        if (are_all_solved)
            for (std::uint32_t n = 0; n < kVectors; ++n)
                K::template store<true>(d, batch, at + n * kLanes, step[n], x);
        else
            for (std::uint32_t n = 0; n < kVectors; ++n)
                K::template store<false>(d, batch, at + n * kLanes, step[n], x);
        at += kGroup;
        if (is_last)
            return at;
    }
}

/// A range of one colour: full vectors, then shorter ones.
template<template<class> class Kind, std::size_t kVectors, class Corners>
HWY_INLINE void solve_range(const Batch<Corners>& batch, Range range, Point* x)
{
    const hn::CappedTag<double, 8> full;
    if constexpr (kVectors > 1)
        range.begin = solve_groups<Kind, kVectors>(full, batch, range, x);
    range.begin = solve_groups<Kind, 1>(full, batch, range, x);
    if constexpr (hn::MaxLanes(hn::CappedTag<double, 8>()) > 4)
        range.begin = solve_groups<Kind, 1>(hn::CappedTag<double, 4>(), batch, range, x);
    solve_groups<Kind, 1>(hn::CappedTag<double, 1>(), batch, range, x);
}

} // namespace drape::sim::tissue::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
