#include "app/log_view.h"

#include <array>
#include <ctime>

namespace drape::app {

namespace {

std::string clock_text(std::chrono::system_clock::time_point time)
{
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm local = {};
    std::array<char, 16> text = {};
    if (::localtime_r(&seconds, &local) != nullptr)
        std::strftime(text.data(), text.size(), "%H:%M:%S", &local);
    return text.data();
}

} // namespace

bool is_shown(const LogView& log, const LogLine& line)
{
    return !log.errors_only || line.level == LogLevel::Error || line.level == LogLevel::Warning;
}

void add(LogView& log, const LogMessage& message)
{
    std::size_t begin = 0;
    do {
        const std::size_t end = std::min(message.text.find('\n', begin), message.text.size());
        log.lines.push_back({message.level, begin == 0 ? clock_text(message.time) : std::string(),
                             message.text.substr(begin, end - begin)});
        begin = end + 1;
    } while (begin <= message.text.size());
    if (log.lines.size() > kMostLogLines) {
        log.lines.erase(log.lines.begin(),
                        log.lines.begin() + static_cast<std::ptrdiff_t>(log.lines.size() - kMostLogLines));
        log.selection.reset(); // its numbers no longer fit
    }
    ++log.revision;
}

std::string text_of(const LogView& log)
{
    std::string text;
    for (std::size_t i = 0; i < log.lines.size(); ++i) {
        const LogLine& line = log.lines[i];
        if (log.selection ? !log.selection->contains(i) : !is_shown(log, line))
            continue;
        text += (line.time.empty() ? std::string(8, ' ') : line.time) + "  " + line.text + "\n";
    }
    return text;
}

} // namespace drape::app
