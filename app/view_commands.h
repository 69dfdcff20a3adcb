// What the window's commands do to its state. No window, no GL: what needs them is asked for in Wishes.
#pragma once

#include "app/command.h"
#include "app/viewer_state.h"
#include "renderer/bounds.h"

#include <optional>
#include <string>

namespace drape::app {

/// What is left to do for the one who has a window.
struct Wishes
{
    std::optional<std::string> clipboard; ///< Text to put there.
    bool wants_paste = false;             ///< Reads the clipboard and calls paste_camera.
    bool wants_picture = false;
    bool wants_cancel = false; ///< Of the drag in progress.
    bool wants_quit = false;
};

/// The viewport and what is in it.
struct Stage
{
    renderer::Viewport viewport;
    std::optional<renderer::Bounds> bounds;
    bool faces_back = false; ///< The scene shows its face to -z.
};

void apply_view_command(const ViewCommand& command, const Stage& stage, ViewerState& state, Wishes& wishes);

/// Flies to the camera that the text describes, or says in the log why not.
void paste_camera(const std::string& text, ViewerState& state);

/// Where the camera stands when a scene is opened, and where an invalid one goes.
renderer::Camera home_camera(const Stage& stage);

} // namespace drape::app
