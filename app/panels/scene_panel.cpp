#include "app/panels/widgets.h"

#include "app/contents.h"
#include "app/files.h"

#include <algorithm>
#include <utility>

namespace drape::app {

namespace {

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
    for (const sim::SnapshotTissue& tissue : topology.tissues)
        text_row({tissue.name.c_str(), "A tissue: its layers from the wall outwards"},
                 text_format("%zu layers", tissue.layers.size()));
    hint(contents_text(count_contents(topology)).c_str());
    tooltip("Particles of bodies and tissues and single ones; springs of soft bodies; constraints between "
            "two particles; edges and tetrahedra of tissues' cages");
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
    if (!view.state.scenes.empty() && fold(view, "Examples", "Scenes that come with Drape"))
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
    if (auto path = path_row(view, commands, Draft::OpenPath, "scene.pwe", "Open",
                             "Path of a scene to open. A file can also be dropped on the window."))
        commands.push_back(LoadScene{std::move(*path)});
    ImGui::BeginDisabled(!view.sim.snapshot.topology);
    if (auto path = path_row(view, commands, Draft::SaveScenePath, "save scene as", "Save",
                             "Writes the scene with all changes made here, as a .pwe file. Changed "
                             "profiles are saved in their own panel."))
        commands.push_back(SaveScene{std::move(*path)});
    if (auto path = path_row(view, commands, Draft::SaveSessionPath, "save session as", "Save",
                             "Writes everything done since the scene was opened; `drape replay` runs it "
                             "again and compares every step."))
        commands.push_back(SaveSession{std::move(*path)});
    ImGui::EndDisabled();
}

} // namespace drape::app
