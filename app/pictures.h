// Pictures that a person saves from the window.
#pragma once

#include "renderer/image.h"
#include "sim/result.h"

#include <string>

namespace drape::app {

/// Writes a PNG under the state folder, named after the time; returns its path. Error: Unwritable.
Result<std::string> save_picture(const renderer::Image& image);

} // namespace drape::app
