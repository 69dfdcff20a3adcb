// The wall of a cage as a surface to draw.
#pragma once

#include "sim/tissue/cage.h"

namespace drape::sim::tissue {

struct WallMesh
{
    std::vector<glm::dvec3> points; ///< cmm
    std::vector<Triangle> triangles;
};

/// A patch of the wall that reaches somewhat beyond the cage; all round for a bone. Empty without a wall.
/// For pictures only: no step reads it.
WallMesh mesh_wall(const Cage& cage);

} // namespace drape::sim::tissue
