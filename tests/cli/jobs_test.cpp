// `drape run --jobs`: the same numbers as single runs, every job once whatever happens, faults by name.
#include "app/job_list.h"
#include "tests/cli/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <thread>

namespace drape::test {
namespace {

using Json = nlohmann::json;

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

/// Result lines by id, without what may differ from run to run. Expects each id once.
std::map<std::string, Json> results_of(const std::string& text)
{
    std::map<std::string, Json> results;
    for (const std::string& line : lines_of(text)) {
        Json json = Json::parse(line, nullptr, false);
        EXPECT_TRUE(json.is_object()) << line;
        if (!json.is_object())
            continue;
        json.erase("wall_s");
        EXPECT_TRUE(results.emplace(json["id"], json).second) << line;
    }
    return results;
}

/// A list of `count` jobs a0, a1, ... on the tiny scene, each with another stiffness.
std::string tiny_list(const std::string& scene, int count, int steps = 20)
{
    std::string list;
    for (int i = 0; i < count; ++i)
        list += Json({{"id", "a" + std::to_string(i)},
                      {"scene", scene},
                      {"steps", steps},
                      {"set", {{"cloth.stiffness", 0.5 + 0.01 * i}}}})
                    .dump() +
                "\n";
    return list;
}

/// The program running on its own, to be ended by a signal.
class Background
{
public:
    explicit Background(const std::vector<std::string>& arguments, const std::string& err = "/dev/null")
    {
        std::vector<std::string> words = {DRAPE_BINARY};
        words.insert(words.end(), arguments.begin(), arguments.end());
        std::vector<char*> pointers;
        for (std::string& word : words)
            pointers.push_back(word.data());
        pointers.push_back(nullptr);
        pid_ = ::fork();
        if (pid_ == 0) {
            const int fd = ::open(err.c_str(), O_WRONLY | O_CREAT, 0666);
            ::dup2(fd, STDERR_FILENO);
            ::execv(DRAPE_BINARY, pointers.data());
            ::_exit(127);
        }
    }
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;
    ~Background()
    {
        if (pid_ > 0)
            end_with(SIGKILL);
    }
    /// Sends the signal, waits, and returns the exit code as a shell counts it.
    int end_with(int signal)
    {
        ::kill(pid_, signal);
        int status = 0;
        ::waitpid(pid_, &status, 0);
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

    int wait() { return end_with(0); }

    /// The first worker that it has started, waiting for it; -1 where there is none for long.
    pid_t worker() const
    {
        const std::string pid = std::to_string(pid_);
        for (int tries = 0; tries < 2000; ++tries) {
            const std::string children = read_text("/proc/" + pid + "/task/" + pid + "/children");
            if (!children.empty())
                return static_cast<pid_t>(std::stol(children));
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return -1;
    }

private:
    pid_t pid_ = -1;
};

/// Whether a process still runs; one that has ended and waits for its parent does not.
bool is_running(pid_t pid)
{
    const std::string stat = read_text("/proc/" + std::to_string(pid) + "/stat");
    const std::size_t name_end = stat.rfind(')');
    return name_end != std::string::npos && stat[name_end + 2] != 'Z' && stat[name_end + 2] != 'X';
}

/// Waits until the file has this many lines; false when that takes too long.
bool wait_for_lines(const std::string& file, std::size_t count)
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (lines_of(read_text(file)).size() < count) {
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
}

TEST(Jobs, AJobGivesTheFiguresOfASingleRunOfTheSceneEditedByHand)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    std::string edited = kTinyScene;
    edited.replace(edited.find("body = cloth"), 12, "body = cloth; stiffness = 0.25; iterations = 7");
    edited.replace(edited.find("nx = 3"), 6, "nx = 5");
    const std::string by_hand = folder.write("b.pwe", edited);
    const std::string list = folder.write(
        "list", Json({{"id", "x"},
                      {"scene", scene},
                      {"steps", 40},
                      {"set", {{"cloth.stiffness", 0.25}, {"soft.iterations", 7}, {"cloth.nx", 5}}}})
                    .dump());
    const ProgramResult result = run_drape("run --jobs '" + list + "'");
    EXPECT_EQ(result.code, 0) << result.err;
    const Json job = Json::parse(result.out);
    Json single = Json::parse(run_drape("run '" + by_hand + "' --steps 40 --json").out);
    single.erase("wall_s");
    single.erase("scene");
    for (const auto& [key, value] : single.items())
        EXPECT_EQ(job[key], value) << key;
    EXPECT_EQ(job["exit_code"], 0);
    EXPECT_EQ(job["set"]["cloth.nx"], 5);
}

TEST(Jobs, GravityAndProfileRowsOfATissueCanBeSet)
{
    const TemporaryFolder folder;
    const std::string scene =
        folder.write("t.pwe", "world { tissue body { cage = slab; profile = \"phantom\"; cells = 4 } }\n"
                              "systems { tissue { body = body; dt_us = 521; substeps = 4 } }\n");
    const auto hash_with = [&](const Json& set) {
        const Json job = {{"id", "x"}, {"scene", scene}, {"steps", 3}, {"set", set}};
        const ProgramResult result = run_drape("run --jobs -", "printf '%s' '" + job.dump() + "' |");
        EXPECT_EQ(result.code, 0) << result.err;
        return Json::parse(result.out, nullptr, false).value("hash", "none");
    };
    const std::string plain = hash_with(Json::object());
    EXPECT_EQ(hash_with({{"gravity", {0, -9.81, 0}}}), plain);
    EXPECT_NE(hash_with({{"gravity", {0, 0, -9.81}}}), plain);
    EXPECT_EQ(hash_with({{"gravity", {0, 0, -9.81}}}), hash_with({{"body.gravity", {0, 0, -1}}}));
    EXPECT_NE(hash_with({{"body.body.damping_q12", 40000}}), plain);
    EXPECT_NE(hash_with({{"body.profile", "breast_firm"}}), plain);
}

TEST(Jobs, TheSpecialSettingWinsOverTheGeneral)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const auto hash_with = [&](const std::string& set) {
        const ProgramResult result =
            run_drape("run --jobs -", "printf '%s' '{\"id\": \"x\", \"scene\": \"" + scene +
                                          "\", \"steps\": 9, \"set\": " + set + "}' |");
        EXPECT_EQ(result.code, 0) << result.err;
        return Json::parse(result.out, nullptr, false).value("hash", "none");
    };
    EXPECT_EQ(hash_with("{\"soft.stiffness\": 0.1, \"cloth.stiffness\": 0.2, \"system#3.stiffness\": 0.3}"),
              hash_with("{\"soft.stiffness\": 0.3}"));
    EXPECT_EQ(hash_with("{\"soft.stiffness\": 0.1, \"cloth.stiffness\": 0.2}"),
              hash_with("{\"cloth.stiffness\": 0.2}"));
    EXPECT_NE(hash_with("{\"cloth.stiffness\": 0.2}"), hash_with("{\"cloth.stiffness\": 0.3}"));
}

TEST(Jobs, AnyNumberOfWorkersGivesTheSameLines)
{
    const TemporaryFolder folder;
    const std::string list = folder.write("list", tiny_list(folder.write("a.pwe", kTinyScene), 7));
    const auto one = results_of(run_drape("run --jobs '" + list + "' --workers 1").out);
    const auto three = results_of(run_drape("run --jobs '" + list + "' --workers 3").out);
    EXPECT_EQ(one.size(), 7U);
    EXPECT_EQ(one, three);
    std::set<std::string> hashes;
    for (const auto& [id, line] : one)
        hashes.insert(line["hash"].get<std::string>());
    EXPECT_EQ(hashes.size(), 7U) << "each stiffness gives another state";
}

TEST(Jobs, TheBackendChangesNoLine)
{
    const TemporaryFolder folder;
    const std::string list = folder.write("list", tiny_list(folder.write("a.pwe", kTinyScene), 2));
    const auto native = results_of(run_drape("run --jobs '" + list + "'").out);
    EXPECT_EQ(native, results_of(run_drape("run --jobs '" + list + "' --backend both --simd off").out));
}

TEST(Jobs, ShardsPartTheList)
{
    const TemporaryFolder folder;
    const std::string list = folder.write("list", tiny_list(folder.write("a.pwe", kTinyScene), 8, 2));
    std::string joined;
    for (const char* shard : {"1/3", "2/3", "3/3"}) {
        const std::string part = run_drape("run --jobs '" + list + "' --shard " + shard).out;
        EXPECT_LE(lines_of(part).size(), 3U);
        joined += part;
    }
    EXPECT_EQ(results_of(joined), results_of(run_drape("run --jobs '" + list + "'").out));
}

TEST(Jobs, PlainLinesAreScenesAndTakeTheStepsFromTheCommandLine)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const std::string list =
        folder.write("list", "\xEF\xBB\xBF# scenes\r\n\r\nrfc_cloth\r\n  " + scene + "  ");
    const auto results = results_of(run_drape("run --jobs '" + list + "' --steps 10").out);
    ASSERT_EQ(results.size(), 2U);
    EXPECT_EQ("10 " + results.at("rfc_cloth")["hash"].get<std::string>() + "\n",
              run_drape("run rfc_cloth --steps 10").out);
    EXPECT_EQ("10 " + results.at(scene)["hash"].get<std::string>() + "\n",
              run_drape("run '" + scene + "' --steps 10").out);
    EXPECT_EQ(run_drape("run --jobs '" + list + "'").code, 3) << "no steps";
}

TEST(Jobs, EveryBadLineIsNamedAndNothingRuns)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const auto job = [&](const std::string& id, const std::string& rest) {
        return "{\"id\": \"" + id + "\", \"scene\": \"" + scene + "\"" + rest + "}\n";
    };
    const std::vector<std::pair<std::string, std::string>> cases = {
        {job("ok", ", \"steps\": 1"), ""},
        {"{\"id\": \"b\", \"scene\": }\n", "column 22: a job as JSON expected"},
        {job("c", ", \"stesp\": 1"), "a job has no \"stesp\", did you mean \"steps\"?"},
        {job("ok", ", \"steps\": 1"), "the id \"ok\" is taken by line 1"},
        {job("d", ", \"steps\": -1"), "\"steps\" must be a whole number"},
        {job("e", ", \"steps\": 1, \"steps\": 2"), "\"steps\" is given twice"},
        {"{\"id\": 5, \"scene\": \"x\", \"steps\": 1}\n", "\"id\" must be a text that is not empty, got 5"},
        {"{\"id\": \"f\", \"steps\": 1}\n", "\"scene\" is missing"},
        {"{\"id\": \"g\", \"scene\": \"nowhere.pwe\", \"steps\": 1}\n", "nowhere.pwe: cannot be read"},
        {job("h", ", \"steps\": 1, \"set\": {\"cloth.stifness\": 1}"), "did you mean \"stiffness\"?"},
        {job("i", ", \"steps\": 1, \"set\": {\"clot.stiffness\": 1}"), "\"clot\", did you mean \"cloth\"?"},
        {job("j", ", \"steps\": 1, \"set\": {\"cloth.iterations\": 65}"),
         "iterations must be an integer from 1 to 64, got 65"},
        {job("k", ", \"steps\": 1, \"set\": {\"cloth.sweep\": \"bdy\"}"), "did you mean \"body\"?"},
        {job("l", ", \"steps\": 1, \"set\": {\"gravity\": 9.81}"), "three numbers [x, y, z]"},
        {job("m", ", \"steps\": 1, \"set\": {\"gravity.dt\": 0}"), "dt must be > 0 s, got 0"},
        {job("n", ", \"steps\": 1, \"set\": {\"joint.on\": \"nobody\"}"), "nobody"},
        {job("o", ", \"steps\": 1, \"set\": {\"cloth.stiffness\": null}"), "got null"},
        {job("p", ", \"steps\": 1, \"set\": {\"cloth.stiffness\": 1e999}"), "up to 1.8e308"},
        {job("q", ", \"steps\": 1, \"set\": {\"system#9.dt\": 1}"), "4 systems, counted from 1"},
        {job("r", ", \"steps\": 1, \"set\": {\"cloth.skin.thickness_cmm\": 1}"), "no tissue \"cloth\""},
        {job("s", ", \"steps\": 1, \"set\": [1]"), "\"set\" must be an object"},
        {"[1]\n", "[1]: cannot be read"},
    };
    std::string list;
    for (const auto& [line, fault] : cases)
        list += line;
    const std::string file = folder.write("list", list);
    const ProgramResult result =
        run_drape("run --jobs '" + file + "' --steps 1 --out '" + folder.file("o") + "'");
    EXPECT_EQ(result.code, 3);
    EXPECT_FALSE(std::filesystem::exists(folder.file("o")));
    const std::vector<std::string> talk = lines_of(result.err);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (cases[i].second.empty() || cases[i].first == "[1]\n")
            continue;
        const std::string place = "drape: " + file + ":" + std::to_string(i + 1) + ": ";
        EXPECT_TRUE(std::any_of(talk.begin(), talk.end(),
                                [&](const std::string& line) {
                                    return line.starts_with(place) &&
                                           line.find(cases[i].second) != std::string::npos;
                                }))
            << place << cases[i].second << "\n"
            << result.err;
    }
    EXPECT_EQ(result.err.find(file + ":1:"), std::string::npos) << result.err;
    EXPECT_LT(result.err.find(file + ":9:"), result.err.find(file + ":17:")) << "in the order of the lines";
}

