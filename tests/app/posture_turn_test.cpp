// Turning gravity: the way, its strength, and what interrupts it.
#include "app/simulation.h"
#include "app/view_commands.h"
#include "tests/app/tissue_scene.h"
#include "tests/support/scenes.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>

namespace drape::test {
namespace {

using namespace app;

TEST(PostureTurn, GoesFromEveryPostureToEveryOtherAtConstantStrength)
{
    for (const BodyPosture& from : kPostures)
        for (const BodyPosture& to : kPostures) {
            const glm::dvec3 start = 5.0 * from.direction;
            EXPECT_EQ(turned_gravity(start, to.direction, 0.0), start) << from.name << " " << to.name;
            EXPECT_EQ(turned_gravity(start, to.direction, 1.0), 5.0 * to.direction);
            const double angle = std::acos(glm::dot(from.direction, to.direction));
            glm::dvec3 before = start;
            double way = 0.0;
            for (int i = 1; i <= 100; ++i) {
                const glm::dvec3 now = turned_gravity(start, to.direction, i / 100.0);
                EXPECT_NEAR(glm::length(now), 5.0, 1e-12);
                way += glm::length(now - before);
                before = now;
            }
            EXPECT_NEAR(way, 5.0 * angle, 1e-2) << from.name << " " << to.name << ": the shortest way";
        }
}

TEST(PostureTurn, IsEasedAtBothEnds)
{
    const auto turned = [](double t) {
        const glm::dvec3 now = turned_gravity({0, -9.81, 0}, {0, 0, -1}, t);
        return std::atan2(-now.z, -now.y) / std::acos(0.0);
    };
    EXPECT_NEAR(turned(0.5), 0.5, 1e-12);
    EXPECT_LT(turned(0.1), 0.03);
    EXPECT_GT(turned(0.9), 0.97);
}

TEST(PostureTurn, BackToFrontGoesByWayOfStanding)
{
    const glm::dvec3 half = turned_gravity({0, 0, -9.81}, {0, 0, 1}, 0.5);
    EXPECT_NEAR(glm::length(half - glm::dvec3(0, -9.81, 0)), 0.0, 1e-9);
}

TEST(PostureTurn, WithoutGravityTakesTheEarths)
{
    EXPECT_EQ(turned_gravity(glm::dvec3(0.0), {0, 0, -1}, 0.0), glm::dvec3(0, 0, -9.81));
}

/// A window with a scene, whose edits are noted instead of simulated.
struct Turning
{
    ViewerState state;
    SimFrame frame;
    Wishes wishes;
    std::uint64_t sent = 0;

    explicit Turning(const sim::World& world)
    {
        sim::take_snapshot(world, frame.snapshot);
        frame.material = view_materials(world, "/scenes/test.pwe");
        frame.status.playing = true;
    }
    void ask(const glm::dvec3& direction) { apply_view_command(TurnGravity{direction}, {}, state, wishes); }
    /// One frame of the window; the gravity that it sends.
    std::optional<glm::dvec3> pass(double seconds)
    {
        state.now_s += seconds;
        const auto gravity = advance_turn(state, frame);
        if (!gravity)
            return std::nullopt;
        state.pending.add(++sent, SimCommand(sim::Edit(*gravity)));
        return gravity->acceleration;
    }
};

TEST(PostureTurn, SendsOneEditAFrameUntilItHasArrived)
{
    Turning turning(tissue_world_of(kTissueScene));
    EXPECT_EQ(gravity_of(turning.state, turning.frame), glm::dvec3(0, -9.81, 0));
    turning.ask({0, 0, -1});
    int edits = 0;
    std::optional<glm::dvec3> last;
    while (const auto gravity = turning.pass(1.0 / 60.0)) {
        EXPECT_TRUE(is_animating(turning.state) || edits > 60);
        last = gravity;
        ++edits;
    }
    EXPECT_EQ(last, glm::dvec3(0, 0, -9.81));
    EXPECT_NEAR(edits, kTurnSeconds * 60.0, 2.0);
    EXPECT_FALSE(is_animating(turning.state));
}

TEST(PostureTurn, AClickDuringATurnGoesOnFromThere)
{
    Turning turning(tissue_world_of(kTissueScene));
    turning.ask({0, 0, -1});
    glm::dvec3 before(0.0);
    for (int i = 0; i < 36; ++i)
        before = turning.pass(1.0 / 60.0).value();
    turning.ask({1, 0, 0});
    const glm::dvec3 after = turning.pass(1.0 / 60.0).value();
    EXPECT_LT(glm::length(after - before), 0.5) << "no jump";
    EXPECT_EQ(turning.pass(2.0), glm::dvec3(9.81, 0, 0));
}

TEST(PostureTurn, WhilePausedItTurnsAtOnce)
{
    Turning turning(
        world_of("world { soft s { } }\nsystems { gravity { acceleration = (0, -4, 0); dt = 0.01 } }"));
    turning.frame.status.playing = false;
    turning.ask({0, 0, 1});
    EXPECT_EQ(turning.pass(0.0), glm::dvec3(0, 0, 4));
    EXPECT_FALSE(turning.pass(0.1).has_value());
    // A pause on the way ends the turn where it was to go.
    turning.frame.status.playing = true;
    turning.ask({1, 0, 0});
    turning.pass(0.2);
    turning.state.pending.add(++turning.sent, Pause{});
    EXPECT_EQ(turning.pass(0.01), glm::dvec3(4, 0, 0));
}

TEST(PostureTurn, WithoutGravityInTheSceneNothingIsSent)
{
    Turning turning(world_of("world { soft s { } }\nsystems { integrate { dt = 0.01 } }"));
    turning.ask({0, 0, 1});
    EXPECT_FALSE(turning.pass(0.1).has_value());
    EXPECT_FALSE(turning.state.turn.has_value());
}

TEST(RestLight, WaitsForAQuarterOfASecondOfStillness)
{
    ViewerState state;
    SimFrame frame;
    EXPECT_FALSE(stillness(state, frame).has_value()) << "no tissue";
    frame.snapshot.stats.tissues.resize(2);
    const auto at = [&](double time, double fastest) {
        frame.snapshot.time = time;
        frame.snapshot.stats.tissues[1].fastest_cmm_per_s = fastest;
        notice_frame(state, frame);
        return stillness(state, frame).value();
    };
    EXPECT_FALSE(at(1.0, 500.0).is_at_rest);
    EXPECT_EQ(at(1.0, 500.0).fastest_mm_per_s, 5.0);
    EXPECT_FALSE(at(1.1, 99.0).is_at_rest);
    EXPECT_FALSE(at(1.24, 99.0).is_at_rest);
    EXPECT_TRUE(at(1.25, 99.0).is_at_rest);
    EXPECT_FALSE(at(1.3, 100.0).is_at_rest);
    EXPECT_TRUE(at(2.0, 0.0).is_at_rest);
    EXPECT_FALSE(at(0.1, 0.0).is_at_rest) << "a reset begins anew";
    EXPECT_FALSE(at(0.2, std::nan("")).is_at_rest);

    EXPECT_TRUE(at(1.0, 0.0).is_at_rest);
    frame.snapshot.stats.tissues[0].guard_mended = 40;
    EXPECT_FALSE(at(1.1, 0.0).is_at_rest) << "held open by the guard";
    EXPECT_TRUE(at(1.4, 0.0).is_at_rest);
}

} // namespace
} // namespace drape::test
