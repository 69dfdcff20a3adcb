// Laws of the probe: what it meets stays outside of it, whatever the speed.
#include "sim/contact/closest_points.h"
#include "sim/contact/probe.h"
#include "sim/edit.h"
#include "tests/sim/random.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace drape::test {
namespace {

using glm::dvec3;
using sim::Backend;

double length(const dvec3& v)
{
    return std::sqrt(sim::dot3(v, v));
}

// Closest points.

double distance_at(const dvec3& a, const dvec3& d1, const dvec3& q, const dvec3& d2, double s, double t)
{
    return length((a + d1 * s) - (q + d2 * t));
}

/// The distance by search: of a segment and a point it has one minimum, so a ternary search over s finds
/// it.
double searched_distance(const dvec3& a, const dvec3& d1, const dvec3& q, const dvec3& d2)
{
    const auto from_point = [&](double s) {
        double low = 0.0, high = 1.0;
        for (int i = 0; i < 50; ++i) {
            const double one = low + (high - low) / 3.0, two = high - (high - low) / 3.0;
            if (distance_at(a, d1, q, d2, s, one) < distance_at(a, d1, q, d2, s, two))
                high = two;
            else
                low = one;
        }
        return distance_at(a, d1, q, d2, s, low);
    };
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 50; ++i) {
        const double one = low + (high - low) / 3.0, two = high - (high - low) / 3.0;
        if (from_point(one) < from_point(two))
            high = two;
        else
            low = one;
    }
    return std::min({from_point(low), from_point(0.0), from_point(1.0)});
}

TEST(ClosestPoints, OfTwoSegmentsAreAsNearAsASearchFinds)
{
    Random random(11);
    const auto point = [&] {
        const double x = random.integer(-3, 3), y = random.integer(-3, 3);
        return random.chance(0.5)
                   ? dvec3(x, y, random.integer(-3, 3))
                   : dvec3{random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0)};
    };
    int inside = 0, parallel = 0;
    for (int trial = 0; trial < 1500; ++trial) {
        const dvec3 a = point(), q = point();
        dvec3 d1 = point(), d2 = point();
        switch (random.below(6)) {
        case 0:
            d2 = d1 * random.between(-2.0, 2.0); // parallel
            ++parallel;
            break;
        case 1:
            d1 = dvec3(0.0);
            break;
        case 2:
            d2 = dvec3(random.chance(0.5) ? 0.0 : 1e-12);
            break;
        default:
            break;
        }
        const sim::SegmentPair at = sim::closest_of_segments(a, d1, q, d2);
        EXPECT_TRUE(at.s >= 0.0 && at.s <= 1.0 && at.t >= 0.0 && at.t <= 1.0) << at.s << ", " << at.t;
        inside += at.s > 0.0 && at.s < 1.0 && at.t > 0.0 && at.t < 1.0 ? 1 : 0;
        EXPECT_LT(distance_at(a, d1, q, d2, at.s, at.t), searched_distance(a, d1, q, d2) + 1e-6)
            << "trial " << trial;
    }
    EXPECT_GT(inside, 30);
    EXPECT_GT(parallel, 30);
}

TEST(ClosestPoints, OfAPointAndASegmentLieAtItsFootOrAtAnEnd)
{
    const dvec3 a(1.0, 0.0, 0.0), e(2.0, 0.0, 0.0);
    EXPECT_EQ(sim::closest_on_segment({1.5, 3.0, -2.0}, a, e), 0.25);
    EXPECT_EQ(sim::closest_on_segment({-5.0, 3.0, 0.0}, a, e), 0.0);
    EXPECT_EQ(sim::closest_on_segment({9.0, 3.0, 0.0}, a, e), 1.0);
    EXPECT_EQ(sim::closest_on_segment({9.0, 3.0, 0.0}, a, dvec3(1e-10)), 0.0);
    EXPECT_EQ(sim::clamp01(std::nan("")), 0.0);
}

// How the probe follows the hand.

