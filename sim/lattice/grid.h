// The particles of a soft body: RFC-0040, rule 1.
#pragma once

#include "sim/lang/scene_desc.h"

#include <cstdint>

namespace drape::sim {

/// Sides of a grid of particles, k = (kz*ny + j)*nx + i.
struct Grid
{
    std::uint32_t nx = 1, ny = 1, nz = 1;

    std::uint32_t count() const { return nx * ny * nz; }
    std::uint32_t index(std::uint32_t i, std::uint32_t j, std::uint32_t k) const
    {
        return (k * ny + j) * nx + i;
    }
};

/// The grid of a declaration whose sizes have been checked.
Grid grid_of(const SoftDesc& soft);

/// Where particle (i, j, k) starts: origin + index * spacing, two roundings an axis, m.
glm::dvec3 start_position(const SoftDesc& soft, std::uint32_t i, std::uint32_t j, std::uint32_t k);

} // namespace drape::sim
