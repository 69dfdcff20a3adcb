// Profiles of every kind and broken ones: the reader ends soon, and what is written reads back.
#include "sim/lang/values.h"
#include "sim/tissue/profile.h"
#include "tests/sim/random_profile.h"
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

namespace drape::test {
namespace {

using namespace sim::tissue;

const std::vector<std::string> kFragments = {"name",
                                             "source",
                                             "damping_q12",
                                             "[skin]",
                                             "[ligament]",
                                             "[[layer]]",
                                             "[layer]",
                                             "[bands]",
                                             "[[skin]]",
                                             "thickness_cmm",
                                             "compliance_q20",
                                             "outer_q12",
                                             "color",
                                             "standing_aspect_q10",
                                             "aspect_change_q10",
                                             "=",
                                             "\"",
                                             "'",
                                             "\"\"\"",
                                             "'''",
                                             "[",
                                             "]",
                                             "[[",
                                             "]]",
                                             "{",
                                             "}",
                                             ",",
                                             ".",
                                             "#",
                                             "\n",
                                             "\r\n",
                                             "\r",
                                             "\t",
                                             "\\",
                                             "\\u00e9",
                                             "\\ud800",
                                             "\\U0010FFFF",
                                             "0x",
                                             "0xB4554D",
                                             "0o7",
                                             "0b1",
                                             "4096",
                                             "-1",
                                             "+1",
                                             "1e400",
                                             "1e-400",
                                             "1_000",
                                             "1__0",
                                             "_1",
                                             "99999999999999999999",
                                             "nan",
                                             "-inf",
                                             "+",
                                             "-",
                                             "true",
                                             "false",
                                             "1979-05-27",
                                             "07:32:00",
                                             "1979-05-27T07:32:00Z",
                                             "1979-05-27 07:32:00.999-07:00",
                                             "\xEF\xBB\xBF",
                                             "\xC3\xA9",
                                             "\xFF",
                                             "\xF0\x9F\x8E\x97",
                                             "skin.a.b",
                                             "layer.name",
                                             "a = 1",
                                             "name = \"x\"",
                                             " ",
                                             "0",
                                             "1",
                                             "2.5",
                                             "\x7F",
                                             std::string(1, '\0'),
                                             "skin = { thickness_cmm = 1 }",
                                             "layer = []",
                                             "[1, 2]",
                                             "[2, 1]",
                                             "[[], []]"};

template<class Row>
void expect_row_in_range(Row row)
{
    visit_fields(row, [](const sim::FieldInfo& info, auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>) {
            EXPECT_TRUE(sim::is_in_range(info, value)) << info.name << " " << value;
        }
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::optional<Band>>) {
            EXPECT_TRUE(!value || (std::isfinite(value->low) && std::isfinite(value->high) &&
                                   value->low <= value->high));
        }
    });
}

void expect_in_range(const Profile& profile)
{
    EXPECT_FALSE(profile.name.empty());
    EXPECT_LE(profile.name.size(), 60U);
    ASSERT_GE(profile.layers.size(), 1U);
    ASSERT_LE(profile.layers.size(), kMaxLayers);
    double below = 0.0;
    for (const LayerRow& layer : profile.layers) {
        expect_row_in_range(layer);
        EXPECT_GT(layer.outer_q12, below);
        below = layer.outer_q12;
        EXPECT_EQ(1, std::count_if(profile.layers.begin(), profile.layers.end(),
                                   [&](const LayerRow& other) { return other.name == layer.name; }));
    }
    EXPECT_EQ(below, kQ12);
    if (profile.skin)
        expect_row_in_range(*profile.skin);
    if (profile.ligament)
        expect_row_in_range(*profile.ligament);
    expect_row_in_range(profile.bands);
}

void expect_sound(const std::string& text, std::uint64_t seed)
{
    SCOPED_TRACE("seed " + std::to_string(seed));
    const ParsedProfile parsed = parse_profile(text);
    const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
    ASSERT_LE(parsed.diagnostics.size(), 50U);
    int last_line = 1;
    for (const sim::Diagnostic& d : parsed.diagnostics) {
        ASSERT_GE(d.where.line, last_line);
        ASSERT_LE(d.where.line, lines);
        ASSERT_GE(d.where.column, 1);
        ASSERT_LE(static_cast<std::size_t>(d.where.column), text.size() + 1) << d.message;
        ASSERT_FALSE(d.message.empty());
        ASSERT_LE(d.message.size(), 403U);
        ASSERT_FALSE(sim::format_diagnostic(d, "f", text).empty());
        last_line = d.where.line;
    }
    if (!parsed.ok())
        return;
    expect_in_range(parsed.profile);
    ASSERT_EQ(write_profile(parsed.profile, text), text);
    const ParsedProfile again = parse_profile(write_profile(parsed.profile, ""));
    ASSERT_TRUE(again.ok() && again.profile == parsed.profile) << text;
}

/// What expect_sound() is not asked: that `profile` can be written over any text.
void expect_round_trip(const Profile& profile, const std::string& original, std::uint64_t seed)
{
    const std::string written = write_profile(profile, original);
    const ParsedProfile again = parse_profile(written);
    ASSERT_TRUE(again.ok()) << "seed " << seed << "\n"
                            << sim::format_diagnostics(again.diagnostics, "profile", written) << written;
    ASSERT_TRUE(again.profile == profile) << "seed " << seed << "\n" << original << "\n---\n" << written;
}

