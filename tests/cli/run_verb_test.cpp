// `drape run`: what it prints, writes and returns.
#include "tests/cli/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace drape::test {
namespace {

TEST(RunVerb, PrintsTheLastStepAndItsHash)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const ProgramResult result = run_drape("run '" + scene + "' --steps 10");
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.out.substr(0, 3), "10 ");
    EXPECT_EQ(result.out.size(), 3U + 16U + 1U);
    EXPECT_EQ(result.err, "");
}

TEST(RunVerb, HashEveryPrintsEachOnceAndEndsWithTheLast)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const ProgramResult result = run_drape("run '" + scene + "' --steps 10 --hash-every 5");
    EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 2);
    EXPECT_EQ(result.out.find("5 "), 0U);
}

TEST(RunVerb, AllBackendsGiveTheSameBytes)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const std::string native = run_drape("run '" + scene + "' --steps 50 --out -").out;
    EXPECT_GT(native.size(), 100U);
    EXPECT_EQ(run_drape("run '" + scene + "' --steps 50 --out - --backend interpreter").out, native);
    EXPECT_EQ(run_drape("run '" + scene + "' --steps 50 --out - --backend both --threads 2 --simd off").out,
              native);
}

TEST(RunVerb, OutGivesTheCaseFilesNumbers)
{
    const TemporaryFolder folder;
    const ProgramResult result = run_drape("run '" + source_path("tests/inputs/lattice/chain.pwe") +
                                           "' --steps 120 --out '" + folder.file("o.csv") + "'");
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(read_text(folder.file("o.csv")),
              read_text(source_path("tests/inputs/lattice/chain.120.csv")));
}

TEST(RunVerb, JsonIsOneObjectWithTheSameHash)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const auto json = nlohmann::json::parse(run_drape("run '" + scene + "' --steps 10 --json").out);
    EXPECT_EQ(json["steps"], 10);
    EXPECT_EQ(json["finished"], true);
    EXPECT_EQ("10 " + json["hash"].get<std::string>() + "\n",
              run_drape("run '" + scene + "' --steps 10").out);
}

TEST(RunVerb, ASceneMayComeFromStandardInput)
{
    const ProgramResult result = run_drape("run - --steps 1", "printf 'world { entity a { } }' |");
    EXPECT_EQ(result.code, 0);
}

TEST(RunVerb, ANonFiniteRunExitsWithSixAndKeepsTheLastGoodState)
{
    const TemporaryFolder folder;
    const ProgramResult result = run_drape("run '" + source_path("tests/inputs/pwe/diverging.pwe") +
                                           "' --steps 400 --out '" + folder.file("o.csv") + "'");
    EXPECT_EQ(result.code, 6);
    EXPECT_NE(result.err.find(", system 2 joint (a, b): a is no longer finite"), std::string::npos)
        << result.err;
    EXPECT_NE(result.err.find("o.csv"), std::string::npos);
    EXPECT_EQ(read_text(folder.file("o.csv")).find("nan"), std::string::npos);
    EXPECT_EQ(
        run_drape("run '" + source_path("tests/inputs/pwe/diverging.pwe") + "' --steps 400 --backend both")
            .code,
        6);
}

TEST(RunVerb, TheSceneIsNeverOverwrittenAndTwoOutputsNeedTwoFiles)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    for (const char* option :
         {"run --steps 1 --out", "run --steps 1 --frame", "shot -o", "view --session"}) {
        const std::string verb(option, std::string_view(option).find(' '));
        const std::string rest(option + verb.size());
        EXPECT_EQ(run_drape(verb + " '" + scene + "'" + rest + " '" + folder.file("./a.pwe") + "'").code, 2)
            << option;
        EXPECT_EQ(read_text(scene), kTinyScene) << option;
    }
    const std::string out = folder.file("o");
    EXPECT_EQ(run_drape("run '" + scene + "' --steps 1 --out '" + out + "' --frame '" + out + "'").code, 2);
    EXPECT_FALSE(std::filesystem::exists(out));
}

TEST(RunVerb, AFilePastItsSizeLimitIsAnErrorAndLeavesNothing)
{
    const TemporaryFolder folder;
    const ProgramResult result =
        run_drape("run curtain --steps 1 --out '" + folder.file("o.csv") + "'", "ulimit -f 10;");
    EXPECT_EQ(result.code, 5) << result.err;
    EXPECT_EQ(folder.count_files(), 0U);
}

TEST(RunVerb, WaitingForInputEndsWithAnInterrupt)
{
    const ProgramResult result = run_drape("run - --steps 1", "sleep 5 | timeout -s INT -k 3 0.5");
    EXPECT_NE(result.err.find("interrupted"), std::string::npos) << result.err;
}

TEST(RunVerb, AnUnwritableOutputExitsWithFive)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const ProgramResult result =
        run_drape("run '" + scene + "' --steps 1 --out '" + folder.file("no/o.csv") + "'");
    EXPECT_EQ(result.code, 5);
    EXPECT_NE(result.err.find("no/o.csv"), std::string::npos);
    EXPECT_EQ(run_drape("run '" + scene + "' --steps 1 > /dev/full").code, 5);
}

TEST(RunVerb, AnUnwritableOutputIsToldBeforeTheWork)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const ProgramResult result = run_drape(
        "run '" + scene + "' --steps 1000000000 --out '" + folder.file("no/o.csv") + "'", "timeout 10");
    EXPECT_EQ(result.code, 5);
    EXPECT_NE(result.err.find("there is no folder"), std::string::npos) << result.err;
}

TEST(RunVerb, AnUnknownSceneIsToldWithTheNearestOfTheShippedOnes)
{
    const ProgramResult near = run_drape("run courtain --steps 1");
    EXPECT_EQ(near.code, 3);
    EXPECT_NE(near.err.find("did you mean \"curtain\"?"), std::string::npos) << near.err;
    EXPECT_NE(run_drape("run xyzxyzxyz --steps 1").err.find("shipped scenes are "), std::string::npos);
}

TEST(RunVerb, AnInterruptedRunSaysHowFarItCameAndKeepsItsState)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const ProgramResult result =
        run_drape("run '" + scene + "' --steps 1000000000 --out '" + folder.file("o.csv") + "'",
                  "timeout -s INT 0.5");
    EXPECT_NE(result.err.find("interrupted after step "), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("o.csv"), std::string::npos);
    EXPECT_EQ(read_text(folder.file("o.csv")).substr(0, 5), "name,");
}

} // namespace
} // namespace drape::test
