// An element's volume and how it changes with its corners.
#pragma once

#include "sim/lattice/pair.h"
#include "sim/tissue/cage.h"

namespace drape::sim::tissue {

/// 6V and its gradients: twice the areas of the opposite faces, pointing at the corners.
struct VolumeGradient
{
    double six_volume = 0.0;
    std::array<glm::dvec3, 4> corner;
};

inline VolumeGradient volume_gradient(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                                      const glm::dvec3& d)
{
    const glm::dvec3 p = b - a, q = c - a, r = d - a;
    VolumeGradient g;
    g.corner[1] = cross3(q, r);
    g.corner[2] = cross3(r, p);
    g.corner[3] = cross3(p, q);
    g.corner[0] = -((g.corner[1] + g.corner[2]) + g.corner[3]);
    g.six_volume = (g.corner[3].x * r.x + g.corner[3].y * r.y) + g.corner[3].z * r.z;
    return g;
}

} // namespace drape::sim::tissue
