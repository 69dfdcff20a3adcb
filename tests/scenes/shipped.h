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

inline sim::World shipped_world(const std::string& name)
{
    return world_of(read_text(source_path("assets/scenes/" + name + ".pwe")));
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
