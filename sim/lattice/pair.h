// The distance constraint of RFC-0039 and RFC-0040: one rounding per operation, in this very order.
#pragma once

#include <glm/vec3.hpp>

#include <algorithm>
#include <cmath>

namespace drape::sim {

/// Keeps divisions and roots away from 0, as the RFC's formulas do.
inline constexpr double kTiny = 1e-12;

/// Inverse mass as every constraint sees it, 1/kg.
inline double inverse_mass(double mass, bool is_dynamic)
{
    return (1.0 / (mass + kTiny)) * (is_dynamic ? 1.0 : 0.0);
}

/// x*x + y*y + z*z, added from left to right.
inline double dot3(const glm::dvec3& a, const glm::dvec3& b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

inline glm::dvec3 cross3(const glm::dvec3& a, const glm::dvec3& b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// The way from one point to another, each axis held within 1e9 m, so that its square is finite whatever
/// target a hand sends.
inline glm::dvec3 bounded_way(const glm::dvec3& from, const glm::dvec3& to)
{
    constexpr double kFarthest = 1e9;
    const glm::dvec3 way = to - from;
    return {std::clamp(way.x, -kFarthest, kFarthest), std::clamp(way.y, -kFarthest, kFarthest),
            std::clamp(way.z, -kFarthest, kFarthest)};
}

/// How a spring pulls.
struct SpringTerms
{
    double rest = 0.0;      ///< m
    double stiffness = 1.0; ///< Share of the error corrected.
    double damping = 0.0;   ///< s
};

/// One relaxation of a pair; `pa` and `pb` get their corrections (C = |pa - pb| - rest). A side whose
/// inverse mass is 0 is not written, so that not even an infinite correction moves it.
/// Needs inv_a + inv_b > 0.
inline void relax_pair(const SpringTerms& spring, double inv_a, double inv_b, const glm::dvec3& va,
                       const glm::dvec3& vb, glm::dvec3& pa, glm::dvec3& pb)
{
    const double dx = pa.x - pb.x, dy = pa.y - pb.y, dz = pa.z - pb.z;
    const double r = std::sqrt(((dx * dx + dy * dy) + dz * dz) + kTiny);
    double err = (r - spring.rest) * spring.stiffness;
    if (spring.damping != 0.0) {
        const double dvx = va.x - vb.x, dvy = va.y - vb.y, dvz = va.z - vb.z;
        err = err + spring.damping * (((dvx * dx + dvy * dy) + dvz * dz) / r);
    }
    const double scale = err / (r * (inv_a + inv_b));
    const double ca = scale * inv_a, cb = scale * inv_b;
    if (inv_a != 0.0)
        pa = {pa.x - dx * ca, pa.y - dy * ca, pa.z - dz * ca};
    if (inv_b != 0.0)
        pb = {pb.x + dx * cb, pb.y + dy * cb, pb.z + dz * cb};
}

} // namespace drape::sim
