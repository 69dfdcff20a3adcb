#include "renderer/camera.h"

#include "sim/check.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace drape::renderer {
namespace {

constexpr double kMinDistance = 1e-6; // m
constexpr double kMaxDistance = kLargestCoordinate;
constexpr double kFrameMargin = 1.08;
constexpr double kDegree = std::numbers::pi / 180.0;

double clamp_distance(double distance)
{
    return std::clamp(distance, kMinDistance, kMaxDistance);
}

glm::dvec3 clamp_point(const glm::dvec3& point)
{
    return glm::clamp(point, -kLargestCoordinate, kLargestCoordinate);
}

/// To (-180, 180].
double normalize_deg(double degrees)
{
    const double turned = std::remainder(degrees, 360.0);
    return turned == -180.0 ? 180.0 : turned;
}

double half_fov_tangent(const Camera& camera)
{
    return std::tan(0.5 * camera.fov_deg * kDegree);
}

glm::dvec2 size_px(Viewport viewport)
{
    return {std::max(viewport.width_px, 1), std::max(viewport.height_px, 1)};
}

/// Pixels per metre across the view, at a depth from the eye.
double px_per_m(const Camera& camera, Viewport viewport, double depth)
{
    const double at = camera.orthographic ? camera.distance : depth;
    return 0.5 * size_px(viewport).y / (half_fov_tangent(camera) * at);
}

/// From the picture's middle in pixels, y up.
glm::dvec2 from_middle(Viewport viewport, glm::dvec2 px)
{
    const glm::dvec2 middle = 0.5 * size_px(viewport);
    return {px.x - middle.x, middle.y - px.y};
}

/// The nearest and farthest depth to draw. The near plane keeps a share of the distance, and far a
/// multiple of near, because 24 bits of depth tell apart only so much.
glm::dvec2 depth_range(const Camera& camera, const std::optional<Bounds>& scene)
{
    constexpr double kSmallestNear = 2e-3;
    constexpr double kLargestRatio = 2e5;
    double depth = camera.distance;
    double radius = camera.distance;
    if (scene) {
        depth = glm::dot(scene->center() - eye(camera), axes(camera).forward);
        radius = 1.01 * scene->radius() + 1e-3 * camera.distance;
    }
    if (camera.orthographic) {
        const double limit = kLargestRatio * camera.distance;
        const double near = std::clamp(depth - radius, -limit, limit);
        return {near, std::max(std::clamp(depth + radius, -limit, limit), near + 1e-3 * camera.distance)};
    }
    const double near = std::clamp(depth - radius, kSmallestNear * camera.distance, kMaxDistance);
    return {near, std::clamp(depth + radius, near * 1.001 + 1e-3 * camera.distance, near * kLargestRatio)};
}

glm::dmat4 projection_of(const Camera& camera, Viewport viewport, double near, double far)
{
    glm::dmat4 p(0.0);
    const double tangent = half_fov_tangent(camera);
    const double depth = far - near;
    if (camera.orthographic) {
        const double half_height = camera.distance * tangent;
        p[0][0] = 1.0 / (half_height * viewport.aspect());
        p[1][1] = 1.0 / half_height;
        p[2][2] = -2.0 / depth;
        p[3][2] = -(far + near) / depth;
        p[3][3] = 1.0;
    } else {
        p[0][0] = 1.0 / (tangent * viewport.aspect());
        p[1][1] = 1.0 / tangent;
        p[2][2] = -(far + near) / depth;
        p[2][3] = -1.0;
        p[3][2] = -2.0 * far * near / depth;
    }
    return p;
}

} // namespace

double Viewport::aspect() const
{
    const glm::dvec2 size = size_px(*this);
    return size.x / size.y;
}

std::optional<CameraPreset> preset_from_name(std::string_view name)
{
    static constexpr std::array<std::string_view, 6> kNames = {"front", "back", "left",
                                                               "right", "top",  "iso"};
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end())
        return std::nullopt;
    return static_cast<CameraPreset>(found - kNames.begin());
}

bool is_valid(const Camera& camera)
{
    return is_drawable(camera.target) && std::isfinite(camera.yaw_deg) &&
           std::abs(camera.pitch_deg) <= 90.0 && camera.distance >= kMinDistance &&
           camera.distance <= kMaxDistance && camera.fov_deg >= 1.0 && camera.fov_deg <= 150.0;
}

