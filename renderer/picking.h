// What is under the cursor: entities and probes along a ray. No GL.
#pragma once

#include "renderer/camera.h"
#include "sim/snapshot.h"

#include <array>
#include <cstdint>
#include <optional>

namespace drape::renderer {

struct RenderSettings;

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

/// A place on a skin, or on the layers where it is peeled. These are the cage's flat triangles, which
/// contacts act on; the smoothed skin that is drawn runs within a fraction of a millimetre of them.
struct SkinHit
{
    std::uint32_t tissue = 0;   ///< Index into SnapshotTopology::tissues.
    std::uint32_t triangle = 0; ///< Into its `skin`; peeled: 4 times the element, plus the side.
    std::array<std::uint32_t, 3> corners{}; ///< Entities.
    glm::dvec3 barycentric{0.0};            ///< Shares of the corners; they sum to 1.
    glm::dvec3 point{0.0};                  ///< m
    std::uint32_t entity = 0;               ///< The corner nearest to the point.
    double distance = 0.0;                  ///< From the ray's origin, m.
};

/// What is shown, as far as picking goes; the defaults are those of RenderSettings.
struct PickView
{
    double particle_scale = 1.0;
    bool show_skin = true;
    bool show_tissue_particles = true;
    float skin_opacity = 1.0f;
    float peel = 0.0f;
};

/// The part of the settings that picking needs.
PickView pick_view(const RenderSettings& settings);

/// The nearest triangle of a shown skin, or of the layers where peeled, that the ray meets, from either
/// side; what has a corner out of range or not drawable is passed over.
std::optional<SkinHit> pick_skin(const sim::Snapshot& snapshot, const Ray& ray, const PickView& view);

/// The nearest entity that the ray meets, where what is shown counts: particles that a skin hides or
/// peeling has removed are passed over, and an opaque skin gives the particle nearest to the point where
/// the ray meets it. A translucent one does so where the ray meets no particle.
std::optional<EntityHit> pick_entity(const sim::Snapshot& snapshot, const Ray& ray, const PickView& view);

/// The same as below, where what is shown counts.
std::optional<EntityHit> pick_entity_near(const sim::Snapshot& snapshot, const Camera& camera,
                                          Viewport viewport, glm::dvec2 px, const PickView& view,
                                          double slack_px);

/// The nearest entity that the ray meets, with skins as by default. Spheres have `particle_scale` times
/// their radius, boxes their size; entities that are not drawable are passed over.
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
