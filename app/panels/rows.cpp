#include "app/panels/widgets.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace drape::app {

namespace {

constexpr float kMarkShare = 1.25f; // of a text height: the mark and the gap before it

/// Room kept at the right end of every row for the mark of a changed value.
float mark_width()
{
    return ImGui::GetTextLineHeight();
}

/// Whether the mouse is over a rectangle that the current window shows.
bool is_hot(ImVec2 min, ImVec2 max)
{
    return ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
           ImGui::IsMouseHoveringRect(min, max);
}

/// A new value worth telling, inside its range; empty for none, NaN and what was there before. ImGui's own
/// clamp lets NaN through.
std::optional<double> accepted(double value, double before, Range range)
{
    if (!std::isfinite(value))
        return std::nullopt;
    const double inside = std::clamp(value, range.low, range.high);
    return inside != before ? std::optional(inside) : std::nullopt;
}

/// The range made wide enough for what is there: a file may say more than a slider offers.
Range widened(Range range, double value)
{
    if (std::isfinite(value)) {
        range.low = std::min(range.low, value);
        range.high = std::max(range.high, value);
    }
    return range;
}

float share_of(double value, Range range, Scaling scaling)
{
    if (!(range.high > range.low) || !std::isfinite(value))
        return 0.0f;
    double share = (value - range.low) / (range.high - range.low);
    if (scaling == Scaling::Logarithmic && range.low > 0.0 && value > 0.0)
        share = std::log(value / range.low) / std::log(range.high / range.low);
    return static_cast<float>(std::clamp(share, 0.0, 1.0));
}

/// The groove of a slider and how far it is filled.
void draw_bar(ImVec2 min, ImVec2 size, float share)
{
    const ImVec2 max = {min.x + size.x, min.y + size.y};
    const bool hot = is_hot(min, max);
    const float rounding = ImGui::GetStyle().FrameRounding;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min, max, hot ? tone::kControlHot : tone::kControl, rounding);
    if (share <= 0.0f)
        return;
    // Clipped rather than narrowed: a narrow rectangle would lose its round corners.
    list.PushClipRect(min, {min.x + share * size.x, max.y}, true);
    list.AddRectFilled(min, max, ImGui::GetColorU32(hot ? tone::kFillHot : tone::kFill), rounding);
    list.PopClipRect();
}

std::string written(const char* format, double value)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

/// A value at the left end of a slider and a text at its right one.
void draw_two(ImVec2 min, ImVec2 size, const std::string& value, const char* beside)
{
    const float pad = ImGui::GetStyle().FramePadding.x, y = min.y + ImGui::GetStyle().FramePadding.y;
    const ImU32 color = ImGui::GetColorU32(ImGuiCol_Text);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText({min.x + pad, y}, color, value.c_str());
    list.AddText({min.x + size.x - pad - ImGui::CalcTextSize(beside).x, y}, color, beside);
}

/// A slider that looks like a filled bar with its value written on it.
bool bar_slider(double& value, Range range, const Row& row, Scaling scaling)
{
    ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp;
    if (scaling == Scaling::Logarithmic)
        flags |= ImGuiSliderFlags_Logarithmic;
    const bool is_typing = ImGui::TempInputIsActive(ImGui::GetID("##value"));
    const ImVec2 min = ImGui::GetCursorScreenPos(),
                 size = {ImGui::CalcItemWidth(), ImGui::GetFrameHeight()};
    if (!is_typing)
        draw_bar(min, size, share_of(value, range, scaling));
    const bool has_two = row.beside[0] != '\0' && !is_typing;
    if (has_two)
        ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32_BLACK_TRANS); // ImGui knows only the middle
    for (const ImGuiCol slot : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive})
        ImGui::PushStyleColor(slot, is_typing ? tone::kControlDown : IM_COL32_BLACK_TRANS);
    const bool changed = ImGui::SliderScalar("##value", ImGuiDataType_Double, &value, &range.low,
                                             &range.high, row.format, flags);
    ImGui::PopStyleColor(3);
    if (has_two) {
        ImGui::PopStyleColor();
        draw_two(min, size, written(row.format, value), row.beside);
    }
    return changed;
}

