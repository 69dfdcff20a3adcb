// Edits: what fits is done, what is wild becomes the nearest end of its range, what cannot be is refused.
#include "sim/edit.h"
#include "sim/lang/fields.h"
#include "sim/lang/values.h"
#include "sim/lang/writer.h"
#include "tests/sim/random.h"
#include "tests/sim/random_scene.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace drape::test {
namespace {

using sim::Backend;

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::nan("");

const char* const kScene =
    "world { entity hook { dynamic = false; position = (0, 2, 0) } entity bob { position = (1, 2, 0) }\n"
    "soft c { nx = 4; ny = 4; spacing = 0.25; mass = 0.1 } probe p { a = (0.3, 0.3, 0.05); b = (0.3, 0.3, "
    "0.05) } }\n"
    "systems { gravity { gravity_y = -9.81; dt = 0.01 } damping { factor = 0.99 } force { ax = 0; ay = 0; "
    "az = 0; dt = 0.01 } integrate { dt = 0.01 }\n"
    "soft { body = c } joint { on = bob; other = hook; type = slider; limit = (-1, 1) } contact { probe = "
    "p; body = c }\n"
    "wall { x = 5; z = 5; y_min = -9 } ground_contact { restitution = 0.5 } update_velocity { dt = 0.01 } "
    "}";

/// Whether every number of a block lies inside the range of its field.
template<class Block>
void expect_in_range(Block& block, const std::string& what)
{
    visit_fields(block, [&](const sim::FieldInfo& info, auto& value) {
        const auto check = [&](double number) {
            EXPECT_TRUE(sim::is_in_range(info, number)) << what << ": " << info.name << " = " << number;
        };
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, double> || std::is_same_v<T, int>)
            check(value);
        else if constexpr (std::is_same_v<T, std::optional<double>>)
            check(value.value_or(info.low_excluded ? info.high : std::max(info.low, 0.0)));
        else if constexpr (std::is_same_v<T, glm::dvec3>) {
            check(value.x);
            check(value.y);
            check(value.z);
        } else if constexpr (std::is_same_v<T, std::optional<glm::dvec2>>)
            check(value && !(value->x <= value->y) ? kNan : 0.0);
    });
}

void expect_sound(sim::World& world, const std::string& what)
{
    for (sim::SystemDesc& system : world.scene.systems)
        std::visit([&](auto& s) { expect_in_range(s, what); }, system);
    for (sim::ProbeDesc& probe : world.scene.probes)
        expect_in_range(probe, what);
    for (std::uint32_t i = 0; i < world.entity_count(); ++i)
        for (const glm::dvec3& v : {world.state.position[i], world.state.velocity[i]})
            ASSERT_TRUE(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z))
                << what << ": " << sim::entity_name(world, i);
    for (const sim::ProbePose& pose : world.state.probes)
        for (const glm::dvec3& v : {pose.a, pose.b})
            ASSERT_TRUE(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z)) << what;
    // What a person has made of the scene can be saved and opened again.
    const sim::ParsedScene parsed = sim::parse_scene(sim::write_scene(world.scene));
    ASSERT_TRUE(parsed.ok()) << what << "\n" << sim::write_scene(world.scene);
    EXPECT_TRUE(parsed.scene == world.scene) << what;
}

double wild(Random& random)
{
    const std::vector<double> values = {kNan, kInf, -kInf, 1e40, -1e40, 1.7e308, -1.7e308, 5e-324,
                                        0.0,  -0.0, 0.5,   -1.0, 65.0,  1e-9,    3.0};
    return values[random.below(values.size())];
}

glm::dvec3 wild_vector(Random& random)
{
    const double x = wild(random), y = wild(random);
    return {x, y, random.chance(0.5) ? x : wild(random)};
}

sim::Edit wild_edit(Random& random)
{
    const std::vector<std::string> fields = {"gravity_y",   "acceleration",
                                             "dt",          "factor",
                                             "ax",          "az",
                                             "body",        "stiffness",
                                             "damping",     "iterations",
                                             "sweep",       "on",
                                             "type",        "length",
                                             "axis",        "anchor",
                                             "limit",       "friction",
                                             "probe",       "x",
                                             "z",           "y_min",
                                             "restitution", "radius",
                                             "speed",       "a",
                                             "color",       "",
                                             "nonsense",    std::string(1000, 'x')};
    const std::string field = fields[random.below(fields.size())];
    switch (random.below(7)) {
    case 0:
        return sim::SetGravity{wild_vector(random)};
    case 1:
        return sim::SetProbeParameter{random.below(3), field, wild(random)};
    case 2: {
        const glm::dvec3 a = wild_vector(random);
        return sim::MoveProbe{random.below(3), a, wild_vector(random)};
    }
    case 3:
        return sim::Grab{random.chance(0.1) ? 0xFFFFFFFFU : random.below(20), wild_vector(random)};
    case 4:
        return random.chance(0.5) ? sim::Edit(sim::Release{}) : sim::Edit(sim::Reset{});
    default:
        return sim::SetParameter{random.chance(0.1) ? 0xFFFFFFFFU : random.below(12), field,
                                 wild_vector(random)};
    }
}

