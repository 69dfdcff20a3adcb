#include "app/scene_inputs.h"

#include "app/files.h"
#include "sim/text.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace drape::app {

namespace {

/// The files that `name` may mean, the first that is there wins.
std::vector<std::string> candidates(const std::string& name, const std::string& scene_path,
                                    const std::string& shipped_folder, const std::string& ending)
{
    const std::filesystem::path given(name);
    std::vector<std::string> paths;
    const auto add = [&](const std::filesystem::path& path) {
        paths.push_back(path.string());
        if (!ending.empty() && path.extension() != ending)
            paths.push_back(path.string() + ending);
    };
    if (given.is_absolute()) {
        add(given);
        return paths;
    }
    add(std::filesystem::path(scene_path == "-" ? "" : scene_path).parent_path() / given);
    add(std::filesystem::path(assets_folder()) / shipped_folder / given);
    return paths;
}

std::string first_file(const std::vector<std::string>& paths)
{
    std::error_code ignored;
    for (const std::string& path : paths)
        if (std::filesystem::is_regular_file(path, ignored))
            return path;
    return {};
}

std::string shipped_profiles()
{
    std::vector<std::string> names;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(assets_folder() + "/profiles", ignored))
        if (entry.path().extension() == ".toml")
            names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

Error missing(const sim::NeededFile& file, const std::string& scene_path,
              const std::vector<std::string>& paths)
{
    const bool is_profile = file.kind == sim::NeededFile::Kind::Profile;
    const auto other = std::find_if(paths.begin(), paths.end(), [](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::exists(path, ignored);
    });
    const std::string fault = other == paths.end() ? "\" is not there; looked for " + paths.front()
                                                   : "\": " + *other + " is not a regular file";
    return {ErrorKind::Unreadable, scene_path + ":" + std::to_string(file.where.line) + ":" +
                                       std::to_string(file.where.column) + ": the " +
                                       (is_profile ? "profile" : "mesh") + " \"" + file.name + fault +
                                       (is_profile ? "; shipped are " + shipped_profiles() : "")};
}

} // namespace

std::string find_scene(const std::string& argument)
{
    std::error_code ignored;
    if (argument == "-" || std::filesystem::exists(argument, ignored) ||
        argument.find('/') != std::string::npos)
        return argument;
    const std::string base = assets_folder() + "/scenes/" + argument;
    for (const std::string& candidate : {base, base + ".pwe"})
        if (std::filesystem::is_regular_file(candidate, ignored))
            return candidate;
    return argument;
}

std::string find_profile(const std::string& name, const std::string& scene_path)
{
    return first_file(candidates(name, scene_path, "profiles", ".toml"));
}

Result<sim::SceneFiles> read_scene_files(const sim::SceneDesc& scene, const std::string& scene_path)
{
    sim::SceneFiles files;
    for (const sim::NeededFile& file : sim::needed_files(scene)) {
        const bool is_profile = file.kind == sim::NeededFile::Kind::Profile;
        const std::vector<std::string> paths = is_profile
                                                   ? candidates(file.name, scene_path, "profiles", ".toml")
                                                   : candidates(file.name, scene_path, "cages", "");
        const std::string path = first_file(paths);
        if (path.empty())
            return missing(file, scene_path, paths);
        Result<std::string> bytes = read_file(path, is_profile ? kMaxProfileBytes : kMaxMeshBytes);
        if (!bytes)
            return bytes.error();
        files.emplace(file.name, std::move(bytes).value());
    }
    return files;
}

Result<BuiltScene> build_scene(const sim::SceneDesc& scene, const std::string& scene_path)
{
    Result<sim::SceneFiles> files = read_scene_files(scene, scene_path);
    if (!files)
        return files.error();
    Result<sim::World> world = sim::build_world(scene, file_name(scene_path), files.value());
    if (!world) {
        const std::string& message = world.error().message;
        const bool has_place = !message.empty() && message[0] >= '0' && message[0] <= '9';
        return Error{world.error().kind, scene_path + (has_place ? ":" : ": ") + message};
    }
    return BuiltScene{std::move(files).value(), std::move(world).value()};
}

} // namespace drape::app
