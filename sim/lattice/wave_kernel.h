// What the sweep in waves hands to the loops that are compiled once for each instruction set.
#pragma once

#include "sim/lattice/pair.h"
#include "sim/lattice/wave_layout.h"
#include "sim/lattice/wave_schedule.h"
#include "sim/workers.h"

namespace drape::sim {

/// One sweep over a body stored by waves. The arrays are of layout.size() numbers each.
struct WaveSweep
{
    const WaveLayout& layout;
    const WaveSchedule& schedule; ///< With the iterations over the whole body.
    double *x, *y, *z;            ///< Positions, m.
    const double *vx, *vy, *vz;   ///< Velocities, m/s; read only where damping is not 0.
    const double* inverse_mass;   ///< 1/kg; read only where they differ.
    double common_inverse_mass;   ///< 0 where they differ from particle to particle.
    double stiffness, damping;    ///< As of SpringTerms.
    int iterations_inside;        ///< Of a particle, before the next one.
};

/// Does a whole sweep.
using WaveLoop = void (*)(const WaveSweep& sweep, Workers& workers);

/// The loop for the best instructions of this CPU.
WaveLoop vector_wave_loop();
/// The same in single lanes.
WaveLoop scalar_wave_loop();
/// The instruction sets that vector_wave_loop() chooses from, as bits of Highway's target numbers.
std::int64_t compiled_wave_targets();

} // namespace drape::sim
