// The orbit camera's laws: text, rays, moves and flights.
#include "renderer/camera.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace drape::renderer {
namespace {

constexpr Viewport kViewport{640, 480};

std::vector<Camera> some_cameras()
{
    std::vector<Camera> cameras(4);
    cameras[1] = {{1.0, -2.0, 3.5}, -135.0, 40.0, 0.37, 60.0, false};
    cameras[2] = {{0.0, 1.0, 0.0}, 45.0, -35.264389682754654, 12.0, 35.0, true};
    cameras[3] = {{1e6, 0.1, -1e6}, 180.0, -90.0, 2.0, 20.0, false};
    return cameras;
}

double distance_to_ray(const Ray& ray, const glm::dvec3& point)
{
    const glm::dvec3 offset = point - ray.origin;
    return glm::length(offset - ray.direction * glm::dot(offset, ray.direction));
}

TEST(CameraText, RoundTripsToTheSameBits)
{
    for (Camera camera : some_cameras()) {
        camera.target.x += 0.1; // no short decimal
        const Result<Camera> read = parse_camera(to_text(camera));
        ASSERT_TRUE(read.ok()) << read.error().message;
        EXPECT_EQ(read.value(), camera) << to_text(camera);
    }
}

TEST(CameraText, IsWhatTheManualShows)
{
    Camera camera;
    camera.target = {0.0, 1.0, 0.0};
    EXPECT_EQ(to_text(camera), "target=0,1,0 yaw_deg=30 pitch_deg=-15 distance=4 fov_deg=35 ortho=0");
}

TEST(CameraText, ErrorsNameTheKeyAndWhatIsExpected)
{
    const std::array<std::array<const char*, 2>, 10> cases = {{
        {"distance=-1", "camera: 'distance' must be a number of m above 0, got '-1'"},
        {"distance=nan", "camera: 'distance' must be a number of m above 0, got 'nan'"},
        {"yaw_deg=1e999", "camera: 'yaw_deg' must be a number, got '1e999'"},
        {"target=1,2", "camera: 'target' must be three numbers X,Y,Z in m, got '1,2'"},
        {"target=1,2,3,4", "camera: 'target' must be three numbers X,Y,Z in m, got '1,2,3,4'"},
        {"ortho=yes", "camera: 'ortho' must be 0 or 1, got 'yes'"},
        {"pitch_deg=91", "camera: 'pitch_deg' must be a number from -90 to 90, got '91'"},
        {"zoom=3",
         "camera: unknown key 'zoom'; the keys are target, yaw_deg, pitch_deg, distance, fov_deg, ortho"},
        {"fov_deg=30 fov_deg=31", "camera: 'fov_deg' is given twice"},
        {"  ",
         "camera: expected key=value, got nothing; the keys are target, yaw_deg, pitch_deg, distance, "
         "fov_deg, ortho"},
    }};
    for (const auto& [text, message] : cases) {
        const Result<Camera> read = parse_camera(text);
        ASSERT_FALSE(read.ok()) << text;
        EXPECT_EQ(read.error().message, message);
        EXPECT_EQ(read.error().kind, ErrorKind::Usage);
    }
}

TEST(Camera, APickedRayGoesThroughItsPixel)
{
    for (const Camera& camera : some_cameras()) {
        for (const glm::dvec2 px :
             {glm::dvec2(0.5, 0.5), glm::dvec2(320.0, 240.0), glm::dvec2(639.0, 12.25)}) {
            const Ray ray = ray_through(camera, kViewport, px);
            EXPECT_NEAR(glm::length(ray.direction), 1.0, 1e-14);
            const double depth = glm::dot(camera.target - ray.origin, ray.direction);
            const auto at = project(camera, kViewport, ray.origin + 1.5 * depth * ray.direction);
            ASSERT_TRUE(at);
            EXPECT_NEAR(at->px.x, px.x, 1e-6) << to_text(camera);
            EXPECT_NEAR(at->px.y, px.y, 1e-6) << to_text(camera);
        }
    }
}

TEST(Camera, TheMatricesAgreeWithTheProjectionInDouble)
{
    for (const Camera& camera : some_cameras()) {
        const CameraMatrices m = matrices(camera, kViewport, std::nullopt);
        const glm::dvec3 offset(0.11 * camera.distance, -0.07 * camera.distance, 0.2 * camera.distance);
        const glm::dvec3 point = camera.target + offset;
        const glm::vec4 clip = m.projection * m.view * glm::vec4(glm::vec3(point - camera.target), 1.0f);
        const auto at = project(camera, kViewport, point);
        ASSERT_TRUE(at);
        EXPECT_NEAR(static_cast<double>(0.5f + 0.5f * clip.x / clip.w) * 640.0, at->px.x, 1e-3);
        EXPECT_NEAR(static_cast<double>(0.5f - 0.5f * clip.y / clip.w) * 480.0, at->px.y, 1e-3);
    }
}

TEST(Camera, RightAndUpInThePictureAreRightAndUpInTheFrontView)
{
    const Camera front = look_from(Camera{}, CameraPreset::Front);
    EXPECT_GT(project(front, kViewport, {1.0, 0.0, 0.0})->px.x, 320.0);
    EXPECT_LT(project(front, kViewport, {0.0, 1.0, 0.0})->px.y, 240.0);
    EXPECT_LT(project(front, kViewport, {0.0, 0.0, 1.0})->depth, front.distance);
}

TEST(Camera, EachPresetLooksFromItsSide)
{
    const auto side = [](CameraPreset preset) { return eye(look_from(Camera{}, preset)) / 4.0; };
    EXPECT_NEAR(glm::distance(side(CameraPreset::Front), {0.0, 0.0, 1.0}), 0.0, 1e-12);
    EXPECT_NEAR(glm::distance(side(CameraPreset::Back), {0.0, 0.0, -1.0}), 0.0, 1e-12);
    EXPECT_NEAR(glm::distance(side(CameraPreset::Left), {-1.0, 0.0, 0.0}), 0.0, 1e-12);
    EXPECT_NEAR(glm::distance(side(CameraPreset::Right), {1.0, 0.0, 0.0}), 0.0, 1e-12);
    EXPECT_NEAR(glm::distance(side(CameraPreset::Top), {0.0, 1.0, 0.0}), 0.0, 1e-12);
    EXPECT_NEAR(glm::distance(side(CameraPreset::Iso), glm::dvec3(1.0 / std::sqrt(3.0))), 0.0, 1e-12);
    EXPECT_EQ(preset_from_name("top"), CameraPreset::Top);
    EXPECT_FALSE(preset_from_name("Top "));
}

TEST(Camera, ZoomKeepsThePointUnderTheCursor)
{
    for (const Camera& camera : some_cameras()) {
        const glm::dvec2 cursor(500.0, 77.0);
        const CameraAxes axis = axes(camera);
        const glm::dvec3 anchor = camera.target - 0.3 * camera.distance * axis.forward;
        const glm::dvec3 under = on_view_plane(camera, kViewport, cursor, anchor);
        const Camera nearer = zoom(camera, kViewport, 0.8, cursor, anchor);
        EXPECT_NEAR(nearer.distance, 0.8 * camera.distance, 1e-12 * camera.distance);
        const auto at = project(nearer, kViewport, under);
        ASSERT_TRUE(at);
        EXPECT_NEAR(at->px.x, cursor.x, 1e-5);
        EXPECT_NEAR(at->px.y, cursor.y, 1e-5);
    }
}

TEST(Camera, PanMovesTheTargetPlaneWithTheCursor)
{
    for (const Camera& camera : some_cameras()) {
        const glm::dvec2 from(100.0, 200.0);
        const glm::dvec2 drag(37.0, -21.0);
        const glm::dvec3 point = on_view_plane(camera, kViewport, from, camera.target);
        const auto at = project(pan(camera, kViewport, drag), kViewport, point);
        ASSERT_TRUE(at);
        EXPECT_NEAR(at->px.x, from.x + drag.x, 1e-5);
        EXPECT_NEAR(at->px.y, from.y + drag.y, 1e-5);
    }
}

TEST(Camera, OrbitKeepsTheDistanceAndStopsAtThePoles)
{
    const Camera camera;
    const Camera over = orbit(camera, {100.0, 1e6}, 0.4);
    EXPECT_EQ(over.pitch_deg, -90.0);
    EXPECT_NEAR(glm::distance(eye(over), over.target), camera.distance, 1e-12);
    EXPECT_NEAR(orbit(camera, {900.0, 0.0}, 0.4).yaw_deg, 30.0, 1e-9) << "a whole turn";
    EXPECT_EQ(orbit(camera, {std::numeric_limits<double>::quiet_NaN(), 0.0}, 0.4), camera);
}

TEST(Camera, FramingPutsAllCornersInsideAndFillsThePicture)
{
    const Bounds bounds{{-1.0, 0.2, -3.0}, {2.0, 1.7, 0.5}};
    for (const Viewport viewport : {Viewport{640, 480}, Viewport{200, 900}, Viewport{1, 1}}) {
        for (const Camera& start : some_cameras()) {
            const Camera camera = frame(start, viewport, bounds);
            double widest = 0.0;
            for (int corner = 0; corner < 8; ++corner) {
                const glm::dvec3 point((corner & 1) != 0 ? bounds.max.x : bounds.min.x,
                                       (corner & 2) != 0 ? bounds.max.y : bounds.min.y,
                                       (corner & 4) != 0 ? bounds.max.z : bounds.min.z);
                const auto at = project(camera, viewport, point);
                ASSERT_TRUE(at);
                const double x = std::abs(2.0 * at->px.x / viewport.width_px - 1.0);
                const double y = std::abs(2.0 * at->px.y / viewport.height_px - 1.0);
                widest = std::max({widest, x, y});
            }
            EXPECT_LE(widest, 1.0);
            EXPECT_GE(widest, 0.85) << to_text(camera);
        }
    }
}

TEST(Camera, AFlightTakesTheShortWayRoundAndEndsExactly)
{
    Camera from;
    from.yaw_deg = 170.0;
    Camera to = from;
    to.yaw_deg = -170.0;
    to.distance = 16.0;
    EXPECT_EQ(interpolate(from, to, 0.0), from);
    EXPECT_EQ(interpolate(from, to, 1.0), to);
    const Camera middle = interpolate(from, to, 0.5);
    EXPECT_NEAR(std::abs(middle.yaw_deg), 180.0, 1e-9);
    EXPECT_NEAR(middle.distance, 8.0, 1e-12) << "the geometric mean of 4 and 16";
    EXPECT_LT(interpolate(from, to, 0.01).distance, 4.01) << "starts gently";
}

TEST(Camera, AnInvalidCameraGoesHomeAndSaysSo)
{
    Camera home;
    home.distance = 7.0;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    std::vector<Camera> broken(7);
    broken[0].distance = nan;
    broken[1].target.y = 1e300;
    broken[2].yaw_deg = inf;
    broken[3].pitch_deg = nan;
    broken[4].fov_deg = 0.0;
    broken[5].distance = 0.0;
    broken[6].target.x = -inf;
    for (const Camera& camera : broken) {
        EXPECT_FALSE(is_valid(camera)) << to_text(camera);
        const SanitizedCamera result = sanitize(camera, home);
        EXPECT_TRUE(result.went_home);
        EXPECT_EQ(result.camera, home);
    }
    EXPECT_FALSE(sanitize(home, Camera{}).went_home);
}

TEST(Camera, PlanesHoldTheSceneAndKeepDepthPrecision)
{
    const Camera camera;
    const Bounds bounds{glm::dvec3(-1.0), glm::dvec3(1.0)};
    const CameraMatrices m = matrices(camera, kViewport, bounds);
    EXPECT_LE(m.near_depth, 4.0 - std::sqrt(3.0));
    EXPECT_GE(m.far_depth, 4.0 + std::sqrt(3.0));
    EXPECT_LT(m.far_depth / m.near_depth, 3.0);
    const CameraMatrices vast = matrices(camera, kViewport, Bounds{glm::dvec3(-1e15), glm::dvec3(1e15)});
    EXPECT_LT(vast.near_depth, 0.1) << "a vast scene must not cut away what is looked at";
    EXPECT_LE(vast.far_depth / vast.near_depth, 2.001e5);
}

TEST(Camera, MatricesAreFiniteForEverySizeOfPicture)
{
    for (const Viewport viewport :
         {Viewport{0, 0}, Viewport{1, 1}, Viewport{8192, 1}, Viewport{8192, 8192}}) {
        for (const Camera& camera : some_cameras()) {
            const CameraMatrices m = matrices(camera, viewport, std::nullopt);
            for (int i = 0; i < 16; ++i) {
                EXPECT_TRUE(std::isfinite(m.projection[i / 4][i % 4]));
                EXPECT_TRUE(std::isfinite(m.view[i / 4][i % 4]));
            }
        }
    }
}

TEST(Camera, OrthographicRaysAreParallelAndMeetTheirPoint)
{
    Camera camera;
    camera.orthographic = true;
    const Ray one = ray_through(camera, kViewport, {10.0, 10.0});
    const Ray two = ray_through(camera, kViewport, {600.0, 300.0});
    EXPECT_EQ(one.direction, two.direction);
    const glm::dvec3 point(0.3, -0.2, 0.5);
    const auto at = project(camera, kViewport, point);
    EXPECT_LT(distance_to_ray(ray_through(camera, kViewport, at->px), point), 1e-9);
}

} // namespace
} // namespace drape::renderer
