// Tissues give the same bits every time: recorded hashes, checkpoints, frames, scene texts and sessions.
//
// After a change of the solver that is meant to change them, DRAPE_WRITE_GOLDENS=1 makes the golden tests
// write their files instead of reading them:
//   DRAPE_WRITE_GOLDENS=1 drape_sim_tests --gtest_filter='TissueHashes.*'    tests/golden/tissue_hashes.txt
//   DRAPE_WRITE_GOLDENS=1 drape_scene_tests --gtest_filter='Golden/*'        tests/golden/scene_hashes.txt
#include "sim/lang/writer.h"
#include "sim/session.h"
#include "sim/state_hash.h"
#include "tests/sim/random_scene.h"
#include "tests/support/files.h"
#include "tests/support/scenes.h"
#include "tests/support/tissues.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

namespace drape::test {
namespace {

using sim::Backend;

constexpr const char* kFile = "tests/golden/tissue_hashes.txt";
constexpr std::uint64_t kSeeds = 24;
constexpr int kSteps = 30;

sim::World tissue_world(std::uint64_t seed)
{
    const TissueScene made = random_tissue_scene(seed);
    Result<sim::World> world = sim::build_world(made.scene, "seed", made.files);
    EXPECT_TRUE(world.ok()) << (world.ok() ? "" : world.error().message);
    return std::move(world).value();
}

/// Runs steps first + 1 .. last with an edit now and then.
void run_edited(sim::World& world, sim::Stepper& stepper, Random& random, int first, int last)
{
    for (int i = first; i < last; ++i) {
        if (i % 3 == 1) {
            EXPECT_TRUE(sim::apply_edit(random_tissue_edit(random, world), world).ok());
        }
        ASSERT_FALSE(stepper.step(world).non_finite.has_value()) << "step " << i + 1;
    }
}

std::string hash_of(std::uint64_t seed, Backend backend)
{
    sim::World world = tissue_world(seed);
    sim::Stepper stepper(backend);
    Random random(seed);
    run_edited(world, stepper, random, 0, kSteps);
    return sim::format_hash(sim::hash_state(world.state));
}

TEST(TissueHashes, AreTheRecordedOnesInBothBackends)
{
    if (std::getenv("DRAPE_WRITE_GOLDENS") != nullptr) {
        std::ofstream file(source_path(kFile));
        file << "# seed of random_tissue_scene, hash after " << kSteps
             << " steps; how to write it anew: tests/sim/tissue_determinism_test.cpp\n";
        for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)
            file << seed << " " << hash_of(seed, Backend::Native) << "\n";
        GTEST_SKIP() << kFile << " is written";
    }
    std::istringstream lines(read_text(source_path(kFile)));
    std::string line;
    std::getline(lines, line);
    std::map<std::uint64_t, std::string> goldens;
    std::uint64_t seed = 0;
    for (std::string hash; lines >> seed >> hash;)
        goldens[seed] = hash;
    ASSERT_EQ(goldens.size(), kSeeds) << kFile;
    for (const auto& [at, hash] : goldens)
        for (const Backend backend : {Backend::Native, Backend::Interpreter})
            EXPECT_EQ(hash_of(at, backend), hash)
                << "seed " << at << (backend == Backend::Native ? " (native)" : " (interpreter)");
}

TEST(TissueCheckpoint, RestoredRunsOnToTheSameBits)
{
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        sim::World world = tissue_world(seed);
        sim::Stepper stepper(seed % 2 == 0 ? Backend::Native : Backend::Interpreter);
        Random random(seed);
        run_edited(world, stepper, random, 0, 10);
        const sim::Checkpoint checkpoint = sim::make_checkpoint(world);
        const Random at_checkpoint = random;
        run_edited(world, stepper, random, 10, 22);
        const std::uint64_t direct = sim::hash_state(world.state);
        run_edited(world, stepper, random, 22, 27);
        sim::restore_checkpoint(checkpoint, world);
        random = at_checkpoint;
        run_edited(world, stepper, random, 10, 22);
        EXPECT_EQ(sim::hash_state(world.state), direct) << "seed " << seed;
        // And in a world that was just built.
        sim::World fresh = tissue_world(seed);
        sim::restore_checkpoint(checkpoint, fresh);
        random = at_checkpoint;
        sim::Stepper other(Backend::Native);
        run_edited(fresh, other, random, 10, 22);
        EXPECT_EQ(sim::hash_state(fresh.state), direct) << "seed " << seed;
    }
}

TEST(TissueState, IsTheSameWhereverTheBodyStands)
{
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        TissueScene made = random_tissue_scene(seed);
        made.scene.probes.clear();
        std::erase_if(made.scene.systems, [](const sim::SystemDesc& system) {
            return !std::holds_alternative<sim::TissueSystem>(system);
        });
        sim::World here = sim::build_world(made.scene, "here", made.files).value();
        for (sim::TissueDesc& tissue : made.scene.tissues)
            tissue.origin += glm::dvec3(12.3, -0.7, 1e4);
        sim::World there = sim::build_world(made.scene, "there", made.files).value();
        run_steps(here, Backend::Native, 40);
        run_steps(there, Backend::Native, 40);
        EXPECT_EQ(here.state.tissues, there.state.tissues) << "seed " << seed;
        EXPECT_NE(here.state.tissues, sim::start_state(here).tissues) << "seed " << seed;
    }
}

