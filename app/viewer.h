// The interactive viewer.
#pragma once

#include "app/cli.h"
#include "sim/result.h"

namespace drape::app {

/// Opens the window and runs until it is closed. `options.scene` is a scene to open or a folder whose
/// scenes are offered; a size or UI scale given there is used instead of the remembered one. Errors:
/// NoDisplay without a display or with an OpenGL that is too old; Unwritable when the session could not be
/// written.
Status run_viewer(const ViewOptions& options);

} // namespace drape::app
