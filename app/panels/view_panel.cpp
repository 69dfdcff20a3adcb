#include "app/panels/legend.h"
#include "app/panels/widgets.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace drape::app {

namespace {

void draw_colors(const View& view, LookSettings& look)
{
    constexpr std::array<const char*, 3> kModes = {"Body", "Speed", "Strain"};
    if (const auto mode =
            choice_row({"Colour by", "Body: its own colour. Speed: in m/s. Strain: how far bonds are from "
                                     "their rest length"},
                       static_cast<std::size_t>(look.color_mode), kModes))
        look.color_mode = static_cast<renderer::ColorMode>(*mode);
    if (look.color_mode == renderer::ColorMode::Body)
        return;
    draw_legend(view, ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail().x);
    ImGui::Dummy({1, legend_height(view)});
    if (const auto value =
            switch_row({"Auto range", "The colours cover what happens now; off: they keep a fixed range"},
                       look.auto_range)) {
        look.auto_range = *value;
        // The range that was found is a good one to keep.
        (look.color_mode == renderer::ColorMode::Speed ? look.speed_max : look.strain_max) =
            static_cast<double>(view.state.range.max);
    }
    if (look.auto_range)
        return;
    if (look.color_mode == renderer::ColorMode::Speed) {
        if (const auto value =
                slider_row({"Top speed", "Speed at the bright end of the colours, in m/s", "%.2f m/s"},
                           look.speed_max, {0.01, 100.0}, Scaling::Logarithmic))
            look.speed_max = *value;
    } else if (const auto value =
                   slider_row({"Top strain",
                               "Strain at the red end; blue is as much shorter. 1 = twice as long", "%.3f"},
                              look.strain_max, {0.001, 10.0}, Scaling::Logarithmic)) {
        look.strain_max = *value;
    }
}

void draw_switches(LookSettings& look)
{
    struct Switch
    {
        const char* label;
        const char* help;
        bool LookSettings::*value;
    };
    constexpr std::array<Switch, 6> kSwitches = {{
        {"Particles", "Draw particles as balls, and boxes", &LookSettings::spheres},
        {"Bonds", "Draw the springs of soft bodies as lines", &LookSettings::bonds},
        {"Joints", "Draw joints as lines", &LookSettings::joints},
        {"Probes", "Draw the probes", &LookSettings::probe},
        {"Ground", "Draw the grid and the shadows on it", &LookSettings::ground},
        {"Axes", "Draw the axes and the arrow of gravity", &LookSettings::gizmo},
    }};
    for (const Switch& entry : kSwitches)
        if (const auto value = switch_row({entry.label, entry.help}, look.*entry.value))
            look.*entry.value = *value;
}

/// In steps, not with a slider: the whole interface would grow away under the mouse.
void draw_ui_scale(const View& view, Commands& commands)
{
    constexpr std::array<double, 8> kScales = {0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0};
    const double now = view.state.settings.ui_scale;
    std::vector<std::string> words;
    std::size_t nearest = 0;
    for (std::size_t i = 0; i < kScales.size(); ++i) {
        words.push_back(text_format("%.0f %%", 100.0 * kScales[i]));
        if (std::abs(kScales[i] - now) < std::abs(kScales[nearest] - now))
            nearest = i;
    }
    if (const auto chosen =
            list_row({"Interface", "Size of panels and texts, in per cent of the display's own scale"},
                     nearest, words))
        commands.push_back(SetUiScale{kScales[*chosen]});
}

} // namespace

void draw_view_panel(const View& view, Commands& commands)
{
    const Card card(view, commands, Panel::View, "View");
    if (!card.is_open())
        return;
    LookSettings look = view.state.settings.look;
    const LookSettings defaults;
    draw_colors(view, look);
    if (const auto value = slider_row(
            {"Bond width", "Width of the bonds' lines, in pixels", "%.1f px", defaults.bond_width_px},
            look.bond_width_px, {0.5, 8.0}))
        look.bond_width_px = *value;
    if (const auto value = slider_row(
            {"Particle size", "Times the radius that the scene gives", "%.2f x", defaults.particle_scale},
            look.particle_scale, {0.1, 4.0}, Scaling::Logarithmic))
        look.particle_scale = *value;
    draw_switches(look);
    if (look != view.state.settings.look)
        commands.push_back(SetLook{look});
    draw_ui_scale(view, commands);
}

} // namespace drape::app