SanitizedCamera sanitize(const Camera& camera, const Camera& home)
{
    SanitizedCamera result{camera, false};
    if (!is_valid(camera))
        result = {is_valid(home) ? home : Camera{}, true};
    result.camera.yaw_deg = normalize_deg(result.camera.yaw_deg);
    return result;
}

CameraAxes axes(const Camera& camera)
{
    const double yaw = camera.yaw_deg * kDegree;
    const double pitch = camera.pitch_deg * kDegree;
    CameraAxes result;
    // Straight up and down keep a well defined "right", so no cross product with the y axis here.
    result.right = {std::cos(yaw), 0.0, -std::sin(yaw)};
    result.forward = {-std::sin(yaw) * std::cos(pitch), std::sin(pitch), -std::cos(yaw) * std::cos(pitch)};
    result.up = glm::cross(result.right, result.forward);
    return result;
}

glm::dvec3 eye(const Camera& camera)
{
    return camera.target - camera.distance * axes(camera).forward;
}

CameraMatrices matrices(const Camera& camera, Viewport viewport, const std::optional<Bounds>& scene)
{
    DRAPE_ASSERT(is_valid(camera));
    const CameraAxes axis = axes(camera);
    const glm::dvec2 depths = depth_range(camera, scene);
    glm::dmat4 view(1.0);
    for (int column = 0; column < 3; ++column)
        view[column] = {axis.right[column], axis.up[column], -axis.forward[column], 0.0};
    view[3] = {0.0, 0.0, -camera.distance, 1.0};
    CameraMatrices result;
    result.view = glm::mat4(view);
    result.projection = glm::mat4(projection_of(camera, viewport, depths.x, depths.y));
    result.near_depth = depths.x;
    result.far_depth = depths.y;
    return result;
}

Ray ray_through(const Camera& camera, Viewport viewport, glm::dvec2 px)
{
    DRAPE_ASSERT(is_valid(camera));
    const CameraAxes axis = axes(camera);
    const glm::dvec2 across = from_middle(viewport, px) / px_per_m(camera, viewport, camera.distance);
    const glm::dvec3 on_target_plane = camera.target + across.x * axis.right + across.y * axis.up;
    if (camera.orthographic) {
        const double back = 1e3 * camera.distance;
        return {on_target_plane - back * axis.forward, axis.forward};
    }
    const glm::dvec3 origin = eye(camera);
    // From the parts, not as a difference of points: near a far-off target that would lose digits.
    const glm::dvec3 along = across.x * axis.right + across.y * axis.up + camera.distance * axis.forward;
    return {origin, glm::normalize(along)};
}

std::optional<PixelPoint> project(const Camera& camera, Viewport viewport, const glm::dvec3& point)
{
    DRAPE_ASSERT(is_valid(camera));
    if (!is_drawable(point))
        return std::nullopt;
    const CameraAxes axis = axes(camera);
    const glm::dvec3 from_target = point - camera.target;
    const double depth = camera.distance + glm::dot(from_target, axis.forward);
    if (!camera.orthographic && depth <= 1e-9 * camera.distance)
        return std::nullopt;
    const double scale = px_per_m(camera, viewport, depth);
    const glm::dvec2 middle = 0.5 * size_px(viewport);
    return PixelPoint{{middle.x + scale * glm::dot(from_target, axis.right),
                       middle.y - scale * glm::dot(from_target, axis.up)},
                      depth,
                      scale};
}

glm::dvec3 on_view_plane(const Camera& camera, Viewport viewport, glm::dvec2 px, const glm::dvec3& anchor)
{
    DRAPE_ASSERT(is_valid(camera));
    const CameraAxes axis = axes(camera);
    const double ahead = glm::dot(anchor - camera.target, axis.forward);
    const double depth = std::max(camera.distance + ahead, kMinDistance);
    const glm::dvec2 across = from_middle(viewport, px) / px_per_m(camera, viewport, depth);
    return camera.target + across.x * axis.right + across.y * axis.up + ahead * axis.forward;
}

Camera orbit(const Camera& camera, glm::dvec2 drag_px, double deg_per_px)
{
    Camera moved = camera;
    moved.yaw_deg = normalize_deg(camera.yaw_deg - deg_per_px * drag_px.x);
    moved.pitch_deg = std::clamp(camera.pitch_deg - deg_per_px * drag_px.y, -90.0, 90.0);
    return is_valid(moved) ? moved : camera;
}