TEST(Jobs, AProfileRowIsCheckedBeforeAnythingRuns)
{
    const auto fault_of = [](const std::string& set) {
        return run_drape("run --jobs - --steps 1",
                         "printf '%s' '{\"id\": \"a\", \"scene\": \"breast\", \"set\": " + set + "}' |");
    };
    ProgramResult result = fault_of("{\"breast.skn.compliance_q20\": 1}");
    EXPECT_EQ(result.code, 3);
    EXPECT_NE(result.err.find("no row \"skn\", did you mean \"skin\"?"), std::string::npos) << result.err;
    result = fault_of("{\"breast.skin.thickness_cm\": 1}");
    EXPECT_NE(result.err.find("did you mean \"thickness_cmm\"?"), std::string::npos) << result.err;
    result = fault_of("{\"breast.skin.thickness_cmm\": -1}");
    EXPECT_NE(result.err.find("thickness_cmm must be from 0 to 2000 cmm, got -1.0"), std::string::npos)
        << result.err;
}

TEST(Jobs, AFailingJobStopsNoOther)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const std::string diverging =
        Json({{"id", "diverges"}, {"scene", source_path("tests/inputs/pwe/diverging.pwe")}, {"steps", 400}})
            .dump();
    const std::string list = folder.write("list", diverging + "\n" + tiny_list(scene, 2));
    const ProgramResult result = run_drape("run --jobs '" + list + "' --workers 1");
    EXPECT_EQ(result.code, 1);
    const auto results = results_of(result.out);
    ASSERT_EQ(results.size(), 3U) << result.err;
    EXPECT_EQ(results.at("a0")["finished"], true);
    EXPECT_EQ(results.at("a1")["finished"], true);
    EXPECT_EQ(results.at("diverges")["exit_code"], 6);
    EXPECT_EQ(results.at("diverges")["finished"], false);
    EXPECT_NE(results.at("diverges")["error"].get<std::string>().find("no longer finite"),
              std::string::npos);
    EXPECT_NE(result.err.find("2 jobs done, 1 failed"), std::string::npos) << result.err;
}

