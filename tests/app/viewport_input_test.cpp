// The mouse in the viewport: who owns a drag, and what comes of it.
#include "app/viewport_input.h"
#include "tests/support/scenes.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <limits>

namespace drape::test {
namespace {

using namespace app;
using Shift = ViewportInput::Shift;

constexpr const char* kScene = R"(
world {
  entity hook { position = (-1, 2, 0); dynamic = false; size = 0.1 }
  entity ball { position = (1, 2, 0); size = 0.1 }
  probe finger { a = (0, 1, 0); b = (0, 1, 0); radius = 0.2 }
  probe rod { a = (-0.5, 0, 0); b = (0.5, 0, 0); radius = 0.1 }
}
systems { integrate { dt = 0.01 } }
)";

class Mouse : public testing::Test
{
protected:
    Mouse()
    {
        sim::take_snapshot(world_of(kScene), snapshot);
        camera.target = {0.0, 1.0, 0.0};
        camera.yaw_deg = camera.pitch_deg = 0.0;
        camera.distance = 8.0;
    }

    ViewportScene scene() const { return {snapshot, camera, {800, 600}, 1.0, {{}, 7.0, true}, now_s}; }
    glm::dvec2 px_of(const glm::dvec3& point) const
    {
        return renderer::project(camera, {800, 600}, point).value().px;
    }
    Commands press(glm::dvec2 px, MouseButton button = MouseButton::Left, Shift shift = Shift::Up)
    {
        Commands commands;
        input.press(button, shift, px, scene(), commands);
        return commands;
    }
    Commands move(glm::dvec2 px)
    {
        Commands commands;
        input.move(px, scene(), commands);
        return commands;
    }
    Commands release(glm::dvec2 px, MouseButton button = MouseButton::Left)
    {
        Commands commands;
        input.release(button, px, scene(), commands);
        return commands;
    }
    Commands wheel(double notches, glm::dvec2 px)
    {
        Commands commands;
        input.wheel(notches, px, scene(), commands);
        return commands;
    }
    void hover(glm::dvec2 px)
    {
        Commands commands;
        input.update(px, scene(), commands);
        EXPECT_TRUE(commands.empty());
    }

    /// The only command, as an edit of kind T.
    template<class T>
    static T edit(const Commands& commands)
    {
        EXPECT_EQ(commands.size(), 1U);
        return std::get<T>(std::get<sim::Edit>(std::get<SimCommand>(commands.at(0))));
    }
    static bool is_camera(const Commands& commands)
    {
        return commands.size() == 1 && std::holds_alternative<ViewCommand>(commands[0]) &&
               std::holds_alternative<SetCamera>(std::get<ViewCommand>(commands[0]));
    }

