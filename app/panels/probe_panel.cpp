#include "app/panels/widgets.h"

#include "sim/lang/fields.h"

#include <array>
#include <type_traits>

namespace drape::app {

namespace {

std::optional<std::size_t> choose_probe(const View& view, std::size_t chosen)
{
    std::vector<std::string> names;
    for (const sim::ProbeSnapshot& probe : view.sim.snapshot.probes)
        names.push_back(probe.name);
    return list_row({"Probe", "Which probe this panel shows"}, chosen, names);
}

void draw_parameters(const View& view, Commands& commands, std::uint32_t probe)
{
    sim::ProbeDesc desc = view.sim.material->probes[probe];
    sim::ProbeDesc file = view.sim.material->file_probes[probe];
    std::array<double, 2> file_values = {file.radius, file.speed};
    std::size_t index = 0;
    sim::visit_fields(desc, [&](const sim::FieldInfo& info, const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>) {
            const bool is_radius = info.name == "radius";
            const double now = view.state.pending.probe_parameter(probe, info.name).value_or(value);
            if (const auto edited =
                    slider_row({is_radius ? "Radius" : "Speed",
                                is_radius ? "Radius of the capsule, in metres"
                                          : "How fast it follows the hand at most, in m/s",
                                is_radius ? "%.3f m" : "%.2f m/s", file_values[index]},
                               now, {info.slider_low, info.slider_high}, Scaling::Logarithmic))
                commands.push_back(sim::SetProbeParameter{probe, std::string(info.name), *edited});
            ++index;
        }
    });
}

void draw_readings(const View& view, const sim::ProbeSnapshot& probe)
{
    text_row({"Depth", "Deepest overlap that the last step had to resolve, in millimetres"},
             text_format("%.1f mm", 1e3 * probe.depth));
    text_row({"Force", "Total push on what it touches over the last step, in newtons"},
             text_format("%.2f N", probe.force));
    text_row({"Contacts", "Particles and bonds pushed in the last step"}, std::to_string(probe.contacts));
    const Plot& force = view.state.probe_force;
    plot("Force", text_format("%.2f N", probe.force),
         {force.size(), [&force](std::size_t i) { return force[i]; }},
         {ImGui::GetContentRegionAvail().x, 64 * view.scale}, 0.0f);
    tooltip("Force over the last 240 pictures, in newtons");
}

} // namespace

void draw_probe_panel(const View& view, Commands& commands)
{
    const Card card(view, commands, Panel::Probe, "Probe");
    if (!card.is_open())
        return;
    const auto& probes = view.sim.snapshot.probes;
    if (probes.empty() || !view.sim.material || view.sim.material->probes.size() != probes.size()) {
        hint("This scene has no probe. A scene gets one with `probe NAME { a = (0, 2, 0); b = (0, 2, 0); "
             "radius = 0.2 }` in its "
             "world and a `contact` system.");
        return;
    }
    const std::uint32_t chosen = view.state.selected_probe < probes.size() ? view.state.selected_probe : 0;
    if (probes.size() > 1)
        if (const auto other = choose_probe(view, chosen))
            commands.push_back(SelectProbe{static_cast<std::uint32_t>(*other)});
    const sim::ProbeSnapshot& probe = probes[chosen];
    const glm::dvec3 center = 0.5 * (probe.a + probe.b);
    const auto move_to = [&](const glm::dvec3& place) {
        commands.push_back(sim::MoveProbe{chosen, probe.a + (place - center), probe.b + (place - center)});
    };
    constexpr double kFarthest = 1000.0; // m
    if (const auto place = vector_row(
            {"Position", "Middle of the capsule, in metres; drag it in the view as well", "%.2f"}, center,
            {-kFarthest, kFarthest}, 0.01))
        move_to(*place);
    draw_parameters(view, commands, chosen);
    draw_readings(view, probe);
    if (text_button("Bring to the view's centre", "Moves the probe to the point that the camera looks at",
                    ImGui::GetContentRegionAvail().x))
        move_to(view.state.camera.target);
}

} // namespace drape::app
