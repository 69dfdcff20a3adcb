#include "app/panels/legend.h"

#include "app/panels/widgets.h"
#include "renderer/color_map.h"

namespace drape::app {

namespace {

ImU32 packed(const glm::vec3& rgb)
{
    return ImGui::ColorConvertFloat4ToU32({rgb.x, rgb.y, rgb.z, 1.0f});
}

} // namespace

float legend_height(const View& view)
{
    return ImGui::GetTextLineHeight() + 16 * view.scale;
}

void draw_legend(const View& view, ImVec2 min, float width)
{
    const renderer::ColorMode mode = view.state.settings.look.color_mode;
    if (mode == renderer::ColorMode::Body)
        return;
    const bool is_speed = mode == renderer::ColorMode::Speed;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    constexpr int kParts = 48;
    const float height = 9 * view.scale, part = width / kParts;
    for (int i = 0; i < kParts; ++i) {
        const float t = (static_cast<float>(i) + 0.5f) / kParts;
        const glm::vec3 color = is_speed ? renderer::viridis(t) : renderer::diverging(2.0f * t - 1.0f);
        const float x = min.x + part * static_cast<float>(i);
        list.AddRectFilled({x, min.y}, {x + part + 0.5f, min.y + height}, packed(color));
    }
    const auto top = static_cast<double>(view.state.range.max);
    const std::string low = is_speed ? "0" : text_format("-%.3g", top);
    const std::string middle = is_speed ? "speed, m/s" : "strain";
    const std::string high = text_format("%.3g", top);
    const float y = min.y + height + 3 * view.scale;
    const auto text_at = [&](const std::string& text, float share) {
        const float room = width - ImGui::CalcTextSize(text.c_str()).x;
        list.AddText({min.x + share * room, y}, tone::kDim, text.c_str());
    };
    text_at(low, 0.0f);
    text_at(middle, 0.5f);
    text_at(high, 1.0f);
}

} // namespace drape::app
