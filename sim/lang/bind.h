// Blocks of fields to SceneDesc: names are looked up, kinds and ranges checked, references resolved.
#pragma once

#include "sim/lang/scene_desc.h"
#include "sim/lang/syntax.h"

#include <vector>

namespace drape::sim {

/// Builds the description from what was read; faults are added to `diagnostics`.
SceneDesc bind_scene(const SyntaxFile& file, std::vector<Diagnostic>& diagnostics);

} // namespace drape::sim
