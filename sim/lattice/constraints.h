// The springs of a soft body in the one order that every backend keeps: RFC-0040, rule 2.
#pragma once

#include "sim/lattice/grid.h"

#include <cstdint>
#include <vector>

namespace drape::sim {

enum class SpringKind : std::uint8_t
{
    Structural, ///< One cell along an axis.
    Shear,      ///< A face diagonal.
    Bend,       ///< Two cells along an axis.
};

/// How long a spring of that kind is at rest, m: the RFC's `diag` and `bend`.
double rest_length(SpringKind kind, double spacing);

/// Distance constraints grouped by owner (the lower index), in list order inside a group: particle p
/// owns the entries begin[p] .. begin[p+1]-1. Indices are local to the body.
struct SpringList
{
    std::vector<std::uint32_t> begin; ///< count + 1
    std::vector<std::uint32_t> other; ///< The higher index.
    std::vector<double> rest;         ///< Rest length, m.
    std::vector<SpringKind> kind;

    std::size_t size() const { return other.size(); }
};

/// All springs of a grid with this spacing. 8 x 8 x 1 gives 306, 4 x 4 x 4 gives 456.
SpringList build_springs(const Grid& grid, double spacing);

/// How many springs build_springs gives, without building them.
std::uint64_t count_springs(const Grid& grid);

} // namespace drape::sim
