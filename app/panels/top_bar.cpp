#include "app/panels/posture.h"
#include "app/panels/widgets.h"

#include <algorithm>
#include <span>
#include <string>

namespace drape::app {

namespace {

constexpr ImGuiWindowFlags kBarFlags =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
    ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse;

void draw_title(const View& view)
{
    const float x = 14 * view.scale, middle = 0.5f * view.layout.top_bar.h;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = view.fonts.strong->FontSize * ImGui::GetIO().FontGlobalScale;
    const float y = middle - 0.5f * size;
    list.AddText(view.fonts.strong, size, {x, y}, tone::kAccent, "Drape");
    const float next = x + view.fonts.strong->CalcTextSizeA(size, 1e4f, 0, "Drape").x + 12 * view.scale;
    const sim::SnapshotTopology* const topology = view.sim.snapshot.topology.get();
    const SimStatus& status = view.sim.status;
    const std::string title = !status.loading.empty() ? "Opening " + status.loading
                              : topology != nullptr   ? topology->title
                                                      : "No scene";
    list.PushClipRect(
        {next, 0},
        {view.layout.left.is_empty() ? 0.32f * view.layout.top_bar.w : view.layout.left.w + 40 * view.scale,
         view.layout.top_bar.h},
        true);
    list.AddText({next, y}, tone::kText, title.c_str());
    list.PopClipRect();
}

/// Play, step, reset around the middle.
void draw_transport(const View& view, Commands& commands)
{
    const float button = ImGui::GetFrameHeight() + 4, gap = 5 * view.scale;
    const float width = 3 * button + 2 * gap, top = 0.5f * (view.layout.top_bar.h - button);
    const bool is_narrow = view.layout.left.is_empty();
    const float center =
        is_narrow ? 0.5f * view.layout.top_bar.w : view.layout.viewport.x + 0.5f * view.layout.viewport.w;
    ImGui::SetCursorPos({std::max(0.0f, center - 0.5f * width), top});
    ImGui::BeginDisabled(!view.sim.snapshot.topology);
    if (icon_button("##reset", Icon::Reset, "Back to the start; changed materials stay (R)"))
        commands.push_back(sim::Reset{});
    ImGui::SameLine(0, gap);
    if (is_playing(view)) {
        if (icon_button("##pause", Icon::Pause, "Pause (Space)", Lit::Yes))
            commands.push_back(Pause{});
    } else if (icon_button("##play", Icon::Play, "Play (Space)")) {
        commands.push_back(Play{});
    }
    ImGui::SameLine(0, gap);
    if (icon_button("##step", Icon::Step, "One step, then pause (O)"))
        commands.push_back(StepOnce{});
    ImGui::EndDisabled();
}

void draw_right_end(const View& view, Commands& commands)
{
    const float button = ImGui::GetFrameHeight() + 4, gap = 5 * view.scale, pad = 12 * view.scale;
    const float top = 0.5f * (view.layout.top_bar.h - button);
    float x = view.layout.top_bar.w - pad - 3 * button - 2 * gap;
    ImGui::SetCursorPos({x, top});
    if (icon_button("##picture", Icon::Camera, "Save a picture of the view (F12)"))
        commands.push_back(SavePicture{});
    ImGui::SameLine(0, gap);
    if (icon_button("##panels", Icon::Panels, "Hide the panels (U or H)"))
        commands.push_back(TogglePanels{});
    ImGui::SameLine(0, gap);
    if (icon_button("##help", Icon::Question, "Keys and mouse (F1)",
                    view.state.help_open ? Lit::Yes : Lit::No))
        commands.push_back(ToggleHelp{});

    const std::string fps = text_format("%.0f fps", view.state.fps);
    const float fps_width = ImGui::CalcTextSize("0000 fps").x;
    x -= fps_width + gap;
    ImGui::GetWindowDrawList()->AddText({x, 0.5f * (view.layout.top_bar.h - ImGui::GetFontSize())},
                                        tone::kDim, fps.c_str());
    // The postures only where they stay clear of the transport.
    const float each = 76 * view.scale, postures = 3 * each + 8 * view.scale + 2 * gap;
    const float transport_end = view.layout.viewport.x + 0.5f * view.layout.viewport.w + 2 * button;
    if (x - postures < transport_end || view.layout.left.is_empty() || !gravity_of(view.state, view.sim))
        return;
    ImGui::SetCursorPos({x - postures, 0.5f * (view.layout.top_bar.h - ImGui::GetFrameHeight())});
    draw_posture_buttons(view, commands, std::span(kPostures).first(3), each);
}

} // namespace

void draw_top_bar(const View& view, Commands& commands)
{
    if (view.layout.top_bar.is_empty())
        return;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({view.layout.top_bar.w, view.layout.top_bar.h});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    if (ImGui::Begin("##top_bar", nullptr, kBarFlags)) {
        draw_title(view);
        draw_transport(view, commands);
        draw_right_end(view, commands);
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

} // namespace drape::app
