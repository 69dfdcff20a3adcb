// Closest points of points and segments, in the order of operations that all backends share.
#pragma once

#include "sim/lattice/pair.h"

#include <glm/vec3.hpp>

namespace drape::sim {

/// A squared length below this is no direction, m^2.
inline constexpr double kDegenerate = 1e-18;

inline double clamp01(double value)
{
    // In this order a NaN becomes 0, so that a broken input cannot travel on as a weight.
    const double low = value > 0.0 ? value : 0.0;
    return low < 1.0 ? low : 1.0;
}

/// Parameter in [0, 1] of the point of segment a + t*e closest to p (Ericson 2005, 5.1.2).
inline double closest_on_segment(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& e)
{
    const double ee = dot3(e, e);
    return ee > kDegenerate ? clamp01(dot3(p - a, e) / ee) : 0.0;
}

/// Parameters of the closest points of two segments.
struct SegmentPair
{
    double s = 0.0; ///< On the first.
    double t = 0.0; ///< On the second.
};

/// Closest points of a + s*d1 and q + t*d2 (Ericson 2005, 5.1.9). Of parallel segments any of the
/// closest pairs is given.
inline SegmentPair closest_of_segments(const glm::dvec3& a, const glm::dvec3& d1, const glm::dvec3& q,
                                       const glm::dvec3& d2)
{
    const glm::dvec3 r = a - q;
    const double aa = dot3(d1, d1), ee = dot3(d2, d2);
    const double f = dot3(d2, r), c = dot3(d1, r), b = dot3(d1, d2);
    if (!(ee > kDegenerate))
        return {aa > kDegenerate ? clamp01(-c / aa) : 0.0, 0.0};
    if (!(aa > kDegenerate))
        return {0.0, clamp01(f / ee)};
    const double denominator = aa * ee - b * b;
    SegmentPair pair;
    pair.s = denominator > 1e-12 * (aa * ee) ? clamp01((b * f - c * ee) / denominator) : 0.0;
    pair.t = (b * pair.s + f) / ee;
    if (pair.t < 0.0)
        pair = {clamp01(-c / aa), 0.0};
    else if (pair.t > 1.0)
        pair = {clamp01((b - c) / aa), 1.0};
    return pair;
}

} // namespace drape::sim
