// Worlds from text, for tests.
#pragma once

#include "sim/lang/parser.h"
#include "sim/step.h"
#include "sim/world.h"

#include <gtest/gtest.h>

#include <string_view>

namespace drape::test {

/// The world of a scene that has to be good; `files` are what it names.
inline sim::World world_of(std::string_view text, const sim::SceneFiles& files = {})
{
    const sim::ParsedScene parsed = sim::parse_scene(text);
    EXPECT_TRUE(parsed.ok()) << sim::format_diagnostics(parsed.diagnostics, "scene", text);
    Result<sim::World> world = sim::build_world(parsed.scene, "test", files);
    EXPECT_TRUE(world.ok()) << (world.ok() ? "" : world.error().message);
    return std::move(world).value();
}

inline void run_steps(sim::World& world, sim::Backend backend, int steps)
{
    sim::Stepper stepper(backend);
    for (int i = 0; i < steps; ++i) {
        const sim::StepReport report = stepper.step(world);
        ASSERT_FALSE(report.non_finite.has_value()) << sim::describe(*report.non_finite, world);
    }
}

} // namespace drape::test
