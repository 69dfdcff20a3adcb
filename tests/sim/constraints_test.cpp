// Laws of the constraints: springs of a body under both sweeps, and every kind of joint.
#include "sim/lattice/joints.h"
#include "sim/lattice/pair.h"
#include "tests/sim/random.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace drape::test {
namespace {

using sim::Backend;

double length(const glm::dvec3& v)
{
    return std::sqrt(sim::dot3(v, v));
}

glm::dvec3 center_of_mass(const sim::World& world)
{
    glm::dvec3 sum(0.0);
    double mass = 0.0;
    for (std::uint32_t i = 0; i < world.entity_count(); ++i) {
        sum += world.state.position[i] * world.mass[i];
        mass += world.mass[i];
    }
    return sum / mass;
}

class Constraints : public testing::TestWithParam<Backend>
{
protected:
    sim::World run(const std::string& text, int steps) const
    {
        sim::World world = world_of(text);
        run_steps(world, GetParam(), steps);
        return world;
    }
    /// Entities a (0, 1, 2), b (2, 3, -1) of 1 and 3 kg, a static one s (1, -1, 0), and the joint.
    sim::World run_joint(const std::string& joint, int steps = 60) const
    {
        return run("world { entity a { position = (0, 1, 2); mass = 1 } entity b { position = (2, 3, -1); "
                   "mass = 3 }\n"
                   "entity s { position = (1, -1, 0); dynamic = false } }\nsystems { joint { " +
                       joint + " } }",
                   steps);
    }
};

INSTANTIATE_TEST_SUITE_P(All, Constraints, testing::Values(Backend::Native, Backend::Interpreter),
                         [](const auto& param) {
                             return param.param == Backend::Native ? "native" : "interpreter";
                         });

TEST_P(Constraints, APairOfUnequalMassesReachesItsLengthAndKeepsItsCenterOfMass)
{
    for (const double stiffness : {1.0, 0.5, 0.1}) {
        const std::string joint =
            "on = a; other = b; type = distance; length = 1.5; stiffness = " + std::to_string(stiffness);
        const sim::World start = run_joint(joint, 0);
        const sim::World world = run_joint(joint, 100);
        EXPECT_NEAR(length(world.state.position[0] - world.state.position[1]), 1.5, 1e-9) << stiffness;
        // The formula's 1e-12 beside the mass shifts the shares of 1 kg and 3 kg by as much.
        EXPECT_LT(length(center_of_mass(world) - center_of_mass(start)), 3e-12) << stiffness;
        // The lighter one moves three times as far, along the line between them.
        const glm::dvec3 moved_a = world.state.position[0] - start.state.position[0];
        const glm::dvec3 moved_b = world.state.position[1] - start.state.position[1];
        EXPECT_LT(length(moved_a + moved_b * 3.0), 1e-11);
        EXPECT_GT(length(moved_a), 1.0);
    }
}

TEST_P(Constraints, OneVisitCorrectsTheShareOfTheErrorThatTheStiffnessSays)
{
    const sim::World start = run_joint("on = a; other = b; length = 1", 0);
    const sim::World world =
        run_joint("on = a; other = b; length = 1; stiffness = 0.25; iterations = 1", 1);
    const double before = length(start.state.position[0] - start.state.position[1]) - 1.0;
    const double after = length(world.state.position[0] - world.state.position[1]) - 1.0;
    EXPECT_NEAR(after, 0.75 * before, 1e-12);
}

TEST_P(Constraints, ADampedPairIsCorrectedByTheSpeedAlongIt)
{
    // err = (r - rest)*k + c*vr = 0 + 0.5*2: two equal masses share a correction of 1.
    const std::string head = "world { entity a { position = (2, 0, 0); velocity = (2, 7, 0) } entity b { } "
                             "}\nsystems { joint { on = a; other = b; "
                             "iterations = 1; length = 2; ";
    const sim::World damped = run(head + "damping = 0.5 } }", 1);
    EXPECT_NEAR(damped.state.position[0].x, 1.5, 1e-12);
    EXPECT_NEAR(damped.state.position[1].x, 0.5, 1e-12);
    EXPECT_EQ(damped.state.velocity[0], glm::dvec3(2.0, 7.0, 0.0)); // velocities are not written
    // A spring has 0.5 by itself, and a distance has none.
    EXPECT_EQ(run(head + "type = spring } }", 1).state.position, damped.state.position);
    EXPECT_NEAR(run(head + "type = distance } }", 1).state.position[0].x, 2.0, 1e-12);
    EXPECT_NEAR(run(head + "type = spring; damping = 0 } }", 1).state.position[0].x, 2.0, 1e-12);
}

TEST_P(Constraints, EachCoincidingJointBringsBothSidesTogetherAndKeepsTheCenterOfMass)
{
    for (const std::string type : {"weld", "fixed", "hinge", "revolute", "ball", "spherical"}) {
        const std::string joint = "on = a; other = b; anchor = (0.5, -1, 2); type = " + type;
        const sim::World start = run_joint(joint, 0), world = run_joint(joint);
        const glm::dvec3 gap =
            world.state.position[0] + glm::dvec3(0.5, -1.0, 2.0) - world.state.position[1];
        EXPECT_LT(length(gap), 1e-12) << type;
        EXPECT_LT(length(center_of_mass(world) - center_of_mass(start)), 3e-12) << type;
    }
}

TEST_P(Constraints, AStaticFirstSideSwapsAndTheAnchorBelongsToTheNewFirstSide)
{
    // b is the first side after the swap: pb + anchor = ps.
    for (const std::string sides : {"on = s; other = b", "on = b; other = s"}) {
        const sim::World world = run_joint(sides + "; type = weld; anchor = (0.5, 0, 0)");
        EXPECT_LT(length(world.state.position[1] + glm::dvec3(0.5, 0.0, 0.0) - glm::dvec3(1.0, -1.0, 0.0)),
                  1e-12)
            << sides;
        EXPECT_EQ(world.refs[0].a, 1U);
        EXPECT_EQ(world.refs[0].b, 2U);
    }
}

TEST_P(Constraints, APrismaticJointLeavesOnlyTheWayAlongItsAxis)
{
    const glm::dvec3 axis = glm::dvec3(1.0, 2.0, -2.0) / 3.0;
    for (const std::string type : {"prismatic", "slider"}) {
        const std::string joint = "on = a; other = b; axis = (2, 4, -4); type = " + type;
        const sim::World start = run_joint(joint, 0), world = run_joint(joint);
        const glm::dvec3 before = start.state.position[1] - start.state.position[0];
        const glm::dvec3 after = world.state.position[1] - world.state.position[0];
        EXPECT_NEAR(sim::dot3(after, axis), sim::dot3(before, axis), 1e-12);
        EXPECT_LT(length(after - axis * sim::dot3(after, axis)), 1e-12) << type;
        EXPECT_LT(length(center_of_mass(world) - center_of_mass(start)), 3e-12);
    }
}

TEST_P(Constraints, APrismaticLimitHoldsTheWayAlongTheAxisFromBothEnds)
{
    // Along z the sides are -3 apart.
    const auto along = [&](const std::string& limit) {
        const sim::World world = run_joint("on = a; other = b; type = slider; limit = " + limit);
        return world.state.position[1].z - world.state.position[0].z;
    };
    EXPECT_NEAR(along("(-1, 2)"), -1.0, 1e-12);
    EXPECT_NEAR(along("(-9, -4)"), -4.0, 1e-12);
    EXPECT_NEAR(along("(-9, 9)"), -3.0, 1e-12);
    EXPECT_NEAR(along("(1, 1)"), 1.0, 1e-12);
}

TEST_P(Constraints, AnAxisWithoutLengthIsZ)
{
    const sim::World world = run_joint("on = a; other = b; type = slider; axis = (0, 1e-13, 0)");
    const glm::dvec3 after = world.state.position[1] - world.state.position[0];
    EXPECT_NEAR(after.x, 0.0, 1e-12);
    EXPECT_NEAR(after.y, 0.0, 1e-12);
    EXPECT_NEAR(after.z, -3.0, 1e-12);
}

TEST_P(Constraints, AJointOfTwoStaticSidesDoesNothing)
{
    for (const std::string type : {"distance", "spring", "weld", "slider"}) {
        sim::World world = world_of(
            "world { entity a { position = (1, 2, 3); dynamic = false } entity b { dynamic = false } }\n"
            "systems { joint { on = a; other = b; length = 9; type = " +
            type + " } }");
        run_steps(world, GetParam(), 5);
        EXPECT_EQ(world.state.position[0], glm::dvec3(1.0, 2.0, 3.0)) << type;
        EXPECT_EQ(world.state.position[1], glm::dvec3(0.0)) << type;
    }
}

TEST_P(Constraints, TwoParticlesAtOnePlaceStayFinite)
{
    const sim::World world = run("world { entity a { } entity b { } }\nsystems { joint { on = a; other = "
                                 "b; length = 1; iterations = 64 } }",
                                 5);
    EXPECT_EQ(world.state.position[0], world.state.position[1]); // no direction to part in
}

// Soft bodies.

const char* const kCube = "world { soft c { nx = 5; ny = 4; nz = 3; spacing = 0.2; mass = 0.3 } }\nsystems "
                          "{ integrate { dt = 0.01 } soft { "
                          "body = c; stiffness = 0.9; iterations = 3; sweep = ";

/// Throws the particles about, with velocities of sum 0.
void shake(sim::World& world, double amount)
{
    Random random(7);
    for (glm::dvec3& p : world.state.position)
        p += glm::dvec3{random.between(-amount, amount), random.between(-amount, amount),
                        random.between(-amount, amount)};
}

double largest_strain(const sim::World& world)
{
    double largest = 0.0;
    for (const sim::SoftBody& body : world.bodies)
        for (std::uint32_t p = 0; p < body.grid.count(); ++p)
            for (std::uint32_t s = body.springs->begin[p]; s < body.springs->begin[p + 1]; ++s) {
                const glm::dvec3 d = world.state.position[body.first + p] -
                                     world.state.position[body.first + body.springs->other[s]];
                largest = std::max(largest, std::abs(length(d) / body.springs->rest[s] - 1.0));
            }
    return largest;
}

TEST_P(Constraints, TheSweepOfAFreeBodyKeepsItsCenterOfMassWithinRounding)
{
    for (const std::string sweep : {"particle", "body"}) {
        sim::World world = world_of(kCube + sweep + " } }");
        shake(world, 0.05);
        const glm::dvec3 before = center_of_mass(world);
        run_steps(world, GetParam(), 100);
        EXPECT_LT(length(center_of_mass(world) - before), 1e-13) << sweep;
    }
}

TEST_P(Constraints, TheMomentumOfAFreeBodyIsKeptByThePositionBasedStep)
{
    sim::World world = world_of(kCube + std::string("body } update_velocity { dt = 0.01 } }"));
    shake(world, 0.02);
    for (glm::dvec3& v : world.state.velocity)
        v = {1.0, -2.0, 0.5};
    run_steps(world, GetParam(), 100);
    glm::dvec3 momentum(0.0);
    for (std::uint32_t i = 0; i < world.entity_count(); ++i)
        momentum += world.state.velocity[i] * world.mass[i];
    const double mass = 60 * 0.3;
    EXPECT_LT(length(momentum - glm::dvec3(1.0, -2.0, 0.5) * mass), 1e-10);
}

TEST_P(Constraints, BothSweepsBringABodyBackToItsRestLengthsOnDifferentWays)
{
    sim::World particle = world_of(kCube + std::string("particle } }"));
    sim::World body = world_of(kCube + std::string("body } }"));
    shake(particle, 0.02);
    shake(body, 0.02);
    const double before = largest_strain(body);
    run_steps(particle, GetParam(), 1);
    run_steps(body, GetParam(), 1);
    EXPECT_NE(particle.state.position, body.state.position);
    run_steps(particle, GetParam(), 500);
    run_steps(body, GetParam(), 500);
    EXPECT_GT(before, 0.05);
    EXPECT_LT(largest_strain(particle), 1e-6);
    EXPECT_LT(largest_strain(body), 1e-6);
}

TEST_P(Constraints, WithOneIterationBothSweepsAreTheSame)
{
    const std::string text = "world { soft c { nx = 4; ny = 4; spacing = 0.2 } }\nsystems { soft { body = "
                             "c; iterations = 1; sweep = ";
    sim::World particle = world_of(text + "particle } }"), body = world_of(text + "body } }");
    shake(particle, 0.05);
    shake(body, 0.05);
    run_steps(particle, GetParam(), 20);
    run_steps(body, GetParam(), 20);
    EXPECT_EQ(particle.state.position, body.state.position);
}

TEST(Curtain, OfTwoMetersHangsWithLittleStrainAtShortSteps)
{
    // The specification: 32 x 32, dt 0.002, 2 iterations, stiffness 0.8 end at a strain of 0.03.
    std::string hooks, pins;
    for (int i = 0; i < 32; ++i) {
        const std::string n = std::to_string(i);
        hooks += "entity h" + n + " { position = (" + std::to_string(i * 2.0 / 31.0) +
                 ", 2, 0); dynamic = false }\n";
        pins += "joint { on = c#" + std::to_string(31 * 32 + i) + "; other = h" + n +
                "; type = weld; iterations = 1 }\n";
    }
    sim::World world = world_of(
        "world { soft c { nx = 32; ny = 32; spacing = 2/31; mass = 0.001 }\n" + hooks +
        "}\nsystems { gravity { gravity_y = -9.81; dt = 0.002 } integrate { dt = 0.002 }\n" +
        "soft { body = c; iterations = 2; stiffness = 0.8 }\n" + pins + "update_velocity { dt = 0.002 } }");
    run_steps(world, Backend::Native, 2000);
    sim::Snapshot snapshot;
    sim::take_snapshot(world, snapshot);
    EXPECT_GT(snapshot.stats.largest_strain, 0.005); // it hangs by its weight
    EXPECT_LT(snapshot.stats.largest_strain, 0.03);
    EXPECT_LT(snapshot.stats.fastest, 0.01); // and has come to rest
}

} // namespace
} // namespace drape::test
