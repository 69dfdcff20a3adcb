// Keys to commands. Pure: no window and no ImGui.
#pragma once

#include "app/command.h"

#include <cstdint>
#include <optional>
#include <span>

namespace drape::app {

/// A key as the person reads it on the keyboard: letters and digits by what the layout makes of them,
/// others by name.
enum class Key : std::uint8_t
{
    None,
    Num0,
    Num1,
    Num2,
    Num3,
    Num4,
    Num5,
    Num6,
    C,
    F,
    H,
    L,
    N,
    O,
    P,
    Q,
    R,
    U,
    V,
    Space,
    Escape,
    F1,
    F5,
    F6,
    F7,
    F8,
    F12,
};

enum class Modifier : std::uint8_t
{
    None,
    Control,
    Other, ///< Anything else held down, alone or together.
};

/// What a key does and how the help names it.
struct KeyBinding
{
    Key key = Key::None;
    Modifier modifier = Modifier::None;
    const char* name = ""; ///< "Ctrl+C"
    const char* help = ""; ///< Empty for a second key of the same command.
};

/// All bindings, in the order of the help.
std::span<const KeyBinding> key_bindings();

/// What the map needs to know of the moment.
struct KeyContext
{
    bool is_playing = false;
    bool is_typing = false; ///< A text field has the keyboard: only function keys and Escape pass.
};

/// The command of a key press; empty where it has none.
std::optional<Command> command_for(Key key, Modifier modifier, const KeyContext& context);

} // namespace drape::app
