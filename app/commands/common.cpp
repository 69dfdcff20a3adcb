#include "app/commands/common.h"

#include "app/files.h"
#include "app/scene_files.h"
#include "app/scene_inputs.h"
#include "sim/check.h"
#include "sim/lang/parser.h"
#include "sim/text.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace drape::app {

namespace {

bool wants_color(std::FILE* stream)
{
    const char* const no_color = std::getenv("NO_COLOR");
    return (no_color == nullptr || no_color[0] == '\0') && ::isatty(::fileno(stream)) != 0;
}

/// Bold red "error", bold yellow "warning" after the place.
std::string colored(const std::string& text)
{
    std::string result = text;
    for (const auto& [word, color] :
         {std::pair{": error ", "\x1b[1;31m"}, std::pair{": warning ", "\x1b[1;33m"}}) {
        const std::size_t at = result.find(word);
        if (at == std::string::npos || at > result.find('\n'))
            continue;
        const std::size_t length = std::string_view(word).size() - 3;
        result.insert(at + 2 + length, "\x1b[0m");
        result.insert(at + 2, color);
        break;
    }
    return result;
}

} // namespace

namespace {

/// For a name that is no file: the shipped scene that it comes nearest to.
std::string scene_hint(const std::string& name)
{
    std::error_code ignored;
    if (name == "-" || name.find('/') != std::string::npos || std::filesystem::exists(name, ignored))
        return {};
    std::vector<std::string> shipped;
    for (const SceneFile& scene : find_scenes(assets_folder() + "/scenes"))
        shipped.push_back(std::filesystem::path(scene.path).stem().string());
    const std::string near = suggestion(name, shipped);
    if (!near.empty())
        return near;
    std::string list;
    for (const std::string& scene : shipped)
        list += (list.empty() ? "" : ", ") + scene;
    return "; shipped scenes are " + list;
}

} // namespace

Result<LoadedScene> load_scene(const std::string& argument)
{
    const std::string path = find_scene(argument);
    Result<std::string> text = read_file(path, kMaxSceneBytes);
    if (!text)
        return Error{text.error().kind, text.error().message + scene_hint(path)};
    const std::string shown = path == "-" ? "<stdin>" : path;
    const sim::ParsedScene parsed = sim::parse_scene(text.value());
    print_diagnostics(stderr, parsed.diagnostics, shown, text.value());
    if (!parsed.ok())
        return Error{ErrorKind::Unreadable, shown + ": the scene has errors"};
    Result<BuiltScene> built = build_scene(parsed.scene, shown);
    if (!built)
        return built.error();
    return LoadedScene{path, std::move(text).value(), std::move(built.value().files),
                       std::move(built.value().world)};
}

sim::Backend single_backend(BackendChoice choice)
{
    DRAPE_ASSERT(choice != BackendChoice::Both);
    return choice == BackendChoice::Interpreter ? sim::Backend::Interpreter : sim::Backend::Native;
}

ExitCode report(const Error& error)
{
    std::fprintf(stderr, "drape: %s\n", visible(error.message).c_str());
    return exit_code_of(error.kind);
}

void print_diagnostics(std::FILE* stream, const std::vector<sim::Diagnostic>& diagnostics,
                       const std::string& file, const std::string& source)
{
    const bool color = wants_color(stream);
    for (const sim::Diagnostic& diagnostic : diagnostics) {
        const std::string text = sim::format_diagnostic(diagnostic, file, source);
        std::fputs((color ? colored(text) : text).c_str(), stream);
    }
}

bool print(std::string_view text)
{
    errno = 0;
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
        return true;
    report(
        {ErrorKind::Unwritable, std::string("standard output cannot be written: ") + std::strerror(errno)});
    return false;
}

std::optional<Error> find_clash(const std::string& input, std::span<const std::string> outputs)
{
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (outputs[i].empty())
            continue;
        if (is_same_file(input, outputs[i]))
            return Error{ErrorKind::Usage, outputs[i] + " is the input: writing there would destroy it"};
        for (std::size_t k = 0; k < i; ++k)
            if (outputs[i] == outputs[k] || is_same_file(outputs[i], outputs[k]))
                return Error{ErrorKind::Usage, "two outputs cannot go to one file: " + outputs[i]};
    }
    return std::nullopt;
}

Progress::Progress(std::string label, std::uint64_t total)
    : label_(std::move(label))
    , total_(total)
    , is_terminal_(::isatty(STDERR_FILENO) != 0)
    , next_(Clock::now() + std::chrono::milliseconds(500))
{}

Progress::~Progress()
{
    if (is_shown_)
        std::fputs("\r\x1b[K", stderr);
}

void Progress::update(std::uint64_t done)
{
    if (!is_terminal_ || Clock::now() < next_)
        return;
    constexpr std::uint64_t kWidth = 40;
    next_ = Clock::now() + std::chrono::milliseconds(100);
    is_shown_ = true;
    const double share = total_ == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(total_);
    const auto filled = static_cast<std::size_t>(share * kWidth);
    const std::string bar = std::string(filled, '=') + std::string(kWidth - filled, ' ');
    std::fprintf(stderr, "\r%s [%s] %3.0f%%", label_.c_str(), bar.c_str(), share * 100.0);
    std::fflush(stderr);
}

} // namespace drape::app
