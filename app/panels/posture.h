// Buttons that turn the body.
#pragma once

#include "app/panels/panels.h"
#include "app/posture_turn.h"

#include <span>

namespace drape::app {

/// Buttons that turn gravity and keep its strength; the posture that holds is lit.
void draw_posture_buttons(const View& view, Commands& commands, std::span<const BodyPosture> postures,
                          float width);

} // namespace drape::app
