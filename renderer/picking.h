// What is under the cursor: entities and probes along a ray. No GL.
#pragma once

#include "renderer/camera.h"
#include "sim/snapshot.h"

#include <cstdint>
#include <optional>

namespace drape::renderer {

/// What of a capsule was met. The ends are the two half balls.
enum class ProbePart : std::uint8_t
{
    Body,
    EndA,
    EndB,
};

/// A place on an entity.
struct EntityHit
{
    std::uint32_t entity = 0;
    double distance = 0.0; ///< From the ray's origin, m.
    glm::dvec3 point{0.0}; ///< On the surface, m.
};

/// A place on a probe.
struct ProbeHit
{
    std::uint32_t probe = 0; ///< Index into Snapshot::probes.
    ProbePart part = ProbePart::Body;
    double distance = 0.0;            ///< From the ray's origin, m.
    glm::dvec3 point{0.0};            ///< On the surface, m.
    glm::dvec3 normal{0.0, 1.0, 0.0}; ///< Outward, length 1.
};

/// The nearest entity that the ray meets. Spheres have `particle_scale` times their radius, boxes
/// their size; entities that are not drawable are passed over.
std::optional<EntityHit> pick_entity(const sim::Snapshot& snapshot, const Ray& ray, double particle_scale);

/// The nearest entity within `slack_px` of a pixel: an exact hit first, else the one whose outline is
/// closest to the pixel. Small particles stay easy to grab.
std::optional<EntityHit> pick_entity_near(const sim::Snapshot& snapshot, const Camera& camera,
                                          Viewport viewport, glm::dvec2 px, double particle_scale,
                                          double slack_px);

/// The nearest probe that the ray meets from outside.
std::optional<ProbeHit> pick_probe(const sim::Snapshot& snapshot, const Ray& ray);

/// Distance along the ray to the outside of a sphere; empty where it misses or starts inside.
std::optional<double> hit_sphere(const Ray& ray, const glm::dvec3& center, double radius);

} // namespace drape::renderer
