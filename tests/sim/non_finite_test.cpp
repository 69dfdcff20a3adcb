// A number that is lost stops the step, is named, and leaves the last good state.
#include "sim/state_hash.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace drape::test {
namespace {

using sim::Backend;

class NonFiniteSteps : public testing::TestWithParam<Backend>
{
protected:
    /// Steps until one is lost; checks that the world is left as it was before that step.
    sim::NonFinite run_until_lost(sim::World& world) const
    {
        sim::Stepper stepper(GetParam());
        for (int i = 0; i < 1000; ++i) {
            const std::uint64_t hash = sim::hash_state(world.state), step = world.step, tick = world.tick;
            const sim::StepReport report = stepper.step(world);
            if (!report.non_finite)
                continue;
            EXPECT_EQ(sim::hash_state(world.state), hash) << "the last good state was not kept";
            EXPECT_EQ(world.step, step);
            EXPECT_EQ(world.tick, tick);
            return *report.non_finite;
        }
        ADD_FAILURE() << "no step was lost";
        return {};
    }
};

INSTANTIATE_TEST_SUITE_P(All, NonFiniteSteps, testing::Values(Backend::Native, Backend::Interpreter),
                         [](const auto& param) {
                             return param.param == Backend::Native ? "native" : "interpreter";
                         });

TEST_P(NonFiniteSteps, NameStepSystemAndFirstEntity)
{
    // 1e300 * 1e3 a step: finite after two steps, lost in the third.
    sim::World world = world_of("world { entity calm { } entity a { velocity = (0, 0, 1e300) } entity b { "
                                "velocity = (1e300, 0, 0) }\n"
                                "probe p { a = (0,0,0) b = (0,0,0) } }\nsystems { integrate { dt = 1e-3 } "
                                "damping { factor = 1e3 } }");
    world.state.probes[0].target_a = glm::dvec3(1.0);
    const sim::NonFinite fault = run_until_lost(world);
    EXPECT_EQ(fault.step, 3U);
    EXPECT_EQ(fault.system, 1U);
    EXPECT_EQ(fault.entity, 1U);
    EXPECT_EQ(sim::describe(fault, world), "step 3, system 2 damping: a is no longer finite");
}

TEST_P(NonFiniteSteps, AreCaughtThoughALaterGroundWouldHideThem)
{
    sim::World world = world_of("world { entity e { velocity = (0, -1.7e308, 0) } }\nsystems { integrate { "
                                "dt = 10 } ground_contact { restitution = 0 } }");
    const sim::NonFinite fault = run_until_lost(world);
    EXPECT_EQ(fault.step, 1U);
    EXPECT_EQ(fault.system, 0U);
    EXPECT_EQ(world.state.position[0].y, 0.0);
}

TEST_P(NonFiniteSteps, AreCaughtThoughALaterWallOrVelocityUpdateWouldHideThem)
{
    sim::World wall = world_of("world { entity e { velocity = (1.7e308, 0, 0) } }\nsystems { damping { "
                               "factor = 2 } wall { x = 1; z = 1; restitution = 0 } }");
    EXPECT_EQ(run_until_lost(wall).system, 0U);
    sim::World update = world_of("world { entity e { velocity = (1.7e308, 0, 0) } }\nsystems { damping { "
                                 "factor = 2 } update_velocity { dt = 1 } }");
    EXPECT_EQ(run_until_lost(update).system, 0U);
}

TEST_P(NonFiniteSteps, OfASoftBodyNameTheParticle)
{
    sim::World world =
        world_of("world { entity e { } soft c { nx = 3; ny = 3 } }\nsystems { gravity { gravity_y = -1; dt "
                 "= 0.1 } soft { body = c; stiffness = 1e200; iterations = 2 } }");
    world.state.position[3].x += 0.5; // c#2
    const sim::NonFinite fault = run_until_lost(world);
    EXPECT_EQ(fault.system, 1U);
    EXPECT_GE(fault.entity, 1U);
    EXPECT_EQ(sim::describe(fault, world).substr(0, 24), "step 1, system 2 soft (c");
}

TEST_P(NonFiniteSteps, OfAJointNameItsSidesThough)
{
    sim::World world =
        world_of("world { entity far { } entity a { } entity b { position = (2, 0, 0) } }\n"
                 "systems { joint { on = b; other = a; length = 1; stiffness = 1e200; iterations = 3 } }");
    const sim::NonFinite fault = run_until_lost(world);
    EXPECT_EQ(fault.system, 0U);
    EXPECT_EQ(fault.entity, 1U);
    EXPECT_EQ(sim::describe(fault, world), "step 1, system 1 joint (b, a): a is no longer finite");
}

TEST_P(NonFiniteSteps, CanBeRunOnFromTheLastGoodStateOnceTheCauseIsGone)
{
    sim::World world =
        world_of("world { entity e { velocity = (1e300, 0, 0) } }\nsystems { damping { factor = 1e3 } }");
    run_until_lost(world);
    std::get<sim::DampingSystem>(world.scene.systems[0]).factor = 0.0;
    ++world.material_revision;
    run_steps(world, GetParam(), 5);
    EXPECT_EQ(world.state.velocity[0].x, 0.0);
}

} // namespace
} // namespace drape::test
