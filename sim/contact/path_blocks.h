// Broad phase of the contact: which runs of a body's particles a capsule can reach at all in a step.
#pragma once

#include "sim/contact/bounds.h"
#include "sim/lattice/grid.h"
#include "sim/workers.h"

#include <cstdint>
#include <span>
#include <vector>

namespace drape::sim {

/// Where particles are in the course of a step, pushes left out.
struct PathExtent
{
    Bounds box;                   ///< m
    double longest_squared = 0.0; ///< Of the ways, m^2.
};

/// Particles begin .. end - 1 of arrays of positions at the step's start and end.
PathExtent extent_of_paths(std::span<const glm::dvec3> start, std::span<const glm::dvec3> end);

/// Runs of 64 particles in list order. A block may be left out of a move when the capsule is away from all
/// paths of its particles and of those they have bonds with, and no push has changed one of them. What
/// the rest do is then what they would do without the blocks, bit for bit.
///
/// Scratch that a world keeps: it grows to its largest body and allocates nothing after that.
class PathBlocks
{
public:
    static constexpr std::uint32_t kParticles = 64;

    /// Looks at the paths of a body's particles; nothing is pushed yet.
    void measure(const Grid& grid, std::span<const glm::dvec3> start, std::span<const glm::dvec3> end,
                 Workers& workers);
    /// Of all particles.
    const PathExtent& whole() const { return whole_; }

    std::uint32_t count() const { return static_cast<std::uint32_t>(extent_.size()); }
    std::uint32_t begin(std::uint32_t block) const { return block * kParticles; }
    std::uint32_t end(std::uint32_t block) const { return std::min(particles_, (block + 1) * kParticles); }

    /// Whether a capsule inside `box` can push a particle of the block, or one at the other end of its
    /// bonds.
    bool may_touch(std::uint32_t block, const Bounds& box, double margin) const;
    /// Calls use(block) for the block and those its bonds lead to that were not used before.
    template<class Use>
    void use_around(std::uint32_t block, Use&& use);
    /// Particles of the block, or at the other end of its bonds, were pushed.
    void set_pushed(std::uint32_t block);
    bool is_pushed(std::uint32_t block) const { return is_pushed_[block] != 0; }

private:
    /// Calls use(block) for the block and those its bonds lead to.
    template<class Use>
    void for_each_around(std::uint32_t block, Use&& use) const;

    std::uint32_t particles_ = 0;
    PathExtent whole_;
    std::vector<std::uint32_t> ways_;     ///< From a particle to the other ends of its bonds, in the list.
    std::vector<PathExtent> extent_;      ///< One per block,
    std::vector<Bounds> reach_;           ///< the box of its bonds,
    std::vector<std::uint8_t> is_used_;   ///< whether its pushes were cleared
    std::vector<std::uint8_t> is_pushed_; ///< and whether some may be other than 0.
};

template<class Use>
void PathBlocks::for_each_around(std::uint32_t block, Use&& use) const
{
    use(block);
    for (const std::uint32_t way : ways_) {
        const std::uint32_t first = (begin(block) + way) / kParticles;
        const std::uint32_t last =
            std::min(count() - 1, (begin(block) + kParticles - 1 + way) / kParticles);
        for (std::uint32_t other = first; other <= last; ++other)
            use(other);
    }
}

template<class Use>
void PathBlocks::use_around(std::uint32_t block, Use&& use)
{
    for_each_around(block, [&](std::uint32_t other) {
        if (is_used_[other] == 0)
            use(other);
        is_used_[other] = 1;
    });
}

} // namespace drape::sim
