// The RFC's PresentationFrame as JSON.
#pragma once

#include "sim/snapshot.h"

#include <string>

namespace drape::app {

/// Entities (id from 1, name, position in m, shape, size in m, colour 0xRRGGBB as text, opacity) and
/// bonds (ids of both ends and kind): the structural and shear edges of soft bodies, then the joints.
std::string write_frame_json(const sim::Snapshot& snapshot);

} // namespace drape::app