TEST(Edits, WithWildValuesLeaveEveryFieldInsideItsRangeAndTheStateFinite)
{
    int refused = 0, done = 0, stopped = 0;
    for (std::uint64_t seed = 1; seed <= 150 && !testing::Test::HasFatalFailure(); ++seed) {
        Random random(seed);
        sim::World world = world_of(kScene);
        sim::Stepper stepper(seed % 5 == 0 ? Backend::Interpreter : Backend::Native);
        for (int i = 0; i < 12; ++i) {
            const std::string before = sim::write_scene(world.scene);
            const Status status = sim::apply_edit(wild_edit(random), world);
            (status.ok() ? done : refused) += 1;
            if (!status) {
                EXPECT_FALSE(status.error().message.empty());
                EXPECT_EQ(sim::write_scene(world.scene), before)
                    << "a refused edit changed something, seed " << seed;
            }
            const std::uint64_t step = world.step;
            const bool is_lost = stepper.step(world).non_finite.has_value();
            stopped += is_lost ? 1 : 0;
            EXPECT_EQ(world.step, is_lost ? step : step + 1);
            expect_sound(world, "seed " + std::to_string(seed));
        }
        // However wild it was: the scene as it was opened, and a reset, and it runs on.
        const sim::Checkpoint fresh = sim::make_checkpoint(world_of(kScene));
        sim::restore_checkpoint(fresh, world);
        run_steps(world, Backend::Native, 20);
    }
    EXPECT_GT(refused, 300);
    EXPECT_GT(done, 300);
    EXPECT_GT(stopped, 1);
}

std::string error_of(const sim::Edit& edit)
{
    sim::World world = world_of(kScene);
    const Status status = sim::apply_edit(edit, world);
    return status.ok() ? "" : status.error().message;
}

TEST(Edits, ThatDoNotFitSayWhy)
{
    EXPECT_EQ(error_of(sim::SetParameter{10, "dt", {}}), "there is no system 10");
    EXPECT_EQ(error_of(sim::SetParameter{4, "stifness", {}}),
              "system 'soft' has no field \"stifness\" that can be changed while it runs");
    EXPECT_EQ(error_of(sim::SetParameter{4, "body", {}}),
              "system 'soft' has no field \"body\" that can be changed while it runs");
    EXPECT_EQ(error_of(sim::SetParameter{3, "dt", {}}),
              "system 'integrate' has no field \"dt\" that can be changed while it runs");
    EXPECT_EQ(error_of(sim::SetParameter{4, "stiffness", {kNan, 0.0, 0.0}}), "stiffness must be finite");
    EXPECT_EQ(error_of(sim::SetGravity{{0.0, kInf, 0.0}}), "gravity must be finite");
    EXPECT_EQ(error_of(sim::SetProbeParameter{1, "radius", 1.0}), "there is no probe 1");
    EXPECT_EQ(error_of(sim::SetProbeParameter{0, "a", 1.0}),
              "a probe has no field \"a\" that takes this value");
    EXPECT_EQ(error_of(sim::MoveProbe{0, {kNan, 0.0, 0.0}, {}}), "a probe's target must be finite");
    EXPECT_EQ(error_of(sim::Grab{0, {}}), "entity 0 cannot be grabbed"); // static
    EXPECT_EQ(error_of(sim::Grab{18, {}}), "entity 18 cannot be grabbed");
    EXPECT_EQ(error_of(sim::Grab{1, {kInf, 0.0, 0.0}}), "a grab's target must be finite");
    sim::World no_gravity = world_of("world { }");
    EXPECT_EQ(sim::apply_edit(sim::SetGravity{}, no_gravity).error().message,
              "this scene has no gravity system");
}

