// The interpreter and the native loops: the same bits after every system of every step.
#include "sim/eir/interpret.h"
#include "sim/eir/listing.h"
#include "sim/eir/lower.h"
#include "sim/lang/writer.h"
#include "tests/sim/random_scene.h"
#include "tests/support/files.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

namespace drape::test {
namespace {

using sim::Backend;
using sim::eir::Function;
using sim::eir::Instruction;
using sim::eir::Opcode;

bool same_bits(const std::vector<glm::dvec3>& a, const std::vector<glm::dvec3>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(glm::dvec3)) == 0;
}

/// What the random scenes met on their way, so that a test of nothing is noticed.
struct Coverage
{
    std::uint64_t systems = 0, contacts = 0, tissue_contacts = 0, grabs = 0, stopped = 0;
    std::set<std::size_t> kinds;
};

void expect_same_run(const TissueScene& made, std::uint64_t seed, int steps, Coverage& coverage)
{
    const sim::SceneDesc& scene = made.scene;
    sim::World native = sim::build_world(scene, "native", made.files).value();
    sim::World interpreted = sim::build_world(scene, "interpreted", made.files).value();
    sim::Stepper native_stepper(Backend::Native), interpreter(Backend::Interpreter);
    Random random(seed ^ 0x5EEDU);
    for (int step = 1; step <= steps; ++step) {
        if (random.chance(0.3)) {
            const bool is_of_tissue = !scene.tissues.empty() && random.chance(0.7);
            const sim::Edit edit =
                is_of_tissue ? random_tissue_edit(random, native) : random_edit(random, native);
            ASSERT_EQ(sim::apply_edit(edit, native).ok(), sim::apply_edit(edit, interpreted).ok());
        }
        native_stepper.begin(native);
        interpreter.begin(interpreted);
        coverage.grabs += native.state.grab ? 1 : 0;
        for (std::size_t system = 0; system < scene.systems.size(); ++system) {
            native_stepper.run_system(native, system);
            interpreter.run_system(interpreted, system);
            if (native_stepper.find_non_finite(native, system)) {
                ASSERT_TRUE(interpreter.find_non_finite(interpreted, system)) << "seed " << seed;
                ++coverage.stopped;
                return;
            }
            ASSERT_TRUE(same_bits(native.state.position, interpreted.state.position) &&
                        same_bits(native.state.velocity, interpreted.state.velocity) &&
                        native.state.tissues == interpreted.state.tissues)
                << "seed " << seed << ", step " << step << ", system " << system + 1 << " "
                << sim::system_title(native, system) << "\n"
                << sim::write_scene(scene);
            ++coverage.systems;
            coverage.kinds.insert(scene.systems[system].index());
        }
        for (std::size_t probe = 0; probe < scene.probes.size(); ++probe) {
            (scene.tissues.empty() ? coverage.contacts : coverage.tissue_contacts) +=
                native.probe_reports[probe].contacts;
            EXPECT_EQ(native.probe_reports[probe].contacts, interpreted.probe_reports[probe].contacts)
                << "seed " << seed;
            EXPECT_EQ(native.probe_reports[probe].force, interpreted.probe_reports[probe].force)
                << "seed " << seed;
            EXPECT_EQ(native.probe_reports[probe].depth, interpreted.probe_reports[probe].depth)
                << "seed " << seed;
        }
        native_stepper.end(native);
        interpreter.end(interpreted);
    }
}

TEST(Backends, GiveTheSameBitsAfterEverySystemOfRandomScenes)
{
    Coverage coverage;
    constexpr std::uint64_t kScenes = 220;
    for (std::uint64_t seed = 1; seed <= kScenes && !testing::Test::HasFatalFailure(); ++seed)
        expect_same_run({random_scene(seed), {}}, seed, 16, coverage);
    for (std::uint64_t seed = 1; seed <= 25 && !testing::Test::HasFatalFailure(); ++seed)
        expect_same_run(random_tissue_scene(seed), seed, 16, coverage);
    EXPECT_EQ(coverage.kinds.size(), std::variant_size_v<sim::SystemDesc>)
        << "not every kind of system was met";
    EXPECT_GT(coverage.contacts, 1000U);
    EXPECT_GT(coverage.tissue_contacts, 100U);
    EXPECT_GT(coverage.grabs, 200U);
    EXPECT_LT(coverage.stopped, kScenes / 5);
}

TEST(Backends, AgreeOnCapsulesThatLieInAPlaneAlongABondOrInAPoint)
{
    // Parallel and degenerate pairs of segments take the rare branches of both.
    for (const std::string axis :
         {"a = (-1, 0.4, 0.03); b = (2, 0.4, 0.03)", "a = (0.3, -1, 0); b = (0.3, 2, 0)",
          "a = (0.3, 0.3, 0.05); b = (0.3, 0.3, 0.05)", "a = (0, 0, 0.01); b = (0.5, 0.5, 0.01)",
          "a = (0.25, 0.25, 0); b = (0.25, 0.25, 0)"})
        for (const std::string friction : {"0", "0.5"}) {
            const std::string text =
                "world { soft c { nx = 5; ny = 5; spacing = 0.25; size = 0.01 } probe p { " + axis +
                "; radius = 0.1 } }\nsystems { integrate { dt = 0.01 } soft { body = c } contact { probe = "
                "p; body = c; "
                "friction = " +
                friction + " } update_velocity { dt = 0.01 } }";
            sim::World native = world_of(text), interpreted = world_of(text);
            run_steps(native, Backend::Native, 10);
            run_steps(interpreted, Backend::Interpreter, 10);
            EXPECT_TRUE(same_bits(native.state.position, interpreted.state.position)) << axis;
            EXPECT_FALSE(same_bits(native.state.position, sim::start_state(native).position)) << axis;
        }
}

TEST(Stepper, LowersAnewForEachWorldAndAfterEachEdit)
{
    const auto make = [](const std::string& stiffness) {
        return world_of("world { entity a { } entity b { position = (2, 0, 0) } }\nsystems { joint { on = "
                        "a; other = b; length = 1; stiffness = " +
                        stiffness + " } }");
    };
    sim::Stepper interpreter(Backend::Interpreter), native(Backend::Native);
    sim::World soft = make("0.1"), stiff = make("0.9"), soft_native = make("0.1"),
               stiff_native = make("0.9");
    for (int i = 0; i < 3; ++i)
        for (auto [world, other] : {std::pair(&soft, &soft_native), std::pair(&stiff, &stiff_native)}) {
            const sim::Edit edit = sim::SetParameter{0, "stiffness", glm::dvec3(0.2 * (i + 1))};
            ASSERT_TRUE(sim::apply_edit(edit, *world).ok() && sim::apply_edit(edit, *other).ok());
            interpreter.step(*world);
            native.step(*other);
            EXPECT_TRUE(same_bits(world->state.position, other->state.position)) << i;
        }
}

// The intermediate representation.

TEST(Eir, FunctionsOfRandomScenesAreWellFormed)
{
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const sim::World world = sim::build_world(random_scene(seed), "eir").value();
        for (std::size_t system = 0; system < world.scene.systems.size(); ++system)
            for (const std::uint32_t entity : sim::eir::schedule_of(world, system).entities)
                ASSERT_TRUE(is_well_formed(sim::eir::lower(world, system, entity))) << "seed " << seed;
    }
}

