// What every pass is given to draw one frame, and the uniform block that all shaders read.
#pragma once

#include "renderer/bounds.h"
#include "renderer/camera.h"
#include "renderer/render_settings.h"
#include "sim/snapshot.h"

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include <cstdint>

namespace drape::renderer {

struct RenderStats;

/// The std140 block `Frame` of common.glsl; same order, same types. Space "ts" (target space) has the
/// world's axes and the camera's target as its origin.
struct FrameBlock
{
    glm::mat4 view{1.0f};        ///< ts to vs.
    glm::mat4 projection{1.0f};  ///< vs to clip.
    glm::vec4 viewport_px{1.0f}; ///< width, height, 1/width, 1/height.
    glm::vec4 up_vs{0.0f};       ///< World's y axis; w = height of the ground above the target, m.
    glm::vec4 scene_ts{0.0f};    ///< Centre of what is shown; w = its radius, m.
    glm::vec4 options{0.0f};     ///< x 1 if orthographic, y ColorMode, z particle scale, w pixel scale.
    glm::vec4 depths{0.0f};      ///< x near, y far, m; z camera distance, m; w number of samples.
    glm::vec4 samples_01{0.0f};  ///< Positions of samples 0 and 1 from the pixel's centre, px, y up.
    glm::vec4 samples_23{0.0f};  ///< Of samples 2 and 3.
};
static_assert(sizeof(FrameBlock) == 2 * 64 + 7 * 16, "std140 has no padding here");

/// One frame, ready to be drawn: the caller's snapshot and choices, and what follows from them.
struct Frame
{
    const sim::Snapshot& snapshot;
    const RenderSettings& settings;
    Camera camera; ///< Valid.
    Viewport viewport;
    CameraMatrices matrices;
    std::optional<Bounds> bounds; ///< Of what is shown, without strays.
    double ground_height = 0.0;   ///< m
    float pixel_scale = 1.0f;     ///< Within its range.
    float particle_scale = 1.0f;  ///< Within its range.
    FrameBlock block;
    RenderStats& stats;

    /// A point relative to the camera's target: the subtraction in double keeps the digits.
    glm::vec3 to_target_space(const glm::dvec3& point) const { return glm::vec3(point - camera.target); }
};

/// Works out a frame; `bounds` are those of the snapshot. Settings outside their ranges are clamped, an
/// invalid camera is replaced by the default one.
Frame make_frame(const sim::Snapshot& snapshot, const std::optional<Bounds>& bounds, const Camera& camera,
                 const RenderSettings& settings, Viewport viewport, RenderStats& stats);

/// 0xRRGGBB and opacity as the shaders take colours: sRGB, 0..1.
glm::vec4 tint(std::uint32_t rgb, float opacity);

} // namespace drape::renderer