TEST(Jobs, AJobThatDoesNotFitIntoMemoryStopsNoOther)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer reserves more than any limit on memory";
#endif
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const std::string huge = Json({{"id", "huge"},
                                   {"scene", scene},
                                   {"steps", 1},
                                   {"set", {{"cloth.nx", 1000}, {"cloth.ny", 1000}}}})
                                 .dump();
    const std::string list = folder.write("list", huge + "\n" + tiny_list(scene, 2));
    // The workers inherit the limit.
    const ProgramResult result = run_drape("run --jobs '" + list + "' --workers 1", "ulimit -v 200000;");
    EXPECT_EQ(result.code, 1);
    const auto results = results_of(result.out);
    ASSERT_EQ(results.size(), 3U) << result.err;
    EXPECT_EQ(results.at("a1")["finished"], true);
    EXPECT_EQ(results.at("huge")["finished"], false);
    EXPECT_NE(results.at("huge")["error"].get<std::string>().find("memory"), std::string::npos)
        << results.at("huge");
}

TEST(Jobs, WorkersWaitWhereFileDescriptorsAreFew)
{
    const TemporaryFolder folder;
    const std::string list = folder.write("list", tiny_list(folder.write("a.pwe", kTinyScene), 40));
    for (const std::string limit : {"12", "15", "16", "17", "18"}) {
        const ProgramResult result =
            run_drape("run --jobs '" + list + "' --workers 20", "ulimit -n " + limit + ";");
        EXPECT_EQ(result.code, 0) << limit << ": " << result.err;
        EXPECT_EQ(results_of(result.out).size(), 40U);
    }
}

