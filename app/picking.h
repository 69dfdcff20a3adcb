// What is under the mouse, of all that can be taken hold of.
#pragma once

#include "renderer/camera.h"
#include "renderer/picking.h"
#include "sim/snapshot.h"

#include <glm/vec2.hpp>

#include <optional>

namespace drape::app {

/// At most one of the two is set.
struct Pick
{
    std::optional<renderer::EntityHit> entity;
    std::optional<renderer::ProbeHit> probe;
};

/// How the scene is shown, as far as it matters for picking.
struct PickSettings
{
    renderer::PickView view;
    double slack_px = 0.0; ///< How far beside a particle it is still met.
    bool probes_shown = true;
};

/// The nearest thing under a pixel. A probe that is hit beats a particle that is only close to the mouse.
Pick pick(const sim::Snapshot& snapshot, const renderer::Camera& camera, renderer::Viewport viewport,
          glm::dvec2 px, const PickSettings& settings);

} // namespace drape::app
