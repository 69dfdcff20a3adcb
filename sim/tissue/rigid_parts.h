// What rows of compliance 0 make of a tissue: parts that turn and move, and never change their shape.
#pragma once

#include "sim/tissue/cage.h"
#include "sim/tissue/point.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace drape::sim::tissue {

/// Particles that keep their places to each other.
struct RigidPart
{
    std::vector<std::uint32_t> particles; ///< Ascending.
    std::vector<double> weight;           ///< Mass, g; far more where held fast.
    double total = 0.0;                   ///< Sum of the weights, g.
    std::vector<glm::dvec3> offset;       ///< At rest, from the weighted centre, cmm.
};

/// Rigid elements that touch are one part (a hinge along one edge is not told apart). A part that the wall
/// holds at three points off a line is part of the wall: its particles get inverse mass 0 and it is left
/// out. Constraints alone would let it creep, since each substep's gravity has to be undone along all of
/// it. `is_rigid` holds one flag per element of `tets`; `points` are the particles at rest.
std::vector<RigidPart> find_rigid_parts(std::span<const glm::dvec3> points, std::span<const Tet> tets,
                                        const std::vector<bool>& is_rigid, std::span<const double> mass,
                                        std::vector<double>& inverse_mass);

/// Puts the part, in its shape at rest, where it fits its particles best; particles of inverse mass 0 stay.
/// Mueller et al. 2005, "Meshless deformations based on shape matching"; the rotation by Horn 1987,
/// "Closed-form solution of absolute orientation using unit quaternions". Momentum is kept.
void match_shape(const RigidPart& part, std::span<const double> inverse_mass, std::span<Point> x);

} // namespace drape::sim::tissue
