// What a frame costs: bytes sent, memory asked for, and that a million particles are drawn at all.
#include "sim/lang/parser.h"
#include "sim/world.h"
#include "tests/renderer/gl_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#    define DRAPE_COUNTS_ALLOCATIONS 1

namespace {

thread_local bool counts_allocations = false;
thread_local std::size_t allocations = 0;

} // namespace

#    if defined(__GNUC__) && !defined(__clang__)
#        pragma GCC diagnostic ignored "-Wmismatched-new-delete" // does not see that new is replaced, too
#    endif

void* operator new(std::size_t size)
{
    if (counts_allocations)
        ++allocations;
    if (void* memory = std::malloc(size > 0 ? size : 1))
        return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
#endif

namespace drape::renderer {
namespace {

using FrameCostTest = GlTest;

constexpr std::uint32_t kSide = 40;
constexpr std::size_t kParticleBytes = 4 * sizeof(float); // a place, and one in the colour map

/// A cloth in the plane z = 0, a metre wide.
SceneBuilder cloth()
{
    SceneBuilder scene;
    constexpr double kSpacing = 1.0 / (kSide - 1);
    for (std::uint32_t j = 0; j < kSide; ++j) {
        for (std::uint32_t i = 0; i < kSide; ++i) {
            const std::uint32_t at =
                scene.add_sphere({i * kSpacing - 0.5, j * kSpacing - 0.5, 0.0}, 0.004f);
            if (i > 0)
                scene.add_bond(at, at - 1, static_cast<float>(kSpacing));
            if (j > 0)
                scene.add_bond(at, at - kSide, static_cast<float>(kSpacing));
        }
    }
    return scene;
}

TEST_F(FrameCostTest, AFrameSendsOnePlaceAParticleAndNothingThatStays)
{
    sim::Snapshot snapshot = cloth().build();
    FrameTarget target = make_target(64, 64);
    RenderSettings settings;
    renderer().draw(snapshot, front_camera(), settings, target);
    EXPECT_GT(renderer().stats().bytes_uploaded, 2 * kSide * kSide * kParticleBytes) << "the topology, too";
    for (const ColorMode mode : {ColorMode::Body, ColorMode::Speed, ColorMode::Strain}) {
        settings.color_mode = mode;
        snapshot.position[7].z += 0.01;
        renderer().draw(snapshot, front_camera(), settings, target);
        EXPECT_EQ(renderer().stats().bytes_uploaded, kSide * kSide * kParticleBytes);
    }
}

TEST_F(FrameCostTest, ASnapshotThatIsShownAgainIsNotSentAgain)
{
    sim::Snapshot snapshot = cloth().build();
    snapshot.serial = 1;
    FrameTarget target = make_target(64, 64);
    RenderSettings settings;
    Camera camera = front_camera();
    renderer().draw(snapshot, camera, settings, target);
    camera.yaw_deg = 30.0; // an orbit
    renderer().draw(snapshot, camera, settings, target);
    EXPECT_EQ(renderer().stats().bytes_uploaded, 0u);
    EXPECT_EQ(renderer().stats().spheres, kSide * kSide);
    const Image kept = target.read_image();
    snapshot.serial = 0; // promises nothing
    renderer().draw(snapshot, camera, settings, target);
    EXPECT_EQ(renderer().stats().bytes_uploaded, kSide * kSide * kParticleBytes);
    EXPECT_EQ(target.read_image(), kept) << "what was kept gives the same picture";
}

TEST_F(FrameCostTest, WhatChangesUnderASerialIsSent)
{
    sim::Snapshot snapshot = cloth().build();
    snapshot.serial = 5;
    FrameTarget target = make_target(64, 64);
    RenderSettings settings;
    Camera camera = front_camera();
    const auto sends = [&] {
        renderer().draw(snapshot, camera, settings, target);
        return renderer().stats().bytes_uploaded > 0;
    };
    EXPECT_TRUE(sends());
    EXPECT_FALSE(sends());
    snapshot.serial = 6;
    EXPECT_TRUE(sends());
    camera.target.x += 0.1; // places are sent relative to it
    EXPECT_TRUE(sends());
    settings.color_mode = ColorMode::Speed;
    EXPECT_TRUE(sends());
    settings.range = {0.0f, 3.0f};
    EXPECT_TRUE(sends());
    EXPECT_FALSE(sends());
    const sim::Snapshot other = cloth().build();
    snapshot.topology = other.topology; // another scene that happens to have the same serial
    EXPECT_TRUE(sends());
}

#ifdef DRAPE_COUNTS_ALLOCATIONS
TEST_F(FrameCostTest, AFrameAllocatesNothingOnceTheSceneIsKnown)
{
    sim::Snapshot snapshot = cloth().build();
    snapshot.probes.push_back({"probe", {0.0, 0.0, 0.3}, {0.2, 0.0, 0.5}, 0.1, 0.0, 0.0, 0});
    FrameTarget target = make_target(64, 64);
    RenderSettings settings;
    settings.show_gizmo = false;
    for (const ColorMode mode : {ColorMode::Body, ColorMode::Speed, ColorMode::Strain}) {
        settings.color_mode = mode;
        for (int frame = 0; frame < 3; ++frame)
            renderer().draw(snapshot, front_camera(), settings, target);
        allocations = 0;
        counts_allocations = true;
        snapshot.position[7].z += 0.01;
        renderer().draw(snapshot, front_camera(), settings, target);
        counts_allocations = false;
        EXPECT_EQ(allocations, 0u) << "colour mode " << static_cast<int>(mode);
    }
}
#endif

TEST_F(FrameCostTest, BallsBelowAPixelStaySeenWhereverTheyLie)
{
    // A far ball moved by thirds of a pixel covers about as much everywhere: nothing blinks.
    RenderSettings settings = bare_settings();
    Camera camera = front_camera();
    camera.orthographic = true;
    const double px_per_m = project(camera, {65, 65}, glm::dvec3(0.0))->px_per_m;
    double least = 1e9;
    double most = 0.0;
    for (int step = 0; step < 9; ++step) {
        SceneBuilder scene;
        scene.add_sphere({(step % 3) / 3.0 / px_per_m, (step / 3) / 3.0 / px_per_m, 0.0}, 1e-4f, 0x20C040);
        const Image image = picture(scene.build(), camera, settings, 65, 65);
        double covered = 0.0;
        for (const Rgba8& pixel : image.pixels) {
            covered += pixel.a / 255.0;
            if (pixel.a == 255) {
                EXPECT_GT(pixel.g, pixel.r) << "it has its colour";
            }
        }
        least = std::min(least, covered);
        most = std::max(most, covered);
    }
    EXPECT_GE(least, 0.75);
    EXPECT_LE(most, 2.5); // a disc of 0.7 px has 1.54
}

TEST_F(FrameCostTest, ADotLiesAsDeepAsItsBallAndIsHidBehindWhatIsNearer)
{
    SceneBuilder scene;
    scene.add_sphere({0.0, 0.0, -1.0}, 1e-4f, 0xFF0000); // behind
    scene.add_sphere({0.0, 0.0, 0.0}, 0.5f, 0x00FF00);
    scene.add_sphere({0.0, 0.0, 1.0}, 1e-4f, 0x0000FF); // before
    const Image image = picture(scene.build(), front_camera(), bare_settings(), 65, 65);
    EXPECT_GT(image.at(32, 32).b, image.at(32, 32).g);
    scene.snapshot.position[2].z = -2.0;
    const Image hidden = picture(scene.build(), front_camera(), bare_settings(), 65, 65);
    EXPECT_GT(hidden.at(32, 32).g, hidden.at(32, 32).b);
    EXPECT_GT(hidden.at(32, 32).g, hidden.at(32, 32).r);
}

using MillionTest = GlTest;

TEST_F(MillionTest, OpensDrawsAndOrbits)
{
    const sim::ParsedScene parsed = sim::parse_scene(
        "world { soft cloth { nx = 1000; ny = 1000; spacing = 0.004; origin = (0, 1, 0) } }\n"
        "systems { integrate { dt = 0.002 } }\n");
    ASSERT_TRUE(parsed.ok());
    const Result<sim::World> world = sim::build_world(parsed.scene, "million");
    ASSERT_TRUE(world.ok());
    sim::Snapshot snapshot;
    sim::take_snapshot(world.value(), snapshot);
    snapshot.serial = 1;
    EXPECT_EQ(snapshot.topology->names[999'999], "cloth#999999");
    EXPECT_EQ(snapshot.topology->bonds.size(), 2u * 1000 * 999 + 2u * 999 * 999);

    RenderSettings settings = bare_settings();
    settings.show_bonds = false; // the software renderer would take seconds over four million
    FrameTarget target = make_target(96, 96);
    Camera camera = frame(front_camera(), {96, 96}, *frame_bounds(snapshot));
    renderer().draw(snapshot, camera, settings, target);
    EXPECT_EQ(renderer().stats().spheres, 1'000'000u);
    EXPECT_EQ(renderer().stats().skipped, 0u);
    EXPECT_EQ(target.read_image().at(48, 48).a, 255) << "it fills the picture's middle";
    camera.yaw_deg += 20.0;
    renderer().draw(snapshot, camera, settings, target);
    EXPECT_EQ(renderer().stats().bytes_uploaded, 0u);
    EXPECT_EQ(target.read_image().at(48, 48).a, 255);
}

} // namespace
} // namespace drape::renderer
