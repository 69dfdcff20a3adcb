// What several verbs share: loading a scene, printing, progress, interruption.
#pragma once

#include "app/cli.h"
#include "app/exit_code.h"
#include "app/interrupt.h"
#include "sim/lang/diagnostics.h"
#include "sim/world.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace drape::app {

/// A scene ready to run, and the text it came from.
struct LoadedScene
{
    std::string path; ///< As found.
    std::string text;
    sim::SceneFiles files; ///< Profiles and meshes that it names.
    sim::World world;
};

/// Name of the scene that opens when none is given.
inline constexpr std::string_view kDefaultScene = "breast";

/// Reads, checks and builds a scene. Warnings and errors go to stderr in the diagnostics' format; the
/// returned error then says only that the scene has errors.
Result<LoadedScene> load_scene(const std::string& argument);

/// The backend that is not `both`.
sim::Backend single_backend(BackendChoice choice);

/// Prints "drape: MESSAGE" on stderr and gives the error's exit code.
ExitCode report(const Error& error);

/// Prints diagnostics, with colour where the stream is a terminal and NO_COLOR is not set.
void print_diagnostics(std::FILE* stream, const std::vector<sim::Diagnostic>& diagnostics,
                       const std::string& file, const std::string& source);

/// Writes all of `text` to stdout. Where it cannot be written (a closed pipe, a full disk) says so on
/// stderr and returns false; the exit code is then Unwritable.
bool print(std::string_view text);

/// A Usage error when an output is the input or two outputs are one file; empty names are none.
std::optional<Error> find_clash(const std::string& input, std::span<const std::string> outputs);

/// A bar on stderr, shown only on a terminal and only when the work takes longer than half a second.
class Progress
{
public:
    Progress(std::string label, std::uint64_t total);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();
    void update(std::uint64_t done);

private:
    using Clock = std::chrono::steady_clock;
    std::string label_;
    std::uint64_t total_;
    bool is_terminal_;
    bool is_shown_ = false;
    Clock::time_point next_;
};

} // namespace drape::app
