// The picture's way from GL to an image: right way up, right size, any size.
#include "tests/renderer/gl_test.h"

#include <gtest/gtest.h>

namespace drape::renderer {
namespace {

using FrameTargetTest = GlTest;

void fill(int x, int y, int width, int height, float r, float g, float b, float a)
{
    glEnable(GL_SCISSOR_TEST);
    glScissor(x, y, width, height);
    glClearColor(r, g, b, a);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
}

TEST_F(FrameTargetTest, AnAsymmetricPictureComesOutUnmirrored)
{
    const FrameTarget target = make_target(8, 6);
    target.bind();
    fill(0, 0, 8, 6, 0.0f, 0.0f, 0.0f, 1.0f);
    fill(0, 4, 3, 2, 1.0f, 0.0f, 0.0f, 1.0f); // GL counts rows from the bottom
    fill(6, 0, 2, 1, 0.0f, 1.0f, 0.0f, 1.0f);
    target.resolve();
    const Image image = target.read_image();
    EXPECT_EQ(image.at(0, 0), (Rgba8{255, 0, 0, 255})) << "red, top left";
    EXPECT_EQ(image.at(2, 1), (Rgba8{255, 0, 0, 255}));
    EXPECT_EQ(image.at(3, 0), (Rgba8{0, 0, 0, 255}));
    EXPECT_EQ(image.at(7, 5), (Rgba8{0, 255, 0, 255})) << "green, bottom right";
    EXPECT_EQ(image.at(5, 5), (Rgba8{0, 0, 0, 255}));
}

TEST_F(FrameTargetTest, DrawnBallsLieWhereTheCameraProjectsThem)
{
    SceneBuilder scene;
    scene.add_sphere({-1.2, 0.8, 0.0}, 0.2f, 0xFF0000);
    scene.add_sphere({1.0, -0.9, 0.0}, 0.2f, 0x00FF00);
    const Camera camera = front_camera();
    const Image image = picture(scene.build(), camera, bare_settings(), 120, 90);
    const auto red = project(camera, {120, 90}, {-1.2, 0.8, 0.0})->px;
    const auto green = project(camera, {120, 90}, {1.0, -0.9, 0.0})->px;
    const Rgba8 at_red = image.at(static_cast<int>(red.x), static_cast<int>(red.y));
    const Rgba8 at_green = image.at(static_cast<int>(green.x), static_cast<int>(green.y));
    EXPECT_LT(red.x, 60.0);
    EXPECT_LT(red.y, 45.0) << "up in the world is up in the picture";
    EXPECT_GT(at_red.r, at_red.g + 60);
    EXPECT_GT(at_green.g, at_green.r + 60);
}

TEST_F(FrameTargetTest, TranslucentPixelsKeepTheirColourApartFromTheirAlpha)
{
    const FrameTarget target = make_target(2, 2);
    target.bind();
    fill(0, 0, 2, 2, 0.25f, 0.5f, 0.0f, 0.5f); // premultiplied: half of (0.5, 1, 0)
    target.resolve();
    const Rgba8 pixel = target.read_image().at(1, 1);
    EXPECT_NEAR(pixel.r, 127, 1);
    EXPECT_EQ(pixel.g, 255);
    EXPECT_EQ(pixel.a, 128);
}

TEST_F(FrameTargetTest, WrongSizesAreErrorsAndKeepTheOldPicture)
{
    FrameTarget target = make_target(4, 3);
    for (const auto& [width, height] : {std::pair{0, 3}, std::pair{4, -1}, std::pair{1 << 20, 4}}) {
        const Status status = target.resize(width, height);
        ASSERT_FALSE(status.ok());
        EXPECT_EQ(status.error().kind, ErrorKind::Usage);
        EXPECT_EQ(target.viewport().width_px, 4);
    }
    ASSERT_TRUE(target.resize(7, 5).ok());
    EXPECT_EQ(target.read_image().width, 7);
    EXPECT_EQ(target.read_image().height, 5);
}

TEST_F(FrameTargetTest, OnePixelHoldsTheMiddleOfThePicture)
{
    SceneBuilder scene;
    scene.add_sphere({0.0, 0.0, 0.0}, 3.0f, 0xFF0000);
    const Image image = picture(scene.build(), front_camera(), bare_settings(), 1, 1);
    EXPECT_GT(image.at(0, 0).r, 60);
    EXPECT_EQ(image.at(0, 0).a, 255);
}

TEST_F(FrameTargetTest, TheContextNamesItsDriver)
{
    const GlInfo info = gl_info();
    EXPECT_FALSE(info.renderer.empty());
    EXPECT_GE(info.max_texture_size_px, 4096);
    EXPECT_GE(info.max_samples, 4) << info.renderer;
}

} // namespace
} // namespace drape::renderer
