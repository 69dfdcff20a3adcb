// Contact of a probe with the particles and bonds of a soft body, along the path of both.
#pragma once

#include "sim/world.h"

namespace drape::sim {

/// The probe during one move. The path of a step is cut into equal moves, short enough that neither the
/// probe nor a particle gets past half the probe's radius in one of them.
///
///     start of step                              end of step
///     x0 ----o-----------o-----------o---------- x1     particle, plus the pushes it got so far
///     pose0 -o-----------o-----------o---------- pose1  capsule
///         move 1      move 2      move 3
struct ContactMove
{
    glm::dvec3 a{0.0}, b{0.0};                   ///< Capsule ends after this move, m.
    glm::dvec3 previous_a{0.0}, previous_b{0.0}; ///< Before it.
    double fraction = 1.0; ///< Share of the step that is over after this move; exactly 1 in the last.
    double share = 1.0;    ///< 1 / number of moves.
    double radius = 0.0;   ///< m
    double friction = 0.0; ///< Coulomb coefficient.
};

/// How many moves the contact needs in this step: 0 when capsule and body stay apart.
int count_contact_moves(const ContactSystem& system, const SystemRefs& refs, const World& world);

/// The move number `index` (from 1) of `count`.
ContactMove contact_move(const ContactSystem& system, const SystemRefs& refs, const World& world, int index,
                         int count);

/// Pushes the particle out of the capsule, and the bonds it owns; the pushes are collected in
/// world.push. `particle` is local to the body. False where nothing touches.
bool push_particle(const ContactMove& move, const SoftBody& body, std::uint32_t particle, World& world);

/// Clears the pushes of the body before the first move.
void clear_pushes(const SoftBody& body, World& world);

/// Adds the pushes to the positions and reports depth, force and number of contacts.
void apply_pushes(const SystemRefs& refs, const SoftBody& body, World& world);

/// The whole contact system; leaves out what the capsule cannot reach (path_blocks.h).
void solve_contact(const ContactSystem& system, const SystemRefs& refs, World& world, Workers& workers);

} // namespace drape::sim
