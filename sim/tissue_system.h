// The tissue system of a step: probes and hand brought into the body's frame, then its substeps.
#pragma once

#include "sim/compute.h"
#include "sim/world.h"

namespace drape::sim {

/// Runs tissue system `index` of the scene: all its substeps, with the contacts of its body. A particle
/// that leaves the range of numbers is named in world.tissue_reports and the tissue keeps its state.
void run_tissue_system(World& world, std::size_t index, Engine& engine);

/// Most that a probe may travel in one step on account of tissues it touches, m: half its radius a substep.
/// Infinite for a probe that touches none.
double tissue_reach(const World& world, std::size_t probe);

/// Moves a probe that has just advanced back off the walls of the tissues it touches: bone stops a finger.
/// A probe that was inside a wall before (`before`) is left alone.
void stop_at_walls(const ProbePose& before, std::size_t probe, World& world);

} // namespace drape::sim