TEST(Edits, SetParameterTakesNumbersChoicesVectorsAndPairs)
{
    sim::World world = world_of(kScene);
    const auto set = [&](std::uint32_t system, const char* field, const glm::dvec3& value) {
        ASSERT_TRUE(sim::apply_edit(sim::SetParameter{system, field, value}, world).ok()) << field;
    };
    set(4, "stiffness", {-3.0, 0.0, 0.0});
    set(4, "iterations", {1e40, 0.0, 0.0});
    set(4, "sweep", {1.2, 0.0, 0.0});
    const auto soft = [&]() -> const sim::SoftSystem& {
        return std::get<sim::SoftSystem>(world.scene.systems[4]);
    };
    EXPECT_EQ(soft().stiffness, 0.0);
    EXPECT_EQ(soft().iterations, 64);
    EXPECT_EQ(soft().sweep, sim::SweepOrder::Body);
    set(4, "iterations", {2.5, 0.0, 0.0});
    EXPECT_EQ(soft().iterations, 3);
    set(4, "iterations", {-1e40, 0.0, 0.0});
    EXPECT_EQ(soft().iterations, 1);
    set(4, "sweep", {-1e40, 0.0, 0.0});
    EXPECT_EQ(soft().sweep, sim::SweepOrder::Particle);
    set(5, "type", {1e40, 0.0, 0.0});
    set(5, "limit", {2.0, -2.0, 9.0});
    set(5, "axis", {1.0, 2.0, 3.0});
    set(5, "damping", {0.25, 0.0, 0.0});
    const auto& joint = std::get<sim::JointSystem>(world.scene.systems[5]);
    EXPECT_EQ(joint.type, sim::JointType::Slider);
    EXPECT_EQ(*joint.limit, glm::dvec2(-2.0, 2.0));
    EXPECT_EQ(joint.axis, glm::dvec3(1.0, 2.0, 3.0));
    EXPECT_EQ(joint.damping, 0.25);
    ASSERT_TRUE(sim::apply_edit(sim::SetProbeParameter{0, "radius", -5.0}, world).ok());
    EXPECT_GT(world.scene.probes[0].radius, 0.0);
}

TEST(Edits, SetGravityWritesTheVerticalFormWhenItIsVertical)
{
    sim::World world = world_of("world { entity s { dynamic = false } entity e { } }\nsystems { gravity { "
                                "gravity_y = -9.81; dt = 0.01 } }");
    const auto& gravity = std::get<sim::GravitySystem>(world.scene.systems[0]);
    ASSERT_TRUE(sim::apply_edit(sim::SetGravity{{0.0, 3.0, 0.0}}, world).ok());
    EXPECT_TRUE(gravity.vertical_form);
    EXPECT_NE(sim::write_scene(world.scene).find("gravity_y = 3.0"), std::string::npos);
    ASSERT_TRUE(sim::apply_edit(sim::SetGravity{{1.0, 3.0, 0.0}}, world).ok());
    EXPECT_FALSE(gravity.vertical_form);
    EXPECT_NE(sim::write_scene(world.scene).find("acceleration = (1.0, 3.0, 0.0)"), std::string::npos);
    run_steps(world, Backend::Native, 1);
    EXPECT_EQ(world.state.velocity[1], glm::dvec3(1.0 * 0.01, 3.0 * 0.01, 0.0));
    ASSERT_TRUE(sim::apply_edit(sim::SetParameter{0, "gravity_y", {-1.0, 0.0, 0.0}}, world).ok());
    EXPECT_EQ(gravity.acceleration, glm::dvec3(1.0, -1.0, 0.0));
}

TEST(Edits, ResetGoesBackToTheStartWithTheMaterialsAsTheyAre)
{
    sim::World world = world_of(kScene);
    ASSERT_TRUE(sim::apply_edit(sim::SetParameter{4, "stiffness", glm::dvec3(0.3)}, world).ok());
    ASSERT_TRUE(sim::apply_edit(sim::SetProbeParameter{0, "radius", 0.2}, world).ok());
    ASSERT_TRUE(sim::apply_edit(sim::Grab{1, {}}, world).ok());
    ASSERT_TRUE(sim::apply_edit(sim::MoveProbe{0, glm::dvec3(1.0), glm::dvec3(1.0)}, world).ok());
    run_steps(world, Backend::Native, 7);
    ASSERT_TRUE(sim::apply_edit(sim::Reset{}, world).ok());
    EXPECT_EQ(world.step, 0U);
    EXPECT_EQ(world.tick, 7U); // a tick never comes twice
    EXPECT_EQ(world.state.position, sim::start_state(world).position);
    EXPECT_EQ(world.state.probes[0].target_a, glm::dvec3(0.3, 0.3, 0.05));
    EXPECT_FALSE(world.state.grab.has_value());
    EXPECT_EQ(std::get<sim::SoftSystem>(world.scene.systems[4]).stiffness, 0.3);
    EXPECT_EQ(world.scene.probes[0].radius, 0.2);
}

// The hand.

const char* const kFalling = "world { entity e { } entity other { } }\nsystems { gravity { gravity_y = "
                             "-9.81; dt = 0.005 } integrate { dt = 0.005 } }";

