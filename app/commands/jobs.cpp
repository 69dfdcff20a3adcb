// `drape run --jobs` hands out a list to worker processes; `drape run --job` is what each of them does.
#include "app/commands/commands.h"
#include "app/commands/common.h"
#include "app/commands/run_figures.h"
#include "app/files.h"
#include "app/job_inputs.h"
#include "app/job_list.h"
#include "app/job_results.h"
#include "app/worker_pool.h"
#include "sim/check.h"
#include "sim/text.h"

#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>

namespace drape::app {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostFaults = 50; // shown

// ---- A result line ----

std::string one_line(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The line of a job that has no figures.
Json failed_line(const Job& job, const std::string& fingerprint, int exit_code, const std::string& error)
{
    return {{"id", job.id},      {"inputs", fingerprint},  {"scene", job.scene},
            {"finished", false}, {"exit_code", exit_code}, {"set", Json::parse(job.set)},
            {"error", error}};
}

Json result_line(const Job& job, const std::string& fingerprint, const sim::World& world,
                 const RunOutcome& outcome)
{
    const ExitCode code = outcome.error ? exit_code_of(outcome.error->kind) : ExitCode::Done;
    Json line = {{"id", job.id}, {"inputs", fingerprint}};
    line.update(run_figures(world, outcome, job.scene));
    line["exit_code"] = static_cast<int>(code);
    line["set"] = Json::parse(job.set);
    if (outcome.error)
        line["error"] = outcome.error->message;
    return line;
}

// ---- A list of jobs ----

/// A job of the list with what it comes from.
struct Task
{
    Job job;
    std::string fingerprint;
};

/// Says what is wrong with lines of a file.
ExitCode report_faults(const std::string& file, std::vector<JobFault> faults)
{
    std::stable_sort(faults.begin(), faults.end(),
                     [](const JobFault& a, const JobFault& b) { return a.line_number < b.line_number; });
    for (std::size_t i = 0; i < std::min(faults.size(), kMostFaults); ++i)
        report({ErrorKind::Unreadable,
                file + ":" + std::to_string(faults[i].line_number) + ": " + faults[i].what});
    if (faults.size() > kMostFaults)
        report({ErrorKind::Unreadable, "... and " + std::to_string(faults.size() - kMostFaults) + " more"});
    return report(
        {ErrorKind::Unreadable, count_of(faults.size(), "fault") + " in " + file + "; no job was run"});
}

/// The jobs of the list with their inputs read and checked; `faults` gets everything that is wrong.
std::vector<Task> read_tasks(const JobsOptions& options, const std::string& text,
                             std::vector<JobFault>& faults)
{
    JobList list = parse_job_list(text, options.steps);
    faults = std::move(list.faults);
    std::vector<Task> tasks;
    JobReader reader;
    Progress progress("checking jobs", list.jobs.size());
    for (Job& job : list.jobs) {
        if (is_interrupted())
            break;
        JobInputs inputs = reader.read(job);
        for (std::string& fault : inputs.faults)
            faults.push_back({job.line_number, std::move(fault)});
        tasks.push_back({std::move(job), std::move(inputs.fingerprint)});
        progress.update(tasks.size());
    }
    return tasks;
}

/// Every `shard.count`-th job, from the `shard.index`-th on.
std::vector<Task> take_shard(std::vector<Task> tasks, const Shard& shard)
{
    std::vector<Task> own;
    for (std::size_t i = shard.index - 1; i < tasks.size(); i += shard.count)
        own.push_back(std::move(tasks[i]));
    return own;
}

/// Takes out the jobs that are in the file already. Those that failed are to be run again; one whose inputs
/// are not those of its result is a fault.
std::vector<Task> take_undone(std::vector<Task> tasks, const ResultFile& file,
                              std::vector<JobFault>& faults, std::vector<std::string>& failed_before)
{
    std::vector<Task> undone;
    for (Task& task : tasks) {
        const auto known = file.known().find(task.job.id);
        if (known == file.known().end()) {
            undone.push_back(std::move(task));
        } else if (!known->second.finished) {
            failed_before.push_back(task.job.id);
            undone.push_back(std::move(task));
        } else if (known->second.fingerprint != task.fingerprint) {
            faults.push_back({known->second.line_number,
                              "the job \"" + task.job.id +
                                  "\" was done with other inputs (its scene, files, steps or settings have "
                                  "changed); take the line out or give another --out"});
        }
    }
    return undone;
}

std::size_t worker_count(const JobsOptions& options, std::size_t tasks)
{
    // The processors that this process may use, as a batch system gives them out.
    const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
    const std::size_t wanted = options.workers > 0 ? static_cast<std::size_t>(options.workers)
                                                   : processors / static_cast<std::size_t>(options.compute.threads);
    return std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(tasks, 1));
}

std::vector<std::string> worker_arguments(const JobsOptions& options, const Job& job)
{
    const char* const backend = options.backend == BackendChoice::Native        ? "native"
                                : options.backend == BackendChoice::Interpreter ? "interpreter"
                                                                                : "both";
    return {"run",       "--job=" + job.line,
            "--backend", backend,
            "--threads", std::to_string(options.compute.threads),
            "--simd",    options.compute.simd ? "auto" : "off"};
}

/// How the work on a list went.
struct Tally
{
    std::size_t done = 0, failed = 0;
    std::size_t stopped = 0; ///< Ended by somebody with a signal; no result.
    std::optional<Error> error;
};

/// Why a worker left no result, from how it ended and the end of its talk.
std::string death_of(const WorkerEnd& end)
{
    std::string talk = end.err;
    while (!talk.empty() && talk.back() == '\n')
        talk.pop_back();
    if (talk.starts_with("drape: "))
        talk.erase(0, std::string_view("drape: ").size());
    if (!end.signal)
        return talk.empty() ? "the worker left no result" : talk;
    const std::string why = std::string("the worker was ended by signal ") + std::to_string(*end.signal) +
                            " (" + ::strsignal(*end.signal) +
                            (*end.signal == SIGKILL ? "; was memory short?)" : ")");
    return talk.empty() ? why : why + ": " + talk;
}

/// Whether somebody ended the worker from outside, which says nothing about its job.
bool was_stopped(const WorkerEnd& end)
{
    return end.signal && (*end.signal == SIGINT || *end.signal == SIGTERM || *end.signal == SIGHUP);
}

/// The line for how a worker ended. What it printed, if it is a result.
std::string line_of(const Task& task, const WorkerEnd& end, bool& is_finished)
{
    const std::string text = end.out.substr(0, end.out.find('\n'));
    const Json line = Json::parse(text, nullptr, false);
    const bool is_result = !end.signal && line.is_object() && line.value("id", "") == task.job.id;
    is_finished = is_result && end.exit_code == 0 && line.value("finished", false);
    if (is_result)
        return text;
    Json failed = failed_line(task.job, task.fingerprint, end.exit_code, death_of(end));
    failed["wall_s"] = end.seconds;
    return one_line(failed);
}

Status record(const Task& task, const WorkerEnd& end, ResultFile& file, Tally& tally)
{
    if (was_stopped(end)) {
        ++tally.stopped;
        return Done{};
    }
    bool is_finished = false;
    const std::string line = line_of(task, end, is_finished);
    if (const Status status = file.append(line); !status)
        return status;
    ++(is_finished ? tally.done : tally.failed);
    return Done{};
}

Tally run_tasks(const std::vector<Task>& tasks, const JobsOptions& options, ResultFile& file)
{
    constexpr std::chrono::milliseconds kPatience(200);
    Tally tally;
    WorkerPool pool(worker_count(options, tasks.size()));
    // Results on the same terminal would fall into the bar.
    const bool has_bar = !options.out.empty() || ::isatty(STDOUT_FILENO) == 0;
    std::optional<Progress> progress;
    if (has_bar)
        progress.emplace("jobs", tasks.size());
    std::size_t next = 0;
    while (!is_interrupted() && (next < tasks.size() || !pool.is_idle())) {
        while (next < tasks.size() && pool.has_room()) {
            const Status status = pool.start(next, worker_arguments(options, tasks[next].job));
            if (!status && !pool.is_idle())
                break; // the system is short of processes: when one has ended there is one
            if (!status) {
                tally.error = status.error();
                return tally;
            }
            ++next;
        }
        for (const WorkerEnd& end : pool.wait(kPatience))
            if (const Status status = record(tasks[end.task], end, file, tally); !status) {
                tally.error = status.error();
                return tally;
            }
        if (progress)
            progress->update(tally.done + tally.failed + tally.stopped);
    }
    return tally;
}

ExitCode report_tally(const Tally& tally, std::size_t wanted, std::size_t skipped, bool is_resumable)
{
    const std::size_t left = wanted - tally.done - tally.failed;
    std::string text = count_of(tally.done, "job") + " done";
    if (skipped > 0)
        text += ", " + std::to_string(skipped) + " done before";
    if (tally.failed > 0)
        text += ", " + std::to_string(tally.failed) + " failed";
    if (left > 0)
        text += ", " + std::to_string(left) + " not done";
    if (is_resumable && (left > 0 || tally.failed > 0))
        text += left > 0 ? "; the same command goes on from there" : "; the same command tries them again";
    if (is_interrupted())
        text = "interrupted: " + text;
    const ExitCode code = report({ErrorKind::Failed, text});
    if (tally.error)
        return report(*tally.error);
    return left > 0 || tally.failed > 0 ? code : ExitCode::Done;
}

} // namespace

