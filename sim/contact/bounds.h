// Boxes along the axes.
#pragma once

#include <glm/vec3.hpp>

#include <algorithm>
#include <limits>

namespace drape::sim {

/// A box that only grows; empty at first.
struct Bounds
{
    glm::dvec3 low{std::numeric_limits<double>::infinity()};
    glm::dvec3 high{-std::numeric_limits<double>::infinity()};

    void add(const glm::dvec3& p) { add(Bounds{p, p}); }
    /// An empty box adds nothing.
    void add(const Bounds& o)
    {
        low = glm::dvec3(std::min(low.x, o.low.x), std::min(low.y, o.low.y), std::min(low.z, o.low.z));
        high =
            glm::dvec3(std::max(high.x, o.high.x), std::max(high.y, o.high.y), std::max(high.z, o.high.z));
    }
    bool is_apart_from(const Bounds& other, double margin) const
    {
        return low.x - margin > other.high.x || other.low.x - margin > high.x ||
               low.y - margin > other.high.y || other.low.y - margin > high.y ||
               low.z - margin > other.high.z || other.low.z - margin > high.z;
    }
};

} // namespace drape::sim
