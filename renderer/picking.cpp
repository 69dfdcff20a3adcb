#include "renderer/picking.h"

#include "renderer/render_settings.h"
#include "renderer/tissue_shapes.h"
#include "sim/check.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace drape::renderer {
namespace {

/// Entry distance into an axis-aligned box; empty where it misses or starts inside.
std::optional<double> hit_box(const Ray& ray, const glm::dvec3& center, const glm::dvec3& half_size)
{
    double enter = -std::numeric_limits<double>::infinity();
    double leave = std::numeric_limits<double>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        const double offset = center[axis] - ray.origin[axis];
        const double slope = ray.direction[axis];
        if (slope == 0.0) {
            if (std::abs(offset) > half_size[axis])
                return std::nullopt; // parallel to these two faces, and not between them
            continue;
        }
        const double t0 = (offset - half_size[axis]) / slope;
        const double t1 = (offset + half_size[axis]) / slope;
        enter = std::max(enter, std::min(t0, t1));
        leave = std::min(leave, std::max(t0, t1));
    }
    if (!(enter >= 0.0) || enter > leave)
        return std::nullopt;
    return enter;
}

const sim::Look& look_of(const sim::Snapshot& snapshot, std::size_t entity)
{
    static const sim::Look kDefault;
    const sim::SnapshotTopology* topology = snapshot.topology.get();
    return topology != nullptr && entity < topology->looks.size() ? topology->looks[entity] : kDefault;
}

std::optional<double> hit_entity(const sim::Look& look, const glm::dvec3& position, const Ray& ray,
                                 double particle_scale)
{
    if (look.opacity <= 0.0f)
        return std::nullopt; // what cannot be seen cannot be meant
    if (look.shape == sim::Shape::Box)
        return hit_box(ray, position, 0.5 * glm::dvec3(look.box_size));
    return hit_sphere(ray, position, particle_scale * static_cast<double>(look.radius));
}

/// 1 per entity that what is shown leaves out; entities beyond its end are shown.
std::vector<std::uint8_t> hidden_particles(const sim::Snapshot& snapshot, const PickView& view)
{
    if (snapshot.topology == nullptr || snapshot.topology->tissues.empty())
        return {};
    RenderSettings settings;
    settings.show_skin = view.show_skin;
    settings.show_tissue_particles = view.show_tissue_particles;
    settings.skin_opacity = view.skin_opacity;
    settings.peel = view.peel;
    return hidden_particles(*snapshot.topology, settings);
}

bool is_hidden(const std::vector<std::uint8_t>& hidden, std::size_t entity)
{
    return entity < hidden.size() && hidden[entity] != 0;
}

/// How far beside a ray something still counts: a width that grows with the depth.
struct Widening
{
    double at_eye = 0.0;     // m
    double per_depth = 0.0;  // m per m
    glm::dvec3 forward{0.0}; // which way depth goes
};

Widening widening(const Camera& camera, Viewport viewport, double slack_px)
{
    const std::optional<PixelPoint> middle = project(camera, viewport, camera.target);
    DRAPE_ASSERT(middle.has_value());
    const double width = std::max(slack_px, 0.0) / middle->px_per_m; // at the target's depth
    return camera.orthographic ? Widening{width, 0.0, glm::dvec3(0.0)}
                               : Widening{0.0, width / camera.distance, axes(camera).forward};
}

/// How far an entity reaches from its middle, m.
double reach_of(const sim::Look& look, double particle_scale)
{
    return look.shape == sim::Shape::Box ? 0.5 * glm::length(glm::dvec3(look.box_size))
                                         : std::abs(particle_scale * static_cast<double>(look.radius));
}

