#include "app/panels/legend.h"
#include "app/panels/widgets.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace drape::app {

namespace {

/// The colour modes in the order of the panel; the last two are for tissues.
struct Mode
{
    const char* word;
    renderer::ColorMode mode;
};
constexpr std::array<Mode, 5> kModes = {{{"Body", renderer::ColorMode::Body},
                                         {"Speed", renderer::ColorMode::Speed},
                                         {"Strain", renderer::ColorMode::Strain},
                                         {"Layer", renderer::ColorMode::Layer},
                                         {"Volume", renderer::ColorMode::Compression}}};
constexpr std::size_t kModesOfLattices = 3;

void choose_mode(const View& view, LookSettings& look)
{
    std::array<const char*, kModes.size()> words{};
    std::size_t chosen = kModes.size();
    for (std::size_t i = 0; i < kModes.size(); ++i) {
        words[i] = kModes[i].word;
        if (kModes[i].mode == look.color_mode)
            chosen = i;
    }
    const Row row{
        "Colour by",
        "Body: its own colour. Speed: in m/s. Strain: how far bonds and edges are from their rest "
        "length. Layer: what the tissue is there. Volume: of elements by that at rest, 6V/6V0"};
    const bool is_tissue = has_tissue(view.sim);
    const auto other = is_tissue ? choice_line(row, chosen, words)
                                 : choice_row(row, chosen, std::span(words).first(kModesOfLattices));
    if (other)
        look.color_mode = kModes[*other].mode;
}

/// The top of a map's range, and how it is chosen.
struct Top
{
    Row row;
    double LookSettings::*value;
    Range range;
};
Top top_of(renderer::ColorMode mode)
{
    switch (mode) {
    case renderer::ColorMode::Speed:
        return {{"Top speed", "Speed at the bright end of the colours, in m/s", "%.2f m/s"},
                &LookSettings::speed_max,
                {0.01, 100.0}};
    case renderer::ColorMode::Compression:
        return {{"Reach", "How far from 1 the ends of the colours are; blue is compressed", "%.3f"},
                &LookSettings::compression_max,
                {0.001, 10.0}};
    default:
        return {{"Top strain", "Strain at the red end; blue is as much shorter. 1 = twice as long", "%.3f"},
                &LookSettings::strain_max,
                {0.001, 10.0}};
    }
}

void draw_colors(const View& view, LookSettings& look)
{
    choose_mode(view, look);
    if (look.color_mode == renderer::ColorMode::Body)
        return;
    draw_legend(view, ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail().x);
    ImGui::Dummy({1, legend_height(view)});
    if (look.color_mode == renderer::ColorMode::Layer)
        return;
    const Top top = top_of(look.color_mode);
    if (const auto value =
            switch_row({"Auto range", "The colours cover what happens now; off: they keep a fixed range"},
                       look.auto_range)) {
        look.auto_range = *value;
        // The range that was found is a good one to keep.
        look.*top.value = static_cast<double>(view.state.range.max);
    }
    if (look.auto_range)
        return;
    if (const auto value = slider_row(top.row, look.*top.value, top.range, Scaling::Logarithmic))
        look.*top.value = *value;
}

/// What of tissues is shown; shares are in per cent.
void draw_tissue_look(LookSettings& look)
{
    const auto share = [](const Row& row, double& value) {
        if (const auto edited = slider_row(row, 100.0 * value, {0.0, 100.0}))
            value = *edited / 100.0;
    };
    share({"Peel",
           "Takes away what lies shallower than this, in per cent of the depth from the skin to the wall",
           "%.0f %%", 0.0},
          look.peel);
    share({"Skin opacity", "Below 100 %, what is inside shows through", "%.0f %%", 100.0},
          look.skin_opacity);
}

struct Switch
{
    const char* label;
    const char* help;
    bool LookSettings::*value;
};

void draw_switches(const View& view, LookSettings& look)
{
    constexpr std::array<Switch, 2> kOfTissues = {{
        {"Skin", "Draw the skin, or the layers left where it is peeled; what is inside shows without it",
         &LookSettings::skin},
        {"Wall", "Draw what the tissue lies on", &LookSettings::wall},
    }};
    constexpr std::array<Switch, 6> kOfAll = {{
        {"Particles", "Draw particles as balls, and boxes", &LookSettings::spheres},
        {"Bonds", "Draw springs of soft bodies and edges of tissues as lines", &LookSettings::bonds},
        {"Joints", "Draw joints as lines", &LookSettings::joints},
        {"Probes", "Draw the probes", &LookSettings::probe},
        {"Ground", "Draw the grid and the shadows on it", &LookSettings::ground},
        {"Axes", "Draw the axes and the arrow of gravity", &LookSettings::gizmo},
    }};
    std::vector<Switch> switches;
    if (has_tissue(view.sim))
        switches.assign(kOfTissues.begin(), kOfTissues.end());
    switches.insert(switches.end(), kOfAll.begin(), kOfAll.end());
    // Two in a line.
    const float left = ImGui::GetCursorPosX(), half = 0.5f * ImGui::GetContentRegionAvail().x;
    for (std::size_t i = 0; i < switches.size(); ++i) {
        if (i % 2 == 1) {
            ImGui::SameLine();
            ImGui::SetCursorPosX(left + half);
        }
        Row row{switches[i].label, switches[i].help};
        row.label_share = i % 2 == 0 ? 0.32f : 0.64f; // of the room that is left: the same in both columns
        if (const auto value = switch_row(row, look.*switches[i].value))
            look.*switches[i].value = *value;
    }
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
    if (has_tissue(view.sim))
        draw_tissue_look(look);
    if (const auto value = slider_row({"Bond width", "Width of the lines of bonds and edges, in pixels",
                                       "%.1f px", defaults.bond_width_px},
                                      look.bond_width_px, {0.5, 8.0}))
        look.bond_width_px = *value;
    if (const auto value = slider_row(
            {"Particle size", "Times the radius that the scene gives", "%.2f x", defaults.particle_scale},
            look.particle_scale, {0.1, 4.0}, Scaling::Logarithmic))
        look.particle_scale = *value;
    draw_switches(view, look);
    if (look != view.state.settings.look)
        commands.push_back(SetLook{look});
    draw_ui_scale(view, commands);
}

} // namespace drape::app
