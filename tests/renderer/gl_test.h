// A fixture with a headless context and a renderer, and small scenes to draw with it.
#pragma once

#include "renderer/frame_target.h"
#include "renderer/headless_context.h"
#include "renderer/renderer.h"
#include "sim/snapshot.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace drape::renderer {

/// Settings that show balls and lines and nothing else, on black.
inline RenderSettings bare_settings()
{
    RenderSettings settings;
    settings.show_background = false;
    settings.show_ground = false;
    settings.show_gizmo = false;
    settings.uncolored = Uncolored::White;
    return settings;
}

/// A snapshot that is put together item by item.
class SceneBuilder
{
public:
    std::uint32_t add_sphere(const glm::dvec3& position, float radius, std::uint32_t color = 0xFFFFFF)
    {
        sim::Look look;
        look.radius = radius;
        look.color = color;
        return add(position, look);
    }

    std::uint32_t add(const glm::dvec3& position, const sim::Look& look)
    {
        topology.looks.push_back(look);
        topology.names.push_back("entity" + std::to_string(topology.looks.size()));
        topology.dynamic.push_back(1);
        snapshot.position.push_back(position);
        snapshot.velocity.emplace_back(0.0);
        return static_cast<std::uint32_t>(topology.looks.size() - 1);
    }

    void add_bond(std::uint32_t a, std::uint32_t b, float rest = 1.0f,
                  sim::BondKind kind = sim::BondKind::Structural)
    {
        topology.bonds.push_back({a, b, kind, rest});
    }

    sim::Snapshot build()
    {
        snapshot.topology = std::make_shared<const sim::SnapshotTopology>(topology);
        return snapshot;
    }

    sim::SnapshotTopology topology;
    sim::Snapshot snapshot;
};

/// Looks along -z at the origin from 5 m, straight and level.
inline Camera front_camera()
{
    Camera camera;
    camera.yaw_deg = 0.0;
    camera.pitch_deg = 0.0;
    camera.distance = 5.0;
    return camera;
}

/// One context and renderer for all tests of a suite; skips them where there is no EGL.
class GlTest : public ::testing::Test
{
protected:
    static void SetUpTestSuite()
    {
        Result<HeadlessContext> context = HeadlessContext::create();
        if (!context.ok()) {
            reason() = context.error().message;
            return;
        }
        context_slot().emplace(std::move(context).value());
        Result<Renderer> made = Renderer::create();
        ASSERT_TRUE(made.ok()) << made.error().message;
        renderer_slot().emplace(std::move(made).value());
    }

    static void TearDownTestSuite()
    {
        renderer_slot().reset();
        context_slot().reset();
    }

    void SetUp() override
    {
        if (!context_slot())
            GTEST_SKIP() << reason();
    }

    void TearDown() override
    {
        if (context_slot()) {
            EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR)) << "a GL call was wrong";
        }
    }

    static Renderer& renderer() { return *renderer_slot(); }

    static FrameTarget make_target(int width_px, int height_px)
    {
        Result<FrameTarget> target = FrameTarget::create(width_px, height_px);
        EXPECT_TRUE(target.ok()) << target.error().message;
        return std::move(target).value();
    }

    static Image picture(const sim::Snapshot& snapshot, const Camera& camera,
                         const RenderSettings& settings, int width_px, int height_px)
    {
        FrameTarget target = make_target(width_px, height_px);
        renderer().draw(snapshot, camera, settings, target);
        return target.read_image();
    }

private:
    static std::optional<HeadlessContext>& context_slot()
    {
        static std::optional<HeadlessContext> slot;
        return slot;
    }
    static std::optional<Renderer>& renderer_slot()
    {
        static std::optional<Renderer> slot;
        return slot;
    }
    static std::string& reason()
    {
        static std::string text;
        return text;
    }
};

} // namespace drape::renderer
