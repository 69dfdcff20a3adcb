// The sweep over a soft body in lanes and on threads, wave by wave (wave_layout.h says why that is
// allowed).
#pragma once

#include "sim/compute.h"
#include "sim/world.h"

#include <cstdint>

namespace drape::sim {

/// Whether waves are long enough to be worth it. On a narrow strip they hold a particle or two, and the
/// plain loop of sweep_soft is as fast.
bool has_long_waves(const Grid& grid);

/// What sweep_soft does, to the same bits.
void sweep_soft_in_waves(const SoftSystem& system, std::size_t body, World& world, Engine& engine);

/// The instruction sets that this build has a sweep for and this CPU can run, as bits of Highway's target
/// numbers; for tests.
std::int64_t wave_targets();

} // namespace drape::sim