ExitCode jobs_command(const JobsOptions& options)
{
    if (const auto clash = find_clash(options.list, std::array{options.out}))
        return report(*clash);
    const Result<std::string> text = read_file(options.list, kMaxJobListBytes);
    if (!text)
        return report(text.error());
    std::vector<JobFault> faults;
    std::vector<Task> tasks = read_tasks(options, text.value(), faults);
    if (is_interrupted())
        return report({ErrorKind::Failed, "interrupted while the list was checked; no job was run"});
    if (!faults.empty())
        return report_faults(options.list == "-" ? "<stdin>" : options.list, std::move(faults));
    tasks = take_shard(std::move(tasks), options.shard);

    Result<ResultFile> opened = ResultFile::open(options.out);
    if (!opened)
        return report(opened.error());
    ResultFile& file = opened.value();
    const std::size_t all = tasks.size();
    std::vector<std::string> failed_before;
    tasks = take_undone(std::move(tasks), file, faults, failed_before);
    if (!faults.empty())
        return report_faults(options.out, std::move(faults));
    if (const Status status = file.drop(failed_before); !status)
        return report(status.error());
    const Tally tally = run_tasks(tasks, options, file);
    return report_tally(tally, tasks.size(), all - tasks.size(),
                        !options.out.empty() && options.out != "-");
}

