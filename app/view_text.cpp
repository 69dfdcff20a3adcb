#include "app/view_text.h"

#include "renderer/value_range.h"
#include "sim/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>

namespace drape::app {

namespace {

using renderer::RenderSettings;

struct Toggle
{
    const char* key;
    bool RenderSettings::*member;
};
constexpr std::array<Toggle, 9> kToggles = {{{"spheres", &RenderSettings::show_spheres},
                                             {"bonds", &RenderSettings::show_bonds},
                                             {"joints", &RenderSettings::show_joints},
                                             {"probe", &RenderSettings::show_probe},
                                             {"ground", &RenderSettings::show_ground},
                                             {"background", &RenderSettings::show_background},
                                             {"gizmo", &RenderSettings::show_gizmo},
                                             {"skin", &RenderSettings::show_skin},
                                             {"wall", &RenderSettings::show_wall}}};

struct Number
{
    const char* key;
    float RenderSettings::*member;
    float low, high;
};
constexpr std::array<Number, 4> kNumbers = {
    {{"bond_width_px", &RenderSettings::bond_width_px, 0.5f, 32.0f},
     {"particle_scale", &RenderSettings::particle_scale, 0.01f, 100.0f},
     {"skin_opacity", &RenderSettings::skin_opacity, 0.0f, 1.0f},
     {"peel", &RenderSettings::peel, 0.0f, 1.0f}}};

Error bad_value(const std::string& key, const std::string& expected, const std::string& got)
{
    return {ErrorKind::Usage, "--view: " + key + ": " + expected + " expected, got \"" + got + "\""};
}

Error unknown_key(const std::string& key)
{
    std::vector<std::string> known = {"color"};
    for (const Toggle& toggle : kToggles)
        known.emplace_back(toggle.key);
    for (const Number& number : kNumbers)
        known.emplace_back(number.key);
    return {ErrorKind::Usage, "--view: there is no key \"" + key + "\"" + suggestion(key, known)};
}

/// 0.01 as such, and not as the double next to the float.
std::string shortest(float value)
{
    std::array<char, 32> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

std::optional<Error> set_color(const std::string& value, RenderSettings& settings)
{
    if (value == "body")
        settings.color_mode = renderer::ColorMode::Body;
    else if (value == "speed")
        settings.color_mode = renderer::ColorMode::Speed;
    else if (value == "strain")
        settings.color_mode = renderer::ColorMode::Strain;
    else if (value == "layer")
        settings.color_mode = renderer::ColorMode::Layer;
    else if (value == "compression")
        settings.color_mode = renderer::ColorMode::Compression;
    else
        return bad_value("color", "body, speed, strain, layer or compression", value);
    return std::nullopt;
}

std::optional<Error> set_key(const std::string& key, const std::string& value, RenderSettings& settings)
{
    if (key == "color")
        return set_color(value, settings);
    for (const Toggle& toggle : kToggles)
        if (key == toggle.key) {
            if (value != "on" && value != "off")
                return bad_value(key, "on or off", value);
            settings.*toggle.member = value == "on";
            return std::nullopt;
        }
    for (const Number& number : kNumbers)
        if (key == number.key) {
            float parsed = 0.0f;
            const auto result = std::from_chars(value.data(), value.data() + value.size(), parsed);
            const bool is_whole = result.ec == std::errc() && result.ptr == value.data() + value.size();
            if (!is_whole || !(parsed >= number.low && parsed <= number.high))
                return bad_value(
                    key, "a number from " + shortest(number.low) + " to " + shortest(number.high), value);
            settings.*number.member = parsed;
            return std::nullopt;
        }
    return unknown_key(key);
}

} // namespace

Result<RenderSettings> parse_view(const std::string& text, RenderSettings settings)
{
    std::istringstream parts(text);
    std::string part;
    while (std::getline(parts, part, ',')) {
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos)
            return Error{ErrorKind::Usage, "--view: KEY=VALUE expected, got \"" + part + "\""};
        if (const auto error = set_key(part.substr(0, equals), part.substr(equals + 1), settings))
            return *error;
    }
    return settings;
}

renderer::ColorRange range_for(const RenderSettings& settings, const sim::Snapshot& snapshot)
{
    constexpr double kCalmSpeed = 0.1;   // m/s
    constexpr double kCalmStrain = 0.01; // 1 %
    constexpr double kMost = 1e6;
    if (settings.color_mode == renderer::ColorMode::Compression)
        return renderer::automatic_range(snapshot, settings.color_mode);
    const bool is_strain = settings.color_mode == renderer::ColorMode::Strain;
    const double measured = is_strain ? std::max(snapshot.stats.largest_strain, kCalmStrain)
                                      : std::max(snapshot.stats.fastest, kCalmSpeed);
    return {0.0f, static_cast<float>(std::min(measured, kMost))};
}

} // namespace drape::app
