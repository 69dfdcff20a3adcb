#include "sim/lattice/constraints.h"

#include "sim/check.h"

#include <array>
#include <cmath>

namespace drape::sim {

namespace {

/// One spring as a cell emits it: from the cell at offset `from` to the one at offset `to`.
struct Stencil
{
    std::array<std::uint32_t, 3> from;
    std::array<std::uint32_t, 3> to;
    SpringKind kind;
};

// The order inside a cell. The first end always has the lower index, whichever diagonal it is.
constexpr std::array<Stencil, 12> kStencils = {{
    {{0, 0, 0}, {1, 0, 0}, SpringKind::Structural},
    {{0, 0, 0}, {0, 1, 0}, SpringKind::Structural},
    {{0, 0, 0}, {0, 0, 1}, SpringKind::Structural},
    {{0, 0, 0}, {1, 1, 0}, SpringKind::Shear},
    {{1, 0, 0}, {0, 1, 0}, SpringKind::Shear},
    {{0, 0, 0}, {1, 0, 1}, SpringKind::Shear},
    {{1, 0, 0}, {0, 0, 1}, SpringKind::Shear},
    {{0, 0, 0}, {0, 1, 1}, SpringKind::Shear},
    {{0, 1, 0}, {0, 0, 1}, SpringKind::Shear},
    {{0, 0, 0}, {2, 0, 0}, SpringKind::Bend},
    {{0, 0, 0}, {0, 2, 0}, SpringKind::Bend},
    {{0, 0, 0}, {0, 0, 2}, SpringKind::Bend},
}};

/// Calls emit(first, second, kind) for every spring in the order of the RFC's nest.
template<class Emit>
void for_each_spring(const Grid& grid, Emit&& emit)
{
    for (std::uint32_t k = 0; k < grid.nz; ++k)
        for (std::uint32_t j = 0; j < grid.ny; ++j)
            for (std::uint32_t i = 0; i < grid.nx; ++i)
                for (const Stencil& s : kStencils) {
                    const bool inside = i + std::max(s.from[0], s.to[0]) < grid.nx &&
                                        j + std::max(s.from[1], s.to[1]) < grid.ny &&
                                        k + std::max(s.from[2], s.to[2]) < grid.nz;
                    if (inside)
                        emit(grid.index(i + s.from[0], j + s.from[1], k + s.from[2]),
                             grid.index(i + s.to[0], j + s.to[1], k + s.to[2]), s.kind);
                }
}

} // namespace

double rest_length(SpringKind kind, double spacing)
{
    switch (kind) {
    case SpringKind::Structural:
        return spacing;
    case SpringKind::Shear:
        return spacing * std::sqrt(2.0);
    case SpringKind::Bend:
        break;
    }
    return 2.0 * spacing;
}

SpringList build_springs(const Grid& grid, double spacing)
{
    SpringList list;
    list.begin.assign(grid.count() + 1, 0);
    for_each_spring(grid, [&](std::uint32_t first, std::uint32_t second, SpringKind) {
        DRAPE_ASSERT(first < second);
        ++list.begin[first + 1];
    });
    for (std::uint32_t p = 0; p < grid.count(); ++p)
        list.begin[p + 1] += list.begin[p];

    // A cell also emits springs owned by its neighbour; a counting sort brings each to its owner and
    // keeps the list order inside a group.
    std::vector<std::uint32_t> next(list.begin.begin(), list.begin.end() - 1);
    list.other.resize(list.begin.back());
    list.rest.resize(list.begin.back());
    list.kind.resize(list.begin.back());
    for_each_spring(grid, [&](std::uint32_t first, std::uint32_t second, SpringKind kind) {
        const std::uint32_t at = next[first]++;
        list.other[at] = second;
        list.kind[at] = kind;
        list.rest[at] = rest_length(kind, spacing);
    });
    return list;
}

std::uint64_t count_springs(const Grid& grid)
{
    const auto pairs = [](std::uint64_t n, std::uint64_t gap) { return n > gap ? n - gap : 0; };
    const std::uint64_t x = grid.nx, y = grid.ny, z = grid.nz;
    const std::uint64_t along = pairs(x, 1) * y * z + x * pairs(y, 1) * z + x * y * pairs(z, 1);
    const std::uint64_t across =
        2 * (pairs(x, 1) * pairs(y, 1) * z + pairs(x, 1) * y * pairs(z, 1) + x * pairs(y, 1) * pairs(z, 1));
    const std::uint64_t bend = pairs(x, 2) * y * z + x * pairs(y, 2) * z + x * y * pairs(z, 2);
    return along + across + bend;
}

} // namespace drape::sim
