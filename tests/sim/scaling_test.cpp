// Large inputs take time in proportion: each of these ran for minutes if some step of it were quadratic.
#include "sim/lang/writer.h"
#include "sim/session.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <ctime>

namespace drape::test {
namespace {

constexpr int kMany = 100'000;

/// Fails when `work` takes longer than a linear one could under a sanitizer; in time of this process, so
/// that a busy machine does not matter.
template<class Work>
void expect_soon(const char* what, Work&& work)
{
    const std::clock_t begin = std::clock();
    work();
    EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 30.0) << what;
}

std::string repeat(int count, const auto& item)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += item(std::to_string(i));
    return text;
}

TEST(LargeScene, OfManyFieldsInOneBlockIsReadSoon)
{
    const std::string fields = repeat(kMany, [](const std::string& n) { return "field" + n + " = 1\n"; });
    expect_soon("unknown fields", [&] {
        EXPECT_EQ(sim::parse_scene("world { entity e {\n" + fields + "} }").diagnostics.size(), 50U);
    });
    const std::string warnings =
        repeat(kMany, [](const std::string& n) { return "entity e" + n + " { hull = 1 }\n"; });
    expect_soon("warnings", [&] { EXPECT_TRUE(sim::parse_scene("world {\n" + warnings + "}").ok()); });
}

TEST(LargeScene, OfManyFaultsIsReadSoon)
{
    const std::string entities =
        repeat(kMany, [](const std::string& n) { return "entity entity" + n + " { }\n"; });
    const std::string joints =
        repeat(kMany, [](const std::string& n) { return "joint { on = entitx" + n + "; other = x }\n"; });
    expect_soon("unknown names", [&] {
        EXPECT_EQ(
            sim::parse_scene("world {\n" + entities + "}\nsystems {\n" + joints + "}").diagnostics.size(),
            50U);
    });
    expect_soon("open braces",
                [&] { EXPECT_FALSE(sim::parse_scene("world " + std::string(kMany * 10, '{')).ok()); });
    expect_soon("open brackets", [&] {
        EXPECT_FALSE(sim::parse_scene("world { entity e { mass = " + std::string(kMany * 10, '(')).ok());
    });
    expect_soon("one long line of faults", [&] {
        const std::string text = "world { " + repeat(kMany, [](const std::string&) { return "? e "; });
        const sim::ParsedScene parsed = sim::parse_scene(text);
        EXPECT_LT(sim::format_diagnostics(parsed.diagnostics, "f", text).size(), 50U * 400U);
    });
}

TEST(LargeScene, OfManyEntitiesJointsAndBodiesIsReadBuiltRunAndWrittenSoon)
{
    const std::string entities =
        repeat(kMany, [](const std::string& n) { return "entity e" + n + " { }\n"; });
    const std::string bodies =
        repeat(kMany / 2, [](const std::string& n) { return "soft s" + n + " { nx = 2; ny = 1 }\n"; });
    const std::string joints = repeat(kMany - 1, [](const std::string& n) {
        return "joint { on = e" + n + "; other = e" + std::to_string(std::stoi(n) + 1) + "; length = 1 }\n";
    });
    const std::string pins = repeat(kMany / 2, [](const std::string& n) {
        return "joint { on = s" + n + "#1; other = e" + n + "; iterations = 1 }\n";
    });
    expect_soon("read, build, run, write", [&] {
        sim::World world =
            world_of("world {\n" + entities + bodies + "}\nsystems {\n" + joints + pins + "}");
        EXPECT_EQ(world.entity_count(), 2U * kMany);
        run_steps(world, sim::Backend::Native, 2);
        EXPECT_GT(sim::write_scene(world.scene).size(), 1'000'000U);
    });
}

TEST(LargeSession, OfDeepOrLongJsonIsRefusedSoon)
{
    expect_soon("deep", [] { EXPECT_FALSE(sim::read_session(std::string(kMany * 10, '['), "f").ok()); });
    expect_soon("deep and closed", [] {
        EXPECT_FALSE(sim::read_session(std::string(kMany, '[') + std::string(kMany, ']'), "f").ok());
    });
}

} // namespace
} // namespace drape::test
