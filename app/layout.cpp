#include "app/layout.h"

#include <algorithm>
#include <cmath>

namespace drape::app {

namespace {

// At scale 1, in window coordinates.
constexpr float kTopBar = 44;
constexpr float kLeftColumn = 292;
constexpr float kRightColumn = 336; // names of layers and two numbers stand in a line
constexpr float kDrawer = 186;
constexpr float kDrawerTabs = 32;
// Below these sizes, at scale 1, parts give way: first the right column, then both, then the drawer.
constexpr float kTwoColumnsWidth = 960;
constexpr float kOneColumnWidth = 700;
constexpr float kDrawerHeight = 520;
constexpr float kTabsHeight = 300;
constexpr float kBarHeight = 120;

} // namespace

Layout make_layout(float width, float height, float scale, const Settings& settings)
{
    Layout layout;
    const float w = std::max(width, 0.0f), h = std::max(height, 0.0f);
    if (!settings.panels_visible || w / scale < 200 || h / scale < kBarHeight) {
        layout.viewport = {0, 0, w, h};
        return layout;
    }
    // Whole numbers keep the viewport's pixels on the screen's.
    const float top = std::round(kTopBar * scale), left_column = std::round(kLeftColumn * scale),
                right_column = std::round(kRightColumn * scale);
    layout.top_bar = {0, 0, w, top};
    const bool has_left = w / scale >= kOneColumnWidth, has_right = w / scale >= kTwoColumnsWidth;
    const float left = has_left ? left_column : 0, right = has_right ? right_column : 0;
    if (has_left)
        layout.left = {0, top, left_column, h - top};
    if (has_right)
        layout.right = {w - right_column, top, right_column, h - top};
    float drawer = 0;
    if (h / scale >= kTabsHeight && has_left) {
        layout.drawer_open = settings.drawer_open && h / scale >= kDrawerHeight;
        drawer = std::round((layout.drawer_open ? kDrawer : kDrawerTabs) * scale);
        layout.drawer = {left, h - drawer, w - left - right, drawer};
    }
    layout.viewport = {left, top, w - left - right, h - top - drawer};
    return layout;
}

} // namespace drape::app
