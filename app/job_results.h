// The file that results of jobs are collected in: one JSON line a job, in the order in which they end.
#pragma once

#include "sim/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace drape::app {

/// Largest file of results that is gone on with, bytes.
inline constexpr std::uint64_t kMaxResultBytes = std::uint64_t{4} << 30U;

/// What is asked of a line that is there already.
struct KnownResult
{
    std::string fingerprint; ///< Of the inputs that it came from.
    bool finished = false;   ///< False: the job failed, and may be run again.
    int line_number = 0;
};

/// An open file of results, locked against a second writer; or standard output. What is written are whole
/// lines, so that whenever the program is killed at most the last one is broken.
class ResultFile
{
public:
    /// Opens `path` to add to it ("-" or empty: standard output). A broken last line, as a killed run
    /// leaves it, is cut off. Errors: Unwritable; Unreadable, and nothing is touched, where a line is no
    /// result of a job ("FILE:LINE: ..."); Failed where another run writes to it.
    static Result<ResultFile> open(const std::string& path);

    ~ResultFile();
    ResultFile(ResultFile&& other) noexcept;
    ResultFile& operator=(ResultFile&& other) = delete;
    ResultFile(const ResultFile&) = delete;
    ResultFile& operator=(const ResultFile&) = delete;

    /// The lines that were there, by id.
    const std::map<std::string, KnownResult>& known() const { return known_; }

    /// Takes the lines of these ids out, atomically: they are about to be made anew. Error: Unwritable.
    Status drop(const std::vector<std::string>& ids);

    /// Adds a line (without its end). Error: Unwritable; then the line may be there in part.
    Status append(std::string_view line);

private:
    ResultFile() = default;
    Status take(const std::string& bytes);

    std::string path_;
    int fd_ = -1;
    std::map<std::string, KnownResult> known_;
};

} // namespace drape::app
