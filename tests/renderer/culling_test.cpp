// What is left out of a frame is not in the picture, and what is beside the picture is left out.
#include "renderer/culling.h"
#include "renderer/surface_mesh.h"
#include "tests/renderer/gl_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace drape::renderer {
namespace {

constexpr float kRadius = 0.01f;
constexpr Viewport kViewport{320, 200};

/// A sheet of particles in the order of a cloth, a few of them not drawable.
std::vector<glm::vec4> sheet(int side, double spacing, const glm::dvec3& target)
{
    std::vector<glm::vec4> points;
    for (int i = 0; i < side * side; ++i) {
        const glm::dvec3 at((i % side - 0.5 * side) * spacing, (i / side - 0.5 * side) * spacing,
                            0.3 * std::sin(0.01 * i));
        points.emplace_back(glm::vec3(at - target), i % 997 == 0 ? kSkippedValue : 0.0f);
    }
    return points;
}

std::vector<ItemBlock> blocks_of(std::size_t count)
{
    std::vector<ItemBlock> blocks((count + ItemBlock::kItems - 1) / ItemBlock::kItems);
    for (std::uint32_t i = 0; i < count; ++i)
        blocks[i / ItemBlock::kItems].add(i, kRadius);
    return blocks;
}

/// Whether a part of the ball is in the picture, told by its middle and its size there.
bool is_in_picture(const Camera& camera, const glm::vec4& at)
{
    const auto seen = project(camera, kViewport, glm::dvec3(glm::vec3(at)) + camera.target);
    if (!seen || at.w == kSkippedValue)
        return false;
    const double reach = static_cast<double>(kRadius) * seen->px_per_m;
    return seen->px.x > -reach && seen->px.y > -reach && seen->px.x < kViewport.width_px + reach &&
           seen->px.y < kViewport.height_px + reach;
}

TEST(Culling, LeavesOutNothingThatIsInThePictureAndMuchOfWhatIsNot)
{
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    const auto next = [&] { return number(random); };
    std::size_t left_out = 0, unseen = 0;
    for (int round = 0; round < 60; ++round) {
        Camera camera;
        camera.target = {2.0 * next(), 2.0 * next(), next()};
        camera.yaw_deg = 180.0 * next();
        camera.pitch_deg = 80.0 * next();
        camera.distance = 0.3 + 2.0 * std::abs(next());
        camera.orthographic = round % 3 == 0;
        const std::vector<glm::vec4> points = sheet(200, 0.02, camera.target);
        const CameraMatrices at = matrices(camera, kViewport, std::nullopt);
        const ViewFrustum frustum(at.projection * at.view, {kViewport.width_px, kViewport.height_px}, 2.0f);
        EntityBoxes boxes;
        boxes.measure(points);
        const auto count = static_cast<std::uint32_t>(points.size());
        std::vector<bool> is_drawn(count, false);
        std::uint32_t last = 0;
        for (const ItemRange& range : visible_items(blocks_of(count), count, boxes, frustum, 1.0f)) {
            ASSERT_LT(range.begin, range.end);
            ASSERT_LE(range.end, count);
            ASSERT_TRUE(range.begin == 0 || range.begin > last) << "neighbours are one range";
            last = range.end;
            std::fill(is_drawn.begin() + range.begin, is_drawn.begin() + range.end, true);
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            const bool is_seen = is_in_picture(camera, points[i]);
            ASSERT_TRUE(is_drawn[i] || !is_seen) << "round " << round << ", particle " << i;
            unseen += is_seen ? 0 : 1;
            left_out += is_drawn[i] ? 0 : 1;
        }
    }
    EXPECT_GT(left_out, unseen / 3); // blocks are rows of the sheet, cut on two sides only
}

TEST(Culling, KeepsEverythingWhereTheNumbersAreBad)
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<glm::vec4> points = sheet(40, 0.02, glm::dvec3(0.0));
    EntityBoxes boxes;
    boxes.measure(points);
    const auto count = static_cast<std::uint32_t>(points.size());
    for (const float bad : {nan, 0.0f}) {
        const ViewFrustum frustum(glm::mat4(bad), {320.0f, 200.0f}, 2.0f);
        EXPECT_FALSE(frustum.shows_all_of({glm::vec3(0.0f), glm::vec3(1.0f)}, 0.0f));
        EXPECT_EQ(visible_items(blocks_of(count), count, boxes, frustum, 1.0f),
                  (std::vector<ItemRange>{{0, count}}));
    }
    boxes.measure({});
    EXPECT_TRUE(visible_items(blocks_of(count), count, boxes, ViewFrustum(glm::mat4(1.0f), {1, 1}, 0), 1.0f)
                    .empty())
        << "no entity, nothing to show";
}

using CullingTest = GlTest;

TEST_F(CullingTest, ACloseLookSendsAPartAndStillFillsThePicture)
{
    SceneBuilder scene;
    constexpr int kSide = 160;
    for (int i = 0; i < kSide * kSide; ++i)
        scene.add_sphere({0.02 * (i % kSide) - 1.6, 0.02 * (i / kSide) - 1.6, 0.0}, 0.02f);
    for (std::uint32_t i = 0; i + 1 < kSide * kSide; ++i)
        scene.add_bond(i, i + 1, 0.02f);
    const sim::Snapshot snapshot = scene.build();
    Camera camera = front_camera();
    for (const double x : {0.0, 0.9, -0.9}) {
        camera.target.x = camera.target.y = x;
        camera.distance = 0.8;
        const Image close = picture(snapshot, camera, bare_settings(), 96, 64);
        EXPECT_GT(renderer().stats().spheres, 0u);
        EXPECT_LT(renderer().stats().spheres, kSide * kSide * 2 / 3);
        EXPECT_LT(renderer().stats().bonds, kSide * kSide * 2 / 3);
        for (int i = 0; i < 96 * 64; ++i)
            ASSERT_EQ(close.at(i % 96, i / 96).a, 255) << "a hole at " << i % 96 << ", " << i / 96;
    }
    camera.target = glm::dvec3(0.0);
    camera.distance = 20.0;
    static_cast<void>(picture(snapshot, camera, bare_settings(), 96, 64));
    EXPECT_EQ(renderer().stats().spheres, kSide * kSide) << "from afar all of it is seen again";
}

} // namespace
} // namespace drape::renderer