/// The mark of a value that differs from the file's; true when the person wants the file's back.
bool end_row(const Row& row, double value)
{
    bool wants_back = false;
    if (row.file_value && *row.file_value != value) {
        ImGui::SameLine(0, (kMarkShare - 1.0f) * mark_width());
        const ImVec2 min = ImGui::GetCursorScreenPos();
        const ImVec2 size = {mark_width(), ImGui::GetFrameHeight()};
        wants_back = ImGui::InvisibleButton("##revert", size);
        const bool hot = ImGui::IsItemHovered();
        draw_icon(*ImGui::GetWindowDrawList(), Icon::Revert, {min.x + 0.5f * size.x, min.y + 0.5f * size.y},
                  0.68f * mark_width(), hot ? tone::kText : tone::kAccent);
        tooltip(text_format("Changed. Click for the file's value, %g", *row.file_value).c_str());
    }
    ImGui::PopID();
    return wants_back;
}

/// Whether the control just drawn got the right-click that puts the file's value back.
bool is_reset_asked(const Row& row, double value)
{
    return row.file_value && *row.file_value != value && ImGui::IsItemClicked(ImGuiMouseButton_Right);
}

float control_width()
{
    return std::max(1.0f, ImGui::GetContentRegionAvail().x - kMarkShare * mark_width());
}

/// Words side by side, one of them chosen; the one that is clicked.
std::optional<std::size_t> segments(const Row& row, float width, std::size_t chosen,
                                    std::span<const char* const> words)
{
    const float height = ImGui::GetFrameHeight();
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const float rounding = ImGui::GetStyle().FrameRounding;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min, {min.x + width, min.y + height}, tone::kControl, rounding);
    std::optional<std::size_t> result;
    // Long words get more room than short ones: the same margin around each.
    float texts = 0.0f, x = min.x;
    for (const char* const word : words)
        texts += ImGui::CalcTextSize(word).x;
    const float margin = (width - texts) / static_cast<float>(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        const float part = std::max(1.0f, ImGui::CalcTextSize(words[i]).x + margin);
        ImGui::SetCursorScreenPos({x, min.y});
        if (ImGui::InvisibleButton(words[i], {part, height}) && i != chosen)
            result = i;
        const bool hot = ImGui::IsItemHovered();
        tooltip(row.tooltip);
        if (i == chosen || hot)
            list.AddRectFilled({x, min.y}, {x + part, min.y + height},
                               ImGui::GetColorU32(i == chosen ? tone::kChosen : tone::kControlHot),
                               rounding);
        const ImVec2 text = ImGui::CalcTextSize(words[i]);
        list.AddText({x + 0.5f * (part - text.x), min.y + 0.5f * (height - text.y)},
                     ImGui::GetColorU32(i == chosen ? tone::kText : tone::kDim), words[i]);
        x += part;
    }
    return result;
}

} // namespace

void begin_row(const Row& row)
{
    ImGui::PushID(row.label);
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float left = ImGui::GetCursorPosX();
    if (row.label_share > 0.0f) {
        ImGui::AlignTextToFramePadding();
        ImGui::PushClipRect(
            start, {start.x + row.label_share * width - 4, start.y + ImGui::GetFrameHeight()}, true);
        {
            const TextColor dim(tone::kDim);
            ImGui::TextUnformatted(row.label);
        }
        ImGui::PopClipRect();
        tooltip(row.tooltip);
        ImGui::SameLine();
        ImGui::SetCursorPosX(left + row.label_share * width);
    }
    ImGui::SetNextItemWidth(control_width());
}

std::optional<double> slider_row(const Row& row, double value, Range range, Scaling scaling)
{
    begin_row(row);
    range = widened(range, value);
    double edited = value;
    const bool changed = bar_slider(edited, range, row, scaling);
    const bool wants_back = is_reset_asked(row, value);
    tooltip(row.tooltip);
    if (end_row(row, value) || wants_back)
        return row.file_value;
    return changed ? accepted(edited, value, range) : std::nullopt;
}

std::optional<int> whole_slider_row(const Row& row, int value, int low, int high)
{
    const std::optional<double> edited =
        slider_row(row, static_cast<double>(value), {static_cast<double>(low), static_cast<double>(high)});
    if (!edited || static_cast<int>(std::lround(*edited)) == value)
        return std::nullopt;
    return static_cast<int>(std::lround(*edited));
}

std::optional<double> number_row(const Row& row, double value, Range range, double per_px)
{
    begin_row(row);
    range = widened(range, value);
    double edited = value;
    const bool changed =
        ImGui::DragScalar("##value", ImGuiDataType_Double, &edited, static_cast<float>(per_px), &range.low,
                          &range.high, row.format, ImGuiSliderFlags_AlwaysClamp);
    tooltip(row.tooltip);
    if (end_row(row, value))
        return row.file_value;
    return changed ? accepted(edited, value, range) : std::nullopt;
}

