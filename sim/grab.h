// The hand that holds a particle.
#pragma once

#include "sim/world.h"

namespace drape::sim {

/// Pulls the grabbed entity toward the hand for one step: a critically damped spring, integrated
/// implicitly so that it is stable at any dt, with its force capped (while the cap holds it may overshoot).
/// Writes a velocity, never a position. Does nothing without a grab or on a static entity.
void pull_grabbed(World& world);

} // namespace drape::sim
