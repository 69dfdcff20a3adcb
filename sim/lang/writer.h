// SceneDesc to its canonical text: parse_scene(write_scene(scene)).scene == scene.
#pragma once

#include "sim/lang/scene_desc.h"

#include <string>

namespace drape::sim {

/// Fields in the order of sim/lang/fields.h; what has its default value is left out, numbers are the
/// shortest decimals that read back the same.
std::string write_scene(const SceneDesc& scene);

} // namespace drape::sim
