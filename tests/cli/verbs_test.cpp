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

constexpr const char* kGel = "name = \"gel\"\n[[layer]]\nname = \"all\"\nouter_q12 = 4096\n"
                             "compliance_q20 = 60\nvolume_compliance_q20 = 1\ndensity_q12 = 4096\n";

TEST(LowerVerb, SaysThatATissueIsNotLowered)
{
    const TemporaryFolder folder;
    folder.write("gel.toml", kGel);
    const std::string scene =
        folder.write("a.pwe", "world { tissue t { cage = pad; profile = \"gel\"; cells = 2 } }\n"
                              "systems { tissue { body = t } }\n");
    EXPECT_NE(run_drape("lower '" + scene + "'").out.find("runs natively"), std::string::npos);
    const ProgramResult one = run_drape("lower '" + scene + "' --entity 't#3'");
    EXPECT_EQ(one.code, 0);
    EXPECT_NE(one.out.find("no system lowers \"t#3\""), std::string::npos) << one.out;
}

constexpr const char* kTwoTets = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
5
1 0 0 0
2 10 0 0
3 0 10 0
4 0 0 10
5 10 10 10
$EndNodes
$Elements
2
1 4 0 1 2 3 4
2 4 0 2 4 3 5
$EndElements
)";

TEST(CheckVerb, OfASceneTellsWhatItsMeshHadMendedAndThatNothingHoldsIt)
{
    const TemporaryFolder folder;
    folder.write("gel.toml", kGel);
    folder.write("two.msh", kTwoTets);
    const std::string scene =
        folder.write("a.pwe", "world {\n  tissue t { cage = \"two.msh\"; profile = \"gel\" }\n}\n"
                              "systems { tissue { body = t } }\n");
    const ProgramResult result = run_drape("check '" + scene + "'");
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.out.find("a.pwe:2:3: warning 205: nothing holds tissue \"t\""), std::string::npos)
        << result.out;
    EXPECT_NE(result.out.find("two.msh:15: "), std::string::npos) << result.out; // the second is turned
    EXPECT_NE(result.out.find("tissue of 5 particles and 2 elements"), std::string::npos) << result.out;
}

TEST(CheckVerb, SaysWhetherAnInputIsMissingOrIsNoFile)
{
    const TemporaryFolder folder;
    for (const auto& [profile, fault] :
         {std::pair{"none.toml", "\"none.toml\" is not there; looked for "},
          std::pair{"/dev/zero", "\"/dev/zero\": /dev/zero is not a regular file"}}) {
        const std::string scene =
            folder.write("a.pwe", std::string("world { tissue t { cage = dome; profile = \"") + profile +
                                      "\" } }\nsystems { tissue { body = t } }\n");
        const ProgramResult result = run_drape("check '" + scene + "'");
        EXPECT_EQ(result.code, 3) << profile;
        EXPECT_NE(result.err.find(fault), std::string::npos) << result.err;
    }
}

TEST(CheckVerb, AFaultOfACageNamesTheTissuesPlace)
{
    const TemporaryFolder folder;
    folder.write("gel.toml", kGel);
    folder.write("two.msh", kTwoTets);
    const std::string scene = folder.write(
        "a.pwe",
        "world {\n  tissue t { cage = \"two.msh\"; profile = \"gel\"; attach_group = \"rib\" }\n}\n"
        "systems { tissue { body = t } }\n");
    for (const std::string verb : {"check", "run --steps 1", "gate"}) {
        const ProgramResult result = run_drape(verb + " '" + scene + "'");
        EXPECT_EQ(result.code, 3) << verb;
        EXPECT_NE(result.err.find(scene + ":2:3: tissue \"t\": "), std::string::npos) << result.err;
    }
}

TEST(GateVerb, SaysOfAMeshThatItsHeightIsNotMeasuredAndRefusesItsBands)
{
    const TemporaryFolder folder;
    folder.write("gel.toml", kGel);
    folder.write("banded.toml", std::string(kGel) + "[bands]\nsupine_aspect_q10 = [1, 2]\n");
    folder.write("two.msh", kTwoTets);
    const auto gate_of = [&](const std::string& profile) {
        const std::string scene = folder.write(
            "a.pwe", "world { tissue t { cage = \"two.msh\"; attach_low = (0, 0, 0); attach_high = "
                     "(0.1, 1, 1); profile = \"" +
                         profile + "\" } }\nsystems { tissue { body = t } }\n");
        return run_drape("gate '" + scene + "'");
    };
    const ProgramResult plain = gate_of("gel");
    EXPECT_NE(plain.out.find("a mesh has no wall"), std::string::npos) << plain.out;
    EXPECT_EQ(plain.out.find("standing aspect"), std::string::npos) << plain.out;
    EXPECT_NE(plain.out.find("(gel, gel)"), std::string::npos) << plain.out;
    const ProgramResult banded = gate_of("banded");
    EXPECT_EQ(banded.code, 1);
    EXPECT_NE(banded.out.find("FAILS: the profile has bands"), std::string::npos) << banded.out;
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