ExitCode job_command(const JobOptions& options)
{
    // A job has nothing to keep when it is interrupted, and who handed it out must see that it was.
    end_on_interrupts();
    const Result<Job> job = parse_job(options.line, std::nullopt);
    if (!job)
        return report({ErrorKind::Usage, "--job: " + job.error().message});
    const auto fail = [&](const std::string& fingerprint, const Error& error) {
        const ExitCode code = exit_code_of(error.kind);
        const Json line = failed_line(job.value(), fingerprint, static_cast<int>(code), error.message);
        return print(one_line(line) + "\n") ? report(error) : ExitCode::Unwritable;
    };
    const JobInputs inputs = JobReader().read(job.value());
    if (!inputs.faults.empty())
        return fail(inputs.fingerprint, {ErrorKind::Unreadable, inputs.faults.front()});
    Result<sim::World> world = build_job_world(inputs);
    if (!world)
        return fail(inputs.fingerprint, world.error());
    RunOptions run;
    run.steps = job.value().steps;
    run.backend = options.backend;
    run.compute = options.compute;
    run.json = true;
    const RunOutcome outcome = run_world(run, world.value());
    const Json line = result_line(job.value(), inputs.fingerprint, world.value(), outcome);
    if (!print(one_line(line) + "\n"))
        return ExitCode::Unwritable;
    return outcome.error ? report(*outcome.error) : ExitCode::Done;
}

} // namespace drape::app
