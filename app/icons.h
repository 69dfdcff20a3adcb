// The few pictures of the user interface, drawn as lines and shapes so that they are sharp at any scale.
#pragma once

#include <imgui.h>

#include <cstdint>

namespace drape::app {

enum class Icon : std::uint8_t
{
    Play,
    Pause,
    Step,
    Reset,
    Revert,       ///< Back to the file's value.
    ChevronRight, ///< Closed.
    ChevronDown,  ///< Open.
    ChevronUp,
    Panels,
    Question,
    Camera,
    Check,
    Folder,
};

/// Draws the icon around `center`, `size` wide and high.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 center, float size, ImU32 color);

} // namespace drape::app
