// What --view says.
#include "app/view_text.h"

#include <gtest/gtest.h>

namespace drape::test {
namespace {

TEST(ViewText, SetsWhatItNamesAndLeavesTheRest)
{
    const auto settings = app::parse_view("color=strain,bonds=off,bond_width_px=3", {});
    ASSERT_TRUE(settings.ok());
    EXPECT_EQ(settings.value().color_mode, renderer::ColorMode::Strain);
    EXPECT_FALSE(settings.value().show_bonds);
    EXPECT_EQ(settings.value().bond_width_px, 3.0f);
    EXPECT_TRUE(settings.value().show_spheres);
}

TEST(ViewText, KnowsWhatTissuesShow)
{
    const auto settings =
        app::parse_view("color=compression,peel=0.4,skin=off,wall=off,skin_opacity=0.5", {});
    ASSERT_TRUE(settings.ok());
    EXPECT_EQ(settings.value().color_mode, renderer::ColorMode::Compression);
    EXPECT_EQ(settings.value().peel, 0.4f);
    EXPECT_EQ(settings.value().skin_opacity, 0.5f);
    EXPECT_FALSE(settings.value().show_skin);
    EXPECT_FALSE(settings.value().show_wall);
    EXPECT_EQ(app::parse_view("color=layer", {}).value().color_mode, renderer::ColorMode::Layer);
    EXPECT_FALSE(app::parse_view("peel=1.5", {}).ok());
}

TEST(ViewText, AnEmptyTextChangesNothing)
{
    EXPECT_TRUE(app::parse_view("", {}).ok());
}

TEST(ViewText, FaultsNameTheKeyAndWhatWasExpected)
{
    const auto message = [](const char* text) { return app::parse_view(text, {}).error().message; };
    EXPECT_NE(message("colour=body").find("did you mean \"color\"?"), std::string::npos);
    EXPECT_NE(message("color=red").find("body, speed, strain, layer or compression"), std::string::npos);
    EXPECT_NE(message("bonds=maybe").find("on or off"), std::string::npos);
    EXPECT_NE(message("bond_width_px=1e9").find("from 0.5 to 32"), std::string::npos);
    EXPECT_NE(message("particle_scale=0").find("from 0.01 to 100"), std::string::npos);
    EXPECT_NE(message("bond_width_px=nan").find("a number"), std::string::npos);
    EXPECT_NE(message("bonds").find("KEY=VALUE"), std::string::npos);
}

} // namespace
} // namespace drape::test