TEST(Probe, MovesAtMostItsSpeedTimesTheStepAndArrivesExactly)
{
    sim::World world = world_of("world { probe p { a = (0, 0, 0); b = (1, 0, 0); radius = 0.5; speed = 2 } "
                                "}\nsystems { integrate { dt = 0.01 } }");
    ASSERT_TRUE(sim::apply_edit(sim::MoveProbe{0, {0.3, 0.1, 0.0}, {1.0, 0.5, -0.2}}, world).ok());
    sim::Stepper stepper(Backend::Native);
    int steps = 0;
    while (world.state.probes[0].a != world.state.probes[0].target_a && steps < 1000) {
        const sim::ProbePose before = world.state.probes[0];
        stepper.step(world);
        ++steps;
        EXPECT_LE(length(world.state.probes[0].a - before.a), 0.02 * (1.0 + 1e-12));
        EXPECT_LE(length(world.state.probes[0].b - before.b), 0.02 * (1.0 + 1e-12));
    }
    EXPECT_EQ(world.state.probes[0].b, dvec3(1.0, 0.5, -0.2));
    // The far end has sqrt(0.29) = 0.5385 to go: 27 steps of 0.02.
    EXPECT_EQ(steps, 27);
}

TEST(Probe, MovesNoFurtherInAStepThanItsMovesCanFollow)
{
    sim::World world = world_of("world { probe p { a = (0, 0, 0); b = (0, 0, 0); radius = 0.01; speed = "
                                "1000 } }\nsystems { integrate { dt = 1 } }");
    ASSERT_TRUE(
        sim::apply_edit(sim::MoveProbe{0, dvec3(100.0, 0.0, 0.0), dvec3(100.0, 0.0, 0.0)}, world).ok());
    run_steps(world, Backend::Native, 1);
    EXPECT_NEAR(world.state.probes[0].a.x, 0.005 * sim::kMaxContactMoves / 2, 1e-12);
}

TEST(Probe, WithATargetPastEveryScaleStaysFiniteAndOnItsWay)
{
    sim::World world =
        world_of("world { probe p { a = (0, 0, 0); b = (1, 0, 0) } }\nsystems { integrate { dt = 0.01 } }");
    for (const double far : {1e160, 1e300, 1.7e308}) {
        sim::reset_state(world);
        ASSERT_TRUE(sim::apply_edit(sim::MoveProbe{0, {0.0, far, 0.0}, {1.0, far, 0.0}}, world).ok());
        run_steps(world, Backend::Native, 10);
        EXPECT_NEAR(world.state.probes[0].a.y, 0.3, 1e-9) << far; // 3 m/s
        EXPECT_NEAR(world.state.probes[0].b.y, 0.3, 1e-9) << far;
    }
}

TEST(Probe, ThatIsFarAwayChangesNoBit)
{
    const std::string world = "world { soft c { nx = 6; ny = 6; spacing = 0.2; origin = (0, 2, 0) }\n"
                              "probe p { a = (50, 0, 0); b = (51, 0, 0); radius = 0.2 } }\nsystems { "
                              "gravity { gravity_y = -9.81; dt = 0.01 } "
                              "integrate { dt = 0.01 } soft { body = c } ";
    sim::World with = world_of(
        world + "contact { probe = p; body = c; friction = 0.5 } ground_contact { restitution = 0.5 } }");
    sim::World without = world_of(world + "ground_contact { restitution = 0.5 } }");
    run_steps(with, Backend::Native, 100);
    run_steps(without, Backend::Native, 100);
    EXPECT_EQ(std::memcmp(with.state.position.data(), without.state.position.data(), 36 * sizeof(dvec3)),
              0);
    EXPECT_EQ(std::memcmp(with.state.velocity.data(), without.state.velocity.data(), 36 * sizeof(dvec3)),
              0);
}

TEST(Probe, InsideTheBoundsOfABodyButTouchingNothingChangesNoBit)
{
    // A hole of 1 m in the lattice around the probe: the boxes overlap, nothing touches.
    const std::string world = "world { soft c { nx = 2; ny = 1; spacing = 4 } probe p { a = (2, 0.5, 0); b "
                              "= (2, 0.5, 0); radius = 0.2 } }\n"
                              "systems { integrate { dt = 0.01 } ";
    sim::World with = world_of(world + "contact { probe = p; body = c } }");
    run_steps(with, Backend::Native, 10);
    EXPECT_EQ(with.state.position, sim::start_state(with).position);
    EXPECT_EQ(with.probe_reports[0].contacts, 0U);
}

