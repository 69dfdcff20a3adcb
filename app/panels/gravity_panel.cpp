#include "app/panels/posture.h"
#include "app/panels/widgets.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace drape::app {

namespace {

constexpr double kMostGravity = 30.0; // m/s^2: three times the Earth's

/// The point of the unit ball under a place on its disc, x and y in radii. Past the rim the drag goes on
/// over the far side, so that every direction is within reach of one movement.
glm::dvec3 direction_at(double x, double y, double side)
{
    double r = std::hypot(x, y);
    if (r > 1.0) {
        const double folded = std::max(2.0 - r, 0.0);
        x *= folded / r;
        y *= folded / r;
        r = folded;
        side = -side;
    }
    return {x, y, side * std::sqrt(std::max(0.0, 1.0 - r * r))};
}

void draw_ball(ImVec2 center, float radius, const glm::dvec3& direction, float lightness)
{
    ImDrawList& list = *ImGui::GetWindowDrawList();
    constexpr int kRings = 14;
    for (int i = 0; i < kRings; ++i) {
        // Lit from the upper left: rings that shrink toward the light.
        const float t = static_cast<float>(i) / kRings;
        const auto shade = static_cast<ImU32>(lightness + 34.0f * t);
        list.AddCircleFilled({center.x - 0.28f * radius * t, center.y - 0.3f * radius * t},
                             radius * (1.0f - 0.9f * t), IM_COL32(shade, shade + 4, shade + 12, 255), 48);
    }
    list.AddLine({center.x - radius, center.y}, {center.x + radius, center.y}, faded(tone::kAxisX, 0.5f));
    list.AddLine({center.x, center.y - radius}, {center.x, center.y + radius}, faded(tone::kAxisY, 0.5f));
    list.AddCircle(center, radius, tone::kFaint, 48, 1.2f);
    const ImVec2 tip = {center.x + static_cast<float>(direction.x) * radius,
                        center.y - static_cast<float>(direction.y) * radius};
    const float dot = std::max(4.0f, 0.11f * radius);
    list.AddLine(center, tip, tone::kAccent, 2.0f);
    if (direction.z >= -1e-9)
        list.AddCircleFilled(tip, dot, tone::kAccent, 16);
    else // away from the viewer: hollow
        list.AddCircle(tip, dot, tone::kAccent, 16, 2.0f);
}

/// The ball to drag; returns the new direction.
std::optional<glm::dvec3> direction_ball(float radius, const glm::dvec3& direction)
{
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const ImVec2 center = {min.x + radius, min.y + radius};
    ImGui::InvisibleButton("##ball", {2 * radius, 2 * radius});
    float* const side = ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("##side"), 1.0f);
    if (ImGui::IsItemActivated())
        *side = direction.z < -1e-9 ? -1.0f : 1.0f;
    draw_ball(center, radius, direction, ImGui::IsItemHovered() || ImGui::IsItemActive() ? 50.0f : 42.0f);
    tooltip("Where gravity pulls, seen from the front: drag the dot; past the rim it goes over the far "
            "side, where the "
            "dot is hollow. +x is the body's left, +y up, +z forward");
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool was_moved = ImGui::IsMouseClicked(ImGuiMouseButton_Left) ||
                           ImGui::GetIO().MouseDelta.x != 0.0f || ImGui::GetIO().MouseDelta.y != 0.0f;
    if (!ImGui::IsItemActive() || !was_moved || !ImGui::IsMousePosValid())
        return std::nullopt;
    return direction_at(static_cast<double>((mouse.x - center.x) / radius),
                        static_cast<double>((center.y - mouse.y) / radius), static_cast<double>(*side));
}

