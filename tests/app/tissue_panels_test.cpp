// The panels of tissues, driven through ImGui without a window.
#include "app/profile_rows.h"
#include "app/simulation.h"
#include "tests/app/commands_in.h"
#include "tests/app/gui_driver.h"
#include "tests/app/tissue_scene.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace drape::test {
namespace {

using namespace app;
using sim::tissue::RowField;

/// The layer whose rows are opened.
const std::string gland = "layer:glandular tissue";

class TissuePanels : public testing::Test
{
protected:
    TissuePanels()
        : gui(1440, 1640)
    {
        sim::take_snapshot(world, gui.frame.snapshot);
        gui.frame.material = view_materials(world, "/scenes/test.pwe");
        gui.frame.drapes = measure_drapes(world);
        for (const ProfileView& view : gui.frame.material->profiles)
            gui.state.profiles.push_back({view.path, view.file.name});
    }
    void change(const RowField& where, double value)
    {
        auto changed = std::make_shared<MaterialView>(*gui.frame.material);
        ASSERT_TRUE(sim::tissue::set_row_field(changed->profiles[0].now, where, value).ok());
        gui.frame.material = changed;
        gui.rescan();
    }
    void open(const char* row)
    {
        gui.click(gui.find({"##right", "Profile", row, "##fold"}));
        gui.rescan();
    }

