#include "app/probe_drag.h"

#include <glm/geometric.hpp>

#include <algorithm>

namespace drape::app {

namespace {

void shift(ProbeDrag& drag, const glm::dvec3& by)
{
    if (drag.part != renderer::ProbePart::EndB)
        drag.target_a += by;
    if (drag.part != renderer::ProbePart::EndA)
        drag.target_b += by;
    drag.anchor += by;
}

} // namespace

ProbeDrag begin_probe_drag(const sim::ProbeSnapshot& probe, const renderer::ProbeHit& hit)
{
    ProbeDrag drag;
    drag.probe = hit.probe;
    drag.part = probe.a == probe.b ? renderer::ProbePart::Body : hit.part;
    drag.start_a = drag.target_a = probe.a;
    drag.start_b = drag.target_b = probe.b;
    drag.anchor = hit.point;
    return drag;
}

void drag_in_view(ProbeDrag& drag, const renderer::Camera& camera, renderer::Viewport viewport,
                  glm::dvec2 px)
{
    shift(drag, renderer::on_view_plane(camera, viewport, px, drag.anchor) - drag.anchor);
}

void drag_in_depth(ProbeDrag& drag, const renderer::Camera& camera, double depth)
{
    if (camera.orthographic) {
        shift(drag, depth * renderer::axes(camera).forward);
        return;
    }
    // Along the ray to the anchor, and never past the eye.
    const glm::dvec3 from_eye = drag.anchor - renderer::eye(camera);
    const double distance = glm::length(from_eye);
    constexpr double kNearest = 0.05; // of the camera's distance
    if (distance > 0.0)
        shift(drag, from_eye / distance * std::max(depth, kNearest * camera.distance - distance));
}

void drag_along(ProbeDrag& drag, const glm::dvec3& way)
{
    shift(drag, way);
}

} // namespace drape::app
