// What a person can ask for: small values, from a key, the mouse or a panel.
#pragma once

#include "app/settings.h"
#include "renderer/camera.h"
#include "sim/edit.h"
#include "sim/step.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace drape::app {

// For the simulation thread.

struct Play
{
    bool operator==(const Play&) const = default;
};
struct Pause
{
    bool operator==(const Pause&) const = default;
};
/// One step; pauses first.
struct StepOnce
{
    bool operator==(const StepOnce&) const = default;
};
/// Slowest and fastest speed, simulated seconds per second.
inline constexpr double kSlowest = 0.05;
inline constexpr double kFastest = 8.0;
struct SetSpeed
{
    double speed = 1.0; ///< Simulated seconds per second; clamped to kSlowest..kFastest.
    bool operator==(const SetSpeed&) const = default;
};
struct SetBackend
{
    sim::Backend backend = sim::Backend::Native;
    bool operator==(const SetBackend&) const = default;
};
/// Opens a scene; the old one stays when the new one has errors.
struct LoadScene
{
    std::string path;
    bool operator==(const LoadScene&) const = default;
};
/// Writes the recorded session.
struct SaveSession
{
    std::string path;
    bool operator==(const SaveSession&) const = default;
};
/// Writes the scene with the edits made so far.
struct SaveScene
{
    std::string path;
    bool operator==(const SaveScene&) const = default;
};

/// Puts the profile of a file on a tissue, as an edit that is recorded; nothing changes when it has errors.
struct LoadProfile
{
    std::uint32_t tissue = 0;
    std::string path;
    bool operator==(const LoadProfile&) const = default;
};
/// Writes a tissue's profile with the edits made so far, onto the text it was read from. Without a path it
/// goes where it came from, or, where that is a shipped file, to a new one among the person's own. A
/// shipped file is never written over.
struct SaveProfile
{
    std::uint32_t tissue = 0;
    std::string path; ///< Empty: see above.
    bool operator==(const SaveProfile&) const = default;
};
/// Back to the profile as its file has it.
struct RevertProfile
{
    std::uint32_t tissue = 0;
    bool operator==(const RevertProfile&) const = default;
};
/// Whether frames tell how the tissues lie.
struct WatchDrape
{
    bool is_on = false;
    bool operator==(const WatchDrape&) const = default;
};

using SimCommand =
    std::variant<sim::Edit, Play, Pause, StepOnce, SetSpeed, SetBackend, LoadScene, SaveSession, SaveScene,
                 LoadProfile, SaveProfile, RevertProfile, WatchDrape>;

// For the window.

/// Flies to a preset direction.
struct FlyTo
{
    renderer::CameraPreset preset = renderer::CameraPreset::Front;
    bool operator==(const FlyTo&) const = default;
};
/// Flies to a camera.
struct FlyToCamera
{
    renderer::Camera camera;
    bool operator==(const FlyToCamera&) const = default;
};
/// Takes a camera at once.
struct SetCamera
{
    renderer::Camera camera;
    bool operator==(const SetCamera&) const = default;
};
struct FrameAll
{
    bool operator==(const FrameAll&) const = default;
};
struct ToggleOrthographic
{
    bool operator==(const ToggleOrthographic&) const = default;
};
struct CopyCamera
{
    bool operator==(const CopyCamera&) const = default;
};
struct PasteCamera
{
    bool operator==(const PasteCamera&) const = default;
};
/// Puts text on the clipboard.
struct CopyText
{
    std::string text;
    bool operator==(const CopyText&) const = default;
};
/// How the scene is drawn.
struct SetLook
{
    LookSettings look;
    bool operator==(const SetLook&) const = default;
};
struct SetUiScale
{
    double scale = 1.0; ///< Clamped to kSmallestUi..kLargestUi.
    bool operator==(const SetUiScale&) const = default;
};
/// Opens or closes one panel of a column.
struct TogglePanel
{
    Panel panel = Panel::Scene;
    bool operator==(const TogglePanel&) const = default;
};
/// Shows or hides all panels and bars.
struct TogglePanels
{
    bool operator==(const TogglePanels&) const = default;
};
struct ToggleDrawer
{
    bool operator==(const ToggleDrawer&) const = default;
};
struct SelectTab
{
    DrawerTab tab = DrawerTab::Stats;
    bool operator==(const SelectTab&) const = default;
};
struct ToggleHelp
{
    bool operator==(const ToggleHelp&) const = default;
};
/// Which probe the Probe panel shows.
struct SelectProbe
{
    std::uint32_t probe = 0;
    bool operator==(const SelectProbe&) const = default;
};

/// Which tissue the Profile and Gate panels show.
struct SelectTissue
{
    std::uint32_t tissue = 0;
    bool operator==(const SelectTissue&) const = default;
};
/// Turns gravity over a moment and keeps its strength.
struct TurnGravity
{
    glm::dvec3 direction{0.0, -1.0, 0.0}; ///< Length 1.
    bool operator==(const TurnGravity&) const = default;
};
/// Writes the force-depth curve as CSV.
struct SaveCurve
{
    std::string path;
    bool operator==(const SaveCurve&) const = default;
};
struct ClearCurve
{
    bool operator==(const ClearCurve&) const = default;
};
/// Whether the wheel presses a probe along the skin's normal instead of the line of sight.
struct TogglePressAlongNormal
{
    bool operator==(const TogglePressAlongNormal&) const = default;
};

/// The texts that a person may be in the middle of typing.
enum class Draft : std::uint8_t
{
    OpenPath,
    SaveScenePath,
    SaveSessionPath,
    LoadProfilePath,
    SaveProfilePath,
    SaveCurvePath,
};
inline constexpr std::size_t kDraftCount = 6;
struct SetDraft
{
    Draft draft = Draft::OpenPath;
    std::string text;
    bool operator==(const SetDraft&) const = default;
};
struct SetLogFilter
{
    bool errors_only = false;
    bool operator==(const SetLogFilter&) const = default;
};
/// Marks lines of the log, first and last included, counted over all lines.
struct SelectLogLines
{
    std::size_t first = 0, last = 0;
    bool operator==(const SelectLogLines&) const = default;
};
struct ClearLog
{
    bool operator==(const ClearLog&) const = default;
};
/// Writes the scene's picture to the state folder.
struct SavePicture
{
    bool operator==(const SavePicture&) const = default;
};
/// Ends a drag as if it had not begun; else closes what is open over the viewport.
struct Cancel
{
    bool operator==(const Cancel&) const = default;
};
struct Quit
{
    bool operator==(const Quit&) const = default;
};

using ViewCommand = std::variant<FlyTo, FlyToCamera, SetCamera, FrameAll, ToggleOrthographic, CopyCamera,
                                 PasteCamera, CopyText, SetLook, SetUiScale, TogglePanel, TogglePanels,
                                 ToggleDrawer, SelectTab, ToggleHelp, SelectProbe, SelectTissue,
                                 TurnGravity, SaveCurve, ClearCurve, TogglePressAlongNormal, SetDraft,
                                 SetLogFilter, SelectLogLines, ClearLog, SavePicture, Cancel, Quit>;

/// Anything that can be asked for. `commands.push_back(sim::SetGravity{...})` works for every kind.
using Command = std::variant<SimCommand, ViewCommand>;
using Commands = std::vector<Command>;

} // namespace drape::app
