// Profiles as files: loading, saving, going back, and what a session records of it.
#include "app/files.h"
#include "app/profile_files.h"
#include "app/profile_rows.h"
#include "app/simulation.h"
#include "tests/app/tissue_scene.h"
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace drape::test {
namespace {

using namespace app;
using sim::tissue::RowField;

constexpr std::uint32_t kLeft = 0;
const RowField kGland{"layer:glandular tissue", "compliance_q20"};

/// A simulation with the scene of two tissues, in folders of its own.
class Profiles : public testing::Test
{
protected:
    Profiles()
    {
        std::filesystem::create_directories(folder);
        ::setenv("XDG_CONFIG_HOME", (folder + "/config").c_str(), 1);
        std::ofstream(folder + "/scene.pwe") << kTissueScene;
        simulation.apply(Pause{});
        simulation.apply(LoadScene{folder + "/scene.pwe"});
        said();
    }
    ~Profiles() override
    {
        ::unsetenv("XDG_CONFIG_HOME");
        std::filesystem::remove_all(folder);
    }

    const ProfileView& view(std::uint32_t tissue = kLeft)
    {
        simulation.fill(frame);
        return frame.material->profiles.at(tissue);
    }
    void set(const RowField& where, double value)
    {
        simulation.apply(sim::Edit(sim::SetRowValue{kLeft, where, value}));
    }
    std::string said()
    {
        std::string text;
        for (const LogMessage& message : log.drain())
            text += message.text + "\n";
        return text;
    }
    static std::vector<std::string> comments_of(const std::string& text)
    {
        std::vector<std::string> comments;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            if (line.starts_with("#"))
                comments.push_back(line);
        return comments;
    }
    static double gland_in(const std::string& path)
    {
        return number_of(sim::tissue::parse_profile(read_text(path)).profile, kGland).value_or(0.0);
    }
    std::string write(const std::string& name, const std::string& text) const
    {
        std::ofstream(folder + "/" + name) << text;
        return folder + "/" + name;
    }

    const std::string folder = testing::TempDir() + "drape_profiles_" + std::to_string(::getpid());
    LogQueue log;
    Simulation simulation{log};
    SimFrame frame;
};

TEST_F(Profiles, AnEditShowsBesideTheFilesValue)
{
    const double file = number_of(view().file, kGland).value();
    const std::shared_ptr<const MaterialView> before = frame.material;
    set(kGland, 2.0 * file);
    EXPECT_EQ(number_of(view().now, kGland), 2.0 * file);
    EXPECT_EQ(number_of(view().file, kGland), file);
    EXPECT_EQ(number_of(before->profiles[0].now, kGland), file) << "made anew, not changed in place";
    EXPECT_EQ(view(1).now, view(1).file);
    simulation.apply(RevertProfile{kLeft});
    EXPECT_EQ(view().now, view().file);
}

TEST_F(Profiles, SavingKeepsCommentsAndReadsBack)
{
    const std::string shipped = view().path;
    set(kGland, 12.5);
    simulation.apply(SaveProfile{kLeft, folder + "/mine"});
    EXPECT_NE(said().find("mine.toml"), std::string::npos) << "the ending is added";
    const std::string text = read_text(folder + "/mine.toml");
    const std::vector<std::string> comments = comments_of(read_text(shipped));
    EXPECT_GT(comments.size(), 5U);
    EXPECT_EQ(comments_of(text), comments);
    EXPECT_EQ(sim::tissue::parse_profile(text).profile, view().now);
    EXPECT_EQ(view().now, view().file) << "it is the tissue's file from now on";
    EXPECT_EQ(view().path, folder + "/mine.toml");
    // Save writes there, and a scene that is saved now names it.
    set(kGland, 13.0);
    simulation.apply(SaveProfile{kLeft, ""});
    EXPECT_EQ(gland_in(folder + "/mine.toml"), 13.0);
    simulation.apply(SaveScene{folder + "/again.pwe"});
    EXPECT_NE(read_text(folder + "/again.pwe").find(folder + "/mine.toml"), std::string::npos);
}

TEST_F(Profiles, ShippedOnesAreNeverWrittenOver)
{
    const std::string shipped = view().path;
    EXPECT_EQ(shipped, assets_folder() + "/profiles/breast_soft.toml");
    const std::string before = read_text(shipped);
    set(kGland, 12.5);
    simulation.apply(SaveProfile{kLeft, shipped});
    EXPECT_NE(said().find("under another name"), std::string::npos);
    std::filesystem::create_symlink(shipped, folder + "/link.toml");
    simulation.apply(SaveProfile{kLeft, folder + "/link.toml"});
    EXPECT_NE(said().find("under another name"), std::string::npos);
    simulation.apply(SaveProfile{kLeft, ""});
    EXPECT_EQ(read_text(shipped), before);
    EXPECT_EQ(view().path, folder + "/config/drape/profiles/breast_soft.toml");
    // Another copy does not replace the first.
    simulation.apply(LoadProfile{kLeft, shipped});
    set(kGland, 14.0);
    simulation.apply(SaveProfile{kLeft, ""});
    EXPECT_EQ(view().path, folder + "/config/drape/profiles/breast_soft-2.toml");
    EXPECT_EQ(gland_in(folder + "/config/drape/profiles/breast_soft.toml"), 12.5);
    std::vector<std::string> titles;
    for (const ProfileFile& file : find_profiles())
        titles.push_back(file.title);
    EXPECT_NE(std::find(titles.begin(), titles.end(), "Breast, soft"), titles.end());
    EXPECT_NE(std::find(titles.begin(), titles.end(), "Breast, soft (breast_soft-2.toml)"), titles.end());
}

TEST_F(Profiles, ABadFileChangesNothingAndSaysWhere)
{
    const sim::tissue::Profile before = view().now;
    for (const std::string& path :
         {write("bad.toml", "name = 3\n"), write("empty.toml", ""), folder + "/none.toml", folder,
          write("bytes.toml", "\xFF\xFE\x00"), std::string("-"), std::string()}) {
        simulation.apply(LoadProfile{kLeft, path});
        EXPECT_NE(said(), "") << path;
        EXPECT_EQ(view().now, before) << path;
        EXPECT_EQ(view().file, before) << path;
    }
    simulation.apply(LoadProfile{7, folder + "/bad.toml"});
    simulation.apply(SaveProfile{7, ""});
    simulation.apply(RevertProfile{7});
    EXPECT_NE(said().find("no tissue 7"), std::string::npos);
    simulation.apply(SaveProfile{kLeft, "/no/such/folder/x.toml"});
    EXPECT_NE(said(), "");
    EXPECT_EQ(view().path, assets_folder() + "/profiles/breast_soft.toml");
}

TEST_F(Profiles, ASessionWithProfileEditsReplaysToTheSameHash)
{
    const auto step = [this](int count) {
        for (int i = 0; i < count; ++i)
            simulation.step();
    };
    step(3);
    set(kGland, 5.0);
    set({"skin", "thickness_cmm"}, 300.0);
    simulation.apply(sim::Edit(sim::SetGravity{{0, 0, -9.81}}));
    step(3);
    simulation.apply(LoadProfile{1, assets_folder() + "/profiles/gluteal.toml"});
    step(3);
    simulation.apply(RevertProfile{kLeft});
    step(3);
    simulation.fill(frame);
    const std::string path = folder + "/session.json";
    simulation.apply(SaveSession{path});
    const Result<sim::Session> session = sim::read_session(read_text(path), path);
    ASSERT_TRUE(session.ok()) << session.error().message;
    EXPECT_EQ(session.value().edits.size(), 5U);
    const Result<sim::ReplayResult> replay = sim::replay(session.value(), sim::Backend::Native);
    ASSERT_TRUE(replay.ok()) << replay.error().message;
    EXPECT_TRUE(replay.value().matches()) << replay.value().message;
    EXPECT_EQ(replay.value().final_hash, frame.snapshot.state_hash);
}

TEST_F(Profiles, TheDrapeIsMeasuredWhileItIsWatched)
{
    simulation.fill(frame);
    EXPECT_TRUE(frame.drapes.empty());
    simulation.apply(WatchDrape{true});
    simulation.fill(frame);
    ASSERT_EQ(frame.drapes.size(), 2U);
    EXPECT_GT(frame.drapes[0].drape.aspect_q10, 512.0);
    EXPECT_NEAR(frame.drapes[0].drape.volume_ratio, 1.0, 1e-9);
    const double before = frame.drapes[0].drape.centroid_q10;
    for (int i = 0; i < 20; ++i)
        simulation.step();
    simulation.fill(frame);
    EXPECT_NE(frame.drapes[0].drape.centroid_q10, before) << "a paused run is measured at each look";
    simulation.apply(WatchDrape{false});
    simulation.fill(frame);
    EXPECT_TRUE(frame.drapes.empty());
}

TEST(ProfileRows, RunFromTheSkinInwardsWithTheBoundsBetweenTheirNeighbours)
{
    const sim::World world = tissue_world_of(kTissueScene);
    const std::vector<ProfileRow> rows = rows_of(world.profiles[0]);
    std::vector<std::string> titles;
    for (const ProfileRow& row : rows)
        titles.push_back(row.title);
    std::vector<std::string> expected{"Skin"};
    const auto& layers = world.profiles[0].layers;
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer)
        expected.push_back(layer->name);
    // What is beneath the layers follows, the body as a whole comes last.
    ASSERT_GT(titles.size(), expected.size());
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), titles.begin()));
    EXPECT_EQ(titles.back(), "Whole body");
    EXPECT_EQ(rows[0].numbers[0].where, (RowField{"skin", "compliance_q20"}));
    EXPECT_EQ(rows[1].numbers.back().where.field, "damping_q12") << "the outermost bound is the skin's";
    const ProfileNumber& bound = rows[2].numbers.back();
    EXPECT_EQ(bound.where.field, "outer_q12");
    EXPECT_EQ(bound.info.slider_low, layers[layers.size() - 3].outer_q12 + 1.0);
    EXPECT_EQ(bound.info.slider_high, 4095.0);
}

