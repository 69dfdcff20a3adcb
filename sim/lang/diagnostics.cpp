#include "sim/lang/diagnostics.h"

#include "sim/check.h"

#include <algorithm>

namespace drape::sim {

namespace {

constexpr int kLongestShownLine = 100; // columns; fits a terminal beside the line number

std::string_view line_of(std::string_view source, int line)
{
    std::size_t begin = 0;
    for (int i = 1; i < line; ++i) {
        const std::size_t end = source.find('\n', begin);
        if (end == std::string_view::npos)
            return {};
        begin = end + 1;
    }
    std::string_view text = source.substr(begin, source.find('\n', begin) - begin);
    if (line == 1 && text.substr(0, 3) == "\xEF\xBB\xBF")
        text.remove_prefix(3);
    if (!text.empty() && text.back() == '\r')
        text.remove_suffix(1);
    return text;
}

bool is_tail_byte(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// The line cut into code points, tabs and control bytes replaced so that one point is one column.
std::vector<std::string> columns_of(std::string_view line)
{
    std::vector<std::string> columns;
    for (const char c : line) {
        if (is_tail_byte(c) && !columns.empty())
            columns.back() += c;
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
            columns.emplace_back(" ");
        else
            columns.emplace_back(1, c);
    }
    return columns;
}

std::string join(const std::vector<std::string>& columns, std::size_t begin, std::size_t end)
{
    std::string text;
    for (std::size_t i = begin; i < std::min(end, columns.size()); ++i)
        text += columns[i];
    return text;
}

} // namespace

bool has_errors(const std::vector<Diagnostic>& diagnostics)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& d) { return d.severity == Severity::Error; });
}

std::string format_diagnostic(const Diagnostic& diagnostic, std::string_view file, std::string_view source)
{
    DRAPE_ASSERT(diagnostic.where.line >= 1 && diagnostic.where.column >= 1);
    const std::string line_number = std::to_string(diagnostic.where.line);
    std::string text = std::string(file) + ":" + line_number + ":" +
                       std::to_string(diagnostic.where.column) + ": " +
                       (diagnostic.severity == Severity::Error ? "error " : "warning ") +
                       std::to_string(static_cast<int>(diagnostic.code)) + ": " + diagnostic.message + "\n";

    const std::vector<std::string> columns = columns_of(line_of(source, diagnostic.where.line));
    std::size_t caret = static_cast<std::size_t>(diagnostic.where.column - 1);
    std::size_t begin = 0;
    if (columns.size() > kLongestShownLine && caret > kLongestShownLine / 2)
        begin = std::min(caret - kLongestShownLine / 2, columns.size());
    const std::size_t end = begin + kLongestShownLine;
    const std::string left = begin > 0 ? "..." : "";
    const std::string right = end < columns.size() ? "..." : "";
    caret = std::min(caret, columns.size()) - begin + left.size();

    const std::string margin(std::max<std::size_t>(4, line_number.size()) - line_number.size(), ' ');
    text += margin + line_number + " | " + left + join(columns, begin, end) + right + "\n";
    text += std::string(margin.size() + line_number.size(), ' ') + " | " + std::string(caret, ' ') + "^\n";
    return text;
}

std::string format_diagnostics(const std::vector<Diagnostic>& diagnostics, std::string_view file,
                               std::string_view source)
{
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics)
        text += format_diagnostic(diagnostic, file, source);
    return text;
}

} // namespace drape::sim