/// The shown entities that a ray meets or misses by no more than `widening`, in ascending order; a few
/// more may be among them. This is the one pass over all particles, made for each frame in which the
/// mouse hovers: what is left for exact tests is a handful.
std::vector<std::uint32_t> entities_near(const sim::Snapshot& snapshot, const Ray& ray,
                                         const PickView& view, const Widening& widening)
{
    constexpr double kRounding = 1.0 + 1e-6;
    const std::vector<std::uint8_t> hidden = hidden_particles(snapshot, view);
    std::vector<std::uint32_t> near;
    for (std::size_t i = 0; i < snapshot.position.size(); ++i) {
        const glm::dvec3 to_center = snapshot.position[i] - ray.origin;
        const glm::dvec3 across = to_center - glm::dot(to_center, ray.direction) * ray.direction;
        const double depth = std::max(glm::dot(to_center, widening.forward), 0.0);
        const double reach = reach_of(look_of(snapshot, i), view.particle_scale) + widening.at_eye +
                             widening.per_depth * depth;
        // What cannot be told, because a number is none, is left to the exact tests.
        if (glm::dot(across, across) > kRounding * reach * reach)
            continue;
        if (is_drawable(snapshot.position[i]) && !is_hidden(hidden, i))
            near.push_back(static_cast<std::uint32_t>(i));
    }
    return near;
}

/// The nearest of some entities that a ray meets, and the skins before them.
std::optional<EntityHit> nearest_hit(const sim::Snapshot& snapshot, const Ray& ray, const PickView& view,
                                     const std::vector<std::uint32_t>& entities)
{
    std::optional<EntityHit> nearest;
    for (const std::uint32_t i : entities) {
        const std::optional<double> t =
            hit_entity(look_of(snapshot, i), snapshot.position[i], ray, view.particle_scale);
        if (t && (!nearest || *t < nearest->distance))
            nearest = EntityHit{i, *t, ray.origin + *t * ray.direction};
    }
    const bool is_opaque = !(view.skin_opacity < 1.0f);
    if (nearest && !is_opaque)
        return nearest; // seen through the skin
    const std::optional<SkinHit> skin = pick_skin(snapshot, ray, view);
    if (skin && (!nearest || skin->distance < nearest->distance))
        return EntityHit{skin->entity, skin->distance, skin->point};
    return nearest;
}

/// Entry distance into the cylinder side of a capsule, between its ends.
std::optional<double> hit_side(const Ray& ray, const sim::ProbeSnapshot& probe)
{
    const glm::dvec3 along = probe.b - probe.a;
    const double length = glm::length(along);
    if (!(length > 0.0))
        return std::nullopt;
    const glm::dvec3 axis = along / length;
    const glm::dvec3 offset = ray.origin - probe.a;
    // Everything across the axis: a circle and a line in a plane.
    const glm::dvec3 direction = ray.direction - axis * glm::dot(ray.direction, axis);
    const glm::dvec3 start = offset - axis * glm::dot(offset, axis);
    const double a = glm::dot(direction, direction);
    if (a < 1e-24)
        return std::nullopt;
    const double b = glm::dot(direction, start);
    const double c = glm::dot(start, start) - probe.radius * probe.radius;
    const double discriminant = b * b - a * c;
    if (discriminant < 0.0)
        return std::nullopt;
    const double t = (-b - std::sqrt(discriminant)) / a;
    const double height = glm::dot(offset + t * ray.direction, axis);
    if (t < 0.0 || height < 0.0 || height > length)
        return std::nullopt;
    return t;
}

/// Outward, at a point on the surface.
glm::dvec3 capsule_normal(const sim::ProbeSnapshot& probe, const glm::dvec3& point)
{
    const glm::dvec3 along = probe.b - probe.a;
    const double square = glm::dot(along, along);
    const double s = square > 0.0 ? std::clamp(glm::dot(point - probe.a, along) / square, 0.0, 1.0) : 0.0;
    const glm::dvec3 out = point - (probe.a + s * along);
    const double length = glm::length(out);
    return length > 0.0 ? out / length : glm::dvec3(0.0, 1.0, 0.0);
}

bool is_drawable(const sim::ProbeSnapshot& probe)
{
    return renderer::is_drawable(probe.a) && renderer::is_drawable(probe.b) && probe.radius > 0.0 &&
           probe.radius <= kLargestCoordinate;
}

void keep_nearer(std::optional<ProbeHit>& nearest, const std::optional<double>& distance,
                 std::uint32_t probe, ProbePart part)
{
    if (distance && (!nearest || *distance < nearest->distance))
        nearest = ProbeHit{probe, part, *distance, {}, {}};
}

} // namespace

