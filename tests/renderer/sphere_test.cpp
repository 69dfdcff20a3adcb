// Balls: silhouette, depth, and who is in front.
#include "tests/renderer/gl_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace drape::renderer {
namespace {

using SphereTest = GlTest;

/// Pixels covered along the row through the picture's middle, by alpha.
double covered_in_middle_row(const Image& image)
{
    double sum = 0.0;
    for (int x = 0; x < image.width; ++x)
        sum += image.at(x, image.height / 2).a / 255.0;
    return sum;
}

Camera orthographic(Camera camera)
{
    camera.orthographic = true;
    return camera;
}

TEST_F(SphereTest, TheSilhouetteHasTheProjectedRadius)
{
    SceneBuilder scene;
    scene.add_sphere({0.0, 0.0, 0.0}, 1.0f);
    const Camera camera = front_camera();
    const double px_per_m = project(orthographic(camera), {401, 401}, glm::dvec3(0.0))->px_per_m;
    const Image flat = picture(scene.build(), orthographic(camera), bare_settings(), 401, 401);
    EXPECT_NEAR(covered_in_middle_row(flat), 2.0 * px_per_m, 0.5);
    // In perspective the outline is the tangent cone: r d / sqrt(d^2 - r^2) at the target's depth.
    const Image deep = picture(scene.build(), camera, bare_settings(), 401, 401);
    EXPECT_NEAR(covered_in_middle_row(deep), 2.0 * px_per_m * 5.0 / std::sqrt(24.0), 0.5);
}

TEST_F(SphereTest, OffTheAxisTheOutlineStaysTheTangentConesAndIsNotCutByItsQuad)
{
    SceneBuilder scene;
    scene.add_sphere({1.1, 0.0, 0.0}, 0.4f);
    const Camera camera = front_camera();
    const Image image = picture(scene.build(), camera, bare_settings(), 401, 401);
    double low = 401.0;
    double high = 0.0;
    for (int x = 0; x < 401; ++x) {
        if (image.at(x, 200).a > 127) {
            low = std::min(low, static_cast<double>(x));
            high = std::max(high, x + 1.0);
        }
    }
    const double angle = std::atan2(1.1, 5.0);
    const double half = std::asin(0.4 / std::hypot(1.1, 5.0));
    const double px_per_tangent = project(camera, {401, 401}, glm::dvec3(0.0))->px_per_m * 5.0;
    EXPECT_NEAR(low, 200.5 + px_per_tangent * std::tan(angle - half), 1.0);
    EXPECT_NEAR(high, 200.5 + px_per_tangent * std::tan(angle + half), 1.0);
}

TEST_F(SphereTest, DepthAtTheCentreIsThatOfTheNearestPoint)
{
    SceneBuilder scene;
    scene.add_sphere({0.0, 0.0, 0.0}, 1.0f);
    const sim::Snapshot snapshot = scene.build();
    for (const Camera& camera : {front_camera(), orthographic(front_camera())}) {
        FrameTarget target = make_target(101, 101);
        RenderSettings settings = bare_settings();
        renderer().draw(snapshot, camera, settings, target);
        const CameraMatrices m = matrices(camera, target.viewport(), frame_bounds(snapshot));
        const glm::vec4 clip = m.projection * m.view * glm::vec4(0.0f, 0.0f, 1.0f, 1.0f);
        EXPECT_NEAR(static_cast<double>(target.read_depth(50, 50)),
                    static_cast<double>(0.5f + 0.5f * clip.z / clip.w), 1e-5);
    }
}

TEST_F(SphereTest, OfTwoThatIntersectTheNearerSurfaceWinsAtEachPixel)
{
    SceneBuilder scene;
    scene.add_sphere({-0.3, 0.0, 0.0}, 0.6f, 0xFF0000);
    scene.add_sphere({0.3, 0.0, 0.0}, 0.6f, 0x0000FF);
    for (const Camera& camera : {front_camera(), orthographic(front_camera())}) {
        const Image image = picture(scene.build(), camera, bare_settings(), 200, 200);
        for (int x = 60; x < 140; ++x) {
            if (std::abs(x - 100) < 2 || image.at(x, 100).a != 255)
                continue;
            const Rgba8 pixel = image.at(x, 100);
            EXPECT_EQ(pixel.r > pixel.b, x < 100) << x;
        }
    }
}

TEST_F(SphereTest, RimsAreAntiAliasedByCoverage)
{
    SceneBuilder scene;
    scene.add_sphere({0.0, 0.0, 0.0}, 1.0f);
    const Image image = picture(scene.build(), front_camera(), bare_settings(), 200, 200);
    double area = 0.0;
    int partial = 0;
    for (const Rgba8& pixel : image.pixels) {
        area += pixel.a / 255.0;
        partial += pixel.a > 0 && pixel.a < 255 ? 1 : 0;
    }
    const double radius_px =
        project(front_camera(), {200, 200}, glm::dvec3(0.0))->px_per_m * 5.0 / std::sqrt(24.0);
    EXPECT_NEAR(area, 3.14159265 * radius_px * radius_px, 0.002 * area);
    EXPECT_GT(partial, 3.0 * radius_px) << "about 8 r pixels lie on the rim";
}

TEST_F(SphereTest, ABallAroundTheEyeOrBehindItIsNotDrawn)
{
    SceneBuilder scene;
    scene.add_sphere({0.0, 0.0, 5.0}, 0.5f);
    scene.add_sphere({0.0, 0.0, 9.0}, 0.5f);
    const Image image = picture(scene.build(), front_camera(), bare_settings(), 64, 64);
    for (const Rgba8& pixel : image.pixels)
        ASSERT_EQ(pixel.a, 0);
}

TEST_F(SphereTest, PlacesThatAreNoNumbersAreSkippedAndCounted)
{
    SceneBuilder good;
    good.add_sphere({0.0, 0.0, 0.0}, 0.5f);
    SceneBuilder bad = good;
    bad.add_sphere({std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0}, 0.5f);
    bad.add_sphere({0.0, std::numeric_limits<double>::infinity(), 0.0}, 0.5f);
    bad.add_sphere({0.0, 0.0, -1e300}, 0.5f);
    bad.add_bond(0, 1);
    bad.add_bond(2, 3);
    const Image expected = picture(good.build(), front_camera(), bare_settings(), 100, 80);
    EXPECT_EQ(picture(bad.build(), front_camera(), bare_settings(), 100, 80), expected);
    EXPECT_EQ(renderer().stats().skipped, 3u);
}

TEST_F(SphereTest, FarFromTheOriginThePictureIsTheSame)
{
    SceneBuilder near;
    near.add_sphere({0.25, 0.5, 0.0}, 0.5f);
    SceneBuilder far;
    const glm::dvec3 offset(134217728.0, -67108864.0, 268435456.0); // floats are 8 m apart there
    far.add_sphere(offset + glm::dvec3(0.25, 0.5, 0.0), 0.5f);
    Camera there = front_camera();
    there.target = offset;
    EXPECT_EQ(picture(far.build(), there, bare_settings(), 100, 80),
              picture(near.build(), front_camera(), bare_settings(), 100, 80));
}

TEST_F(SphereTest, TranslucentOnesShowWhatIsBehindWhateverTheirOrder)
{
    const auto draw = [](bool is_front_first) {
        sim::Look glass;
        glass.radius = 0.5f;
        glass.opacity = 0.5f;
        SceneBuilder scene;
        for (int i = 0; i < 2; ++i) {
            const bool is_front = (i == 0) == is_front_first;
            glass.color = is_front ? 0xFF0000 : 0x00FF00;
            scene.add({0.0, 0.0, is_front ? 1.0 : -1.0}, glass);
        }
        scene.add_sphere({0.0, 0.0, -3.0}, 0.6f, 0x0000FF);
        return picture(scene.build(), front_camera(), bare_settings(), 60, 60);
    };
    const Image one = draw(true);
    EXPECT_EQ(one, draw(false));
    const Rgba8 middle = one.at(30, 30);
    EXPECT_GT(middle.r, middle.g);
    EXPECT_GT(middle.g, 20);
    EXPECT_GT(middle.b, 20);
}

} // namespace
} // namespace drape::renderer
