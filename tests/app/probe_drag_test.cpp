// Geometry of dragging a probe.
#include "app/probe_drag.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

namespace drape::test {
namespace {

using namespace app;

constexpr renderer::Viewport kViewport{800, 600};

sim::ProbeSnapshot capsule()
{
    sim::ProbeSnapshot probe;
    probe.a = {-0.5, 1.0, 0.0};
    probe.b = {0.5, 1.0, 0.0};
    probe.radius = 0.2;
    return probe;
}

renderer::Camera camera_at(double yaw_deg, double pitch_deg)
{
    renderer::Camera camera;
    camera.target = {0.0, 1.0, 0.0};
    camera.yaw_deg = yaw_deg;
    camera.pitch_deg = pitch_deg;
    return camera;
}

ProbeDrag drag_on(const sim::ProbeSnapshot& probe, renderer::ProbePart part, const glm::dvec3& point)
{
    renderer::ProbeHit hit;
    hit.part = part;
    hit.point = point;
    return begin_probe_drag(probe, hit);
}

TEST(ProbeDrag, MovesWithTheMouseInTheViewPlane)
{
    for (const bool orthographic : {false, true}) {
        renderer::Camera camera = camera_at(25.0, -20.0);
        camera.orthographic = orthographic;
        const sim::ProbeSnapshot probe = capsule();
        ProbeDrag drag = drag_on(probe, renderer::ProbePart::Body, {0.1, 1.1, 0.15});
        drag_in_view(drag, camera, kViewport, {500.0, 200.0});
        // Both ends move alike, across the line of sight, and the point held is under the mouse.
        const glm::dvec3 by = drag.target_a - probe.a;
        EXPECT_NEAR(glm::length(drag.target_b - probe.b - by), 0.0, 1e-12);
        EXPECT_NEAR(glm::dot(by, renderer::axes(camera).forward), 0.0, 1e-9);
        const auto place = renderer::project(camera, kViewport, drag.anchor);
        ASSERT_TRUE(place.has_value());
        EXPECT_NEAR(place->px.x, 500.0, 1e-6);
        EXPECT_NEAR(place->px.y, 200.0, 1e-6);
    }
}

TEST(ProbeDrag, ComesBackWithTheMouse)
{
    const renderer::Camera camera = camera_at(-40.0, -10.0);
    const sim::ProbeSnapshot probe = capsule();
    const glm::dvec3 held(0.0, 1.2, 0.0);
    const auto start = renderer::project(camera, kViewport, held);
    ASSERT_TRUE(start.has_value());
    ProbeDrag drag = drag_on(probe, renderer::ProbePart::Body, held);
    for (const glm::dvec2 px : {glm::dvec2(10.0, 10.0), glm::dvec2(790.0, 300.0), start->px})
        drag_in_view(drag, camera, kViewport, px);
    EXPECT_NEAR(glm::length(drag.target_a - probe.a), 0.0, 1e-9);
}

TEST(ProbeDrag, AnEndMovesAlone)
{
    const sim::ProbeSnapshot probe = capsule();
    ProbeDrag drag = drag_on(probe, renderer::ProbePart::EndB, probe.b);
    drag_in_view(drag, camera_at(0.0, 0.0), kViewport, {600.0, 100.0});
    EXPECT_EQ(drag.target_a, probe.a);
    EXPECT_GT(glm::length(drag.target_b - probe.b), 0.1);
}

TEST(ProbeDrag, AnEndOfASphereIsTheWholeSphere)
{
    sim::ProbeSnapshot probe = capsule();
    probe.b = probe.a;
    ProbeDrag drag = drag_on(probe, renderer::ProbePart::EndA, probe.a);
    drag_in_view(drag, camera_at(0.0, 0.0), kViewport, {600.0, 100.0});
    EXPECT_EQ(drag.target_a, drag.target_b);
}

TEST(ProbeDrag, DepthKeepsThePointUnderTheMouseAndStopsBeforeTheEye)
{
    const renderer::Camera camera = camera_at(15.0, -30.0);
    ProbeDrag drag = drag_on(capsule(), renderer::ProbePart::Body, {0.2, 1.3, 0.1});
    const auto before = renderer::project(camera, kViewport, drag.anchor);
    drag_in_depth(drag, camera, 0.7);
    const auto after = renderer::project(camera, kViewport, drag.anchor);
    ASSERT_TRUE(before && after);
    EXPECT_NEAR(glm::length(before->px - after->px), 0.0, 1e-6);
    EXPECT_GT(after->depth, before->depth + 0.6);
    drag_in_depth(drag, camera, -1e6);
    const auto nearest = renderer::project(camera, kViewport, drag.anchor);
    ASSERT_TRUE(nearest.has_value());
    EXPECT_GT(nearest->depth, 0.0);
}

} // namespace
} // namespace drape::test
