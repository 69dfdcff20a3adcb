#include "app/settings.h"

#include "app/files.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

namespace drape::app {

using nlohmann::json;

namespace {

constexpr std::array<const char*, kPanelCount> kPanelKeys = {"scene", "simulation", "gravity", "material",
                                                             "probe", "view",       "profile", "gate"};
constexpr std::array<const char*, 5> kColorModeKeys = {"body", "speed", "strain", "layer", "compression"};
constexpr std::array<const char*, 2> kTabKeys = {"stats", "log"};

double in_range(double value, double low, double high, double fallback)
{
    return std::isfinite(value) ? std::clamp(value, low, high) : fallback;
}

// Readers that leave the default where the entry is missing or of another kind: a hand-edited or newer
// file costs one entry, not all of them.

void read(const json& object, const char* key, bool& value)
{
    if (const auto it = object.find(key); it != object.end() && it->is_boolean())
        value = it->get<bool>();
}

void read(const json& object, const char* key, double& value)
{
    if (const auto it = object.find(key); it != object.end() && it->is_number())
        value = it->get<double>();
}

void read(const json& object, const char* key, int& value)
{
    double number = value;
    read(object, key, number);
    if (std::abs(number) < 1e6)
        value = static_cast<int>(number);
}

template<class Enum, std::size_t N>
void read_word(const json& object, const char* key, const std::array<const char*, N>& words, Enum& value)
{
    const auto it = object.find(key);
    if (it == object.end() || !it->is_string())
        return;
    const auto word = std::find(words.begin(), words.end(), it->get<std::string>());
    if (word != words.end())
        value = static_cast<Enum>(word - words.begin());
}

void read_look(const json& object, LookSettings& look)
{
    read(object, "spheres", look.spheres);
    read(object, "bonds", look.bonds);
    read(object, "joints", look.joints);
    read(object, "probe", look.probe);
    read(object, "ground", look.ground);
    read(object, "gizmo", look.gizmo);
    read(object, "bond_width_px", look.bond_width_px);
    read(object, "particle_scale", look.particle_scale);
    read_word(object, "color_mode", kColorModeKeys, look.color_mode);
    read(object, "auto_range", look.auto_range);
    read(object, "speed_max_m_per_s", look.speed_max);
    read(object, "strain_max", look.strain_max);
    read(object, "compression_max", look.compression_max);
    read(object, "skin", look.skin);
    read(object, "wall", look.wall);
    read(object, "skin_opacity", look.skin_opacity);
    read(object, "peel", look.peel);
}

json look_json(const LookSettings& look)
{
    return {{"spheres", look.spheres},
            {"bonds", look.bonds},
            {"joints", look.joints},
            {"probe", look.probe},
            {"ground", look.ground},
            {"gizmo", look.gizmo},
            {"bond_width_px", look.bond_width_px},
            {"particle_scale", look.particle_scale},
            {"color_mode", kColorModeKeys[static_cast<std::size_t>(look.color_mode)]},
            {"auto_range", look.auto_range},
            {"speed_max_m_per_s", look.speed_max},
            {"strain_max", look.strain_max},
            {"compression_max", look.compression_max},
            {"skin", look.skin},
            {"wall", look.wall},
            {"skin_opacity", look.skin_opacity},
            {"peel", look.peel}};
}

LookSettings clamped(const LookSettings& look)
{
    const LookSettings defaults;
    LookSettings result = look;
    result.bond_width_px = in_range(look.bond_width_px, 0.5, 8.0, defaults.bond_width_px);
    result.particle_scale = in_range(look.particle_scale, 0.1, 4.0, defaults.particle_scale);
    result.speed_max = in_range(look.speed_max, 0.01, 100.0, defaults.speed_max);
    result.strain_max = in_range(look.strain_max, 0.001, 10.0, defaults.strain_max);
    result.compression_max = in_range(look.compression_max, 0.001, 10.0, defaults.compression_max);
    result.skin_opacity = in_range(look.skin_opacity, 0.0, 1.0, defaults.skin_opacity);
    result.peel = in_range(look.peel, 0.0, 1.0, defaults.peel);
    return result;
}

} // namespace

void remember(Settings& settings, const std::string& path)
{
    std::erase(settings.recent, path);
    settings.recent.insert(settings.recent.begin(), path);
    if (settings.recent.size() > kMostRecent)
        settings.recent.resize(kMostRecent);
}

Settings clamped(const Settings& settings)
{
    const Settings defaults;
    Settings result = settings;
    result.look = clamped(settings.look);
    result.ui_scale = in_range(settings.ui_scale, kSmallestUi, kLargestUi, defaults.ui_scale);
    result.window_width = std::clamp(settings.window_width, 320, 16384);
    result.window_height = std::clamp(settings.window_height, 240, 16384);
    if (result.recent.size() > kMostRecent)
        result.recent.resize(kMostRecent);
    return result;
}

std::string write_settings(const Settings& settings)
{
    json panels = json::object();
    for (std::size_t i = 0; i < kPanelCount; ++i)
        panels[kPanelKeys[i]] = settings.open_panels[i];
    const json root = {{"look", look_json(settings.look)},
                       {"ui_scale", settings.ui_scale},
                       {"open_panels", panels},
                       {"panels_visible", settings.panels_visible},
                       {"drawer_open", settings.drawer_open},
                       {"drawer_tab", kTabKeys[static_cast<std::size_t>(settings.drawer_tab)]},
                       {"recent", settings.recent},
                       {"window", {{"width", settings.window_width}, {"height", settings.window_height}}}};
    // A path may hold any bytes; what is no UTF-8 is replaced instead of refused.
    return root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<Settings> read_settings(std::string_view text)
{
    const json root = json::parse(text, nullptr, false);
    if (!root.is_object())
        return Error{ErrorKind::Unreadable, "this is no JSON object"};
    Settings settings;
    if (const auto look = root.find("look"); look != root.end() && look->is_object())
        read_look(*look, settings.look);
    read(root, "ui_scale", settings.ui_scale);
    if (const auto panels = root.find("open_panels"); panels != root.end() && panels->is_object())
        for (std::size_t i = 0; i < kPanelCount; ++i) {
            bool open = true;
            read(*panels, kPanelKeys[i], open);
            settings.open_panels[i] = open;
        }
    read(root, "panels_visible", settings.panels_visible);
    read(root, "drawer_open", settings.drawer_open);
    read_word(root, "drawer_tab", kTabKeys, settings.drawer_tab);
    if (const auto recent = root.find("recent"); recent != root.end() && recent->is_array())
        for (const json& path : *recent)
            if (path.is_string() && !path.get_ref<const std::string&>().empty())
                settings.recent.push_back(path.get<std::string>());
    if (const auto window = root.find("window"); window != root.end() && window->is_object()) {
        read(*window, "width", settings.window_width);
        read(*window, "height", settings.window_height);
    }
    return clamped(settings);
}

std::string settings_path()
{
    const std::string folder = config_folder();
    return folder.empty() ? std::string() : folder + "/settings.json";
}

Result<Settings> load_settings()
{
    constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 20U;
    const std::string path = settings_path();
    std::error_code ignored;
    if (path.empty() || !std::filesystem::exists(path, ignored))
        return Settings{};
    const Result<std::string> text = read_file(path, kMaxBytes);
    if (!text)
        return text.error();
    Result<Settings> settings = read_settings(text.value());
    if (!settings)
        return Error{ErrorKind::Unreadable, path + ": " + settings.error().message};
    return settings;
}

Status save_settings(const Settings& settings)
{
    const std::string path = settings_path();
    if (path.empty())
        return Error{ErrorKind::Unwritable, "there is no home folder to keep settings in"};
    std::error_code error;
    std::filesystem::create_directories(config_folder(), error);
    return write_file_atomically(path, write_settings(settings));
}

} // namespace drape::app
