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

/// What fence() works with; kept from frame to frame, it allocates nothing.
struct FenceScratch
{
    std::vector<glm::dvec3>& sample;
    std::vector<double>& values;
};

/// Drawable points, evenly thinned out to about kSampleSize.
void take_sample(std::span<const glm::dvec3> points, std::vector<glm::dvec3>& taken)
{
    const std::size_t stride = std::max<std::size_t>(1, points.size() / kSampleSize);
    taken.clear();
    taken.reserve(points.size() / stride + 1);
    for (std::size_t i = 0; i < points.size(); i += stride) {
        if (is_drawable(points[i]))
            taken.push_back(points[i]);
    }
}

/// The region whose points count; every point in it is drawable.
Bounds fence(std::span<const glm::dvec3> points, FenceScratch scratch)
{
    const Bounds everything{glm::dvec3(-kLargestCoordinate), glm::dvec3(kLargestCoordinate)};
    const std::vector<glm::dvec3>& taken = scratch.sample;
    take_sample(points, scratch.sample);
    if (taken.size() < 4)
        return everything; // too few to call one a stray
    glm::dvec3 first{0.0};
    glm::dvec3 third{0.0};
    std::vector<double>& values = scratch.values;
    values.resize(taken.size());
    for (int axis = 0; axis < 3; ++axis) {
        std::transform(taken.begin(), taken.end(), values.begin(),
                       [axis](const glm::dvec3& p) { return p[axis]; });
        const auto quarter = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 4);
        const auto three_quarters = values.begin() + static_cast<std::ptrdiff_t>(3 * values.size() / 4);
        std::nth_element(values.begin(), quarter, values.end());
        first[axis] = *quarter;
        std::nth_element(quarter, three_quarters, values.end()); // lies above the first
        third[axis] = *three_quarters;
    }
    const glm::dvec3 range = third - first;
    // A flat cloth has no range across itself; what hangs beside it still belongs to the scene.
    const double widest = std::max(std::max(range.x, range.y), range.z);
    if (widest == 0.0)
        return everything; // over half the points in one place: no scale to judge by
    const glm::dvec3 margin = kFence * glm::max(range, glm::dvec3(0.5 * widest));
    return {glm::max(first - margin, everything.min), glm::min(third + margin, everything.max)};
}

bool is_inside(const Bounds& region, const glm::dvec3& p)
{
    return p.x >= region.min.x && p.x <= region.max.x && p.y >= region.min.y && p.y <= region.max.y &&
           p.z >= region.min.z && p.z <= region.max.z;
}

/// The box around points, and whether all of them are numbers.
struct PlainBounds
{
    Bounds box{glm::dvec3(std::numeric_limits<double>::infinity()),
               glm::dvec3(-std::numeric_limits<double>::infinity())};
    bool is_whole = false;
};

PlainBounds plain_bounds(std::span<const glm::dvec3> points)
{
    PlainBounds plain;
    glm::dvec3 low = plain.box.min, high = plain.box.max;
    double poison = 0.0; // becomes NaN with the first coordinate that is no number
    for (const glm::dvec3& p : points) {
        low.x = p.x < low.x ? p.x : low.x;
        low.y = p.y < low.y ? p.y : low.y;
        low.z = p.z < low.z ? p.z : low.z;
        high.x = p.x > high.x ? p.x : high.x;
        high.y = p.y > high.y ? p.y : high.y;
        high.z = p.z > high.z ? p.z : high.z;
        poison += 0.0 * (p.x + p.y + p.z);
    }
    return {{low, high}, poison == 0.0};
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

    /// The points that lie in `region`, which holds drawable ones only.
    void add_inside(const Bounds& region, std::span<const glm::dvec3> points, const glm::dvec3& half_size)
    {
        if (points.empty())
            return;
        // As a rule there are no strays, and one look at the corners tells so. The least of differences
        // is the difference of the least: rounding keeps the order of numbers.
        const PlainBounds plain = plain_bounds(points);
        if (plain.is_whole && is_inside(region, plain.box.min) && is_inside(region, plain.box.max)) {
            min_ = glm::min(min_, plain.box.min - half_size);
            max_ = glm::max(max_, plain.box.max + half_size);
            any_ = true;
            return;
        }
        for (const glm::dvec3& point : points) {
            if (is_inside(region, point))
                add(point, half_size);
        }
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

glm::dvec3 half_size_of(const sim::Look& look)
{
    const glm::dvec3 half = look.shape == sim::Shape::Box ? 0.5 * glm::dvec3(look.box_size)
                                                          : glm::dvec3(static_cast<double>(look.radius));
    return is_drawable(half) ? glm::abs(half) : glm::dvec3(0.0);
}

} // namespace

double Bounds::radius() const
{
    return 0.5 * glm::length(size());
}

std::optional<Bounds> frame_bounds(std::span<const glm::dvec3> points)
{
    std::vector<glm::dvec3> sample;
    std::vector<double> values;
    BoundsBuilder builder;
    builder.add_inside(fence(points, {sample, values}), points, glm::dvec3(0.0));
    return builder.bounds();
}

std::optional<Bounds> frame_bounds(const sim::Snapshot& snapshot)
{
    SceneBounds bounds;
    return bounds.of(snapshot);
}

void SceneBounds::load_runs()
{
    runs_.clear();
    if (topology_ == nullptr)
        return;
    const sim::EntityLooks& looks = topology_->looks;
    for (std::size_t i = 0; i < looks.size(); ++i) {
        const glm::dvec3 half_size = half_size_of(looks[i]);
        if (runs_.empty() || runs_.back().half_size != half_size)
            runs_.push_back({i, 0, half_size});
        ++runs_.back().count;
    }
}

const std::optional<Bounds>& SceneBounds::of(const sim::Snapshot& snapshot)
{
    const bool is_same_scene = is_loaded_ && topology_ == snapshot.topology;
    if (is_same_scene && snapshot.serial != 0 && snapshot.serial == serial_)
        return bounds_;
    topology_ = snapshot.topology;
    if (!is_same_scene)
        load_runs();
    is_loaded_ = true;
    serial_ = snapshot.serial;

    const std::span<const glm::dvec3> points(snapshot.position);
    const Bounds region = fence(points, {sample_, values_});
    BoundsBuilder builder;
    std::size_t done = 0;
    for (const Run& run : runs_) {
        const std::size_t end = std::min(run.first + run.count, points.size());
        builder.add_inside(region, points.subspan(done, end - done), run.half_size);
        done = end;
    }
    builder.add_inside(region, points.subspan(done), glm::dvec3(0.0));
    for (const sim::ProbeSnapshot& probe : snapshot.probes) {
        const glm::dvec3 radius(std::abs(probe.radius) <= kLargestCoordinate ? std::abs(probe.radius)
                                                                             : 0.0);
        for (const glm::dvec3& end : {probe.a, probe.b}) {
            if (is_inside(region, end))
                builder.add(end, radius);
        }
    }
    bounds_ = builder.bounds();
    return bounds_;
}

} // namespace drape::renderer
