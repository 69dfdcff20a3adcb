#include "app/ui.h"

#include "app/panels/widgets.h"

namespace drape::app {

namespace {

constexpr ImGuiWindowFlags kFixed =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus;

void place_window(const Rect& rect)
{
    ImGui::SetNextWindowPos({rect.x, rect.y});
    ImGui::SetNextWindowSize({rect.w, rect.h});
}

/// What the body is made of, what touches it, and how it lies.
void draw_body_panels(const View& view, Commands& commands)
{
    const bool is_tissue = has_tissue(view.sim);
    if (is_tissue)
        draw_profile_panel(view, commands);
    if (!is_tissue || has_lattice(view.sim))
        draw_material_panel(view, commands);
    draw_probe_panel(view, commands);
    if (is_tissue)
        draw_gate_panel(view, commands);
}

void draw_columns(const View& view, Commands& commands)
{
    const bool has_right = !view.layout.right.is_empty();
    // A tissue has more panels: they share the height better with View on the left.
    const bool is_view_left = has_tissue(view.sim);
    if (!view.layout.left.is_empty()) {
        place_window(view.layout.left);
        if (ImGui::Begin("##left", nullptr, kFixed)) {
            draw_scene_panel(view, commands);
            draw_simulation_panel(view, commands);
            draw_gravity_panel(view, commands);
            if (!has_right)
                draw_body_panels(view, commands);
            if (!has_right || is_view_left)
                draw_view_panel(view, commands);
        }
        ImGui::End();
    }
    if (has_right) {
        place_window(view.layout.right);
        if (ImGui::Begin("##right", nullptr, kFixed)) {
            draw_body_panels(view, commands);
            if (!is_view_left)
                draw_view_panel(view, commands);
        }
        ImGui::End();
    }
}

void draw_tabs(const View& view, Commands& commands)
{
    const Settings& settings = view.state.settings;
    const auto tab = [&](const char* label, const char* help, DrawerTab which) {
        const bool is_shown = view.layout.drawer_open && settings.drawer_tab == which;
        if (!pill_button(label, help, is_shown ? Lit::Yes : Lit::No, 64 * view.scale))
            return;
        // The tab that is open closes the drawer; another one opens it.
        if (is_shown || !settings.drawer_open)
            commands.push_back(ToggleDrawer{});
        if (!is_shown)
            commands.push_back(SelectTab{which});
    };
    tab("Stats", "How fast it runs and how the scene moves", DrawerTab::Stats);
    ImGui::SameLine(0, 4 * view.scale);
    tab("Log", "What happened, and what went wrong", DrawerTab::Log);
    if (view.state.log.lines.empty())
        return;
    // The last message stays in sight whatever tab is open.
    // A message of several lines says what it is about in its first, the one with a time.
    const auto& lines = view.state.log.lines;
    std::size_t at = lines.size() - 1;
    while (at > 0 && lines[at].time.empty())
        --at;
    const LogLine& last = lines[at];
    ImGui::SameLine(0, 12 * view.scale);
    ImGui::AlignTextToFramePadding();
    const TextColor color(last.level == LogLevel::Error ? tone::kError : tone::kDim);
    ImGui::TextUnformatted(last.text.c_str());
}

void draw_drawer(const View& view, Commands& commands)
{
    if (view.layout.drawer.is_empty())
        return;
    place_window(view.layout.drawer);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * view.scale, 4 * view.scale});
    if (ImGui::Begin("##drawer", nullptr,
                     kFixed | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
        draw_tabs(view, commands);
        if (view.layout.drawer_open) {
            if (view.state.settings.drawer_tab == DrawerTab::Stats)
                draw_stats_panel(view, commands);
            else
                draw_log_panel(view, commands);
        }
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

} // namespace

void draw_ui(const View& view, Commands& commands)
{
    draw_viewport_overlay(view, commands);
    draw_columns(view, commands);
    draw_drawer(view, commands);
    draw_top_bar(view, commands);
    draw_help(view, commands);
}

} // namespace drape::app
