#include "app/panels/widgets.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>

namespace drape::app {

namespace {

constexpr float kCardPad = 12.0f;      // at scale 1
constexpr float kTooltipDelay = 0.45f; // s
constexpr float kTooltipWidth = 21.0f; // in text heights

} // namespace

Card::Card(const View& view, Commands& commands, Panel panel, const char* title)
    : is_open_(view.state.settings.open_panels[static_cast<std::size_t>(panel)])
    , scale_(view.scale)
    , min_(ImGui::GetCursorScreenPos())
    , width_(ImGui::GetContentRegionAvail().x)
{
    ImGui::PushID(title);
    // The card's back is drawn last, when its height is known, but under everything else.
    ImGui::GetWindowDrawList()->ChannelsSplit(2);
    ImGui::GetWindowDrawList()->ChannelsSetCurrent(1);
    const float height = 32 * scale_;
    if (ImGui::InvisibleButton("##header", {width_, height}))
        commands.push_back(TogglePanel{panel});
    const bool hot = ImGui::IsItemHovered();
    tooltip(is_open_ ? "Click to close this panel" : "Click to open this panel");
    draw_icon(*ImGui::GetWindowDrawList(), is_open_ ? Icon::ChevronDown : Icon::ChevronRight,
              {min_.x + 15 * scale_, min_.y + 0.5f * height}, 9 * scale_, hot ? tone::kText : tone::kDim);
    ImGui::GetWindowDrawList()->AddText(
        view.fonts.strong, view.fonts.strong->FontSize * ImGui::GetIO().FontGlobalScale,
        {min_.x + 28 * scale_, min_.y + 0.5f * (height - ImGui::GetFontSize())}, tone::kText, title);
    ImGui::Indent(kCardPad * scale_);
    ImGui::PushClipRect(min_, {min_.x + width_, min_.y + 1e6f}, true);
    // Content ends as far from the card's right edge as it begins from its left one.
    ImGuiWindow* const window = ImGui::GetCurrentWindow();
    window->WorkRect.Max.x -= kCardPad * scale_;
    window->ContentRegionRect.Max.x -= kCardPad * scale_;
    if (is_open_)
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() - 3 * scale_);
}

Card::~Card()
{
    ImGuiWindow* const window = ImGui::GetCurrentWindow();
    window->WorkRect.Max.x += kCardPad * scale_;
    window->ContentRegionRect.Max.x += kCardPad * scale_;
    ImGui::PopClipRect();
    ImGui::Unindent(kCardPad * scale_);
    if (is_open_)
        ImGui::Dummy({1, 3 * scale_});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bottom = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y;
    list.ChannelsSetCurrent(0);
    list.AddRectFilled(min_, {min_.x + width_, bottom}, tone::kCard, 6 * scale_);
    list.ChannelsMerge();
    ImGui::PopID();
    ImGui::Dummy({1, scale_});
}

bool text_button(const char* label, const char* tooltip_text, float width)
{
    const bool clicked = ImGui::Button(label, {width, 0});
    tooltip(tooltip_text);
    return clicked;
}

bool pill_button(const char* label, const char* tooltip_text, Lit lit, float width)
{
    if (lit == Lit::Yes) {
        ImGui::PushStyleColor(ImGuiCol_Button, tone::kChosen);
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, tone::kFillHot);
    }
    const bool clicked = text_button(label, tooltip_text, width);
    if (lit == Lit::Yes)
        ImGui::PopStyleColor(2);
    return clicked;
}

bool icon_button(const char* id, Icon icon, const char* tooltip_text, Lit lit)
{
    const float size = ImGui::GetFrameHeight() + 4;
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::InvisibleButton(id, {size, size});
    const bool hot = ImGui::IsItemHovered(), down = ImGui::IsItemActive();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImU32 back = down ? tone::kControlDown : hot ? tone::kControlHot : tone::kControl;
    if (lit == Lit::Yes)
        back = hot ? tone::kFillHot : tone::kFill;
    list.AddRectFilled(min, {min.x + size, min.y + size}, ImGui::GetColorU32(back),
                       ImGui::GetStyle().FrameRounding);
    draw_icon(list, icon, {min.x + 0.5f * size, min.y + 0.5f * size}, 0.5f * size,
              ImGui::GetColorU32(tone::kText));
    tooltip(tooltip_text);
    return clicked;
}

