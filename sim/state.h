// Everything that changes from step to step: a checkpoint is a copy of it.
#pragma once

#include "sim/tissue/body_state.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace drape::sim {

/// Where a probe is and where the hand wants it.
struct ProbePose
{
    glm::dvec3 a{0.0}; ///< m
    glm::dvec3 b{0.0}; ///< m
    glm::dvec3 target_a{0.0};
    glm::dvec3 target_b{0.0};
};

/// Where a probe was when it began to touch a tissue: what its depth is measured from.
struct ProbeTouch
{
    bool is_touching = false;
    glm::dvec3 a{0.0}, b{0.0}; ///< m
};

/// An entity held by the hand through a soft spring.
struct GrabState
{
    std::uint32_t entity = 0;
    glm::dvec3 target{0.0}; ///< m
};

/// The state of a scene. The arrays are indexed by entity id (declared entities, then particles of soft
/// bodies); tissues have arrays of their own.
struct State
{
    std::vector<glm::dvec3> position; ///< m
    std::vector<glm::dvec3> velocity; ///< m/s
    std::vector<tissue::BodyState> tissues;
    std::vector<ProbePose> probes;
    std::vector<ProbeTouch> touches; ///< One per probe; what probes report comes from it, no step reads it.
    std::optional<GrabState> grab;
};

} // namespace drape::sim
