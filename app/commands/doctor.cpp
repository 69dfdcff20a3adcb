#include "app/commands/commands.h"
#include "app/commands/common.h"
#include "app/files.h"
#include "app/fonts.h"
#include "renderer/headless_context.h"
#include "renderer/renderer.h"
#include "sim/lang/parser.h"
#include "sim/session.h"
#include "sim/state_hash.h"

#include <xxhash.h>

#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace drape::app {

namespace {

/// Hash of the test scene below after its steps.
constexpr std::uint64_t kDoctorHash = 0x4884e1885c1d5f43;

/// "label: text" in aligned columns.
std::string line(const std::string& label, const std::string& text)
{
    constexpr std::size_t kColumn = 18;
    return label + std::string(label.size() < kColumn ? kColumn - label.size() : 1, ' ') + text + "\n";
}

std::string variable(const char* name)
{
    const char* const value = std::getenv(name);
    return value == nullptr ? "(not set)" : value;
}

/// A field of /proc/cpuinfo, from its first processor.
std::string cpu_field(const std::string& name)
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string text; std::getline(file, text);)
        if (text.rfind(name, 0) == 0 && text.find(':') != std::string::npos)
            return text.substr(std::min(text.find(':') + 2, text.size()));
    return {};
}

std::string vector_features()
{
    constexpr std::array<const char*, 8> kFeatures = {"sse2", "sse4_1",  "avx",      "avx2",
                                                      "fma",  "avx512f", "avx512vl", "asimd"};
    const std::string x86 = cpu_field("flags");
    std::istringstream flags(x86.empty() ? cpu_field("Features") : x86);
    std::vector<std::string> have;
    for (std::string flag; flags >> flag;)
        have.push_back(flag);
    std::string text;
    for (const char* feature : kFeatures)
        if (std::find(have.begin(), have.end(), feature) != have.end())
            text += (text.empty() ? "" : " ") + std::string(feature);
    return text.empty() ? "(unknown)" : text;
}

std::string system_report()
{
    struct utsname system = {};
    ::uname(&system);
    std::string text = line("drape", DRAPE_VERSION);
    text += line("system", std::string(system.sysname) + " " + system.release + " " + system.machine);
    text += line("processor", cpu_field("model name") + ", " +
                                  std::to_string(std::thread::hardware_concurrency()) + " threads");
    text += line("vector units", vector_features());
    text += line("display",
                 "DISPLAY " + variable("DISPLAY") + ", WAYLAND_DISPLAY " + variable("WAYLAND_DISPLAY"));
    return text;
}

std::string folder_line(const std::string& label, const std::string& folder)
{
    std::error_code ignored;
    if (folder.empty())
        return line(label, "(no home folder)");
    return line(label, folder + (std::filesystem::is_directory(folder, ignored) ? "" : " (not there yet)"));
}

std::string path_report()
{
    std::string text = folder_line("assets", assets_folder());
    text += line("scenes", std::to_string(list_scenes(assets_folder() + "/scenes").size()));
    text += folder_line("settings", config_folder());
    text += folder_line("state", state_folder());
    const std::vector<std::string> fonts = installed_fonts();
    for (std::size_t i = 0; i < fonts.size(); ++i)
        text += line(i == 0 ? "fonts" : "", fonts[i]);
    if (fonts.empty())
        text += line("fonts", "none found: the built-in one is used");
    return text;
}

/// A picture of one sphere of known place and colour: says whether this driver draws what it is told.
std::string test_picture(bool& good)
{
    const sim::ParsedScene parsed =
        sim::parse_scene("world { entity a { sphere = 1.0; color = 0x00FF00 } }");
    const Result<sim::World> world = sim::build_world(parsed.scene, "test");
    Result<renderer::Renderer> renderer = renderer::Renderer::create();
    Result<renderer::FrameTarget> target = renderer::FrameTarget::create(64, 64);
    if (!renderer || !target) {
        good = false;
        return line("test picture", renderer ? target.error().message : renderer.error().message);
    }
    sim::Snapshot snapshot;
    sim::take_snapshot(world.value(), snapshot);
    renderer.value().draw(snapshot, {}, {}, target.value());
    const renderer::Image image = target.value().read_image();
    const renderer::Rgba8 middle = image.at(32, 32), corner = image.at(1, 1);
    good = middle.g > middle.r + 30 && middle.g > middle.b + 30 && middle != corner;
    const std::uint64_t hash =
        XXH3_64bits(image.pixels.data(), image.pixels.size() * sizeof(renderer::Rgba8));
    return line("test picture", std::string(good ? "right" : "WRONG: the sphere is not green") + ", hash " +
                                    sim::format_hash(hash));
}

std::string gl_report(bool& good)
{
    const Result<renderer::HeadlessContext> context = renderer::HeadlessContext::create();
    if (!context) {
        good = false;
        return line("OpenGL (EGL)", "none: " + context.error().message);
    }
    const renderer::GlInfo& info = context.value().info();
    std::string text = line("OpenGL (EGL)", info.version);
    text += line("  renderer", info.renderer);
    text += line("  vendor", info.vendor);
    text += line("  limits", std::to_string(info.max_texture_size_px) + " px, " +
                                 std::to_string(info.max_samples) + " samples");
    return text + test_picture(good);
}

/// Runs a small scene in both backends: says whether this machine's arithmetic is the expected one.
std::string solver_report(bool& good)
{
    // The RFC's example after 60 steps; the same number on every machine, or the determinism is broken.
    constexpr const char* kScene =
        "world { soft cloth { nx = 8; ny = 8; spacing = 0.25; origin = (0, 4, 0); mass = 0.2 } }"
        "systems { gravity { gravity_y = -9.81; dt = 0.016 } integrate { dt = 0.016 }"
        " soft { body = cloth; stiffness = 1.0; damping = 0.5; iterations = 6 } }";
    std::array<std::uint64_t, 2> hashes{};
    for (std::size_t i = 0; i < hashes.size(); ++i) {
        Result<sim::World> world = sim::build_world(sim::parse_scene(kScene).scene, "test");
        sim::Stepper stepper(i == 0 ? sim::Backend::Native : sim::Backend::Interpreter);
        for (int step = 0; step < 60; ++step)
            stepper.step(world.value());
        hashes[i] = sim::hash_state(world.value().state);
    }
    good = hashes[0] == hashes[1] && hashes[0] == kDoctorHash;
    return line(
        "solver",
        std::string(good ? "right" : "WRONG, expected " + sim::format_hash(kDoctorHash)) + ", hash " +
            sim::format_hash(hashes[0]) +
            (hashes[0] == hashes[1] ? "" : " native, " + sim::format_hash(hashes[1]) + " interpreter"));
}

} // namespace

ExitCode doctor_command(const DoctorOptions&)
{
    bool has_gl = true, has_solver = true;
    std::string text = system_report();
    text += gl_report(has_gl);
    text += solver_report(has_solver);
    text += path_report();
    if (!print(text))
        return ExitCode::Unwritable;
    if (!has_solver)
        return ExitCode::CheckFailed;
    return has_gl ? ExitCode::Done : ExitCode::NoDisplay;
}

} // namespace drape::app
