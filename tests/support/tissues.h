// Tissues for tests: bodies made by hand, the loop that runs them, and what is measured on them.
#pragma once

#include "sim/tissue/cage_builder.h"
#include "sim/tissue/constraints.h"
#include "sim/tissue/profile.h"
#include "sim/tissue/solver.h"
#include "tests/sim/random.h"

#include <glm/vec3.hpp>

#include <vector>

namespace drape::test {

/// A cage with all that the solver needs to run it.
struct Sample
{
    sim::tissue::Cage cage;
    sim::tissue::Topology topology;
    sim::tissue::Material material;

    sim::tissue::Body body() const { return {cage, topology, material}; }
};

/// Expects that the profile fits the cage.
Sample make_sample(sim::tissue::Cage cage, const sim::tissue::Profile& profile);

/// One layer of the density of water, without skin, cords or damping.
sim::tissue::Profile gel_profile(double compliance_q20 = 60.0, double volume_compliance_q20 = 1.0);

/// How a cube becomes tetrahedra.
enum class Splitting
{
    Five,        ///< One in the middle, four at corners; neighbours are mirror images.
    Six,         ///< Kuhn's: six round the diagonal from the lowest corner to the highest.
    SixMirrored, ///< The same, neighbours mirror images: no direction is preferred.
};

/// A box of nx x ny x nz cubes from `low`, on the grid of 2^-8 cmm; no wall, nothing attached.
sim::tissue::Cage box_cage(const glm::ivec3& cells, const glm::dvec3& low, const glm::dvec3& high,
                           Splitting splitting);
/// A bar of 20 x 20 x 100 mm that hangs from y = 0, where it is clamped, with cubes as cells.
sim::tissue::Cage hanging_bar(int cells_across, Splitting splitting);

/// A body under way.
class Motion
{
public:
    Motion(const Sample& sample, const sim::tissue::SubstepSettings& settings,
           const sim::Compute& compute = {});

    void substep(std::span<const sim::tissue::Capsule> capsules = {});
    void substeps(int count);
    /// The force of capsule `index` in the last substep, g cmm/s^2.
    const sim::tissue::CapsuleReport& met(std::size_t index) const { return met_[index]; }
    sim::tissue::BodyState state() const;

    const Sample& sample;
    sim::tissue::SubstepSettings settings;
    sim::tissue::Work work;
    sim::tissue::SolverReport report;

private:
    std::vector<sim::tissue::CapsuleReport> met_;
    sim::Engine engine_;
};

/// min 6V/6V0, measured without the solver.
double least_volume(const Sample& sample, std::span<const sim::tissue::Point> x);
/// Largest speed, cmm/s.
double fastest(std::span<const sim::tissue::Point> v);
/// Mean over all particles, by mass.
glm::dvec3 centre_of_mass(const Sample& sample, std::span<const sim::tissue::Point> x);

} // namespace drape::test
