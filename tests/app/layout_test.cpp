// The parts of the window never overlap and never leave it.
#include "app/layout.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace drape::test {
namespace {

using app::Rect;

bool overlap(const Rect& a, const Rect& b)
{
    return !a.is_empty() && !b.is_empty() && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h &&
           b.y < a.y + a.h;
}

TEST(Layout, NeverOverlapsAtAnySizeAndScale)
{
    for (const float width :
         {0.f, 1.f, 199.f, 320.f, 699.f, 700.f, 800.f, 959.f, 960.f, 1280.f, 1920.f, 7680.f})
        for (const float height : {0.f, 1.f, 119.f, 240.f, 300.f, 519.f, 600.f, 720.f, 1080.f, 4320.f})
            for (const float scale : {0.75f, 1.0f, 1.5f, 2.0f, 3.0f, 6.0f})
                for (const bool visible : {true, false})
                    for (const bool drawer : {true, false}) {
                        app::Settings settings;
                        settings.panels_visible = visible;
                        settings.drawer_open = drawer;
                        const app::Layout layout = app::make_layout(width, height, scale, settings);
                        const std::vector<Rect> parts = {layout.top_bar, layout.left, layout.right,
                                                         layout.drawer, layout.viewport};
                        double area = 0.0;
                        for (std::size_t i = 0; i < parts.size(); ++i) {
                            EXPECT_GE(parts[i].x, 0.f);
                            EXPECT_GE(parts[i].y, 0.f);
                            EXPECT_LE(parts[i].x + parts[i].w, width + 0.01f);
                            EXPECT_LE(parts[i].y + parts[i].h, height + 0.01f);
                            area += static_cast<double>(parts[i].w) * static_cast<double>(parts[i].h);
                            for (std::size_t j = i + 1; j < parts.size(); ++j)
                                EXPECT_FALSE(overlap(parts[i], parts[j]))
                                    << width << " x " << height << " at " << scale << ": " << i << " and "
                                    << j;
                        }
                        // What no part takes is nobody's: there are no gaps either.
                        EXPECT_NEAR(area, static_cast<double>(width) * static_cast<double>(height), 1.0);
                    }
}

TEST(Layout, ShowsEverythingAt1280x720)
{
    const app::Layout layout = app::make_layout(1280, 720, 1.0f, {});
    EXPECT_FALSE(layout.top_bar.is_empty());
    EXPECT_FALSE(layout.left.is_empty());
    EXPECT_FALSE(layout.right.is_empty());
    EXPECT_TRUE(layout.drawer_open);
    EXPECT_GT(layout.viewport.w, 640.f);
    EXPECT_GT(layout.viewport.h, 400.f);
}

TEST(Layout, HidesColumnsBelow700AndAllPanelsWhenAsked)
{
    EXPECT_TRUE(app::make_layout(699, 600, 1.0f, {}).left.is_empty());
    EXPECT_FALSE(app::make_layout(800, 600, 1.0f, {}).left.is_empty());
    EXPECT_TRUE(app::make_layout(800, 600, 1.0f, {}).right.is_empty());
    app::Settings hidden;
    hidden.panels_visible = false;
    EXPECT_EQ(app::make_layout(1280, 720, 1.0f, hidden).viewport, (Rect{0, 0, 1280, 720}));
}

} // namespace
} // namespace drape::test
