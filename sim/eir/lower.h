// Systems to EIR: one function for each system and entity, as the RFC lowers them.
#pragma once

#include "sim/eir/opcode.h"
#include "sim/world.h"

#include <vector>

namespace drape::sim::eir {

/// How the functions of a system make up its part of a step.
struct Schedule
{
    std::vector<std::uint32_t> entities; ///< In the order in which their functions run.
    int repeats = 1;                     ///< Passes over all of them (sweep = body).
    bool is_native = false;              ///< Of a tissue: there are no functions, the solver itself runs.
    bool is_contact = false; ///< Runs once for each contact move, whose pose the views then show.
};
Schedule schedule_of(const World& world, std::size_t system);

/// The function of one entity of the schedule. Loops are unrolled: the IR has no backward jump.
Function lower(const World& world, std::size_t system, std::uint32_t entity);

} // namespace drape::sim::eir
