// Turning gravity to another posture over a moment. Geometry only.
#pragma once

#include "sim/lang/scene_desc.h"

#include <glm/vec3.hpp>

#include <array>
#include <optional>

namespace drape::app {

using sim::kStandardGravity;

/// How a body lies is where gravity pulls.
struct BodyPosture
{
    const char* name;
    glm::dvec3 direction; ///< Of gravity in the body's frame (+x its left, +y up, +z forward), length 1.
    const char* help;
};

inline constexpr std::array<BodyPosture, 5> kPostures = {{
    {"Standing", {0.0, -1.0, 0.0}, "Gravity along -y: the body stands (F5)"},
    {"Supine", {0.0, 0.0, -1.0}, "Gravity along -z: the body lies on its back (F6)"},
    {"Prone", {0.0, 0.0, 1.0}, "Gravity along +z: the body lies on its front (F7)"},
    {"Left side", {1.0, 0.0, 0.0}, "Gravity along +x: the body lies on its left side (F8)"},
    {"Right side", {-1.0, 0.0, 0.0}, "Gravity along -x: the body lies on its right side"},
}};

/// Wall-clock seconds that a turn takes.
inline constexpr double kTurnSeconds = 1.2;

/// A turn on its way.
struct GravityTurn
{
    glm::dvec3 direction{0.0, -1.0, 0.0}; ///< Where it goes, length 1.
    double start_s = 0.0;                 ///< On the window's clock.
    std::optional<glm::dvec3> from;       ///< Gravity at its start, m/s^2; set by the first frame.
};

/// Gravity at the share `t` (clamped to 0..1) of a turn from `from`, m/s^2, to `direction`: on the great
/// circle, eased at both ends, with the strength that `from` has. Opposite directions are reached by way
/// of standing, or of lying on the back where standing is one of the two. Where there is no gravity to
/// turn, the Earth's along `direction`.
glm::dvec3 turned_gravity(const glm::dvec3& from, const glm::dvec3& direction, double t);

} // namespace drape::app
