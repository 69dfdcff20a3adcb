#include "sim/lattice/sweep.h"

#include "sim/check.h"
#include "sim/lattice/pair.h"

namespace drape::sim {

namespace {

/// One pass over the springs that particle `p` owns.
inline void relax_owned(std::uint32_t p, const SoftSystem& system, const SoftBody& body,
                        const double* inverse_mass, const glm::dvec3* velocity, glm::dvec3* position)
{
    const SpringList& springs = *body.springs;
    for (std::uint32_t s = springs.begin[p]; s < springs.begin[p + 1]; ++s) {
        const std::uint32_t q = springs.other[s];
        relax_pair({springs.rest[s], system.stiffness, system.damping}, inverse_mass[p], inverse_mass[q],
                   velocity[p], velocity[q], position[p], position[q]);
    }
}

} // namespace

void sweep_soft(const SoftSystem& system, const SoftBody& body, World& world)
{
    DRAPE_ASSERT(system.iterations >= 1 && body.first + body.grid.count() <= world.entity_count());
    const double* const inverse_mass = world.inverse_mass.data() + body.first;
    const glm::dvec3* const velocity = world.state.velocity.data() + body.first;
    glm::dvec3* const position = world.state.position.data() + body.first;
    const std::uint32_t count = body.grid.count();

    if (system.sweep == SweepOrder::Particle) {
        for (std::uint32_t p = 0; p < count; ++p)
            for (int iteration = 0; iteration < system.iterations; ++iteration)
                relax_owned(p, system, body, inverse_mass, velocity, position);
    } else {
        for (int iteration = 0; iteration < system.iterations; ++iteration)
            for (std::uint32_t p = 0; p < count; ++p)
                relax_owned(p, system, body, inverse_mass, velocity, position);
    }
}

} // namespace drape::sim
