// The PresentationFrame as JSON.
#include "app/frame_json.h"
#include "tests/cli/program.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace drape::test {
namespace {

nlohmann::json frame_of(const char* scene)
{
    const sim::World world = world_of(scene);
    sim::Snapshot snapshot;
    sim::take_snapshot(world, snapshot);
    return nlohmann::json::parse(app::write_frame_json(snapshot));
}

TEST(PresentationFrame, HoldsEveryEntityWithItsLookInIdOrder)
{
    const auto frame = frame_of(
        "world { entity a { position = (1, 2.5, -3); size = 0.05; color = 0x00FF10; opacity = 0.5 } "
        "entity b { box = (1, 2, 3) } soft c { nx = 2; ny = 1; spacing = 0.1 } }");
    const auto& entities = frame["entities"];
    ASSERT_EQ(entities.size(), 4U);
    EXPECT_EQ(entities[0]["id"], 1);
    EXPECT_EQ(entities[0]["name"], "a");
    EXPECT_EQ(entities[0]["position"], nlohmann::json::array({1.0, 2.5, -3.0}));
    EXPECT_EQ(entities[0]["shape"], "sphere");
    EXPECT_EQ(entities[0]["size"], 0.05);
    EXPECT_EQ(entities[0]["color"], "0x00FF10");
    EXPECT_EQ(entities[0]["opacity"], 0.5);
    EXPECT_EQ(entities[1]["shape"], "box");
    EXPECT_EQ(entities[1]["size"], nlohmann::json::array({1.0, 2.0, 3.0}));
    EXPECT_EQ(entities[3]["name"], "c#1");
}

TEST(PresentationFrame, HasTheRfcsBondsOfTheEightByEightClothAndTheGel)
{
    EXPECT_EQ(frame_of("world { soft c { } }")["bonds"].size(), 210U);
    EXPECT_EQ(frame_of("world { soft c { nx = 4; ny = 4; nz = 4 } }")["bonds"].size(), 360U);
}

TEST(PresentationFrame, JointsAreBondsOfTheirOwnKind)
{
    const auto bonds = frame_of(kTinyScene)["bonds"];
    EXPECT_EQ(bonds.back()["kind"], "joint");
    EXPECT_EQ(bonds.back()["a"], 2);
    EXPECT_EQ(bonds.back()["b"], 1);
}

} // namespace
} // namespace drape::test
