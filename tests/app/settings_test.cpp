// The settings file: round trip, broken files, wild numbers.
#include "app/settings.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace drape::test {
namespace {

TEST(Settings, ReadBackWhatWasWritten)
{
    app::Settings settings;
    settings.look.bonds = false;
    settings.look.color_mode = renderer::ColorMode::Strain;
    settings.look.bond_width_px = 2.25;
    settings.look.auto_range = false;
    settings.look.skin = false;
    settings.look.peel = 0.25;
    settings.look.compression_max = 0.5;
    settings.ui_scale = 1.5;
    settings.open_panels = 0b101010;
    settings.panels_visible = false;
    settings.drawer_open = false;
    settings.drawer_tab = app::DrawerTab::Log;
    settings.recent = {"/a b/c\"d.pwe", "/x.pwe"};
    settings.window_width = 1600;
    const Result<app::Settings> read = app::read_settings(app::write_settings(settings));
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read.value(), settings);
}

TEST(Settings, KeepDefaultsForWhatIsOddAndClampWhatIsWild)
{
    const Result<app::Settings> read = app::read_settings(
        R"({"ui_scale": 1e40, "look": {"bond_width_px": "wide", "particle_scale": -3, "color_mode": "plaid", "peel": 7},
            "open_panels": 7, "recent": [1, "/a.pwe", ""], "window": {"width": 0, "height": 1e9}, "new_thing": {}})");
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read.value().ui_scale, app::kLargestUi);
    EXPECT_EQ(read.value().look.bond_width_px, 1.5);
    EXPECT_EQ(read.value().look.particle_scale, 0.1);
    EXPECT_EQ(read.value().look.peel, 1.0);
    EXPECT_EQ(read.value().look.color_mode, renderer::ColorMode::Body);
    EXPECT_EQ(read.value().recent, std::vector<std::string>{"/a.pwe"});
    EXPECT_EQ(read.value().window_width, 320);
}

TEST(Settings, RefuseWhatIsNoJsonObject)
{
    for (const char* const text : {"", "{", "[]", "null", "42", "\xFF\xFE", "{\"ui_scale\": nan}"})
        EXPECT_FALSE(app::read_settings(text).ok()) << text;
}

TEST(Settings, RecentFilesAreUniqueAndBounded)
{
    app::Settings settings;
    for (int i = 0; i < 30; ++i)
        app::remember(settings, std::to_string(i % 15));
    EXPECT_EQ(settings.recent.size(), app::kMostRecent);
    EXPECT_EQ(settings.recent.front(), "14");
    app::remember(settings, "10");
    EXPECT_EQ(settings.recent.front(), "10");
    EXPECT_EQ(settings.recent.size(), app::kMostRecent);
}

TEST(Settings, LiveInTheConfigFolderAndABrokenFileIsAnError)
{
    const std::string home = testing::TempDir() + "drape_settings_" + std::to_string(::getpid());
    ::setenv("XDG_CONFIG_HOME", home.c_str(), 1);
    EXPECT_EQ(app::settings_path(), home + "/drape/settings.json");
    ASSERT_TRUE(app::load_settings().ok()); // none there: defaults
    app::Settings settings;
    settings.ui_scale = 2.0;
    ASSERT_TRUE(app::save_settings(settings).ok());
    EXPECT_EQ(app::load_settings().value(), settings);
    std::ofstream(app::settings_path()) << "not json";
    const Result<app::Settings> broken = app::load_settings();
    ASSERT_FALSE(broken.ok());
    EXPECT_NE(broken.error().message.find("settings.json"), std::string::npos);
    std::filesystem::remove_all(home);
    ::unsetenv("XDG_CONFIG_HOME");
}

} // namespace
} // namespace drape::test
