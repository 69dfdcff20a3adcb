// The legend of the colour map in use.
#pragma once

#include "app/panels/panels.h"

#include <imgui.h>

namespace drape::app {

/// Height of a legend, in window coordinates.
float legend_height(const View& view);
/// Draws colours and their numbers at a place; nothing when particles have their body's colour.
void draw_legend(const View& view, ImVec2 min, float width);

} // namespace drape::app