TEST(Jobs, WhatIsDoneIsSkippedAndWhatFailedIsTriedAgain)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const std::string bad =
        Json({{"id", "d"}, {"scene", source_path("tests/inputs/pwe/diverging.pwe")}, {"steps", 400}})
            .dump();
    const std::string list = folder.write("list", tiny_list(scene, 2) + bad);
    const std::string out = folder.file("o.jsonl");
    const std::string command = "run --jobs '" + list + "' --out '" + out + "'";
    EXPECT_EQ(run_drape(command).code, 1);
    const auto first = results_of(read_text(out));
    folder.write("a.pwe", std::string("# only a comment is new\n") + kTinyScene);
    const ProgramResult again = run_drape(command);
    EXPECT_EQ(again.code, 1);
    EXPECT_NE(again.err.find("0 jobs done, 2 done before, 1 failed"), std::string::npos) << again.err;
    EXPECT_EQ(results_of(read_text(out)), first);
}

TEST(Jobs, AJobWhoseInputsChangedIsAnErrorAndNothingIsTouched)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const std::string out = folder.file("o.jsonl");
    const std::string list = folder.write("list", tiny_list(scene, 1, 5));
    ASSERT_EQ(run_drape("run --jobs '" + list + "' --out '" + out + "'").code, 0);
    const std::string before = read_text(out);
    folder.write("list", tiny_list(scene, 2, 6));
    ProgramResult result = run_drape("run --jobs '" + list + "' --out '" + out + "'");
    EXPECT_EQ(result.code, 3);
    EXPECT_NE(result.err.find("o.jsonl:1: the job \"a0\" was done with other inputs"), std::string::npos)
        << result.err;
    folder.write("list", tiny_list(scene, 1, 5));
    std::string heavier = kTinyScene;
    heavier.replace(heavier.find("spacing = 0.5"), 13, "spacing = 0.6");
    folder.write("a.pwe", heavier);
    EXPECT_EQ(run_drape("run --jobs '" + list + "' --out '" + out + "'").code, 3) << "the scene changed";
    EXPECT_EQ(read_text(out), before);
}

