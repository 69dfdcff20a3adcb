// The tissue solver's inner loops, twice: one constraint after the other, and in SIMD lanes. Both do the
// same operations in the same order on each constraint, one rounding each, and so give the same bits.
#pragma once

#include "sim/tissue/cage.h"
#include "sim/tissue/coloring.h"
#include "sim/tissue/fixed_point.h"
#include "sim/tissue/point.h"
#include "sim/tissue/wall.h"

#include <cstdint>

namespace drape::sim::tissue {

/// Distance constraints (Edge) or volumes (Tet) in solving order.
template<class Corners>
struct Batch
{
    const Corners* corners = nullptr;
    const double* rest = nullptr;       ///< cmm, or cmm^3 (6V).
    const double* compliance = nullptr; ///< As in Material.
    double* lambda = nullptr;           ///< Multipliers.
    double inverse_dt2 = 0.0;           ///< 1/s^2
    bool starts = true;                 ///< The multipliers are 0, whatever `lambda` holds.
};

/// The particles of a body under way.
struct Particles
{
    Point* x = nullptr;
    Point* x_start = nullptr;
    Point* v = nullptr;
    const double* inverse_mass = nullptr;  ///< 1/g
    const double* damping = nullptr;       ///< 1/s
    const std::uint8_t* guarded = nullptr; ///< Moved by the guard.
};

/// What a look at volumes found.
struct LeastVolume
{
    double least = 1.0;        ///< min 6V/6V0, at most 1.
    bool has_offender = false; ///< Some element is not at the threshold or above it.
};

/// One set of loops. Each works on the constraints or particles of a range and on nothing else; ranges of
/// one colour may run side by side.
struct Kernels
{
    /// C = |pa - pb| - rest; Macklin et al. 2016, eq. 18. The range is of one colour.
    void (*solve_edges)(const Batch<Edge>& batch, Range range, Point* x);
    /// C = 6V - 6V0. A compressed element resists as if its compliance shrank with its volume, so that the
    /// resistance grows without bound as it collapses. The range is of one colour.
    void (*solve_volumes)(const Batch<Tet>& batch, Range range, Point* x);
    LeastVolume (*least_volume)(const Tet* tets, const double* rest, Range range, double threshold,
                                const Point* x);
    /// v += gain, x += v dt; keeps the start and gives x its inverse mass.
    void (*predict)(const Particles& particles, Range range, const glm::dvec3& gain, double dt);
    /// Velocities come from the positions before they go to the grid, so that rounding a displacement does
    /// not become a constant force (250.9 counts a substep are not 251). No way is longer than `farthest`.
    void (*round_positions)(const Particles& particles, Range range, double dt, double farthest,
                            const FixedGrid& grid);
    /// Damping and rounding; where the guard had the last word, velocities come from its positions. False
    /// when a number has left the grid's range.
    bool (*update_velocities)(const Particles& particles, Range range, double dt, const FixedGrid& grid);
    /// Puts particles inside the wall, and attached ones that are free to move, onto it.
    void (*hold_at_wall)(const Wall& wall, const std::uint8_t* attached, Range range, Point* x);
    /// The triangles whose box meets the box from low to high, in order; returns how many.
    std::uint32_t (*find_near)(const Triangle* triangles, Range range, const glm::dvec3& low,
                               const glm::dvec3& high, const Point* x, std::uint32_t* found);
};

const Kernels& plain_kernels();
/// The best that this processor has.
const Kernels& lane_kernels();

} // namespace drape::sim::tissue
