// A substep as a list of steps, and which thread does what of each.
#pragma once

#include "sim/tissue/constraints.h"

#include <array>
#include <cstdint>
#include <vector>

namespace drape::sim::tissue {

/// What a step of the plan does.
enum class Phase : std::uint8_t
{
    Predict,
    Edges, ///< Of one colour.
    Cords, ///< And the springs of a gliding base.
    Volumes, ///< Of one colour.
    Touch, ///< The hand, capsules, and the reach of a gliding base.
    Wall,
    RigidParts,
    Round,
    LookForInversion,
    Guard,
    Velocities,
    Fence, ///< Nothing: what follows needs all that went before.
};

/// The order of a substep: predict, N times { edges, cords, volumes, touch, wall, rigid parts }, round, guard,
/// velocities. In each step the threads may be one step apart (Workers::run_steps with a slack of 1).
///
/// With several threads each owns a run of the particles and the constraints that lie there. The constraints
/// of a colour are done in two steps, first those at the border, which touch particles that others' touch,
/// then the inner ones. The others' border of the last colour is then long done, and nobody waits:
///
///     thread 0   | border 1 | inner 1 ......... | border 2 | inner 2 .........
///     thread 1    | border 1 | inner 1 ......... | border 2 | inner 2 .........
struct Plan
{
    enum class Share : std::uint8_t
    {
        Alone,  ///< Part 0 does it.
        Whole,  ///< Each part its range.
        Border, ///< Each part its constraints that touch what others touch: a range at either end.
        Inner,  ///< Each part the rest of that colour.
    };
    struct Step
    {
        Phase phase = Phase::Fence;
        bool starts = true; ///< In the first iteration.
        Share share = Share::Alone;
    };
    std::vector<Step> steps;
    std::vector<std::array<Range, 2>> ranges; ///< By step and part.
    std::uint32_t parts = 1;                  ///< Threads that share the work.
    int iterations = 0;
    int threads = 0; ///< That it was made for.

    const std::array<Range, 2>& ranges_of(std::uint32_t step, std::uint32_t part) const
    {
        return ranges[std::size_t{step} * parts + part];
    }
};

/// Small bodies get fewer parts than there are threads.
Plan make_plan(const Body& body, int iterations, int threads);

} // namespace drape::sim::tissue