TEST(Probe, ReportsDepthForceAndNumberOfAHandMadeContact)
{
    // 0.25 kg at 0.2 m above the center of a sphere of 0.25 m, its own radius 0.05: overlap 0.1.
    sim::World world =
        world_of("world { soft c { nx = 1; ny = 1; mass = 0.25; size = 0.05; origin = (0, 0.2, 0) }\n"
                 "probe p { a = (0, 0, 0); b = (0, 0, 0); radius = 0.25 } }\n"
                 "systems { integrate { dt = 0.5 } contact { probe = p; body = c } }");
    run_steps(world, Backend::Native, 1);
    EXPECT_NEAR(world.state.position[0].y, 0.3, 1e-15);
    EXPECT_NEAR(world.probe_reports[0].depth, 0.1, 1e-15);
    EXPECT_NEAR(world.probe_reports[0].force, 0.25 * 0.1 / 0.25, 1e-14);
    EXPECT_EQ(world.probe_reports[0].contacts, 1U);
    run_steps(world, Backend::Native, 1);
    EXPECT_EQ(world.probe_reports[0].contacts, 0U); // it does not stay pushed
    EXPECT_EQ(world.probe_reports[0].force, 0.0);
}

TEST(Probe, PushesABondAtItsMiddleByHalvesAndNearAnEndMostlyThatEnd)
{
    const auto pushed = [](const std::string& x) {
        sim::World world = world_of(
            "world { soft c { nx = 2; ny = 1; size = 0.01 } probe p { a = (" + x + ", -0.05, -1); b = (" +
            x + ", -0.05, 1); radius = 0.1 } }\nsystems { contact { probe = p; body = c } }");
        run_steps(world, Backend::Native, 1);
        return std::array<double, 2>{world.state.position[0].y, world.state.position[1].y};
    };
    const auto middle = pushed("0.5"), near_end = pushed("0.75");
    EXPECT_NEAR(middle[0], 0.05, 1e-12);
    EXPECT_NEAR(middle[1], 0.05, 1e-12);
    // At t the point moves by p0*(1-t) + p1*t, and the shares are as 1-t to t.
    EXPECT_NEAR(near_end[0] * 0.25 + near_end[1] * 0.75, 0.05, 1e-12);
    EXPECT_NEAR(near_end[1] / near_end[0], 3.0, 1e-9);
}

// What the probe meets stays outside.

struct Overlap
{
    double particle = 0.0, bond = 0.0; ///< m
};

Overlap overlap_of(const sim::World& world)
{
    Overlap worst;
    const sim::ProbePose& pose = world.state.probes[0];
    const double radius = world.scene.probes[0].radius;
    const dvec3 axis = pose.b - pose.a;
    for (const sim::SoftBody& body : world.bodies)
        for (std::uint32_t p = 0; p < body.grid.count(); ++p) {
            const dvec3& x = world.state.position[body.first + p];
            const dvec3 foot = pose.a + axis * sim::closest_on_segment(x, pose.a, axis);
            worst.particle =
                std::max(worst.particle, radius + world.radius[body.first + p] - length(x - foot));
            for (std::uint32_t s = body.springs->begin[p]; s < body.springs->begin[p + 1]; ++s) {
                if (body.springs->kind[s] == sim::SpringKind::Bend)
                    continue;
                const dvec3 bond = world.state.position[body.first + body.springs->other[s]] - x;
                const sim::SegmentPair at = sim::closest_of_segments(pose.a, axis, x, bond);
                worst.bond =
                    std::max(worst.bond, radius - length((pose.a + axis * at.s) - (x + bond * at.t)));
            }
        }
    return worst;
}

