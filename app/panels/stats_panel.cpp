#include "app/panels/widgets.h"

#include "app/contents.h"
#include "sim/state_hash.h"

#include <algorithm>
#include <cmath>

namespace drape::app {

namespace {

struct Reading
{
    const char* label;
    std::string value;
    const char* help;
};

float reading_line(const View& view)
{
    return ImGui::GetTextLineHeight() + 4 * view.scale;
}

constexpr float kReadingWidth = 228.0f; // at scale 1

/// Columns that show all readings in the height that is there, or as many as fit in the width.
std::size_t reading_columns(const View& view, std::size_t count, ImVec2 room)
{
    const auto rows = std::max<std::size_t>(1, static_cast<std::size_t>(room.y / reading_line(view)));
    const auto most =
        std::max<std::size_t>(1, static_cast<std::size_t>(room.x / (kReadingWidth * view.scale)));
    return std::min((count + rows - 1) / rows, most);
}

/// Readings in columns; they scroll where there is no room for all.
void draw_readings(const View& view, const std::vector<Reading>& readings, std::size_t columns)
{
    const std::size_t rows = (readings.size() + columns - 1) / columns;
    ImGui::BeginChild("readings", {0, 0});
    const ImVec2 min = ImGui::GetCursorScreenPos();
    const float column = ImGui::GetContentRegionAvail().x / static_cast<float>(columns);
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const float x = min.x + column * static_cast<float>(i / rows),
                    y = min.y + reading_line(view) * static_cast<float>(i % rows);
        ImGui::SetCursorScreenPos({x, y});
        ImGui::BeginGroup();
        {
            const TextColor dim(tone::kDim);
            ImGui::TextUnformatted(readings[i].label);
        }
        ImGui::SetCursorScreenPos({x + 80 * view.scale, y});
        ImGui::TextUnformatted(readings[i].value.c_str());
        ImGui::EndGroup();
        tooltip(readings[i].help);
    }
    ImGui::EndChild();
}

std::string speed_text(double m_per_s)
{
    return m_per_s < 0.1 ? text_format("%.3g mm/s", 1e3 * m_per_s) : text_format("%.3g m/s", m_per_s);
}

/// Of all tissues together.
void add_tissues(const sim::Snapshot& snapshot, const Contents& contents, std::vector<Reading>& readings)
{
    if (snapshot.stats.tissues.empty())
        return;
    double energy = 0.0, least = 1.0, volume = 1.0;
    std::uint64_t mended = 0, back = 0;
    for (const sim::TissueStats& tissue : snapshot.stats.tissues) {
        energy += tissue.energy_J;
        least = std::min(least, tissue.least_volume);
        if (std::abs(tissue.volume_ratio - 1.0) > std::abs(volume - 1.0))
            volume = tissue.volume_ratio;
        mended += tissue.guard_mended;
        back += tissue.guard_rolled_back;
    }
    const auto count = [](std::uint64_t n) { return std::to_string(n); };
    readings.push_back({"Elements", count(contents.elements) + ", " + count(contents.edges) + " edges",
                        "Tetrahedra of the tissues' cages, and their edges"});
    readings.push_back({"Volume", text_format("%.2f %%", 100.0 * volume),
                        "Volume of the tissue by that at rest; of several, the one furthest from 100 %"});
    readings.push_back(
        {"6V/6V0", text_format("%.3f", least), "Least volume of an element by that at rest"});
    readings.push_back({contents.bonds + contents.joints > 0 ? "Tissues" : "Energy",
                        text_format("%.4g J", energy),
                        "Kinetic, elastic and in the field of gravity, in joules"});
    readings.push_back({"Guard", count(mended) + " / " + count(back),
                        "Elements that the inversion guard pushed open since the start, and particles "
                        "that it put back"});
}

std::vector<Reading> readings_of(const View& view)
{
    const sim::Snapshot& snapshot = view.sim.snapshot;
    const SimStatus& status = view.sim.status;
    const auto count = [](std::size_t n) { return std::to_string(n); };
    const Contents contents = snapshot.topology ? count_contents(*snapshot.topology) : Contents{};
    std::vector<Reading> readings = {
        {"Steps/s",
         status.playing ? text_format("%.0f of %.0f", status.steps_per_s, status.wanted_steps_per_s)
                        : "paused",
         "Steps made in the last second, and how many the speed asks for"},
        {"Step time", text_format("%.3g / %.3g ms", status.step_ms_median, status.step_ms_p95),
         "Median and 95th percentile of the time that the last 128 steps took, in milliseconds"},
        {"Fastest", speed_text(snapshot.stats.fastest), "Largest speed"},
        {"Strain", text_format("%.4f", snapshot.stats.largest_strain),
         "Largest |length / rest length - 1| over structural bonds and cage edges; 0.01 is one per cent"},
        {"Particles", count(snapshot.position.size()), "Particles and entities in the scene"},
    };
    if (contents.bonds + contents.joints > 0 || snapshot.stats.tissues.empty()) {
        readings.push_back({"Bonds",
                            contents.joints > 0
                                ? count(contents.bonds) + " + " + count(contents.joints) + " joints"
                                : count(contents.bonds),
                            "Springs of soft bodies, and joints"});
        readings.push_back({"Energy", text_format("%.4g J", snapshot.stats.kinetic_energy),
                            "Kinetic energy of all particles but those of tissues, in joules"});
    }
    add_tissues(snapshot, contents, readings);
    readings.push_back(
        {status.hash_step == snapshot.step ? "Hash" : "Hash -1", sim::format_hash(snapshot.state_hash),
         "XXH3-64 of the state: equal hashes mean equal bits. While a large scene plays it is "
         "that of one step before, marked by -1"});
    return readings;
}

} // namespace

void draw_stats_panel(const View& view, Commands&)
{
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = 8 * view.scale;
    const std::vector<Reading> readings = readings_of(view);
    const std::size_t columns = reading_columns(view, readings.size(), room);
    // The plots share what the readings leave, and go when it is too little.
    const float plots = std::max(0.0f, room.x - static_cast<float>(columns) * kReadingWidth * view.scale);
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
    draw_readings(view, readings, columns);
}

} // namespace drape::app
