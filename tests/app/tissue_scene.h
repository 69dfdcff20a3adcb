// A small scene with a tissue.
#pragma once

#include "app/scene_inputs.h"
#include "sim/lang/parser.h"
#include "sim/world.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace drape::test {

inline constexpr const char* kTissueScene = R"(
world {
  title = "Two domes"
  tissue left { cage = dome; profile = "breast_soft"; cells = 6 }
  tissue right { cage = dome; profile = "phantom"; cells = 4; origin = (0.3, 0, 0) }
  probe finger { a = (0, 0, 0.1); b = (0, 0, 0.14); radius = 0.01; speed = 0.3 }
}
systems {
  tissue { body = left; dt_us = 2000; substeps = 4 }
  tissue { body = right; dt_us = 2000; substeps = 4 }
  contact { probe = finger; body = left }
}
)";

/// The world of a scene that has to be good, with the profiles that it names.
inline sim::World tissue_world_of(std::string_view text)
{
    const sim::ParsedScene parsed = sim::parse_scene(text);
    EXPECT_TRUE(parsed.ok()) << sim::format_diagnostics(parsed.diagnostics, "scene", text);
    const Result<sim::SceneFiles> files = app::read_scene_files(parsed.scene, "/scenes/test.pwe");
    EXPECT_TRUE(files.ok()) << files.error().message;
    Result<sim::World> world = sim::build_world(parsed.scene, "test", files.value());
    EXPECT_TRUE(world.ok()) << world.error().message;
    return std::move(world).value();
}

} // namespace drape::test