TEST(Eir, TheScheduleOfASystemIsTheEntitiesThatItActsOnInIdOrder)
{
    const sim::World world = world_of(
        "world { entity s { dynamic = false } entity d { } soft c { nx = 2; ny = 1 } probe p { a = (0,0,0) "
        "b = (0,0,0) } }\n"
        "systems { integrate { dt = 1 } soft { body = c; sweep = body; iterations = 5 } "
        "joint { on = s; other = d } contact { probe = p; body = c } soft { body = c; iterations = 5 } }");
    using Ids = std::vector<std::uint32_t>;
    EXPECT_EQ(sim::eir::schedule_of(world, 0).entities, (Ids{1, 2, 3}));
    EXPECT_EQ(sim::eir::schedule_of(world, 1).entities, (Ids{2, 3}));
    EXPECT_EQ(sim::eir::schedule_of(world, 1).repeats, 5);
    EXPECT_EQ(sim::eir::schedule_of(world, 2).entities, (Ids{1}));
    EXPECT_TRUE(sim::eir::schedule_of(world, 3).is_contact);
    EXPECT_EQ(sim::eir::schedule_of(world, 4).repeats, 1);
}

/// p.y < 0 ? p.y = 0: read, const, lt, condbr, write, return.
Function small_function()
{
    Function f;
    f.constants = {0.0};
    f.code = {{Opcode::ReadView, 1, 0, 0}, {Opcode::Const, 0, 0, 0},     {Opcode::Lt, 0, 1, 0},
              {Opcode::CondBr, 2, 4, 6},   {Opcode::Const, 0, 0, 0},     {Opcode::WriteView, 1, 0, 4},
              {Opcode::Add, 0, 1, 0},      {Opcode::WriteView, 1, 0, 6}, {Opcode::Return, 0, 0, 0}};
    return f;
}

