// The log as it is shown: single lines with a level, a filter and a selection.
#pragma once

#include "app/log.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>

namespace drape::app {

struct LogLine
{
    LogLevel level = LogLevel::Info;
    std::string time; ///< "14:03:07" on the first line of a message; empty on the others.
    std::string text;
};

/// Lines marked with the mouse, counted over all lines.
struct LineRange
{
    std::size_t first = 0, last = 0; ///< Both included.
    bool contains(std::size_t line) const { return line >= first && line <= last; }
};

/// Most lines kept; the oldest go first.
inline constexpr std::size_t kMostLogLines = 4000;

struct LogView
{
    std::deque<LogLine> lines;
    bool errors_only = false;
    std::optional<LineRange> selection;
    std::size_t revision = 0; ///< Counts the changes, so that the panel scrolls to what is new.
};

/// Whether the line is shown.
bool is_shown(const LogView& log, const LogLine& line);
/// Adds a message, line by line.
void add(LogView& log, const LogMessage& message);
/// The selected lines as text, or all that are shown.
std::string text_of(const LogView& log);

} // namespace drape::app
