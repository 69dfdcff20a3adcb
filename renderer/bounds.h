// Where the things of a snapshot are: robust against strays and numbers gone bad. No GL.
#pragma once

#include "sim/snapshot.h"

#include <glm/vec3.hpp>

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace drape::renderer {

/// Coordinates beyond this are treated like NaN: they are not drawn and do not count, m. Far above
/// any scene, far below where squares leave the float range.
inline constexpr double kLargestCoordinate = 1e15;

/// Whether a point can be drawn: all three coordinates finite and within kLargestCoordinate.
inline bool is_drawable(const glm::dvec3& point)
{
    // Written so that NaN fails too; without branches, for the passes over all particles.
    const auto is_near = [](double c) { return static_cast<unsigned>(std::abs(c) <= kLargestCoordinate); };
    return (is_near(point.x) & is_near(point.y) & is_near(point.z)) != 0U;
}

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

/// The same for one snapshot after another: what entities look like is read once per topology, and a
/// snapshot that was measured already (by its serial) is not measured again.
class SceneBounds
{
public:
    const std::optional<Bounds>& of(const sim::Snapshot& snapshot);

private:
    /// Entities first .. first + count - 1 reach equally far around their points.
    struct Run
    {
        std::size_t first = 0;
        std::size_t count = 0;
        glm::dvec3 half_size{0.0}; // m
    };
    void load_runs();

    std::shared_ptr<const sim::SnapshotTopology> topology_;
    std::vector<Run> runs_; // of the topology's looks
    std::uint64_t serial_ = 0;
    bool is_loaded_ = false;
    std::optional<Bounds> bounds_;
    std::vector<glm::dvec3> sample_; // scratch
    std::vector<double> values_;
};

} // namespace drape::renderer
