// Colours of constraints: those of one colour share no particle, so they may be solved in any order.
#pragma once

#include "sim/check.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace drape::sim::tissue {

/// Constraints begin .. end - 1 of a batch.
struct Range
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool operator==(const Range&) const = default;
};

/// An order of solving: the constraints of colour 0 in index order, then those of colour 1, ...
struct Coloring
{
    std::vector<std::uint32_t> order; ///< order[k] is the constraint solved as number k.
    std::vector<Range> colors;        ///< Ranges of k.
};

/// Greedy colouring in index order: each constraint gets the lowest colour that none of its particles has
/// yet. Depends on nothing but the lists, hence the same on every machine.
template<std::size_t N>
Coloring color(std::span<const std::array<std::uint32_t, N>> constraints, std::size_t particles)
{
    std::vector<std::uint32_t> valence(particles, 0);
    for (const auto& constraint : constraints)
        for (const std::uint32_t p : constraint) {
            DRAPE_ASSERT(p < particles);
            ++valence[p];
        }
    const std::size_t most = particles == 0 ? 0 : *std::max_element(valence.begin(), valence.end());
    // A constraint meets at most N * (most - 1) others, so that many colours and one more do.
    const std::size_t words = (N * most) / 64 + 1;
    std::vector<std::uint64_t> used(particles * words, 0);
    std::vector<std::uint32_t> color_of(constraints.size());
    std::vector<std::uint32_t> count;
    for (std::size_t c = 0; c < constraints.size(); ++c) {
        std::size_t found = 0;
        for (std::size_t word = 0; word < words; ++word) {
            std::uint64_t taken = 0;
            for (const std::uint32_t p : constraints[c])
                taken |= used[p * words + word];
            if (taken != ~std::uint64_t{0}) {
                const int bit = std::countr_one(taken);
                found = 64 * word + static_cast<std::size_t>(bit);
                for (const std::uint32_t p : constraints[c])
                    used[p * words + word] |= std::uint64_t{1} << bit;
                break;
            }
        }
        color_of[c] = static_cast<std::uint32_t>(found);
        if (found >= count.size())
            count.resize(found + 1, 0);
        ++count[found];
    }

    Coloring coloring;
    std::uint32_t begin = 0;
    for (const std::uint32_t n : count) {
        coloring.colors.push_back({begin, begin + n});
        begin += n;
    }
    std::vector<std::uint32_t> next(count.size());
    std::transform(coloring.colors.begin(), coloring.colors.end(), next.begin(),
                   [](const Range& range) { return range.begin; });
    coloring.order.resize(constraints.size());
    for (std::uint32_t c = 0; c < constraints.size(); ++c)
        coloring.order[next[color_of[c]]++] = c;
    return coloring;
}

} // namespace drape::sim::tissue
