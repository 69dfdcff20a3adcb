// The scenes of assets/scenes, by name.
#pragma once

#include "tests/support/files.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace drape::test {

/// Names of all scene files, sorted: a new scene is tested as soon as it is there.
inline std::vector<std::string> shipped_scenes()
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(source_path("assets/scenes")))
        if (entry.path().extension() == ".pwe")
            names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

/// Profiles and meshes that a shipped scene names, from where the program looks for them.
inline sim::SceneFiles shipped_files(const sim::SceneDesc& scene)
{
    sim::SceneFiles files;
    for (const sim::NeededFile& file : sim::needed_files(scene)) {
        const bool is_profile = file.kind == sim::NeededFile::Kind::Profile;
        const std::string folder = is_profile ? "assets/profiles/" : "assets/cages/";
        for (const std::string& path :
             {"assets/scenes/" + file.name, folder + file.name, folder + file.name + ".toml"})
            if (!files.contains(file.name) && std::filesystem::is_regular_file(source_path(path)))
                files[file.name] = read_text(source_path(path));
    }
    return files;
}

inline sim::World shipped_world(const std::string& name)
{
    const std::string text = read_text(source_path("assets/scenes/" + name + ".pwe"));
    return world_of(text, shipped_files(sim::parse_scene(text).scene));
}

/// Whether a scene holds tissues; the others are lattices and joints only.
inline bool has_tissue(const std::string& name)
{
    return !sim::parse_scene(read_text(source_path("assets/scenes/" + name + ".pwe")))
                .scene.tissues.empty();
}

inline std::vector<std::string> lattice_scenes()
{
    std::vector<std::string> names = shipped_scenes();
    std::erase_if(names, has_tissue);
    return names;
}

/// Steps that cover `seconds` of the scene's time.
inline int steps_for(const sim::World& world, double seconds)
{
    return static_cast<int>(seconds / world.dt);
}

class ShippedScene : public testing::TestWithParam<std::string>
{};

inline std::string scene_test_name(const testing::TestParamInfo<std::string>& param)
{
    return param.param;
}

} // namespace drape::test
