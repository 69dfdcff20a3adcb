// The example scenes, with their titles.
#pragma once

#include "app/viewer_state.h"

#include <string>
#include <vector>

namespace drape::app {

/// Scenes of a folder by title; a file that cannot be read is listed under its name.
std::vector<SceneFile> find_scenes(const std::string& folder);

} // namespace drape::app
