// Closest points of points and segments, in the order of operations that all backends share.
#pragma once

#include "sim/lattice/pair.h"

#include <glm/vec3.hpp>

#include <array>

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

/// Point u, v, w (barycentric, all >= 0, sum 1) of triangle a, b, c closest to p (Ericson 2005, 5.1.5).
inline glm::dvec3 closest_on_triangle(const glm::dvec3& p, const glm::dvec3& a, const glm::dvec3& b,
                                      const glm::dvec3& c)
{
    const glm::dvec3 ab = b - a, ac = c - a, ap = p - a;
    const double d1 = dot3(ab, ap), d2 = dot3(ac, ap);
    if (d1 <= 0.0 && d2 <= 0.0)
        return {1.0, 0.0, 0.0};
    const glm::dvec3 bp = p - b;
    const double d3 = dot3(ab, bp), d4 = dot3(ac, bp);
    if (d3 >= 0.0 && d4 <= d3)
        return {0.0, 1.0, 0.0};
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
        const double t = clamp01(d1 / (d1 - d3));
        return {1.0 - t, t, 0.0};
    }
    const glm::dvec3 cp = p - c;
    const double d5 = dot3(ab, cp), d6 = dot3(ac, cp);
    if (d6 >= 0.0 && d5 <= d6)
        return {0.0, 0.0, 1.0};
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
        const double t = clamp01(d2 / (d2 - d6));
        return {1.0 - t, 0.0, t};
    }
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
        const double t = clamp01((d4 - d3) / ((d4 - d3) + (d5 - d6)));
        return {0.0, 1.0 - t, t};
    }
    const double sum = (va + vb) + vc;
    if (!(sum > 0.0))
        return {1.0, 0.0, 0.0};
    return {va / sum, vb / sum, vc / sum};
}

/// Closest points of a segment and a triangle.
struct SegmentTriangle
{
    double s = 0.0;                    ///< On the segment, 0..1.
    glm::dvec3 weights{1.0, 0.0, 0.0}; ///< Barycentric, on the triangle.
    double distance_squared = 0.0;
    bool is_crossing = false; ///< The segment passes through the triangle.
};

/// Closest points of segment p .. p + e and triangle t[0..2]: where it passes through, else the best of
/// its two ends against the triangle and of the segment against the three edges.
SegmentTriangle closest_of_segment_and_triangle(const glm::dvec3& p, const glm::dvec3& e,
                                                const std::array<glm::dvec3, 3>& t);

} // namespace drape::sim
