// The fonts of the user interface: found on the system, rasterised crisply for the scale in use.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

namespace drape::app {

/// The fonts of one atlas; never null after build_fonts, owned by ImGui's context.
struct Fonts
{
    ImFont* text = nullptr;   ///< Controls and sentences.
    ImFont* strong = nullptr; ///< Headings.
    ImFont* mono = nullptr;   ///< Numbers that line up, diagnostics with carets.
    std::string warning;      ///< Set when no font file was found and ImGui's own is used.
};

/// Height of the text font at scale 1, in window coordinates.
inline constexpr float kTextSize = 15.0f;

/// Fills the current context's atlas anew. `scale` is the size of the interface in window coordinates,
/// `density` the number of framebuffer pixels per window coordinate. The backend's texture is then stale.
Fonts build_fonts(float scale, float density);

/// The font files in use that are there, for `drape doctor`. Needs no ImGui context.
std::vector<std::string> installed_fonts();

} // namespace drape::app
