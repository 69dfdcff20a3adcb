// check, lower, replay, doctor and view: output and exit codes.
#include "tests/cli/program.h"

#include "sim/session.h"
#include "sim/state_hash.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace drape::test {
namespace {

TEST(CheckVerb, PrintsEachDiagnosticInTheDocumentedForm)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write(
        "cloth.pwe", "world {\n  soft c { }\n}\nsystems {\n\n  gravity { gravity_y = -9.81 }\n}\n");
    const ProgramResult result = run_drape("check '" + scene + "'");
    EXPECT_EQ(result.code, 1);
    EXPECT_EQ(result.out, scene + ":6:3: error 48: system 'gravity' is missing required parameter 'dt'\n"
                                  "   6 |   gravity { gravity_y = -9.81 }\n"
                                  "     |   ^\n");
}

TEST(CheckVerb, GoodFilesAreCountedAndExitWithZero)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const ProgramResult result = run_drape("check '" + scene + "'");
    EXPECT_EQ(result.code, 0);
    EXPECT_NE(result.out.find("ok: 1 entity, 1 soft body (6 particles), 0 probes, 4 systems"),
              std::string::npos)
        << result.out;
}

TEST(CheckVerb, AMissingFileIsThreeAndTheOthersAreStillRead)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const ProgramResult result = run_drape("check /nonexistent '" + scene + "' --json");
    EXPECT_EQ(result.code, 3);
    const auto json = nlohmann::json::parse(result.out);
    ASSERT_EQ(json.size(), 2U);
    EXPECT_EQ(json[0]["ok"], false);
    EXPECT_EQ(json[1]["ok"], true);
}

TEST(CheckVerb, EveryShippedSceneIsGood)
{
    EXPECT_EQ(run_drape("check '" + source_path("assets/scenes") + "'/*.pwe").code, 0);
}

TEST(LowerVerb, ListsAFunctionForEachEntityOfEachSystem)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const ProgramResult result = run_drape("lower '" + scene + "'");
    EXPECT_EQ(result.code, 0);
    std::size_t functions = 0;
    for (std::size_t at = result.out.find("fn "); at != std::string::npos;
         at = result.out.find("\nfn ", at + 1))
        ++functions;
    // gravity, integrate and soft: one for each of 6 particles; joint: one. The hook never moves.
    EXPECT_EQ(functions, 6U + 6U + 6U + 1U);
    const ProgramResult one = run_drape("lower '" + scene + "' --system 1 --entity 'cloth#2'");
    EXPECT_NE(one.out.find("read @cloth#2.velocity.linear.y"), std::string::npos) << one.out;
    EXPECT_EQ(one.out.find("fn ", 1), std::string::npos);
}

TEST(LowerVerb, UnknownSystemsAndEntitiesAreUsageErrors)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    EXPECT_EQ(run_drape("lower '" + scene + "' --system 9").code, 2);
    EXPECT_EQ(run_drape("lower '" + scene + "' --entity hok").code, 2);
}

/// A session of 20 steps with one edit, as the window records it.
std::string recorded_session()
{
    sim::World world = world_of(kTinyScene);
    sim::SessionRecorder recorder("tiny.pwe", kTinyScene);
    sim::Stepper stepper(sim::Backend::Native);
    for (int i = 0; i < 20; ++i) {
        if (i == 7) {
            const sim::Edit edit = sim::SetGravity{{0.0, 0.0, -9.81}};
            EXPECT_TRUE(sim::apply_edit(edit, world).ok());
            recorder.record_edit(edit, world);
        }
        stepper.step(world);
        recorder.record_step(world, sim::hash_state(world.state));
    }
    return sim::write_session(recorder.session());
}

TEST(ReplayVerb, AGoodSessionReplaysInBothBackends)
{
    const TemporaryFolder folder;
    const std::string session = folder.write("s.json", recorded_session());
    const ProgramResult result = run_drape("replay '" + session + "'");
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.out.find("20 steps replayed, every hash as recorded"), std::string::npos)
        << result.out;
    EXPECT_EQ(run_drape("replay '" + session + "' --backend interpreter").code, 0);
    EXPECT_EQ(run_drape("check '" + session + "'").code, 0);
}

TEST(ReplayVerb, AnAlteredSessionNamesTheFirstStepAndParticleAndExitsWithOne)
{
    const TemporaryFolder folder;
    auto json = nlohmann::ordered_json::parse(recorded_session());
    json["edits"][0]["acceleration"][2] = -9.8;
    const std::string session = folder.write("s.json", json.dump());
    const ProgramResult result = run_drape("replay '" + session + "'");
    EXPECT_EQ(result.code, 1);
    EXPECT_NE(result.out.find("the first difference is at step 8, entity cloth#0"), std::string::npos)
        << result.out;
}

TEST(CheckVerb, ASessionWhoseSceneOrEditsAreBadIsNotOk)
{
    const TemporaryFolder folder;
    auto json = nlohmann::ordered_json::parse(recorded_session());
    const auto code_with = [&](const char* member, const nlohmann::ordered_json& value) {
        auto changed = json;
        changed[member] = value;
        return run_drape("check '" + folder.write("s.json", changed.dump()) + "'").code;
    };
    EXPECT_EQ(code_with("scene", "world {"), 3);
    EXPECT_EQ(code_with("edits", nlohmann::ordered_json::parse(
                                     R"([{"tick":0,"edit":"grab","entity":99,"target":[0,0,0]}])")),
              3);
    EXPECT_EQ(code_with("hashes", nlohmann::ordered_json::array({"abc"})), 3);
}

TEST(ReplayVerb, WhatIsNoSessionIsUnreadable)
{
    const TemporaryFolder folder;
    EXPECT_EQ(run_drape("replay '" + folder.write("a", "{}") + "'").code, 3);
    EXPECT_EQ(run_drape("replay '" + folder.write("b", "[1, 2") + "'").code, 3);
    EXPECT_EQ(run_drape("replay /nonexistent").code, 3);
}

TEST(DoctorVerb, ReportsTheSolversHash)
{
    const ProgramResult result = run_drape("doctor");
    EXPECT_NE(result.out.find("solver            right"), std::string::npos) << result.out;
    EXPECT_TRUE(result.code == 0 || result.code == 4) << result.code;
}

TEST(ViewVerb, WithoutADisplayExitsWithFourAndPointsToShot)
{
    const ProgramResult result = run_drape("view", "env -u DISPLAY -u WAYLAND_DISPLAY");
    EXPECT_EQ(result.code, 4);
    EXPECT_NE(result.err.find("drape shot"), std::string::npos) << result.err;
}

TEST(Verbs, UsageErrorsExitWithTwo)
{
    EXPECT_EQ(run_drape("run").code, 2);
    EXPECT_EQ(run_drape("--nonsense").code, 2);
    EXPECT_EQ(run_drape("view --nonsense").code, 2);
    EXPECT_EQ(run_drape("--help").code, 0);
    EXPECT_EQ(run_drape("--version").code, 0);
}

} // namespace
} // namespace drape::test
