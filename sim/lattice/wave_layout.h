// Which particles of a grid may be relaxed side by side in the order of RFC-0040, and how they are stored.
//
// The sweep goes through the particles one after the other, but a particle touches only a few others:
//
//      . p o o        its own springs lead one and two to the right, to the row below and the one under
//      . o o o .      it, and to the two layers behind likewise
//      . . o .
//
// so that particle q only has to wait for those before it that share a particle with it. Give each one the
// number of a wave,
//
//      wave(i, j, k) = i + 4*j + 13*k
//
// and q's wave is later than that of every earlier particle it shares something with: going to the next row
// of a layer gains 4 and loses at most 3, going to the next layer gains 13 and loses at most 12. Then the
// particles of one wave share nothing, and running wave after wave performs the very operations of the
// sequential sweep on the very same numbers. tests/sim/wavefront_test.cpp tries every pair.
#pragma once

#include "sim/lattice/constraints.h"
#include "sim/lattice/grid.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace drape::sim {

inline constexpr std::uint32_t kRowSkew = 4;
inline constexpr std::uint32_t kLayerSkew = 13;

/// A spring as its owner sees it: the way to the other end, in cells.
struct OwnedSpring
{
    int di, dj, dk;
    SpringKind kind;
};

/// The springs of a particle inside a large grid, in list order. Those towards lower i or j were emitted by
/// cells before the particle's own.
inline constexpr std::array<OwnedSpring, 12> kOwnedSprings = {{
    {0, -1, 1, SpringKind::Shear},
    {-1, 1, 0, SpringKind::Shear},
    {-1, 0, 1, SpringKind::Shear},
    {1, 0, 0, SpringKind::Structural},
    {0, 1, 0, SpringKind::Structural},
    {0, 0, 1, SpringKind::Structural},
    {1, 1, 0, SpringKind::Shear},
    {1, 0, 1, SpringKind::Shear},
    {0, 1, 1, SpringKind::Shear},
    {2, 0, 0, SpringKind::Bend},
    {0, 2, 0, SpringKind::Bend},
    {0, 0, 2, SpringKind::Bend},
}};

/// Numbers that a vector may hold at most, whichever instructions a machine has: 512 bits of doubles.
inline constexpr std::size_t kMostLanes = 8;

/// One number per particle, stored so that every neighbour of a run of particles is a run as well.
///
/// A layer is stored wave by wave (u = i + 4*j, the wave inside the layer), and in a wave by row j, which
/// goes down in steps of 4 in i. The particle (i+1, j) is then at row j of wave u+1, (i-1, j+1) at row j+1
/// of wave u+3, and so on. Around each wave there is room for lanes that hang over its ends.
struct WaveLayout
{
    /// The rows of one wave of a layer.
    struct Wave
    {
        std::ptrdiff_t begin = 0; ///< Where the first row is stored, inside the layer.
        std::uint32_t first = 0;  ///< That row.
        std::uint32_t count = 0;
        std::uint32_t inner_begin = 0; ///< Rows (from the first) whose particles own every spring,
        std::uint32_t inner_end = 0;   ///< in layers that do.
    };
    /// One spring of the particles of one wave.
    struct Reach
    {
        std::ptrdiff_t to = 0;   ///< From a particle's place to that of the other end.
        std::uint32_t begin = 0; ///< Rows (from the wave's first) whose particles own such a spring;
        std::uint32_t end = 0;   ///< in layers that do.
    };

    Grid grid;
    std::uint32_t waves = 0;          ///< Of a layer.
    std::ptrdiff_t layer_size = 0;    ///< Numbers stored per layer.
    std::vector<Wave> wave;           ///< One per wave of a layer.
    std::vector<OwnedSpring> springs; ///< Those of kOwnedSprings that the grid has room for.
    std::vector<double> rest;         ///< m, one per spring.
    std::uint32_t inner_layers = 0;   ///< Layers from the first on whose particles may own every spring.
    std::vector<Reach> reach;         ///< waves * springs.size(), by wave.

    /// Numbers to store for the whole grid.
    std::size_t size() const { return static_cast<std::size_t>(layer_size) * grid.nz; }
    std::ptrdiff_t place(std::uint32_t i, std::uint32_t j, std::uint32_t k) const
    {
        const Wave& w = wave[i + kRowSkew * j];
        return static_cast<std::ptrdiff_t>(k) * layer_size + w.begin +
               (static_cast<std::ptrdiff_t>(j) - static_cast<std::ptrdiff_t>(w.first));
    }
    bool has_spring(std::size_t spring, std::uint32_t k) const
    {
        return k + static_cast<std::uint32_t>(springs[spring].dk) < grid.nz;
    }
};

WaveLayout build_wave_layout(const Grid& grid, double spacing);

/// How many waves after an iteration over the whole body has begun the next one may follow: a particle may
/// then be relaxed again, since all that the first iteration did around it is done.
std::uint32_t iteration_skew(const Grid& grid);

} // namespace drape::sim
