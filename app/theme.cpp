#include "app/theme.h"

namespace drape::app {

namespace {

void set_colors(ImGuiStyle& style)
{
    const auto set = [&style](ImGuiCol slot, ImU32 color) {
        style.Colors[slot] = ImGui::ColorConvertU32ToFloat4(color);
    };
    set(ImGuiCol_Text, tone::kText);
    set(ImGuiCol_TextDisabled, tone::kDim);
    set(ImGuiCol_WindowBg, tone::kBackdrop);
    set(ImGuiCol_ChildBg, 0);
    set(ImGuiCol_PopupBg, IM_COL32(0x23, 0x27, 0x2E, 250));
    set(ImGuiCol_Border, tone::kCardEdge);
    set(ImGuiCol_FrameBg, tone::kControl);
    set(ImGuiCol_FrameBgHovered, tone::kControlHot);
    set(ImGuiCol_FrameBgActive, tone::kControlDown);
    set(ImGuiCol_ScrollbarBg, 0);
    set(ImGuiCol_ScrollbarGrab, tone::kControl);
    set(ImGuiCol_ScrollbarGrabHovered, tone::kControlHot);
    set(ImGuiCol_ScrollbarGrabActive, tone::kControlDown);
    set(ImGuiCol_CheckMark, tone::kAccent);
    set(ImGuiCol_SliderGrab, 0);
    set(ImGuiCol_SliderGrabActive, 0);
    set(ImGuiCol_Button, tone::kControl);
    set(ImGuiCol_ButtonHovered, tone::kControlHot);
    set(ImGuiCol_ButtonActive, tone::kControlDown);
    set(ImGuiCol_Header, faded(tone::kChosen, 0.55f));
    set(ImGuiCol_HeaderHovered, tone::kControlHot);
    set(ImGuiCol_HeaderActive, tone::kControlDown);
    set(ImGuiCol_Separator, tone::kCardEdge);
    set(ImGuiCol_TextSelectedBg, faded(tone::kFillHot, 0.8f));
    set(ImGuiCol_NavHighlight, tone::kAccent);
    set(ImGuiCol_ModalWindowDimBg, IM_COL32(0, 0, 0, 120));
}

} // namespace

ImU32 faded(ImU32 color, float share)
{
    const auto alpha = static_cast<ImU32>(static_cast<float>(color >> IM_COL32_A_SHIFT) * share + 0.5f);
    return (color & ~static_cast<ImU32>(IM_COL32_A_MASK)) | (alpha << IM_COL32_A_SHIFT);
}

ImU32 from_rgb(std::uint32_t rgb)
{
    return IM_COL32((rgb >> 16U) & 255U, (rgb >> 8U) & 255U, rgb & 255U, 255U);
}

void apply_theme(float scale)
{
    // Always from fresh values: ScaleAllSizes on scaled ones would round again and again.
    ImGuiStyle style;
    style.WindowPadding = {8, 8};
    style.WindowRounding = 0;
    style.WindowBorderSize = 0;
    style.ChildRounding = 5;
    style.ChildBorderSize = 0;
    style.PopupRounding = 6;
    style.PopupBorderSize = 1;
    style.FramePadding = {7, 3};
    style.FrameRounding = 4;
    style.ItemSpacing = {6, 5};
    style.ItemInnerSpacing = {6, 4};
    style.IndentSpacing = 14;
    style.ScrollbarSize = 9;
    style.ScrollbarRounding = 5;
    style.GrabMinSize = 1;
    style.GrabRounding = 4;
    style.ButtonTextAlign = {0.5f, 0.5f};
    style.DisabledAlpha = 0.42f;
    style.AntiAliasedLinesUseTex = true;
    set_colors(style);
    style.ScaleAllSizes(scale);
    style.WindowMinSize = {1, 1}; // not scaled: ImGui refuses less than one
    ImGui::GetStyle() = style;
}

} // namespace drape::app
