// argv to options. Pure: reads no file and prints nothing.
#pragma once

#include "sim/step.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace drape::app {

/// What `--backend` may say.
enum class BackendChoice
{
    Native,
    Interpreter,
    Both, ///< Side by side; the first differing bit is an error.
};

/// Size of a picture or window, pixels.
struct PixelSize
{
    int width_px = 0;
    int height_px = 0;
    bool operator==(const PixelSize&) const = default;
};

/// Which way gravity points for a body: standing (0, -1, 0), supine (0, 0, -1).
enum class Posture
{
    AsInScene,
    Standing,
    Supine,
};

struct ViewOptions
{
    std::string scene; ///< Empty: the default scene. A folder: its scenes.
    BackendChoice backend = BackendChoice::Native;
    PixelSize size{1440, 900};
    double ui_scale = 0.0; ///< 0: as the display says.
    bool paused = false;
    std::string session_out; ///< Empty: the session is not saved by itself.
    sim::Compute compute;
    std::uint64_t frames = 0; ///< Leave after this many frames; 0: when the window is closed.
};

struct RunOptions
{
    std::string scene;
    std::uint64_t steps = 0;
    BackendChoice backend = BackendChoice::Native;
    std::string out;   ///< State as CSV; empty: none.
    std::string frame; ///< PresentationFrame as JSON; empty: none.
    std::uint64_t hash_every = 0;
    sim::Compute compute;
    bool json = false;
};

/// Every `count`-th job of a list, from the `index`-th on.
struct Shard
{
    std::size_t index = 1; ///< 1..count
    std::size_t count = 1;
    bool operator==(const Shard&) const = default;
};

/// `run --jobs`: many runs, each in a process of its own.
struct JobsOptions
{
    std::string list;                   ///< "-": stdin.
    std::string out;                    ///< File of results, to be gone on with; empty: stdout.
    std::optional<std::uint64_t> steps; ///< For jobs that say no number.
    int workers = 0;                    ///< 0: one a processor, or fewer when each has threads.
    Shard shard;
    BackendChoice backend = BackendChoice::Native;
    sim::Compute compute;
};

/// `run --job`: one line of a list.
struct JobOptions
{
    std::string line;
    BackendChoice backend = BackendChoice::Native;
    sim::Compute compute;
};

struct CheckOptions
{
    std::vector<std::string> files;
    bool json = false;
};

struct LowerOptions
{
    std::string scene;
    std::optional<std::uint64_t> system; ///< From 1; all when absent.
    std::string entity;                  ///< All when empty.
};

struct GateOptions
{
    std::vector<std::string> scenes; ///< Empty: the default scene.
    sim::Compute compute;
    bool json = false;
};

struct ShotOptions
{
    std::string scene; ///< Empty: the default scene.
    std::string out;
    std::uint64_t steps = 0;
    PixelSize size{1280, 800};
    std::string camera; ///< A preset or the camera's text; empty: a view that fits.
    Posture posture = Posture::AsInScene;
    std::string view; ///< "color=strain,bonds=off"
    double ui_scale = 1.0;
    bool ui = false;
    BackendChoice backend = BackendChoice::Native;
    sim::Compute compute;
};

struct DoctorOptions
{};

struct ReplayOptions
{
    std::string session;
    BackendChoice backend = BackendChoice::Native;
    sim::Compute compute;
};

/// Text for stdout and exit code 0.
struct PrintText
{
    std::string text;
};

/// A command line that cannot be carried out: text for stderr and exit code 2.
struct UsageError
{
    std::string text;
};

using Invocation =
    std::variant<ViewOptions, RunOptions, JobsOptions, JobOptions, CheckOptions, LowerOptions, GateOptions,
                 ShotOptions, DoctorOptions, ReplayOptions, PrintText, UsageError>;

/// Reads the arguments after the program's name. Without a verb it is `view`. --help and --version win
/// over everything else; an unknown option or verb is reported with the nearest one.
Invocation parse_command_line(const std::vector<std::string>& arguments);

/// "3/8", or nothing when it is no part of a whole.
std::optional<Shard> parse_shard(const std::string& text);

/// "1280x720", or nothing when it is no size from 1 to 16384.
std::optional<PixelSize> parse_size(const std::string& text);

} // namespace drape::app
