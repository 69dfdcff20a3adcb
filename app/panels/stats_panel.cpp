#include "app/panels/widgets.h"

#include "sim/state_hash.h"

#include <algorithm>

namespace drape::app {

namespace {

struct Reading
{
    const char* label;
    std::string value;
    const char* help;
};

/// Readings in columns, as many as fit.
void draw_readings(const View& view, const std::vector<Reading>& readings, float width, float height)
{
    const float line = ImGui::GetTextLineHeight() + 4 * view.scale;
    const auto rows = std::max<std::size_t>(1, static_cast<std::size_t>(height / line));
    const std::size_t columns = (readings.size() + rows - 1) / rows;
    const float column = width / static_cast<float>(columns);
    const ImVec2 min = ImGui::GetCursorScreenPos();
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const float x = min.x + column * static_cast<float>(i / rows),
                    y = min.y + line * static_cast<float>(i % rows);
        ImGui::SetCursorScreenPos({x, y});
        ImGui::BeginGroup();
        {
            const TextColor dim(tone::kDim);
            ImGui::TextUnformatted(readings[i].label);
        }
        ImGui::SetCursorScreenPos({x + 0.45f * column, y});
        ImGui::TextUnformatted(readings[i].value.c_str());
        ImGui::EndGroup();
        tooltip(readings[i].help);
    }
}

std::vector<Reading> readings_of(const View& view)
{
    const sim::Snapshot& snapshot = view.sim.snapshot;
    const SimStatus& status = view.sim.status;
    const auto count = [](std::size_t n) { return std::to_string(n); };
    return {
        {"Steps/s",
         status.playing ? text_format("%.0f of %.0f", status.steps_per_s, status.wanted_steps_per_s)
                        : "paused",
         "Steps made in the last second, and how many the speed asks for"},
        {"Step time", text_format("%.3g / %.3g ms", status.step_ms_median, status.step_ms_p95),
         "Median and 95th percentile of the time that the last 128 steps took, in milliseconds"},
        {"Energy", text_format("%.4g J", snapshot.stats.kinetic_energy),
         "Kinetic energy of everything that can move, in joules"},
        {"Fastest", text_format("%.3g m/s", snapshot.stats.fastest), "Largest speed, in m/s"},
        {"Strain", text_format("%.4f", snapshot.stats.largest_strain),
         "Largest |length / rest length - 1| over structural bonds; 0.01 is one per cent"},
        {"Particles", count(snapshot.position.size()), "Particles and entities in the scene"},
        {"Bonds", count(snapshot.topology ? snapshot.topology->bonds.size() : 0),
         "Springs and joints that are drawn"},
        {"Hash", sim::format_hash(snapshot.state_hash),
         "XXH3-64 of the state: equal hashes mean equal bits"},
    };
}

} // namespace

void draw_stats_panel(const View& view, Commands&)
{
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = 8 * view.scale;
    // Readings need about 300; the plots share what is left, and go when it is too little.
    const float plots = std::max(0.0f, room.x - 330 * view.scale);
    const float each = 0.5f * plots - gap;
    if (each > 90 * view.scale) {
        const ImVec2 start = ImGui::GetCursorScreenPos();
        const Plot& frames = view.state.frame_ms;
        const float last = frames.size() > 0 ? frames[frames.size() - 1] : 0.0f;
        plot("Picture", text_format("%.1f ms", static_cast<double>(last)),
             {frames.size(), [&frames](std::size_t i) { return frames[i]; }}, {each, room.y},
             1000.0f / 60.0f);
        tooltip("Time between two pictures, in milliseconds; the line is at 60 a second");
        ImGui::SetCursorScreenPos({start.x + each + gap, start.y});
        const StepTimes& steps = view.sim.status.step_times;
        const auto at = [&steps](std::size_t i) {
            return steps.ms[(steps.next + StepTimes::kCount - steps.count + i) % StepTimes::kCount];
        };
        plot("Step", text_format("%.3g ms", view.sim.status.step_ms_median), {steps.count, at},
             {each, room.y}, 0.0f);
        tooltip("Time that each of the last 128 steps took, in milliseconds; the number is their median");
        ImGui::SetCursorScreenPos({start.x + 2 * (each + gap), start.y});
    }
    const float width = ImGui::GetContentRegionAvail().x;
    draw_readings(view, readings_of(view), width, room.y);
}

} // namespace drape::app
