#include "app/input_map.h"
#include "app/panels/widgets.h"

#include <algorithm>
#include <array>

namespace drape::app {

namespace {

struct Gesture
{
    const char* hand;
    const char* what;
};

constexpr std::array<Gesture, 10> kGestures = {{
    {"Left-drag on a particle or skin", "pulls it"},
    {"Left-drag on a probe", "moves it; on an end, turns it"},
    {"Wheel over a probe", "moves it away or nearer"},
    {"Left-drag elsewhere", "turns the view"},
    {"Right-drag", "turns the view, wherever it begins"},
    {"Middle- or Shift-left-drag", "moves the view"},
    {"Wheel", "comes nearer to what is under the mouse"},
    {"Double-click", "centres what is hit"},
    {"Ctrl-click on a slider", "types a number"},
    {"Drop a file", "opens it"},
}};

void draw_pair(const View& view, const char* left, const char* right, float column)
{
    const float x = ImGui::GetCursorPosX();
    {
        const TextColor accent(tone::kAccent);
        ImGui::TextUnformatted(left);
    }
    ImGui::SameLine();
    ImGui::SetCursorPosX(x + column * view.scale);
    ImGui::TextUnformatted(right);
}

} // namespace

void draw_help(const View& view, Commands& commands)
{
    if (!view.state.help_open)
        return;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0.5f * screen.x, 0.5f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({1, 1},
                                        {std::max(1.0f, screen.x - 8), std::max(1.0f, screen.y - 8)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {22 * view.scale, 18 * view.scale});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8 * view.scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(0x20, 0x24, 0x2A, 250));
    if (ImGui::Begin("##help", nullptr,
                     ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_AlwaysAutoResize |
                         ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                         ImGuiWindowFlags_NoCollapse)) {
        ImGui::PushFont(view.fonts.strong);
        ImGui::TextUnformatted("Keys and mouse");
        ImGui::PopFont();
        ImGui::Dummy({1, 6 * view.scale});
        ImGui::BeginGroup();
        for (const KeyBinding& binding : key_bindings())
            if (binding.help[0] != '\0')
                draw_pair(view, binding.name, binding.help, 92);
        ImGui::EndGroup();
        ImGui::SameLine(0, 36 * view.scale);
        ImGui::BeginGroup();
        for (const Gesture& gesture : kGestures)
            draw_pair(view, gesture.hand, gesture.what, 208);
        ImGui::Dummy({1, 10 * view.scale});
        if (text_button("Close", "F1 or Escape closes this as well", 90 * view.scale))
            commands.push_back(ToggleHelp{});
        ImGui::EndGroup();
    }
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
}

} // namespace drape::app
