// Where the bars, columns and the viewport go, for any window size and scale. No ImGui.
#pragma once

#include "app/settings.h"

namespace drape::app {

/// A rectangle in window coordinates, y down; empty where w or h is 0.
struct Rect
{
    float x = 0, y = 0, w = 0, h = 0;

    bool is_empty() const { return w <= 0 || h <= 0; }
    bool contains(float px, float py) const { return px >= x && py >= y && px < x + w && py < y + h; }
    bool operator==(const Rect&) const = default;
};

/// Non-overlapping parts of the window; those that do not fit are empty. The viewport gets the rest.
struct Layout
{
    Rect top_bar;
    Rect left;   ///< Scene, Simulation, Gravity; all panels where there is no right column.
    Rect right;  ///< Profile, Material, Probe, Gate; View on one of the two.
    Rect drawer; ///< Stats and Log, or its tabs alone when it is closed.
    Rect viewport;
    bool drawer_open = false; ///< Whether the drawer shows more than its tabs.
};

/// `width` and `height` in window coordinates, any value; `scale` as for the theme.
Layout make_layout(float width, float height, float scale, const Settings& settings);

} // namespace drape::app
