// A list of jobs for `drape run --jobs`: one scene with its settings a line. Pure: reads no file.
#pragma once

#include "sim/lang/syntax.h"
#include "sim/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drape::app {

/// Largest list that is read, and longest line in it (a line is handed to a worker as an argument), bytes.
inline constexpr std::uint64_t kMaxJobListBytes = std::uint64_t{256} << 20U;
inline constexpr std::size_t kMaxJobBytes = std::size_t{1} << 15U;
/// Most steps of a job, as of `drape run`.
inline constexpr std::uint64_t kMaxJobSteps = 1'000'000'000'000'000;

/// One member of a job's "set".
struct JobSetting
{
    std::string name;       ///< "cloth.stiffness"
    sim::SyntaxValue value; ///< Kind String for every text; what it means depends on the field.
};

/// One run that is asked for.
struct Job
{
    std::string id;
    std::string scene; ///< As `drape run` takes it: a file or the name of a shipped scene.
    std::uint64_t steps = 0;
    std::vector<JobSetting> settings; ///< By name.
    std::string line;                 ///< The job as one line of JSON: parse_job(line) is this job.
    std::string set;                  ///< "set" as JSON: "{}" where there is none.
    int line_number = 0;              ///< In its list, from 1.
};

/// What is wrong with a line.
struct JobFault
{
    int line_number = 0; ///< From 1.
    std::string what;    ///< In words: what, got, expected.
    bool operator==(const JobFault&) const = default;
};

/// What reading a list gives. With faults nothing of it may run.
struct JobList
{
    std::vector<Job> jobs;
    std::vector<JobFault> faults; ///< In the order of the lines.
};

/// Reads a list: a line that starts with "{" is a job as JSON,
///     {"id": "a", "scene": "curtain", "steps": 100, "set": {"cloth.stiffness": 0.5}}
/// any other is a scene alone, which is its own id. Empty lines and lines that start with "#" are skipped.
/// `default_steps` is for jobs that say no number. Every fault is found in one reading.
JobList parse_job_list(std::string_view text, std::optional<std::uint64_t> default_steps);

/// One line of a list. The error (Unreadable) is the fault in words, without a place.
Result<Job> parse_job(std::string_view line, std::optional<std::uint64_t> default_steps);

} // namespace drape::app