struct SheetCase
{
    const char* name;
    double spacing, radius;
    double
        depth; ///< How far it is pressed, m: less than what opens the mesh so wide that it slips through.
    const char* ends; ///< a and b of the capsule, 0.5 m behind the sheet.
};

void PrintTo(const SheetCase& c, std::ostream* out)
{
    *out << c.name;
}

class PinnedSheet : public testing::TestWithParam<std::tuple<SheetCase, Backend, const char*>>
{};

/// An n x n sheet around the z axis, its border pinned, the contact last before the velocities.
std::string sheet_scene(int n, double spacing, const std::string& probe, const std::string& soft,
                        const std::string& dt)
{
    std::string hooks, pins;
    const double half = spacing * (n - 1) / 2.0;
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            if (i > 0 && j > 0 && i < n - 1 && j < n - 1)
                continue;
            const std::string k = std::to_string(j * n + i);
            hooks += "entity h" + k + " { dynamic = false; position = (" +
                     std::to_string(i * spacing - half) + ", " + std::to_string(j * spacing - half) +
                     ", 0) }\n";
            pins += "joint { on = c#" + k + "; other = h" + k + "; type = weld; iterations = 1 }\n";
        }
    return "world {\n" + hooks + "soft c { nx = " + std::to_string(n) + "; ny = " + std::to_string(n) +
           "; spacing = " + std::to_string(spacing) + "; mass = 0.02; origin = (" + std::to_string(-half) +
           ", " + std::to_string(-half) + ", 0); size = 0.01 }\n" + probe +
           " }\nsystems { damping { factor = 0.98 } integrate { dt = " + dt +
           " } soft { body = c; iterations = 8; " + soft + " }\n" + pins +
           "contact { probe = finger; body = c } update_velocity { dt = " + dt + " } }";
}

TEST_P(PinnedSheet, IsNeverPassedByACapsulePressedThroughIt)
{
    const auto& [sheet, backend, sweep] = GetParam();
    sim::World world = world_of(sheet_scene(8, sheet.spacing,
                                            "probe finger { " + std::string(sheet.ends) + "; radius = " +
                                                std::to_string(sheet.radius) + "; speed = 2 }",
                                            std::string("sweep = ") + sweep, "0.008"));
    const dvec3 way(0.0, 0.0, 0.5 + sheet.depth);
    const sim::ProbePose start = world.state.probes[0];
    ASSERT_TRUE(sim::apply_edit(sim::MoveProbe{0, start.a + way, start.b + way}, world).ok());
    sim::Stepper stepper(backend);
    Overlap worst;
    double force = 0.0;
    for (int step = 0; step < 200; ++step) {
        ASSERT_FALSE(stepper.step(world).non_finite.has_value());
        const Overlap now = overlap_of(world);
        worst = {std::max(worst.particle, now.particle), std::max(worst.bond, now.bond)};
        force = std::max(force, world.probe_reports[0].force);
    }
    RecordProperty("particle_overlap", std::to_string(worst.particle / sheet.radius));
    RecordProperty("bond_overlap", std::to_string(worst.bond / sheet.radius));
    EXPECT_LT(worst.particle, 0.35 * sheet.radius);
    EXPECT_LT(worst.bond, 0.35 * sheet.radius);
    EXPECT_GT(force, 0.1);
    // It stands past the sheet's plane, and the sheet lies over it.
    const sim::ProbePose& pose = world.state.probes[0];
    EXPECT_EQ(pose.a, start.a + way);
    double highest = 0.0;
    for (std::uint32_t p = world.bodies[0].first; p < world.entity_count(); ++p)
        highest = std::max(highest, world.state.position[p].z);
    EXPECT_GT(highest, std::max(pose.a.z, pose.b.z)) << "the sheet was passed";
}

