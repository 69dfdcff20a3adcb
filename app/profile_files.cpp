#include "app/profile_files.h"

#include "app/files.h"
#include "app/scene_inputs.h"
#include "sim/tissue/profile.h"

#include <algorithm>
#include <filesystem>

namespace drape::app {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> list_profiles(const std::string& folder)
{
    std::vector<std::string> paths;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored))
        if (entry.path().extension() == ".toml")
            paths.push_back(entry.path().string());
    std::sort(paths.begin(), paths.end());
    return paths;
}

fs::path canonical(const std::string& path)
{
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(path, error);
    return error ? fs::absolute(path, error) : whole;
}

std::string shipped_folder()
{
    return assets_folder() + "/profiles";
}

/// A name among the person's own that no file has yet.
Result<std::string> free_own_path(const std::string& loaded_from)
{
    const std::string folder = own_profiles_folder();
    if (folder.empty())
        return Error{ErrorKind::Unwritable, "there is no home folder to keep profiles in; use Save as"};
    std::error_code error;
    fs::create_directories(folder, error);
    const std::string stem = loaded_from.empty() ? "profile" : fs::path(loaded_from).stem().string();
    std::string path = folder + "/" + stem + ".toml";
    for (int i = 2; fs::exists(path, error); ++i)
        path = folder + "/" + stem + "-" + std::to_string(i) + ".toml";
    return path;
}

} // namespace

std::string own_profiles_folder()
{
    const std::string folder = config_folder();
    return folder.empty() ? std::string() : folder + "/profiles";
}

std::vector<ProfileFile> find_profiles()
{
    std::vector<ProfileFile> profiles;
    for (const std::string& folder : {shipped_folder(), own_profiles_folder()})
        for (const std::string& path : list_profiles(folder)) {
            const Result<std::string> text = read_file(path, kMaxProfileBytes);
            if (!text)
                continue;
            const sim::tissue::ParsedProfile parsed = sim::tissue::parse_profile(text.value());
            if (parsed.ok())
                profiles.push_back({path, profile_title(parsed.profile.name, path)});
        }
    return profiles;
}

bool is_shipped(const std::string& path)
{
    const fs::path assets = canonical(assets_folder()), file = canonical(path);
    return std::mismatch(assets.begin(), assets.end(), file.begin(), file.end()).first == assets.end();
}

std::string profile_title(const std::string& name, const std::string& path)
{
    return is_shipped(path) ? name : name + " (" + file_name(path) + ")";
}

std::string profile_reference(const std::string& path)
{
    const fs::path file = canonical(path);
    return file.parent_path() == canonical(shipped_folder()) ? file.stem().string() : file.string();
}

Result<std::string> profile_target(const std::string& wanted, const std::string& loaded_from)
{
    if (wanted.empty())
        return loaded_from.empty() || is_shipped(loaded_from) ? free_own_path(loaded_from)
                                                              : Result<std::string>(loaded_from);
    const fs::path given(wanted);
    const std::string path = given.has_filename() && !given.has_extension() ? wanted + ".toml" : wanted;
    std::error_code ignored;
    if (is_shipped(path) && fs::exists(path, ignored))
        return Error{ErrorKind::Failed,
                     path + " is one of Drape's own profiles and stays as it is; save under another name"};
    return path;
}

} // namespace drape::app
