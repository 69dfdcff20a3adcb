#include "app/panels/widgets.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace drape::app {

namespace {

/// A round number, 1 to 8 times a power of ten, at least `value`: scales that do not jump with every sample.
float nice_above(float value)
{
    if (!(value > 0.0f) || !std::isfinite(value))
        return 1.0f;
    const float power = std::pow(10.0f, std::floor(std::log10(value)));
    for (const float step : {1.0f, 1.5f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 8.0f})
        if (value <= step * power * 1.0001f)
            return step * power;
    return 10.0f * power;
}

float top_of(const Curve& curve, float guide)
{
    float top = 0.0f;
    for (std::size_t i = 0; i < curve.count; ++i)
        if (const float value = curve.at(i); std::isfinite(value))
            top = std::max(top, value);
    return nice_above(std::max(top, guide));
}

} // namespace

void plot(const char* label, const std::string& reading, const Curve& curve, ImVec2 size, float guide)
{
    const ImVec2 min = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    if (size.x < 8 || size.y < 8)
        return;
    const ImVec2 max = {min.x + size.x, min.y + size.y};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min, max, tone::kCard, ImGui::GetStyle().FrameRounding);
    const float pad = 6, text = ImGui::GetTextLineHeight();
    const ImVec2 low = {min.x + pad, min.y + pad + text + 2}, high = {max.x - pad, max.y - pad};
    const float top = top_of(curve, guide), height = std::max(1.0f, high.y - low.y);
    const auto y_of = [&](float value) {
        return high.y - height * std::clamp(std::isfinite(value) ? value / top : 0.0f, 0.0f, 1.0f);
    };
    list.AddLine({low.x, high.y}, high, tone::kCardEdge);
    if (guide > 0.0f)
        list.AddLine({low.x, y_of(guide)}, {high.x, y_of(guide)}, faded(tone::kFaint, 0.8f));

    if (curve.count > 1) {
        const float step = (high.x - low.x) / static_cast<float>(curve.count - 1);
        std::vector<ImVec2> points(curve.count);
        for (std::size_t i = 0; i < curve.count; ++i)
            points[i] = {low.x + step * static_cast<float>(i), y_of(curve.at(i))};
        for (std::size_t i = 0; i + 1 < points.size(); ++i)
            list.AddQuadFilled(points[i], points[i + 1], {points[i + 1].x, high.y}, {points[i].x, high.y},
                               faded(tone::kFillHot, 0.28f));
        list.AddPolyline(points.data(), static_cast<int>(points.size()), IM_COL32(0x7F, 0xAE, 0xE2, 255), 0,
                         1.4f);
    }
    list.AddText({low.x, min.y + pad - 1}, tone::kDim, label);
    const float width = ImGui::CalcTextSize(reading.c_str()).x;
    list.AddText({high.x - width, min.y + pad - 1}, tone::kText, reading.c_str());
    const std::string scale = text_format("%g", static_cast<double>(top));
    list.AddText({low.x + 1, low.y - 1}, tone::kFaint, scale.c_str());
}

void xy_plot(const char* label, const std::string& reading, std::span<const ImVec2> points, ImVec2 size,
             const char* x_unit, const char* y_unit)
{
    const ImVec2 min = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    if (size.x < 8 || size.y < 8)
        return;
    const ImVec2 max = {min.x + size.x, min.y + size.y};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min, max, tone::kControl, ImGui::GetStyle().FrameRounding);
    const float pad = 6, text = ImGui::GetTextLineHeight();
    const ImVec2 low = {min.x + pad, min.y + pad + text + 2}, high = {max.x - pad, max.y - pad - text};
    ImVec2 most = {0, 0};
    for (const ImVec2& point : points)
        most = {std::max(most.x, point.x), std::max(most.y, point.y)};
    const ImVec2 top = {nice_above(most.x), nice_above(most.y)};
    const auto place = [&](const ImVec2& point) {
        const auto share = [](float value, float end) {
            return std::clamp(std::isfinite(value) ? value / end : 0.0f, 0.0f, 1.0f);
        };
        return ImVec2{low.x + (high.x - low.x) * share(point.x, top.x),
                      high.y - (high.y - low.y) * share(point.y, top.y)};
    };
    list.AddLine({low.x, high.y}, high, tone::kFaint);
    list.AddLine(low, {low.x, high.y}, tone::kFaint);
    std::vector<ImVec2> line(points.size());
    std::transform(points.begin(), points.end(), line.begin(), place);
    if (line.size() > 1)
        list.AddPolyline(line.data(), static_cast<int>(line.size()), IM_COL32(0x7F, 0xAE, 0xE2, 255), 0,
                         1.4f);
    if (!line.empty())
        list.AddCircleFilled(line.back(), 3.0f, tone::kAccent, 12);
    const auto right_text = [&](float y, ImU32 color, const std::string& words) {
        list.AddText({high.x - ImGui::CalcTextSize(words.c_str()).x, y}, color, words.c_str());
    };
    list.AddText({low.x, min.y + pad - 1}, tone::kDim, label);
    right_text(min.y + pad - 1, tone::kText, reading);
    if (points.empty())
        return;
    list.AddText({low.x + 4, low.y - 1}, tone::kFaint,
                 text_format("%g %s", static_cast<double>(top.y), y_unit).c_str());
    right_text(high.y + 1, tone::kFaint, text_format("%g %s", static_cast<double>(top.x), x_unit));
}

} // namespace drape::app