std::optional<glm::dvec3> vector_row(const Row& row, const glm::dvec3& value, Range range, double per_px)
{
    constexpr std::array<ImU32, 3> kAxes = {tone::kAxisX, tone::kAxisY, tone::kAxisZ};
    begin_row(row);
    const float gap = 3.0f, width = (control_width() - 2 * gap) / 3.0f;
    glm::dvec3 result = value;
    bool any = false;
    for (int axis = 0; axis < 3; ++axis) {
        ImGui::PushID(axis);
        if (axis > 0)
            ImGui::SameLine(0, gap);
        ImGui::SetNextItemWidth(std::max(1.0f, width));
        const ImVec2 min = ImGui::GetCursorScreenPos();
        const Range wide = widened(range, value[axis]);
        double edited = value[axis];
        const bool changed =
            ImGui::DragScalar("##value", ImGuiDataType_Double, &edited, static_cast<float>(per_px),
                              &wide.low, &wide.high, row.format, ImGuiSliderFlags_AlwaysClamp);
        tooltip(row.tooltip);
        const float bottom = min.y + ImGui::GetFrameHeight();
        ImGui::GetWindowDrawList()->AddRectFilled({min.x + 3, bottom - 2}, {min.x + width - 3, bottom},
                                                  kAxes[static_cast<std::size_t>(axis)], 1);
        if (const auto inside = accepted(edited, value[axis], wide); changed && inside) {
            result[axis] = *inside;
            any = true;
        }
        ImGui::PopID();
    }
    ImGui::PopID();
    return any ? std::optional(result) : std::nullopt;
}

std::optional<std::size_t> choice_row(const Row& row, std::size_t chosen,
                                      std::span<const char* const> words)
{
    begin_row(row);
    const std::optional<std::size_t> result = segments(row, control_width(), chosen, words);
    if (end_row(row, static_cast<double>(chosen)))
        return static_cast<std::size_t>(*row.file_value);
    return result;
}

std::optional<std::size_t> choice_line(const Row& row, std::size_t chosen,
                                       std::span<const char* const> words)
{
    ImGui::PushID(row.label);
    const auto result = segments(row, std::max(1.0f, ImGui::GetContentRegionAvail().x), chosen, words);
    ImGui::PopID();
    return result;
}

std::optional<std::size_t> list_row(const Row& row, std::size_t chosen, std::span<const std::string> words)
{
    begin_row(row);
    std::optional<std::size_t> result;
    if (ImGui::BeginCombo("##value", chosen < words.size() ? words[chosen].c_str() : "",
                          ImGuiComboFlags_NoArrowButton)) {
        for (std::size_t i = 0; i < words.size(); ++i)
            if (ImGui::Selectable(words[i].c_str(), i == chosen) && i != chosen)
                result = i;
        ImGui::EndCombo();
    }
    tooltip(row.tooltip);
    if (end_row(row, static_cast<double>(chosen)))
        return static_cast<std::size_t>(*row.file_value);
    return result;
}

std::optional<bool> switch_row(const Row& row, bool is_on)
{
    begin_row(row);
    const float height = ImGui::GetFrameHeight(), knob = 0.62f * height, width = 1.8f * knob;
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::InvisibleButton("##value", {width, height});
    const bool hot = ImGui::IsItemHovered();
    tooltip(row.tooltip);
    const float top = min.y + 0.5f * (height - knob), radius = 0.5f * knob;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 track =
        is_on ? (hot ? tone::kFillHot : tone::kFill) : (hot ? tone::kControlDown : tone::kControl);
    list.AddRectFilled({min.x, top}, {min.x + width, top + knob}, ImGui::GetColorU32(track), radius);
    list.AddCircleFilled({is_on ? min.x + width - radius : min.x + radius, top + radius}, 0.72f * radius,
                         ImGui::GetColorU32(is_on ? tone::kText : tone::kDim), 20);
    ImGui::PopID();
    return clicked ? std::optional(!is_on) : std::nullopt;
}

void text_row(const Row& row, const std::string& text)
{
    begin_row(row);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text.c_str());
    tooltip(row.tooltip);
    ImGui::PopID();
}

} // namespace drape::app
