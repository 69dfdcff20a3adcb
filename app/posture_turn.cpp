#include "app/posture_turn.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace drape::app {

namespace {

/// A unit vector across `from` on the way to `to`.
glm::dvec3 way_across(const glm::dvec3& from, const glm::dvec3& to)
{
    const glm::dvec3 standing(0.0, -1.0, 0.0), supine(0.0, 0.0, -1.0);
    constexpr double kOpposite = 1e-4; // sine of the angle that is left
    for (const glm::dvec3& by : {to, standing, supine}) {
        const glm::dvec3 across = by - glm::dot(by, from) * from;
        if (const double length = glm::length(across); length > kOpposite)
            return across / length;
    }
    return supine; // not reached: one of the two is across any direction
}

} // namespace

glm::dvec3 turned_gravity(const glm::dvec3& from, const glm::dvec3& direction, double t)
{
    const double strength = glm::length(from);
    if (!(strength > 0.0))
        return kStandardGravity * direction;
    t = std::clamp(t, 0.0, 1.0);
    if (t == 1.0)
        return strength * direction;
    const glm::dvec3 start = from / strength;
    const double angle = std::acos(std::clamp(glm::dot(start, direction), -1.0, 1.0));
    const double eased = t * t * (3.0 - 2.0 * t) * angle;
    return strength * (std::cos(eased) * start + std::sin(eased) * way_across(start, direction));
}

} // namespace drape::app
