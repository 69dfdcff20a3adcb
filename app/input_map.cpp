#include "app/input_map.h"

#include "app/posture_turn.h"

#include <algorithm>
#include <array>

namespace drape::app {

namespace {

constexpr std::array<KeyBinding, 26> kBindings = {{
    {Key::Space, Modifier::None, "Space", "Play or pause"},
    {Key::O, Modifier::None, "O", "One step"},
    {Key::R, Modifier::None, "R", "Reset to the start"},
    {Key::F, Modifier::None, "F", "Show the whole scene"},
    {Key::Num1, Modifier::None, "1", "View from the front"},
    {Key::Num2, Modifier::None, "2", "View from the back"},
    {Key::Num3, Modifier::None, "3", "View from the left"},
    {Key::Num4, Modifier::None, "4", "View from the right"},
    {Key::Num5, Modifier::None, "5", "View from the top"},
    {Key::Num6, Modifier::None, "6", "View from a corner"},
    {Key::P, Modifier::None, "P or 0", "Parallel or perspective view"},
    {Key::Num0, Modifier::None, "0", ""},
    {Key::C, Modifier::Control, "Ctrl+C", "Copy the camera as text"},
    {Key::V, Modifier::Control, "Ctrl+V", "Paste a camera"},
    {Key::F5, Modifier::None, "F5", "Stand the body up"},
    {Key::F6, Modifier::None, "F6", "Lay it on its back"},
    {Key::F7, Modifier::None, "F7", "Lay it on its front"},
    {Key::F8, Modifier::None, "F8", "Lay it on its left side"},
    {Key::N, Modifier::None, "N", "Press probes along the skin's normal"},
    {Key::U, Modifier::None, "U or H", "Hide or show the panels"},
    {Key::H, Modifier::None, "H", ""},
    {Key::L, Modifier::None, "L", "Open or close the drawer"},
    {Key::F12, Modifier::None, "F12", "Save a picture"},
    {Key::F1, Modifier::None, "F1", "This list"},
    {Key::Escape, Modifier::None, "Escape", "Cancel a drag"},
    {Key::Q, Modifier::Control, "Ctrl+Q", "Quit"},
}};

bool passes_while_typing(Key key)
{
    return key == Key::F1 || key == Key::F12 || key == Key::Escape;
}

std::optional<Command> plain_command(Key key, const KeyContext& context)
{
    using renderer::CameraPreset;
    switch (key) {
    case Key::Space:
        if (context.is_playing)
            return Pause{};
        return Play{};
    case Key::O:
        return StepOnce{};
    case Key::R:
        return sim::Reset{};
    case Key::F:
        return FrameAll{};
    case Key::Num1:
        return FlyTo{CameraPreset::Front};
    case Key::Num2:
        return FlyTo{CameraPreset::Back};
    case Key::Num3:
        return FlyTo{CameraPreset::Left};
    case Key::Num4:
        return FlyTo{CameraPreset::Right};
    case Key::Num5:
        return FlyTo{CameraPreset::Top};
    case Key::Num6:
        return FlyTo{CameraPreset::Iso};
    case Key::P:
    case Key::Num0:
        return ToggleOrthographic{};
    case Key::F5:
        return TurnGravity{kPostures[0].direction};
    case Key::F6:
        return TurnGravity{kPostures[1].direction};
    case Key::F7:
        return TurnGravity{kPostures[2].direction};
    case Key::F8:
        return TurnGravity{kPostures[3].direction};
    case Key::N:
        return TogglePressAlongNormal{};
    case Key::U:
    case Key::H:
        return TogglePanels{};
    case Key::L:
        return ToggleDrawer{};
    case Key::F1:
        return ToggleHelp{};
    case Key::F12:
        return SavePicture{};
    case Key::Escape:
        return Cancel{};
    default:
        return std::nullopt;
    }
}

} // namespace

std::span<const KeyBinding> key_bindings()
{
    return kBindings;
}

std::optional<Command> command_for(Key key, Modifier modifier, const KeyContext& context)
{
    if (context.is_typing && !passes_while_typing(key))
        return std::nullopt;
    if (modifier == Modifier::None)
        return plain_command(key, context);
    if (modifier != Modifier::Control)
        return std::nullopt;
    switch (key) {
    case Key::C:
        return CopyCamera{};
    case Key::V:
        return PasteCamera{};
    case Key::Q:
        return Quit{};
    default:
        return std::nullopt;
    }
}

} // namespace drape::app
