// The thread that runs the simulation: pace, commands, recording, trouble, and its end.
#include "app/files.h"
#include "app/sim_thread.h"
#include "sim/session.h"
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <limits>
#include <thread>

namespace drape::test {
namespace {

using namespace app;
using namespace std::chrono_literals;

class Simulating : public testing::Test
{
protected:
    Simulating()
        : thread(log, {})
    {}

    static std::string temporary(const std::string& name)
    {
        return testing::TempDir() + "drape_" + std::to_string(::getpid()) + "_" + name;
    }
    static std::string write_scene(const std::string& name, const std::string& text)
    {
        std::ofstream(temporary(name)) << text;
        return temporary(name);
    }
    static std::string cloth(double dt)
    {
        const std::string t = std::to_string(dt);
        return "world { soft cloth { nx = 6; ny = 6; spacing = 0.2; origin = (0, 3, 0) }\n"
               "  probe tip { a = (0.5, 2, 0); b = (0.5, 2, 0); radius = 0.2; speed = 5 } }\n"
               "systems { gravity { acceleration = (0, -9.81, 0); dt = " +
               t + " }\n integrate { dt = " + t +
               " }\n"
               " soft { body = cloth; stiffness = 0.5; iterations = 2 }\n contact { probe = tip; body = "
               "cloth }\n"
               " ground_contact { restitution = 0.1 }\n update_velocity { dt = " +
               t + " } }\n";
    }

    /// Waits until the frame says so; false after ten seconds.
    bool wait_for(const std::function<bool(const SimFrame&)>& holds)
    {
        const auto end = std::chrono::steady_clock::now() + 10s;
        while (std::chrono::steady_clock::now() < end) {
            thread.take();
            if (holds(thread.latest()))
                return true;
            std::this_thread::sleep_for(1ms);
        }
        return false;
    }
    bool wait_done(std::uint64_t number)
    {
        return wait_for([number](const SimFrame& frame) { return frame.status.commands_done >= number; });
    }
    std::string said()
    {
        std::string text;
        for (const LogMessage& message : log.drain())
            text += message.text + "\n";
        return text;
    }

