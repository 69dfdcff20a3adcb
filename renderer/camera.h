// The orbit camera: matrices, rays, moves, flights and its text form. Double precision, no GL.
#pragma once

#include "renderer/bounds.h"
#include "sim/result.h"

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace drape::renderer {

/// Looks at `target` from `distance` away. yaw 0, pitch 0 looks along -z (the front view); yaw grows
/// as the eye goes round to +x; pitch is the elevation of the gaze, so -15 looks down from above.
struct Camera
{
    glm::dvec3 target{0.0};    ///< m, the point in the middle of the picture.
    double yaw_deg = 30.0;     ///< Any finite value; normalised to (-180, 180] by the moves below.
    double pitch_deg = -15.0;  ///< -90..90
    double distance = 4.0;     ///< Eye to target, m; > 0.
    double fov_deg = 35.0;     ///< Full vertical angle of view, 1..150.
    bool orthographic = false; ///< Parallel rays; what is at the target keeps its size.

    bool operator==(const Camera&) const = default;
};

/// Size of the picture in framebuffer pixels. Sizes below 1 count as 1.
struct Viewport
{
    int width_px = 1;
    int height_px = 1;

    double aspect() const;
};

/// Orthonormal, right-handed: right x up = -forward.
struct CameraAxes
{
    glm::dvec3 right{1.0, 0.0, 0.0};
    glm::dvec3 up{0.0, 1.0, 0.0};
    glm::dvec3 forward{0.0, 0.0, -1.0};
};

/// `origin + t * direction`, t >= 0; `direction` has length 1.
struct Ray
{
    glm::dvec3 origin{0.0};
    glm::dvec3 direction{0.0, 0.0, -1.0};
};

/// A point of the picture, px: x to the right and y down from the top left corner; the first pixel's
/// centre is (0.5, 0.5).
struct PixelPoint
{
    glm::dvec2 px{0.0};
    double depth = 0.0;    ///< Along forward from the eye, m.
    double px_per_m = 0.0; ///< Pixels that one metre across the view covers at that depth.
};

/// Float matrices for positions given relative to the camera's target, so that a scene far from the
/// origin keeps its precision: clip = projection * view * vec4(position - target, 1).
struct CameraMatrices
{
    glm::mat4 view{1.0f};
    glm::mat4 projection{1.0f};
    double near_depth = 0.1; ///< m along forward; may be negative in an orthographic view.
    double far_depth = 100.0;
};

/// The views on the number keys.
enum class CameraPreset
{
    Front,
    Back,
    Left,
    Right,
    Top,
    Iso,
};

/// The preset called `name` ("front" ... "iso"); empty for another name.
std::optional<CameraPreset> preset_from_name(std::string_view name);

/// What `sanitize` gives back.
struct SanitizedCamera
{
    Camera camera;
    bool went_home = false; ///< The camera given was invalid and `home` was taken: say so.
};

/// Whether every number is finite and in its range.
bool is_valid(const Camera& camera);

/// The camera itself with its yaw normalised, or `home` where it is invalid (and the default camera
/// where even that is).
SanitizedCamera sanitize(const Camera& camera, const Camera& home);

CameraAxes axes(const Camera& camera);
/// Where the eye is, m.
glm::dvec3 eye(const Camera& camera);

/// Matrices with near and far planes that hold `scene` (all that shall be visible), as tight as depth
/// precision asks. Without a scene, planes around the target.
CameraMatrices matrices(const Camera& camera, Viewport viewport, const std::optional<Bounds>& scene);

/// The ray through a point of the picture, px from the top left. In an orthographic view it starts
/// far behind the target, so that whatever lies before the eye plane is met as well.
Ray ray_through(const Camera& camera, Viewport viewport, glm::dvec2 px);

/// Where a point lands in the picture; empty where it is behind the eye or not drawable.
std::optional<PixelPoint> project(const Camera& camera, Viewport viewport, const glm::dvec3& point);

/// The point under a pixel on the plane through `anchor` that faces the camera: where a drag that
/// keeps its depth goes. `anchor` is in front of the eye.
glm::dvec3 on_view_plane(const Camera& camera, Viewport viewport, glm::dvec2 px, const glm::dvec3& anchor);

// Moves. Each takes a valid camera and returns a valid one.

/// Turns by a drag, px; 0.4 degrees per pixel at `pixel_scale` 1 is a good rate.
Camera orbit(const Camera& camera, glm::dvec2 drag_px, double deg_per_px);
/// Moves across the view so that what is at the target's depth follows the cursor, px.
Camera pan(const Camera& camera, Viewport viewport, glm::dvec2 drag_px);
/// Scales the distance by `factor` (< 1 comes nearer) about the point under the cursor at the depth
/// of `anchor`, which keeps its pixel.
Camera zoom(const Camera& camera, Viewport viewport, double factor, glm::dvec2 cursor_px,
            const glm::dvec3& anchor);
/// Puts `point` in the middle of the picture; the direction and distance stay.
Camera recenter(const Camera& camera, const glm::dvec3& point);
/// Turns to a preset; target, distance and angle of view stay.
Camera look_from(const Camera& camera, CameraPreset preset);
/// Places the camera so that the whole box is in the picture with a margin; the direction stays.
Camera frame(const Camera& camera, Viewport viewport, const Bounds& bounds);

/// Seconds a camera flight takes.
inline constexpr double kFlightSeconds = 0.3;

/// Between two cameras: eased (smoothstep), the shortest way round in yaw, distance by ratio.
/// `t` outside 0..1 is clamped; at 0 and 1 the result equals the end exactly.
Camera interpolate(const Camera& from, const Camera& to, double t);

/// "target=0,1,0 yaw_deg=30 pitch_deg=-15 distance=4 fov_deg=35 ortho=0", shortest round-trip numbers.
std::string to_text(const Camera& camera);
/// Reads what `to_text` writes, keys in any order, missing ones from the default camera.
/// Error: Usage, naming the key and what was expected.
Result<Camera> parse_camera(std::string_view text);

} // namespace drape::renderer
