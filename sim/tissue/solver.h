// XPBD on a cage, in fixed point: one substep after the other, always in the same order.
#pragma once

#include "sim/compute.h"
#include "sim/tissue/body_state.h"
#include "sim/tissue/cage.h"
#include "sim/tissue/constraints.h"
#include "sim/tissue/fixed_point.h"
#include "sim/tissue/kernels.h"
#include "sim/tissue/plan.h"
#include "sim/tissue/point.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace drape::sim::tissue {

/// A capsule during one substep, in the body's frame, cmm. It moves by at most half its radius.
struct Capsule
{
    glm::dvec3 a{0.0}, b{0.0};                   ///< At the substep's end.
    glm::dvec3 previous_a{0.0}, previous_b{0.0}; ///< At its start.
    double radius = 0.0;
    double friction = 0.0; ///< Coulomb coefficient.
};

/// A hand that holds a particle by a soft spring.
struct Pull
{
    std::uint32_t particle = 0;
    glm::dvec3 target{0.0};     ///< cmm
    double compliance = 0.0;    ///< s^2/g
    double largest_force = 0.0; ///< g cmm/s^2
};

/// No particle moves faster, cmm/s (100 m/s): what a wild input asks for beyond it is not followed, so that
/// no input drives the numbers out of their range.
inline constexpr double kFastestSpeed = 1e7;

struct SubstepSettings
{
    double dt = 0.001; ///< s
    int iterations = 1;
    glm::dvec3 gravity{0.0}; ///< cmm/s^2
    int fraction_bits = 8;
};

/// What a capsule met in a substep.
struct CapsuleReport
{
    glm::dvec3 force{0.0};      ///< On the tissue, g cmm/s^2 (1e-8 N).
    std::uint32_t contacts = 0; ///< Triangles touched in the last iteration.
};

/// What a substep has to tell; the counts add up over substeps.
struct SolverReport
{
    std::uint64_t guard_mended = 0;      ///< Elements pushed open by the inversion guard.
    std::uint64_t guard_rolled_back = 0; ///< Particles that it put back.
    double least_volume = 1.0;           ///< min 6V/6V0 over elements and substeps.
    std::optional<std::uint32_t> lost;   ///< A particle that left the range of numbers.
};

/// Working arrays, kept from step to step to spare their memory. Positions and velocities are on the grid
/// between substeps.
struct Work
{
    std::vector<Point> x, x_start, v;
    std::vector<double> edge_lambda, tet_lambda, cord_lambda, glide_lambda;
    std::vector<std::uint8_t> guarded;
    std::vector<std::uint32_t> offenders, near;
    double pull_lambda = 0.0;
    std::vector<Capsule> capsules;  ///< Of the substep, for the caller.
    std::vector<CapsuleReport> met; ///< What they met.
    Plan plan;
    std::vector<LeastVolume> looked;     ///< One per thread.
    std::vector<std::uint8_t> is_inside; ///< One per thread.
};

void load(const BodyState& state, int fraction_bits, Work& work);
/// Needs every number inside the range (SolverReport::lost is empty).
void store(const Work& work, int fraction_bits, BodyState& state);

/// One substep: predict, N times { edges, cords, gliding base, volumes, pull, contact, rigid parts }, round
/// to the grid, guard, update velocities. Macklin, Mueller, Chentanez 2016 (XPBD); the small steps of
/// Macklin et al. 2019. `capsules` and `reports` are of the same length. Every engine gives the same
/// bits.
void run_substep(const Body& body, const SubstepSettings& settings, std::span<const Capsule> capsules,
                 const std::optional<Pull>& pull, Engine& engine, Work& work,
                 std::span<CapsuleReport> reports, SolverReport& report);

} // namespace drape::sim::tissue
