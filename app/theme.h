// Colours, spacing and rounding of the user interface: one calm dark look, sized by one scale.
#pragma once

#include <imgui.h>

#include <cstdint>

namespace drape::app {

/// Colours by what they are for.
namespace tone {
inline constexpr ImU32 kBackdrop = IM_COL32(0x14, 0x16, 0x1A, 255); ///< Behind bars and columns.
inline constexpr ImU32 kCard = IM_COL32(0x1E, 0x21, 0x27, 255);     ///< A panel.
inline constexpr ImU32 kCardEdge = IM_COL32(0x2B, 0x2F, 0x37, 255);
inline constexpr ImU32 kControl =
    IM_COL32(0x2B, 0x2F, 0x38, 255); ///< A field, a button, a slider's groove.
inline constexpr ImU32 kControlHot = IM_COL32(0x35, 0x3A, 0x45, 255);
inline constexpr ImU32 kControlDown = IM_COL32(0x3F, 0x46, 0x53, 255);
inline constexpr ImU32 kFill = IM_COL32(0x3C, 0x5A, 0x7E, 255); ///< The filled part of a slider.
inline constexpr ImU32 kFillHot = IM_COL32(0x47, 0x6A, 0x94, 255);
inline constexpr ImU32 kChosen = IM_COL32(0x3C, 0x5A, 0x7E, 255); ///< The chosen one of several.
inline constexpr ImU32 kText = IM_COL32(0xDB, 0xDF, 0xE5, 255);
inline constexpr ImU32 kDim = IM_COL32(0x97, 0x9E, 0xAA, 255);    ///< Labels, units, hints.
inline constexpr ImU32 kFaint = IM_COL32(0x5E, 0x65, 0x71, 255);  ///< Grid lines of plots, what is off.
inline constexpr ImU32 kAccent = IM_COL32(0xF2, 0xA6, 0x5A, 255); ///< Changed, active, under the cursor.
inline constexpr ImU32 kGood = IM_COL32(0x8F, 0xC7, 0x6A, 255);
inline constexpr ImU32 kWarning = IM_COL32(0xE8, 0xBE, 0x62, 255);
inline constexpr ImU32 kError = IM_COL32(0xEC, 0x72, 0x66, 255);
inline constexpr ImU32 kAxisX = IM_COL32(0xE0, 0x65, 0x5A, 255);
inline constexpr ImU32 kAxisY = IM_COL32(0x7F, 0xB6, 0x5B, 255);
inline constexpr ImU32 kAxisZ = IM_COL32(0x5A, 0x92, 0xE0, 255);
} // namespace tone

/// The same colour at `share` (0..1) of its opacity.
ImU32 faded(ImU32 color, float share);
/// 0xRRGGBB as ImGui packs colours, opaque.
ImU32 from_rgb(std::uint32_t rgb);

/// Sets colours and sizes of the current ImGui context; `scale` multiplies every length.
void apply_theme(float scale);

/// Asks for the theme's text colour `color` until the end of the scope.
class TextColor
{
public:
    explicit TextColor(ImU32 color) { ImGui::PushStyleColor(ImGuiCol_Text, color); }
    ~TextColor() { ImGui::PopStyleColor(); }
    TextColor(const TextColor&) = delete;
    TextColor& operator=(const TextColor&) = delete;
};

} // namespace drape::app
