// The real window under X: opened, drawn, resized, hidden, dragged in and closed, as a person would.
#include "app/layout.h"
#include "app/view_commands.h"
#include "renderer/camera.h"
#include "sim/session.h"
#include "sim/state_hash.h"
#include "tests/cli/program.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

namespace drape::test {
namespace {

constexpr int kWidth = 1280, kHeight = 800;

void wait_s(double seconds)
{
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

int xdo(const std::string& arguments)
{
    return std::system(("xdotool " + arguments + " >/dev/null 2>&1").c_str());
}

/// The viewer with a scene of assets/, its settings in a folder of their own; ends when this goes.
class Viewer
{
public:
    Viewer(const std::string& scene, const std::string& options)
    {
        ::setenv("XDG_CONFIG_HOME", folder_.file("config").c_str(), 1);
        ::setenv("XDG_STATE_HOME", folder_.file("state").c_str(), 1);
        const std::string command = std::string("exec '") + DRAPE_BINARY + "' view '" + source_path(scene) +
                                    "' --size 1280x800 --ui-scale 1 --session '" + session_file() + "' " +
                                    options;
        process_ = ::fork();
        if (process_ == 0) {
            ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            ::_exit(127);
        }
    }
    Viewer(const Viewer&) = delete;
    Viewer& operator=(const Viewer&) = delete;
    ~Viewer()
    {
        if (process_ > 0) {
            ::kill(process_, SIGKILL);
            ::waitpid(process_, nullptr, 0);
        }
    }

    bool wait_for_window() const { return xdo("search --sync --onlyvisible --name Drape") == 0; }
    bool is_running() const
    {
        return ::kill(process_, 0) == 0 && ::waitpid(process_, nullptr, WNOHANG) == 0;
    }
    /// Closes it as a session manager would; the exit code.
    int close()
    {
        ::kill(process_, SIGTERM);
        return wait_for_end();
    }
    int wait_for_end()
    {
        int status = 0;
        ::waitpid(process_, &status, 0);
        process_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    sim::Session session() const
    {
        const Result<sim::Session> session = sim::read_session(read_text(session_file()), "session");
        EXPECT_TRUE(session.ok()) << (session.ok() ? "" : session.error().message);
        return session.ok() ? session.value() : sim::Session{};
    }

private:
    std::string session_file() const { return folder_.file("session.json"); }

    TemporaryFolder folder_;
    pid_t process_ = -1;
};

/// Where a point of the scene's first frame is in the window, px.
glm::dvec2 place_in_window(const sim::World& world, const glm::dvec3& point)
{
    sim::Snapshot snapshot;
    sim::take_snapshot(world, snapshot);
    const app::Layout layout = app::make_layout(kWidth, kHeight, 1.0f, app::Settings{});
    const renderer::Viewport viewport{static_cast<int>(layout.viewport.w),
                                      static_cast<int>(layout.viewport.h)};
    const renderer::Camera camera = app::home_camera({viewport, renderer::frame_bounds(snapshot)});
    const auto px = renderer::project(camera, viewport, point);
    EXPECT_TRUE(px.has_value());
    return px->px +
           glm::dvec2(static_cast<double>(layout.viewport.x), static_cast<double>(layout.viewport.y));
}

std::string text_of(const glm::dvec2& px)
{
    return std::to_string(static_cast<int>(px.x)) + " " + std::to_string(static_cast<int>(px.y));
}

class Window : public testing::Test
{
protected:
    void SetUp() override
    {
        if (std::getenv("DISPLAY") == nullptr)
            GTEST_SKIP() << "no display here";
        if (std::system("command -v xdotool >/dev/null 2>&1") != 0)
            GTEST_SKIP() << "no xdotool here";
    }
};

TEST_F(Window, OpensDrawsSixtyFramesAndLeavesWithZero)
{
    Viewer viewer("assets/scenes/curtain.pwe", "--frames 60");
    EXPECT_EQ(viewer.wait_for_end(), 0);
}

TEST_F(Window, SurvivesAResizeToOnePixelHidingAndAClosingInTheMiddleOfASlowStep)
{
    // The interpreter on 64 x 64 takes long enough that the end falls into a step.
    Viewer viewer("assets/scenes/drape.pwe", "--backend interpreter");
    ASSERT_TRUE(viewer.wait_for_window());
    for (const char* size : {"1 1", "1000 700", "320 1", "1 600", "1500 900"}) {
        xdo("search --onlyvisible --name Drape windowsize " + std::string(size));
        wait_s(0.4);
        ASSERT_TRUE(viewer.is_running()) << size;
    }
    xdo("search --name Drape windowunmap");
    wait_s(0.5);
    xdo("search --name Drape windowmap");
    wait_s(0.5);
    ASSERT_TRUE(viewer.is_running());
    EXPECT_EQ(viewer.close(), 0);
    EXPECT_TRUE(sim::replay(viewer.session(), sim::Backend::Native).value().matches());
}

TEST_F(Window, ADragMovesTheProbeDentsTheCurtainAndEndsOverAPanel)
{
    const sim::World still = world_of(read_text(source_path("assets/scenes/curtain.pwe")));
    const sim::ProbePose& home = still.home_probes[0];
    const glm::dvec2 at = place_in_window(still, (home.a + home.b) * 0.5);

    Viewer viewer("assets/scenes/curtain.pwe", "--paused");
    ASSERT_TRUE(viewer.wait_for_window());
    wait_s(2.0);
    xdo("mousemove " + text_of(at) + " sleep 0.5 mousedown 1 sleep 0.3");
    for (int i = 0; i < 9; ++i)
        xdo("click 4 sleep 0.1"); // the wheel pushes it away from the eye, into the cloth
    xdo("key space sleep 2");
    xdo("mousemove_relative -- -40 -20 sleep 0.2 mousemove_relative -- -40 -20 sleep 0.5");
    xdo("mousemove 140 600 sleep 0.5 mouseup 1 sleep 0.3"); // over the left column
    for (int i = 0; i < 5; ++i)
        xdo("mousemove_relative -- 110 -30 sleep 0.1"); // nothing is held any more
    wait_s(1.0);
    ASSERT_EQ(viewer.close(), 0);

    const sim::Session session = viewer.session();
    ASSERT_GT(session.hashes.size(), 500U);
    std::uint64_t last_move = 0;
    for (const sim::TimedEdit& timed : session.edits)
        if (std::holds_alternative<sim::MoveProbe>(timed.edit))
            last_move = timed.tick;
    EXPECT_GT(last_move, 0U);
    EXPECT_LT(last_move + 300, session.hashes.size())
        << "the drag went on after its release over the panel";

    // The same edits again, beside a run that nothing touches: the cloth gave way.
    sim::World touched = still, free = still;
    sim::Stepper stepper(sim::Backend::Native);
    auto edit = session.edits.begin();
    double dent = 0.0;
    std::uint32_t contacts = 0;
    while (touched.tick < session.hashes.size()) {
        for (; edit != session.edits.end() && edit->tick == touched.tick; ++edit)
            ASSERT_TRUE(sim::apply_edit(edit->edit, touched).ok());
        stepper.step(touched);
        stepper.step(free);
        ASSERT_EQ(sim::hash_state(touched.state), session.hashes[touched.tick - 1])
            << "step " << touched.tick;
        contacts = std::max(contacts, touched.probe_reports[0].contacts);
        for (std::size_t i = 0; i < touched.state.position.size(); ++i)
            dent = std::max(dent, std::abs(touched.state.position[i].z - free.state.position[i].z));
    }
    EXPECT_GT(contacts, 3U);
    EXPECT_GT(dent, 0.05);
}

TEST_F(Window, SixtyFourSquaredClothKeepsItsFullRate)
{
    const TemporaryFolder folder;
    const std::string scene = folder.write(
        "cloth.pwe",
        "world { soft cloth { nx = 64; ny = 64; spacing = 0.03; origin = (-1, 1, 0); mass = 0.001 } }\n"
        "systems { gravity { gravity_y = -9.81; dt = 1/60 } integrate { dt = 1/60 }\n"
        "  soft { body = cloth; iterations = 6 } ground_contact { restitution = 0.2 } }\n");
    const auto begin = std::chrono::steady_clock::now();
    Viewer viewer("../" + std::filesystem::relative(scene, source_path("..")).string(), "");
    ASSERT_TRUE(viewer.wait_for_window());
    wait_s(10.0);
    ASSERT_EQ(viewer.close(), 0);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    // Loading and closing take their share; a machine that runs other things, too, gets some slack.
    EXPECT_GT(static_cast<double>(viewer.session().hashes.size()), 0.7 * 60.0 * seconds);
}

} // namespace
} // namespace drape::test