    sim::World world = tissue_world_of(kTissueScene);
    GuiDriver gui;
};

TEST_F(TissuePanels, AskForNothingWhileNobodyTouchesThem)
{
    EXPECT_TRUE(gui.draw(10).empty());
    gui.frame.snapshot.topology.reset();
    gui.frame.snapshot.stats.tissues.clear();
    EXPECT_TRUE(gui.draw(10).empty()) << "also with a frame that has only materials";
}

TEST_F(TissuePanels, EveryNumberOfTheProfileHasAControlThatStaysInItsRange)
{
    const std::vector<ProfileRow> rows = rows_of(world.profiles[0]);
    // From the last row to the first, so that none has moved when its turn comes.
    for (auto row = rows.rbegin(); row != rows.rend(); ++row)
        if (row->numbers.front().where.field == "compliance_q20")
            gui.click(gui.find({"##right", "Profile", row->numbers.front().where.row, "##fold"}));
    gui.rescan();
    std::size_t controls = 0;
    for (const ProfileRow& row : rows)
        for (const ProfileNumber& number : row.numbers) {
            const bool leads = number.where.field == "compliance_q20";
            const std::string label = row.title == "Whole body" ? "Body damping"
                                      : leads                   ? "compliance_q20"
                                                                : form_of(number.info).label;
            const ImVec2 at = gui.find({"##right", "Profile", number.where.row, label, "##value"});
            const auto sets = edits<sim::SetRowValue>(gui.drag(at, {at.x + 15, at.y}));
            ASSERT_FALSE(sets.empty()) << number.where.row << " " << number.where.field;
            for (const sim::SetRowValue& set : sets) {
                EXPECT_EQ(set.tissue, 0U);
                EXPECT_EQ(set.where, number.where);
                EXPECT_GE(set.value, number.info.slider_low - 1e-9) << number.where.field;
                EXPECT_LE(set.value, number.info.slider_high + 1e-9) << number.where.field;
            }
            gui.state.pending.acknowledge(1000000);
            ++controls;
        }
    EXPECT_GE(controls, 20U);
}

TEST_F(TissuePanels, WildNumbersTypedIntoTheProfileStayInRange)
{
    open(gland.c_str());
    sim::FieldInfo bound;
    for (const ProfileRow& row : rows_of(world.profiles[0]))
        if (row.numbers.front().where.row == gland)
            bound = row.numbers.back().info;
    ASSERT_EQ(bound.name, "outer_q12");
    struct Case
    {
        const char* label;
        double low, high;
    };
    for (const Case& c :
         {Case{"compliance_q20", 0.2, 2000.0}, Case{"Density", 3500.0, 5000.0},
          Case{"Damping", 0.0, 65536.0}, Case{"Outer bound", bound.slider_low, bound.slider_high}}) {
        const ImVec2 at = gui.find({"##right", "Profile", gland, c.label, "##value"});
        for (const char* const text : {"1e40", "-1", "nan", "inf", "-inf", "1e400", "", "abc"})
            for (const sim::SetRowValue& set : edits<sim::SetRowValue>(gui.type_into_slider(at, text))) {
                EXPECT_TRUE(set.value >= c.low - 1e-9 && set.value <= c.high + 1e-9)
                    << c.label << ": " << text << " gave " << set.value;
            }
    }
    const ImVec2 at = gui.find({"##right", "Profile", gland, "Density", "##value"});
    const auto sets = edits<sim::SetRowValue>(gui.type_into_slider(at, "1.1"));
    ASSERT_FALSE(sets.empty());
    EXPECT_NEAR(sets.back().value, 1.1 * 4096.0, 1e-9) << "g/cm³ in, q12 out";
}

TEST_F(TissuePanels, AChangedNumberIsMarkedAndGoesBackByTheMarkAndByARightClick)
{
    const RowField thickness{"skin", "thickness_cmm"}, compliance{"skin", "compliance_q20"};
    EXPECT_FALSE(gui.has({"##right", "Profile", "skin", "compliance_q20", "##revert"}));
    change(thickness, 333.0);
    change(compliance, 99.0);
    open("skin");
    auto sets = edits<sim::SetRowValue>(
        gui.click(gui.find({"##right", "Profile", "skin", "Thickness", "##revert"})));
    ASSERT_EQ(sets.size(), 1U);
    EXPECT_EQ(sets[0], (sim::SetRowValue{0, thickness, world.profiles[0].skin->thickness_cmm}))
        << "the file's own number, to the bit";
    sets = edits<sim::SetRowValue>(
        gui.right_click(gui.find({"##right", "Profile", "skin", "compliance_q20", "##value"})));
    ASSERT_EQ(sets.size(), 1U);
    EXPECT_EQ(sets[0], (sim::SetRowValue{0, compliance, world.profiles[0].skin->compliance_q20}));
}

TEST_F(TissuePanels, AnEditOnItsWayIsShownAtOnce)
{
    gui.state.pending.add(1, SimCommand(sim::Edit(sim::SetRowValue{0, {"skin", "compliance_q20"}, 5.0})));
    EXPECT_TRUE(gui.has({"##right", "Profile", "skin", "compliance_q20", "##revert"}));
    gui.state.pending.add(2, SimCommand(RevertProfile{0}));
    gui.rescan();
    EXPECT_FALSE(gui.has({"##right", "Profile", "skin", "compliance_q20", "##revert"}));
}

TEST_F(TissuePanels, ProfilesAreLoadedSavedAndReverted)
{
    EXPECT_TRUE(gui.click(gui.find({"##right", "Profile", "Save"})).empty()) << "nothing has changed";
    change({"skin", "compliance_q20"}, 99.0);
    EXPECT_EQ(sim_commands<SaveProfile>(gui.click(gui.find({"##right", "Profile", "Save"}))),
              (std::vector<SaveProfile>{{0, ""}}));
    EXPECT_EQ(sim_commands<RevertProfile>(gui.click(gui.find({"##right", "Profile", "Revert"}))).size(),
              1U);
    gui.click(gui.find({"##right", "Profile", "Load and save as"}));
    gui.rescan();
    EXPECT_EQ(sim_commands<LoadProfile>(gui.type_into_field(
                  gui.find({"##right", "Profile", "profile.toml", "##path"}), "/a b.toml")),
              (std::vector<LoadProfile>{{0, "/a b.toml"}}));
    EXPECT_EQ(sim_commands<SaveProfile>(gui.type_into_field(
                  gui.find({"##right", "Profile", "save profile as", "##path"}), "/c.toml")),
              (std::vector<SaveProfile>{{0, "/c.toml"}}));
    EXPECT_EQ(
        sim_commands<SaveProfile>(gui.click(gui.find({"##right", "Profile", "save profile as", "Save"})))
            .size(),
        1U);
    gui.click(gui.find({"##right", "Profile", "Profile", "##value"}));
    gui.rescan(); // the list lies open now
    EXPECT_EQ(sim_commands<LoadProfile>(gui.click(gui.find({"##Combo_00", "Phantom"}))),
              (std::vector<LoadProfile>{{0, gui.state.profiles[1].path}}));
}

TEST_F(TissuePanels, AnotherTissueIsChosenFromAList)
{
    gui.click(gui.find({"##right", "Profile", "Tissue", "##value"}));
    gui.rescan();
    EXPECT_EQ(view_commands<SelectTissue>(gui.click(gui.find({"##Combo_00", "right"}))),
              (std::vector<SelectTissue>{{1}}));
    gui.state.selected_tissue = 1;
    gui.rescan();
    EXPECT_FALSE(gui.has({"##right", "Profile", "skin", "##fold"})) << "the phantom has no skin";
    const ImVec2 gel = gui.find({"##right", "Profile", "layer:gel", "compliance_q20", "##value"});
    EXPECT_EQ(edits<sim::SetRowValue>(gui.drag(gel, {gel.x + 20, gel.y})).at(0).tissue, 1U);
}

TEST_F(TissuePanels, TheViewPanelPeelsColoursAndHides)
{
    for (const auto& [word, mode] : {std::pair{"Layer", renderer::ColorMode::Layer},
                                     std::pair{"Volume", renderer::ColorMode::Compression},
                                     std::pair{"Speed", renderer::ColorMode::Speed}}) {
        const auto sets =
            view_commands<SetLook>(gui.click(gui.find({"##left", "View", "Colour by", word})));
        ASSERT_EQ(sets.size(), 1U) << word;
        EXPECT_EQ(sets[0].look.color_mode, mode);
    }
    for (const auto& [label, value] :
         {std::pair{"Peel", &LookSettings::peel}, std::pair{"Skin opacity", &LookSettings::skin_opacity}}) {
        const ImVec2 at = gui.find({"##left", "View", label, "##value"});
        auto sets = view_commands<SetLook>(gui.type_into_slider(at, "40"));
        ASSERT_FALSE(sets.empty()) << label;
        EXPECT_NEAR(sets.back().look.*value, 0.4, 1e-12);
        for (const char* const text : {"1e40", "nan", "-1", ""})
            for (const SetLook& set : view_commands<SetLook>(gui.type_into_slider(at, text))) {
                EXPECT_TRUE(set.look.*value >= 0.0 && set.look.*value <= 1.0) << text;
            }
    }
    for (const auto& [label, value] :
         {std::pair{"Skin", &LookSettings::skin}, std::pair{"Wall", &LookSettings::wall},
          std::pair{"Particles", &LookSettings::spheres}, std::pair{"Bonds", &LookSettings::bonds},
          std::pair{"Probes", &LookSettings::probe}}) {
        const auto sets = view_commands<SetLook>(gui.click(gui.find({"##left", "View", label, "##value"})));
        ASSERT_EQ(sets.size(), 1U) << label;
        EXPECT_FALSE(sets[0].look.*value) << label;
    }
    for (const renderer::ColorMode mode : {renderer::ColorMode::Layer, renderer::ColorMode::Compression}) {
        gui.state.settings.look.color_mode = mode;
        EXPECT_TRUE(gui.draw(3).empty());
    }
    gui.state.settings.look.color_mode = renderer::ColorMode::Compression;
    gui.state.settings.look.auto_range = false;
    gui.rescan();
    const ImVec2 reach = gui.find({"##left", "View", "Reach", "##value"});
    const auto sets = view_commands<SetLook>(gui.type_into_slider(reach, "0.5"));
    ASSERT_FALSE(sets.empty());
    EXPECT_EQ(sets.back().look.compression_max, 0.5);
}

TEST_F(TissuePanels, ThePostureButtonsTurnAndTheOtherDirectionsAreBelow)
{
    EXPECT_EQ(view_commands<TurnGravity>(gui.click(gui.find({"##left", "Gravity", "Right side"}))),
              (std::vector<TurnGravity>{{{-1, 0, 0}}}));
    EXPECT_FALSE(gui.has({"##left", "Gravity", "##ball"}));
    gui.click(gui.find({"##left", "Gravity", "Direction and strength"}));
    gui.rescan();
    const ImVec2 strength = gui.find({"##left", "Gravity", "Strength", "##value"});
    EXPECT_EQ(edits<sim::SetGravity>(gui.type_into_slider(strength, "5")).back().acceleration,
              glm::dvec3(0, -5, 0));
}

TEST_F(TissuePanels, TheProbePanelSpeaksOfMillimetresAndSavesTheCurve)
{
    const ImVec2 x = gui.find({"##right", "Probe", "Position", 0, "##value"});
    const auto moves = edits<sim::MoveProbe>(gui.type_into_slider(x, "12"));
    ASSERT_FALSE(moves.empty());
    EXPECT_NEAR(moves.back().a.x, 0.012, 1e-12);
    const ImVec2 radius = gui.find({"##right", "Probe", "Radius", "##value"});
    const auto sizes = edits<sim::SetProbeParameter>(gui.type_into_slider(radius, "6"));
    ASSERT_FALSE(sizes.empty());
    EXPECT_NEAR(sizes.back().value, 0.006, 1e-12);
    EXPECT_EQ(view_commands<TogglePressAlongNormal>(
                  gui.click(gui.find({"##right", "Probe", "Along normal", "##value"})))
                  .size(),
              1U);

    EXPECT_TRUE(gui.click(gui.find({"##right", "Probe", "Clear"})).empty()) << "there is no curve";
    for (int i = 0; i < 50; ++i)
        gui.state.curve.samples.push_back({0.1 * i, 0.02 * i, 0.01 * i});
    gui.rescan();
    EXPECT_EQ(view_commands<SaveCurve>(
                  gui.type_into_field(gui.find({"##right", "Probe", "curve.csv", "##path"}), "/c.csv")),
              (std::vector<SaveCurve>{{"/c.csv"}}));
    EXPECT_EQ(view_commands<ClearCurve>(gui.click(gui.find({"##right", "Probe", "Clear"}))).size(), 1U);
}

TEST_F(TissuePanels, HideTheMaterialOfLatticesAndTheOtherWayRound)
{
    EXPECT_FALSE(gui.has({"##right", "Material", "##header"}));
    EXPECT_TRUE(gui.has({"##right", "Profile", "##header"}));
    EXPECT_TRUE(gui.has({"##right", "Gate", "##header"}));
    const sim::World cloth = world_of("world { soft s { } }\nsystems { integrate { dt = 0.01 } }");
    sim::take_snapshot(cloth, gui.frame.snapshot);
    gui.frame.material = view_materials(cloth, "/scenes/cloth.pwe");
    gui.rescan();
    EXPECT_TRUE(gui.has({"##right", "Material", "##header"}));
    EXPECT_FALSE(gui.has({"##right", "Profile", "##header"}));
    EXPECT_FALSE(gui.has({"##right", "Gate", "##header"}));
}

TEST(TissuePanelSizes, DrawAtEveryWindowSizeAndScale)
{
    const sim::World world = tissue_world_of(kTissueScene);
    for (const float scale : {0.75f, 1.0f, 2.0f, 3.0f})
        for (const ImVec2 size : {ImVec2{1, 1}, ImVec2{640, 480}, ImVec2{1280, 720}, ImVec2{3840, 2160}}) {
            GuiDriver gui(size.x, size.y, scale);
            sim::take_snapshot(world, gui.frame.snapshot);
            gui.frame.material = view_materials(world, "/scenes/test.pwe");
            gui.frame.drapes = measure_drapes(world);
            gui.state.pointer.hovered_entity = 3;
            gui.state.settings.look.color_mode = renderer::ColorMode::Layer;
            gui.frame.snapshot.stats.tissues[0].energy_J = std::nan("");
            EXPECT_TRUE(gui.draw(5).empty());
        }
}

} // namespace
} // namespace drape::test
