#include "app/panels/widgets.h"

#include <imgui_stdlib.h>

#include <algorithm>

namespace drape::app {

std::optional<std::string> path_row(const View& view, Commands& commands, Draft draft, const char* hint,
                                    const char* button, const char* help)
{
    std::string text = view.state.drafts[static_cast<std::size_t>(draft)];
    ImGui::PushID(hint);
    const float width = 58 * view.scale;
    ImGui::SetNextItemWidth(
        std::max(20.0f, ImGui::GetContentRegionAvail().x - width - ImGui::GetStyle().ItemSpacing.x));
    if (ImGui::InputTextWithHint("##path", hint, &text))
        commands.push_back(SetDraft{draft, text});
    const bool entered =
        ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false);
    tooltip(help);
    ImGui::SameLine();
    const bool is_empty = text.empty();
    ImGui::BeginDisabled(is_empty);
    const bool pressed = text_button(button, help, width);
    ImGui::EndDisabled();
    ImGui::PopID();
    return (pressed || entered) && !is_empty ? std::optional(text) : std::nullopt;
}

} // namespace drape::app
