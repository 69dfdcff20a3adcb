// Points in SIMD lanes: one lane a point, one vector an axis. Highway includes this once for every
// instruction set; the layout of a Point (x, y, z, w side by side) is what is turned here.
#if defined(DRAPE_SIM_TISSUE_POINT_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#    ifdef DRAPE_SIM_TISSUE_POINT_LANES_INL_H
#        undef DRAPE_SIM_TISSUE_POINT_LANES_INL_H
#    else
#        define DRAPE_SIM_TISSUE_POINT_LANES_INL_H
#    endif

#    include "sim/tissue/coloring.h"
#    include "sim/tissue/point.h"

#    include <hwy/highway.h>

#    include <cstddef>
#    include <cstdint>

// A lambda that the compiler does not inline gets its captures through memory, once a constraint.
#    ifndef DRAPE_INLINE
#        define DRAPE_INLINE __attribute__((always_inline))
#    endif

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
HWY_INLINE Vec3<D> operator+(const Vec3<D>& a, const Vec3<D>& b)
{
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

template<class D>
HWY_INLINE Vec3<D> scaled(const Vec3<D>& a, const hn::Vec<D>& factor)
{
    return {hn::Mul(a.x, factor), hn::Mul(a.y, factor), hn::Mul(a.z, factor)};
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
#    if HWY_TARGET != HWY_SCALAR // which has one lane, and none of these
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
#    endif
}

enum class Sum
{
    Plus,
    Minus,
};

/// What leaves a number as it is, a zero's sign included, when it is added or subtracted.
template<Sum kSum>
inline constexpr double kNothing = kSum == Sum::Plus ? -0.0 : 0.0;

/// Adds one vector a lane to points in memory, or subtracts it; every lane is another point.
template<Sum kSum, class D, class Index>
HWY_INLINE void shift_points(D d, const Vec3<D>& by, Point* points, Index index)
{
    const auto row = [&](std::size_t k) HWY_ATTR DRAPE_INLINE { return &points[index(k)].x; };
    const auto shift = [](auto tag, double* at, auto value) HWY_ATTR DRAPE_INLINE {
        const auto before = hn::LoadU(tag, at);
        hn::StoreU(kSum == Sum::Plus ? hn::Add(before, value) : hn::Sub(before, value), tag, at);
    };
    constexpr std::size_t kLanes = hn::MaxLanes(D());
    const auto &x = by.x, &y = by.y, &z = by.z;
    if constexpr (kLanes == 1) {
        shift(d, row(0), x);
        shift(d, row(0) + 1, y);
        shift(d, row(0) + 2, z);
    }
#    if HWY_TARGET != HWY_SCALAR
    const auto w = hn::Set(d, kNothing<kSum>);
    if constexpr (kLanes == 2) {
        shift(d, row(0), hn::InterleaveLower(d, x, y));
        shift(d, row(1), hn::InterleaveUpper(d, x, y));
        shift(d, row(0) + 2, hn::InterleaveLower(d, z, w));
        shift(d, row(1) + 2, hn::InterleaveUpper(d, z, w));
    } else if constexpr (kLanes > 2) {
        const auto xz0 = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(z), x);
        const auto xz1 = hn::OddEvenBlocks(z, hn::SwapAdjacentBlocks(x));
        const auto yw0 = hn::OddEvenBlocks(w, y);
        const auto yw1 = hn::OddEvenBlocks(w, hn::SwapAdjacentBlocks(y));
        const auto put = [&](std::size_t k, hn::Vec<D> rows) HWY_ATTR DRAPE_INLINE {
            if constexpr (kLanes == 4)
                shift(d, row(k), rows);
            else {
                const hn::Half<D> half;
                shift(half, row(k), hn::LowerHalf(half, rows));
                shift(half, row(k + 4), hn::UpperHalf(half, rows));
            }
        };
        put(0, hn::InterleaveLower(d, xz0, yw0));
        put(1, hn::InterleaveUpper(d, xz0, yw0));
        put(2, hn::InterleaveLower(d, xz1, yw1));
        put(3, hn::InterleaveUpper(d, xz1, yw1));
    }
#    endif
}

/// Calls with full vectors, then with single lanes for what is left.
template<class Use>
HWY_INLINE void for_lanes(Range range, Use&& use)
{
    const hn::CappedTag<double, 8> d;
    const hn::CappedTag<double, 1> one;
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    std::uint32_t i = range.begin;
    for (; i + lanes <= range.end; i += lanes)
        use(d, i);
    for (; i < range.end; ++i)
        use(one, i);
}

} // namespace drape::sim::tissue::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
