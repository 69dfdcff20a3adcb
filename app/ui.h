// The whole user interface of one frame: places the panels and draws them.
#pragma once

#include "app/panels/panels.h"

namespace drape::app {

/// Draws everything but the scene, between ImGui::NewFrame and Render. Needs no window and no GL.
void draw_ui(const View& view, Commands& commands);

} // namespace drape::app