std::optional<double> hit_sphere(const Ray& ray, const glm::dvec3& center, double radius)
{
    const glm::dvec3 to_center = center - ray.origin;
    const double along = glm::dot(to_center, ray.direction);
    // From the foot of the perpendicular rather than along^2 - |to_center|^2: exact for far spheres.
    const glm::dvec3 across = to_center - along * ray.direction;
    const double square = radius * radius - glm::dot(across, across);
    if (!(square >= 0.0))
        return std::nullopt;
    const double t = along - std::sqrt(square);
    if (t < 0.0)
        return std::nullopt;
    return t;
}

PickView pick_view(const RenderSettings& settings)
{
    return {static_cast<double>(settings.particle_scale), settings.show_skin,
            settings.show_tissue_particles, settings.skin_opacity, settings.peel};
}

std::optional<EntityHit> pick_entity(const sim::Snapshot& snapshot, const Ray& ray, const PickView& view)
{
    return nearest_hit(snapshot, ray, view, entities_near(snapshot, ray, view, {}));
}

std::optional<EntityHit> pick_entity_near(const sim::Snapshot& snapshot, const Camera& camera,
                                          Viewport viewport, glm::dvec2 px, const PickView& view,
                                          double slack_px)
{
    const Ray ray = ray_through(camera, viewport, px);
    const std::vector<std::uint32_t> entities =
        entities_near(snapshot, ray, view, widening(camera, viewport, slack_px));
    if (const std::optional<EntityHit> exact = nearest_hit(snapshot, ray, view, entities))
        return exact;
    std::optional<std::size_t> best;
    double best_gap_px = slack_px;
    double best_depth = 0.0;
    for (const std::uint32_t i : entities) {
        const sim::Look& look = look_of(snapshot, i);
        const std::optional<PixelPoint> at = project(camera, viewport, snapshot.position[i]);
        if (!at || look.shape == sim::Shape::Box || look.opacity <= 0.0f)
            continue;
        const double outline_px = view.particle_scale * static_cast<double>(look.radius) * at->px_per_m;
        const double gap_px = std::max(0.0, glm::length(at->px - px) - outline_px);
        const bool is_better =
            !best || gap_px < best_gap_px || (gap_px == best_gap_px && at->depth < best_depth);
        if (gap_px <= best_gap_px && is_better) {
            best = i;
            best_gap_px = gap_px;
            best_depth = at->depth;
        }
    }
    if (!best)
        return std::nullopt;
    const glm::dvec3& point = snapshot.position[*best];
    return EntityHit{static_cast<std::uint32_t>(*best), glm::length(point - ray.origin), point};
}

std::optional<EntityHit> pick_entity(const sim::Snapshot& snapshot, const Ray& ray, double particle_scale)
{
    PickView view;
    view.particle_scale = particle_scale;
    return pick_entity(snapshot, ray, view);
}

std::optional<EntityHit> pick_entity_near(const sim::Snapshot& snapshot, const Camera& camera,
                                          Viewport viewport, glm::dvec2 px, double particle_scale,
                                          double slack_px)
{
    PickView view;
    view.particle_scale = particle_scale;
    return pick_entity_near(snapshot, camera, viewport, px, view, slack_px);
}

std::optional<ProbeHit> pick_probe(const sim::Snapshot& snapshot, const Ray& ray)
{
    std::optional<ProbeHit> nearest;
    for (std::size_t i = 0; i < snapshot.probes.size(); ++i) {
        const sim::ProbeSnapshot& probe = snapshot.probes[i];
        if (!is_drawable(probe))
            continue;
        const auto index = static_cast<std::uint32_t>(i);
        keep_nearer(nearest, hit_side(ray, probe), index, ProbePart::Body);
        keep_nearer(nearest, hit_sphere(ray, probe.a, probe.radius), index, ProbePart::EndA);
        keep_nearer(nearest, hit_sphere(ray, probe.b, probe.radius), index, ProbePart::EndB);
    }
    if (nearest) {
        nearest->point = ray.origin + nearest->distance * ray.direction;
        nearest->normal = capsule_normal(snapshot.probes[nearest->probe], nearest->point);
    }
    return nearest;
}

} // namespace drape::renderer