void tooltip(const char* text)
{
    if (text[0] == '\0' || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) ||
        ImGui::GetCurrentContext()->HoveredIdTimer + ImGui::GetIO().DeltaTime < kTooltipDelay)
        return;
    // At full strength also over a control that is off: it tells why.
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {9, 7});
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(kTooltipWidth * ImGui::GetFontSize());
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar(2);
}

void hint(const char* text)
{
    const TextColor dim(tone::kDim);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
}

void subheading(const View& view, const char* text)
{
    ImGui::Dummy({1, view.scale});
    ImGui::PushFont(view.fonts.strong);
    ImGui::TextUnformatted(text);
    ImGui::PopFont();
}

bool fold(const View& view, const char* label, const char* help)
{
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight();
    bool* const is_open = ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID(label), false);
    if (ImGui::InvisibleButton(label, {std::max(1.0f, ImGui::GetContentRegionAvail().x), height}))
        *is_open = !*is_open;
    const bool hot = ImGui::IsItemHovered();
    tooltip(help);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 color = ImGui::GetColorU32(hot ? tone::kText : tone::kDim);
    draw_icon(list, *is_open ? Icon::ChevronDown : Icon::ChevronRight,
              {min.x + 4 * view.scale, min.y + 0.5f * height}, 7 * view.scale, color);
    list.AddText({min.x + 15 * view.scale, min.y + 0.5f * (height - ImGui::GetFontSize())}, color, label);
    return *is_open;
}

bool fold_label(const View& view, const char* label, const FoldMark& mark, float label_share)
{
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const float left = ImGui::GetCursorPosX(), height = ImGui::GetFrameHeight();
    const float width = std::max(1.0f, label_share * ImGui::GetContentRegionAvail().x);
    bool* const is_open = ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("##open"), false);
    if (ImGui::InvisibleButton("##fold", {std::max(1.0f, width - 2), height}))
        *is_open = !*is_open;
    const bool hot = ImGui::IsItemHovered();
    tooltip(mark.tooltip.c_str());
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = min.y + 0.5f * height;
    draw_icon(list, *is_open ? Icon::ChevronDown : Icon::ChevronRight, {min.x + 4 * view.scale, middle},
              7 * view.scale, ImGui::GetColorU32(hot ? tone::kText : tone::kDim));
    float x = min.x + 14 * view.scale;
    const float side = 9 * view.scale;
    if (mark.swatch)
        list.AddRectFilled({x, middle - 0.5f * side}, {x + side, middle + 0.5f * side},
                           ImGui::GetColorU32(from_rgb(*mark.swatch)), 2 * view.scale);
    x += side + 6 * view.scale;
    const float end = min.x + width - (mark.is_changed ? 14 : 6) * view.scale;
    ImGui::PushStyleColor(ImGuiCol_Text, hot ? tone::kText : tone::kDim);
    ImGui::RenderTextEllipsis(&list, {x, middle - 0.5f * ImGui::GetFontSize()}, {end, min.y + height}, end,
                              end, label, nullptr, nullptr);
    ImGui::PopStyleColor();
    if (mark.is_changed)
        list.AddCircleFilled({min.x + width - 8 * view.scale, middle}, 3 * view.scale, tone::kAccent, 12);
    ImGui::SameLine();
    ImGui::SetCursorPosX(left + width);
    return *is_open;
}

std::string text_format(const char* format, ...)
{
    std::array<char, 512> text = {};
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text.data(), text.size(), format, arguments);
    va_end(arguments);
    return text.data();
}

} // namespace drape::app
