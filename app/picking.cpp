#include "app/picking.h"

namespace drape::app {

Pick pick(const sim::Snapshot& snapshot, const renderer::Camera& camera, renderer::Viewport viewport,
          glm::dvec2 px, const PickSettings& settings)
{
    const renderer::Ray ray = renderer::ray_through(camera, viewport, px);
    Pick result;
    if (settings.probes_shown)
        result.probe = renderer::pick_probe(snapshot, ray);
    if (!result.probe) {
        result.entity =
            renderer::pick_entity_near(snapshot, camera, viewport, px, settings.view, settings.slack_px);
        return result;
    }
    result.entity = renderer::pick_entity(snapshot, ray, settings.view);
    if (result.entity && result.entity->distance < result.probe->distance)
        result.probe.reset();
    else
        result.entity.reset();
    return result;
}

} // namespace drape::app
