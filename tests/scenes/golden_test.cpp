// Golden hashes of the shipped scenes: the same for every compiler, build type and machine.
//
// After a change that is meant to change them, this writes tests/golden/scene_hashes.txt anew:
//   DRAPE_WRITE_GOLDENS=1 drape_scene_tests --gtest_filter='Golden/*'
#include "tests/scenes/shipped.h"

#include "sim/lang/writer.h"
#include "sim/state_hash.h"

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

namespace drape::test {
namespace {

constexpr int kSteps = 500;
constexpr int kTissueSteps = 40; // of 32 substeps
constexpr const char* kFile = "tests/golden/scene_hashes.txt";

std::map<std::string, std::string> golden_hashes()
{
    std::map<std::string, std::string> hashes;
    std::istringstream lines(read_text(source_path(kFile)));
    for (std::string name, hash; lines >> name >> hash;)
        hashes[name] = hash;
    return hashes;
}

class GoldenScene : public ShippedScene
{};

TEST_P(GoldenScene, HasItsRecordedHash)
{
    sim::World world = shipped_world(GetParam());
    run_steps(world, sim::Backend::Native, has_tissue(GetParam()) ? kTissueSteps : kSteps);
    auto hashes = golden_hashes();
    const std::string hash = sim::format_hash(sim::hash_state(world.state));
    if (std::getenv("DRAPE_WRITE_GOLDENS") != nullptr) {
        hashes[GetParam()] = hash;
        std::ofstream file(source_path(kFile));
        for (const auto& [name, golden] : hashes)
            file << name << " " << golden << "\n";
        GTEST_SKIP() << kFile << " has " << GetParam() << " " << hash;
    }
    ASSERT_TRUE(hashes.contains(GetParam())) << kFile << " lacks the line: " << GetParam() << " " << hash;
    EXPECT_EQ(hashes.at(GetParam()), hash) << "the solver or the scene changed";
}

TEST_P(GoldenScene, IsTheSameAfterWritingAndReading)
{
    const std::string text = read_text(source_path("assets/scenes/" + GetParam() + ".pwe"));
    const sim::ParsedScene parsed = sim::parse_scene(text);
    EXPECT_TRUE(parsed.diagnostics.empty())
        << sim::format_diagnostics(parsed.diagnostics, GetParam(), text);
    EXPECT_EQ(sim::parse_scene(sim::write_scene(parsed.scene)).scene, parsed.scene);
}

INSTANTIATE_TEST_SUITE_P(Golden, GoldenScene, testing::ValuesIn(shipped_scenes()), scene_test_name);

} // namespace
} // namespace drape::test
