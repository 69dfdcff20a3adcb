#include "renderer/bounds.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace drape::renderer {
namespace {

/// How far, in interquartile ranges beyond the middle half, a point still belongs to the scene.
constexpr double kFence = 10.0;
/// Enough points to know the quartiles; the rest is only compared.
constexpr std::size_t kSampleSize = 4096;

/// Drawable points, evenly thinned out to about kSampleSize.
std::vector<glm::dvec3> sample(std::span<const glm::dvec3> points)
{
    const std::size_t stride = std::max<std::size_t>(1, points.size() / kSampleSize);
    std::vector<glm::dvec3> taken;
    taken.reserve(points.size() / stride + 1);
    for (std::size_t i = 0; i < points.size(); i += stride) {
        if (is_drawable(points[i]))
            taken.push_back(points[i]);
    }
    return taken;
}

/// The region whose points count.
Bounds fence(std::span<const glm::dvec3> points)
{
    const std::vector<glm::dvec3> taken = sample(points);
    constexpr double kAll = std::numeric_limits<double>::infinity();
    if (taken.size() < 4)
        return {glm::dvec3(-kAll), glm::dvec3(kAll)}; // too few to call one a stray
    glm::dvec3 first{0.0};
    glm::dvec3 third{0.0};
    std::vector<double> values(taken.size());
    for (int axis = 0; axis < 3; ++axis) {
        std::transform(taken.begin(), taken.end(), values.begin(),
                       [axis](const glm::dvec3& p) { return p[axis]; });
        const auto quarter = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 4);
        const auto three_quarters = values.begin() + static_cast<std::ptrdiff_t>(3 * values.size() / 4);
        std::nth_element(values.begin(), quarter, values.end());
        first[axis] = *quarter;
        std::nth_element(values.begin(), three_quarters, values.end());
        third[axis] = *three_quarters;
    }
    const glm::dvec3 range = third - first;
    // A flat cloth has no range across itself; what hangs beside it still belongs to the scene.
    const double widest = std::max(std::max(range.x, range.y), range.z);
    if (widest == 0.0)
        return {glm::dvec3(-kAll),
                glm::dvec3(kAll)}; // over half the points in one place: no scale to judge by
    const glm::dvec3 margin = kFence * glm::max(range, glm::dvec3(0.5 * widest));
    return {first - margin, third + margin};
}

class BoundsBuilder
{
public:
    void add(const glm::dvec3& point, const glm::dvec3& half_size)
    {
        min_ = glm::min(min_, point - half_size);
        max_ = glm::max(max_, point + half_size);
        any_ = true;
    }

    std::optional<Bounds> bounds() const
    {
        if (!any_)
            return std::nullopt;
        return Bounds{min_, max_};
    }

private:
    glm::dvec3 min_{std::numeric_limits<double>::infinity()};
    glm::dvec3 max_{-std::numeric_limits<double>::infinity()};
    bool any_ = false;
};

bool is_inside(const Bounds& region, const glm::dvec3& p)
{
    return p.x >= region.min.x && p.x <= region.max.x && p.y >= region.min.y && p.y <= region.max.y &&
           p.z >= region.min.z && p.z <= region.max.z;
}

glm::dvec3 half_size_of(const sim::SnapshotTopology* topology, std::size_t entity)
{
    if (topology == nullptr || entity >= topology->looks.size())
        return glm::dvec3(0.0);
    const sim::Look& look = topology->looks[entity];
    const glm::dvec3 half = look.shape == sim::Shape::Box ? 0.5 * glm::dvec3(look.box_size)
                                                          : glm::dvec3(static_cast<double>(look.radius));
    return is_drawable(half) ? glm::abs(half) : glm::dvec3(0.0);
}

} // namespace

bool is_drawable(const glm::dvec3& point)
{
    // Written so that NaN fails too.
    return std::abs(point.x) <= kLargestCoordinate && std::abs(point.y) <= kLargestCoordinate &&
           std::abs(point.z) <= kLargestCoordinate;
}

double Bounds::radius() const
{
    return 0.5 * glm::length(size());
}

std::optional<Bounds> frame_bounds(std::span<const glm::dvec3> points)
{
    const Bounds region = fence(points);
    BoundsBuilder builder;
    for (const glm::dvec3& point : points) {
        if (is_drawable(point) && is_inside(region, point))
            builder.add(point, glm::dvec3(0.0));
    }
    return builder.bounds();
}

std::optional<Bounds> frame_bounds(const sim::Snapshot& snapshot)
{
    const Bounds region = fence(snapshot.position);
    BoundsBuilder builder;
    for (std::size_t i = 0; i < snapshot.position.size(); ++i) {
        const glm::dvec3& point = snapshot.position[i];
        if (is_drawable(point) && is_inside(region, point))
            builder.add(point, half_size_of(snapshot.topology.get(), i));
    }
    for (const sim::ProbeSnapshot& probe : snapshot.probes) {
        const glm::dvec3 radius(std::abs(probe.radius) <= kLargestCoordinate ? std::abs(probe.radius)
                                                                             : 0.0);
        for (const glm::dvec3& end : {probe.a, probe.b}) {
            if (is_drawable(end) && is_inside(region, end))
                builder.add(end, radius);
        }
    }
    return builder.bounds();
}

} // namespace drape::renderer