TEST(Eir, AMutatedFunctionIsRejected)
{
    EXPECT_TRUE(is_well_formed(small_function()));
    const auto is_good_with = [](std::size_t at, Instruction in) {
        Function f = small_function();
        f.code[at] = in;
        return is_well_formed(f);
    };
    EXPECT_FALSE(is_well_formed(Function{}));
    EXPECT_FALSE(is_good_with(8, {Opcode::Const, 0, 0, 0})) << "no return at the end";
    EXPECT_FALSE(is_good_with(1, {Opcode::Const, 1, 0, 0})) << "a constant that is not there";
    EXPECT_FALSE(is_good_with(0, {Opcode::ReadView, 30, 0, 0})) << "a component that is not there";
    EXPECT_FALSE(is_good_with(7, {Opcode::WriteView, 30, 0, 6})) << "a component that is not there";
    EXPECT_FALSE(is_good_with(7, {Opcode::WriteView, 6, 0, 6})) << "a mass is only read";
    EXPECT_FALSE(is_good_with(7, {Opcode::WriteView, 8, 0, 6})) << "a start of the step is only read";
    EXPECT_FALSE(is_good_with(6, {Opcode::Add, 0, 6, 0})) << "an operand of its own";
    EXPECT_FALSE(is_good_with(6, {Opcode::Add, 7, 0, 0})) << "an operand from behind";
    EXPECT_FALSE(is_good_with(6, {Opcode::Sqrt, 6, 0, 0})) << "an operand of its own";
    EXPECT_FALSE(is_good_with(6,
                              {
                                  Opcode::Select,
                                  2,
                                  0,
                                  9,
                              }))
        << "an operand from behind";
    EXPECT_FALSE(is_good_with(6, {Opcode::Select, 0, 0, 1})) << "a number as a condition";
    EXPECT_FALSE(is_good_with(6, {Opcode::Add, 0, 2, 0})) << "a truth as a number";
    EXPECT_FALSE(is_good_with(6, {Opcode::Add, 0, 5, 0})) << "a write has no value";
    EXPECT_FALSE(is_good_with(6, {Opcode::Add, 0, 4, 0})) << "a value of a block that may not have run";
    EXPECT_FALSE(is_good_with(7, {Opcode::WriteView, 1, 0, 4}))
        << "a value of a block that may not have run";
    EXPECT_FALSE(is_good_with(3, {Opcode::CondBr, 0, 4, 6})) << "a number as a condition";
    EXPECT_FALSE(is_good_with(3, {Opcode::CondBr, 2, 4, 3})) << "a jump to itself";
    EXPECT_FALSE(is_good_with(3, {Opcode::CondBr, 2, 4, 1})) << "a jump back";
    EXPECT_FALSE(is_good_with(3, {Opcode::CondBr, 2, 4, 9})) << "a jump out";
    EXPECT_FALSE(is_good_with(3, {Opcode::CondBr, 2, 2, 6})) << "a jump back";
    EXPECT_TRUE(is_good_with(6, {Opcode::Select, 2, 0, 1}));
}

TEST(Eir, RandomMutationsAreRejectedOrStayRunnable)
{
    const sim::World world =
        world_of("world { entity a { } soft c { nx = 2; ny = 2 } probe p { a = (0,0,0) b = (1,0,0) } }\n"
                 "systems { contact { probe = p; body = c; friction = 1 } joint { on = a; other = c#1; "
                 "type = slider; limit = (0, 1) } }");
    const std::vector<double> is_dynamic(world.dynamic.begin(), world.dynamic.end());
    int rejected = 0, runnable = 0;
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
        Random random(seed);
        const bool contact = random.chance(0.5);
        Function f = sim::eir::lower(world, contact ? 0 : 1, contact ? 1 : 0);
        Instruction& in = f.code[random.below(f.code.size())];
        std::uint32_t& operand = random.chance(0.4) ? in.a : random.chance(0.5) ? in.b : in.c;
        if (random.chance(0.2))
            in.opcode = static_cast<Opcode>(random.below(sim::eir::kOpcodeCount));
        else
            operand = random.below(f.code.size() + 4);
        // Entities are the caller's to check: views are over a world that a function does not know.
        const bool is_view = in.opcode == Opcode::ReadView || in.opcode == Opcode::WriteView;
        if (is_view && in.b >= world.entity_count())
            continue;
        if (!is_well_formed(f)) {
            ++rejected;
            continue;
        }
        ++runnable;
        sim::World scratch = world;
        const sim::ContactMove move;
        sim::eir::Views views(scratch, is_dynamic, move);
        std::vector<double> registers;
        interpret(f, views, registers); // ends, and touches nothing outside (AddressSanitizer watches)
        ASSERT_LE(registers.size(), f.code.size()) << "seed " << seed;
    }
    EXPECT_GT(rejected, 500);
    EXPECT_GT(runnable, 500);
}

TEST(Eir, TheListingOfASmallSceneReadsAsItDidBefore)
{
    const sim::World world = world_of("world { soft c { nx = 2; ny = 1; spacing = 0.5 } }\n"
                                      "systems { gravity { gravity_y = -9.81; dt = 0.016 } soft { body = "
                                      "c; iterations = 1; damping = 0.5 } "
                                      "ground_contact { restitution = 0.5 } }");
    std::string listing;
    for (std::size_t system = 0; system < world.scene.systems.size(); ++system)
        for (const std::uint32_t entity : sim::eir::schedule_of(world, system).entities)
            listing += list_function(sim::eir::lower(world, system, entity), world, system, entity);
    const std::string golden = read_text(source_path("tests/golden/listing.txt"));
    EXPECT_EQ(listing, golden) << "to accept: write the text above to tests/golden/listing.txt";
}

} // namespace
} // namespace drape::test
