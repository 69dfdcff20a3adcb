// The mouse on a tissue: through the skin, peeled and hidden; the probe along the normal.
#include "app/skin_normal.h"
#include "app/viewport_input.h"
#include "tests/app/commands_in.h"
#include "tests/app/tissue_scene.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace drape::test {
namespace {

using namespace app;

/// Looks at the left dome from the front; its probe floats before it.
class TissueMouse : public testing::Test
{
protected:
    TissueMouse()
    {
        sim::take_snapshot(tissue_world_of(kTissueScene), snapshot);
        camera.yaw_deg = camera.pitch_deg = 0.0;
        camera.distance = 0.6;
    }

    ViewportScene scene() const
    {
        return {snapshot, camera, {800, 600}, 1.0, {view, 7.0, true}, 100.0, along_normal};
    }
    glm::dvec2 px_of(const glm::dvec3& point) const
    {
        return renderer::project(camera, {800, 600}, point).value().px;
    }
    std::optional<std::uint32_t> hovered(glm::dvec2 px)
    {
        Commands commands;
        input.update(px, scene(), commands);
        EXPECT_TRUE(commands.empty());
        return input.view().hovered_entity;
    }
    const sim::SnapshotTissue& dome() const { return snapshot.topology->tissues[0]; }
    bool is_on_skin(std::uint32_t entity) const
    {
        return std::any_of(dome().skin.begin(), dome().skin.end(),
                           [&](const auto& t) { return std::find(t.begin(), t.end(), entity) != t.end(); });
    }

    sim::Snapshot snapshot;
    renderer::Camera camera;
    renderer::PickView view;
    ViewportInput input;
    bool along_normal = false;
    const glm::dvec3 off_center{0.02, 0.03, 0.05};
};

TEST_F(TissueMouse, HoversTheParticleOfTheSkinNearestToThePointer)
{
    const auto entity = hovered(px_of(off_center));
    ASSERT_TRUE(entity.has_value());
    EXPECT_TRUE(is_on_skin(*entity));
    EXPECT_EQ(dome().depth[*entity - dome().first], 1.0f);
}

TEST_F(TissueMouse, GrabsThroughTheSkin)
{
    const glm::dvec2 at = px_of(off_center);
    const std::uint32_t entity = hovered(at).value();
    Commands commands;
    input.press(MouseButton::Left, ViewportInput::Shift::Up, at, scene(), commands);
    input.move(at + glm::dvec2(30, 0), scene(), commands);
    const auto grabs = edits<sim::Grab>(commands);
    ASSERT_EQ(grabs.size(), 1U);
    EXPECT_EQ(grabs[0].entity, entity);
    EXPECT_GT(grabs[0].target.x, snapshot.position[entity].x);
    commands.clear();
    input.release(MouseButton::Left, at + glm::dvec2(30, 0), scene(), commands);
    EXPECT_EQ(edits<sim::Release>(commands).size(), 1U);
}

TEST_F(TissueMouse, ARightDragTurnsTheViewAlsoOverTheSkin)
{
    const glm::dvec2 at = px_of(off_center);
    Commands commands;
    input.press(MouseButton::Right, ViewportInput::Shift::Up, at, scene(), commands);
    input.move(at + glm::dvec2(30, 0), scene(), commands);
    const auto cameras = view_commands<SetCamera>(commands);
    ASSERT_EQ(cameras.size(), 1U);
    EXPECT_NE(cameras[0].camera.yaw_deg, camera.yaw_deg);
    EXPECT_EQ(cameras[0].camera.target, camera.target);
}

TEST_F(TissueMouse, MeetsWhatPeelingHasLeft)
{
    view.peel = 0.5f;
    const auto entity = hovered(px_of(off_center));
    ASSERT_TRUE(entity.has_value());
    EXPECT_LT(dome().depth[*entity - dome().first], 1.0f);
    view.peel = 1.0f;
    EXPECT_FALSE(hovered(px_of(off_center)).has_value()) << "all is removed";
}

TEST_F(TissueMouse, TheWheelPressesAlongTheNormalWhereThatIsAskedFor)
{
    const auto skin = skin_normal_near(snapshot, snapshot.probes[0]);
    ASSERT_TRUE(skin.has_value());
    EXPECT_GT(skin->outward.z, 0.95) << "the dome's top faces forward";
    // From the side: the line of sight runs along x, the normal along z.
    camera.yaw_deg = 90.0;
    const glm::dvec2 at = px_of({0, 0, 0.12});
    Commands commands;
    input.wheel(3.0, at, scene(), commands);
    auto moves = edits<sim::MoveProbe>(commands);
    ASSERT_EQ(moves.size(), 1U);
    EXPECT_GT(std::abs(moves[0].a.x - snapshot.probes[0].a.x), 0.01);
    along_normal = true;
    input = {};
    commands.clear();
    input.wheel(3.0, at, scene(), commands);
    input.wheel(2.0, at, scene(), commands);
    moves = edits<sim::MoveProbe>(commands);
    ASSERT_EQ(moves.size(), 2U);
    EXPECT_NEAR(glm::length(moves[1].a - snapshot.probes[0].a), 0.005, 1e-9) << "a millimetre a notch";
    EXPECT_TRUE(edits<sim::MoveProbe>(commands).size() == 2U && view_commands<SetCamera>(commands).empty());
    // The probe has left the mouse; the wheel goes on with it all the same.
    const glm::dvec3 gone(0.0, 0.0, 1.0);
    snapshot.probes[0].a += gone;
    snapshot.probes[0].b += gone;
    Commands more;
    input.wheel(1.0, at, scene(), more);
    EXPECT_EQ(edits<sim::MoveProbe>(more).size(), 1U);
    more.clear();
    input.wheel(1.0, at + glm::dvec2(50, 0), scene(), more);
    EXPECT_EQ(view_commands<SetCamera>(more).size(), 1U) << "elsewhere it zooms";
    snapshot.probes[0].a -= gone;
    snapshot.probes[0].b -= gone;
    EXPECT_LT(moves[1].a.z, snapshot.probes[0].a.z - 0.0045);
    EXPECT_NEAR(glm::length((moves[1].b - moves[1].a) - (snapshot.probes[0].b - snapshot.probes[0].a)), 0.0,
                1e-12);
}

} // namespace
} // namespace drape::test
