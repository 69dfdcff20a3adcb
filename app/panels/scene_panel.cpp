#include "app/panels/widgets.h"

#include "app/files.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

namespace drape::app {

namespace {

std::size_t count_particles(const sim::SnapshotTopology& topology)
{
    return topology.looks.size();
}

/// What is loaded: bodies and how many particles each has.
void draw_contents(const View& view)
{
    const sim::SnapshotTopology& topology = *view.sim.snapshot.topology;
    constexpr std::size_t kMostBodies = 8;
    for (std::size_t i = 0; i < std::min(topology.bodies.size(), kMostBodies); ++i) {
        const sim::SnapshotBody& body = topology.bodies[i];
        const std::string size = body.nz > 1 ? text_format("%u x %u x %u", body.nx, body.ny, body.nz)
                                             : text_format("%u x %u", body.nx, body.ny);
        text_row({body.name.c_str(), "A soft body: particles along x, y and z"}, size);
    }
    if (topology.bodies.size() > kMostBodies)
        hint(text_format("and %zu bodies more", topology.bodies.size() - kMostBodies).c_str());
    const auto joints =
        std::count_if(topology.bonds.begin(), topology.bonds.end(),
                      [](const sim::Bond& bond) { return bond.kind == sim::BondKind::Joint; });
    std::string counts = std::to_string(count_particles(topology)) + " particles, " +
                         std::to_string(topology.bonds.size() - static_cast<std::size_t>(joints)) +
                         " bonds";
    if (joints > 0)
        counts += ", " + std::to_string(joints) + " joints";
    hint(counts.c_str());
    tooltip("Particles of the soft bodies and single ones; structural and shear springs; constraints "
            "between two particles");
}

/// One file to click; true when clicked.
bool draw_file(const View& view, const std::string& title, const std::string& path)
{
    const bool is_open = view.sim.material && view.sim.material->path == path;
    ImGui::PushID(path.c_str());
    const TextColor color(is_open ? tone::kAccent : tone::kText);
    const bool clicked = ImGui::Selectable(title.c_str(), false);
    tooltip(path.c_str());
    ImGui::PopID();
    return clicked;
}

/// A path to type, with a button that uses it. `use` is called with the path.
template<class Use>
void draw_path(const View& view, Commands& commands, Draft draft, const char* hint_text, const char* button,
               const char* help, Use use)
{
    std::string text = view.state.drafts[static_cast<std::size_t>(draft)];
    ImGui::PushID(hint_text);
    const float width = 58 * view.scale;
    ImGui::SetNextItemWidth(
        std::max(20.0f, ImGui::GetContentRegionAvail().x - width - ImGui::GetStyle().ItemSpacing.x));
    if (ImGui::InputTextWithHint("##path", hint_text, &text))
        commands.push_back(SetDraft{draft, text});
    const bool entered =
        ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false);
    tooltip(help);
    ImGui::SameLine();
    const bool is_empty = text.empty();
    ImGui::BeginDisabled(is_empty);
    const bool pressed = text_button(button, help, width);
    ImGui::EndDisabled();
    if ((pressed || entered) && !is_empty)
        commands.push_back(use(text));
    ImGui::PopID();
}

} // namespace

void draw_scene_panel(const View& view, Commands& commands)
{
    const Card card(view, commands, Panel::Scene, "Scene");
    if (!card.is_open())
        return;
    if (view.sim.snapshot.topology) {
        draw_contents(view);
    } else {
        hint("No scene is open. Choose one below, or drop a .pwe file on the window.");
    }
    if (!view.state.scenes.empty())
        subheading(view, "Examples");
    for (const SceneFile& scene : view.state.scenes)
        if (draw_file(view, scene.title, scene.path))
            commands.push_back(LoadScene{scene.path});
    if (!view.state.settings.recent.empty() &&
        fold(view, "Recent", "Scenes opened before, the last one first"))
        for (const std::string& path : view.state.settings.recent)
            if (draw_file(view, file_name(path), path))
                commands.push_back(LoadScene{path});
    if (!fold(view, "Open and save", "Files by their path: open a scene, save it, save what was done"))
        return;
    draw_path(view, commands, Draft::OpenPath, "scene.pwe", "Open",
              "Path of a scene to open. A file can also be dropped on the window.",
              [](std::string path) { return LoadScene{std::move(path)}; });
    ImGui::BeginDisabled(!view.sim.snapshot.topology);
    draw_path(view, commands, Draft::SaveScenePath, "save scene as", "Save",
              "Writes the scene with all changes made here, as a .pwe file.",
              [](std::string path) { return SaveScene{std::move(path)}; });
    draw_path(view, commands, Draft::SaveSessionPath, "save session as", "Save",
              "Writes everything done since the scene was opened; `drape replay` runs it again and "
              "compares every step.",
              [](std::string path) { return SaveSession{std::move(path)}; });
    ImGui::EndDisabled();
}

} // namespace drape::app