Camera pan(const Camera& camera, Viewport viewport, glm::dvec2 drag_px)
{
    const CameraAxes axis = axes(camera);
    const glm::dvec2 across = drag_px / px_per_m(camera, viewport, camera.distance);
    Camera moved = camera;
    moved.target = clamp_point(camera.target - across.x * axis.right + across.y * axis.up);
    return is_valid(moved) ? moved : camera;
}

Camera zoom(const Camera& camera, Viewport viewport, double factor, glm::dvec2 cursor_px,
            const glm::dvec3& anchor)
{
    if (!(factor > 0.0) || !std::isfinite(factor) || !is_drawable(anchor))
        return camera;
    Camera moved = camera;
    moved.distance = clamp_distance(camera.distance * factor);
    // Scaling the whole rig about a point leaves the directions from the eye to it as they were.
    const double scale = moved.distance / camera.distance;
    const glm::dvec3 fixed = on_view_plane(camera, viewport, cursor_px, anchor);
    moved.target = clamp_point(fixed + scale * (camera.target - fixed));
    return is_valid(moved) ? moved : camera;
}

Camera recenter(const Camera& camera, const glm::dvec3& point)
{
    Camera moved = camera;
    if (is_drawable(point))
        moved.target = point;
    return moved;
}

Camera look_from(const Camera& camera, CameraPreset preset)
{
    constexpr double kIsoPitchDeg = -35.264389682754654; // looks along the diagonal of a cube
    Camera moved = camera;
    moved.pitch_deg = 0.0;
    switch (preset) {
    case CameraPreset::Front:
        moved.yaw_deg = 0.0;
        break;
    case CameraPreset::Back:
        moved.yaw_deg = 180.0;
        break;
    case CameraPreset::Left:
        moved.yaw_deg = -90.0;
        break;
    case CameraPreset::Right:
        moved.yaw_deg = 90.0;
        break;
    case CameraPreset::Top:
        moved.yaw_deg = 0.0;
        moved.pitch_deg = -90.0;
        break;
    case CameraPreset::Iso:
        moved.yaw_deg = 45.0;
        moved.pitch_deg = kIsoPitchDeg;
        break;
    }
    return moved;
}

Camera frame(const Camera& camera, Viewport viewport, const Bounds& bounds)
{
    const CameraAxes axis = axes(camera);
    const double tan_y = half_fov_tangent(camera);
    const double tan_x = tan_y * viewport.aspect();
    const glm::dvec3 half = 0.5 * glm::min(bounds.size(), glm::dvec3(kLargestCoordinate));
    double distance = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 sign((corner & 1) != 0 ? 1 : -1, (corner & 2) != 0 ? 1 : -1,
                              (corner & 4) != 0 ? 1 : -1);
        const glm::dvec3 offset = sign * half;
        const double across = std::max(std::abs(glm::dot(offset, axis.right)) / tan_x,
                                       std::abs(glm::dot(offset, axis.up)) / tan_y);
        const double ahead = camera.orthographic ? 0.0 : -glm::dot(offset, axis.forward);
        distance = std::max(distance, kFrameMargin * across + ahead);
    }
    Camera moved = camera;
    moved.target = clamp_point(bounds.center());
    // One point has no size to fill the picture with: show it from a metre.
    moved.distance = clamp_distance(distance > 0.0 ? distance : 1.0);
    return is_valid(moved) ? moved : camera;
}

Camera interpolate(const Camera& from, const Camera& to, double t)
{
    if (!(t > 0.0))
        return from;
    if (t >= 1.0)
        return to;
    const double eased = t * t * (3.0 - 2.0 * t);
    Camera between = to;
    between.target = glm::mix(from.target, to.target, eased);
    between.yaw_deg = normalize_deg(from.yaw_deg + eased * normalize_deg(to.yaw_deg - from.yaw_deg));
    between.pitch_deg = from.pitch_deg + eased * (to.pitch_deg - from.pitch_deg);
    between.distance = clamp_distance(from.distance * std::pow(to.distance / from.distance, eased));
    between.fov_deg = from.fov_deg + eased * (to.fov_deg - from.fov_deg);
    return is_valid(between) ? between : to;
}

} // namespace drape::renderer
