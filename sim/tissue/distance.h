// One distance constraint.
#pragma once

#include "sim/lattice/pair.h"
#include "sim/tissue/cage.h"
#include "sim/tissue/point.h"

#include <cmath>

namespace drape::sim::tissue {

inline constexpr double kShortest = 1e-6; ///< cmm: below it an edge has no direction.

/// C = |pa - pb| - rest, with its multiplier; Macklin et al. 2016, eq. 18.
inline void solve_distance(const Edge& edge, double rest, double alpha, double& lambda, Point* x)
{
    Point &a = x[edge[0]], &b = x[edge[1]];
    const glm::dvec3 d = a - b;
    const double length = std::sqrt(dot3(d, d));
    if (a.w + b.w == 0.0 || !(length > kShortest))
        return; // both attached, or no direction to push in
    const double change = (rest - length - alpha * lambda) / (a.w + b.w + alpha);
    lambda = lambda + change;
    const glm::dvec3 push = d * (change / length);
    a = a + push * a.w;
    b = b - push * b.w;
}

} // namespace drape::sim::tissue
