#include "app/panels/legend.h"
#include "app/panels/widgets.h"

#include <algorithm>
#include <optional>

namespace drape::app {

namespace {

/// A short text on a dark pill, its left edge at `at`, kept inside the viewport.
void draw_tag(const View& view, ImVec2 at, const std::string& text, ImU32 color)
{
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Rect& area = view.layout.viewport;
    const ImVec2 size = ImGui::CalcTextSize(text.c_str()), pad = {8 * view.scale, 4 * view.scale};
    at.x = std::clamp(at.x, area.x + 4, std::max(area.x + 4, area.x + area.w - size.x - 2 * pad.x - 4));
    at.y = std::clamp(at.y, area.y + 4, std::max(area.y + 4, area.y + area.h - size.y - 2 * pad.y - 4));
    list.AddRectFilled(at, {at.x + size.x + 2 * pad.x, at.y + size.y + 2 * pad.y},
                       IM_COL32(0x14, 0x16, 0x1A, 0xE0), 5 * view.scale);
    list.AddText({at.x + pad.x, at.y + pad.y}, color, text.c_str());
}

/// Where a point of the scene is in the window; empty behind the eye.
std::optional<ImVec2> to_window(const View& view, const glm::dvec3& point, double* px_per_m = nullptr)
{
    const Rect& area = view.layout.viewport;
    // In window coordinates, so that lines and texts need no other scale.
    const renderer::Viewport viewport{static_cast<int>(area.w), static_cast<int>(area.h)};
    const auto place = renderer::project(view.state.camera, viewport, point);
    if (!place)
        return std::nullopt;
    if (px_per_m != nullptr)
        *px_per_m = place->px_per_m;
    return ImVec2{area.x + static_cast<float>(place->px.x), area.y + static_cast<float>(place->px.y)};
}

/// "breast#12   glandular tissue   34 % deep": a particle with its layer and its depth below the skin.
std::string name_of(const sim::SnapshotTopology& topology, std::uint32_t entity)
{
    std::string text = topology.names[entity];
    for (const sim::SnapshotTissue& tissue : topology.tissues) {
        if (entity < tissue.first || entity - tissue.first >= tissue.count)
            continue;
        // A particle belongs to the outermost layer of its elements, as its colour does.
        std::optional<std::size_t> layer;
        for (std::size_t t = 0; t < tissue.tets.size(); ++t)
            if (std::find(tissue.tets[t].begin(), tissue.tets[t].end(), entity) != tissue.tets[t].end())
                layer = std::max<std::size_t>(layer.value_or(0), tissue.tet_layer[t]);
        if (layer && *layer < tissue.layers.size())
            text += "   " + tissue.layers[*layer].name;
        text += text_format("   %.0f %% deep",
                            100.0 * (1.0 - static_cast<double>(tissue.depth[entity - tissue.first])));
    }
    return text;
}

void draw_names(const View& view)
{
    const sim::Snapshot& snapshot = view.sim.snapshot;
    const auto mark = [&](std::uint32_t entity, const std::string& text, ImU32 color) {
        if (!snapshot.topology || entity >= snapshot.position.size())
            return;
        if (const auto at = to_window(view, snapshot.position[entity]))
            draw_tag(view, {at->x + 14 * view.scale, at->y - 30 * view.scale}, text, color);
    };
    if (view.sim.status.fault) {
        const std::uint32_t entity = view.sim.status.fault->entity;
        if (snapshot.topology && entity < snapshot.topology->names.size())
            mark(entity, snapshot.topology->names[entity] + " left the finite numbers here", tone::kError);
        return;
    }
    const PointerView& pointer = view.state.pointer;
    if (pointer.hovered_entity && snapshot.topology &&
        *pointer.hovered_entity < snapshot.topology->names.size())
        mark(*pointer.hovered_entity, name_of(*snapshot.topology, *pointer.hovered_entity), tone::kText);
}

/// The outline of where a dragged probe is asked to go, while it is not there yet.
void draw_probe_target(const View& view)
{
    const PointerView& pointer = view.state.pointer;
    if (!pointer.is_dragging_probe || !pointer.hovered_probe)
        return;
    const auto& probes = view.sim.snapshot.probes;
    if (pointer.hovered_probe->probe >= probes.size())
        return;
    const sim::ProbeSnapshot& probe = probes[pointer.hovered_probe->probe];
    double px_per_m = 0.0;
    const auto a = to_window(view, pointer.probe_target_a, &px_per_m),
               b = to_window(view, pointer.probe_target_b);
    if (!a || !b)
        return;
    const auto radius = static_cast<float>(std::min(probe.radius * px_per_m, 4000.0));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 color = faded(tone::kAccent, 0.75f);
    list.AddCircle(*a, radius, color, 48, 1.5f);
    if (pointer.probe_target_a != pointer.probe_target_b) {
        list.AddCircle(*b, radius, color, 48, 1.5f);
        list.AddLine(*a, *b, color, 1.5f);
    }
    const std::string reading =
        probe.contacts > 0 ? text_format("%.1f mm   %.2f N", 1e3 * probe.depth, probe.force) : "no contact";
    draw_tag(view, {a->x + radius + 10 * view.scale, a->y - 10 * view.scale}, reading,
             probe.contacts > 0 ? tone::kAccent : tone::kDim);
}

void draw_toast(const View& view)
{
    const std::optional<Toast>& toast = view.state.toast;
    if (!toast || toast->until_s <= view.state.now_s)
        return;
    const ImU32 color = toast->level == LogLevel::Error     ? tone::kError
                        : toast->level == LogLevel::Warning ? tone::kWarning
                                                            : tone::kText;
    const Rect& area = view.layout.viewport;
    const float width = std::min(ImGui::CalcTextSize(toast->text.c_str()).x, area.w);
    draw_tag(view, {area.x + 0.5f * (area.w - width), area.y + area.h - 44 * view.scale}, toast->text,
             color);
}

void draw_corner_legend(const View& view)
{
    const Rect& area = view.layout.viewport;
    const float width = 180 * view.scale;
    if (area.w < 2.2f * width || area.h < 160 * view.scale)
        return;
    draw_legend(view,
                {area.x + area.w - width - 16 * view.scale,
                 area.y + area.h - legend_height(view) - 16 * view.scale},
                width);
}

/// Whether nothing of the scene is in the picture, going by a few dozen particles and the probes.
bool is_out_of_view(const View& view)
{
    constexpr std::size_t kSamples = 64;
    const sim::Snapshot& snapshot = view.sim.snapshot;
    const Rect& area = view.layout.viewport;
    const auto is_seen = [&](const glm::dvec3& point) {
        const auto at = to_window(view, point);
        return at && area.contains(at->x, at->y);
    };
    const std::size_t stride = snapshot.position.size() / kSamples + 1;
    for (std::size_t i = 0; i < snapshot.position.size(); i += stride)
        if (is_seen(snapshot.position[i]))
            return false;
    for (const sim::ProbeSnapshot& probe : snapshot.probes)
        if (is_seen(probe.a) || is_seen(probe.b))
            return false;
    return !snapshot.position.empty();
}

void draw_state(const View& view)
{
    const Rect& area = view.layout.viewport;
    const ImVec2 corner = {area.x + 12 * view.scale, area.y + 12 * view.scale};
    if (!view.sim.snapshot.topology)
        draw_tag(view, {area.x + 0.5f * area.w - 120 * view.scale, area.y + 0.5f * area.h},
                 view.sim.status.loading.empty() ? "Drop a .pwe scene here to open it"
                                                 : "Opening " + view.sim.status.loading,
                 tone::kDim);
    else if (!is_playing(view))
        draw_tag(view, corner, "Paused", tone::kAccent);
    if (is_out_of_view(view))
        draw_tag(view, {area.x + 0.5f * area.w - 110 * view.scale, area.y + 0.5f * area.h},
                 "Everything is out of view. F brings it back", tone::kDim);
}

} // namespace

void draw_viewport_overlay(const View& view, Commands&)
{
    const Rect& area = view.layout.viewport;
    if (area.w < 40 || area.h < 40)
        return;
    ImGui::SetNextWindowPos({area.x, area.y});
    ImGui::SetNextWindowSize({area.w, area.h});
    if (ImGui::Begin("##overlay", nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                         ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                         ImGuiWindowFlags_NoBringToFrontOnFocus)) {
        draw_corner_legend(view);
        draw_names(view);
        draw_probe_target(view);
        draw_state(view);
        draw_toast(view);
    }
    ImGui::End();
}

} // namespace drape::app
