// `drape shot`: pictures without a display, the same bytes each time.
#include "renderer/headless_context.h"
#include "renderer/image.h"
#include "tests/cli/program.h"

#include <gtest/gtest.h>

namespace drape::test {
namespace {

bool has_gl()
{
    return renderer::HeadlessContext::create().ok();
}

renderer::Image read_png(const std::string& path)
{
    const std::string bytes = read_text(path);
    const auto image = renderer::decode_png(std::as_bytes(std::span(bytes.data(), bytes.size())), path);
    EXPECT_TRUE(image.ok());
    return image.ok() ? image.value() : renderer::Image{};
}

class ShotVerb : public testing::Test
{
protected:
    void SetUp() override
    {
        if (!has_gl())
            GTEST_SKIP() << "no EGL on this machine";
        scene_ = folder_.write("a.pwe", kTinyScene);
    }
    /// Shoots with these options and no display.
    ProgramResult shoot(const std::string& options, const std::string& name)
    {
        return run_drape("shot '" + scene_ + "' --size 160x120 -o '" + folder_.file(name) + "' " + options,
                         "env -u DISPLAY -u WAYLAND_DISPLAY");
    }
    TemporaryFolder folder_;
    std::string scene_;
};

TEST_F(ShotVerb, TwoRunsWithoutADisplayGiveTheSameBytes)
{
    ASSERT_EQ(shoot("--steps 20", "a.png").code, 0);
    ASSERT_EQ(shoot("--steps 20", "b.png").code, 0);
    EXPECT_EQ(read_text(folder_.file("a.png")), read_text(folder_.file("b.png")));
    const renderer::Image image = read_png(folder_.file("a.png"));
    EXPECT_EQ(image.width, 160);
    EXPECT_EQ(image.height, 120);
}

TEST_F(ShotVerb, StepsCameraPostureAndViewChangeThePicture)
{
    ASSERT_EQ(shoot("", "plain.png").code, 0);
    const std::string plain = read_text(folder_.file("plain.png"));
    for (const char* options : {"--steps 30", "--camera top", "--camera 'target=0,1,0 distance=9'",
                                "--view spheres=off", "--view color=speed", "--ui"}) {
        ASSERT_EQ(shoot(options, "other.png").code, 0) << options;
        EXPECT_NE(read_text(folder_.file("other.png")), plain) << options;
    }
    ASSERT_EQ(shoot("--steps 30 --posture standing", "standing.png").code, 0);
    ASSERT_EQ(shoot("--steps 30 --posture supine", "supine.png").code, 0);
    EXPECT_NE(read_text(folder_.file("standing.png")), read_text(folder_.file("supine.png")));
}

TEST_F(ShotVerb, OddSizesWork)
{
    for (const char* size : {"1x1", "1x300", "3000x2"}) {
        const ProgramResult result =
            run_drape("shot '" + scene_ + "' -o '" + folder_.file("s.png") + "' --size " + size);
        EXPECT_EQ(result.code, 0) << size << ": " << result.err;
    }
}

TEST_F(ShotVerb, FaultsHaveTheirExitCodes)
{
    EXPECT_EQ(shoot("--camera nowhere", "x.png").code, 2);
    EXPECT_EQ(shoot("--camera target=1,2", "x.png").code, 2);
    EXPECT_EQ(shoot("--view bonds=maybe", "x.png").code, 2);
    EXPECT_EQ(shoot("", "no/such/x.png").code, 5);
    EXPECT_EQ(run_drape("shot /nonexistent.pwe -o /tmp/x.png").code, 3);
    const std::string still = folder_.write("still.pwe", "world { entity a { } }");
    EXPECT_EQ(run_drape("shot '" + still + "' --posture supine -o '" + folder_.file("x.png") + "'").code,
              2);
    EXPECT_FALSE(std::filesystem::exists(folder_.file("x.png")));
}

} // namespace
} // namespace drape::test
