// Hashes of large scenes are worked out while the next step runs; what is recorded and shown is the same.
#include "app/simulation.h"
#include "sim/lang/parser.h"
#include "sim/state_hash.h"
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace drape::test {
namespace {

using namespace app;

std::string sheet(int side)
{
    return "world { entity hook { dynamic = false; position = (0, 1.5, 0) }\n"
           "  soft c { nx = " +
           std::to_string(side) + "; ny = " + std::to_string(side) +
           "; spacing = 0.01; origin = (0, 1, 0); mass = 0.01; size = 0.004 }\n"
           "  probe p { a = (0.3, 1.2, 0.4); b = (0.5, 1.2, 0.4); radius = 0.05; speed = 5 } }\n"
           "systems { gravity { gravity_y = -9.81; dt = 0.01 } integrate { dt = 0.01 }\n"
           "  soft { body = c; iterations = 1; sweep = particle }\n"
           "  joint { on = hook; other = c#0; type = distance; length = 0.5 }\n"
           "  contact { probe = p; body = c } update_velocity { dt = 0.01 } }";
}

/// A file that is gone with the test.
struct TemporaryFile
{
    explicit TemporaryFile(const std::string& name)
        : path((std::filesystem::temp_directory_path() /
                ("drape_" + std::to_string(::getpid()) + "_" + name))
                   .string())
    {}
    ~TemporaryFile() { std::filesystem::remove(path); }
    std::string path;
};

/// The hash after each step of the same edits, worked out at once.
class Reference
{
public:
    explicit Reference(const std::string& text)
        : world_(sim::build_world(sim::parse_scene(text).scene, "").value())
        , hashes{sim::hash_state(world_.state)}
    {}
    void edit(const sim::Edit& edit) { EXPECT_TRUE(sim::apply_edit(edit, world_).ok()); }
    void step()
    {
        EXPECT_FALSE(stepper_.step(world_).non_finite);
        hashes.push_back(sim::hash_state(world_.state));
    }
    std::uint64_t now() const { return sim::hash_state(world_.state); }

private:
    sim::World world_;
    sim::Stepper stepper_{sim::Backend::Native};

public:
    std::vector<std::uint64_t> hashes;
};

class LateHash : public testing::TestWithParam<int>
{};

TEST_P(LateHash, IsRecordedAndShownAsIfItHadBeenWorkedOutAtOnce)
{
    const TemporaryFile scene("late.pwe"), saved("late.json");
    const std::string text = sheet(GetParam());
    std::ofstream(scene.path) << text;
    LogQueue log;
    Simulation simulation(log);
    simulation.apply(Play{});
    simulation.apply(LoadScene{scene.path});
    Reference reference(text);
    SimFrame frame;
    const auto edit = [&](const sim::Edit& what) {
        simulation.apply(what);
        reference.edit(what);
    };
    int behind = 0;
    for (int i = 1; i <= 60; ++i) {
        if (i % 7 == 0)
            edit(sim::MoveProbe{0, {0.3, 1.2, 0.5 - 0.01 * i}, {0.5, 1.2, 0.5 - 0.01 * i}});
        if (i == 20)
            edit(sim::Grab{5, {0.1, 1.5, 0.2}});
        if (i == 35)
            edit(sim::Release{});
        simulation.step();
        reference.step();
        if (i == 1 || i % 3 == 0) { // after the first step nothing but the load has been hashed
            simulation.fill(frame);
            ASSERT_LE(frame.status.hash_step, frame.snapshot.step);
            ASSERT_GE(frame.status.hash_step + 1, frame.snapshot.step) << "one step behind at most";
            behind += frame.status.hash_step < frame.snapshot.step ? 1 : 0;
            EXPECT_EQ(frame.snapshot.state_hash, reference.hashes[frame.status.hash_step]) << "step " << i;
        }
    }
    EXPECT_EQ(behind > 0, GetParam() > 100) << "small scenes are never behind";
    simulation.apply(Pause{});
    simulation.fill(frame);
    EXPECT_EQ(frame.status.hash_step, 60U) << "who stands still is up to date";
    EXPECT_EQ(frame.snapshot.state_hash, reference.now());
    simulation.apply(StepOnce{});
    reference.step();
    ASSERT_TRUE(simulation.save_session(saved.path).ok());
    const auto session = sim::read_session(read_text(saved.path), saved.path);
    ASSERT_TRUE(session.ok());
    EXPECT_EQ(session.value().hashes,
              std::vector<std::uint64_t>(reference.hashes.begin() + 1, reference.hashes.end()));
    edit(sim::Reset{});
    simulation.fill(frame);
    EXPECT_EQ(frame.snapshot.state_hash, reference.hashes[0]);
    EXPECT_EQ(frame.status.hash_step, 0U);
}

INSTANTIATE_TEST_SUITE_P(Sheets, LateHash, testing::Values(20, 160));

} // namespace
} // namespace drape::test
