// Lines: width in pixels, colour, and what the near plane does to them.
#include "tests/renderer/gl_test.h"

#include <gtest/gtest.h>

#include <cmath>

namespace drape::renderer {
namespace {

using BondTest = GlTest;

RenderSettings lines_only(float width_px)
{
    RenderSettings settings = bare_settings();
    settings.show_spheres = false;
    settings.bond_width_px = width_px;
    return settings;
}

sim::Snapshot line(const glm::dvec3& a, const glm::dvec3& b)
{
    SceneBuilder scene;
    scene.add_sphere(a, 0.01f);
    scene.add_sphere(b, 0.01f);
    scene.add_bond(0, 1, static_cast<float>(std::sqrt(glm::dot(b - a, b - a))));
    return scene.build();
}

/// Alpha added up over a column: how wide the line is there, px.
double width_in_column(const Image& image, int x)
{
    double sum = 0.0;
    for (int y = 0; y < image.height; ++y)
        sum += image.at(x, y).a / 255.0;
    return sum;
}

TEST_F(BondTest, TheWidthAcrossTheLineIsTheOneAskedFor)
{
    for (const float width_px : {1.0f, 2.0f, 4.0f}) {
        for (const double slope : {0.0, 0.137, 0.5}) {
            const Image image = picture(line({-1.0, -slope, 0.0}, {1.0, slope, 0.0}), front_camera(),
                                        lines_only(width_px), 160, 120);
            double mean = 0.0;
            for (int x = 60; x < 100; ++x)
                mean += width_in_column(image, x) / 40.0;
            const double across = mean * std::cos(std::atan(slope));
            EXPECT_NEAR(across, static_cast<double>(width_px), 0.08 * static_cast<double>(width_px))
                << slope;
        }
    }
}

TEST_F(BondTest, TheWidthFollowsTheContentScaleAndNotTheDistance)
{
    RenderSettings settings = lines_only(1.5f);
    settings.pixel_scale = 2.0f;
    Camera far = front_camera();
    far.distance = 40.0;
    for (const Camera& camera : {front_camera(), far}) {
        const Image image = picture(line({-9.0, 0.0, 0.0}, {9.0, 0.0, 0.0}), camera, settings, 160, 120);
        EXPECT_NEAR(width_in_column(image, 80), 3.0, 0.15);
    }
}

TEST_F(BondTest, ALineThroughTheNearPlaneKeepsItsVisiblePart)
{
    // From in front of the eye at the picture's left to far behind the eye: what is before the eye
    // lies left of the middle, and nothing of it may wrap to the right.
    const Image image =
        picture(line({-0.8, 0.0, 0.0}, {-0.8, 0.0, 30.0}), front_camera(), lines_only(2.0f), 160, 120);
    const auto start = project(front_camera(), {160, 120}, {-0.8, 0.0, 0.0})->px;
    EXPECT_NEAR(width_in_column(image, static_cast<int>(start.x) - 3), 2.0, 0.2);
    EXPECT_NEAR(width_in_column(image, 2), 2.0, 0.2) << "runs on to the picture's edge";
    for (int x = static_cast<int>(start.x) + 3; x < 160; ++x)
        ASSERT_EQ(width_in_column(image, x), 0.0) << x;
}

TEST_F(BondTest, ABallInFrontHidesTheLineAndOneBehindDoesNot)
{
    for (const double z : {-1.0, 1.0}) {
        SceneBuilder scene;
        scene.add_sphere({-1.0, 0.0, 0.0}, 0.01f, 0x00FF00);
        scene.add_sphere({1.0, 0.0, 0.0}, 0.01f, 0x00FF00);
        scene.add_sphere({0.0, 0.0, z}, 0.3f, 0xFF0000);
        scene.add_bond(0, 1, 2.0f);
        RenderSettings settings = bare_settings();
        settings.bond_width_px = 3.0f;
        const Rgba8 middle = picture(scene.build(), front_camera(), settings, 161, 121).at(80, 60);
        EXPECT_EQ(middle.r > middle.g, z > 0.0) << z;
    }
}

TEST_F(BondTest, StrainShowsBlueForShortAndOrangeForLongLines)
{
    RenderSettings settings = lines_only(4.0f);
    settings.color_mode = ColorMode::Strain;
    settings.range.max = 0.5f;
    for (const float rest : {1.0f, 4.0f}) {
        SceneBuilder scene;
        scene.add_sphere({-1.0, 0.0, 0.0}, 0.01f);
        scene.add_sphere({1.0, 0.0, 0.0}, 0.01f);
        scene.add_bond(0, 1, rest);
        const Rgba8 middle = picture(scene.build(), front_camera(), settings, 161, 121).at(80, 60);
        EXPECT_EQ(middle.r > middle.b, rest < 2.0f) << "rest length " << rest << ", length 2";
    }
}

TEST_F(BondTest, IndicesBeyondTheEntitiesAreLeftOut)
{
    SceneBuilder scene;
    scene.add_sphere({-1.0, 0.0, 0.0}, 0.01f);
    scene.add_sphere({1.0, 0.0, 0.0}, 0.01f);
    scene.add_bond(0, 1);
    const Image expected = picture(scene.build(), front_camera(), lines_only(2.0f), 80, 60);
    scene.add_bond(0, 2);
    scene.add_bond(4'000'000'000u, 1, 1.0f, sim::BondKind::Joint);
    EXPECT_EQ(picture(scene.build(), front_camera(), lines_only(2.0f), 80, 60), expected);
    EXPECT_EQ(renderer().stats().bonds, 1u);
}

TEST_F(BondTest, JointsAndBondsAreShownApart)
{
    SceneBuilder scene;
    scene.add_sphere({-1.0, 0.0, 0.0}, 0.01f);
    scene.add_sphere({1.0, 0.0, 0.0}, 0.01f);
    scene.add_bond(0, 1, 0.0f, sim::BondKind::Joint);
    RenderSettings settings = lines_only(2.0f);
    settings.show_bonds = false;
    EXPECT_GT(picture(scene.build(), front_camera(), settings, 81, 61).at(40, 30).a, 200);
    settings.show_bonds = true;
    settings.show_joints = false;
    EXPECT_EQ(picture(scene.build(), front_camera(), settings, 81, 61).at(40, 30).a, 0);
}

} // namespace
} // namespace drape::renderer
