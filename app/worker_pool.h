// Runs this program again and again in processes of its own, a few at a time.
#pragma once

#include "sim/result.h"

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace drape::app {

/// How a worker ended.
struct WorkerEnd
{
    std::size_t task = 0;      ///< As given to start().
    int exit_code = 0;         ///< As a shell counts: 128 + N where signal N ended it.
    std::optional<int> signal; ///< That ended it.
    std::string out;           ///< What it wrote to stdout, at most kMostOutput bytes.
    std::string err;           ///< The end of what it wrote to stderr.
    double seconds = 0.0;      ///< Wall-clock time from start to end.
};

/// Worker processes. A crash or the want of memory in one is its own end and nobody else's. They end with
/// the pool, and also when this program is killed. Only for a program with one thread.
class WorkerPool
{
public:
    static constexpr std::size_t kMostOutput = std::size_t{1} << 20U;

    explicit WorkerPool(std::size_t size);
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;
    ~WorkerPool(); ///< Kills those that still run.

    bool has_room() const { return running_.size() < size_; }
    bool is_idle() const { return running_.empty(); }

    /// Starts this program with other arguments, with nothing on its stdin. Needs has_room(). Error
    /// (Failed): the system has no process or file left.
    Status start(std::size_t task, const std::vector<std::string>& arguments);

    /// Those that have ended, after waiting for the first at most `patience`; less when a signal comes.
    std::vector<WorkerEnd> wait(std::chrono::milliseconds patience);

private:
    using Clock = std::chrono::steady_clock;
    struct Worker
    {
        pid_t pid = -1;
        int out = -1, err = -1; ///< Pipes; -1 once it has closed its end.
        Clock::time_point begin;
        WorkerEnd end;
    };
    void listen(Worker& worker);

    std::size_t size_;
    std::vector<Worker> running_;
};

} // namespace drape::app
