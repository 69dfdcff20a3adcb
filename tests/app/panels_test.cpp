// Every control of every panel, driven through ImGui without a window.
#include "app/simulation.h"
#include "tests/app/commands_in.h"
#include "tests/app/gui_driver.h"
#include "tests/app/lattice_scene.h"
#include "tests/support/scenes.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace drape::test {
namespace {

using namespace app;

/// A window that shows a scene with one of everything.
class Panels : public testing::Test
{
protected:
    Panels() { show(kLatticeScene); }

    void show(const char* text)
    {
        const sim::World world = world_of(text);
        sim::take_snapshot(world, gui.frame.snapshot);
        gui.frame.material = view_materials(world, "/scenes/all.pwe");
    }
    IdPart system(const char* kind) const
    {
        const auto& titles = gui.frame.material->titles;
        for (std::size_t i = 0; i < titles.size(); ++i)
            if (titles[i].starts_with(kind))
                return static_cast<int>(i);
        ADD_FAILURE() << "no system " << kind;
        return 0;
    }

    GuiDriver gui;
};

TEST_F(Panels, AskForNothingWhileNobodyTouchesThem)
{
    EXPECT_TRUE(gui.draw(10).empty());
    gui.frame = {};
    EXPECT_TRUE(gui.draw(10).empty()) << "also without a scene";
}

TEST_F(Panels, EveryMaterialSliderSetsItsField)
{
    struct Case
    {
        const char* kind;
        const char* label;
        const char* field;
        double low, high;
    };
    for (const Case& c :
         {Case{"soft", "Stiffness", "stiffness", 0, 1}, Case{"soft", "Damping", "damping", 0, 1},
          Case{"soft", "Iterations", "iterations", 1, 64}, Case{"damping", "Factor", "factor", 0.9, 1},
          Case{"force", "Ax", "ax", -20, 20}, Case{"force", "Ay", "ay", -20, 20},
          Case{"force", "Az", "az", -20, 20}, Case{"contact", "Friction", "friction", 0, 2},
          Case{"wall", "Restitution", "restitution", 0, 1},
          Case{"ground_contact", "Restitution", "restitution", 0, 1},
          Case{"joint", "Length", "length", 0, 4}, Case{"joint", "Stiffness", "stiffness", 0, 1},
          Case{"joint", "Damping", "damping", 0, 1}, Case{"joint", "Iterations", "iterations", 1, 64}}) {
        const IdPart index = system(c.kind);
        const ImVec2 at = gui.find({"##right", "Material", index, c.label, "##value"});
        const auto sets = edits<sim::SetParameter>(gui.drag(at, {at.x + 25, at.y}));
        ASSERT_FALSE(sets.empty()) << c.kind << " " << c.field;
        for (const sim::SetParameter& set : sets) {
            EXPECT_EQ(static_cast<int>(set.system), std::get<int>(index));
            EXPECT_EQ(set.field, c.field);
            EXPECT_GE(set.value.x, c.low);
            EXPECT_LE(set.value.x, c.high);
        }
        // Past both ends: the end, and nothing beyond it.
        const auto far = edits<sim::SetParameter>(gui.drag(at, {at.x + 4000, at.y}));
        ASSERT_FALSE(far.empty()) << c.kind << " " << c.field;
        EXPECT_EQ(far.back().value.x, c.high) << c.kind << " " << c.field << ", " << far.size() << " edits";
    }
}

TEST_F(Panels, WildNumbersTypedIntoSlidersStayInRange)
{
    const IdPart soft = system("soft");
    const ImVec2 at = gui.find({"##right", "Material", soft, "Stiffness", "##value"});
    for (const char* const text :
         {"1e40", "-1e40", "nan", "-nan", "inf", "-inf", "1e400", "", "abc", "--", "0x1p900", "1,5"})
        for (const sim::SetParameter& set : edits<sim::SetParameter>(gui.type_into_slider(at, text))) {
            EXPECT_TRUE(set.value.x >= 0.0 && set.value.x <= 1.0) << text << " gave " << set.value.x;
        }
    const auto sets = edits<sim::SetParameter>(gui.type_into_slider(at, "0.25"));
    ASSERT_FALSE(sets.empty());
    EXPECT_EQ(sets.back().value.x, 0.25);

    const ImVec2 whole = gui.find({"##right", "Material", soft, "Iterations", "##value"});
    for (const char* const text : {"1e40", "nan", "-7", "2.6"})
        for (const sim::SetParameter& set : edits<sim::SetParameter>(gui.type_into_slider(whole, text))) {
            EXPECT_TRUE(set.value.x >= 1.0 && set.value.x <= 64.0) << text;
            EXPECT_EQ(set.value.x, std::round(set.value.x)) << text;
        }
    const ImVec2 wall = gui.find({"##right", "Material", system("wall"), "X", "##value"});
    for (const char* const text : {"1e40", "nan", "-7", "inf"})
        for (const sim::SetParameter& set : edits<sim::SetParameter>(gui.type_into_slider(wall, text))) {
            EXPECT_TRUE(set.value.x >= 0.0 && set.value.x <= 1000.0) << text << " gave " << set.value.x;
        }
}

TEST_F(Panels, TheSweepIsChosenFromAList)
{
    const IdPart soft = system("soft");
    gui.click(gui.find({"##right", "Material", soft, "Sweep", "##value"}));
    gui.rescan(); // the list lies open now
    const auto sets = edits<sim::SetParameter>(gui.click(gui.find({"##Combo_00", "particle"})));
    ASSERT_FALSE(sets.empty());
    EXPECT_EQ(sets[0].field, "sweep");
    EXPECT_EQ(sets[0].value.x, 0.0);
}

TEST_F(Panels, AChangedFieldIsMarkedAndGoesBackToTheFilesValue)
{
    EXPECT_FALSE(gui.has({"##right", "Material", system("soft"), "Stiffness", "##revert"}));
    auto changed = std::make_shared<MaterialView>(*gui.frame.material);
    std::get<sim::SoftSystem>(changed->systems[4]).stiffness = 0.9;
    gui.frame.material = changed;
    gui.rescan();
    const auto sets =
        edits<sim::SetParameter>(gui.click(gui.find({"##right", "Material", 4, "Stiffness", "##revert"})));
    ASSERT_FALSE(sets.empty());
    EXPECT_EQ(sets[0], (sim::SetParameter{4, "stiffness", {0.5, 0, 0}}));
}

TEST_F(Panels, AValueOnItsWayIsShownAtOnce)
{
    gui.state.pending.add(1, SimCommand(sim::Edit(sim::SetParameter{4, "stiffness", {1.0, 0, 0}})));
    EXPECT_TRUE(gui.has({"##right", "Material", system("soft"), "Stiffness", "##revert"}))
        << "1 is not the file's 0.5";
}

TEST_F(Panels, PosturesAskForATurn)
{
    struct Case
    {
        const char* name;
        glm::dvec3 direction;
    };
    for (const Case& c :
         {Case{"Supine", {0, 0, -1}}, Case{"Prone", {0, 0, 1}}, Case{"Left side", {1, 0, 0}},
          Case{"Right side", {-1, 0, 0}}, Case{"Standing", {0, -1, 0}}}) {
        const auto turns = view_commands<TurnGravity>(gui.click(gui.find({"##left", "Gravity", c.name})));
        ASSERT_EQ(turns.size(), 1U) << c.name;
        EXPECT_EQ(turns[0].direction, c.direction) << c.name;
    }
    const auto bar = view_commands<TurnGravity>(gui.click(gui.find({"##top_bar", "Supine"})));
    ASSERT_EQ(bar.size(), 1U);
    EXPECT_EQ(bar[0].direction, glm::dvec3(0, 0, -1));
}

TEST_F(Panels, TheBallTurnsGravityOverBothSidesAndKeepsItsStrength)
{
    const ImVec2 at = gui.find({"##left", "Gravity", "##ball"});
    for (const ImVec2 by : {ImVec2{20, 5}, ImVec2{0, 60}, ImVec2{-30, -30}, ImVec2{500, 1}, ImVec2{0, 0}}) {
        const auto sets = edits<sim::SetGravity>(gui.drag(at, {at.x + by.x, at.y + by.y}));
        ASSERT_FALSE(sets.empty());
        for (const sim::SetGravity& set : sets)
            EXPECT_NEAR(glm::length(set.acceleration), 9.81, 1e-9);
    }
    // Beyond the rim is the far side.
    gui.state.pending.acknowledge(1000000);
    EXPECT_LT(edits<sim::SetGravity>(gui.drag(at, {at.x + 60, at.y})).back().acceleration.z, 0.0);
}

TEST_F(Panels, StrengthAndVectorStayFinite)
{
    const ImVec2 strength = gui.find({"##left", "Gravity", "Strength", "##value"});
    const ImVec2 y = gui.find({"##left", "Gravity", "Vector", 1, "##value"});
    for (const char* const text : {"1e40", "nan", "-5", "0", "inf"})
        for (const ImVec2 at : {strength, y})
            for (const sim::SetGravity& set : edits<sim::SetGravity>(gui.type_into_slider(at, text))) {
                EXPECT_TRUE(std::isfinite(set.acceleration.x + set.acceleration.y + set.acceleration.z))
                    << text;
                EXPECT_LE(glm::length(set.acceleration), 60.0) << text;
            }
    gui.state.pending.acknowledge(1000000);
    EXPECT_EQ(edits<sim::SetGravity>(gui.type_into_slider(strength, "5")).back().acceleration,
              glm::dvec3(0, -5, 0));
}

TEST_F(Panels, GravityIsOffWhereTheSceneHasNone)
{
    show("world { soft s { } }\nsystems { integrate { dt = 0.01 } }");
    const ImVec2 at = gui.find({"##left", "Gravity", "##ball"});
    EXPECT_TRUE(gui.drag(at, {at.x + 20, at.y}).empty());
    EXPECT_FALSE(gui.has({"##top_bar", "Supine"}));
}

TEST_F(Panels, TheTransportPlaysPausesStepsAndResets)
{
    for (const char* const window : {"##left", "##top_bar"}) {
        const bool is_bar = std::string(window) == "##top_bar";
        const auto find = [&](const char* id) {
            return is_bar ? gui.find({window, id}) : gui.find({window, "Simulation", id});
        };
        EXPECT_EQ(sim_commands<Play>(gui.click(find("##play"))).size(), 1U);
        EXPECT_EQ(sim_commands<StepOnce>(gui.click(find("##step"))).size(), 1U);
        EXPECT_EQ(edits<sim::Reset>(gui.click(find("##reset"))).size(), 1U);
    }
    const ImVec2 play = gui.find({"##top_bar", "##play"});
    gui.frame.status.playing = true;
    EXPECT_EQ(sim_commands<Pause>(gui.click(play)).size(), 1U);
}

TEST_F(Panels, SpeedAndBackendAreAskedFor)
{
    const ImVec2 speed = gui.find({"##left", "Simulation", "Speed", "##value"});
    const auto dragged = sim_commands<SetSpeed>(gui.drag(speed, {speed.x + 4000, speed.y}));
    ASSERT_FALSE(dragged.empty());
    EXPECT_EQ(dragged.back().speed, kFastest);
    for (const char* const text : {"1e40", "nan", "-1", "0"})
        for (const SetSpeed& set : sim_commands<SetSpeed>(gui.type_into_slider(speed, text))) {
            EXPECT_TRUE(set.speed >= kSlowest && set.speed <= kFastest) << text;
        }
    const auto backend =
        sim_commands<SetBackend>(gui.click(gui.find({"##left", "Simulation", "Backend", "Interpreter"})));
    ASSERT_EQ(backend.size(), 1U);
    EXPECT_EQ(backend[0].backend, sim::Backend::Interpreter);
}

TEST_F(Panels, TheProbePanelMovesAndSizesTheProbe)
{
    const ImVec2 x = gui.find({"##right", "Probe", "Position", 0, "##value"});
    const auto moves = edits<sim::MoveProbe>(gui.type_into_slider(x, "2"));
    ASSERT_FALSE(moves.empty());
    EXPECT_NEAR(moves.back().a.x, 1.9, 1e-12);
    EXPECT_NEAR(moves.back().b.x, 2.1, 1e-12);
    for (const char* const text : {"1e40", "nan", "inf"})
        for (const sim::MoveProbe& move : edits<sim::MoveProbe>(gui.type_into_slider(x, text))) {
            EXPECT_LE(std::abs(move.a.x), 1001.0) << text;
        }
    for (const auto& [label, field] : {std::pair("Radius", "radius"), std::pair("Speed", "speed")}) {
        const ImVec2 at = gui.find({"##right", "Probe", label, "##value"});
        const auto sets = edits<sim::SetProbeParameter>(gui.drag(at, {at.x + 30, at.y}));
        ASSERT_FALSE(sets.empty());
        EXPECT_EQ(sets[0].field, field);
        for (const char* const text : {"1e40", "nan", "0", "-3"})
            for (const sim::SetProbeParameter& set :
                 edits<sim::SetProbeParameter>(gui.type_into_slider(at, text))) {
                EXPECT_TRUE(set.value > 0.0 && set.value <= 20.0) << text;
            }
    }
    gui.state.camera.target = {3, 4, 5};
    const auto brought =
        edits<sim::MoveProbe>(gui.click(gui.find({"##right", "Probe", "Bring into view"})));
    ASSERT_EQ(brought.size(), 1U);
    EXPECT_NEAR(glm::length(0.5 * (brought[0].a + brought[0].b) - glm::dvec3(3, 4, 5)), 0.0, 1e-12);
}

TEST_F(Panels, TheViewPanelSetsTheLook)
{
    const auto mode =
        view_commands<SetLook>(gui.click(gui.find({"##right", "View", "Colour by", "Strain"})));
    ASSERT_EQ(mode.size(), 1U);
    EXPECT_EQ(mode[0].look.color_mode, renderer::ColorMode::Strain);
    const auto look_after = [&](const char* label) {
        const auto sets =
            view_commands<SetLook>(gui.click(gui.find({"##right", "View", label, "##value"})));
        EXPECT_EQ(sets.size(), 1U) << label;
        return sets.empty() ? LookSettings{} : sets[0].look;
    };
    EXPECT_FALSE(look_after("Particles").spheres);
    EXPECT_FALSE(look_after("Bonds").bonds);
    EXPECT_FALSE(look_after("Joints").joints);
    EXPECT_FALSE(look_after("Probes").probe);
    EXPECT_FALSE(look_after("Ground").ground);
    EXPECT_FALSE(look_after("Axes").gizmo);
    for (const char* const label : {"Bond width", "Particle size"}) {
        const ImVec2 at = gui.find({"##right", "View", label, "##value"});
        EXPECT_FALSE(view_commands<SetLook>(gui.drag(at, {at.x + 20, at.y})).empty()) << label;
        for (const char* const text : {"1e40", "nan", "-1"})
            for (const SetLook& set : view_commands<SetLook>(gui.type_into_slider(at, text))) {
                EXPECT_TRUE(set.look.bond_width_px >= 0.5 && set.look.bond_width_px <= 8.0) << text;
                EXPECT_TRUE(set.look.particle_scale >= 0.1 && set.look.particle_scale <= 4.0) << text;
            }
    }
    gui.click(gui.find({"##right", "View", "Interface", "##value"}));
    gui.rescan(); // the list lies open now
    const auto scale = view_commands<SetUiScale>(gui.click(gui.find({"##Combo_00", "200 %"})));
    ASSERT_EQ(scale.size(), 1U);
    EXPECT_EQ(scale[0].scale, 2.0);
}

TEST_F(Panels, TheScenePanelOpensAndSavesFiles)
{
    gui.state.scenes = {{"/scenes/one.pwe", "One"}, {"/scenes/two.pwe", "Two"}};
    gui.state.settings.recent = {"/old/three.pwe"};
    gui.click(gui.find({"##left", "Scene", "Examples"}));
    gui.rescan();
    auto opened =
        sim_commands<LoadScene>(gui.click(gui.find({"##left", "Scene", "/scenes/two.pwe", "Two"})));
    ASSERT_EQ(opened.size(), 1U);
    EXPECT_EQ(opened[0].path, "/scenes/two.pwe");

    for (const char* const line : {"Open and save", "Recent"}) {
        gui.click(gui.find({"##left", "Scene", line}));
        gui.rescan(); // what is below has moved
    }
    opened =
        sim_commands<LoadScene>(gui.click(gui.find({"##left", "Scene", "/old/three.pwe", "three.pwe"})));
    ASSERT_EQ(opened.size(), 1U);
    EXPECT_EQ(opened[0].path, "/old/three.pwe");

    opened = sim_commands<LoadScene>(
        gui.type_into_field(gui.find({"##left", "Scene", "scene.pwe", "##path"}), "/a b.pwe"));
    ASSERT_EQ(opened.size(), 1U) << "Enter opens";
    EXPECT_EQ(opened[0].path, "/a b.pwe");
    const auto saved = sim_commands<SaveScene>(
        gui.type_into_field(gui.find({"##left", "Scene", "save scene as", "##path"}), "/b.pwe"));
    ASSERT_EQ(saved.size(), 1U);
    EXPECT_EQ(saved[0].path, "/b.pwe");
    const auto session = sim_commands<SaveSession>(
        gui.type_into_field(gui.find({"##left", "Scene", "save session as", "##path"}), "/c.json"));
    ASSERT_EQ(session.size(), 1U);
    EXPECT_EQ(session[0].path, "/c.json");
    const auto again =
        sim_commands<SaveSession>(gui.click(gui.find({"##left", "Scene", "save session as", "Save"})));
    ASSERT_EQ(again.size(), 1U);
}

TEST_F(Panels, HeadersOpenAndCloseTheirPanel)
{
    const auto toggled =
        view_commands<TogglePanel>(gui.click(gui.find({"##right", "Material", "##header"})));
    ASSERT_EQ(toggled.size(), 1U);
    EXPECT_EQ(toggled[0].panel, Panel::Material);
    gui.state.settings.open_panels.reset();
    gui.rescan();
    EXPECT_FALSE(gui.has({"##right", "Material", system("soft"), "Stiffness", "##value"}));
    EXPECT_TRUE(gui.has({"##right", "Material", "##header"}));
}

TEST_F(Panels, TheDrawerShowsStatsAndLog)
{
    add(gui.state.log, {LogLevel::Info, "calm", {}});
    add(gui.state.log, {LogLevel::Error, "trouble", {}});
    const Commands log = gui.click(gui.find({"##drawer", "Log"}));
    ASSERT_EQ(view_commands<SelectTab>(log).size(), 1U);
    EXPECT_EQ(view_commands<ToggleDrawer>(gui.click(gui.find({"##drawer", "Stats"}))).size(), 1U)
        << "closes it";
    gui.state.settings.drawer_tab = DrawerTab::Log;
    gui.rescan();
    EXPECT_TRUE(
        view_commands<SetLogFilter>(gui.click(gui.find({"##drawer", "Trouble only"}))).at(0).errors_only);
    const auto copied = view_commands<CopyText>(gui.click(gui.find({"##drawer", "Copy"})));
    ASSERT_EQ(copied.size(), 1U);
    EXPECT_NE(copied[0].text.find("trouble"), std::string::npos);
    EXPECT_EQ(view_commands<ClearLog>(gui.click(gui.find({"##drawer", "Clear"}))).size(), 1U);
}

TEST_F(Panels, TheBarSavesPicturesHidesPanelsAndHelps)
{
    EXPECT_EQ(view_commands<SavePicture>(gui.click(gui.find({"##top_bar", "##picture"}))).size(), 1U);
    EXPECT_EQ(view_commands<TogglePanels>(gui.click(gui.find({"##top_bar", "##panels"}))).size(), 1U);
    EXPECT_EQ(view_commands<ToggleHelp>(gui.click(gui.find({"##top_bar", "##help"}))).size(), 1U);
    gui.state.help_open = true;
    gui.rescan();
    EXPECT_EQ(view_commands<ToggleHelp>(gui.click(gui.find({"##help", "Close"}))).size(), 1U);
}

TEST_F(Panels, ManyJointsAreSetAtOnce)
{
    std::string text =
        "world { soft s { nx = 8; ny = 8; spacing = 0.1 } entity h { dynamic = false } }\nsystems {\n";
    for (int i = 0; i < 20; ++i)
        text += "joint { on = s#" + std::to_string(i) + "; other = h }\n";
    show((text + "integrate { dt = 0.01 } }").c_str());
    const ImVec2 at = gui.find({"##right", "Material", "all", "Stiffness", "##value"});
    const auto sets = edits<sim::SetParameter>(gui.type_into_slider(at, "0.5"));
    ASSERT_EQ(sets.size(), 20U);
    for (std::uint32_t i = 0; i < 20; ++i)
        EXPECT_EQ(sets[i], (sim::SetParameter{i, "stiffness", {0.5, 0, 0}}));
}

} // namespace
} // namespace drape::test
