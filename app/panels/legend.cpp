#include "app/panels/legend.h"

#include "app/panels/widgets.h"
#include "renderer/color_map.h"

#include <algorithm>
#include <string>
#include <vector>

namespace drape::app {

namespace {

ImU32 packed(const glm::vec3& rgb)
{
    return ImGui::ColorConvertFloat4ToU32({rgb.x, rgb.y, rgb.z, 1.0f});
}

/// Each layer once, the outermost first.
std::vector<sim::SnapshotLayer> layers_of(const View& view)
{
    std::vector<sim::SnapshotLayer> layers;
    if (!view.sim.snapshot.topology)
        return layers;
    for (const sim::SnapshotTissue& tissue : view.sim.snapshot.topology->tissues)
        for (auto layer = tissue.layers.rbegin(); layer != tissue.layers.rend(); ++layer)
            if (std::find(layers.begin(), layers.end(), *layer) == layers.end())
                layers.push_back(*layer);
    return layers;
}

float layer_line(const View& view)
{
    return ImGui::GetTextLineHeight() + 4 * view.scale;
}

void draw_layers(const View& view, ImVec2 min)
{
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float side = 10 * view.scale, text = ImGui::GetTextLineHeight();
    for (const sim::SnapshotLayer& layer : layers_of(view)) {
        const float top = min.y + 0.5f * (text - side);
        list.AddRectFilled({min.x, top}, {min.x + side, top + side}, from_rgb(layer.color), 2 * view.scale);
        list.AddText({min.x + side + 8 * view.scale, min.y}, tone::kDim, layer.name.c_str());
        min.y += layer_line(view);
    }
}

/// What the two ends and the middle of the map say.
struct Ends
{
    std::string low, middle, high;
};
Ends ends_of(renderer::ColorMode mode, double top)
{
    switch (mode) {
    case renderer::ColorMode::Speed:
        return top < 0.1 ? Ends{"0", "speed, mm/s", text_format("%.3g", 1e3 * top)}
                         : Ends{"0", "speed, m/s", text_format("%.3g", top)};
    case renderer::ColorMode::Compression:
        return {text_format("%.3g", 1.0 - top), "6V/6V0", text_format("%.3g", 1.0 + top)};
    default:
        return {text_format("-%.3g", top), "strain", text_format("%.3g", top)};
    }
}

} // namespace

float legend_height(const View& view)
{
    switch (view.state.settings.look.color_mode) {
    case renderer::ColorMode::Body:
        return 0.0f;
    case renderer::ColorMode::Layer:
        return layer_line(view) * static_cast<float>(layers_of(view).size());
    default:
        return ImGui::GetTextLineHeight() + 16 * view.scale;
    }
}

void draw_legend(const View& view, ImVec2 min, float width)
{
    const renderer::ColorMode mode = view.state.settings.look.color_mode;
    if (mode == renderer::ColorMode::Body)
        return;
    if (mode == renderer::ColorMode::Layer) {
        draw_layers(view, min);
        return;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    constexpr int kParts = 48;
    const float height = 9 * view.scale, part = width / kParts;
    for (int i = 0; i < kParts; ++i) {
        const float t = (static_cast<float>(i) + 0.5f) / kParts;
        const glm::vec3 color = mode == renderer::ColorMode::Speed ? renderer::viridis(t)
                                                                   : renderer::diverging(2.0f * t - 1.0f);
        const float x = min.x + part * static_cast<float>(i);
        list.AddRectFilled({x, min.y}, {x + part + 0.5f, min.y + height}, packed(color));
    }
    const Ends ends = ends_of(mode, static_cast<double>(view.state.range.max));
    const float y = min.y + height + 3 * view.scale;
    const auto text_at = [&](const std::string& text, float share) {
        const float room = width - ImGui::CalcTextSize(text.c_str()).x;
        list.AddText({min.x + share * room, y}, tone::kDim, text.c_str());
    };
    text_at(ends.low, 0.0f);
    text_at(ends.middle, 0.5f);
    text_at(ends.high, 1.0f);
}

} // namespace drape::app
