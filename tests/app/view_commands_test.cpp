// What commands do to the window's state.
#include "app/view_commands.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace drape::test {
namespace {

using namespace app;

struct Desk
{
    ViewerState state;
    Wishes wishes;
    Stage stage{{800, 600}, renderer::Bounds{{-1, 0, -1}, {1, 2, 1}}};

    void apply(const ViewCommand& command) { apply_view_command(command, stage, state, wishes); }
    void arrive()
    {
        state.now_s += 1.0;
        advance_flight(state);
    }
};

TEST(ViewCommands, PresetsFlyAndArrive)
{
    Desk desk;
    desk.apply(FlyTo{renderer::CameraPreset::Front});
    EXPECT_TRUE(is_animating(desk.state));
    desk.state.now_s += 0.15;
    advance_flight(desk.state);
    EXPECT_GT(desk.state.camera.yaw_deg, 0.0);
    EXPECT_LT(desk.state.camera.yaw_deg, 30.0);
    desk.arrive();
    EXPECT_EQ(desk.state.camera.yaw_deg, 0.0);
    EXPECT_EQ(desk.state.camera.pitch_deg, 0.0);
    EXPECT_FALSE(is_animating(desk.state));
}

TEST(ViewCommands, HomeLooksAtTheFaceOfTheScene)
{
    Desk desk;
    EXPECT_EQ(home_camera(desk.stage).yaw_deg, 30.0);
    desk.stage.faces_back = true;
    EXPECT_EQ(home_camera(desk.stage).yaw_deg, -150.0);
    EXPECT_EQ(home_camera(desk.stage).target, desk.stage.bounds->center());
}

TEST(ViewCommands, QuickKeysAddUp)
{
    Desk desk;
    desk.apply(FlyTo{renderer::CameraPreset::Top});
    desk.apply(FrameAll{});
    desk.arrive();
    EXPECT_NEAR(desk.state.camera.pitch_deg, -90.0, 1e-9);
    EXPECT_EQ(desk.state.camera.target, desk.stage.bounds->center());
}

TEST(ViewCommands, AnInvalidViewGoesHomeAndSaysSo)
{
    Desk desk;
    renderer::Camera broken;
    broken.distance = std::numeric_limits<double>::quiet_NaN();
    desk.apply(SetCamera{broken});
    EXPECT_TRUE(renderer::is_valid(desk.state.camera));
    EXPECT_EQ(desk.state.camera.target, desk.stage.bounds->center());
    ASSERT_FALSE(desk.state.log.lines.empty());
    EXPECT_EQ(desk.state.log.lines.back().level, LogLevel::Warning);
}

TEST(ViewCommands, ACameraCopiesAndPastes)
{
    Desk desk;
    desk.state.camera.yaw_deg = 123.456;
    desk.state.camera.orthographic = true;
    const renderer::Camera copied = desk.state.camera;
    desk.apply(CopyCamera{});
    ASSERT_TRUE(desk.wishes.clipboard.has_value());
    desk.state.camera = {};
    paste_camera(*desk.wishes.clipboard, desk.state);
    desk.arrive();
    EXPECT_EQ(desk.state.camera, copied);
    for (const char* const text : {"", "hello", "target=nan,0,0", "distance=-1", "yaw_deg=1e400"}) {
        paste_camera(text, desk.state);
        desk.arrive();
        EXPECT_EQ(desk.state.camera, copied) << text;
    }
}

TEST(ViewCommands, WildSizesStayInRange)
{
    Desk desk;
    desk.apply(SetUiScale{1e40});
    EXPECT_EQ(desk.state.settings.ui_scale, kLargestUi);
    desk.apply(SetUiScale{std::numeric_limits<double>::quiet_NaN()});
    EXPECT_EQ(desk.state.settings.ui_scale, kLargestUi);
    LookSettings look;
    look.bond_width_px = std::numeric_limits<double>::infinity();
    look.particle_scale = -1e300;
    desk.apply(SetLook{look});
    EXPECT_EQ(desk.state.settings.look.bond_width_px, 1.5);
    EXPECT_EQ(desk.state.settings.look.particle_scale, 0.1);
}

TEST(ViewCommands, PanelsOpenCloseAndHide)
{
    Desk desk;
    desk.apply(TogglePanel{Panel::Material});
    EXPECT_FALSE(desk.state.settings.open_panels[static_cast<std::size_t>(Panel::Material)]);
    desk.apply(TogglePanels{});
    EXPECT_FALSE(desk.state.settings.panels_visible);
    EXPECT_TRUE(desk.state.toast.has_value()) << "it says how to get them back";
    desk.apply(ToggleHelp{});
    EXPECT_TRUE(desk.state.help_open);
    desk.apply(Cancel{});
    EXPECT_FALSE(desk.state.help_open);
    EXPECT_TRUE(desk.wishes.wants_cancel);
}

TEST(ViewCommands, ErrorsStayOverNotices)
{
    Desk desk;
    show_message(desk.state, {LogLevel::Error, "first line\nsecond", {}});
    show_message(desk.state, {LogLevel::Notice, "saved", {}});
    ASSERT_TRUE(desk.state.toast.has_value());
    EXPECT_EQ(desk.state.toast->text, "first line");
}

TEST(ViewCommands, TheColourRangeRisesAtOnceAndFallsSlowly)
{
    ViewerState state;
    state.settings.look.color_mode = renderer::ColorMode::Speed;
    SimFrame frame;
    state.range.max = 0.0f;
    frame.snapshot.stats.fastest = 4.0;
    notice_frame(state, frame);
    EXPECT_EQ(state.range.max, 4.0f);
    frame.snapshot.stats.fastest = 0.0;
    notice_frame(state, frame);
    EXPECT_GT(state.range.max, 3.9f);
    frame.snapshot.stats.fastest = std::numeric_limits<double>::quiet_NaN();
    for (int i = 0; i < 5000; ++i)
        notice_frame(state, frame);
    EXPECT_NEAR(static_cast<double>(state.range.max), 0.01, 1e-4);
}

} // namespace
} // namespace drape::test
