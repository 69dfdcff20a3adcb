// The capsule that a person moves: how it follows the hand.
#pragma once

#include "sim/world.h"

namespace drape::sim {

/// Most moves into which one step's motion may be cut.
inline constexpr int kMaxContactMoves = 64;

/// How far a probe may travel in one step, m: speed * dt, and never more than half the moves of half a
/// radius, so that the other half is left for what it meets.
double probe_reach(const ProbeDesc& probe, double dt);

/// Moves every probe toward its target, both ends by the same share, the farther one by at most
/// probe_reach.
void advance_probes(World& world);

} // namespace drape::sim