TEST(Grab, PullsAnEntityToTheHandAndHoldsItThereUnderGravity)
{
    sim::World world = world_of(kFalling);
    ASSERT_TRUE(sim::apply_edit(sim::Grab{0, {1.0, 2.0, -1.0}}, world).ok());
    run_steps(world, Backend::Native, 1000);
    EXPECT_NEAR(world.state.position[0].x, 1.0, 1e-6);
    EXPECT_NEAR(world.state.position[0].z, -1.0, 1e-6);
    // It hangs below the hand by what makes the spring's step, solved implicitly, undo that of gravity.
    const double wh = 25.0 * 0.005;
    EXPECT_NEAR(world.state.position[0].y, 2.0 - 9.81 * (1.0 + 2.0 * wh + wh * wh) / 625.0, 1e-6);
    EXPECT_EQ(world.state.position[1].x, 0.0);
}

TEST(Grab, DoesNotOvershootWhereItsForceIsNotCapped)
{
    for (const std::string dt : {"0.001", "0.016", "0.5"}) {
        sim::World world = world_of("world { entity e { } }\nsystems { integrate { dt = " + dt + " } }");
        ASSERT_TRUE(sim::apply_edit(sim::Grab{0, {0.05, 0.0, 0.0}}, world).ok());
        sim::Stepper stepper(Backend::Native);
        double before = 0.0;
        for (int i = 0; i < 1500; ++i) {
            stepper.step(world);
            EXPECT_GE(world.state.position[0].x, before);
            before = world.state.position[0].x;
        }
        EXPECT_NEAR(before, 0.05, 1e-9) << dt;
        EXPECT_LE(before, 0.05 + 1e-15) << dt;
    }
}

TEST(Grab, ReleasedLetsGo)
{
    sim::World world = world_of(kFalling);
    ASSERT_TRUE(sim::apply_edit(sim::Grab{0, {0.0, 0.0, 0.0}}, world).ok());
    run_steps(world, Backend::Native, 200);
    ASSERT_TRUE(sim::apply_edit(sim::Release{}, world).ok());
    const double v = world.state.velocity[0].y;
    run_steps(world, Backend::Native, 100);
    EXPECT_NEAR(world.state.velocity[0].y, v - 9.81 * 0.5, 1e-9);
}

TEST(Grab, IsNoStrongerThanFourTimesTheWeightOfWhatItDrags)
{
    sim::World world = world_of("world { entity e { mass = 3 } }\nsystems { integrate { dt = 0.01 } }");
    ASSERT_TRUE(sim::apply_edit(sim::Grab{0, {1000.0, 0.0, 0.0}}, world).ok());
    run_steps(world, Backend::Native, 1);
    EXPECT_NEAR(world.state.velocity[0].x, 4.0 * 9.81 * 0.01, 1e-12);
}

TEST(Grab, OfAParticleLiftsTheWholeCloth)
{
    sim::World world = world_of("world { soft c { nx = 5; ny = 5; spacing = 0.1; mass = 0.1; origin = (0, "
                                "1, 0) } }\nsystems { gravity { gravity_y = -9.81; dt = 0.005 } "
                                "integrate { dt = 0.005 } soft { body = c; iterations = 8 } ground_contact "
                                "{ restitution = 0 } update_velocity { dt = 0.005 } }");
    ASSERT_TRUE(sim::apply_edit(sim::Grab{24, {0.2, 3.0, 0.0}}, world).ok());
    run_steps(world, Backend::Native, 1500);
    EXPECT_NEAR(world.state.position[24].y, 3.0, 0.5);
    for (const glm::dvec3& p : world.state.position)
        EXPECT_GT(p.y, 1.5);
    ASSERT_TRUE(sim::apply_edit(sim::Release{}, world).ok());
    run_steps(world, Backend::Native, 1000);
    for (const glm::dvec3& p : world.state.position)
        EXPECT_LT(p.y, 0.6); // it lies on the ground
}

TEST(Grab, TowardAHandPastEveryScaleStaysFiniteAndPulls)
{
    for (const double far : {1e150, 1e160, 1e300, 1.7e308}) {
        sim::World world = world_of(
            "world { entity e { position = (0, -1e3, 0) } }\nsystems { integrate { dt = 0.016 } }");
        ASSERT_TRUE(sim::apply_edit(sim::Grab{0, {0.0, far, 0.0}}, world).ok());
        run_steps(world, Backend::Native, 10);
        EXPECT_NEAR(world.state.velocity[0].y, 10 * 4.0 * 9.81 * 0.016, 1e-9) << far;
    }
}

} // namespace
} // namespace drape::test
