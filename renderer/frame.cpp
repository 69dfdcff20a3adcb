#include "renderer/frame.h"

#include "renderer/color_map.h"

#include <glm/common.hpp>
#include <glm/vec3.hpp>

#include <algorithm>
#include <cmath>

namespace drape::renderer {
namespace {

/// NaN becomes the lower end.
float clamp_setting(float value, float low, float high)
{
    return value >= low ? std::min(value, high) : low;
}

/// 1, 2 or 5 times a power of ten, at most `value` (> 0).
double round_step(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    const double digit = value / power;
    return power * (digit >= 5.0 ? 5.0 : digit >= 2.0 ? 2.0 : 1.0);
}

/// Without a ground of its own the scene floats above a floor that is only looks. Its height goes by
/// round steps, so that it keeps still while the scene swings, and depends on this frame alone, so
/// that a shot of step N equals the window at step N.
double floor_height(const Bounds& bounds)
{
    const double step = round_step(std::max(0.25 * bounds.radius(), 1e-6));
    return step * std::floor((bounds.min.y - 0.25 * step) / step);
}

double ground_height(const sim::Snapshot& snapshot, const RenderSettings& settings,
                     const std::optional<Bounds>& bounds)
{
    if (settings.ground_height && std::abs(*settings.ground_height) <= kLargestCoordinate)
        return *settings.ground_height;
    const bool has_ground = snapshot.topology != nullptr && snapshot.topology->has_ground;
    return has_ground || !bounds ? 0.0 : floor_height(*bounds);
}

FrameBlock make_block(const Frame& frame)
{
    FrameBlock block;
    block.view = frame.matrices.view;
    block.projection = frame.matrices.projection;
    const glm::vec2 size(std::max(frame.viewport.width_px, 1), std::max(frame.viewport.height_px, 1));
    block.viewport_px = {size, 1.0f / size};
    block.up_vs = {glm::vec3(frame.matrices.view[1]),
                   static_cast<float>(frame.ground_height - frame.camera.target.y)};
    if (frame.bounds) {
        block.scene_ts = {frame.to_target_space(frame.bounds->center()),
                          static_cast<float>(frame.bounds->radius())};
    }
    block.options = {frame.camera.orthographic ? 1.0f : 0.0f, static_cast<float>(frame.settings.color_mode),
                     frame.particle_scale, frame.pixel_scale};
    block.depths = {static_cast<float>(frame.matrices.near_depth),
                    static_cast<float>(frame.matrices.far_depth), static_cast<float>(frame.camera.distance),
                    1.0f};
    return block;
}

/// Walls are drawn, too, though they do not count for the view; what of them is very far is cut off, so
/// that the depths stay fine.
void add_walls(Bounds& visible, const sim::Snapshot& snapshot)
{
    constexpr double kReach = 16.0; // radii of the scene
    if (snapshot.topology == nullptr)
        return;
    const glm::dvec3 reach(kReach * visible.radius());
    const glm::dvec3 low = visible.center() - reach;
    const glm::dvec3 high = visible.center() + reach;
    for (const sim::SnapshotTissue& tissue : snapshot.topology->tissues) {
        for (const glm::dvec3& point : tissue.wall_points) {
            if (!is_drawable(point))
                continue;
            visible.min = glm::min(visible.min, glm::clamp(point, low, high));
            visible.max = glm::max(visible.max, glm::clamp(point, low, high));
        }
    }
}

} // namespace

Frame make_frame(const sim::Snapshot& snapshot, const std::optional<Bounds>& bounds, const Camera& camera,
                 const RenderSettings& settings, Viewport viewport, RenderStats& stats)
{
    Frame frame{snapshot, settings, sanitize(camera, Camera{}).camera, viewport, {}, {}, 0.0, 1.0f, 1.0f,
                {},       stats};
    frame.bounds = bounds;
    frame.ground_height = ground_height(snapshot, settings, frame.bounds);
    frame.pixel_scale = clamp_setting(settings.pixel_scale, 0.25f, 8.0f);
    frame.particle_scale = clamp_setting(settings.particle_scale, 0.01f, 100.0f);
    std::optional<Bounds> visible = frame.bounds;
    if (visible) {
        // Enlarged particles reach beyond the box of the scene.
        const glm::dvec3 margin(static_cast<double>(frame.particle_scale - 1.0f) * 0.1 * visible->radius());
        visible->min -= glm::max(margin, glm::dvec3(0.0));
        visible->max += glm::max(margin, glm::dvec3(0.0));
        if (settings.show_wall)
            add_walls(*visible, snapshot);
    }
    frame.matrices = matrices(frame.camera, viewport, visible);
    frame.block = make_block(frame);
    return frame;
}

glm::vec4 tint(std::uint32_t rgb, float opacity)
{
    return {from_hex(rgb), opacity};
}

} // namespace drape::renderer
