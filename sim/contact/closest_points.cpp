#include "sim/contact/closest_points.h"

namespace drape::sim {

namespace {

glm::dvec3 point_of(const std::array<glm::dvec3, 3>& t, const glm::dvec3& weights)
{
    return t[0] * weights.x + t[1] * weights.y + t[2] * weights.z;
}

/// Where the segment passes through the inside of the triangle.
bool find_crossing(const glm::dvec3& p, const glm::dvec3& e, const std::array<glm::dvec3, 3>& t,
                   SegmentTriangle& found)
{
    const glm::dvec3 ab = t[1] - t[0], ac = t[2] - t[0];
    const glm::dvec3 n = cross3(ab, ac);
    const double h0 = dot3(p - t[0], n), along = dot3(e, n);
    const double h1 = h0 + along;
    if ((h0 > 0.0) == (h1 > 0.0) || along == 0.0)
        return false;
    const double s = clamp01(-h0 / along);
    const glm::dvec3 q = p + e * s - t[0];
    const double nn = dot3(n, n);
    const double v = dot3(cross3(q, ac), n) / nn, w = dot3(cross3(ab, q), n) / nn;
    if (!(v >= 0.0 && w >= 0.0 && v + w <= 1.0))
        return false;
    found = {s, {1.0 - v - w, v, w}, 0.0, true};
    return true;
}

} // namespace

SegmentTriangle closest_of_segment_and_triangle(const glm::dvec3& p, const glm::dvec3& e,
                                                const std::array<glm::dvec3, 3>& t)
{
    SegmentTriangle best;
    const bool is_point = !(dot3(e, e) > kDegenerate);
    if (!is_point && find_crossing(p, e, t, best))
        return best;
    const auto try_pair = [&](double s, const glm::dvec3& weights, bool is_first) {
        const glm::dvec3 d = point_of(t, weights) - (p + e * s);
        const double distance_squared = dot3(d, d);
        if (is_first || distance_squared < best.distance_squared)
            best = {s, weights, distance_squared, false};
    };
    try_pair(0.0, closest_on_triangle(p, t[0], t[1], t[2]), true);
    if (is_point)
        return best;
    try_pair(1.0, closest_on_triangle(p + e, t[0], t[1], t[2]), false);
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        const SegmentPair pair =
            closest_of_segments(p, e, t[static_cast<std::size_t>(k)],
                                t[static_cast<std::size_t>(next)] - t[static_cast<std::size_t>(k)]);
        glm::dvec3 weights(0.0);
        weights[k] = 1.0 - pair.t;
        weights[next] = pair.t;
        try_pair(pair.s, weights, false);
    }
    return best;
}

} // namespace drape::sim
