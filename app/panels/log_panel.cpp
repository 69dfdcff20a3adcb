#include "app/panels/widgets.h"

#include <algorithm>

namespace drape::app {

namespace {

ImU32 color_of(LogLevel level)
{
    switch (level) {
    case LogLevel::Info:
        return tone::kDim;
    case LogLevel::Notice:
        return tone::kText;
    case LogLevel::Warning:
        return tone::kWarning;
    case LogLevel::Error:
        return tone::kError;
    }
    return tone::kText;
}

void draw_line(const View& view, Commands& commands, std::size_t index)
{
    const LogView& log = view.state.log;
    const LogLine& line = log.lines[index];
    const bool is_selected = log.selection && log.selection->contains(index);
    ImGui::PushID(static_cast<int>(index));
    const ImVec2 min = ImGui::GetCursorScreenPos();
    // As wide as its text, so that a long line can be scrolled to its end.
    const float indent = ImGui::CalcTextSize("00:00:00  ").x;
    const float width =
        std::max(ImGui::GetContentRegionAvail().x, indent + ImGui::CalcTextSize(line.text.c_str()).x);
    if (ImGui::Selectable("##line", is_selected, 0, {width, 0})) {
        // Shift extends what is marked, as in lists everywhere.
        const bool extends = ImGui::GetIO().KeyShift && log.selection.has_value();
        const std::size_t first = extends ? std::min(log.selection->first, index) : index;
        const std::size_t last = extends ? std::max(log.selection->last, index) : index;
        commands.push_back(SelectLogLines{first, last});
    }
    if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Right))
        commands.push_back(CopyText{line.text});
    tooltip("Click marks a line, Shift-click up to another one; right-click copies the line");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText(min, tone::kFaint, line.time.c_str());
    list.AddText({min.x + indent, min.y}, color_of(line.level), line.text.c_str());
    ImGui::PopID();
}

void draw_tools(const View& view, Commands& commands)
{
    const LogView& log = view.state.log;
    const float width = 92 * view.scale;
    if (pill_button("Trouble only", "Show only warnings and errors", log.errors_only ? Lit::Yes : Lit::No,
                    width))
        commands.push_back(SetLogFilter{!log.errors_only});
    if (text_button("Copy", "Copies the marked lines, or all that are shown, to the clipboard", width))
        commands.push_back(CopyText{text_of(log)});
    if (text_button("Clear", "Empties this list", width))
        commands.push_back(ClearLog{});
}

} // namespace

void draw_log_panel(const View& view, Commands& commands)
{
    const LogView& log = view.state.log;
    const float tools = 100 * view.scale;
    ImGui::BeginChild("lines", {std::max(1.0f, ImGui::GetContentRegionAvail().x - tools), 0}, false,
                      ImGuiWindowFlags_HorizontalScrollbar);
    ImGui::PushFont(view.fonts.mono);
    std::vector<std::size_t> shown;
    shown.reserve(log.lines.size());
    for (std::size_t i = 0; i < log.lines.size(); ++i)
        if (is_shown(log, log.lines[i]))
            shown.push_back(i);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(shown.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            draw_line(view, commands, shown[static_cast<std::size_t>(i)]);
    ImGui::PopFont();
    if (shown.empty())
        hint(log.errors_only ? "No warnings and no errors." : "Nothing has happened yet.");
    // Follow what is new, but not away from what somebody is reading.
    if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY() - 2 * ImGui::GetTextLineHeight())
        ImGui::SetScrollHereY(1.0f);
    ImGui::EndChild();
    ImGui::SameLine();
    ImGui::BeginGroup();
    draw_tools(view, commands);
    ImGui::EndGroup();
}

} // namespace drape::app
