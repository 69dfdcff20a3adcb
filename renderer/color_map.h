// Colours for numbers and bodies, for the shaders and for legends. sRGB, no GL.
#pragma once

#include <glm/vec3.hpp>

#include <cstdint>

namespace drape::renderer {

/// From dark blue over green to yellow, even in lightness, safe for colour-blind eyes; `t` in 0..1
/// (clamped; NaN counts as 0). sRGB, 0..1.
glm::vec3 viridis(float t);

/// Blue for -1, light grey for 0, orange-red for 1 (clamped; NaN counts as 0). sRGB, 0..1.
glm::vec3 diverging(float t);

/// A calm colour for the n-th body, repeating after 8; neighbours differ for colour-blind eyes too.
/// 0xRRGGBB, sRGB.
std::uint32_t palette_color(std::uint32_t body);

/// 0xRRGGBB as sRGB 0..1.
glm::vec3 from_hex(std::uint32_t rgb);

} // namespace drape::renderer
