// Messages for the person at the window, from any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace drape::app {

enum class LogLevel : std::uint8_t
{
    Info,    ///< What happened.
    Notice,  ///< What was asked for is done: a file is saved, a scene is open.
    Warning, ///< It goes on, but not as asked.
    Error,   ///< What was asked for did not happen.
};

/// One message; its text may have several lines.
struct LogMessage
{
    LogLevel level = LogLevel::Info;
    std::string text;
    std::chrono::system_clock::time_point time; ///< When it was said.
};

/// A queue that every thread may add to.
class LogQueue
{
public:
    void add(LogLevel level, std::string text)
    {
        const std::lock_guard lock(mutex_);
        messages_.push_back({level, std::move(text), std::chrono::system_clock::now()});
    }

    /// All messages since the last call, oldest first.
    std::vector<LogMessage> drain()
    {
        const std::lock_guard lock(mutex_);
        return std::exchange(messages_, {});
    }

private:
    std::mutex mutex_;
    std::vector<LogMessage> messages_;
};

} // namespace drape::app