TEST(Jobs, AHalfLastLineIsCutOffAndItsJobRunAgain)
{
    const TemporaryFolder folder;
    const std::string list = folder.write("list", tiny_list(folder.write("a.pwe", kTinyScene), 3));
    const std::string out = folder.file("o.jsonl");
    const std::string command = "run --jobs '" + list + "' --workers 1 --out '" + out + "'";
    ASSERT_EQ(run_drape(command).code, 0);
    const std::string whole = read_text(out);
    const auto expected = results_of(whole);
    for (const std::size_t lost : {1U, 2U, 40U, 100U}) {
        folder.write("o.jsonl", whole.substr(0, whole.size() - lost));
        EXPECT_EQ(run_drape(command).code, 0) << lost;
        EXPECT_EQ(results_of(read_text(out)), expected) << lost;
        EXPECT_EQ(read_text(out).back(), '\n') << lost;
    }
    // All but three bytes of the last line: the shortest beginning.
    folder.write("o.jsonl", whole.substr(0, whole.rfind('\n', whole.size() - 2) + 4));
    EXPECT_EQ(run_drape(command).code, 0);
    EXPECT_EQ(results_of(read_text(out)), expected);
}

TEST(Jobs, AFileThatHoldsNoResultsIsLeftAlone)
{
    const TemporaryFolder folder;
    const std::string list = folder.write("list", tiny_list(folder.write("a.pwe", kTinyScene), 1));
    for (const std::string text : {"my notes\n", "my notes", "{\"id\": 3}\n", "{}\n",
                                   "{\"id\": \"x\", \"scene\": \"a.pwe\", \"steps\": 1}"}) {
        const std::string out = folder.write("notes", text);
        const ProgramResult result = run_drape("run --jobs '" + list + "' --out '" + out + "'");
        EXPECT_EQ(result.code, 3) << text;
        EXPECT_NE(result.err.find("notes:1: a result of drape run --jobs expected"), std::string::npos);
        EXPECT_EQ(read_text(out), text);
    }
    EXPECT_EQ(run_drape("run --jobs '" + list + "' --out '" + list + "'").code, 2) << "the list itself";
    EXPECT_EQ(run_drape("run --jobs '" + list + "' --out '" + folder.file("no/o") + "'").code, 5);
    EXPECT_EQ(run_drape("run --jobs '" + list + "' > /dev/full").code, 5);
}

