// What the window remembers from one start to the next, as JSON in the config folder.
#pragma once

#include "renderer/render_settings.h"
#include "sim/result.h"

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace drape::app {

/// The panels of the two columns.
enum class Panel : std::uint8_t
{
    Scene,
    Simulation,
    Gravity,
    Material,
    Probe,
    View,
    Profile,
    Gate,
};
inline constexpr std::size_t kPanelCount = 8;

/// What the drawer at the bottom shows.
enum class DrawerTab : std::uint8_t
{
    Stats,
    Log,
};

/// Smallest and largest size of the user interface.
inline constexpr double kSmallestUi = 0.75;
inline constexpr double kLargestUi = 3.0;

/// How the scene is drawn, as far as a person chooses it.
struct LookSettings
{
    bool spheres = true;
    bool bonds = true;
    bool joints = true;
    bool probe = true;
    bool ground = true;          ///< Grid and shadow.
    bool gizmo = true;           ///< Axes and the gravity arrow.
    bool skin = true;            ///< Of tissues; where peeled, the layers that are left.
    bool wall = true;            ///< What tissues lie on.
    double skin_opacity = 1.0;   ///< 0..1
    double peel = 0.0;           ///< 0 shows the skin, 1 removes all.
    double bond_width_px = 1.5;  ///< 0.5..8
    double particle_scale = 1.0; ///< 0.1..4
    renderer::ColorMode color_mode = renderer::ColorMode::Body;
    bool auto_range = true;       ///< The colour map's range follows the run.
    double speed_max = 3.0;       ///< m/s at the top of the colour map, where not automatic.
    double strain_max = 0.1;      ///< Largest strain of the colour map, where not automatic.
    double compression_max = 0.2; ///< Largest |6V/6V0 - 1| of the colour map, where not automatic.
    bool operator==(const LookSettings&) const = default;
};

struct Settings
{
    LookSettings look;
    double ui_scale = 1.0; ///< kSmallestUi..kLargestUi
    std::bitset<kPanelCount> open_panels{0b11111111};
    bool panels_visible = true;
    bool drawer_open = true;
    DrawerTab drawer_tab = DrawerTab::Stats;
    std::vector<std::string> recent; ///< Scene files, the newest first; at most kMostRecent.
    int window_width = 1280;         ///< Window coordinates; 320..16384.
    int window_height = 720;         ///< 240..16384
    bool operator==(const Settings&) const = default;
};
inline constexpr std::size_t kMostRecent = 10;

/// Puts `path` at the front of the recent files.
void remember(Settings& settings, const std::string& path);

/// The same settings with every number inside its range.
Settings clamped(const Settings& settings);

std::string write_settings(const Settings& settings);
/// Reads what write_settings wrote. Missing or odd entries keep their default. Error: Unreadable where the
/// text is no JSON object.
Result<Settings> read_settings(std::string_view text);

/// The settings file; empty when there is no home folder.
std::string settings_path();
/// Reads the settings file. Without one, the defaults; error: Unreadable, naming the file.
Result<Settings> load_settings();
/// Saves them, making the folder; error: Unwritable.
Status save_settings(const Settings& settings);

} // namespace drape::app
