// Every message of the scene reader: its code, its place, its words.
#include "sim/lang/parser.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace drape::test {
namespace {

using sim::Code;
using sim::Severity;

struct MessageCase
{
    const char* name;
    std::string text;
    Code code;
    int line, column;
    std::string message;
    Severity severity = Severity::Error;
};

void PrintTo(const MessageCase& c, std::ostream* out)
{
    *out << c.name;
}

/// A good scene with `item` as the only thing on line 2 of the world.
std::string in_world(const std::string& item)
{
    return "world {\n" + item + "\n}\n";
}

/// A good scene with `system` as the only thing on line 3, in `systems`.
std::string in_systems(const std::string& system)
{
    return "world { entity e { } entity f { } soft c { nx = 2; ny = 2 } probe p { a = (0,0,0); b = (0,0,0) "
           "} }\n"
           "systems {\n" +
           system + "\n}\n";
}

class Messages : public testing::TestWithParam<MessageCase>
{};

TEST_P(Messages, NameTheFaultAtItsPlace)
{
    const MessageCase& expected = GetParam();
    const sim::ParsedScene parsed = sim::parse_scene(expected.text);
    ASSERT_EQ(parsed.diagnostics.size(), 1U)
        << sim::format_diagnostics(parsed.diagnostics, "scene", expected.text);
    const sim::Diagnostic& got = parsed.diagnostics.front();
    EXPECT_EQ(got.message, expected.message);
    EXPECT_EQ(static_cast<int>(got.code), static_cast<int>(expected.code));
    EXPECT_EQ(got.where.line, expected.line);
    EXPECT_EQ(got.where.column, expected.column);
    EXPECT_EQ(got.severity, expected.severity);
    EXPECT_EQ(parsed.ok(), expected.severity == Severity::Warning);
}

std::string case_name(const testing::TestParamInfo<MessageCase>& info)
{
    return info.param.name;
}

const std::string kUnits = "units in brackets are part of the language, but Drape does not read them";
const std::string kExpression =
    "a plain number or a ratio expected; Drape does not calculate expressions, got ";
const std::string kNot = " is part of the language, but Drape does not have it";

INSTANTIATE_TEST_SUITE_P(
    Bytes, Messages,
    testing::Values(
        MessageCase{"OpenString", in_world("title = \"Silk"), Code::Syntax, 2, 9,
                    "this string has no closing quote on its line"},
        MessageCase{"StrayCharacter", in_world("entity e { ? }"), Code::Syntax, 2, 12, "unexpected \"?\""},
        MessageCase{"NulByte", in_world(std::string("entity e {\0}", 12)), Code::Syntax, 2, 11,
                    "unexpected byte 0x00"},
        MessageCase{"ForeignWord", in_world("entity e { } \xC3\xA9\xC3\xA9 "), Code::Syntax, 2, 14,
                    "unexpected byte 0xC3"},
        MessageCase{"InvalidUtf8", in_world("entity e { } \xFF"), Code::Syntax, 2, 14,
                    "unexpected byte 0xFF"},
        MessageCase{"InvalidUtf8InAComment", "# caf\xE9\nworld { }", Code::Syntax, 2, 1,
                    "the text is not UTF-8 (near byte 5)"},
        MessageCase{"InvalidUtf8InAString", in_world("title = \"caf\xE9\""), Code::Syntax, 3, 1,
                    "the text is not UTF-8 (near byte 20)"},
        MessageCase{"TabsCountOne", in_world("\t\tentity e {\tmas = 1 }"), Code::UnknownField, 2, 14,
                    "entity has no field \"mas\", did you mean \"mass\"?"},
        MessageCase{"CrlfCountsAsOneLineEnd", "world {\r\n  entity e { mas = 1 }\r\n}\r\n",
                    Code::UnknownField, 2, 14, "entity has no field \"mas\", did you mean \"mass\"?"},
        MessageCase{"ByteOrderMarkHasNoColumn", "\xEF\xBB\xBFworld { wrld }", Code::UnknownField, 1, 9,
                    "world has no \"wrld\""},
        MessageCase{"ColumnsAreCodePoints",
                    in_world("title = \"\xC3\xA9\xE2\x82\xAC\xF0\x9F\xA7\xB5\"; entity e { mas = 1 }"),
                    Code::UnknownField, 2, 27, "entity has no field \"mas\", did you mean \"mass\"?"}),
    case_name);

INSTANTIATE_TEST_SUITE_P(
    Shape, Messages,
    testing::Values(
        MessageCase{"NoWorld", "", Code::Syntax, 1, 1,
                    "a scene needs a section \"world { ... }\", none was found"},
        MessageCase{"OnlySystems", "systems { }\n", Code::Syntax, 2, 1,
                    "a scene needs a section \"world { ... }\", none was found"},
        MessageCase{"UnknownSection", "world { }\nsystem { }", Code::Syntax, 2, 1,
                    "a section (world or systems) expected, got \"system\", did you mean \"systems\"?"},
        MessageCase{"StrayBraceAtTheEnd", "world { }\n}", Code::Syntax, 2, 1,
                    "a section (world or systems) expected, got \"}\""},
        MessageCase{"SectionTwice", "world { }\nsystems { }\n  world { }", Code::Duplicate, 3, 3,
                    "section \"world\" is already given at 1:1"},
        MessageCase{"SectionWithoutBrace", "world { } systems ;", Code::Syntax, 1, 19,
                    "\"{\" expected, got \";\""},
        MessageCase{"WorldNotClosed", "world {\n", Code::Syntax, 2, 1,
                    "\"world {\" opened at 1:7 is not closed"},
        MessageCase{"SystemsNotClosed", "world { }\nsystems { ", Code::Syntax, 2, 11,
                    "\"systems {\" opened at 2:9 is not closed"},
        MessageCase{"NumberInTheWorld", in_world("  12"), Code::Syntax, 2, 3,
                    "entity, soft, probe or a field expected, got \"12\""},
        MessageCase{"NumberInSystems", in_systems("="), Code::Syntax, 3, 1, "a system expected, got \"=\""},
        MessageCase{"UnknownWorldItem", in_world(" entiti e { mass = 1 }"), Code::UnknownField, 2, 2,
                    "world has no \"entiti\", did you mean \"entity\"?"},
        MessageCase{"UnknownWorldField", in_world("gravty = (0, 1, 0)"), Code::UnknownField, 2, 1,
                    "world has no field \"gravty\", did you mean \"gravity\"?"},
        MessageCase{"NoName", in_world("entity { }"), Code::Syntax, 2, 8,
                    "the name of this entity expected, got \"{\""},
        MessageCase{"NameOfAParticle", in_world("entity e#3 { }"), Code::Syntax, 2, 8,
                    "\"e#3\" names a particle; a entity needs a plain name"},
        MessageCase{"BlockWithoutBrace", in_world("soft c nx = 2; ny = 3 }"), Code::Syntax, 2, 8,
                    "\"{\" expected, got \"nx\""},
        MessageCase{"SystemWithoutBrace", in_systems("integrate dt = 1 }"), Code::Syntax, 3, 11,
                    "\"{\" expected, got \"dt\""},
        MessageCase{"FieldWithoutName", in_world("entity e { = 3 }"), Code::Syntax, 2, 12,
                    "a field (name = value) or \"}\" expected, got \"=\""},
        MessageCase{"FieldWithoutEquals", in_world("entity e { mass 3 }"), Code::Syntax, 2, 12,
                    "a field (name = value) or \"}\" expected, got \"mass\""},
        MessageCase{"FieldWithoutValue", in_world("entity e { mass = ; }"), Code::Syntax, 2, 19,
                    "a value expected, got \";\""},
        MessageCase{"ValueAfterValue", in_world("entity e { mass = 1 2 }"), Code::Syntax, 2, 21,
                    "\";\" or the next field expected, got \"2\""},
        MessageCase{"PunctuationAfterWord", in_world("entity e { dynamic = true + 1 }"), Code::Syntax, 2,
                    27, "\";\" or the next field expected, got \"+\""},
        MessageCase{"TupleWithoutComma", in_world("entity e { position = (1 2, 3) }"), Code::Syntax, 2, 26,
                    "\",\" or \")\" expected, got \"2\""},
        MessageCase{"TupleNotClosed", in_world("entity e { position = (1, 2; mass = 1 }"), Code::Syntax, 2,
                    28, "\",\" or \")\" expected, got \";\""},
        MessageCase{"TupleOfWords", in_world("entity e { position = (0, up, 0) }"), Code::Syntax, 2, 27,
                    "a number expected, got \"up\""},
        MessageCase{"LongTextIsCut", in_world("entity e { " + std::string(60, 'x') + " 3 }"), Code::Syntax,
                    2, 12,
                    "a field (name = value) or \"}\" expected, got \"" + std::string(40, 'x') + "...\""}),
    case_name);

TEST(Messages, OfAnOpenBlockNameItAndStandAtTheEndOfTheFile)
{
    const auto last_of = [](const std::string& text) {
        const sim::ParsedScene parsed = sim::parse_scene(text);
        EXPECT_FALSE(parsed.ok());
        return parsed.diagnostics.empty() ? sim::Diagnostic{} : parsed.diagnostics.front();
    };
    const sim::Diagnostic soft = last_of("world {\n  soft c { nx = 2\n");
    EXPECT_EQ(soft.message, "\"soft c {\" opened at 2:10 is not closed");
    EXPECT_EQ(soft.where.line, 3);
    EXPECT_EQ(soft.where.column, 1);
    const sim::Diagnostic system = last_of("world { }\nsystems { integrate { dt = 1");
    EXPECT_EQ(system.message, "\"integrate {\" opened at 2:21 is not closed");
    EXPECT_EQ(system.where.column, 29);
}

INSTANTIATE_TEST_SUITE_P(
    Values, Messages,
    testing::Values(
        MessageCase{"RatioByZero", in_systems("integrate { dt = 1/0 }"), Code::Syntax, 3, 18,
                    "a finite number expected, got 1/0"},
        MessageCase{"RatioByMinusZero", in_systems("damping { factor = 1 / -0 }"), Code::Syntax, 3, 20,
                    "a finite number expected, got 1/-0"},
        MessageCase{"RatioByAWord", in_systems("damping { factor = 1 / two }"), Code::Syntax, 3, 24,
                    "a number expected, got \"two\""},
        MessageCase{"TooLargeForADouble", in_systems("damping { factor = 1e400 }"), Code::Syntax, 3, 20,
                    "a finite number expected, got 1e400"},
        MessageCase{"TooLargeForADoubleFromBelowOne", in_systems("damping { factor = 0.1e400 }"),
                    Code::Syntax, 3, 20, "a finite number expected, got 0.1e400"},
        MessageCase{"TooLargeForADoubleInATuple", in_world("gravity = (0, -1e400, 0)"), Code::Syntax, 2, 15,
                    "a finite number expected, got -1e400"},
        MessageCase{"UnitInBrackets", in_systems("integrate { dt = 16 [ms] }"), Code::Unsupported, 3, 21,
                    kUnits},
        MessageCase{"UnitWithoutSpace", in_systems("integrate { dt = 16[ms]; }"), Code::Unsupported, 3, 20,
                    kUnits},
        MessageCase{"Sum", in_systems("integrate { dt = 1 + 2 }"), Code::Syntax, 3, 20,
                    kExpression + "\"+\""},
        MessageCase{"Product", in_systems("integrate { dt = 2*h }"), Code::Syntax, 3, 19,
                    kExpression + "\"*\""},
        MessageCase{"TwoDivisions", in_systems("integrate { dt = 1/2/3 }"), Code::Syntax, 3, 21,
                    kExpression + "\"/\""},
        MessageCase{"BracketedExpression", in_systems("damping { factor = (1 + 2) }"), Code::Syntax, 3, 23,
                    "\",\" or \")\" expected, got \"+\""},
        MessageCase{"MinusWord", in_systems("damping { factor = -x }"), Code::Syntax, 3, 21,
                    "a number expected, got \"x\""},
        MessageCase{"WordForNumber", in_world("entity e { mass = heavy }"), Code::Syntax, 2, 19,
                    "mass: a number expected, got \"heavy\""},
        MessageCase{"WordForNumberInASystem", in_systems("integrate { dt = fast }"),
                    Code::BadSystemParameter, 3, 18, "dt: a number expected, got \"fast\""},
        MessageCase{"NumberForFlag", in_world("entity e { dynamic = 1 }"), Code::Syntax, 2, 22,
                    "dynamic: true or false expected, got \"1\""},
        MessageCase{"CommentSignAfterAWord", in_world("entity e { dynamic = true#1\n}"), Code::Syntax, 2,
                    22, "dynamic: true or false expected, got \"true#1\""},
        MessageCase{"TwoForThree", in_world("entity e { position = (1, 2) }"), Code::Syntax, 2, 23,
                    "position: three numbers (x, y, z) expected, got \"(1,2)\""},
        MessageCase{"NumberForThree", in_world("gravity = -9.81"), Code::Syntax, 2, 11,
                    "gravity: three numbers (x, y, z) expected, got \"-9.81\""},
        MessageCase{"ThreeForTwo", in_systems("joint { on = e; other = f; limit = (1, 2, 3) }"),
                    Code::BadSystemParameter, 3, 36,
                    "limit: two numbers (lowest, highest) expected, got \"(1,2,3)\""},
        MessageCase{"NumberForText", in_world("title = 5"), Code::Syntax, 2, 9,
                    "title: a text in quotes expected, got \"5\""},
        MessageCase{"NumberForName", in_systems("soft { body = 5 }"), Code::BadSystemParameter, 3, 15,
                    "body: a name expected, got \"5\""},
        MessageCase{
            "UnknownShape", in_world("entity e { shape = spere }"), Code::Syntax, 2, 20,
            "shape must be one of point, sphere, box, capsule, got \"spere\", did you mean \"sphere\"?"},
        MessageCase{"UnknownSweep", in_systems("soft { body = c; sweep = all }"), Code::BadSystemParameter,
                    3, 26, "sweep must be one of particle, body, got \"all\""},
        MessageCase{"UnknownJoint", in_systems("joint { on = e; other = f; type = welt }"),
                    Code::BadSystemParameter, 3, 35,
                    "type must be one of distance, spring, weld, fixed, hinge, revolute, ball, spherical, "
                    "prismatic, slider, got "
                    "\"welt\", did you mean \"weld\"?"},
        MessageCase{"ColorTooShort", in_world("entity e { color = 0xFFF }"), Code::Syntax, 2, 20,
                    "color: a colour 0xRRGGBB expected, got \"0xFFF\""},
        MessageCase{"ColorNotHexadecimal", in_world("entity e { color = 0xGG0000 }"), Code::Syntax, 2, 20,
                    "color: a colour 0xRRGGBB expected, got \"0xGG0000\""},
        MessageCase{"ColorAsNumber", in_world("probe p { a = (0,0,0) b = (0,0,0) color = 255 }"),
                    Code::Syntax, 2, 43, "color: a colour 0xRRGGBB expected, got \"255\""},
        MessageCase{"ZeroSize", in_world("entity e { size = 0 }"), Code::OutOfRange, 2, 19,
                    "size must be > 0 m, got 0"},
        MessageCase{"ZeroSphere", in_world("entity e { sphere = 0 }"), Code::OutOfRange, 2, 21,
                    "size must be > 0 m, got 0"},
        MessageCase{"ZeroBox", in_world("entity e { size = (1, 0, 1) }"), Code::OutOfRange, 2, 23,
                    "box must be > 0 m, got 0.0"},
        MessageCase{"Opacity", in_world("entity e { opacity = 1.5 }"), Code::OutOfRange, 2, 22,
                    "opacity must be from 0 to 1, got 1.5"},
        MessageCase{"Glow", in_world("entity e { glow = -1 }"), Code::OutOfRange, 2, 19,
                    "glow must be >= 0, got -1"},
        MessageCase{"ZeroParticles", in_world("soft c { nx = 0 }"), Code::OutOfRange, 2, 15,
                    "nx must be an integer from 1 to 1000000000, got 0"},
        MessageCase{"HalfAParticle", in_world("soft c { ny = 1/2 }"), Code::OutOfRange, 2, 15,
                    "ny must be an integer from 1 to 1000000000, got 1/2"},
        MessageCase{"ZeroTimeStep", in_systems("integrate { dt = 0 }"), Code::BadSystemParameter, 3, 18,
                    "dt must be > 0 s, got 0"},
        MessageCase{"TimeStepThatVanishes", in_systems("integrate { dt = 1e-400 }"),
                    Code::BadSystemParameter, 3, 18, "dt must be > 0 s, got 1e-400"},
        MessageCase{"NegativeStiffness", in_systems("soft { body = c; stiffness = -0.5 }"),
                    Code::BadSystemParameter, 3, 30, "stiffness must be >= 0, got -0.5"},
        MessageCase{"NegativeWall", in_systems("wall { x = -1; z = 1 }"), Code::BadSystemParameter, 3, 12,
                    "x must be >= 0 m, got -1"},
        MessageCase{"TooManyIterations", in_systems("soft { body = c; iterations = 65 }"),
                    Code::BadSystemParameter, 3, 31, "iterations must be an integer from 1 to 64, got 65"}),
    case_name);

/// A tissue of some more fields on line 2, column 1, and the system that solves it.
std::string with_tissue(const std::string& fields, const std::string& systems = "tissue { body = t }")
{
    return "world {\ntissue t { " + fields + " }\n}\nsystems { " + systems + " }\n";
}

INSTANTIATE_TEST_SUITE_P(
    Tissues, Messages,
    testing::Values(
        MessageCase{"NamelessProfile", with_tissue("cage = dome; profile = \"\""), Code::OutOfRange, 2, 35,
                    "the profile has no name; expected a file, or the name of a shipped profile"},
        MessageCase{"UnknownCage", with_tissue("cage = dom; profile = \"p\""), Code::Syntax, 2, 19,
                    "cage must be one of dome, pad, limb, slab, got \"dom\", did you mean \"dome\"?"},
        MessageCase{
            "BoxTurnedRound",
            with_tissue("cage = \"m.msh\"; profile = \"p\"; attach_low = (0, 0.5, 0); attach_high = "
                        "(1, 0.25, 1)"),
            Code::OutOfRange, 2, 56, "attach_low is above attach_high along y (0.5 and 0.25)"},
        MessageCase{"HalfABox", with_tissue("cage = \"m.msh\"; profile = \"p\"; attach_low = (0, 0.5, 0)"),
                    Code::OutOfRange, 2, 1,
                    "attach_low and attach_high are the corners of a box: give both"},
        MessageCase{"UnsolvedTissue", with_tissue("cage = dome; profile = \"p\"", "integrate { dt = 1 }"),
                    Code::NoEffect, 2, 1, "no tissue system solves \"t\": it will not move",
                    Severity::Warning},
        MessageCase{"MeshFieldOfAShape", with_tissue("cage = dome; profile = \"p\"; unit = cm"),
                    Code::NoEffect, 2, 40, "\"unit\" changes nothing for a cage from a shape",
                    Severity::Warning},
        MessageCase{"ShapeFieldOfAMesh", with_tissue("cage = \"m.msh\"; profile = \"p\"; cells = 4"),
                    Code::NoEffect, 2, 43, "\"cells\" changes nothing for a cage from a mesh",
                    Severity::Warning},
        MessageCase{"LipAboveDepth", with_tissue("cage = dome; profile = \"p\"; depth = 100; lip = 200"),
                    Code::OutOfRange, 2, 1, "lip (200.0 cmm) is more than depth (100.0 cmm)"},
        MessageCase{"SolvedTwice",
                    with_tissue("cage = dome; profile = \"p\"", "tissue { body = t } tissue { body = t }"),
                    Code::Duplicate, 4, 31, "tissue \"t\" is already solved by the system at 4:11"},
        MessageCase{"HugeProbe", in_world("probe p { a = (0,0,0); b = (0,0,0); radius = 1e300 }"),
                    Code::OutOfRange, 2, 46, "radius must be above 0 and at most 1000000 m, got 1e300"}),
    case_name);

INSTANTIATE_TEST_SUITE_P(
    Names, Messages,
    testing::Values(
        MessageCase{"FieldTwice", in_world("entity e { mass = 1;\n mass = 2 }"), Code::Duplicate, 3, 2,
                    "\"mass\" is already given at 2:12"},
        MessageCase{"WorldFieldTwice", in_world("gravity = (0,0,0)\ngravity = (0,0,0)"), Code::Duplicate, 3,
                    1, "\"gravity\" is already given at 2:1"},
        MessageCase{"SystemFieldTwice", in_systems("integrate { dt = 1; dt = 1 }"), Code::Duplicate, 3, 21,
                    "\"dt\" is already given at 3:13"},
        MessageCase{"NameTwiceAcrossKinds", in_world("entity e { }\nprobe e { a = (0,0,0) b = (0,0,0) }"),
                    Code::Duplicate, 3, 7, "probe \"e\" is already declared at 2:8"},
        MessageCase{"UnknownFieldOfASystem", in_systems("soft { body = c; stifness = 1 }"),
                    Code::BadSystemParameter, 3, 18,
                    "soft has no field \"stifness\", did you mean \"stiffness\"?"},
        MessageCase{"MissingField", in_systems("wall { x = 1 }"), Code::BadSystemParameter, 3, 1,
                    "system 'wall' is missing required parameter 'z'"},
        MessageCase{"MissingEndOfAProbe", in_world("probe p { a = (0,0,0) }"), Code::OutOfRange, 2, 1,
                    "block 'probe' is missing required parameter 'b'"},
        MessageCase{"NoGravity", in_systems("gravity { dt = 1 }"), Code::BadSystemParameter, 3, 1,
                    "system 'gravity' is missing required parameter 'gravity_y' (or 'acceleration')"},
        MessageCase{"TwoGravities", in_systems("gravity { gravity_y = 1; acceleration = (0,1,0); dt = 1 }"),
                    Code::Duplicate, 3, 26,
                    "\"gravity_y\" and \"acceleration\" say the same thing; give one of them"},
        MessageCase{"UnknownEntity", in_systems("joint { on = e; other = g }"), Code::UnknownEntity, 3, 25,
                    "no entity \"g\", did you mean \"e\"?"},
        MessageCase{"UnknownEntityFarFromAll", in_systems("joint { on = e; other = ceiling }"),
                    Code::UnknownEntity, 3, 25, "no entity \"ceiling\""},
        MessageCase{"ProbeIsNoEntity", in_systems("joint { on = e; other = p }"), Code::UnknownEntity, 3,
                    25, "no entity \"p\", did you mean \"e\"?"},
        MessageCase{"BodyIsNoEntity", in_systems("joint { on = e; other = c }"), Code::UnknownEntity, 3, 25,
                    "no entity \"c\"; a soft body is joined by one of its particles, as in \"c#0\""},
        MessageCase{"ParticleOutOfRange", in_systems("joint { on = e; other = c#4 }"), Code::UnknownEntity,
                    3, 25, "\"c#4\" does not exist: \"c\" has particles 0 to 3"},
        MessageCase{"ParticleFarOutOfRange",
                    in_systems("joint { on = c#99999999999999999999999999; other = e }"),
                    Code::UnknownEntity, 3, 14,
                    "\"c#99999999999999999999999999\" does not exist: \"c\" has particles 0 to 3"},
        MessageCase{"ParticleOfAnEntity", in_systems("joint { on = f; other = e#0 }"), Code::UnknownEntity,
                    3, 25, "no entity \"e#0\", did you mean \"c\"?"},
        MessageCase{"ParticleAsBody", in_systems("soft { body = c#0 }"), Code::UnknownBody, 3, 15,
                    "no soft body \"c#0\", did you mean \"c\"?"},
        MessageCase{"EntityAsBody", in_systems("soft { body = e }"), Code::UnknownBody, 3, 15,
                    "no soft body \"e\", did you mean \"c\"?"},
        MessageCase{"UnknownProbe", in_systems("contact { probe = finger; body = c }"), Code::UnknownEntity,
                    3, 19, "no probe \"finger\""},
        MessageCase{"JointOfOneEntity", in_systems("joint { on = e; other = e }"), Code::BadSystemParameter,
                    3, 25, "a joint connects two entities, got \"e\" twice"},
        MessageCase{"JointOfOneParticleWrittenInTwoWays", in_systems("joint { on = c#1; other = c#01 }"),
                    Code::BadSystemParameter, 3, 27, "a joint connects two entities, got \"c#01\" twice"},
        MessageCase{"LimitReversed",
                    in_systems("joint { on = e; other = f; type = slider; limit = (1, -1) }"),
                    Code::BadSystemParameter, 3, 51, "limit must be (lowest, highest), got (1.0, -1.0)"},
        MessageCase{"DtDisagrees", in_systems("integrate { dt = 0.01 }\n update_velocity { dt = 0.02 }"),
                    Code::TimeStep, 4, 2,
                    "systems of one scene disagree on dt: this one has 0.02 s, the first has 0.01 s",
                    Severity::Warning},
        MessageCase{"GridPastTheFiniteNumbers",
                    in_world("soft c { origin = (1e308, 0, 0); spacing = 1e308 }"), Code::OutOfRange, 2, 1,
                    "the grid of \"c\" reaches past the finite numbers"},
        MessageCase{"SpacingPastTheFiniteNumbers", in_world("soft c { nx = 1; ny = 1; spacing = 1e308 }"),
                    Code::OutOfRange, 2, 1, "the grid of \"c\" reaches past the finite numbers"},
        MessageCase{
            "TooManyParticlesTogether",
            in_world("soft a { nx = 1000; ny = 1000 }\n soft b { nx = 1001; ny = 1000 }"), Code::TooLarge,
            3, 2,
            "too many particles: a scene holds at most 2000000 entities, got 1001000 and 1000000 before"},
        MessageCase{"OneEntityTooMany", in_world("soft a { nx = 2000; ny = 1000 }\n entity e { }"),
                    Code::TooLarge, 3, 2, "too many entities: a scene holds at most 2000000"}),
    case_name);

TEST(Messages, OfABodyThatIsTooLargeAreNotFollowedByOnesAboutItsParticles)
{
    const sim::ParsedScene parsed =
        sim::parse_scene("world { soft c { nx = 3000; ny = 1000 } entity e { } }\n"
                         "systems { joint { on = e; other = c#7; type = weld } }");
    ASSERT_EQ(parsed.diagnostics.size(), 1U);
    EXPECT_EQ(parsed.diagnostics[0].code, Code::TooLarge);
}

TEST(Messages, AllowSixteenProbesAndNoMore)
{
    std::string probes;
    for (int i = 0; i < 16; ++i)
        probes += "probe p" + std::to_string(i) + " { a = (0,0,0) b = (0,0,0) }\n";
    EXPECT_TRUE(sim::parse_scene("world {\n" + probes + "}").ok());
    const sim::ParsedScene parsed =
        sim::parse_scene("world {\n" + probes + "probe q { a = (0,0,0) b = (0,0,0) } }");
    ASSERT_EQ(parsed.diagnostics.size(), 1U);
    EXPECT_EQ(parsed.diagnostics[0].message, "a scene holds at most 16 probes");
    EXPECT_EQ(parsed.diagnostics[0].where.line, 18);
    EXPECT_EQ(parsed.diagnostics[0].where.column, 1);
}

INSTANTIATE_TEST_SUITE_P(
    Language, Messages,
    testing::Values(
        MessageCase{"Update", in_systems("update { x = x + 1 }"), Code::Unsupported, 3, 1,
                    "system \"update\"" + kNot},
        MessageCase{"Rk4", in_systems("rk4 { d x = v; d v = -x }"), Code::Unsupported, 3, 1,
                    "system \"rk4\"" + kNot},
        MessageCase{"Nbody", in_systems("nbody { g = 1 }"), Code::Unsupported, 3, 1,
                    "system \"nbody\"" + kNot},
        MessageCase{"Import", "import \"base.pwe\"\nworld { }", Code::Unsupported, 1, 1,
                    "\"import\"" + kNot},
        MessageCase{"From", "from base import x\nworld { }", Code::Unsupported, 1, 1, "\"from\"" + kNot},
        MessageCase{"Funcs", "world { }\nfuncs { f(x) = { x * 2 } }\nsystems { }", Code::Unsupported, 2, 1,
                    "\"funcs\"" + kNot},
        MessageCase{"StateOfAnEntity", in_world("entity e { state = { x = 1, y = (2) }; mass = 1 }"),
                    Code::Unsupported, 2, 12, "\"state\"" + kNot},
        MessageCase{"NbodyOfAnEntity", in_world("entity e { nbody = true }"), Code::Unsupported, 2, 12,
                    "\"nbody\"" + kNot},
        MessageCase{"HullChangesNothing", in_world("entity e { hull = box(1, 2) * 3; mass = 1 }"),
                    Code::NoEffect, 2, 12, "\"hull\" is part of the language, but changes nothing in Drape",
                    Severity::Warning},
        MessageCase{"FrictionOfASoftChangesNothing", in_world("soft c { friction = 0.5 }"), Code::NoEffect,
                    2, 10, "\"friction\" is part of the language, but changes nothing in Drape",
                    Severity::Warning}),
    case_name);

TEST(Messages, NameEachBlockThatOnlyTheLanguageHas)
{
    for (const std::string kind : {"params", "chan", "field", "pool", "shape"}) {
        const sim::ParsedScene parsed =
            sim::parse_scene(in_world(kind + " k[3] { a = { b } } entity after { }"));
        ASSERT_EQ(parsed.diagnostics.size(), 1U) << kind;
        EXPECT_EQ(parsed.diagnostics[0].code, Code::Unsupported);
        EXPECT_EQ(parsed.diagnostics[0].where.line, 2);
        EXPECT_EQ(parsed.diagnostics[0].where.column, 1);
        EXPECT_EQ(parsed.diagnostics[0].message, "\"" + kind +
                                                     "\" is part of the language, but Drape does not have "
                                                     "it; it runs entity, soft, tissue and probe");
        // Only the block was stepped over.
        ASSERT_EQ(parsed.scene.entities.size(), 1U) << kind;
        EXPECT_EQ(parsed.scene.entities[0].name, "after");
    }
    for (const std::string kind : {"linear", "send", "recv", "invariant", "watch", "diffuse", "poisson",
                                   "wave", "spawn", "despawn", "emit"}) {
        const sim::ParsedScene parsed =
            sim::parse_scene(in_systems(kind + " { a = b + c; } integrate { dt = 1 }"));
        ASSERT_EQ(parsed.diagnostics.size(), 1U) << kind;
        EXPECT_EQ(parsed.diagnostics[0].message, "system \"" + kind + "\"" + kNot);
        EXPECT_EQ(parsed.scene.systems.size(), 1U) << kind;
    }
}

TEST(Comments, RunToTheEndOfTheLineAndAHashAfterANameAndBeforeADigitIsAParticle)
{
    const sim::ParsedScene parsed =
        sim::parse_scene("# entity x {\nworld { // }\n soft c { nx = 2#5 columns\n ny = 2 # 3\n } "
                         "soft d {#2\n}}#\nsystems { joint { on = c#3 # 4\n other = d#10#\n } }");
    ASSERT_TRUE(parsed.ok()) << parsed.diagnostics[0].message;
    const auto& joint = std::get<sim::JointSystem>(parsed.scene.systems.at(0));
    EXPECT_EQ(joint.on.text, "c#3");
    EXPECT_EQ(joint.other.text, "d#10");
    EXPECT_EQ(parsed.scene.softs[0].nx, 2);
    EXPECT_EQ(parsed.scene.softs[0].ny, 2);
}

TEST(Faults, OfOneFileAreAllReportedInTheOrderOfTheirPlaces)
{
    const std::string text = "world {\n"
                             "  soft cloth { nx = 0; spacng = 1 }\n"
                             "  entity a { position = (1, 2) ; mass = }\n"
                             "  entity a { color = red }\n"
                             "  pool p { }\n"
                             "}\n"
                             "systems {\n"
                             "  gravity { gravity_y = -9.81 }\n"
                             "  soft { body = clth; stiffness = 1e400 }\n"
                             "  wobble { }\n"
                             "  joint { on = a; other = b; type = gear }\n"
                             "}\n";
    const std::vector<std::pair<int, int>> places = {{2, 21}, {2, 24},  {3, 25}, {3, 41}, {4, 10},
                                                     {4, 22}, {5, 3},   {8, 3},  {9, 17}, {9, 35},
                                                     {10, 3}, {11, 27}, {11, 37}};
    const sim::ParsedScene parsed = sim::parse_scene(text);
    std::vector<std::pair<int, int>> got;
    for (const sim::Diagnostic& d : parsed.diagnostics)
        got.emplace_back(d.where.line, d.where.column);
    EXPECT_EQ(got, places) << sim::format_diagnostics(parsed.diagnostics, "scene", text);
}

TEST(Faults, AreReportedUpToFifty)
{
    for (const std::string item :
         {"entity e { ms = 1 }\n", "? \n", "entity 1 { }\n", "12 13\n", "probe x { }\n"}) {
        std::string items;
        for (int i = 0; i < 200; ++i)
            items += item;
        const sim::ParsedScene parsed = sim::parse_scene("world {\n" + items + "}\n");
        EXPECT_EQ(parsed.diagnostics.size(), 50U) << item;
        EXPECT_FALSE(parsed.ok()) << item;
    }
}

TEST(Faults, AfterFiftyWarningsStillCountAndTheErrorIsTheLastOneShown)
{
    std::string warnings;
    for (int i = 0; i < 60; ++i)
        warnings += "entity e" + std::to_string(i) + " { hull = 1 }\n";
    EXPECT_TRUE(sim::parse_scene("world {\n" + warnings + "}").ok());
    const sim::ParsedScene parsed = sim::parse_scene("world {\n" + warnings + "entity f { mass = 0 } }");
    EXPECT_EQ(parsed.diagnostics.size(), 50U);
    EXPECT_FALSE(parsed.ok());
    EXPECT_EQ(parsed.diagnostics.back().message, "mass must be > 0 kg, got 0");
    EXPECT_EQ(parsed.diagnostics.back().where.line, 62);
}

// The text of a diagnostic.

TEST(FormattedDiagnostic, ShowsTheLineAndACaretUnderTheColumn)
{
    const std::string text = "world { soft c { } }\nsystems {\n  gravity { gravity_y = -9.81 }\n}\n";
    const sim::ParsedScene parsed = sim::parse_scene(text);
    EXPECT_EQ(sim::format_diagnostics(parsed.diagnostics, "cloth.pwe", text),
              "cloth.pwe:3:3: error 48: system 'gravity' is missing required parameter 'dt'\n"
              "   3 |   gravity { gravity_y = -9.81 }\n"
              "     |   ^\n");
}

std::string format(Severity severity, int line, int column, const std::string& source)
{
    return sim::format_diagnostic({severity, Code::Syntax, {line, column}, "what"}, "f", source);
}

TEST(FormattedDiagnostic, CountsCodePointsAndShowsTabsAsOneSpace)
{
    EXPECT_EQ(format(Severity::Warning, 1, 4, "\xEF\xBB\xBF\t\xC3\xA9\xF0\x9F\xA7\xB5x\r\nnext"),
              "f:1:4: warning 60: what\n"
              "   1 |  \xC3\xA9\xF0\x9F\xA7\xB5x\n"
              "     |    ^\n");
}

TEST(FormattedDiagnostic, MayStandAfterTheLastCharacterAndOnALineThatDoesNotExist)
{
    EXPECT_EQ(format(Severity::Error, 2, 1, "world {"), "f:2:1: error 60: what\n   2 | \n     | ^\n");
    EXPECT_EQ(format(Severity::Error, 1, 8, "world {"),
              "f:1:8: error 60: what\n   1 | world {\n     |        ^\n");
}

TEST(FormattedDiagnostic, MakesRoomForLongLineNumbers)
{
    const std::string source = std::string(123455, '\n') + "here";
    EXPECT_EQ(format(Severity::Error, 123456, 2, source),
              "f:123456:2: error 60: what\n123456 | here\n       |  ^\n");
}

TEST(FormattedDiagnostic, CutsALongLineAroundTheCaret)
{
    const std::string line = std::string(300, 'a') + "X" + std::string(300, 'b');
    EXPECT_EQ(format(Severity::Error, 1, 301, line), "f:1:301: error 60: what\n   1 | ..." +
                                                         std::string(50, 'a') + "X" + std::string(49, 'b') +
                                                         "...\n     | " + std::string(53, ' ') + "^\n");
    EXPECT_EQ(format(Severity::Error, 1, 1, line),
              "f:1:1: error 60: what\n   1 | " + std::string(100, 'a') + "...\n     | ^\n");
}

} // namespace
} // namespace drape::test
