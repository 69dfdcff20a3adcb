#include "app/panels/widgets.h"

#include "sim/lang/fields.h"

#include <array>
#include <type_traits>
#include <utility>

namespace drape::app {

namespace {

/// In what unit lengths are shown: a tissue's are too small for metres.
struct LengthView
{
    double per_m = 1.0;
    const char* unit = "metres";
    const char* position_format = "%.2f";
    const char* radius_format = "%.3f m";
    Range radius = {}; // in its unit; empty: the field's own
    double per_px = 0.01;
};

LengthView lengths(const View& view)
{
    if (has_tissue(view.sim))
        return {1e3, "millimetres", "%.1f", "%.1f mm", {1.0, 50.0}, 0.1};
    return {};
}

std::optional<std::size_t> choose_probe(const View& view, std::size_t chosen)
{
    std::vector<std::string> names;
    for (const sim::ProbeSnapshot& probe : view.sim.snapshot.probes)
        names.push_back(probe.name);
    return list_row({"Probe", "Which probe this panel shows"}, chosen, names);
}

void draw_radius(const View& view, Commands& commands, std::uint32_t probe, const sim::FieldInfo& info,
                 double value)
{
    const LengthView shown = lengths(view);
    const double file = view.sim.material->file_probes[probe].radius;
    const Range range = shown.per_m == 1.0 ? Range{info.slider_low, info.slider_high} : shown.radius;
    const std::string help = std::string("Radius of the capsule, in ") + shown.unit;
    const auto edited = slider_row({"Radius", help.c_str(), shown.radius_format, file * shown.per_m},
                                   value * shown.per_m, range, Scaling::Logarithmic);
    if (!edited)
        return;
    const bool is_files = *edited == file * shown.per_m;
    commands.push_back(
        sim::SetProbeParameter{probe, std::string(info.name), is_files ? file : *edited / shown.per_m});
}

void draw_speed(const View& view, Commands& commands, std::uint32_t probe, const sim::FieldInfo& info,
                double value)
{
    const Range range = has_tissue(view.sim) ? Range{0.01, 1.0} : Range{info.slider_low, info.slider_high};
    if (const auto edited = slider_row({"Speed", "How fast it follows the hand at most, in m/s", "%.2f m/s",
                                        view.sim.material->file_probes[probe].speed},
                                       value, range, Scaling::Logarithmic))
        commands.push_back(sim::SetProbeParameter{probe, std::string(info.name), *edited});
}

void draw_parameters(const View& view, Commands& commands, std::uint32_t probe)
{
    sim::ProbeDesc desc = view.sim.material->probes[probe];
    sim::visit_fields(desc, [&](const sim::FieldInfo& info, const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>) {
            const double now = view.state.pending.probe_parameter(probe, info.name).value_or(value);
            if (info.name == "radius")
                draw_radius(view, commands, probe, info, now);
            else
                draw_speed(view, commands, probe, info, now);
        }
    });
}

void draw_force_over_time(const View& view, const sim::ProbeSnapshot& probe)
{
    const Plot& force = view.state.probe_force;
    plot("Force", text_format("%.2f N", probe.force),
         {force.size(), [&force](std::size_t i) { return force[i]; }},
         {ImGui::GetContentRegionAvail().x, 64 * view.scale}, 0.0f);
    tooltip("Force over the last 240 pictures, in newtons");
}

/// Force over depth of the last touch, and what can be done with it.
void draw_force_over_depth(const View& view, Commands& commands)
{
    const ForceCurve& curve = view.state.curve;
    std::vector<ImVec2> points;
    points.reserve(curve.samples.size());
    for (const CurveSample& sample : curve.samples)
        points.push_back({static_cast<float>(sample.depth_mm), static_cast<float>(sample.force_N)});
    xy_plot("Force over depth", curve.samples.empty() ? "no touch yet" : "", points,
            {ImGui::GetContentRegionAvail().x, 92 * view.scale}, "mm", "N");
    tooltip("The last touch: force in newtons over depth in millimetres, up to 600 steps. A new touch "
            "begins a new curve");
    ImGui::BeginDisabled(curve.samples.empty());
    if (text_button("Clear", "Empties the plot", 58 * view.scale))
        commands.push_back(ClearCurve{});
    ImGui::SameLine();
    if (auto path = path_row(view, commands, Draft::SaveCurvePath, "curve.csv", "Save",
                             "Writes the curve as CSV with the columns depth_mm, force_N and time_s."))
        commands.push_back(SaveCurve{std::move(*path)});
    ImGui::EndDisabled();
}

void draw_readings(const View& view, Commands& commands, const sim::ProbeSnapshot& probe)
{
    if (has_tissue(view.sim)) {
        text_row({"Depth, force",
                  "How far it has gone since it first touched, in millimetres, and the total "
                  "push over the last step, in newtons"},
                 text_format("%.1f mm    %.2f N", 1e3 * probe.depth, probe.force));
        draw_force_over_depth(view, commands);
        return;
    }
    text_row({"Depth", "Deepest overlap that the last step had to resolve, in millimetres"},
             text_format("%.1f mm", 1e3 * probe.depth));
    text_row({"Force", "Total push on what it touches over the last step, in newtons"},
             text_format("%.2f N", probe.force));
    text_row({"Contacts", "Particles and bonds pushed in the last step"}, std::to_string(probe.contacts));
    draw_force_over_time(view, probe);
}

void draw_position(const View& view, Commands& commands, std::uint32_t chosen)
{
    const sim::ProbeSnapshot& probe = view.sim.snapshot.probes[chosen];
    const glm::dvec3 center = 0.5 * (probe.a + probe.b);
    const auto move_to = [&](const glm::dvec3& place) {
        commands.push_back(sim::MoveProbe{chosen, probe.a + (place - center), probe.b + (place - center)});
    };
    constexpr double kFarthest = 1000.0; // m
    const LengthView shown = lengths(view);
    const std::string help =
        std::string("Middle of the capsule, in ") + shown.unit + "; drag it in the view as well";
    const double far = kFarthest * shown.per_m;
    if (const auto place = vector_row({"Position", help.c_str(), shown.position_format},
                                      center * shown.per_m, {-far, far}, shown.per_px))
        move_to(*place / shown.per_m);
    draw_parameters(view, commands, chosen);
    if (has_tissue(view.sim))
        if (switch_row({"Along normal", "The wheel over a probe presses it along the skin's normal, a "
                                        "millimetre a notch; off: along the line of sight (N)"},
                       view.state.presses_along_normal))
            commands.push_back(TogglePressAlongNormal{});
    if (has_tissue(view.sim))
        ImGui::SameLine();
    if (text_button("Bring into view", "Moves the probe to the point that the camera looks at",
                    ImGui::GetContentRegionAvail().x))
        move_to(view.state.camera.target);
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
    draw_position(view, commands, chosen);
    draw_readings(view, commands, probes[chosen]);
}

} // namespace drape::app