INSTANTIATE_TEST_SUITE_P(
    All, PinnedSheet,
    testing::Combine(
        testing::Values(
            SheetCase{"fine_sphere", 0.1, 0.12, 0.25, "a = (0.02, 0.01, -0.5); b = (0.02, 0.01, -0.5)"},
            SheetCase{"wide_sphere", 0.25, 0.08, 0.1, "a = (0, 0, -0.5); b = (0, 0, -0.5)"},
            SheetCase{"wide_off_center", 0.25, 0.08, 0.1, "a = (0.06, 0.02, -0.5); b = (0.06, 0.02, -0.5)"},
            SheetCase{"wide_across", 0.25, 0.08, 0.7, "a = (-0.3, 0.03, -0.5); b = (0.3, 0.05, -0.5)"},
            SheetCase{"wide_upright", 0.25, 0.08, 0.1, "a = (0.03, 0.06, -0.9); b = (0.03, 0.06, -0.5)"}),
        testing::Values(Backend::Native), testing::Values("particle", "body")),
    [](const auto& param) {
        return std::string(std::get<0>(param.param).name) + "_" + std::get<2>(param.param);
    });

TEST(Probe, CatchesWhatFallsOnItFasterThanItIsThick)
{
    for (const double speed : {5.0, 30.0, 90.0, 180.0}) {
        // 180 m/s at 0.016 s: 2.9 m a step, onto a capsule 0.2 m thick.
        sim::World world = world_of("world { soft c { nx = 3; ny = 1; nz = 3; spacing = 0.1; origin = "
                                    "(-0.1, 6, -0.1); size = 0.02 }\n"
                                    "probe p { a = (-0.5, 0, 0); b = (0.5, 0, 0); radius = 0.1 } }\n"
                                    "systems { integrate { dt = 0.016 } soft { body = c } contact { probe "
                                    "= p; body = c } update_velocity { dt = 0.016 } }");
        for (dvec3& v : world.state.velocity)
            v = {0.0, -speed, 0.0};
        sim::Stepper stepper(Backend::Native);
        bool touched = false;
        for (int step = 0; step < 100 && !touched; ++step) {
            ASSERT_FALSE(stepper.step(world).non_finite.has_value());
            touched = world.probe_reports[0].contacts > 0;
            // The middle row lies over the axis; it never gets below it.
            for (const std::uint32_t p : {3U, 4U, 5U})
                EXPECT_GT(world.state.position[p].y, 0.0) << speed << " m/s";
        }
        EXPECT_TRUE(touched) << speed << " m/s: it fell past the capsule";
    }
}

TEST(Probe, SwungFastThroughALonelyParticleTakesItAlong)
{
    sim::World world = world_of("world { soft c { nx = 1; ny = 1; size = 0.01 } probe p { a = (-2, 0, 0); "
                                "b = (-2, 0, 0); radius = 0.1; speed = 90 } }\n"
                                "systems { integrate { dt = 0.016 } contact { probe = p; body = c } "
                                "update_velocity { dt = 0.016 } }");
    ASSERT_TRUE(sim::apply_edit(sim::MoveProbe{0, {2.0, 0.0, 0.0}, {2.0, 0.0, 0.0}}, world).ok());
    run_steps(world, Backend::Native, 10); // 1.44 m a step
    EXPECT_GT(world.state.position[0].x, 2.0);
}

// Friction.

/// How far a particle slides in 0.5 s along a level capsule, pulled by `pull` under 10 m/s^2.
double slide(double friction, double pull)
{
    sim::World world = world_of("world { soft c { nx = 1; ny = 1; size = 0.02; origin = (0, 0.22, 0) }\n"
                                "probe p { a = (-9, 0, 0); b = (9, 0, 0); radius = 0.2 } }\n"
                                "systems { gravity { gravity_y = -10; dt = 0.002 } force { ax = " +
                                std::to_string(pull) + "; ay = 0; az = 0; dt = 0.002 }\n" +
                                "integrate { dt = 0.002 } contact { probe = p; body = c; friction = " +
                                std::to_string(friction) + " } update_velocity { dt = 0.002 } }");
    run_steps(world, Backend::Native, 250);
    return world.state.position[0].x;
}

TEST(Friction, OfZeroLetsSlideFreely)
{
    EXPECT_NEAR(slide(0.0, 4.0), 0.5 * 4.0 * 0.25, 0.005);
}