TEST(Jobs, KilledInTheMiddleItGoesOnAndEachIdIsThereOnce)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const std::string list = folder.write("list", tiny_list(scene, 12, 4000));
    const std::string out = folder.file("o.jsonl");
    {
        Background first({"run", "--jobs", list, "--workers", "2", "--out", out});
        ASSERT_TRUE(wait_for_lines(out, 3));
        EXPECT_EQ(first.end_with(SIGKILL), 128 + SIGKILL);
    }
    const std::size_t kept = lines_of(read_text(out)).size();
    EXPECT_GE(kept, 3U);
    const ProgramResult rest = run_drape("run --jobs '" + list + "' --out '" + out + "'");
    EXPECT_EQ(rest.code, 0) << rest.err;
    EXPECT_EQ(results_of(read_text(out)), results_of(run_drape("run --jobs '" + list + "'").out));
}

TEST(Jobs, AnInterruptEndsTheWorkersKeepsTheLinesAndSaysSo)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const std::string forever =
        Json({{"id", "forever"}, {"scene", scene}, {"steps", 100000000000}}).dump() + "\n";
    const std::string list = folder.write("list", tiny_list(scene, 2) + forever + tiny_list(scene, 0));
    const std::string out = folder.file("o.jsonl");
    Background run({"run", "--jobs", list, "--workers", "1", "--out", out}, folder.file("err"));
    ASSERT_TRUE(wait_for_lines(out, 2));
    EXPECT_EQ(run.end_with(SIGINT), 1);
    EXPECT_EQ(results_of(read_text(out)).size(), 2U);
    const std::string talk = read_text(folder.file("err"));
    EXPECT_NE(talk.find("interrupted: 2 jobs done, 1 not done; the same command goes on"),
              std::string::npos)
        << talk;
    folder.write("list", tiny_list(scene, 2));
    EXPECT_NE(run_drape("run --jobs '" + list + "' --out '" + out + "'").err.find("2 done before"),
              std::string::npos);
}

TEST(Jobs, ACrashOfAWorkerIsItsJobsResult)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const std::string list =
        folder.write("list", Json({{"id", "crash"}, {"scene", scene}, {"steps", 100000000000}}).dump() +
                                 "\n" + tiny_list(scene, 2));
    const std::string out = folder.file("o.jsonl");
    Background run({"run", "--jobs", list, "--workers", "1", "--out", out});
    const pid_t worker = run.worker();
    ASSERT_GT(worker, 0);
    ::kill(worker, SIGSEGV);
    EXPECT_EQ(run.wait(), 1);
    const auto results = results_of(read_text(out));
    ASSERT_EQ(results.size(), 3U);
    EXPECT_EQ(results.at("crash")["exit_code"], 128 + SIGSEGV);
    EXPECT_EQ(results.at("crash")["finished"], false);
    EXPECT_NE(results.at("crash")["error"].get<std::string>().find("signal 11"), std::string::npos);
    EXPECT_EQ(results.at("a1")["finished"], true);
}

