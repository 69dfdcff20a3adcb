// The same scene gives the same bits: recorded hashes, checkpoints, and a hash that sees every bit.
#include "sim/state_hash.h"
#include "tests/sim/random_scene.h"
#include "tests/support/files.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <bit>
#include <cstring>
#include <map>
#include <sstream>

namespace drape::test {
namespace {

using sim::Backend;

struct Golden
{
    std::string name;
    int steps;
    std::string hash;
};

std::vector<Golden> read_goldens()
{
    std::vector<Golden> goldens;
    std::istringstream lines(read_text(source_path("tests/golden/lattice_hashes.txt")));
    std::string line;
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        Golden golden;
        if (line.empty() || line[0] == '#')
            continue;
        words >> golden.name >> golden.steps >> golden.hash;
        goldens.push_back(golden);
    }
    return goldens;
}

/// "seed_17" is random_scene(17) under random edits; every other name is a file of tests/inputs/lattice.
sim::World golden_world(const std::string& name)
{
    if (name.starts_with("seed_"))
        return sim::build_world(random_scene(std::stoull(name.substr(5))), name).value();
    return world_of(read_text(source_path("tests/inputs/lattice/" + name + ".pwe")));
}

std::string run_golden(const std::string& name, int steps, Backend backend)
{
    sim::World world = golden_world(name);
    sim::Stepper stepper(backend);
    Random random(static_cast<std::uint64_t>(steps));
    const bool is_edited = name.starts_with("seed_");
    for (int i = 0; i < steps; ++i) {
        if (is_edited && i % 5 == 1) {
            EXPECT_TRUE(sim::apply_edit(random_edit(random, world), world).ok());
        }
        EXPECT_FALSE(stepper.step(world).non_finite.has_value()) << name << " step " << i + 1;
    }
    return sim::format_hash(sim::hash_state(world.state));
}

TEST(Hashes, AreTheRecordedOnesInBothBackends)
{
    const std::vector<Golden> goldens = read_goldens();
    ASSERT_GE(goldens.size(), 30U);
    for (const Golden& golden : goldens)
        for (const Backend backend : {Backend::Native, Backend::Interpreter})
            EXPECT_EQ(run_golden(golden.name, golden.steps, backend), golden.hash)
                << golden.name << (backend == Backend::Native ? " (native)" : " (interpreter)");
}

TEST(Hash, ChangesWithEveryBitOfTheState)
{
    sim::World world = world_of("world { entity a { position = (1, 2, 3) velocity = (4, 5, 6) } entity b { "
                                "} probe p { a = (1,2,3) b = (3,2,1) } }");
    world.state.grab = sim::GrabState{1, {0.5, 0.25, 0.125}};
    const std::uint64_t before = sim::hash_state(world.state);
    int bits = 0;
    const auto flip_each = [&](void* data, std::size_t size) {
        auto* const bytes = static_cast<unsigned char*>(data);
        for (std::size_t bit = 0; bit < size * 8; ++bit, ++bits) {
            bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ (1U << (bit % 8)));
            EXPECT_NE(sim::hash_state(world.state), before) << "bit " << bit;
            bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ (1U << (bit % 8)));
        }
    };
    flip_each(world.state.position.data(), 2 * sizeof(glm::dvec3));
    flip_each(world.state.velocity.data(), 2 * sizeof(glm::dvec3));
    flip_each(world.state.probes.data(), sizeof(sim::ProbePose));
    flip_each(&world.state.grab->entity, sizeof(std::uint32_t));
    flip_each(&world.state.grab->target, sizeof(glm::dvec3));
    EXPECT_EQ(bits, 64 * (12 + 12 + 3) + 32);
    EXPECT_EQ(sim::hash_state(world.state), before);
    world.state.grab.reset();
    EXPECT_NE(sim::hash_state(world.state), before);
}

