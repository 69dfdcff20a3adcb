#include "app/panels/widgets.h"

#include <glm/geometric.hpp>

#include <cmath>

namespace drape::app {

namespace {

using sim::tissue::Band;

/// What the profile expects in the posture that holds now.
struct Expected
{
    const char* posture = "Another posture: no bands apply";
    std::optional<Band> aspect, centroid;
};

Expected expected_for(const glm::dvec3& gravity, const sim::tissue::Bands& bands)
{
    constexpr double kNear = 0.984807753012208; // cosine of 10 degrees
    const double strength = glm::length(gravity);
    const auto is_near = [&](const BodyPosture& posture) {
        return strength > 0.0 && glm::dot(gravity, posture.direction) >= kNear * strength;
    };
    if (is_near(kPostures[0]))
        return {"Standing", bands.standing_aspect, bands.standing_centroid};
    if (is_near(kPostures[1]))
        return {"Supine", bands.supine_aspect, bands.supine_centroid};
    return {};
}

/// A sentence under a number, in the colour of good or not.
void verdict(bool is_good, const std::string& text)
{
    const float left = 0.40f * ImGui::GetContentRegionAvail().x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + left);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - 0.25f * ImGui::GetTextLineHeight());
    const TextColor color(is_good ? tone::kGood : tone::kWarning);
    ImGui::TextUnformatted(text.c_str());
}

void draw_measure(const Row& row, double q10, const std::optional<Band>& band)
{
    text_row(row, text_format("%.0f   = %.3f", q10, q10 / sim::tissue::kQ10));
    if (!band)
        return;
    const char* const where = q10 < band->low ? "below" : q10 > band->high ? "above" : "within";
    verdict(q10 >= band->low && q10 <= band->high,
            text_format("%s %.0f .. %.0f", where, band->low, band->high));
}

void draw_guard(const sim::TissueStats& stats)
{
    const bool is_calm = stats.guard_mended == 0 && stats.guard_rolled_back == 0;
    const TextColor color(is_calm ? tone::kText : tone::kWarning);
    text_row({"Guard", "What the inversion guard did since the start: elements that it pushed open, and "
                       "particles that it put back. Nothing is best"},
             is_calm ? "not needed"
                     : text_format("%llu mended, %llu back",
                                   static_cast<unsigned long long>(stats.guard_mended),
                                   static_cast<unsigned long long>(stats.guard_rolled_back)));
}

void draw_numbers(const View& view, std::uint32_t tissue)
{
    const sim::TissueStats& stats = view.sim.snapshot.stats.tissues[tissue];
    const ProfileView& profile = view.sim.material->profiles[tissue];
    const Expected expected =
        expected_for(gravity_of(view.state, view.sim).value_or(glm::dvec3(0.0)), profile.now.bands);
    text_row({"Posture", "Bands are for the settled body: standing or supine within 10 degrees"},
             expected.posture);
    if (tissue < view.sim.drapes.size()) {
        const DrapeReading& reading = view.sim.drapes[tissue];
        draw_measure(
            {"Aspect", "Height by width of the mound, above 30 % of its peak; 1024 is as high as wide"},
            reading.drape.aspect_q10, expected.aspect);
        draw_measure({"Centroid", "Place of the centre of mass below the top of the attached base, by its "
                                  "height; 1024 is its bottom"},
                     reading.drape.centroid_q10, expected.centroid);
        text_row({"Worst 6V/6V0", "Least volume of an element by that at rest, in any substep since the "
                                  "start; 0 would be flat"},
                 text_format("%.3f", reading.worst_volume));
    } else {
        text_row({"Aspect", "Height by width of the mound"}, "not measured yet");
    }
    draw_guard(stats);
    text_row({"Volume, energy", "Volume by that at rest, in per cent; kinetic, elastic and in the field of "
                                "gravity together, in joules"},
             text_format("%.2f %%   %.4g J", 100.0 * stats.volume_ratio, stats.energy_J));
}

} // namespace

void draw_gate_panel(const View& view, Commands& commands)
{
    const Card card(view, commands, Panel::Gate, "Gate");
    if (!card.is_open())
        return;
    const std::size_t count = view.sim.snapshot.stats.tissues.size();
    if (count == 0 || !view.sim.material || view.sim.material->profiles.size() != count) {
        hint("This scene has no tissue.");
        return;
    }
    const std::uint32_t tissue = view.state.selected_tissue < count ? view.state.selected_tissue : 0;
    if (count > 1)
        text_row({"Tissue", "Chosen in the Profile panel"}, view.sim.material->profiles[tissue].tissue);
    draw_numbers(view, tissue);
}

} // namespace drape::app
