// The panels in windows of every size.
#include "app/simulation.h"
#include "tests/app/gui_driver.h"
#include "tests/app/lattice_scene.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace drape::test {
namespace {

using namespace app;

TEST(PanelSizes, DrawAtEveryWindowSizeAndScale)
{
    for (const float scale : {0.75f, 1.0f, 2.0f, 3.0f})
        for (const ImVec2 size : {ImVec2{1, 1}, ImVec2{200, 130}, ImVec2{640, 480}, ImVec2{800, 600},
                                  ImVec2{1280, 720}, ImVec2{3840, 2160}}) {
            GuiDriver gui(size.x, size.y, scale);
            const sim::World world = world_of(kLatticeScene);
            sim::take_snapshot(world, gui.frame.snapshot);
            gui.frame.material = view_materials(world, "/scenes/all.pwe");
            gui.frame.status.fault = Fault{3, "step 3: gone"};
            gui.state.help_open = true;
            gui.state.settings.look.color_mode = renderer::ColorMode::Speed;
            gui.state.toast = Toast{LogLevel::Error, std::string(500, 'x'), 1e9};
            for (const DrawerTab tab : {DrawerTab::Stats, DrawerTab::Log}) {
                gui.state.settings.drawer_tab = tab;
                EXPECT_TRUE(gui.draw(5).empty());
            }
        }
}

} // namespace
} // namespace drape::test
