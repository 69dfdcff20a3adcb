// The energies of a tissue, by its own constraints.
#pragma once

#include "sim/tissue/constraints.h"

#include <glm/vec3.hpp>

#include <span>

namespace drape::sim::tissue {

/// Energies of a state, g cmm^2/s^2 (1e-13 J).
struct Energy
{
    double kinetic = 0.0;
    double elastic = 0.0;
    double gravity = 0.0; ///< 0 at the frame's origin.
    double total() const { return kinetic + elastic + gravity; }
};
Energy energy_of(const Body& body, std::span<const glm::dvec3> x, std::span<const glm::dvec3> v,
                 const glm::dvec3& gravity);

} // namespace drape::sim::tissue
