#include "sim/gate.h"
#include "app/commands/commands.h"
#include "app/commands/common.h"
#include "sim/text.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdio>

namespace drape::app {

namespace {

using Json = nlohmann::ordered_json;

std::string fixed(double value, int decimals)
{
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
    return buffer.data();
}

std::string padded(std::string text, std::size_t width)
{
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::string named(std::string text, std::size_t width)
{
    return text.size() < width ? text + std::string(width - text.size(), ' ') : text;
}

std::string band_text(const sim::GateBand& band)
{
    std::string text = "  " + named(band.name, 20) + padded(fixed(band.value, 0), 7);
    if (!band.band)
        return text + "   (no band)\n";
    return text + "   " + padded(fixed(band.band->low, 0), 5) + " .. " +
           named(fixed(band.band->high, 0), 6) + (band.holds() ? "inside" : "OUTSIDE") + "\n";
}

std::string table(const sim::TissueGate& gate)
{
    std::string text = gate.tissue + " (" + gate.profile + ", " + gate.profile_file + ")\n";
    const auto shape = [&](double value, int decimals) {
        return gate.has_wall ? fixed(value, decimals) : std::string("-");
    };
    text += "  posture     aspect  centroid  peak mm  cover mm   volume  least 6V  fastest mm/s  mended  "
            "put back\n";
    for (const sim::GatePosture& p : gate.postures)
        text += "  " + named(p.name, 10) + padded(shape(p.measure.aspect_q10, 0), 8) +
                padded(fixed(p.measure.centroid_q10, 0), 10) + padded(shape(0.01 * p.measure.peak, 2), 9) +
                padded(shape(0.01 * p.measure.cover, 2), 10) + padded(fixed(p.measure.volume_ratio, 4), 9) +
                padded(fixed(p.least_volume, 3), 10) + padded(fixed(0.01 * p.fastest_cmm_per_s, 3), 14) +
                padded(std::to_string(p.guard_mended), 8) +
                padded(std::to_string(p.guard_rolled_back), 10) + "\n";
    if (!gate.has_wall)
        text += "  a mesh has no wall: its height is not measured, and nothing is pressed\n";
    else
        for (const sim::GateBand& band : gate.bands)
            text += band_text(band);
    if (gate.flattening != 0.0)
        text += "  flattening          " + padded(fixed(100.0 * gate.flattening, 1), 7) + " %\n";
    if (!gate.presses.empty())
        text += "  press                   radius mm  thick mm  depth mm  force N  least 6V  mended  put "
                "back\n";
    for (const sim::GatePress& p : gate.presses)
        text += "  " + named(p.tip + " " + p.place, 22) + padded(fixed(0.01 * p.radius_cmm, 1), 11) +
                padded(fixed(0.01 * p.thickness_cmm, 2), 10) + padded(fixed(0.01 * p.depth_cmm, 2), 10) +
                padded(fixed(p.force_N, 3), 9) + padded(fixed(p.least_volume, 3), 10) +
                padded(std::to_string(p.guard_mended), 8) +
                padded(std::to_string(p.guard_rolled_back), 10) + "\n";
    return text + (gate.passes() ? "  passes\n" : "  FAILS: " + gate.fault() + "\n");
}

Json to_json(const sim::TissueGate& gate)
{
    Json json = {{"tissue", gate.tissue},
                 {"profile", gate.profile},
                 {"profile_file", gate.profile_file},
                 {"has_wall", gate.has_wall},
                 {"passes", gate.passes()}};
    if (!gate.passes())
        json["fault"] = gate.fault();
    json["flattening"] = gate.flattening;
    for (const sim::GatePosture& p : gate.postures)
        json["postures"].push_back({{"name", p.name},
                                    {"aspect_q10", p.measure.aspect_q10},
                                    {"centroid_q10", p.measure.centroid_q10},
                                    {"peak_cmm", p.measure.peak},
                                    {"cover_cmm", p.measure.cover},
                                    {"volume_ratio", p.measure.volume_ratio},
                                    {"least_volume", p.least_volume},
                                    {"fastest_cmm_per_s", p.fastest_cmm_per_s},
                                    {"guard_mended", p.guard_mended},
                                    {"guard_rolled_back", p.guard_rolled_back}});
    for (const sim::GateBand& band : gate.bands) {
        Json row = {{"name", band.name}, {"value_q10", band.value}, {"holds", band.holds()}};
        if (band.band)
            row["band_q10"] = {band.band->low, band.band->high};
        json["bands"].push_back(std::move(row));
    }
    json["presses"] = Json::array();
    for (const sim::GatePress& p : gate.presses)
        json["presses"].push_back({{"tip", p.tip},
                                   {"place", p.place},
                                   {"radius_cmm", p.radius_cmm},
                                   {"thickness_cmm", p.thickness_cmm},
                                   {"depth_cmm", p.depth_cmm},
                                   {"force_N", p.force_N},
                                   {"least_volume", p.least_volume},
                                   {"guard_mended", p.guard_mended},
                                   {"guard_rolled_back", p.guard_rolled_back}});
    return json;
}

} // namespace

ExitCode gate_command(const GateOptions& options)
{
    std::vector<std::string> scenes = options.scenes;
    if (scenes.empty())
        scenes.emplace_back(kDefaultScene);
    Json all = Json::array();
    ExitCode code = ExitCode::Done;
    for (const std::string& argument : scenes) {
        const Result<LoadedScene> loaded = load_scene(argument);
        if (!loaded)
            return report(loaded.error());
        constexpr std::uint64_t kTicks = 1000;
        Progress progress("gate of " + argument, kTicks);
        const Result<std::vector<sim::TissueGate>> gates = sim::run_gate(
            loaded.value().world.scene, loaded.value().files, options.compute, [&](double share) {
                progress.update(static_cast<std::uint64_t>(share * kTicks));
                return !is_interrupted();
            });
        if (!gates)
            return report({gates.error().kind, loaded.value().path + ": " + gates.error().message});
        for (const sim::TissueGate& gate : gates.value()) {
            if (!gate.passes())
                code = ExitCode::CheckFailed;
            if (options.json) {
                Json entry = to_json(gate);
                entry["scene"] = loaded.value().path;
                all.push_back(std::move(entry));
            } else if (!print(table(gate))) {
                return ExitCode::Unwritable;
            }
        }
    }
    if (options.json && !print(all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"))
        return ExitCode::Unwritable;
    return code;
}

} // namespace drape::app