TEST(ProfileRows, AreShownInUnitsOfPeople)
{
    const sim::World world = tissue_world_of(kTissueScene);
    std::map<std::string, NumberForm> forms;
    for (const ProfileRow& row : rows_of(world.profiles[0]))
        for (const ProfileNumber& number : row.numbers)
            forms.emplace(number.where.field, form_of(number.info));
    EXPECT_EQ(forms["density_q12"].unit, "g/cm³");
    EXPECT_EQ(forms["density_q12"].per_unit, 4096.0);
    EXPECT_EQ(forms["thickness_cmm"].unit, "mm");
    EXPECT_EQ(forms["area_q12"].unit, "%");
    EXPECT_EQ(forms["area_q12"].per_unit, 40.96);
    EXPECT_TRUE(forms["volume_compliance_q20"].is_compliance);
    EXPECT_EQ(forms["volume_compliance_q20"].label, "Volume compliance");
    EXPECT_EQ(modulus_text(sim::tissue::modulus_pa(0.0)), "rigid");
    EXPECT_EQ(modulus_text(sim::tissue::modulus_pa(46.0)), "2.28 kPa");
    EXPECT_EQ(modulus_text(sim::tissue::modulus_pa(0.1)), "1.05 MPa");
    EXPECT_EQ(modulus_text(52.4), "52.4 Pa");
}

} // namespace
} // namespace drape::test
