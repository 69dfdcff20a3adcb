// The side-by-side run finds the first differing bit and says where.
#include "app/compare.h"
#include "tests/cli/program.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace drape::test {
namespace {

TEST(Compare, EqualWorldsHaveNoDifference)
{
    const sim::World world = world_of(kTinyScene);
    EXPECT_FALSE(app::first_difference(world, world).has_value());
}

TEST(Compare, TheLowestDifferingEntityAndComponentAreNamed)
{
    const sim::World a = world_of(kTinyScene);
    sim::World b = a;
    b.state.velocity[3].y = std::nextafter(b.state.velocity[3].y, 1.0);
    b.state.position[5].x += 1.0;
    const auto difference = app::first_difference(a, b);
    ASSERT_TRUE(difference.has_value());
    EXPECT_EQ(difference->rfind("cloth#2 velocity.y: 0.0 against ", 0), 0U) << *difference;
}

TEST(Compare, ASignOfZeroIsADifference)
{
    const sim::World a = world_of(kTinyScene);
    sim::World b = a;
    b.state.velocity[0].x = -0.0;
    EXPECT_TRUE(app::first_difference(a, b).has_value());
}

TEST(Compare, ATissueThatDiffersByOneCountIsNamed)
{
    constexpr const char* kScene = R"(
world { tissue pad { cage = pad; profile = "gel"; cells = 2; width = 4000; height = 4000; depth = 2000 } }
systems { tissue { body = pad } }
)";
    constexpr const char* kGel =
        "name = \"gel\"\n[[layer]]\nname = \"gel\"\nouter_q12 = 4096\ncompliance_q20 = 60\n";
    const sim::World a = world_of(kScene, {{"gel", kGel}});
    sim::World b = a;
    EXPECT_FALSE(app::first_difference(a, b).has_value());
    ++b.state.tissues[0].velocity[4].z;
    const auto difference = app::first_difference(a, b);
    ASSERT_TRUE(difference.has_value());
    EXPECT_EQ(*difference, "pad#4 velocity.z: 0.0 against 0.00390625");
}

TEST(Compare, AStepThatPartsNamesStepSystemAndParticleAndIsUndone)
{
    sim::World a = world_of(kTinyScene);
    sim::World b = a;
    std::get<sim::SoftSystem>(b.scene.systems[2]).stiffness = 0.5; // as if one backend had another constant
    ++b.material_revision;
    b.state.position[2].x += 0.0;
    sim::Stepper first(sim::Backend::Native), second(sim::Backend::Interpreter);
    a.state.position[2].x += 0.125;
    b.state.position[2].x += 0.125;
    const auto before = a.state.position;
    const auto error = app::step_and_compare(first, a, second, b);
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->kind, ErrorKind::Failed);
    EXPECT_NE(error->message.find("step 1, system 3 soft (cloth), cloth#"), std::string::npos)
        << error->message;
    EXPECT_EQ(a.step, 0U);
    EXPECT_TRUE(a.state.position == before);
}

} // namespace
} // namespace drape::test
