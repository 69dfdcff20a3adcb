// The legend of the colour map in use.
#pragma once

#include "app/panels/panels.h"

#include <imgui.h>

namespace drape::app {

/// Height of the legend, in window coordinates; 0 where there is none.
float legend_height(const View& view);
/// Draws colours and their numbers or names at a place; nothing when particles have their body's colour.
void draw_legend(const View& view, ImVec2 min, float width);

} // namespace drape::app
