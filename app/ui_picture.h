// The scene with the panels around it as a picture, without a window.
#pragma once

#include "app/cli.h"
#include "app/sim_frame.h"
#include "app/viewer_state.h"
#include "renderer/image.h"
#include "sim/result.h"
#include "sim/world.h"

#include <string>

namespace drape::app {

/// A frame of the window to be drawn without one.
struct UiFrame
{
    const SimFrame& frame; ///< Snapshot, status and materials.
    const ViewerState&
        state; ///< Settings, camera, log; `state.settings.ui_scale` is the interface's scale.
    PixelSize size;
};

/// Draws it through EGL, with a context of its own. Errors: NoDisplay without EGL, Usage for a bad size.
Result<renderer::Image> draw_ui_frame(const UiFrame& frame);

/// What `drape shot --ui` says of its picture.
struct UiPicture
{
    std::string scene_path;
    PixelSize size;
    double ui_scale = 1.0; ///< Clamped to what the window offers.
};

/// The window as it would show a paused world. The look (colours, what is shown, widths) is that of
/// `settings`; the person's own settings play no part.
Result<renderer::Image> draw_ui_picture(const UiPicture& picture, const sim::World& world,
                                        const renderer::Camera& camera,
                                        const renderer::RenderSettings& settings);

} // namespace drape::app
