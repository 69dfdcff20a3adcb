// Rays against balls, boxes and capsules, with numbers made by hand.
#include "renderer/picking.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <random>

namespace drape::renderer {
namespace {

const Ray kAlongMinusZ{{0.0, 0.0, 10.0}, {0.0, 0.0, -1.0}};

sim::Snapshot balls()
{
    auto topology = std::make_shared<sim::SnapshotTopology>();
    sim::Look ball;
    ball.radius = 0.5f;
    topology->looks.append(ball, 4);
    sim::Snapshot snapshot;
    snapshot.topology = topology;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    snapshot.position = {{0.0, 0.0, -3.0}, {0.3, 0.0, 2.0}, {5.0, 0.0, 0.0}, {nan, 0.0, 5.0}};
    return snapshot;
}

sim::Snapshot with_probe()
{
    sim::Snapshot snapshot;
    snapshot.probes.push_back({"probe", {-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, 0.5, 0.0, 0.0, 0});
    return snapshot;
}

TEST(PickEntity, TakesTheNearestOnTheRay)
{
    const auto hit = pick_entity(balls(), kAlongMinusZ, 1.0);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->entity, 1u);
    EXPECT_NEAR(hit->distance, 8.0 - 0.4, 1e-12)
        << "0.3 beside the centre of a ball of 0.5: 0.4 in front of it";
    EXPECT_NEAR(hit->point.z, 2.4, 1e-12);
}

TEST(PickEntity, ScalesTheBallsAsTheyAreDrawn)
{
    const auto hit = pick_entity(balls(), kAlongMinusZ, 0.5);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->entity, 0u) << "the near ball of 0.25 is missed by 0.05";
}

TEST(PickEntity, NeverMeetsWhatIsBehindTheEye)
{
    const Ray away{{0.0, 0.0, 10.0}, {0.0, 0.0, 1.0}};
    EXPECT_FALSE(pick_entity(balls(), away, 1.0));
}

TEST(PickEntity, MeetsTheFaceOfABox)
{
    auto topology = std::make_shared<sim::SnapshotTopology>();
    sim::Look box;
    box.shape = sim::Shape::Box;
    box.box_size = {2.0f, 1.0f, 4.0f};
    topology->looks.push_back(box);
    sim::Snapshot snapshot;
    snapshot.topology = topology;
    snapshot.position = {{0.9, 0.0, 0.0}};
    const auto hit = pick_entity(snapshot, kAlongMinusZ, 1.0);
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->distance, 8.0, 1e-12);
    snapshot.position = {{1.1, 0.0, 0.0}};
    EXPECT_FALSE(pick_entity(snapshot, kAlongMinusZ, 1.0));
}

TEST(PickEntityNear, TakesTheOutlineClosestToTheCursorWithinTheSlack)
{
    Camera camera;
    camera.yaw_deg = 0.0;
    camera.pitch_deg = 0.0;
    const Viewport viewport{400, 400};
    sim::Snapshot snapshot = balls();
    const auto at = project(camera, viewport, snapshot.position[0]);
    ASSERT_TRUE(at);
    const double outline_px = 0.01 * 0.5 * at->px_per_m;
    const glm::dvec2 beside = at->px - glm::dvec2(outline_px + 6.0, 0.0);
    EXPECT_FALSE(pick_entity_near(snapshot, camera, viewport, beside, 0.01, 5.0));
    const auto hit = pick_entity_near(snapshot, camera, viewport, beside, 0.01, 7.0);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->entity, 0u);
}

/// By the definition, one entity after the other and each exactly.
std::optional<std::uint32_t> nearest_outline(const sim::Snapshot& snapshot, const Camera& camera,
                                             Viewport viewport, glm::dvec2 px, double slack_px)
{
    std::optional<std::uint32_t> best;
    double best_distance = std::numeric_limits<double>::infinity();
    const Ray ray = ray_through(camera, viewport, px);
    for (std::uint32_t i = 0; i < snapshot.position.size(); ++i) {
        const double radius = static_cast<double>(snapshot.topology->looks[i].radius);
        if (const auto t = hit_sphere(ray, snapshot.position[i], radius); t && *t < best_distance) {
            best = i;
            best_distance = *t;
        }
    }
    double best_gap_px = slack_px;
    for (std::uint32_t i = 0; !std::isfinite(best_distance) && i < snapshot.position.size(); ++i) {
        const auto at = project(camera, viewport, snapshot.position[i]);
        if (!at)
            continue;
        const double radius_px = static_cast<double>(snapshot.topology->looks[i].radius) * at->px_per_m;
        const double gap_px = std::max(0.0, glm::length(at->px - px) - radius_px);
        if (gap_px < best_gap_px) {
            best = i;
            best_gap_px = gap_px;
        }
    }
    return best;
}

