// A particle as the tissue solver works on it.
#pragma once

#include <glm/vec3.hpp>

namespace drape::sim::tissue {

/// A place or a velocity and, behind a place, the particle's inverse mass: 32 bytes, so that one aligned
/// load brings both into a SIMD register.
struct alignas(32) Point : glm::dvec3
{
    double w = 0.0; ///< 1/g; set by each substep in Work::x, 0 elsewhere.

    Point() = default;
    explicit Point(const glm::dvec3& xyz)
        : glm::dvec3(xyz)
    {}
    Point& operator=(const glm::dvec3& xyz)
    {
        glm::dvec3::operator=(xyz);
        return *this;
    }
};

} // namespace drape::sim::tissue
