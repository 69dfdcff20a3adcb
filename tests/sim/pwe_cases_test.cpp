// One fault a file: the code, the place and the gist of what is reported.
#include "sim/lang/parser.h"
#include "tests/support/files.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace drape::test {
namespace {

struct PweCase
{
    const char* file;
    int code; ///< 0: any.
    int line, column;
    std::vector<std::string> gist; ///< Parts that the message must hold.
};

void PrintTo(const PweCase& c, std::ostream* out)
{
    *out << c.file;
}

class PweCases : public testing::TestWithParam<PweCase>
{};

TEST_P(PweCases, AreReportedAtTheirPlace)
{
    const PweCase& expected = GetParam();
    const std::string text =
        read_text(source_path(std::string("tests/inputs/pwe/") + expected.file + ".pwe"));
    ASSERT_FALSE(text.empty());
    const sim::ParsedScene parsed = sim::parse_scene(text);
    ASSERT_EQ(parsed.diagnostics.size(), 1U)
        << sim::format_diagnostics(parsed.diagnostics, expected.file, text);
    const sim::Diagnostic& diagnostic = parsed.diagnostics.front();
    EXPECT_EQ(diagnostic.severity, sim::Severity::Error);
    if (expected.code != 0) {
        EXPECT_EQ(static_cast<int>(diagnostic.code), expected.code);
    }
    EXPECT_EQ(diagnostic.where.line, expected.line);
    EXPECT_EQ(diagnostic.where.column, expected.column);
    for (const std::string& part : expected.gist)
        EXPECT_NE(diagnostic.message.find(part), std::string::npos) << "message: " << diagnostic.message;
}

INSTANTIATE_TEST_SUITE_P(
    All, PweCases,
    testing::Values(
        PweCase{"duplicate_body", 107, 3, 8, {"cloth", "already declared at 2:14"}},
        PweCase{"huge_grid", 0, 2, 9, {"too many particles", "1000000000000", "2000000"}},
        PweCase{"iterations_fraction", 48, 4, 37, {"iterations", "integer from 1 to 64", "2.5"}},
        PweCase{"missing_dt", 48, 4, 3, {"gravity", "missing", "dt"}},
        PweCase{"nan_literal", 60, 2, 32, {"a number expected", "\"nan\""}},
        PweCase{"negative_spacing", 0, 2, 32, {"spacing must be > 0", "-0.25"}},
        PweCase{"rotational_joint", 48, 4, 37, {"cone", "rotation", "no state"}},
        PweCase{"unclosed", 60, 3, 1, {"\"world {\" opened at 2:7 is not closed"}},
        PweCase{"unknown_body", 78, 4, 17, {"no soft body \"clothe\"", "\"cloth\""}},
        PweCase{"unknown_field", 0, 2, 22, {"soft has no field \"spacng\"", "\"spacing\""}},
        PweCase{"unknown_system", 49, 4, 3, {"no system kind \"gravty\"", "\"gravity\""}},
        PweCase{"unsupported_pool", 0, 2, 9, {"pool", "part of the language", "Drape does not"}},
        PweCase{"zero_mass", 0, 2, 29, {"mass must be > 0", "got 0"}}),
    [](const auto& param) { return std::string(param.param.file); });

class GoodPweCases : public testing::TestWithParam<const char*>
{};

TEST_P(GoodPweCases, ParseWithoutADiagnostic)
{
    const std::string text = read_text(source_path(std::string("tests/inputs/pwe/") + GetParam() + ".pwe"));
    ASSERT_FALSE(text.empty());
    const sim::ParsedScene parsed = sim::parse_scene(text);
    EXPECT_TRUE(parsed.diagnostics.empty())
        << sim::format_diagnostics(parsed.diagnostics, GetParam(), text);
}

INSTANTIATE_TEST_SUITE_P(All, GoodPweCases, testing::Values("ok_bom", "ok_crlf", "ok_style", "diverging"),
                         [](const auto& param) { return std::string(param.param); });

TEST(Diverging, StopsAndNamesStepSystemAndParticleInBothBackends)
{
    for (const sim::Backend backend : {sim::Backend::Native, sim::Backend::Interpreter}) {
        sim::World world = world_of(read_text(source_path("tests/inputs/pwe/diverging.pwe")));
        sim::Stepper stepper(backend);
        sim::StepReport report;
        for (int i = 0; i < 400 && !report.non_finite; ++i)
            report = stepper.step(world);
        ASSERT_TRUE(report.non_finite.has_value());
        EXPECT_EQ(report.non_finite->step, world.step + 1);
        EXPECT_EQ(report.non_finite->system, 1U);
        EXPECT_EQ(report.non_finite->entity, 0U);
        // The last good state is left: running on from it fails at the same place again.
        EXPECT_TRUE(stepper.step(world).non_finite.has_value());
    }
}

} // namespace
} // namespace drape::test
