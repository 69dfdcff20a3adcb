// Profiles: what is read, what is written, and what those that Drape ships hold to.
#include "sim/tissue/profile.h"
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <sstream>

namespace drape::test {
namespace {

using namespace sim::tissue;

const std::string kText = R"(# A comment at the top.
name = "Prüfkörper"  # two letters of two bytes
source = 'nobody'
damping_q12 = 8_192

[skin] # thin
thickness_cmm = 155
compliance_q20 = 26.2

[ligament]
compliance_q20 = 1.0
slack_q12 = 4300
area_q12 = 40

# Next to the wall.
[[layer]]
name = "muscle"
outer_q12 = 400 # ends here
compliance_q20 = 5
volume_compliance_q20 = 1
density_q12 = 4300
damping_q12 = 8192
color = 0xB4554D

# Beneath the skin.
[[layer]]
name = "fat"
outer_q12 = 4096
compliance_q20 = 5e1

[bands]
standing_aspect_q10 = [1024, 1331]
aspect_change_q10 = [ -1.5, 300 ]
)";

Profile read(std::string_view text)
{
    const ParsedProfile parsed = parse_profile(text);
    EXPECT_TRUE(parsed.diagnostics.empty()) << sim::format_diagnostics(parsed.diagnostics, "profile", text);
    return parsed.profile;
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

/// Expects that writing `profile` over `original` gives `expected`, and that it reads back.
void expect_written(const Profile& profile, const std::string& original, const std::string& expected)
{
    const std::string written = write_profile(profile, original);
    EXPECT_EQ(written, expected);
    EXPECT_TRUE(read(written) == profile);
}

TEST(Profile, HoldsWhatItsTextSays)
{
    const Profile profile = read(kText);
    EXPECT_EQ(profile.name, "Prüfkörper");
    EXPECT_EQ(profile.source, "nobody");
    EXPECT_EQ(profile.damping_q12, 8192.0);
    EXPECT_TRUE(profile.skin == (SkinRow{155.0, 26.2}));
    EXPECT_TRUE(profile.ligament == (LigamentRow{1.0, 4300.0, 40.0}));
    ASSERT_EQ(profile.layers.size(), 2U);
    EXPECT_TRUE(profile.layers[0] == (LayerRow{"muscle", 400.0, 5.0, 1.0, 4300.0, 8192.0, 0xB4554DU}));
    // What is left out is what a LayerRow starts as.
    EXPECT_TRUE(profile.layers[1] == (LayerRow{"fat", 4096.0, 50.0, 1.0, 4096.0, 4096.0, std::nullopt}));
    EXPECT_TRUE(profile.bands.standing_aspect == (Band{1024.0, 1331.0}));
    EXPECT_TRUE(profile.bands.aspect_change == (Band{-1.5, 300.0}));
    EXPECT_FALSE(profile.bands.supine_aspect.has_value());
}

TEST(Profile, MayLeaveOutSkinLigamentsAndBands)
{
    const Profile profile =
        read("name = \"gel\"\n[[layer]]\nname = \"a\"\nouter_q12 = 4096\ncompliance_q20 = 60\n");
    EXPECT_FALSE(profile.skin.has_value());
    EXPECT_FALSE(profile.ligament.has_value());
    EXPECT_TRUE(profile.bands == Bands());
    EXPECT_EQ(profile.damping_q12, 0.0);
}

TEST(Profile, ReadsTheSameWithInlineTablesAndDottedKeys)
{
    const Profile expected = read("name = \"p\"\n[skin]\nthickness_cmm = 100\n[[layer]]\nname = "
                                  "\"a\"\nouter_q12 = 1\ncompliance_q20 = 2\n"
                                  "[[layer]]\nname = \"b\"\nouter_q12 = 4096\ncompliance_q20 = 3\n");
    EXPECT_TRUE(read("name = \"p\"\nskin.thickness_cmm = 100\nlayer = [\n"
                     "  { name = \"a\", outer_q12 = 1, compliance_q20 = 2 }, # a comment\n"
                     "  { name = \"b\", outer_q12 = 4096, compliance_q20 = 3 },\n]\n") == expected);
    EXPECT_TRUE(read("skin = { thickness_cmm = 100.0 }\nname = 'p'\n"
                     "layer = [{ name = 'a', outer_q12 = 1, compliance_q20 = 2 }, "
                     "{ name = 'b', outer_q12 = 4096, compliance_q20 = 3 }]") == expected);
}

TEST(Profile, ReadsTheSameWithAByteOrderMarkAndWindowsLines)
{
    std::string text = "\xEF\xBB\xBF" + kText;
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
        text.replace(at, 1, "\r\n");
    EXPECT_TRUE(read(text) == read(kText));
    const std::string two_lines = "\"\"\"one\r\ntwo\"\"\"";
    EXPECT_EQ(read(replaced(text, "'nobody'", two_lines)).source, "one\ntwo");
    EXPECT_EQ(write_profile(read(text), text), text);
    // What is put in has the line ends of the file.
    Profile changed = read(text);
    changed.layers[1].color = 0xFFU;
    expect_written(changed, text, replaced(text, "= 5e1\r\n", "= 5e1\r\ncolor = 0x0000FF\r\n"));
}

TEST(Profile, WrittenUnchangedIsTheSameText)
{
    EXPECT_EQ(write_profile(read(kText), kText), kText);
}

TEST(Profile, WrittenWithANewNumberKeepsEverythingElse)
{
    Profile profile = read(kText);
    profile.layers[0].outer_q12 = 500.5;
    expect_written(profile, kText, replaced(kText, "= 400 #", "= 500.5 #"));
    profile = read(kText);
    profile.damping_q12 = 0.0;
    expect_written(profile, kText, replaced(kText, "8_192", "0"));
    profile = read(kText);
    profile.layers[0].color = 0xABCDEFU;
    expect_written(profile, kText, replaced(kText, "0xB4554D", "0xABCDEF"));
    profile = read(kText);
    profile.bands.aspect_change = Band{0.0, 0.1};
    expect_written(profile, kText, replaced(kText, "[ -1.5, 300 ]", "[0, 0.1]"));
}

TEST(Profile, WrittenWithANewTextKeepsWhatFollowsOnItsLine)
{
    Profile profile = read(kText);
    profile.name = "Ü \"\\ö\"";
    expect_written(profile, kText, replaced(kText, "\"Prüfkörper\"", R"("Ü \"\\ö\"")"));
    profile = read(kText);
    profile.source = "line\nbreak";
    expect_written(profile, kText, replaced(kText, "'nobody'", R"("line\nbreak")"));
}

TEST(Profile, WrittenWithANewFieldHasItWhereItBelongs)
{
    Profile profile = read(kText);
    profile.layers[1].density_q12 = 3800.0;
    profile.layers[1].damping_q12 = 1.0;
    expect_written(profile, kText,
                   replaced(kText, "= 5e1\n", "= 5e1\ndensity_q12 = 3800\ndamping_q12 = 1\n"));
    profile = read(kText);
    profile.bands.supine_aspect = Band{716.0, 921.0};
    expect_written(profile, kText, replaced(kText, "1331]\n", "1331]\nsupine_aspect_q10 = [716, 921]\n"));
}

TEST(Profile, WrittenWithoutAFieldLosesItsLine)
{
    Profile profile = read(kText);
    profile.layers[0].color.reset();
    expect_written(profile, kText, replaced(kText, "color = 0xB4554D\n", ""));
    profile = read(kText);
    profile.bands.standing_aspect.reset();
    expect_written(profile, kText, replaced(kText, "standing_aspect_q10 = [1024, 1331]\n", ""));
}

TEST(Profile, WrittenWithoutATableLosesItsBlock)
{
    Profile profile = read(kText);
    profile.skin.reset();
    expect_written(profile, kText,
                   replaced(kText, "\n[skin] # thin\nthickness_cmm = 155\ncompliance_q20 = 26.2\n", ""));
}

TEST(Profile, WrittenWithANewTableHasItBehindTheOneBefore)
{
    const std::string ligament = "\n[ligament]\ncompliance_q20 = 1.0\nslack_q12 = 4300\narea_q12 = 40\n";
    const std::string without = replaced(kText, ligament, "");
    expect_written(read(kText), without, replaced(kText, "20 = 1.0\nslack", "20 = 1\nslack"));
}

TEST(Profile, WrittenWithALayerLessLosesItsBlockAndTheCommentAboveIt)
{
    Profile profile = read(kText);
    profile.layers.erase(profile.layers.begin());
    const std::size_t begin = kText.find("\n# Next to the wall."),
                      end = kText.find("\n# Beneath the skin.");
    expect_written(profile, kText, kText.substr(0, begin) + kText.substr(end));
}

TEST(Profile, WrittenWithALayerMoreHasItBehindTheOneBelow)
{
    Profile profile = read(kText);
    profile.layers.insert(profile.layers.begin() + 1, LayerRow{"gland", 900.0, 7.0, 1.0, 4200.0, 0.0, {}});
    const std::string block = "\n[[layer]]\nname = \"gland\"\nouter_q12 = 900\ncompliance_q20 = 7\n"
                              "volume_compliance_q20 = 1\ndensity_q12 = 4200\ndamping_q12 = 0\n";
    expect_written(profile, kText, replaced(kText, "0xB4554D\n", "0xB4554D\n" + block));
}

TEST(Profile, WrittenWithAnotherLayerNameKeepsItsBlock)
{
    Profile profile = read(kText);
    profile.layers[0].name = "pectoral muscle";
    expect_written(profile, kText, replaced(kText, "\"muscle\"", "\"pectoral muscle\""));
}

TEST(Profile, WrittenWithAnotherComplianceHasTheModulusOfItsCommentRenewed)
{
    const auto changed = [](const std::string& comment) {
        const std::size_t line = kText.find("compliance_q20", kText.find("[[layer]]"));
        const std::size_t end = kText.find_first_of(" #\n", kText.find("= ", line) + 2);
        const std::size_t newline = kText.find('\n', line);
        const std::string noted = kText.substr(0, end) + comment + kText.substr(newline);
        Profile profile = read(noted);
        profile.layers[0].compliance_q20 = 1500.0;
        const std::string written = write_profile(profile, noted);
        return written.substr(line, written.find('\n', line) - line);
    };
    EXPECT_EQ(changed(" # E 0.212 kPa"), "compliance_q20 = 1500 # E 0.0699 kPa");
    EXPECT_EQ(changed("   # K 105 kPa  "), "compliance_q20 = 1500   # K 0.0699 kPa  ");
    EXPECT_EQ(changed(" # E 0.212 kPa, Mira 2018"), "compliance_q20 = 1500 # E 0.212 kPa, Mira 2018");
    EXPECT_EQ(changed(" # as fitted"), "compliance_q20 = 1500 # as fitted");
}

TEST(Profile, IsWrittenAnewWhereTheTextIsNone)
{
    const Profile profile = read(kText);
    const std::string fresh = write_profile(profile, "");
    EXPECT_TRUE(read(fresh) == profile) << fresh;
    EXPECT_EQ(write_profile(profile, "world { }"), fresh);
    EXPECT_EQ(write_profile(profile, "\xFF"), fresh);
}

TEST(Modulus, OfComplianceSixtyIsThatOfAGelOfTwoKilopascals)
{
    EXPECT_NEAR(modulus_pa(60.0), 1747.6, 0.1);
    EXPECT_EQ(modulus_pa(0.0), std::numeric_limits<double>::infinity());
    EXPECT_EQ(compliance_q20(std::numeric_limits<double>::infinity()), 0.0);
    for (const double pascals : {100.0, 1747.6, 4000.0, 1e7})
        EXPECT_NEAR(modulus_pa(compliance_q20(pascals)), pascals, 1e-9 * pascals);
}

TEST(RowField, SetsTheNumberThatItReads)
{
    Profile profile = read(kText);
    const std::vector<RowField> all = {{"body", "damping_q12"},       {"skin", "thickness_cmm"},
                                       {"ligament", "slack_q12"},     {"layer:fat", "compliance_q20"},
                                       {"layer:muscle", "outer_q12"}, {"layer:muscle", "density_q12"}};
    for (const RowField& where : all) {
        ASSERT_TRUE(set_row_field(profile, where, 2100.0).ok()) << where.row << " " << where.field;
        const Result<double> got = row_field(profile, where);
        ASSERT_TRUE(got.ok());
        EXPECT_EQ(got.value(), where.field == "thickness_cmm" ? 2000.0 : 2100.0);
    }
}

TEST(RowField, TakesTheNearestEndForANumberOutsideItsRange)
{
    Profile profile = read(kText);
    ASSERT_TRUE(set_row_field(profile, {"layer:fat", "density_q12"}, -1.0).ok());
    EXPECT_EQ(profile.layers[1].density_q12, 41.0);
    ASSERT_TRUE(set_row_field(profile, {"skin", "compliance_q20"}, 0.0).ok());
    EXPECT_GT(profile.skin->compliance_q20, 0.0);
    ASSERT_TRUE(set_row_field(profile, {"ligament", "area_q12"}, 1e300).ok());
    EXPECT_EQ(profile.ligament->area_q12, 4096.0);
    EXPECT_TRUE(read(write_profile(profile, kText)) == profile);
}

TEST(RowField, SaysWhyANumberCannotBeSet)
{
    Profile profile = read(kText);
    const Profile before = profile;
    const auto message = [&](const RowField& where, double value) {
        const Status status = set_row_field(profile, where, value);
        return status ? std::string() : status.error().message;
    };
    EXPECT_EQ(message({"layer:fatt", "density_q12"}, 1.0),
              "the profile has no row \"layer:fatt\", did you mean \"layer:fat\"?");
    EXPECT_EQ(message({"skin", "thicknes_cmm"}, 1.0),
              "\"skin\" has no number \"thicknes_cmm\", did you mean \"thickness_cmm\"?");
    EXPECT_EQ(message({"layer:fat", "color"}, 1.0), "\"layer:fat\" has no number \"color\"");
    EXPECT_EQ(message({"body", "name"}, 1.0), "\"body\" has no number \"name\"");
    EXPECT_EQ(message({"body", "damping_q12"}, std::numeric_limits<double>::quiet_NaN()),
              "damping_q12 must be finite, got nan");
    EXPECT_EQ(
        message({"layer:fat", "outer_q12"}, 4000.0),
        "outer_q12 of \"layer:fat\" must lie between its neighbours', and be 4096 for the last layer, "
        "got 4000.0");
    EXPECT_NE(message({"layer:muscle", "outer_q12"}, 4096.0), "");
    profile.skin.reset();
    EXPECT_EQ(message({"skin", "thickness_cmm"}, 1.0), "the profile has no row \"skin\"");
    EXPECT_FALSE(row_field(profile, {"skin", "thickness_cmm"}).ok());
    profile.skin = before.skin;
    EXPECT_TRUE(profile == before);
}

/// Every shipped profile: its path and its text.
std::vector<std::pair<std::string, std::string>> shipped_profiles()
{
    std::vector<std::pair<std::string, std::string>> found;
    for (const auto& entry : std::filesystem::directory_iterator(source_path("assets/profiles")))
        if (entry.path().extension() == ".toml")
            found.emplace_back(entry.path().filename().string(), read_text(entry.path().string()));
    std::sort(found.begin(), found.end());
    return found;
}

TEST(ShippedProfiles, AreReadWithoutAWordAndWrittenAsTheyAre)
{
    const auto profiles = shipped_profiles();
    EXPECT_GE(profiles.size(), 9U);
    for (const auto& [file, text] : profiles) {
        const ParsedProfile parsed = parse_profile(text);
        EXPECT_TRUE(parsed.diagnostics.empty()) << sim::format_diagnostics(parsed.diagnostics, file, text);
        EXPECT_EQ(write_profile(parsed.profile, text), text) << file;
        EXPECT_FALSE(parsed.profile.source.empty()) << file;
        EXPECT_TRUE(read(write_profile(parsed.profile, "")) == parsed.profile) << file;
    }
}

// "compliance_q20 = 50 # E 2.1 kPa": whoever changes the number must change what the comment says.
TEST(ShippedProfiles, HaveTheModulusOfEachComplianceBesideIt)
{
    for (const auto& [file, text] : shipped_profiles()) {
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            if (line.find("compliance_q20 = ") == std::string::npos)
                continue;
            const std::size_t comment = line.find(line.starts_with("volume") ? "# K " : "# E ");
            ASSERT_NE(comment, std::string::npos) << file << ": " << line;
            const double compliance = std::stod(line.substr(line.find("= ") + 2));
            const double modulus_kpa = std::stod(line.substr(comment + 4));
            EXPECT_NEAR(modulus_kpa, modulus_pa(compliance) / 1000.0, 0.01 * modulus_kpa)
                << file << ": " << line;
        }
    }
}

TEST(ShippedProfiles, OfFirmTissueAreTheSoftOnesWithAQuarterOfTheCompliances)
{
    for (const std::string name : {"gluteal", "thigh", "abdomen"}) {
        Profile soft = read(read_text(source_path("assets/profiles/" + name + ".toml")));
        const Profile firm = read(read_text(source_path("assets/profiles/" + name + "_firm.toml")));
        for (LayerRow& layer : soft.layers)
            layer.compliance_q20 /= 4.0;
        soft.name = firm.name;
        EXPECT_TRUE(soft == firm) << name;
    }
}

TEST(ShippedProfiles, HaveDensitiesOfTissue)
{
    for (const auto& [file, text] : shipped_profiles())
        for (const LayerRow& layer : read(text).layers) {
            EXPECT_GE(layer.density_q12, 0.90 * kQ12) << file << " " << layer.name;
            EXPECT_LE(layer.density_q12, 1.06 * kQ12) << file << " " << layer.name;
        }
}

} // namespace
} // namespace drape::test
