// Keeps every element the right way round, whatever the input.
#pragma once

#include "sim/tissue/solver.h"

namespace drape::sim::tissue {

/// Share of its volume at rest that an element never falls below.
inline constexpr double kLeastVolume = 1.0 / 64.0;

/// Mends `work.x`, whose points lie on the grid, so that every element has 6V >= kLeastVolume * 6V0. Needs
/// that to hold for work.x_start. First a bounded number of rounds of hard volume corrections of the
/// offenders in solving order, then the offenders' particles go back to x_start until none is left, which
/// ends because x_start itself holds the invariant. Marks the particles it moved in work.guarded.
void guard_against_inversion(const Body& body, const FixedGrid& grid, Work& work, SolverReport& report);

} // namespace drape::sim::tissue
