// Where the things of a snapshot are: robust against strays and numbers gone bad. No GL.
#pragma once

#include "sim/snapshot.h"

#include <glm/vec3.hpp>

#include <optional>
#include <span>

namespace drape::renderer {

/// Coordinates beyond this are treated like NaN: they are not drawn and do not count, m. Far above
/// any scene, far below where squares leave the float range.
inline constexpr double kLargestCoordinate = 1e15;

/// Whether a point can be drawn: all three coordinates finite and within kLargestCoordinate.
bool is_drawable(const glm::dvec3& point);

/// An axis-aligned box, m; `min <= max` in each axis.
struct Bounds
{
    glm::dvec3 min{0.0};
    glm::dvec3 max{0.0};

    glm::dvec3 center() const { return 0.5 * (min + max); }
    glm::dvec3 size() const { return max - min; }
    /// Radius of the sphere around center() that holds the box, m.
    double radius() const;
};

/// The box around the points without strays: a point counts when it lies within 10 interquartile
/// ranges of the middle half, axis by axis. Empty where no point is drawable.
std::optional<Bounds> frame_bounds(std::span<const glm::dvec3> points);

/// The same for all that a snapshot shows: entities with their radii or box sizes, and probes.
std::optional<Bounds> frame_bounds(const sim::Snapshot& snapshot);

} // namespace drape::renderer
