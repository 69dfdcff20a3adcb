#include "sim/lattice/grid.h"

#include "sim/check.h"

namespace drape::sim {

Grid grid_of(const SoftDesc& soft)
{
    DRAPE_ASSERT(soft.nx >= 1 && soft.ny >= 1 && soft.nz >= 1);
    return {static_cast<std::uint32_t>(soft.nx), static_cast<std::uint32_t>(soft.ny),
            static_cast<std::uint32_t>(soft.nz)};
}

glm::dvec3 start_position(const SoftDesc& soft, std::uint32_t i, std::uint32_t j, std::uint32_t k)
{
    return {soft.origin.x + static_cast<double>(i) * soft.spacing,
            soft.origin.y + static_cast<double>(j) * soft.spacing,
            soft.origin.z + static_cast<double>(k) * soft.spacing};
}

} // namespace drape::sim