TEST(Jobs, WorkersEndWithAParentThatIsKilled)
{
    const TemporaryFolder folder;
    const std::string list = folder.write(
        "list",
        Json({{"id", "forever"}, {"scene", folder.write("a.pwe", kTinyScene)}, {"steps", 100000000000}})
            .dump());
    Background run({"run", "--jobs", list, "--out", folder.file("o.jsonl")});
    const pid_t worker = run.worker();
    ASSERT_GT(worker, 0);
    EXPECT_EQ(run.end_with(SIGKILL), 128 + SIGKILL);
    for (int tries = 0; tries < 500 && is_running(worker); ++tries)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_FALSE(is_running(worker));
}

TEST(Jobs, TwoRunsDoNotWriteToOneFile)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write("a.pwe", kTinyScene);
    const std::string list = folder.write(
        "list",
        tiny_list(scene, 1) + Json({{"id", "forever"}, {"scene", scene}, {"steps", 100000000000}}).dump());
    const std::string out = folder.file("o.jsonl");
    Background run({"run", "--jobs", list, "--workers", "1", "--out", out});
    ASSERT_TRUE(wait_for_lines(out, 1));
    const ProgramResult second = run_drape("run --jobs '" + list + "' --out '" + out + "'");
    EXPECT_EQ(second.code, 1);
    EXPECT_NE(second.err.find("another run is writing its results there"), std::string::npos) << second.err;
}

TEST(JobList, ALineWrittenByAListReadsBackAsTheSameJob)
{
    const app::JobList list = app::parse_job_list("{\"set\": {\"a.b\": [1, 2.5, -3], \"c.d\": \"x\\\"y\", "
                                                  "\"e.f\": true}, \"scene\": \"s\", \"id\": \"i\"}\n"
                                                  "plain scene\n",
                                                  7);
    ASSERT_TRUE(list.faults.empty());
    ASSERT_EQ(list.jobs.size(), 2U);
    for (const app::Job& job : list.jobs) {
        const Result<app::Job> again = app::parse_job(job.line, std::nullopt);
        ASSERT_TRUE(again.ok()) << again.error().message;
        EXPECT_EQ(again.value().id, job.id);
        EXPECT_EQ(again.value().scene, job.scene);
        EXPECT_EQ(again.value().steps, 7U);
        EXPECT_EQ(again.value().set, job.set);
        EXPECT_EQ(again.value().line, job.line);
    }
    EXPECT_EQ(list.jobs[0].settings.size(), 3U);
    EXPECT_EQ(list.jobs[0].settings[0].value.tuple, (std::vector<double>{1.0, 2.5, -3.0}));
    EXPECT_EQ(list.jobs[1].id, "plain scene");
}

TEST(JobList, AnyBytesAreReadWithoutHarm)
{
    std::uint32_t seed = 1;
    for (int round = 0; round < 2000; ++round) {
        std::string bytes =
            "{\"id\": \"a\", \"scene\": \"b\", \"steps\": 1, \"set\": {\"c.d\": [1, 2]}}\nplain\n";
        for (int change = 0; change < 3; ++change) {
            seed = seed * 1664525U + 1013904223U;
            bytes[(seed >> 8U) % bytes.size()] = static_cast<char>(seed >> 24U);
        }
        const app::JobList list = app::parse_job_list(bytes, std::nullopt);
        EXPECT_FALSE(list.faults.empty()) << "the plain line has no steps";
        for (const app::Job& job : list.jobs)
            EXPECT_TRUE(app::parse_job(job.line, std::nullopt).ok()) << job.line;
    }
}

} // namespace
} // namespace drape::test
