// Laws of the systems that act on one entity at a time.
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace drape::test {
namespace {

using sim::Backend;

class Systems : public testing::TestWithParam<Backend>
{
protected:
    sim::World run(const std::string& text, int steps) const
    {
        sim::World world = world_of(text);
        run_steps(world, GetParam(), steps);
        return world;
    }
};

INSTANTIATE_TEST_SUITE_P(All, Systems, testing::Values(Backend::Native, Backend::Interpreter),
                         [](const auto& param) {
                             return param.param == Backend::Native ? "native" : "interpreter";
                         });

TEST_P(Systems, FreeFallIsTheSumOfItsSteps)
{
    // Semi-implicit Euler: v_n = n*g*dt, y_n = y_0 + g*dt^2 * n*(n+1)/2. All exact in binary here.
    const sim::World world =
        run("world { entity e { position = (1, 64, 2); velocity = (2, 0, -4) } }\n"
            "systems { gravity { gravity_y = -8; dt = 1/64 } integrate { dt = 1/64 } }",
            100);
    const glm::dvec3 p = world.state.position[0], v = world.state.velocity[0];
    EXPECT_EQ(v, glm::dvec3(2.0, -100.0 * 8.0 / 64.0, -4.0));
    EXPECT_EQ(p.y, 64.0 - 8.0 / (64.0 * 64.0) * 100.0 * 101.0 / 2.0);
    EXPECT_EQ(p.x, 1.0 + 2.0 * 100.0 / 64.0);
    EXPECT_EQ(p.z, 2.0 - 4.0 * 100.0 / 64.0);
}

TEST_P(Systems, TheWorldsGravityMovesNothingByItself)
{
    const sim::World world =
        run("world { gravity = (0, -9.81, 0); entity e { } }\nsystems { integrate { dt = 0.016 } }", 10);
    EXPECT_EQ(world.state.position[0], glm::dvec3(0.0));
}

TEST_P(Systems, RunInSourceOrderAndSeeEarlierWrites)
{
    const std::string world = "world { entity e { } }\nsystems { ";
    const std::string gravity = "gravity { gravity_y = 1; dt = 1 } ", integrate = "integrate { dt = 1 } ";
    EXPECT_EQ(run(world + gravity + integrate + "}", 1).state.position[0].y, 1.0);
    EXPECT_EQ(run(world + integrate + gravity + "}", 1).state.position[0].y, 0.0);
}

TEST_P(Systems, DampingMultipliesTheVelocity)
{
    const sim::World world =
        run("world { entity e { velocity = (8, -16, 32) } }\nsystems { damping { factor = 0.5 } }", 3);
    EXPECT_EQ(world.state.velocity[0], glm::dvec3(1.0, -2.0, 4.0));
}

TEST_P(Systems, GravityAndForceSkipAnAxisOfZeroButGravityYDoesNot)
{
    // -0 + 0 is +0: only an addition that was made clears the sign.
    const std::string head = "world { entity e { velocity = (-0.0, -0.0, -0.0) } }\nsystems { ";
    const auto is_negative = [](const sim::World& world) {
        const glm::dvec3 v = world.state.velocity[0];
        return std::array<bool, 3>{std::signbit(v.x), std::signbit(v.y), std::signbit(v.z)};
    };
    using Signs = std::array<bool, 3>;
    EXPECT_EQ(is_negative(run(head + "gravity { gravity_y = 0; dt = 1 } }", 1)),
              (Signs{true, false, true}));
    EXPECT_EQ(is_negative(run(head + "gravity { acceleration = (0, 0, 0); dt = 1 } }", 1)),
              (Signs{true, true, true}));
    EXPECT_EQ(is_negative(run(head + "force { ax = 0; ay = 0; az = 0; dt = 1 } }", 1)),
              (Signs{true, true, true}));
    const sim::World pulled = run(head + "gravity { acceleration = (3, 0, -2); dt = 0.5 } }", 1);
    EXPECT_EQ(pulled.state.velocity[0], glm::dvec3(1.5, 0.0, -1.0));
    EXPECT_TRUE(std::signbit(pulled.state.velocity[0].y));
}

TEST_P(Systems, TheGroundTurnsTheSpeedRoundKeepsItsShareAndLiftsToZero)
{
    const sim::World world = run(
        "world { entity low { position = (1, -0.25, 2); velocity = (3, -8, 1) }\n"
        "entity at { velocity = (0, -8, 0) } entity up { position = (0, 1, 0); velocity = (0, -8, 0) } }\n"
        "systems { ground_contact { restitution = 0.25 } }",
        1);
    EXPECT_EQ(world.state.position[0], glm::dvec3(1.0, 0.0, 2.0));
    EXPECT_EQ(world.state.velocity[0], glm::dvec3(3.0, 2.0, 1.0));
    EXPECT_EQ(world.state.velocity[1].y, -8.0); // at 0 it is not below it
    EXPECT_EQ(world.state.velocity[2].y, -8.0);
}

TEST_P(Systems, ABallThatBouncesLosesTheShareOfItsHeightThatTheRestitutionSays)
{
    // Height after a bounce: e^2 of the height before.
    sim::World world = world_of(
        "world { entity e { position = (0, 1, 0) } }\nsystems { gravity { gravity_y = -10; dt = 0.0001 } "
        "integrate { dt = 0.0001 } ground_contact { restitution = 0.8 } }");
    sim::Stepper stepper(GetParam());
    double highest = 0.0;
    bool bounced = false;
    for (int i = 0; i < 9000; ++i) {
        stepper.step(world);
        bounced = bounced || world.state.velocity[0].y > 0.0;
        if (bounced)
            highest = std::max(highest, world.state.position[0].y);
    }
    EXPECT_NEAR(highest, 0.64, 0.001);
}

TEST_P(Systems, AWallHoldsEachSideAndTheFloorAndTurnsOnlyThatAxis)
{
    const std::string box = "systems { wall { x = 1; z = 2; y_min = -3; restitution = 0.5 } }";
    const auto after = [&](const std::string& place) {
        return run("world { entity e { position = " + place + "; velocity = (4, -8, 16) } }\n" + box, 1);
    };
    const sim::World right = after("(1.5, 0, 0)"), back = after("(0, 0, -2.5)"), low = after("(0, -4, 0)");
    EXPECT_EQ(right.state.position[0], glm::dvec3(1.0, 0.0, 0.0));
    EXPECT_EQ(right.state.velocity[0], glm::dvec3(-2.0, -8.0, 16.0));
    EXPECT_EQ(back.state.position[0], glm::dvec3(0.0, 0.0, -2.0));
    EXPECT_EQ(back.state.velocity[0], glm::dvec3(4.0, -8.0, -8.0));
    EXPECT_EQ(low.state.position[0], glm::dvec3(0.0, -3.0, 0.0));
    EXPECT_EQ(low.state.velocity[0], glm::dvec3(4.0, 4.0, 16.0));
    const sim::World inside = after("(1, -3, 2)");
    EXPECT_EQ(inside.state.velocity[0], glm::dvec3(4.0, -8.0, 16.0));
    const sim::World corner = after("(-9, -9, 9)");
    EXPECT_EQ(corner.state.position[0], glm::dvec3(-1.0, -3.0, 2.0));
}

TEST_P(Systems, AWallWithoutAFloorHasNone)
{
    const sim::World world = run("world { entity e { position = (0, -1e6, 0); velocity = (0, -1, 0) } "
                                 "}\nsystems { wall { x = 1; z = 1 } }",
                                 1);
    EXPECT_EQ(world.state.position[0].y, -1e6);
    EXPECT_EQ(world.state.velocity[0].y, -1.0);
}

TEST_P(Systems, UpdateVelocityGivesTheWayOfTheStepPerTime)
{
    // The joint moves b by itself; its velocity is what it moved, whatever it was before.
    const sim::World world = run(
        "world { entity a { dynamic = false } entity b { position = (2, 0, 0); velocity = (0, 5, 0) } }\n"
        "systems { joint { on = a; other = b; type = distance; length = 1; iterations = 60 } "
        "update_velocity { dt = 0.25 } }",
        1);
    const glm::dvec3 moved = world.state.position[1] - glm::dvec3(2.0, 0.0, 0.0);
    EXPECT_NEAR(moved.x, -1.0, 1e-9);
    EXPECT_EQ(world.state.velocity[1], moved / 0.25);
    EXPECT_EQ(world.state.velocity[0], glm::dvec3(0.0));
}

TEST_P(Systems, NothingMovesAStaticEntity)
{
    const std::string text =
        "world { entity s { position = (0.1, -0.2, 0.3); velocity = (0.5, 0.25, -0.125); dynamic = false; "
        "mass = 1e-9 }\n"
        "entity t { position = (3, 3, 3); dynamic = false }\n"
        "entity d { position = (5, 1, 2); mass = 1000 } soft c { nx = 4; ny = 4; mass = 50 } }\n"
        "systems { gravity { gravity_y = -9.81; dt = 0.01 } force { ax = 5; ay = 1; az = 2; dt = 0.01 } "
        "damping { factor = 0.9 }\n"
        "integrate { dt = 0.01 } soft { body = c }\n"
        "joint { on = s; other = d; type = distance; length = 0.1; iterations = 9 } joint { on = d; other "
        "= s; type = spring }\n"
        "joint { on = s; other = c#3; type = weld; anchor = (1, 2, 3) } joint { on = c#5; other = s; type "
        "= slider; axis = (1, 1, 0) }\n"
        "joint { on = s; other = t; type = weld } joint { on = s; other = t; type = distance } joint { on "
        "= t; other = s; type = slider }\n"
        "wall { x = 0.05; z = 0.05; y_min = 0 } ground_contact { restitution = 1 } update_velocity { dt = "
        "0.01 } }";
    sim::World world = world_of(text);
    const sim::State before = world.state;
    run_steps(world, GetParam(), 50);
    for (const std::uint32_t i : {0U, 1U}) {
        EXPECT_EQ(world.state.position[i], before.position[i]);
        EXPECT_EQ(world.state.velocity[i], before.velocity[i]);
    }
    EXPECT_NE(world.state.position[2], before.position[2]);
}

} // namespace
} // namespace drape::test
