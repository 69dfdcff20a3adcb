// Every message of the profile reader: its code, its place, its words.
#include "sim/tissue/profile.h"

#include <gtest/gtest.h>

namespace drape::test {
namespace {

using sim::Code;

const std::string kLayer = "name = \"a\"\nouter_q12 = 4096\ncompliance_q20 = 5\n";

struct ProfileMessage
{
    const char* name;
    std::string text;
    Code code;
    int line, column;
    std::string message;
};

void PrintTo(const ProfileMessage& c, std::ostream* out)
{
    *out << c.name;
}

/// A good profile with `item` as line 2, in the body.
std::string in_body(const std::string& item)
{
    return "name = \"p\"\n" + item + "\n[[layer]]\n" + kLayer;
}
/// A good profile with `item` as line 6, in its only layer.
std::string in_layer(const std::string& item)
{
    return "name = \"p\"\n[[layer]]\n" + kLayer + item + "\n";
}
/// A good profile with the header on line 6 and `item` on line 7.
std::string in_table(const std::string& header, const std::string& item)
{
    return in_layer(header) + item + "\n";
}
/// A profile with layers that end at `first` (line 4) and `last` (line 8).
std::string with_bounds(const std::string& first, const std::string& last)
{
    return "name = \"p\"\n[[layer]]\nname = \"a\"\nouter_q12 = " + first +
           "\ncompliance_q20 = 5\n[[layer]]\nname = \"b\"\nouter_q12 = " + last + "\ncompliance_q20 = 5\n";
}
std::string repeated(const std::string& part, std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += part;
    return text;
}

class ProfileMessages : public testing::TestWithParam<ProfileMessage>
{};

TEST_P(ProfileMessages, NameTheFaultAtItsPlace)
{
    const ProfileMessage& expected = GetParam();
    const sim::tissue::ParsedProfile parsed = sim::tissue::parse_profile(expected.text);
    ASSERT_EQ(parsed.diagnostics.size(), 1U)
        << sim::format_diagnostics(parsed.diagnostics, "profile", expected.text);
    const sim::Diagnostic& got = parsed.diagnostics.front();
    EXPECT_EQ(got.message, expected.message);
    EXPECT_EQ(static_cast<int>(got.code), static_cast<int>(expected.code));
    EXPECT_EQ(got.where.line, expected.line);
    EXPECT_EQ(got.where.column, expected.column);
    EXPECT_FALSE(parsed.ok());
}

const auto kName = [](const testing::TestParamInfo<ProfileMessage>& info) {
    return std::string(info.param.name);
};

INSTANTIATE_TEST_SUITE_P(
    Text, ProfileMessages,
    testing::Values(ProfileMessage{"Utf16", "\xFF\xFEn\0", Code::Syntax, 1, 1,
                                   "this text is UTF-16; save it as UTF-8"},
                    ProfileMessage{"NotUtf8", "\xEF\xBB\xBFname = \"p\"\n# \xC3\xA9\xC3!", Code::Syntax, 2,
                                   4, "the text is not UTF-8: byte 0xC3"},
                    ProfileMessage{"TooLong", repeated("#", 300000), Code::TooLarge, 1, 1,
                                   "at most 262144 bytes are read, got 300000"},
                    ProfileMessage{"TooManyParts", repeated("a.", 3000) + "a = 1", Code::TooLarge, 1, 1,
                                   "more than 2000 points outside of texts and comments"}),
    kName);

/// What toml++ finds: its words are its own and may change, the place and what was met may not.
class TomlMessages : public testing::TestWithParam<ProfileMessage>
{};

TEST_P(TomlMessages, NameTheFaultAtItsPlace)
{
    const ProfileMessage& expected = GetParam();
    const sim::tissue::ParsedProfile parsed = sim::tissue::parse_profile(expected.text);
    ASSERT_EQ(parsed.diagnostics.size(), 1U);
    const sim::Diagnostic& got = parsed.diagnostics.front();
    EXPECT_TRUE(got.message.starts_with("TOML: ")) << got.message;
    EXPECT_NE(got.message.find(expected.message), std::string::npos) << got.message;
    EXPECT_EQ(static_cast<int>(got.code), static_cast<int>(expected.code));
    EXPECT_EQ(got.where.line, expected.line);
    EXPECT_EQ(got.where.column, expected.column);
}

INSTANTIATE_TEST_SUITE_P(
    Text, TomlMessages,
    testing::Values(
        ProfileMessage{"NoValue", in_body("damping_q12 ="), Code::Syntax, 2, 14, "expected value"},
        ProfileMessage{"NoKey", in_body("= 5"), Code::Syntax, 2, 1, "saw '='"},
        ProfileMessage{"NoKeyInAHeader", in_body("[= 5]"), Code::Syntax, 2, 2, "saw '='"},
        ProfileMessage{"TwiceTheSameKey", in_body("name = \"q\""), Code::Syntax, 2, 8, "'name'"},
        ProfileMessage{"TwiceTheSameTable", in_table("[skin]", "[skin]"), Code::Syntax, 7, 1, "'skin'"},
        ProfileMessage{"OpenQuote", in_body("source = \"\xC3\xA9"), Code::Syntax, 2, 12, "not closed"},
        ProfileMessage{"LetterBeyondAscii", in_body("\xC3\xA9 = 1"), Code::Syntax, 2, 1, "'\xC3\xA9'"},
        ProfileMessage{"HugeInteger", in_body("damping_q12 = 99999999999999999999"), Code::Syntax, 2, 35,
                       "99999999999999999999"},
        ProfileMessage{"HugeFloat", in_body("damping_q12 = 1e400"), Code::Syntax, 2, 20, "1e400"},
        ProfileMessage{"NotADate", in_body("damping_q12 = 1979-13-27"), Code::Syntax, 2, 22, "month"},
        ProfileMessage{"TooDeep", in_body("x = " + repeated("[", 300)), Code::Syntax, 2, 261, "256"}),
    kName);

INSTANTIATE_TEST_SUITE_P(
    Fields, ProfileMessages,
    testing::Values(
        ProfileMessage{"UnknownKey", in_body("dampin_q12 = 5"), Code::UnknownField, 2, 1,
                       "the profile has no field \"dampin_q12\", did you mean \"damping_q12\"?"},
        ProfileMessage{"UnknownTable", in_body("[skim]\n"), Code::UnknownField, 2, 2,
                       "the profile has no field \"skim\", did you mean \"skin\"?"},
        ProfileMessage{"UnknownKeyOfALayer", in_layer("colour = 0"), Code::UnknownField, 6, 1,
                       "layer has no field \"colour\", did you mean \"color\"?"},
        ProfileMessage{"UnknownKeyOfTheSkin", in_table("[skin]", "slack_q12 = 1"), Code::UnknownField, 7, 1,
                       "skin has no field \"slack_q12\""},
        ProfileMessage{"UnknownBand", in_table("[bands]", "supine_aspect = [1, 2]"), Code::UnknownField, 7,
                       1, "bands has no field \"supine_aspect\", did you mean \"supine_aspect_q10\"?"},
        ProfileMessage{"LongUnknownKey", in_body(std::string(500, 'k') + " = 5"), Code::UnknownField, 2, 1,
                       "the profile has no field \"" + std::string(60, 'k') + "...\""},
        ProfileMessage{"NoCompliance", "name = \"p\"\n\n[[layer]]\nname = \"a\"\nouter_q12 = 4096\n",
                       Code::MissingField, 3, 1, "layer is missing required field \"compliance_q20\""},
        ProfileMessage{"NoName", "[[layer]]\n" + kLayer, Code::MissingField, 1, 1,
                       "the profile is missing required field \"name\""},
        ProfileMessage{"NoLayer", "name = \"p\"", Code::MissingField, 1, 1,
                       "the profile is missing its layers: from 1 to 16 tables [[layer]]"},
        ProfileMessage{"EmptyListOfLayers", "name = \"p\"\nlayer = []", Code::MissingField, 2, 9,
                       "the profile is missing its layers: from 1 to 16 tables [[layer]]"}),
    kName);

INSTANTIATE_TEST_SUITE_P(
    Kinds, ProfileMessages,
    testing::Values(
        ProfileMessage{"TextForANumber", in_body("damping_q12 = \"much\""), Code::Syntax, 2, 15,
                       "damping_q12: a number expected, got the text \"much\""},
        ProfileMessage{"TruthForANumber", in_layer("density_q12 = true"), Code::Syntax, 6, 15,
                       "density_q12: a number expected, got the truth value true"},
        ProfileMessage{"DateForANumber", in_layer("density_q12 = 1979-05-27"), Code::Syntax, 6, 15,
                       "density_q12: a number expected, got the date or time 1979-05-27"},
        ProfileMessage{"ArrayForANumber", in_layer("density_q12 = [[1], 2]"), Code::Syntax, 6, 15,
                       "density_q12: a number expected, got an array"},
        ProfileMessage{"TableForANumber", in_layer("density_q12 = { low = 1 }"), Code::Syntax, 6, 15,
                       "density_q12: a number expected, got a table"},
        ProfileMessage{"NumberForAText", in_body("source = 0x10"), Code::Syntax, 2, 10,
                       "source: a text in quotes expected, got 0x10"},
        ProfileMessage{"TextForAColor", in_layer("color = \"red\""), Code::Syntax, 6, 9,
                       "color: a colour 0xRRGGBB expected, got the text \"red\""},
        ProfileMessage{"FractionForAColor", in_layer("color = 1.5"), Code::Syntax, 6, 9,
                       "color: a colour 0xRRGGBB expected, got 1.5"},
        ProfileMessage{"NumberForABand", in_table("[bands]", "supine_aspect_q10 = 5"), Code::Syntax, 7, 21,
                       "supine_aspect_q10: two numbers [lowest, highest] expected, got 5"},
        ProfileMessage{"ThreeNumbersForABand", in_table("[bands]", "supine_aspect_q10 = [1, 2, 3]"),
                       Code::Syntax, 7, 21,
                       "supine_aspect_q10: two numbers [lowest, highest] expected, got 3 values"},
        ProfileMessage{"ArraysForABand", in_table("[bands]", "supine_aspect_q10 = [[1], [2]]"),
                       Code::Syntax, 7, 21, "supine_aspect_q10: a number expected, got an array"},
        ProfileMessage{"NumberForASkin", in_body("skin = 155"), Code::Syntax, 2, 8,
                       "skin: a table [skin] expected, got 155"},
        ProfileMessage{"TwoSkins", in_table("[[skin]]", "[[skin]]"), Code::Syntax, 6, 1,
                       "skin: a table [skin] expected, got an array"},
        ProfileMessage{"OneBracketForALayer", "name = \"p\"\n[layer]\n" + kLayer, Code::Syntax, 2, 1,
                       "layer: tables [[layer]] expected, got a table"},
        ProfileMessage{"NumberAmongTheLayers", "name = \"p\"\nlayer = [ 7 ]", Code::Syntax, 2, 11,
                       "layer: a table expected, got 7"}),
    kName);

INSTANTIATE_TEST_SUITE_P(
    Ranges, ProfileMessages,
    testing::Values(
        ProfileMessage{"TooLight", in_layer("density_q12 = 3"), Code::OutOfRange, 6, 15,
                       "density_q12 must be from 41 to 81920 g/cm^3, got 3"},
        ProfileMessage{"NotANumber", in_layer("density_q12 = nan"), Code::OutOfRange, 6, 15,
                       "density_q12 must be from 41 to 81920 g/cm^3, got nan"},
        ProfileMessage{"Infinite", in_layer("damping_q12 = +inf"), Code::OutOfRange, 6, 15,
                       "damping_q12 must be from 0 to 4096000 1/s, got +inf"},
        ProfileMessage{"LargestInteger", in_layer("damping_q12 = 9223372036854775807"), Code::OutOfRange, 6,
                       15, "damping_q12 must be from 0 to 4096000 1/s, got 9223372036854775807"},
        ProfileMessage{"ExcludedEnd", in_table("[skin]", "compliance_q20 = 0"), Code::OutOfRange, 7, 18,
                       "compliance_q20 must be > 0 s^2/g and <= 1000000 s^2/g, got 0"},
        ProfileMessage{"ColorOfFourBytes", in_layer("color = 0x1FFFFFF"), Code::OutOfRange, 6, 9,
                       "color must be from 0x000000 to 0xFFFFFF, got 0x1FFFFFF"},
        ProfileMessage{"NegativeColor", in_layer("color = -1"), Code::OutOfRange, 6, 9,
                       "color must be from 0x000000 to 0xFFFFFF, got -1"},
        ProfileMessage{"BandUpsideDown", in_table("[bands]", "aspect_change_q10 = [2, 1.5]"),
                       Code::OutOfRange, 7, 21,
                       "aspect_change_q10 must be [lowest, highest], got [2, 1.5]"},
        ProfileMessage{"InfiniteBand", in_table("[bands]", "aspect_change_q10 = [0, inf]"),
                       Code::OutOfRange, 7, 21, "aspect_change_q10 must be finite, got inf"},
        ProfileMessage{"EmptyName", "name = \"\"\n[[layer]]\n" + kLayer, Code::OutOfRange, 1, 8,
                       "name must not be empty"},
        ProfileMessage{"LongName", "name = \"" + repeated("\xC3\xA9", 31) + "\"\n[[layer]]\n" + kLayer,
                       Code::OutOfRange, 1, 8, "name must have at most 60 bytes, got 62"},
        ProfileMessage{"ControlCharacterInAName", "name = \"a\\u0085b\"\n[[layer]]\n" + kLayer,
                       Code::OutOfRange, 1, 8,
                       "name must not hold control characters, got \"a\xC2\x85"
                       "b\""},
        ProfileMessage{"LineBreakInAName",
                       "name = 'p'\n[[layer]]\n" + kLayer.substr(11) + "name = \"a\\nb\"", Code::OutOfRange,
                       5, 8, "name must not hold control characters, got \"a b\""},
        ProfileMessage{"LongSource", in_body("source = \"" + std::string(1001, 's') + "\""),
                       Code::OutOfRange, 2, 10, "source must have at most 1000 bytes, got 1001"}),
    kName);

INSTANTIATE_TEST_SUITE_P(
    Layers, ProfileMessages,
    testing::Values(
        ProfileMessage{
            "SameNameTwice",
            "name = \"p\"\n[[layer]]\nname = \"a\"\nouter_q12 = 1\ncompliance_q20 = 1\n[[layer]]\n" +
                kLayer,
            Code::Duplicate, 7, 8, "layer \"a\" is already at 3:8"},
        ProfileMessage{"FallingBound", with_bounds("5000e-1", "400"), Code::OutOfRange, 8, 13,
                       "outer_q12 must rise from layer to layer, got 400 after 5000e-1"},
        ProfileMessage{"SameBound", with_bounds("4096", "4096"), Code::OutOfRange, 8, 13,
                       "outer_q12 must rise from layer to layer, got 4096 after 4096"},
        ProfileMessage{"LastBoundBeneathTheSkin", with_bounds("500", "4000"), Code::OutOfRange, 8, 13,
                       "outer_q12 of the last layer must be 4096, got 4000"},
        ProfileMessage{"BoundAtTheWall", with_bounds("0", "4096"), Code::OutOfRange, 4, 13,
                       "outer_q12 must be > 0 and <= 4096, got 0"}),
    kName);

std::vector<std::string> messages_of(const std::string& text)
{
    std::vector<std::string> messages;
    for (const sim::Diagnostic& d : sim::tissue::parse_profile(text).diagnostics)
        messages.push_back(std::to_string(d.where.line) + ":" + std::to_string(d.where.column) + " " +
                           d.message);
    return messages;
}

TEST(ProfileFaults, AreAllToldInTheOrderOfTheirPlaces)
{
    EXPECT_EQ(
        messages_of(""),
        (std::vector<std::string>{"1:1 the profile is missing required field \"name\"",
                                  "1:1 the profile is missing its layers: from 1 to 16 tables [[layer]]"}));
    EXPECT_EQ(
        messages_of("name = 5\n[[layer]]\nouter_q12 = 'x'\ncompliance_q20 = -1\nx = 1\n[skin]\ny = 2\n"),
        (std::vector<std::string>{"1:8 name: a text in quotes expected, got 5",
                                  "2:1 layer is missing required field \"name\"",
                                  "3:13 outer_q12: a number expected, got the text \"x\"",
                                  "4:18 compliance_q20 must be from 0 to 1000000 s^2/g, got -1",
                                  "5:1 layer has no field \"x\"", "7:1 skin has no field \"y\""}));
}

TEST(ProfileFaults, AreAtMostFifty)
{
    std::string text;
    for (int i = 0; i < 200; ++i)
        text += "unknown" + std::to_string(i) + " = 1\n";
    EXPECT_EQ(messages_of(text).size(), 50U);
}

TEST(ProfileFaults, HaveTheSeventeenthLayerAmongThem)
{
    std::string text = "name = 'p'\n";
    for (int i = 1; i <= 18; ++i)
        text += "[[layer]]\nname = '" + std::to_string(i) +
                "'\nouter_q12 = " + std::to_string(i == 18 ? 4096 : i) + "\ncompliance_q20 = 1\n";
    EXPECT_EQ(messages_of(text),
              std::vector<std::string>{"66:1 too many layers: a profile has at most 16, got 18"});
}

} // namespace
} // namespace drape::test
