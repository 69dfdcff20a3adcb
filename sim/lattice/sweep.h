// The sequential sweep over a soft body: RFC-0040, rules 3 and 4.
#pragma once

#include "sim/world.h"

namespace drape::sim {

/// Relaxes every spring of the body in the order of the system's `sweep`.
void sweep_soft(const SoftSystem& system, const SoftBody& body, World& world);

} // namespace drape::sim
