// Dragging a probe: mouse positions to targets for its two ends. Geometry only.
#pragma once

#include "renderer/camera.h"
#include "renderer/picking.h"
#include "sim/snapshot.h"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cstdint>

namespace drape::app {

/// A drag in progress. The targets follow the mouse at once; the probe follows them at its own speed.
struct ProbeDrag
{
    std::uint32_t probe = 0;
    renderer::ProbePart part = renderer::ProbePart::Body;
    glm::dvec3 start_a{0.0}, start_b{0.0};   ///< Pose at the press, m.
    glm::dvec3 target_a{0.0}, target_b{0.0}; ///< m
    glm::dvec3 anchor{0.0}; ///< The point under the mouse; the drag's plane faces the camera through it.
};

/// Takes hold of a probe where it was hit. An end of a sphere is the whole sphere.
ProbeDrag begin_probe_drag(const sim::ProbeSnapshot& probe, const renderer::ProbeHit& hit);

/// Follows the mouse in the plane that faces the camera.
void drag_in_view(ProbeDrag& drag, const renderer::Camera& camera, renderer::Viewport viewport,
                  glm::dvec2 px);

/// Moves along the line of sight by `depth` metres, positive away from the eye. The point stays under the
/// mouse in a perspective view as well.
void drag_in_depth(ProbeDrag& drag, const renderer::Camera& camera, double depth);

/// Moves by a way in the scene, m.
void drag_along(ProbeDrag& drag, const glm::dvec3& way);

} // namespace drape::app
