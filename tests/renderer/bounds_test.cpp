// What counts as the scene when a view is framed.
#include "renderer/bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

namespace drape::renderer {
namespace {

std::vector<glm::dvec3> cloth()
{
    std::vector<glm::dvec3> points;
    for (int i = 0; i < 900; ++i)
        points.emplace_back(0.1 * (i % 30), 1.0, 0.1 * (i / 30));
    return points;
}

TEST(FrameBounds, HoldsEveryPointOfAScene)
{
    const auto bounds = frame_bounds(cloth());
    ASSERT_TRUE(bounds);
    EXPECT_EQ(bounds->min, glm::dvec3(0.0, 1.0, 0.0));
    EXPECT_NEAR(bounds->max.x, 2.9, 1e-12);
    EXPECT_NEAR(bounds->max.z, 2.9, 1e-12);
}

TEST(FrameBounds, IgnoresAParticleThatFlewAway)
{
    std::vector<glm::dvec3> points = cloth();
    const auto before = frame_bounds(points);
    points.emplace_back(1e6, 0.0, 0.0);
    points.emplace_back(0.0, -300.0, 0.0);
    const auto after = frame_bounds(points);
    EXPECT_EQ(after->min, before->min);
    EXPECT_EQ(after->max, before->max);
}

TEST(FrameBounds, KeepsAHookBesideAFlatCloth)
{
    std::vector<glm::dvec3> points = cloth();
    points.emplace_back(1.0, 2.5, 1.0);
    EXPECT_EQ(frame_bounds(points)->max.y, 2.5);
}

TEST(FrameBounds, IgnoresNumbersThatAreNoPlaces)
{
    std::vector<glm::dvec3> points = cloth();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    points.emplace_back(nan, 0.0, 0.0);
    points.emplace_back(0.0, std::numeric_limits<double>::infinity(), 0.0);
    points.emplace_back(0.0, 0.0, 1e300);
    EXPECT_EQ(frame_bounds(points)->min, frame_bounds(cloth())->min);
    EXPECT_EQ(frame_bounds(points)->max, frame_bounds(cloth())->max);
    EXPECT_FALSE(frame_bounds(std::vector<glm::dvec3>{{nan, nan, nan}}));
    EXPECT_FALSE(frame_bounds(std::vector<glm::dvec3>{}));
}

TEST(FrameBounds, OfASnapshotReachToTheSurfaces)
{
    auto topology = std::make_shared<sim::SnapshotTopology>();
    sim::Look ball, box;
    ball.radius = 0.5f;
    box.shape = sim::Shape::Box;
    box.box_size = {2.0f, 4.0f, 6.0f};
    topology->looks.push_back(ball);
    topology->looks.push_back(box);
    sim::Snapshot snapshot;
    snapshot.topology = topology;
    snapshot.position = {{0.0, 0.0, 0.0}, {3.0, 0.0, 0.0}};
    snapshot.probes.push_back({"probe", {0.0, 5.0, 0.0}, {0.0, 6.0, 0.0}, 0.25, 0.0, 0.0, 0});
    const auto bounds = frame_bounds(snapshot);
    EXPECT_EQ(bounds->min, glm::dvec3(-0.5, -2.0, -3.0));
    EXPECT_EQ(bounds->max, glm::dvec3(4.0, 6.25, 3.0));
}

} // namespace
} // namespace drape::renderer