TEST(Hash, OfALargeStateSeesTheOrderOfEntitiesAcrossItsBlocks)
{
    sim::State state;
    for (int i = 0; i < 1000; ++i) {
        state.position.emplace_back(i, 0.0, 0.0);
        state.velocity.emplace_back(0.0, i, 0.0);
    }
    const std::uint64_t before = sim::hash_state(state);
    std::swap(state.position[255], state.position[256]);
    EXPECT_NE(sim::hash_state(state), before);
    std::swap(state.position[255], state.position[256]);
    std::swap(state.position[999], state.velocity[999]);
    EXPECT_NE(sim::hash_state(state), before);
}

TEST(Hash, IsXxh3OverTheBytesInEntityOrder)
{
    const sim::World world = sim::build_world(random_scene(4), "h").value();
    std::string bytes;
    const auto add = [&](const auto& value) {
        bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
    };
    for (std::uint32_t i = 0; i < world.entity_count(); ++i) {
        add(world.state.position[i]);
        add(world.state.velocity[i]);
    }
    for (const sim::ProbePose& probe : world.state.probes) {
        add(probe.a);
        add(probe.b);
        add(probe.target_a);
        add(probe.target_b);
    }
    EXPECT_EQ(sim::hash_state(world.state), XXH3_64bits(bytes.data(), bytes.size()));
    EXPECT_EQ(sim::format_hash(0x0123456789ABCDEFU), "0123456789abcdef");
}

TEST(Checkpoint, RestoredRunsOnToTheSameBits)
{
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        sim::World world = sim::build_world(random_scene(seed), "c").value();
        sim::Stepper stepper(seed % 2 == 0 ? Backend::Native : Backend::Interpreter);
        Random random(seed);
        std::vector<sim::Edit> edits;
        const auto run_with = [&](int first, int last) {
            for (int i = first; i < last; ++i) {
                if (i % 4 == 1) {
                    // Material edits, too: a checkpoint holds the materials of its time.
                    const sim::Edit edit = i % 8 == 1 ? random_edit(random, world)
                                                      : sim::Edit(sim::SetGravity{glm::dvec3(0.1 * i)});
                    EXPECT_TRUE(sim::apply_edit(edit, world).ok());
                }
                EXPECT_FALSE(stepper.step(world).non_finite.has_value()) << seed;
            }
        };
        run_with(0, 10);
        const sim::Checkpoint checkpoint = sim::make_checkpoint(world);
        const Random at_checkpoint = random;
        run_with(10, 20);
        const std::uint64_t direct = sim::hash_state(world.state);
        run_with(20, 25);
        sim::restore_checkpoint(checkpoint, world);
        EXPECT_EQ(world.step, 10U);
        EXPECT_EQ(world.tick, 10U);
        random = at_checkpoint;
        run_with(10, 20);
        EXPECT_EQ(sim::hash_state(world.state), direct) << "seed " << seed;
    }
}

TEST(Snapshot, ShowsTheStateItsHashAndItsEnergy)
{
    sim::World world =
        world_of("world { entity a { velocity = (3, 0, 4) mass = 2 } entity s { velocity = (9, 9, 9) "
                 "dynamic = false } "
                 "soft c { nx = 2; ny = 1; spacing = 0.5 } }\nsystems { integrate { dt = 0.5 } }");
    world.state.position[3].x = 0.75; // a strain of 0.5
    sim::Snapshot snapshot;
    snapshot.stats.step_ms = 7.0;
    sim::take_snapshot(world, snapshot);
    EXPECT_EQ(snapshot.state_hash, sim::hash_state(world.state));
    EXPECT_EQ(snapshot.position, world.state.position);
    EXPECT_EQ(snapshot.stats.kinetic_energy, 25.0);
    EXPECT_EQ(snapshot.stats.fastest, 5.0);
    EXPECT_EQ(snapshot.stats.largest_strain, 0.5);
    EXPECT_EQ(snapshot.stats.step_ms, 7.0);
    run_steps(world, Backend::Native, 3);
    sim::take_snapshot(world, snapshot);
    EXPECT_EQ(snapshot.step, 3U);
    EXPECT_EQ(snapshot.time, 1.5);
}

} // namespace
} // namespace drape::test