std::string shipped_text()
{
    return read_text(source_path("assets/profiles/breast_soft.toml"));
}

std::string mutated(Random& random, std::string text)
{
    for (std::uint32_t i = 1 + random.below(3); i > 0; --i) {
        const std::size_t at = random.below(text.size() + 1);
        const std::size_t length = random.chance(0.5) ? 0 : random.below(12);
        text.replace(at, length, random.chance(0.7) ? kFragments[random.below(kFragments.size())] : "");
    }
    return text;
}

TEST(ProfileReader, StaysSoundForRandomBytes)
{
    for (std::uint64_t seed = 1; seed <= 3000 && !testing::Test::HasFailure(); ++seed) {
        Random random(seed);
        std::string text;
        for (std::uint32_t i = random.below(300); i > 0; --i)
            text += static_cast<char>(random.chance(0.2) ? random.below(256) : 32 + random.below(95));
        expect_sound(text, seed);
    }
}

TEST(ProfileReader, StaysSoundForRandomTokens)
{
    for (std::uint64_t seed = 1; seed <= 6000 && !testing::Test::HasFailure(); ++seed) {
        Random random(seed);
        std::string text;
        for (std::uint32_t i = random.below(40); i > 0; --i) {
            if (random.chance(0.5))
                text += "x" + std::to_string(i) + " = ";
            text += kFragments[random.below(kFragments.size())];
            text += random.chance(0.6) ? "\n" : " ";
        }
        expect_sound(text, seed);
    }
}

TEST(ProfileReader, StaysSoundForAGoodProfileWithAFewTokensChanged)
{
    int good = 0;
    const std::string shipped = shipped_text();
    for (std::uint64_t seed = 1; seed <= 4000 && !testing::Test::HasFailure(); ++seed) {
        Random random(seed);
        const std::string text = mutated(random, shipped);
        expect_sound(text, seed);
        good += parse_profile(text).ok() ? 1 : 0;
    }
    // Both kinds of outcome must be met, or this test looks at nothing.
    EXPECT_GT(good, 400);
    EXPECT_LT(good, 3600);
}

TEST(ProfileReader, StaysSoundForEveryPrefixOfAProfile)
{
    const std::string text = shipped_text();
    ASSERT_FALSE(text.empty());
    for (std::size_t size = 0; size < text.size() && !testing::Test::HasFailure(); ++size)
        expect_sound(text.substr(0, size), size);
}

TEST(ProfileReader, EndsSoonForTextsMadeToExhaustIt)
{
    const auto repeated = [](const std::string& part, std::size_t count) {
        std::string text;
        for (std::size_t i = 0; i < count; ++i)
            text += part;
        return text;
    };
    std::string many_keys;
    for (int i = 0; i < 20000; ++i)
        many_keys += "k" + std::to_string(i) + "=1\n";
    const std::vector<std::string> texts = {
        "a = " + repeated("[", 100000),
        "a = " + repeated("{a=", 50000),
        repeated("a.", 120000) + "a = 1",
        "[" + repeated("a.", 120000) + "a]",
        repeated("a.", 1999) + "a = 1",
        "[" + repeated("'a'.", 1900) + "a]",
        "a" + repeated("=\"\"\"\"\"\"", 20000),
        "name = \"" + repeated("x", 200000) + "\"",
        "name = \"" + repeated("\\u00e9", 30000) + "\"",
        "damping_q12 = " + repeated("1", 200000),
        "damping_q12 = 0." + repeated("1", 200000),
        "bands.a = [" + repeated("1,", 100000) + "]",
        "layer = [" + repeated("{},", 60000) + "]",
        repeated("[[layer]]\n", 20000),
        many_keys,
        repeated("\n", 262144),
        repeated("#", 262144),
        repeated("x", 1000000),
    };
    for (std::size_t i = 0; i < texts.size(); ++i) {
        expect_sound(texts[i], i);
        EXPECT_FALSE(parse_profile(texts[i]).ok()) << i;
        EXPECT_FALSE(write_profile(Profile(), texts[i]).empty()) << i;
    }
}

TEST(ProfileWriter, WritesAnyProfileOverAnyText)
{
    const std::string shipped = shipped_text();
    std::string before;
    for (std::uint64_t seed = 1; seed <= 1500 && !testing::Test::HasFailure(); ++seed) {
        Random random(seed);
        const Profile profile = random_profile(random);
        const std::string original = random.chance(0.3)   ? before
                                     : random.chance(0.5) ? mutated(random, shipped)
                                                          : mutated(random, before);
        expect_round_trip(profile, original, seed);
        before = write_profile(profile, original);
    }
}

TEST(ProfileWriter, KeepsTheCommentsOfWhatIsChangedByAPerson)
{
    int kept = 0;
    const int count = 1500;
    const std::string shipped = shipped_text();
    for (std::uint64_t seed = 1; seed <= count && !testing::Test::HasFailure(); ++seed) {
        Random random(seed);
        Profile profile = parse_profile(shipped).profile;
        for (std::uint32_t i = 1 + random.below(4); i > 0; --i)
            change_profile(random, profile);
        expect_round_trip(profile, shipped, seed);
        kept += write_profile(profile, shipped).starts_with("# Female breast") ? 1 : 0;
    }
    EXPECT_EQ(kept, count);
}

} // namespace
} // namespace drape::test