TEST(TissueHash, SeesEveryParticleOfEveryTissue)
{
    sim::World world = tissue_world(2);
    const std::uint64_t before = sim::hash_state(world.state);
    for (sim::tissue::BodyState& state : world.state.tissues)
        for (std::size_t p = 0; p < state.position.size(); ++p)
            for (int axis = 0; axis < 3; ++axis) {
                ++state.position[p][axis];
                ASSERT_NE(sim::hash_state(world.state), before) << p;
                --state.position[p][axis];
                --state.velocity[p][axis];
                ASSERT_NE(sim::hash_state(world.state), before) << p;
                ++state.velocity[p][axis];
            }
    EXPECT_EQ(sim::hash_state(world.state), before);
}

TEST(TissueText, ReadsBackAsItWasWritten)
{
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const sim::SceneDesc scene = random_tissue_scene(seed).scene;
        const std::string text = sim::write_scene(scene);
        const sim::ParsedScene parsed = sim::parse_scene(text);
        ASSERT_TRUE(parsed.ok()) << sim::format_diagnostics(parsed.diagnostics, "written", text);
        ASSERT_EQ(parsed.scene, scene) << "seed " << seed << "\n" << text;
        ASSERT_EQ(sim::write_scene(parsed.scene), text) << "seed " << seed;
    }
}

TEST(TissueText, OfAMeshReadsBackAsItWasWritten)
{
    sim::SceneDesc scene;
    sim::TissueDesc tissue;
    tissue.name = "m";
    tissue.cage.file = "some where/b\xC3\xA4r 3.msh";
    tissue.profile = "profiles/x.toml";
    tissue.unit = sim::LengthUnit::Centimetre;
    tissue.layers = sim::LayerSource::Group;
    tissue.attach_group = "clamp top";
    tissue.attach_low = glm::dvec3(0.0, 0.95, 0.0);
    tissue.attach_high = glm::dvec3(1.0);
    tissue.color = 0x123456;
    tissue.origin = glm::dvec3(0.1, -2.0, 3e-7);
    tissue.shape.fraction_bits = 3;
    scene.tissues.push_back(tissue);
    sim::TissueSystem system;
    system.body.text = "m";
    system.dt_us = 777;
    system.substeps = 5;
    system.iterations = 7;
    system.gravity = glm::dvec3(0.25, -0.5, 1e-3);
    scene.systems.push_back(system);
    const std::string text = sim::write_scene(scene);
    const sim::ParsedScene parsed = sim::parse_scene(text);
    ASSERT_TRUE(parsed.ok()) << sim::format_diagnostics(parsed.diagnostics, "written", text);
    EXPECT_EQ(parsed.scene, scene) << text;
}

TEST(TissueSession, KeepsTheBytesOfItsFilesWhateverTheyAre)
{
    const TissueScene made = random_tissue_scene(5);
    sim::SceneFiles files = made.files;
    std::string bytes;
    for (int i = 0; i < 1000; ++i)
        bytes.push_back(static_cast<char>((i * 37) & 0xFF));
    files["mesh \"a\".msh"] = bytes;
    files["empty"] = "";
    files["\xC3\xA9.node"] = std::string("\0\0\xFF\xFE", 4);
    const std::string text = sim::write_scene(made.scene);
    sim::World world = world_of(text, files);
    sim::SessionRecorder recorder("t.pwe", text, files);
    sim::Stepper stepper(Backend::Native);
    Random random(9);
    for (int i = 0; i < 12; ++i) {
        const sim::Edit edit = random_tissue_edit(random, world);
        ASSERT_TRUE(sim::apply_edit(edit, world).ok());
        recorder.record_edit(edit, world);
        ASSERT_FALSE(stepper.step(world).non_finite.has_value());
        recorder.record_step(world, sim::hash_state(world.state));
    }
    const std::string json = sim::write_session(recorder.session());
    const Result<sim::Session> read = sim::read_session(json, "s.json");
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(read.value().files, files);
    EXPECT_EQ(read.value(), recorder.session());
    EXPECT_EQ(sim::write_session(read.value()), json);
    for (const Backend backend : {Backend::Native, Backend::Interpreter}) {
        const Result<sim::ReplayResult> result = sim::replay(read.value(), backend);
        ASSERT_TRUE(result.ok()) << result.error().message;
        EXPECT_TRUE(result.value().matches()) << result.value().message;
    }
}

TEST(TissueSession, AnAlteredRowIsFoundWithTheTissuesParticle)
{
    const TissueScene made = random_tissue_scene(4);
    const std::string text = sim::write_scene(made.scene);
    sim::World world = world_of(text, made.files);
    sim::SessionRecorder recorder("t.pwe", text, made.files);
    sim::Stepper stepper(Backend::Native);
    for (int i = 0; i < 20; ++i) {
        if (i == 10) {
            const sim::Edit edit =
                sim::SetRowValue{0, {"layer:" + world.profiles[0].layers[0].name, "compliance_q20"}, 7.0};
            ASSERT_TRUE(sim::apply_edit(edit, world).ok());
            recorder.record_edit(edit, world);
        }
        ASSERT_FALSE(stepper.step(world).non_finite.has_value());
        recorder.record_step(world, sim::hash_state(world.state));
    }
    sim::Session session = recorder.session();
    std::get<sim::SetRowValue>(session.edits.at(0).edit).value = 9.0;
    const Result<sim::ReplayResult> result = sim::replay(session, Backend::Native);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value().first_difference, 11U);
    ASSERT_TRUE(result.value().entity.has_value());
    EXPECT_TRUE(result.value().entity->starts_with("t0#")) << *result.value().entity;
}

} // namespace
} // namespace drape::test
