// Colour maps: ends, order of lightness, numbers gone bad.
#include "renderer/color_map.h"

#include <gtest/gtest.h>

#include <limits>

namespace drape::renderer {
namespace {

float lightness(const glm::vec3& srgb)
{
    return 0.2126f * srgb.r + 0.7152f * srgb.g + 0.0722f * srgb.b;
}

TEST(Viridis, GrowsLighterAllTheWay)
{
    for (int i = 0; i < 100; ++i)
        EXPECT_LT(lightness(viridis(static_cast<float>(i) / 100.0f)),
                  lightness(viridis(static_cast<float>(i + 1) / 100.0f)));
    EXPECT_EQ(viridis(0.0f), from_hex(0x440154));
    EXPECT_EQ(viridis(1.0f), from_hex(0xFDE725));
}

TEST(Diverging, IsLightestInTheMiddleAndBlueAndRedAtTheEnds)
{
    EXPECT_EQ(diverging(0.0f), from_hex(0xE9E7E4));
    EXPECT_GT(diverging(-1.0f).b, diverging(-1.0f).r);
    EXPECT_GT(diverging(1.0f).r, diverging(1.0f).b);
    for (int i = 0; i < 20; ++i) {
        const float t = static_cast<float>(i) / 20.0f;
        EXPECT_GT(lightness(diverging(t)), lightness(diverging(t + 0.05f)));
        EXPECT_GT(lightness(diverging(-t)), lightness(diverging(-t - 0.05f)));
    }
}

TEST(ColorMaps, ClampAndTakeNanAsNothing)
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(viridis(7.0f), viridis(1.0f));
    EXPECT_EQ(viridis(-7.0f), viridis(0.0f));
    EXPECT_EQ(viridis(nan), viridis(0.0f));
    EXPECT_EQ(diverging(nan), diverging(0.0f));
    EXPECT_EQ(diverging(-9.0f), diverging(-1.0f));
}

TEST(Palette, NeighboursDifferInLightnessOrHueAndRepeatAfterEight)
{
    for (std::uint32_t i = 0; i < 8; ++i) {
        EXPECT_NE(palette_color(i), palette_color(i + 1));
        EXPECT_EQ(palette_color(i), palette_color(i + 8));
    }
}

} // namespace
} // namespace drape::renderer
