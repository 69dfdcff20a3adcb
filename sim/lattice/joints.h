// Joints between two entities: RFC-0039, its positional kinds.
#pragma once

#include "sim/world.h"

namespace drape::sim {

/// What a joint kind keeps.
enum class JointLaw
{
    Distance, ///< |pa - pb| = length (distance, spring).
    Coincide, ///< pa + anchor = pb (weld, fixed, hinge, revolute, ball, spherical).
    Slide,    ///< pb on the line through pa along the axis (prismatic, slider).
};
JointLaw law_of(JointType type);

/// Damping as written, or the kind's default: 0.5 for a spring, else 0.
double damping_of(const JointSystem& joint);

/// The axis with length 1; (0, 0, 1) for one shorter than 1e-12.
glm::dvec3 unit_axis(const JointSystem& joint);

/// All iterations of one joint. Does nothing when neither side can move.
void solve_joint(const JointSystem& joint, const SystemRefs& refs, World& world);

} // namespace drape::sim
