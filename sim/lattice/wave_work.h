// What the sweep in waves keeps from step to step: a body's layout, and its numbers stored by it.
#pragma once

#include "sim/lattice/wave_layout.h"

#include <vector>

namespace drape::sim {

/// Scratch of one soft body. Empty until its first sweep in waves.
struct WaveWork
{
    WaveLayout layout;
    /// One array after the other, each of `stride` numbers: x, y, z, the inverse masses where they differ,
    /// and the velocities where a sweep needs them. The first begins at the first whole cache line.
    std::vector<double> numbers;
    std::size_t stride = 0;
    /// Every particle has this inverse mass, 1/kg; 0 where they differ.
    double common_inverse_mass = 0.0;

    bool is_ready() const { return stride != 0; }
};

} // namespace drape::sim
