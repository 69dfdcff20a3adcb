// Broken texts of every kind: the reader ends soon, its places exist, and no fault passes for good.
#include "sim/lang/parser.h"
#include "sim/lang/writer.h"
#include "sim/session.h"
#include "tests/sim/random_scene.h"
#include "tests/support/files.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace drape::test {
namespace {

void expect_sound(const std::string& text, std::uint64_t seed)
{
    const sim::ParsedScene parsed = sim::parse_scene(text);
    const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
    ASSERT_LE(parsed.diagnostics.size(), 50U) << "seed " << seed;
    bool has_error = false;
    int last_line = 1;
    for (const sim::Diagnostic& d : parsed.diagnostics) {
        has_error = has_error || d.severity == sim::Severity::Error;
        ASSERT_GE(d.where.line, last_line) << "seed " << seed;
        ASSERT_LE(d.where.line, lines) << "seed " << seed;
        ASSERT_GE(d.where.column, 1) << "seed " << seed;
        ASSERT_LE(static_cast<std::size_t>(d.where.column), text.size() + 1) << "seed " << seed;
        ASSERT_FALSE(d.message.empty());
        ASSERT_FALSE(sim::format_diagnostic(d, "f", text).empty());
        last_line = d.where.line;
    }
    ASSERT_EQ(parsed.ok(), !has_error) << "seed " << seed;
    if (!parsed.ok())
        return;
    // What is read without an error is a scene: it can be written, read again and built.
    const std::string written = sim::write_scene(parsed.scene);
    const sim::ParsedScene again = sim::parse_scene(written);
    ASSERT_TRUE(again.ok()) << "seed " << seed << "\n" << text << "\n" << written;
    ASSERT_TRUE(again.scene == parsed.scene) << "seed " << seed << "\n" << text << "\n" << written;
    std::uint64_t particles = 0;
    for (const sim::SoftDesc& soft : parsed.scene.softs)
        particles += static_cast<std::uint64_t>(soft.nx) * static_cast<std::uint64_t>(soft.ny) *
                     static_cast<std::uint64_t>(soft.nz);
    if (particles < 20000) {
        ASSERT_TRUE(sim::build_world(parsed.scene, "fuzz").ok()) << "seed " << seed;
    }
}

const std::vector<std::string> kFragments = {"world",
                                             "systems",
                                             "{",
                                             "}",
                                             "(",
                                             ")",
                                             "=",
                                             ";",
                                             ",",
                                             "/",
                                             "-",
                                             "#",
                                             "//",
                                             "\n",
                                             "\r\n",
                                             "\t",
                                             "\"",
                                             "entity",
                                             "soft",
                                             "probe",
                                             "e",
                                             "c",
                                             "c#0",
                                             "c#00",
                                             "c#99",
                                             "nx",
                                             "ny",
                                             "nz",
                                             "spacing",
                                             "mass",
                                             "position",
                                             "0",
                                             "1",
                                             "2.5",
                                             "1e400",
                                             "1e-400",
                                             "0x00FF00",
                                             "0x",
                                             "gravity",
                                             "gravity_y",
                                             "acceleration",
                                             "dt",
                                             "integrate",
                                             "joint",
                                             "on",
                                             "other",
                                             "type",
                                             "weld",
                                             "cone",
                                             "body",
                                             "sweep",
                                             "contact",
                                             "friction",
                                             "hull",
                                             "state",
                                             "pool",
                                             "update",
                                             "funcs",
                                             "import",
                                             "[ms]",
                                             "true",
                                             "false",
                                             "box",
                                             "size",
                                             "sphere",
                                             "limit",
                                             "\xEF\xBB\xBF",
                                             "\xC3\xA9",
                                             "\xFF",
                                             "?",
                                             "title",
                                             "a",
                                             "b",
                                             "radius",
                                             "wall",
                                             "y_min",
                                             "nan",
                                             "inf",
                                             "."};

TEST(Reader, StaysSoundForRandomBytes)
{
    for (std::uint64_t seed = 1; seed <= 3000 && !testing::Test::HasFatalFailure(); ++seed) {
        Random random(seed);
        std::string text;
        for (std::uint32_t i = random.below(300); i > 0; --i)
            text += static_cast<char>(random.chance(0.5) ? random.below(256) : 32 + random.below(95));
        expect_sound(text, seed);
    }
}

TEST(Reader, StaysSoundForRandomTokens)
{
    for (std::uint64_t seed = 1; seed <= 6000 && !testing::Test::HasFatalFailure(); ++seed) {
        Random random(seed);
        std::string text = random.chance(0.5) ? "world {" : "";
        for (std::uint32_t i = random.below(120); i > 0; --i)
            text += kFragments[random.below(kFragments.size())] + (random.chance(0.8) ? " " : "");
        expect_sound(text, seed);
    }
}

TEST(Reader, StaysSoundForGoodScenesWithAFewTokensChanged)
{
    int good = 0;
    for (std::uint64_t seed = 1; seed <= 4000 && !testing::Test::HasFatalFailure(); ++seed) {
        Random random(seed);
        std::string text = sim::write_scene(random_scene(seed));
        for (std::uint32_t i = 1 + random.below(3); i > 0; --i) {
            const std::size_t at = random.below(text.size());
            const std::size_t length = random.chance(0.5) ? 0 : random.below(12);
            text.replace(at, length, random.chance(0.7) ? kFragments[random.below(kFragments.size())] : "");
        }
        expect_sound(text, seed);
        good += sim::parse_scene(text).ok() ? 1 : 0;
    }
    // Both kinds of outcome must be met, or this test looks at nothing.
    EXPECT_GT(good, 100);
    EXPECT_LT(good, 3000);
}

TEST(Reader, StaysSoundForEveryPrefixOfAScene)
{
    const std::string text = read_text(source_path("tests/inputs/pwe/ok_style.pwe"));
    ASSERT_FALSE(text.empty());
    for (std::size_t size = 0; size < text.size(); ++size)
        expect_sound(text.substr(0, size), size);
}

} // namespace
} // namespace drape::test