    sim::Snapshot snapshot;
    renderer::Camera camera;
    ViewportInput input;
    double now_s = 100.0;
    const glm::dvec2 empty{20.0, 20.0};
};

TEST_F(Mouse, GrabsAParticleOnceItMovesAndReleasesIt)
{
    const glm::dvec2 at = px_of({1, 2, 0});
    EXPECT_TRUE(press(at).empty());
    EXPECT_TRUE(move(at + glm::dvec2(1, 0)).empty()) << "a click is no pull";
    const auto grab = edit<sim::Grab>(move(at + glm::dvec2(40, 0)));
    EXPECT_EQ(grab.entity, 1U);
    EXPECT_GT(grab.target.x, 1.05);
    EXPECT_NEAR(grab.target.y, 2.0, 1e-9);
    EXPECT_NEAR(grab.target.z, 0.0, 1e-9);
    const Commands end = release(at + glm::dvec2(40, 0));
    edit<sim::Release>(end);
    EXPECT_FALSE(input.is_dragging());
}

TEST_F(Mouse, AClickOnAParticleSendsNothing)
{
    const glm::dvec2 at = px_of({1, 2, 0});
    press(at);
    EXPECT_TRUE(release(at).empty());
}

TEST_F(Mouse, HoldingStillGrabsAfterAMoment)
{
    press(px_of({1, 2, 0}));
    now_s += 0.3;
    Commands commands;
    input.update(std::nullopt, scene(), commands);
    EXPECT_EQ(edit<sim::Grab>(commands).entity, 1U);
}

TEST_F(Mouse, AStaticEntityCannotBeGrabbedSoTheViewTurns)
{
    const glm::dvec2 at = px_of({-1, 2, 0});
    press(at);
    EXPECT_TRUE(is_camera(move(at + glm::dvec2(30, 0))));
}

TEST_F(Mouse, DragsAProbeAndCancelPutsItBack)
{
    const glm::dvec2 at = px_of({0, 1, 0});
    press(at);
    const auto moved = edit<sim::MoveProbe>(move(at + glm::dvec2(0, -50)));
    EXPECT_EQ(moved.probe, 0U);
    EXPECT_GT(moved.a.y, 1.1);
    Commands commands;
    EXPECT_TRUE(input.cancel(commands));
    EXPECT_EQ(edit<sim::MoveProbe>(commands).a, glm::dvec3(0, 1, 0));
    EXPECT_TRUE(release(at).empty());
    EXPECT_FALSE(input.cancel(commands));
}

TEST_F(Mouse, DragsOneEndOfACapsuleAlone)
{
    // Beyond the end of the axis is the half ball.
    const glm::dvec2 at = px_of({0.56, 0, 0});
    press(at);
    const auto moved = edit<sim::MoveProbe>(move(at + glm::dvec2(0, -30)));
    EXPECT_EQ(moved.probe, 1U);
    EXPECT_EQ(moved.a, glm::dvec3(-0.5, 0, 0));
    EXPECT_GT(moved.b.y, 0.1);
}

TEST_F(Mouse, TheWheelMovesAHoveredProbeInDepthAndNotchesAddUp)
{
    const glm::dvec2 at = px_of({0, 1, 0});
    const auto one = edit<sim::MoveProbe>(wheel(1.0, at));
    EXPECT_LT(one.a.z, -0.05);
    const auto two = edit<sim::MoveProbe>(wheel(1.0, at));
    EXPECT_NEAR(two.a.z, 2.0 * one.a.z, 1e-9);
}

TEST_F(Mouse, TheWheelElsewhereZoomsAndWildNotchesAreBounded)
{
    const Commands nearer = wheel(1.0, empty);
    ASSERT_TRUE(is_camera(nearer));
    EXPECT_LT(std::get<SetCamera>(std::get<ViewCommand>(nearer[0])).camera.distance, camera.distance);
    for (const double notches : {1e40, -1e40}) {
        const Commands commands = wheel(notches, empty);
        ASSERT_TRUE(is_camera(commands));
        EXPECT_TRUE(renderer::is_valid(std::get<SetCamera>(std::get<ViewCommand>(commands[0])).camera));
    }
    EXPECT_TRUE(wheel(std::numeric_limits<double>::quiet_NaN(), empty).empty());
}

TEST_F(Mouse, TheFirstButtonOwnsTheDragUntilItIsReleased)
{
    press(px_of({1, 2, 0}));
    press(empty, MouseButton::Middle);
    EXPECT_TRUE(release(empty, MouseButton::Middle).empty());
    EXPECT_TRUE(input.is_dragging());
    move({600, 300});
    const Commands end = release({-5000, 9000}); // far outside, over whatever is there
    ASSERT_EQ(end.size(), 2U);
    edit<sim::Grab>({end[0]});
    edit<sim::Release>({end[1]});
}

TEST_F(Mouse, LosingTheFocusReleases)
{
    const glm::dvec2 at = px_of({1, 2, 0});
    press(at);
    move(at + glm::dvec2(30, 30));
    Commands commands;
    input.let_go(commands);
    edit<sim::Release>(commands);
    EXPECT_FALSE(input.is_dragging());
}

TEST_F(Mouse, ShiftAndMiddlePan)
{
    for (const auto& [button, shift] :
         {std::pair(MouseButton::Left, Shift::Down), std::pair(MouseButton::Middle, Shift::Up)}) {
        press(empty, button, shift);
        const Commands commands = move(empty + glm::dvec2(50, 0));
        ASSERT_TRUE(is_camera(commands));
        const renderer::Camera& panned = std::get<SetCamera>(std::get<ViewCommand>(commands[0])).camera;
        EXPECT_EQ(panned.yaw_deg, camera.yaw_deg);
        EXPECT_LT(panned.target.x, camera.target.x);
        release(empty + glm::dvec2(50, 0), button);
    }
}

TEST_F(Mouse, ADoubleClickCentresWhatIsHit)
{
    const glm::dvec2 at = px_of({1, 2, 0});
    press(at);
    release(at);
    now_s += 0.2;
    const Commands commands = press(at);
    ASSERT_EQ(commands.size(), 1U);
    const auto& fly = std::get<FlyToCamera>(std::get<ViewCommand>(commands[0]));
    EXPECT_NEAR(fly.camera.target.x, 1.0, 0.1);
    EXPECT_NEAR(fly.camera.target.y, 2.0, 0.1);
    EXPECT_FALSE(input.is_dragging());
}

TEST_F(Mouse, HoverShowsWhatAPressWouldTake)
{
    hover(px_of({1, 2, 0}));
    EXPECT_EQ(input.view().hovered_entity, std::optional<std::uint32_t>(1));
    hover(px_of({0, 1, 0}));
    ASSERT_TRUE(input.view().hovered_probe.has_value());
    EXPECT_EQ(input.view().hovered_probe->probe, 0U);
    hover(empty);
    EXPECT_FALSE(input.view().hovered_entity.has_value());
    EXPECT_FALSE(input.view().hovered_probe.has_value());
}

TEST_F(Mouse, AnotherSceneEndsEverythingThatWasHeld)
{
    const glm::dvec2 at = px_of({1, 2, 0});
    press(at);
    move(at + glm::dvec2(30, 30));
    Commands commands;
    input.forget(commands);
    edit<sim::Release>(commands);
    EXPECT_FALSE(input.view().hovered_entity.has_value());
}

} // namespace
} // namespace drape::test