    LogQueue log;
    SimThread thread;
};

TEST_F(Simulating, KeepsThePaceOfTheWallClock)
{
    thread.post(LoadScene{write_scene("pace.pwe", cloth(0.004))});
    ASSERT_TRUE(wait_for([](const SimFrame& frame) { return frame.snapshot.step > 0; }));
    const std::uint64_t before = thread.latest().snapshot.step;
    const auto start = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(600ms);
    thread.post(Pause{});
    ASSERT_TRUE(wait_for([](const SimFrame& frame) { return !frame.status.playing; }));
    const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double made = static_cast<double>(thread.latest().snapshot.step - before);
    EXPECT_NEAR(made, passed / 0.004, 0.25 * passed / 0.004);
    EXPECT_NEAR(thread.latest().status.wanted_steps_per_s, 250.0, 1e-9);
}

TEST_F(Simulating, SpeedScalesThePaceAndWildSpeedsAreClamped)
{
    thread.post(LoadScene{write_scene("speed.pwe", cloth(0.01))});
    ASSERT_TRUE(wait_done(thread.post(SetSpeed{1e40})));
    EXPECT_EQ(thread.latest().status.speed, kFastest);
    ASSERT_TRUE(wait_done(thread.post(SetSpeed{std::numeric_limits<double>::quiet_NaN()})));
    EXPECT_EQ(thread.latest().status.speed, kFastest);
    ASSERT_TRUE(wait_done(thread.post(SetSpeed{0.05})));
    const std::uint64_t before = thread.latest().snapshot.step;
    std::this_thread::sleep_for(500ms);
    thread.take();
    EXPECT_NEAR(static_cast<double>(thread.latest().snapshot.step - before), 2.5, 3.0);
}

TEST_F(Simulating, PausesStepsAndResets)
{
    thread.post(Pause{});
    ASSERT_TRUE(wait_done(thread.post(LoadScene{write_scene("step.pwe", cloth(0.01))})));
    EXPECT_EQ(thread.latest().snapshot.step, 0U);
    EXPECT_FALSE(thread.latest().status.playing);
    const std::uint64_t start_hash = thread.latest().snapshot.state_hash;
    thread.post(StepOnce{});
    ASSERT_TRUE(wait_done(thread.post(StepOnce{})));
    EXPECT_EQ(thread.latest().snapshot.step, 2U);
    std::this_thread::sleep_for(50ms);
    EXPECT_FALSE(thread.take()) << "nothing is published while nothing happens";
    ASSERT_TRUE(wait_done(thread.post(sim::Edit(sim::Reset{}))));
    EXPECT_EQ(thread.latest().snapshot.step, 0U);
    EXPECT_EQ(thread.latest().snapshot.state_hash, start_hash);
}

TEST_F(Simulating, EditsShowInTheMaterialsAndBadOnesAreLogged)
{
    thread.post(Pause{});
    thread.post(LoadScene{write_scene("edit.pwe", cloth(0.01))});
    ASSERT_TRUE(wait_done(thread.post(sim::Edit(sim::SetParameter{2, "stiffness", {0.25, 0, 0}}))));
    const MaterialView& material = *thread.latest().material;
    EXPECT_EQ(std::get<sim::SoftSystem>(material.systems[2]).stiffness, 0.25);
    EXPECT_EQ(std::get<sim::SoftSystem>(material.file_systems[2]).stiffness, 0.5);
    said();
    ASSERT_TRUE(wait_done(thread.post(sim::Edit(sim::SetParameter{99, "stiffness", {0.25, 0, 0}}))));
    EXPECT_NE(said().find("there is no system 99"), std::string::npos);
}

TEST_F(Simulating, KeepsTheOldSceneWhenTheNewOneIsBad)
{
    thread.post(Pause{});
    ASSERT_TRUE(wait_done(thread.post(LoadScene{write_scene("good.pwe", cloth(0.01))})));
    const auto topology = thread.latest().snapshot.topology;
    said();
    thread.post(LoadScene{source_path("tests/inputs/pwe/missing_dt.pwe")});
    ASSERT_TRUE(wait_done(thread.post(LoadScene{"/nowhere/at/all.pwe"})));
    EXPECT_EQ(thread.latest().snapshot.topology, topology);
    EXPECT_EQ(thread.latest().material->scene_number, 1U);
    const std::string text = said();
    EXPECT_NE(text.find("missing_dt.pwe:4:3: error 48"), std::string::npos) << text;
    EXPECT_NE(text.find("/nowhere/at/all.pwe"), std::string::npos) << text;
}

TEST_F(Simulating, ARecordedSessionReplaysToTheSameHash)
{
    thread.post(LoadScene{write_scene("session.pwe", cloth(0.004))});
    thread.post(sim::Edit(sim::SetGravity{{0, 0, -9.81}}));
    std::this_thread::sleep_for(60ms);
    thread.post(sim::Edit(sim::Grab{7, {1, 4, 1}}));
    thread.post(sim::Edit(sim::MoveProbe{0, {0.3, 2.9, 0.1}, {0.3, 2.9, 0.1}}));
    std::this_thread::sleep_for(60ms);
    thread.post(SetBackend{sim::Backend::Interpreter});
    thread.post(sim::Edit(sim::Release{}));
    thread.post(sim::Edit(sim::SetParameter{2, "iterations", {5, 0, 0}}));
    std::this_thread::sleep_for(60ms);
    thread.post(sim::Edit(sim::Reset{}));
    std::this_thread::sleep_for(60ms);
    const std::string path = temporary("session.json");
    ASSERT_TRUE(thread.stop(path).ok());
    const Result<std::string> text = read_file(path, kMaxSessionBytes);
    ASSERT_TRUE(text.ok());
    const Result<sim::Session> session = sim::read_session(text.value(), path);
    ASSERT_TRUE(session.ok()) << session.error().message;
    EXPECT_GT(session.value().hashes.size(), 10U);
    EXPECT_EQ(session.value().edits.size(), 6U);
    const Result<sim::ReplayResult> replayed = sim::replay(session.value(), sim::Backend::Native);
    ASSERT_TRUE(replayed.ok()) << replayed.error().message;
    EXPECT_TRUE(replayed.value().matches()) << replayed.value().message;
    std::remove(path.c_str());
}

TEST_F(Simulating, SavesTheSceneWithItsEdits)
{
    thread.post(Pause{});
    thread.post(LoadScene{write_scene("save.pwe", cloth(0.01))});
    thread.post(sim::Edit(sim::SetParameter{2, "stiffness", {0.125, 0, 0}}));
    const std::string path = temporary("saved.pwe");
    ASSERT_TRUE(wait_done(thread.post(SaveScene{path})));
    EXPECT_NE(read_text(path).find("0.125"), std::string::npos);
    said();
    ASSERT_TRUE(wait_done(thread.post(SaveScene{"/nowhere/at/all.pwe"})));
    EXPECT_NE(said().find("cannot be written"), std::string::npos);
    std::remove(path.c_str());
}

TEST_F(Simulating, PausesAtTheLastGoodStepWhenNumbersGoBad)
{
    thread.post(LoadScene{source_path("tests/inputs/pwe/diverging.pwe")});
    thread.post(SetSpeed{kFastest});
    ASSERT_TRUE(wait_for([](const SimFrame& frame) { return frame.status.fault.has_value(); })) << said();
    const SimFrame& frame = thread.latest();
    EXPECT_FALSE(frame.status.playing);
    EXPECT_LT(frame.status.fault->entity, frame.snapshot.position.size());
    for (const glm::dvec3& position : frame.snapshot.position)
        EXPECT_TRUE(std::isfinite(position.x) && std::isfinite(position.y) && std::isfinite(position.z));
    EXPECT_NE(said().find("no longer finite"), std::string::npos);
    ASSERT_TRUE(wait_done(thread.post(sim::Edit(sim::Reset{}))));
    EXPECT_FALSE(thread.latest().status.fault.has_value());
}

TEST_F(Simulating, EndsInTheMiddleOfSlowStepsWithAFullQueue)
{
    thread.post(SetBackend{sim::Backend::Interpreter});
    thread.post(LoadScene{write_scene(
        "slow.pwe", "world { soft big { nx = 40; ny = 40; nz = 4; spacing = 0.1 } }\n"
                    "systems { soft { body = big; iterations = 8 } integrate { dt = 0.001 } }\n")});
    std::this_thread::sleep_for(100ms);
    for (int i = 0; i < 1000; ++i)
        thread.post(StepOnce{});
    EXPECT_TRUE(thread.stop("").ok());
}

TEST_F(Simulating, ASessionThatCannotBeWrittenIsAnError)
{
    EXPECT_EQ(thread.stop("/nowhere/session.json").error().kind, ErrorKind::Failed) << "no scene was open";
    LogQueue other_log;
    SimThread other(other_log, {});
    other.post(LoadScene{write_scene("unwritable.pwe", cloth(0.01))});
    std::this_thread::sleep_for(50ms);
    EXPECT_EQ(other.stop("/nowhere/session.json").error().kind, ErrorKind::Unwritable);
}

TEST_F(Simulating, CommandsWithoutASceneDoNoHarm)
{
    thread.post(Play{});
    thread.post(StepOnce{});
    thread.post(sim::Edit(sim::Reset{}));
    thread.post(sim::Edit(sim::Grab{5, {}}));
    ASSERT_TRUE(wait_done(thread.post(SaveScene{temporary("none.pwe")})));
    EXPECT_NE(said().find("there is no scene to save"), std::string::npos);
    EXPECT_EQ(thread.latest().snapshot.topology, nullptr);
}

} // namespace
} // namespace drape::test
