// The postures: how the body lies is where gravity pulls.
#pragma once

#include "app/panels/panels.h"

#include <glm/vec3.hpp>

#include <array>
#include <span>

namespace drape::app {

/// The Earth's, m/s^2.
inline constexpr double kStandardGravity = 9.81;

struct Posture
{
    const char* name;
    glm::dvec3 direction; ///< Of gravity in the body's frame (+x its left, +y up, +z forward), length 1.
    const char* help;
};

inline constexpr std::array<Posture, 4> kPostures = {{
    {"Standing", {0.0, -1.0, 0.0}, "Gravity along -y: the body stands"},
    {"Supine", {0.0, 0.0, -1.0}, "Gravity along -z: the body lies on its back"},
    {"Prone", {0.0, 0.0, 1.0}, "Gravity along +z: the body lies on its front"},
    {"Left side", {1.0, 0.0, 0.0}, "Gravity along +x: the body lies on its left side"},
}};

/// Buttons that turn gravity and keep its strength; the posture that holds is lit.
void draw_posture_buttons(const View& view, Commands& commands, std::span<const Posture> postures,
                          float width);

} // namespace drape::app
