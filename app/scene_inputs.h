// Finds scenes, and finds and reads the profiles and meshes that they name.
#pragma once

#include "sim/result.h"
#include "sim/world.h"

#include <string>

namespace drape::app {

/// Largest profile and largest mesh that is read, bytes.
inline constexpr std::uint64_t kMaxProfileBytes = std::uint64_t{1} << 20U;
inline constexpr std::uint64_t kMaxMeshBytes = std::uint64_t{1} << 30U;

/// The file for a scene argument: the file itself, else a shipped scene of that name, else the argument.
std::string find_scene(const std::string& argument);

/// Where a profile is found: beside the scene, else among the shipped ones; the ending .toml may be left
/// out. Empty where it is not there.
std::string find_profile(const std::string& name, const std::string& scene_path);

/// The content of every file that the scene at `scene_path` needs, by the names it gives them. The error
/// (Unreadable) says "SCENE:LINE:COLUMN: ..." and where was looked.
Result<sim::SceneFiles> read_scene_files(const sim::SceneDesc& scene, const std::string& scene_path);

/// A scene ready to run, and the files that it is made of.
struct BuiltScene
{
    sim::SceneFiles files;
    sim::World world;
};

/// Reads what the scene at `scene_path` needs and builds its world; errors begin with SCENE, with LINE and
/// COLUMN where there is one.
Result<BuiltScene> build_scene(const sim::SceneDesc& scene, const std::string& scene_path);

} // namespace drape::app
