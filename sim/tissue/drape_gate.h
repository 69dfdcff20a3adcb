// The drape gate: how a settled body lies, measured from its geometry alone.
#pragma once

#include "sim/tissue/solver.h"

#include <span>

namespace drape::sim::tissue {

/// The mound is the part of the skin above this share of its peak.
inline constexpr double kMoundShare = 0.3;

/// How a body lies. Heights are distances above the wall.
struct DrapeMeasure
{
    double peak = 0.0;       ///< Height of the highest point of the skin, cmm.
    double aspect_q10 = 0.0; ///< y-extent by x-extent of the mound's outline; 1024 = as high as wide.
    double centroid_q10 =
        0.0; ///< Place of the centre of mass below the top of the attached base; 1024 = its bottom.
    double cover = 0.0; ///< Mean height of the skin that faces outward at rest, by area at rest, cmm.
    double volume_ratio = 1.0; ///< Volume by that at rest.
};

/// Measures positions `x`, cmm. The outline is the iso-line of height on the skin's triangles. A body
/// without a wall or attachments has 0 where these are asked for.
DrapeMeasure measure_drape(const Body& body, std::span<const glm::dvec3> x);

} // namespace drape::sim::tissue
