// Rays against the skin of a dome.
#include "renderer/picking.h"
#include "renderer/render_settings.h"
#include "tests/renderer/tissue_snapshot.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace drape::renderer {
namespace {

const DomeSpec kSpec{4, 3};

/// Down on the dome at (x, y).
Ray down_at(double x, double y)
{
    return {{x, y, 1.0}, {0.0, 0.0, -1.0}};
}

TEST(PickSkin, GivesTheTriangleUnderTheRayWithItsShares)
{
    TissueScene dome = make_dome(kSpec);
    const sim::Snapshot snapshot = dome.build();
    for (const glm::dvec2& at :
         {glm::dvec2(0.004, 0.011), glm::dvec2(-0.03, 0.02), glm::dvec2(0.02, -0.041)}) {
        const auto hit = pick_skin(snapshot, down_at(at.x, at.y), {});
        ASSERT_TRUE(hit);
        EXPECT_EQ(hit->tissue, 0u);
        EXPECT_EQ(dome.tissue().skin[hit->triangle], hit->corners);
        EXPECT_NEAR(hit->barycentric.x + hit->barycentric.y + hit->barycentric.z, 1.0, 1e-12);
        glm::dvec3 point(0.0);
        double nearest = 1.0;
        for (int i = 0; i < 3; ++i) {
            const glm::dvec3& corner = snapshot.position[hit->corners[static_cast<std::size_t>(i)]];
            EXPECT_GE(hit->barycentric[i], -1e-9);
            point += hit->barycentric[i] * corner;
            nearest = std::min(nearest, glm::length(corner - hit->point));
        }
        EXPECT_NEAR(glm::length(point - hit->point), 0.0, 1e-12);
        EXPECT_NEAR(hit->point.x, at.x, 1e-12);
        EXPECT_NEAR(hit->distance, 1.0 - hit->point.z, 1e-12);
        EXPECT_EQ(glm::length(snapshot.position[hit->entity] - hit->point), nearest);
    }
    EXPECT_FALSE(pick_skin(snapshot, down_at(0.2, 0.0), {}));
}

TEST(PickSkin, PeeledGivesTheSideOfTheElementThatIsLeft)
{
    TissueScene dome = make_dome(kSpec);
    const sim::Snapshot snapshot = dome.build();
    PickView view;
    view.peel = 0.3f;
    const auto hit = pick_skin(snapshot, down_at(0.004, 0.011), view);
    ASSERT_TRUE(hit);
    EXPECT_EQ(element_layer(dome.tissue(), hit->triangle / 4).value(), 1u);
    EXPECT_LT(hit->point.z, pick_skin(snapshot, down_at(0.004, 0.011), {})->point.z - 0.01);
    EXPECT_NEAR(dome.tissue().depth[hit->entity], 2.0 / 3.0, 1e-6);
    view.peel = 1.0f;
    EXPECT_FALSE(pick_skin(snapshot, down_at(0.004, 0.011), view));
}

TEST(PickEntity, AnOpaqueSkinGivesItsNearestParticleAndNotOneBehind)
{
    TissueScene dome = make_dome(kSpec);
    sim::Look ball;
    ball.radius = 0.01f;
    dome.topology.looks.set(dome_particle(kSpec, 2, 2, 1), ball); // inside, under the ray
    const sim::Snapshot snapshot = dome.build();
    const Ray ray = down_at(0.003, 0.002);
    const auto hit = pick_entity(snapshot, ray, 1.0);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->entity, dome_particle(kSpec, 2, 2, 3)) << "the top of the dome";
    EXPECT_NEAR(hit->point.z, pick_skin(snapshot, ray, {})->point.z, 1e-12);
    PickView glass;
    glass.skin_opacity = 0.5f;
    EXPECT_EQ(pick_entity(snapshot, ray, glass)->entity, dome_particle(kSpec, 2, 2, 1))
        << "seen through it";
    EXPECT_EQ(pick_entity(snapshot, down_at(0.017, 0.012), glass)->entity,
              pick_entity(snapshot, down_at(0.017, 0.012), 1.0)->entity)
        << "where no ball is, the skin can still be meant";
    PickView bare;
    bare.show_skin = false;
    EXPECT_FALSE(pick_entity(snapshot, down_at(0.017, 0.012), bare));
}

TEST(PickEntity, WhatLiesBeforeTheSkinComesFirst)
{
    TissueScene dome = make_dome(kSpec);
    sim::Look look;
    look.radius = 0.005f;
    dome.topology.looks.push_back(look);
    dome.snapshot.position.emplace_back(0.0, 0.0, 0.2);
    const auto hit = pick_entity(dome.build(), down_at(0.0, 0.0), 1.0);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->entity, dome.topology.looks.size() - 1);
}

TEST(PickView, IsThatOfTheSettings)
{
    RenderSettings settings;
    settings.peel = 0.4f;
    settings.skin_opacity = 0.5f;
    settings.show_skin = false;
    settings.particle_scale = 2.0f;
    const PickView view = pick_view(settings);
    EXPECT_EQ(view.peel, 0.4f);
    EXPECT_EQ(view.skin_opacity, 0.5f);
    EXPECT_FALSE(view.show_skin);
    EXPECT_EQ(view.particle_scale, 2.0);
}

} // namespace
} // namespace drape::renderer
