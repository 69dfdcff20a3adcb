#include "renderer/color_map.h"

#include <glm/common.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace drape::renderer {
namespace {

/// Linear through evenly spaced stops; `t` in 0..1. Ten stops keep viridis within one step of 8 bits
/// of its table nearly everywhere, and a legend drawn by this function cannot disagree.
template<std::size_t N>
glm::vec3 through_stops(const std::array<std::uint32_t, N>& stops, float t)
{
    const float at = std::clamp(t, 0.0f, 1.0f) * static_cast<float>(N - 1);
    const auto low = std::min(static_cast<std::size_t>(at), N - 2);
    return glm::mix(from_hex(stops[low]), from_hex(stops[low + 1]), at - static_cast<float>(low));
}

} // namespace

glm::vec3 from_hex(std::uint32_t rgb)
{
    const auto channel = [rgb](unsigned shift) {
        return static_cast<float>((rgb >> shift) & 0xFFu) / 255.0f;
    };
    return {channel(16), channel(8), channel(0)};
}

glm::vec3 viridis(float t)
{
    static constexpr std::array<std::uint32_t, 10> kStops = {
        0x440154, 0x482878, 0x3E4989, 0x31688E, 0x26828E, 0x1F9E89, 0x35B779, 0x6ECE58, 0xB5DE2B, 0xFDE725};
    return through_stops(kStops, std::isnan(t) ? 0.0f : t);
}

glm::vec3 diverging(float t)
{
    static constexpr std::array<std::uint32_t, 7> kStops = {0x1F4E9E, 0x4F8AC9, 0xA9C8E4, 0xE9E7E4,
                                                            0xF2BE95, 0xDE7A43, 0xA83B14};
    return through_stops(kStops, std::isnan(t) ? 0.5f : 0.5f + 0.5f * t);
}

std::uint32_t palette_color(std::uint32_t body)
{
    // Lightness alternates, so that neighbours differ also where the hues fall together.
    static constexpr std::array<std::uint32_t, 8> kPalette = {0x6FA8DC, 0xE8A15B, 0x63B8A0, 0xD98CA8,
                                                              0xE3C766, 0x8C86D6, 0xA5C86E, 0xC97B63};
    return kPalette[body % kPalette.size()];
}

} // namespace drape::renderer
