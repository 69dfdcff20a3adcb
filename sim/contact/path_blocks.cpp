#include "sim/contact/path_blocks.h"

#include "sim/check.h"
#include "sim/compute.h"
#include "sim/lattice/pair.h"
#include "sim/lattice/wave_layout.h"

#include <cmath>

namespace drape::sim {

PathExtent extent_of_paths(std::span<const glm::dvec3> start, std::span<const glm::dvec3> end)
{
    DRAPE_ASSERT(start.size() == end.size());
    PathExtent extent;
    for (std::size_t p = 0; p < start.size(); ++p) {
        const glm::dvec3 step = end[p] - start[p];
        extent.longest_squared = std::max(extent.longest_squared, dot3(step, step));
        extent.box.add(start[p]);
        extent.box.add(end[p]);
    }
    return extent;
}

void PathBlocks::measure(const Grid& grid, std::span<const glm::dvec3> start,
                         std::span<const glm::dvec3> end, Workers& workers)
{
    particles_ = grid.count();
    DRAPE_ASSERT(start.size() == particles_ && end.size() == particles_);
    const std::size_t blocks = (std::size_t{particles_} + kParticles - 1) / kParticles;
    extent_.resize(blocks);
    reach_.resize(blocks);
    is_used_.assign(blocks, 0);
    is_pushed_.assign(blocks, 0);
    workers.share(blocks, kEntitiesWorthAThread / kParticles, [&](std::size_t first, std::size_t last) {
        for (std::size_t b = first; b < last; ++b) {
            const std::size_t from = b * kParticles;
            const std::size_t size = std::min<std::size_t>(kParticles, particles_ - from);
            extent_[b] = extent_of_paths(start.subspan(from, size), end.subspan(from, size));
        }
    });
    whole_ = {};
    for (const PathExtent& extent : extent_) {
        whole_.box.add(extent.box);
        whole_.longest_squared = std::max(whole_.longest_squared, extent.longest_squared);
    }
    ways_.clear();
    for (const OwnedSpring& spring : kOwnedSprings)
        if (spring.kind != SpringKind::Bend && static_cast<std::uint32_t>(spring.dk) < grid.nz) {
            const std::int64_t way =
                spring.di + std::int64_t{grid.nx} * spring.dj + std::int64_t{grid.nx} * grid.ny * spring.dk;
            if (way > 0 && way < particles_)
                ways_.push_back(static_cast<std::uint32_t>(way));
        }
    for (std::uint32_t b = 0; b < blocks; ++b) {
        reach_[b] = {};
        for_each_around(b, [&](std::uint32_t other) { reach_[b].add(extent_[other].box); });
    }
}

bool PathBlocks::may_touch(std::uint32_t block, const Bounds& box, double margin) const
{
    bool is_any_pushed = false;
    for_each_around(block, [&](std::uint32_t other) { is_any_pushed |= is_pushed_[other] != 0; });
    if (is_any_pushed)
        return true;
    // A point on a path, and its distance, are rounded a few times.
    constexpr double kRounding = 1e-12;
    double largest = margin;
    for (const glm::dvec3& corner : {reach_[block].low, reach_[block].high, box.low, box.high})
        for (int axis = 0; axis < 3; ++axis)
            largest = std::max(largest, std::abs(corner[axis]));
    return !reach_[block].is_apart_from(box, margin + kRounding * largest);
}

void PathBlocks::set_pushed(std::uint32_t block)
{
    for_each_around(block, [&](std::uint32_t other) { is_pushed_[other] = 1; });
}

} // namespace drape::sim
