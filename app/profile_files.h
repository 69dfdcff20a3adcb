// Which profiles can be opened with a click, and where a changed one is saved.
#pragma once

#include "sim/result.h"

#include <string>
#include <vector>

namespace drape::app {

/// A profile that can be opened with a click.
struct ProfileFile
{
    std::string path;
    std::string title; ///< The profile's own name; with the file's, where it is not a shipped one.
};

/// The person's own profiles: a folder in the config folder; empty where there is no home folder.
std::string own_profiles_folder();

/// The shipped profiles, then the person's own, each by file name. What cannot be read is left out.
std::vector<ProfileFile> find_profiles();

/// Whether a path leads into the assets folder, also through links.
bool is_shipped(const std::string& path);

/// Title of the profile `name` in the file `path`, for a list.
std::string profile_title(const std::string& name, const std::string& path);

/// What a scene calls the profile at `path`: a shipped one by its name, another by its path.
std::string profile_reference(const std::string& path);

/// Where to save a profile that came from `loaded_from` when the person asks for `wanted` (a path, ".toml"
/// may be left out; empty: where it came from). A shipped file is never written over: an empty `wanted`
/// then means a new file among the person's own, whose folder is made, and naming one is an error
/// (Failed).
Result<std::string> profile_target(const std::string& wanted, const std::string& loaded_from);

} // namespace drape::app
