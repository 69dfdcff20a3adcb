// Every shipped scene settles or moves as its caption says.
#include "tests/scenes/shipped.h"

namespace drape::test {
namespace {

sim::Snapshot after(const std::string& name, double seconds)
{
    sim::World world = shipped_world(name);
    run_steps(world, sim::Backend::Native, steps_for(world, seconds));
    sim::Snapshot snapshot;
    sim::take_snapshot(world, snapshot);
    return snapshot;
}

double lowest(const sim::Snapshot& snapshot)
{
    double y = snapshot.position.front().y;
    for (const glm::dvec3& p : snapshot.position)
        y = std::min(y, p.y);
    return y;
}

TEST(Curtain, HangsSwaysAndComesToRestWithEverySpringUnderFivePercent)
{
    EXPECT_GT(after("curtain", 0.5).stats.fastest, 0.3);
    const sim::Snapshot rest = after("curtain", 12.0);
    EXPECT_LT(rest.stats.fastest, 0.02);
    EXPECT_LT(rest.stats.largest_strain, 0.05);
    EXPECT_GE(rest.topology->bodies.front().nx, 32U);
    EXPECT_GE(rest.topology->bodies.front().ny, 32U);
    // It hangs from 2.6 m and is 2 m long.
    EXPECT_NEAR(lowest(rest), 0.6, 0.05);
}

TEST(GelCube, FallsWobblesAndComesToRestOnTheGround)
{
    const sim::Snapshot wobbling = after("gel_cube", 1.0);
    EXPECT_GT(wobbling.stats.fastest, 0.3);
    const sim::Snapshot rest = after("gel_cube", 10.0);
    EXPECT_LT(rest.stats.fastest, 0.02);
    EXPECT_EQ(lowest(rest), 0.0);
    double top = 0.0;
    for (const glm::dvec3& p : rest.position)
        top = std::max(top, p.y);
    EXPECT_NEAR(top, 0.6, 0.1);
}

TEST(PendulumChain, SwingsWithItsLengthKeptAndLosesEnergy)
{
    sim::World world = shipped_world("pendulum_chain");
    const double chain = 0.18 * 13; // m, hook to bob
    double early = 0.0, late = 0.0;
    sim::Stepper stepper(sim::Backend::Native);
    for (int step = 0; step < 15000; ++step) {
        ASSERT_FALSE(stepper.step(world).non_finite.has_value());
        const glm::dvec3 d = world.state.position.back() - world.state.position.front();
        ASSERT_LT(std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z), chain * 1.05);
        (step < 2500 ? early : late) =
            std::max(step < 2500 ? early : late, step < 2500 || step >= 12500 ? d.x * d.x : 0.0);
    }
    EXPECT_GT(early, 1.0);
    EXPECT_LT(late, early);
}

TEST(Hammock, CarriesTheCapsuleAndComesToRest)
{
    const sim::Snapshot rest = after("hammock", 8.0);
    EXPECT_LT(rest.stats.fastest, 0.05);
    EXPECT_LT(rest.stats.largest_strain, 0.05);
    EXPECT_GT(rest.probes.front().contacts, 10U);
    EXPECT_GT(rest.probes.front().force, 1.0);
}

TEST(TiedBodies, TheLowerHangsBelowTheUpperByItsTies)
{
    const sim::Snapshot rest = after("tied_bodies", 20.0);
    const sim::SnapshotBody& lower = rest.topology->bodies.at(1);
    double top = -1e9;
    for (std::uint32_t i = lower.first; i < lower.first + lower.count(); ++i)
        top = std::max(top, rest.position[i].y);
    EXPECT_LT(top, 2.24 - 0.3);
    EXPECT_GT(lowest(rest), 0.5);
    for (const sim::Bond& bond : rest.topology->bonds)
        if (bond.kind == sim::BondKind::Joint && bond.rest > 0.0f) {
            const glm::dvec3 d = rest.position[bond.a] - rest.position[bond.b];
            EXPECT_NEAR(std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z), 0.6, 0.03);
        }
}

TEST(Drape, TheSheetRestsOnTheCapsuleWithItsWholeWeight)
{
    const sim::Snapshot rest = after("drape", 8.0);
    EXPECT_LT(rest.stats.fastest, 0.1);
    const double weight = 1600 * 0.0015 * 9.81; // N
    EXPECT_NEAR(rest.probes.front().force, weight, 0.05 * weight);
}

TEST(RfcCloth, FallsFreelyAndKeepsItsShape)
{
    const sim::Snapshot fallen = after("rfc_cloth", 2.0);
    // Velocity grows by g*dt each step and no spring ever writes it: 125 steps.
    EXPECT_NEAR(fallen.velocity.front().y, -9.81 * 0.016 * 125, 1e-9);
    EXPECT_LT(fallen.stats.largest_strain, 1e-6);
}

TEST(TissueScenes, LetOutAProbeThatStartsInsideThemWithoutFlingingThemAway)
{
    for (const double radius : {0.05, 0.2, 1.0}) { // m, in a body of 0.1 m
        const std::string text = R"(
world {
  tissue bean { cage = "bean.msh"; profile = "phantom"; unit = mm; attach_group = "stalk" }
  probe p { a = (0, 0, 0); b = (0, 0, 0); radius = )" +
                                 std::to_string(radius) + R"(; speed = 0.3 }
}
systems {
  tissue { body = bean; dt_us = 521; substeps = 32; iterations = 2 }
  contact { probe = p; body = bean; friction = 0.2 }
}
)";
        sim::World world = world_of(text, shipped_files(sim::parse_scene(text).scene));
        run_steps(world, sim::Backend::Native, 60);
        EXPECT_GT(world.tissue_reports[0].least_volume, 0.0) << radius;
        sim::Snapshot snapshot;
        sim::take_snapshot(world, snapshot);
        EXPECT_LE(snapshot.stats.fastest, 100.0) << radius;
        for (const glm::dvec3& p : snapshot.position)
            EXPECT_LT(std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}), 5.0 * (radius + 0.1))
                << radius;
    }
}

} // namespace
} // namespace drape::test
