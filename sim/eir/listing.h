// EIR as text that a person can read.
#pragma once

#include "sim/eir/opcode.h"
#include "sim/world.h"

#include <string>

namespace drape::sim::eir {

/// The function of `entity` in `system`, one instruction a line; entities by name.
std::string list_function(const Function& function, const World& world, std::size_t system,
                          std::uint32_t entity);

} // namespace drape::sim::eir
