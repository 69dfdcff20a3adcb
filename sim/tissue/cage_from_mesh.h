// A cage from a mesh file: scaled to cmm, put on the grid, attached where the scene says.
#pragma once

#include "sim/tissue/cage.h"
#include "sim/tissue/mesh_io.h"

#include <optional>

namespace drape::sim::tissue {

/// How a mesh becomes a cage.
struct MeshCageSpec
{
    double cmm_per_unit = 100.0; ///< Of the file's lengths.
    bool layers_by_group = false;
    std::optional<std::string> attach_group; ///< A group's name, or its number.
    std::optional<glm::dvec3> attach_low;    ///< Corners of a box, as shares of the mesh's extent.
    std::optional<glm::dvec3> attach_high;
    int fraction_bits = 8;
};

/// Most cmm that a coordinate may have: 1 km.
inline constexpr double kFarthestCmm = 1e8;

/// Makes the cage. Depths are shares of the shortest ways along edges to what is attached and to the free
/// skin; without attachments the innermost point has 0. Errors (Unreadable): a group that is not there, a
/// box or group without points, elements without a group where layers go by group, sizes past the limits,
/// elements that the grid flattens.
Result<Cage> cage_from_mesh(const TetMesh& mesh, const MeshCageSpec& spec);

} // namespace drape::sim::tissue