TEST(PickEntityNear, FindsWhatALookAtEachEntityFinds)
{
    std::mt19937 random(11);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    constexpr Viewport kViewport{320, 240};
    int found = 0;
    for (int round = 0; round < 40; ++round) {
        auto topology = std::make_shared<sim::SnapshotTopology>();
        sim::Snapshot snapshot;
        for (int i = 0; i < 200; ++i) {
            snapshot.position.emplace_back(number(random), number(random), 4.0 * number(random));
            sim::Look ball;
            ball.radius = static_cast<float>(0.02 + 0.02 * number(random));
            topology->looks.push_back(ball);
        }
        snapshot.topology = topology;
        Camera camera;
        camera.orthographic = round % 2 == 1;
        camera.yaw_deg = 180.0 * number(random);
        camera.pitch_deg = 80.0 * number(random);
        camera.distance = 2.0 + 1.5 * number(random); // some lie behind the eye
        camera.fov_deg = 60.0;
        for (int pick = 0; pick < 20; ++pick) {
            const glm::dvec2 px(160.0 + 160.0 * number(random), 120.0 + 120.0 * number(random));
            const auto hit = pick_entity_near(snapshot, camera, kViewport, px, 1.0, 9.0);
            const auto expected = nearest_outline(snapshot, camera, kViewport, px, 9.0);
            ASSERT_EQ(hit.has_value(), expected.has_value());
            if (hit) {
                ASSERT_EQ(hit->entity, *expected);
            }
            found += hit ? 1 : 0;
        }
    }
    EXPECT_GT(found, 100) << "the rounds put it to the test";
}

TEST(PickProbe, TellsBodyFromEnds)
{
    const auto at = [](double x) { return Ray{{x, 0.1, 10.0}, {0.0, 0.0, -1.0}}; };
    const auto body = pick_probe(with_probe(), at(0.2));
    ASSERT_TRUE(body);
    EXPECT_EQ(body->part, ProbePart::Body);
    EXPECT_NEAR(body->distance, 10.0 - std::sqrt(0.25 - 0.01), 1e-12);
    EXPECT_NEAR(glm::length(body->normal), 1.0, 1e-12);
    EXPECT_NEAR(body->normal.x, 0.0, 1e-12);
    EXPECT_EQ(pick_probe(with_probe(), at(-1.2))->part, ProbePart::EndA);
    EXPECT_EQ(pick_probe(with_probe(), at(1.2))->part, ProbePart::EndB);
    EXPECT_FALSE(pick_probe(with_probe(), at(1.6)));
}

TEST(PickProbe, AlongItsAxisMeetsTheEndBall)
{
    const auto hit = pick_probe(with_probe(), {{-9.0, 0.0, 0.0}, {1.0, 0.0, 0.0}});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->part, ProbePart::EndA);
    EXPECT_NEAR(hit->distance, 7.5, 1e-12);
    EXPECT_NEAR(hit->normal.x, -1.0, 1e-12);
}

TEST(PickProbe, TakesTheNearerOfTwoAndPassesOverBrokenOnes)
{
    sim::Snapshot snapshot = with_probe();
    snapshot.probes.push_back({"near", {0.0, 0.0, 3.0}, {0.0, 0.0, 3.0}, 0.5, 0.0, 0.0, 0});
    snapshot.probes.push_back({"broken",
                               {0.0, 0.0, std::numeric_limits<double>::quiet_NaN()},
                               {0.0, 0.0, 5.0},
                               0.5,
                               0.0,
                               0.0,
                               0});
    const auto hit = pick_probe(snapshot, kAlongMinusZ);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->probe, 1u);
    EXPECT_NEAR(hit->distance, 6.5, 1e-12);
}

TEST(HitSphere, KeepsItsDigitsForASmallBallFarAway)
{
    // 1 mm at 10 km: |offset|^2 - r^2 would lose the radius.
    const auto t = hit_sphere({{0.0, 0.0, 1e4}, {0.0, 0.0, -1.0}}, {0.0, 0.0006, 0.0}, 0.001);
    ASSERT_TRUE(t);
    EXPECT_NEAR(*t, 1e4 - 0.0008, 1e-9);
}

} // namespace
} // namespace drape::renderer
