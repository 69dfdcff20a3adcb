// Which way the skin faces near a place.
#pragma once

#include "sim/snapshot.h"

#include <glm/vec3.hpp>

#include <optional>

namespace drape::app {

/// A place on a skin and its direction.
struct SkinNormal
{
    glm::dvec3 outward{0.0, 0.0, 1.0}; ///< Length 1, averaged over the triangles around.
    double distance = 0.0;             ///< From the place asked for to the nearest triangle's middle, m.
};

/// The skin nearest to `point`, of all tissues; empty where there is none.
std::optional<SkinNormal> skin_normal_near(const sim::Snapshot& snapshot, const glm::dvec3& point);

/// Where a probe presses: the normal at the end of its axis that is nearer to a skin.
std::optional<SkinNormal> skin_normal_near(const sim::Snapshot& snapshot, const sim::ProbeSnapshot& probe);

/// Whether the skins as a whole face backwards (-z), so that they are to be looked at from there.
bool faces_back(const sim::Snapshot& snapshot);

} // namespace drape::app