/// Whether the tissues lie still: a light and words.
void draw_rest_light(const View& view)
{
    const std::optional<Stillness> still = stillness(view.state, view.sim);
    if (!still)
        return;
    const float height = ImGui::GetFrameHeight(), radius = 4.5f * view.scale;
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const ImU32 color = still->is_at_rest ? tone::kGood : tone::kWarning;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 center = {min.x + radius + 2, min.y + 0.5f * height};
    list.AddCircleFilled(center, 1.9f * radius, faded(color, 0.18f), 24);
    list.AddCircleFilled(center, radius, color, 24);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 2 * radius + 12 * view.scale);
    ImGui::AlignTextToFramePadding();
    const std::string text =
        still->is_at_rest ? "At rest" : text_format("Moving, %.3g mm/s", still->fastest_mm_per_s);
    ImGui::TextUnformatted(text.c_str());
    tooltip("At rest: nothing has moved faster than 1 mm/s for 0.25 s of simulated time. The number is "
            "the largest speed");
}

void draw_free_gravity(const View& view, Commands& commands, const std::optional<glm::dvec3>& gravity)
{
    const glm::dvec3 now = gravity.value_or(glm::dvec3(0.0));
    const double size = glm::length(now);
    const glm::dvec3 direction = size > 0.0 ? now / size : glm::dvec3(0.0, -1.0, 0.0);
    const float radius = 42 * view.scale;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() +
                         std::max(0.0f, 0.5f * ImGui::GetContentRegionAvail().x - radius));
    if (const auto value = direction_ball(radius, direction))
        commands.push_back(sim::SetGravity{*value * (size > 0.0 ? size : kStandardGravity)});
    if (const auto value = slider_row({"Strength", "Size of the acceleration, in m/s^2; on Earth 9.81",
                                       "%.2f m/s^2", kStandardGravity},
                                      size, {0.0, kMostGravity}))
        commands.push_back(sim::SetGravity{direction * *value});
    if (const auto value = vector_row({"Vector", "Acceleration along x, y and z, in m/s^2", "%.2f"}, now,
                                      {-kMostGravity, kMostGravity}, 0.05))
        commands.push_back(sim::SetGravity{*value});
}

} // namespace

void draw_posture_buttons(const View& view, Commands& commands, std::span<const BodyPosture> postures,
                          float width)
{
    const glm::dvec3 now = gravity_of(view.state, view.sim).value_or(glm::dvec3(0.0));
    const double size = glm::length(now);
    // During a turn the one that it goes to is lit.
    const glm::dvec3 direction = view.state.turn ? view.state.turn->direction
                                 : size > 0.0    ? now / size
                                                 : glm::dvec3(0.0);
    for (std::size_t i = 0; i < postures.size(); ++i) {
        if (i > 0)
            ImGui::SameLine(0, 4 * view.scale);
        const bool is_it = glm::dot(direction, postures[i].direction) > 0.99999;
        if (pill_button(postures[i].name, postures[i].help, is_it ? Lit::Yes : Lit::No, width))
            commands.push_back(TurnGravity{postures[i].direction});
    }
}

void draw_gravity_panel(const View& view, Commands& commands)
{
    const Card card(view, commands, Panel::Gravity, "Gravity");
    if (!card.is_open())
        return;
    const std::optional<glm::dvec3> gravity = gravity_of(view.state, view.sim);
    if (!gravity)
        hint("This scene has no gravity system, so nothing here would have an effect.");
    ImGui::BeginDisabled(!gravity);
    constexpr std::size_t kInLine = 3;
    const float third = (ImGui::GetContentRegionAvail().x - 2 * 4 * view.scale) / 3.0f;
    draw_posture_buttons(view, commands, std::span(kPostures).first(kInLine), third);
    draw_posture_buttons(view, commands, std::span(kPostures).subspan(kInLine), third);
    draw_rest_light(view);
    // A lattice is turned by hand as often as not; a tissue has its postures.
    if (!has_tissue(view.sim) || fold(view, "Direction and strength", "Any other direction and strength"))
        draw_free_gravity(view, commands, gravity);
    ImGui::EndDisabled();
}

} // namespace drape::app
