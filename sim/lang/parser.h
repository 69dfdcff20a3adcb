// Text of a scene to SceneDesc, with every fault found in one reading.
#pragma once

#include "sim/lang/diagnostics.h"
#include "sim/lang/scene_desc.h"

#include <string_view>
#include <vector>

namespace drape::sim {

/// What a reading gives. With an error among the diagnostics the scene is incomplete and must not run.
struct ParsedScene
{
    SceneDesc scene;
    std::vector<Diagnostic> diagnostics; ///< In the order of their places.

    bool ok() const { return !has_errors(diagnostics); }
};

/// Reads a PWE scene (RFC-0040 and Drape's extensions). Any bytes are allowed as input.
ParsedScene parse_scene(std::string_view text);

} // namespace drape::sim
