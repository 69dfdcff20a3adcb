// argv to options: defaults, every option, and what is said about a bad one.
#include "app/cli.h"

#include <gtest/gtest.h>

namespace drape::test {
namespace {

using namespace drape::app;

template<class Options>
Options expect(const std::vector<std::string>& arguments)
{
    const Invocation invocation = parse_command_line(arguments);
    const auto* options = std::get_if<Options>(&invocation);
    const auto* error = std::get_if<UsageError>(&invocation);
    EXPECT_NE(options, nullptr) << (error != nullptr ? error->text : "another verb");
    return options != nullptr ? *options : Options{};
}

std::string usage_error(const std::vector<std::string>& arguments)
{
    return expect<UsageError>(arguments).text;
}

bool holds(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

TEST(CommandLine, WithoutAVerbTheSceneIsViewed)
{
    EXPECT_EQ(expect<ViewOptions>({}).scene, "");
    EXPECT_EQ(expect<ViewOptions>({"scene.pwe"}).scene, "scene.pwe");
    EXPECT_EQ(expect<ViewOptions>({"view", "scene.pwe"}).scene, "scene.pwe");
    EXPECT_EQ(expect<ViewOptions>({"--size", "640x480", "a.pwe"}).size, (PixelSize{640, 480}));
}

TEST(CommandLine, RunReadsEveryOption)
{
    const auto run = expect<RunOptions>({"run", "a.pwe", "--steps", "120", "--backend", "both", "--out",
                                         "o.csv", "--frame", "f.json", "--hash-every", "10", "--threads",
                                         "2", "--simd", "off", "--json"});
    EXPECT_EQ(run.scene, "a.pwe");
    EXPECT_EQ(run.steps, 120U);
    EXPECT_EQ(run.backend, BackendChoice::Both);
    EXPECT_EQ(run.out, "o.csv");
    EXPECT_EQ(run.frame, "f.json");
    EXPECT_EQ(run.hash_every, 10U);
    EXPECT_EQ(run.compute, (sim::Compute{2, false}));
    EXPECT_TRUE(run.json);
}

TEST(CommandLine, RunReadsEveryOptionOfJobs)
{
    const auto jobs = expect<JobsOptions>({"run", "--jobs", "l.jsonl", "--out", "o.jsonl", "--workers", "3",
                                           "--shard", "2/5", "--steps", "9", "--threads", "2", "--simd",
                                           "off", "--backend", "both"});
    EXPECT_EQ(jobs.list, "l.jsonl");
    EXPECT_EQ(jobs.out, "o.jsonl");
    EXPECT_EQ(jobs.workers, 3);
    EXPECT_EQ(jobs.shard, (Shard{2, 5}));
    EXPECT_EQ(jobs.steps, 9U);
    EXPECT_EQ(jobs.compute, (sim::Compute{2, false}));
    EXPECT_EQ(jobs.backend, BackendChoice::Both);
    EXPECT_EQ(expect<JobsOptions>({"run", "--jobs", "-", "--out", "-"}).out, "");
    EXPECT_EQ(expect<JobsOptions>({"run", "--jobs", "-"}).steps, std::nullopt);
    EXPECT_EQ(expect<JobOptions>({"run", "--job={\"id\": \"a=b\"}"}).line, "{\"id\": \"a=b\"}");
}

TEST(CommandLine, EveryVerbThatStepsAWorldTakesThreadsAndSimd)
{
    const sim::Compute one_thread, three_plain{3, false};
    EXPECT_EQ(expect<ViewOptions>({"a.pwe"}).compute, one_thread);
    EXPECT_EQ(expect<ViewOptions>({"a.pwe", "--threads", "3", "--simd", "off"}).compute, three_plain);
    EXPECT_EQ(expect<GateOptions>({"gate", "a.pwe", "--threads", "3", "--simd", "off"}).compute,
              three_plain);
    EXPECT_EQ(expect<ReplayOptions>({"replay", "a.json", "--threads", "3", "--simd", "off"}).compute,
              three_plain);
    EXPECT_EQ(expect<ShotOptions>({"shot", "a.pwe", "-o", "x", "--threads", "3", "--simd", "off"}).compute,
              three_plain);
}

TEST(CommandLine, OptionsMayStandBeforeTheScene)
{
    EXPECT_EQ(expect<RunOptions>({"run", "--steps", "3", "a.pwe"}).scene, "a.pwe");
}

TEST(CommandLine, ShotReadsEveryOption)
{
    const auto shot = expect<ShotOptions>({"shot", "a.pwe", "-o", "p.png", "--steps", "5", "--size",
                                           "320x200", "--camera", "top", "--posture", "supine", "--view",
                                           "bonds=off", "--ui", "--ui-scale", "2"});
    EXPECT_EQ(shot.out, "p.png");
    EXPECT_EQ(shot.steps, 5U);
    EXPECT_EQ(shot.size, (PixelSize{320, 200}));
    EXPECT_EQ(shot.camera, "top");
    EXPECT_EQ(shot.posture, Posture::Supine);
    EXPECT_EQ(shot.view, "bonds=off");
    EXPECT_TRUE(shot.ui);
    EXPECT_EQ(shot.ui_scale, 2.0);
}

TEST(CommandLine, HelpAndVersionWinOverEveryOtherFault)
{
    EXPECT_TRUE(holds(expect<PrintText>({"--help"}).text, "Exit codes"));
    EXPECT_TRUE(holds(expect<PrintText>({"run", "--help"}).text, "--hash-every"));
    EXPECT_TRUE(holds(expect<PrintText>({"run", "--nonsense", "-h"}).text, "--hash-every"));
    EXPECT_TRUE(holds(expect<PrintText>({"run", "--bad", "--version"}).text, "drape "));
}

TEST(CommandLine, HelpListsEveryVerb)
{
    const std::string help = expect<PrintText>({"--help"}).text;
    for (const char* verb : {"view", "run", "check", "lower", "gate", "shot", "replay", "doctor"})
        EXPECT_TRUE(holds(help, verb)) << verb;
}

TEST(CommandLine, AnUnknownOptionNamesTheNearest)
{
    EXPECT_TRUE(
        holds(usage_error({"run", "a.pwe", "--stesp", "3"}), "\"--stesp\", did you mean \"--steps\"?"));
    EXPECT_TRUE(
        holds(usage_error({"shot", "a.pwe", "-o", "x.png", "--sise=3x3"}), "did you mean \"--size\"?"));
}

TEST(CommandLine, AnUnknownVerbNamesTheNearest)
{
    EXPECT_TRUE(holds(usage_error({"rnu", "a.pwe"}), "unknown verb \"rnu\", did you mean \"run\"?"));
    EXPECT_TRUE(holds(usage_error({"docter"}), "did you mean \"doctor\"?"));
}

TEST(CommandLine, WildValuesAreRefusedWithWhatWasExpected)
{
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"run", "a.pwe", "--steps", "-1"},
             {"run", "a.pwe", "--steps", "1e40"},
             {"run", "a.pwe", "--steps", "nan"},
             {"run", "a.pwe", "--steps", ""},
             {"run", "a.pwe", "--steps", "2.5"},
             {"run", "a.pwe", "--steps", "99999999999999999999999"},
             {"run", "a.pwe", "--steps", "1", "--threads", "0"},
             {"run", "a.pwe", "--steps", "1", "--backend", "gpu"},
             {"run", "a.pwe", "--steps", "0x10"},
             {"run", "a.pwe", "--steps", "1", "--hash-every", "-1"},
             {"run", "a.pwe", "--steps", "1", "--hash-every", "0"},
             {"run", "a.pwe", "--steps", "1", "--out", ""},
             {"run", "a.pwe", "--steps", "1", "--out", "-", "--frame", "-"},
             {"run", "a.pwe", "--steps", "1", "--out", "-", "--json"},
             {"run", "a.pwe", "--steps", "1", "--backend", "2"},
             {"shot", "a.pwe", "-o", "x", "--camera", ""},
             {"lower", "a.pwe", "--system", "-1"},
             {"run", "a.pwe", "--steps"},
             {"run", "a.pwe", "--jobs", "l"},
             {"run", "--jobs", "l", "--json"},
             {"run", "--jobs", "l", "--frame", "f"},
             {"run", "--jobs", "l", "--hash-every", "1"},
             {"run", "--jobs", "l", "--job", "{}"},
             {"run", "--jobs", ""},
             {"run", "--job", "{}", "--out", "o"},
             {"run", "--jobs", "l", "--workers", "0"},
             {"run", "--jobs", "l", "--shard", "0/2"},
             {"run", "--jobs", "l", "--shard", "3/2"},
             {"run", "--jobs", "l", "--shard", "1/2x"},
             {"run", "--jobs", "l", "--shard", "1"},
             {"run", "a.pwe", "--steps", "1", "--workers", "2"},
             {"run", "a.pwe", "--steps", "1", "--shard", "1/2"},
             {"run", "a.pwe"},
             {"run", "--steps", "1"},
             {"run", "a.pwe", "b.pwe", "--steps", "1"},
             {"shot", "a.pwe"},
             {"shot", "a.pwe", "-o", "x", "--size", "0x5"},
             {"shot", "a.pwe", "-o", "x", "--size", "99999x5"},
             {"shot", "a.pwe", "-o", "x", "--size", "axb"},
             {"shot", "a.pwe", "-o", "x", "--ui-scale", "nan"},
             {"shot", "a.pwe", "-o", "x", "--posture", "prone-ish"},
             {"view", "a.pwe", "b.pwe"},
             {"check"},
             {"replay"}})
        EXPECT_FALSE(usage_error(arguments).empty()) << arguments[0] << " " << arguments.back();
}

TEST(CommandLine, NumbersAreDecimalAlsoWithALeadingZero)
{
    EXPECT_EQ(expect<RunOptions>({"run", "a.pwe", "--steps", "010"}).steps, 10U);
}

TEST(CommandLine, HelpNamesEachVerbOnce)
{
    EXPECT_TRUE(holds(expect<PrintText>({"run", "--help"}).text, "Usage: drape run ["));
}

TEST(CommandLine, SizesRoundTripAndRefuseTheRest)
{
    EXPECT_EQ(parse_size("1x1"), (PixelSize{1, 1}));
    EXPECT_EQ(parse_size("16384x16384"), (PixelSize{16384, 16384}));
    for (const char* bad :
         {"", "x", "1x", "x1", "1x1x", "16385x1", "-1x1", "1.5x2", " 1x1", "1X1", "99999999999x1"})
        EXPECT_FALSE(parse_size(bad).has_value()) << bad;
}

} // namespace
} // namespace drape::test
