// What `drape shot --view` says, as render settings.
#pragma once

#include "renderer/render_settings.h"
#include "sim/result.h"
#include "sim/snapshot.h"

#include <string>

namespace drape::app {

/// Reads "color=strain,bonds=off,bond_width_px=2" into the settings given. Error (Usage): names the key,
/// what was met and what was expected.
Result<renderer::RenderSettings> parse_view(const std::string& text, renderer::RenderSettings settings);

/// Colour range for the mode that `settings` has: up to the snapshot's fastest particle or largest
/// strain, with a floor so that a scene at rest is calm.
renderer::ColorRange range_for(const renderer::RenderSettings& settings, const sim::Snapshot& snapshot);

} // namespace drape::app
