// The systems of a step, natively: one function for each kind, each over the entities in id order.
#pragma once

#include "sim/compute.h"
#include "sim/world.h"

namespace drape::sim {

/// Runs system number `index` of the scene on the world's state, with what the engine has.
void run_system_native(World& world, std::size_t index, Engine& engine);

} // namespace drape::sim
