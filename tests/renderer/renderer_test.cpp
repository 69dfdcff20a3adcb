// Whole pictures: the same bytes each time, any snapshot, any setting.
#include "renderer/color_map.h"
#include "tests/renderer/gl_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace drape::renderer {
namespace {

using RendererTest = GlTest;

/// One of everything.
SceneBuilder full_scene()
{
    SceneBuilder scene;
    for (int i = 0; i < 8; ++i)
        scene.add_sphere({0.3 * i - 1.0, 0.6 + 0.1 * (i % 3), 0.2 * (i % 2)}, 0.08f);
    for (std::uint32_t i = 0; i + 1 < 8; ++i)
        scene.add_bond(i, i + 1, 0.3f, i % 3 == 0 ? sim::BondKind::Shear : sim::BondKind::Structural);
    scene.topology.bodies.push_back({"cloth", 0, 8, 1, 1});
    sim::Look box;
    box.shape = sim::Shape::Box;
    box.box_size = {0.4f, 0.3f, 0.2f};
    scene.add({-0.8, 0.15, 0.3}, box);
    sim::Look glass;
    glass.radius = 0.2f;
    glass.opacity = 0.4f;
    scene.add({0.8, 0.3, 0.4}, glass);
    scene.add_bond(8, 9, 0.0f, sim::BondKind::Joint);
    scene.topology.has_ground = true;
    scene.snapshot.probes.push_back({"probe", {0.0, 0.8, 0.3}, {0.2, 1.0, 1.0}, 0.12, 0.0, 0.0, 0});
    return scene;
}

RenderSettings busy_settings()
{
    RenderSettings settings;
    settings.hovered_entity = 2;
    settings.hovered_probe = ProbeHover{0, ProbePart::EndA};
    settings.grab = GrabLine{3, {0.5, 1.5, 0.0}};
    return settings;
}

TEST_F(RendererTest, TwoDrawsGiveTheSameBytes)
{
    const sim::Snapshot snapshot = full_scene().build();
    const Image first = picture(snapshot, Camera{}, busy_settings(), 320, 240);
    EXPECT_EQ(picture(snapshot, Camera{}, busy_settings(), 320, 240), first);
    // Another scene in between leaves nothing behind.
    SceneBuilder other;
    other.add_sphere({0.0, 0.0, 0.0}, 1.0f);
    picture(other.build(), front_camera(), RenderSettings{}, 64, 64);
    EXPECT_EQ(picture(snapshot, Camera{}, busy_settings(), 320, 240), first);
}

TEST_F(RendererTest, AnEmptySnapshotShowsTheBackgroundAlone)
{
    RenderSettings settings;
    settings.show_ground = false;
    settings.show_gizmo = false;
    const Image image = picture(sim::Snapshot{}, Camera{}, settings, 90, 70);
    const glm::vec3 top = from_hex(settings.theme.background_top) * 255.0f;
    const glm::vec3 bottom = from_hex(settings.theme.background_bottom) * 255.0f;
    for (int x = 0; x < 90; ++x) {
        EXPECT_NEAR(image.at(x, 0).g, static_cast<double>(top.g), 14.0);
        EXPECT_NEAR(image.at(x, 69).g, static_cast<double>(bottom.g), 8.0);
        EXPECT_EQ(image.at(x, 30).a, 255);
    }
    for (int y = 1; y < 70; ++y)
        EXPECT_LE(image.at(4, y).g, image.at(4, y - 1).g + 1) << "grows darker downwards";
    const RenderStats& stats = renderer().stats();
    EXPECT_EQ(stats.spheres + stats.bonds + stats.boxes + stats.probes, 0u);
    EXPECT_EQ(stats.draw_calls, 1u);
}

TEST_F(RendererTest, WithoutBackgroundNothingIsTransparent)
{
    for (const Rgba8& pixel : picture(sim::Snapshot{}, Camera{}, bare_settings(), 20, 20).pixels)
        ASSERT_EQ(pixel, (Rgba8{0, 0, 0, 0}));
}

TEST_F(RendererTest, ArraysOfDifferentLengthsShowWhatBothHave)
{
    SceneBuilder scene;
    scene.add_sphere({-0.5, 0.0, 0.0}, 0.3f);
    const Image expected = picture(scene.build(), front_camera(), bare_settings(), 80, 60);
    sim::Snapshot longer = scene.build();
    longer.position.emplace_back(0.5, 0.0, 0.0); // a place without a look
    longer.velocity.clear();
    EXPECT_EQ(picture(longer, front_camera(), bare_settings(), 80, 60).at(20, 30), expected.at(20, 30));
    scene.add_sphere({0.5, 0.0, 0.0}, 0.3f);
    scene.add_bond(0, 1);
    scene.topology.bodies.push_back({"too long", 1, 1000, 1000, 1000});
    sim::Snapshot shorter = scene.build();
    shorter.position.resize(1); // a look without a place
    RenderSettings settings = bare_settings();
    settings.color_mode = ColorMode::Speed;
    settings.hovered_entity = 77;
    settings.grab = GrabLine{4'000'000'000u, {0.0, 0.0, 0.0}};
    settings.hovered_probe = ProbeHover{9, ProbePart::Body};
    const Image image = picture(shorter, front_camera(), settings, 80, 60);
    EXPECT_EQ(image.at(60, 30).a, 0);
    EXPECT_EQ(renderer().stats().skipped, 1u);
}

TEST_F(RendererTest, SettingsOutOfTheirRangeAreClamped)
{
    const sim::Snapshot snapshot = full_scene().build();
    RenderSettings settings = bare_settings();
    settings.show_probe = false;
    settings.bond_width_px = 32.0f;
    const Image widest = picture(snapshot, Camera{}, settings, 80, 60);
    settings.bond_width_px = std::numeric_limits<float>::infinity();
    EXPECT_EQ(picture(snapshot, Camera{}, settings, 80, 60), widest);
    settings.bond_width_px = 0.5f;
    settings.particle_scale = 0.01f;
    const Image thinnest = picture(snapshot, Camera{}, settings, 80, 60);
    settings.bond_width_px = std::numeric_limits<float>::quiet_NaN();
    settings.particle_scale = -3.0f;
    EXPECT_EQ(picture(snapshot, Camera{}, settings, 80, 60), thinnest);
}

TEST_F(RendererTest, AnInvalidCameraDrawsTheDefaultView)
{
    const sim::Snapshot snapshot = full_scene().build();
    Camera broken;
    broken.distance = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(picture(snapshot, broken, RenderSettings{}, 80, 60),
              picture(snapshot, Camera{}, RenderSettings{}, 80, 60));
}

/// Numbers that scenes should not have, and some that they should.
double wild_number(std::mt19937_64& random)
{
    static constexpr double kWild[] = {0.0,
                                       -1.0,
                                       1e-300,
                                       1e300,
                                       -1e300,
                                       1e38,
                                       3e15,
                                       -9e14,
                                       std::numeric_limits<double>::infinity(),
                                       std::numeric_limits<double>::quiet_NaN()};
    const std::uint64_t pick = random() % 20;
    return pick < 10 ? kWild[pick] : std::ldexp(static_cast<double>(random() % 4096) - 2048.0, -11);
}

TEST_F(RendererTest, WildScenesAndCamerasDrawTheSameBytesTwice)
{
    std::mt19937_64 random(20240607);
    for (int round = 0; round < 60; ++round) {
        SceneBuilder scene;
        for (std::uint64_t i = 0, count = random() % 12; i < count; ++i) {
            sim::Look look;
            look.shape = static_cast<sim::Shape>(random() % 4);
            look.radius = static_cast<float>(wild_number(random));
            look.opacity = random() % 2 == 0 ? 1.0f : static_cast<float>(wild_number(random));
            look.glow = static_cast<float>(wild_number(random));
            look.box_size.y = static_cast<float>(wild_number(random));
            scene.add({wild_number(random), wild_number(random), wild_number(random)}, look);
            const auto a = static_cast<std::uint32_t>(random() % 14);
            const auto b = static_cast<std::uint32_t>(random() % 14);
            const auto rest_length = static_cast<float>(wild_number(random));
            scene.add_bond(a, b, rest_length, static_cast<sim::BondKind>(random() % 4));
        }
        for (std::uint64_t i = 0, count = random() % 3; i < count; ++i) {
            scene.snapshot.probes.push_back(
                {"probe",
                 {wild_number(random), wild_number(random), wild_number(random)},
                 {wild_number(random), 0.0, 0.0},
                 wild_number(random),
                 0.0,
                 0.0,
                 0});
        }
        Camera camera;
        camera.distance = std::abs(wild_number(random));
        camera.target.x = wild_number(random);
        camera.orthographic = random() % 2 == 0;
        RenderSettings settings = busy_settings();
        settings.color_mode = static_cast<ColorMode>(random() % 5);
        settings.range = {static_cast<float>(wild_number(random)), static_cast<float>(wild_number(random))};
        settings.gravity.x = wild_number(random);
        settings.ground_height = wild_number(random);
        const sim::Snapshot snapshot = scene.build();
        EXPECT_EQ(picture(snapshot, camera, settings, 33, 21), picture(snapshot, camera, settings, 33, 21))
            << round;
    }
}

TEST_F(RendererTest, SpeedColoursFollowTheRange)
{
    SceneBuilder scene;
    scene.add_sphere({-1.0, 0.0, 0.0}, 0.3f);
    scene.add_sphere({1.0, 0.0, 0.0}, 0.3f);
    scene.snapshot.velocity = {{0.0, 0.0, 0.0}, {3.0, 4.0, 0.0}};
    RenderSettings settings = bare_settings();
    settings.color_mode = ColorMode::Speed;
    settings.range = {0.0f, 5.0f};
    const Camera camera = front_camera();
    const Image image = picture(scene.build(), camera, settings, 200, 150);
    const auto at = [&](std::size_t i) {
        const auto px = project(camera, {200, 150}, scene.snapshot.position[i])->px;
        return image.at(static_cast<int>(px.x), static_cast<int>(px.y));
    };
    EXPECT_GT(at(0).b, at(0).g) << "still: viridis' violet";
    EXPECT_GT(at(1).g, at(1).b + 80) << "5 m/s: viridis' yellow";
}

TEST_F(RendererTest, AContactShadowDarkensTheGroundBelow)
{
    SceneBuilder scene;
    scene.add_sphere({0.0, 0.3, 0.0}, 0.3f);
    scene.topology.has_ground = true;
    Camera camera = look_from(Camera{}, CameraPreset::Front);
    camera.pitch_deg = -20.0;
    RenderSettings settings;
    settings.show_gizmo = false;
    settings.show_spheres = false; // the shadow alone; hidden particles still throw it
    const auto at = project(camera, {200, 150}, {0.05, 0.0, 0.05})->px;
    const Rgba8 shaded = picture(scene.build(), camera, settings, 200, 150)
                             .at(static_cast<int>(at.x), static_cast<int>(at.y));
    settings.ground_height = -50.0;
    const Rgba8 open = picture(scene.build(), camera, settings, 200, 150)
                           .at(static_cast<int>(at.x), static_cast<int>(at.y));
    EXPECT_LT(shaded.g + 8, open.g);
}

TEST_F(RendererTest, TheProbeHasTheSilhouetteOfItsCapsule)
{
    sim::Snapshot snapshot;
    snapshot.probes.push_back({"probe", {-0.6, 0.0, 0.0}, {0.6, 0.0, 0.0}, 0.3, 0.0, 0.0, 0});
    Camera camera = front_camera();
    camera.orthographic = true;
    const Image image = picture(snapshot, camera, bare_settings(), 201, 201);
    const double px_per_m = project(camera, {201, 201}, glm::dvec3(0.0))->px_per_m;
    double area = 0.0;
    for (const Rgba8& pixel : image.pixels)
        area += pixel.a > 200 ? 1.0 : pixel.a > 0 ? 0.5 : 0.0;
    const double expected = (1.2 * 0.6 + 3.14159265 * 0.09) * px_per_m * px_per_m;
    EXPECT_NEAR(area, expected, 0.01 * expected);
}

TEST_F(RendererTest, BodiesWithoutColourGetThePaletteAndOthersKeepTheirs)
{
    SceneBuilder scene;
    scene.add_sphere({-1.0, 0.0, 0.0}, 0.4f);
    scene.add_sphere({1.0, 0.0, 0.0}, 0.4f, 0x00FF00);
    scene.topology.bodies.push_back({"plain", 0, 1, 1, 1});
    scene.topology.bodies.push_back({"green", 1, 1, 1, 1});
    RenderSettings settings = bare_settings();
    settings.uncolored = Uncolored::Palette;
    const Camera camera = front_camera();
    const Image image = picture(scene.build(), camera, settings, 200, 150);
    const auto px = project(camera, {200, 150}, {-1.0, 0.0, 0.0})->px;
    const Rgba8 plain = image.at(static_cast<int>(px.x), static_cast<int>(px.y));
    EXPECT_GT(plain.b, plain.r + 30) << "palette_color(0) is blue";
    const Rgba8 green = image.at(199 - static_cast<int>(px.x), static_cast<int>(px.y));
    EXPECT_GT(green.g, green.b + 60);
}

} // namespace
} // namespace drape::renderer