TEST(Friction, ThatIsLargerThanThePullHolds)
{
    EXPECT_LT(std::abs(slide(0.5, 4.0)), 1e-3);
    EXPECT_LT(std::abs(slide(50.0, 100.0)), 1e-3);
}

TEST(Friction, ThatIsSmallerThanThePullTakesCoulombsShareOfIt)
{
    EXPECT_NEAR(slide(0.5, 8.0), 0.5 * (8.0 - 0.5 * 10.0) * 0.25, 0.02);
}

TEST(Friction, CarriesAParticleAlongWithAMovingCapsule)
{
    for (const double friction : {0.0, 5.0}) {
        sim::World world =
            world_of("world { soft c { nx = 1; ny = 1; size = 0.02; origin = (0, 0.22, 0) }\n"
                     "probe p { a = (-9, 0, 0); b = (9, 0, 0); radius = 0.2; speed = 0.5 } }\n"
                     "systems { gravity { gravity_y = -10; dt = 0.002 } integrate { dt = 0.002 }\n"
                     "contact { probe = p; body = c; friction = " +
                     std::to_string(friction) + " } update_velocity { dt = 0.002 } }");
        ASSERT_TRUE(sim::apply_edit(sim::MoveProbe{0, {-8.0, 0.0, 0.0}, {10.0, 0.0, 0.0}}, world).ok());
        run_steps(world, Backend::Native, 250);
        EXPECT_NEAR(world.state.position[0].x, friction > 0.0 ? 0.25 : 0.0, 0.02) << friction;
    }
}

// For long.

class SwungCurtain : public testing::TestWithParam<const char*>
{};

TEST_P(SwungCurtain, StaysFiniteAndBoundedForTenThousandStepsAtTheFastestSwing)
{
    std::string hooks, pins;
    for (int i = 0; i < 16; ++i) {
        const std::string n = std::to_string(i);
        hooks += "entity h" + n + " { position = (" + std::to_string(i * 0.125) +
                 ", 1.875, 0); dynamic = false }\n";
        pins += "joint { on = c#" + std::to_string(15 * 16 + i) + "; other = h" + n +
                "; type = weld; iterations = 1 }\n";
    }
    sim::World world = world_of(
        "world {\n" + hooks + "soft c { nx = 16; ny = 16; spacing = 0.125; mass = 0.01; size = 0.02 }\n" +
        "probe p { a = (0.5, 0.9, -1); b = (1.2, 1.0, -1); radius = 0.15; speed = 20 } }\nsystems { "
        "gravity { gravity_y = -9.81; dt = 0.004 }\n" +
        "damping { factor = 0.995 } integrate { dt = 0.004 } soft { body = c; iterations = 4; stiffness = "
        "0.8; sweep = " +
        GetParam() + " }\n" + pins +
        "contact { probe = p; body = c; friction = 0.3 } update_velocity { dt = 0.004 } }");
    sim::Stepper stepper(Backend::Native);
    double strain = 0.0;
    std::uint64_t contacts = 0;
    sim::Snapshot snapshot;
    for (int step = 0; step < 10000; ++step) {
        if (step % 25 == 0) {
            const double z = step % 50 == 0 ? 1.0 : -1.0;
            const double y = 0.3 + 0.1 * (step / 25 % 13);
            ASSERT_TRUE(sim::apply_edit(sim::MoveProbe{0, {0.5, y, z}, {1.2, y + 0.1, z}}, world).ok());
        }
        const sim::StepReport report = stepper.step(world);
        ASSERT_FALSE(report.non_finite.has_value()) << sim::describe(*report.non_finite, world);
        contacts += world.probe_reports[0].contacts;
        if (step % 10 == 0) {
            sim::take_snapshot(world, snapshot);
            strain = std::max(strain, snapshot.stats.largest_strain);
        }
    }
    RecordProperty("strain", std::to_string(strain));
    EXPECT_LT(strain, 4.0);
    EXPECT_GT(contacts, 5000U);
}

INSTANTIATE_TEST_SUITE_P(All, SwungCurtain, testing::Values("particle", "body"),
                         [](const auto& param) { return std::string(param.param); });

} // namespace
} // namespace drape::test
