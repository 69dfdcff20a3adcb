// The probe swung through every scene at its fastest.
#include "tests/scenes/shipped.h"

#include "sim/edit.h"

#include <random>

namespace drape::test {
namespace {

class SwungScene : public ShippedScene
{};

TEST_P(SwungScene, StaysFiniteForTenThousandStepsOfTheProbeAtItsFastest)
{
    constexpr double kFastest = 20.0; // m/s, the end of the panel's slider
    sim::World world = shipped_world(GetParam());
    const bool has_probe = !world.scene.probes.empty();
    if (has_probe) {
        ASSERT_TRUE(sim::apply_edit(sim::SetProbeParameter{0, "speed", kFastest}, world).ok());
    }
    constexpr std::uint32_t kSeed = 20260730;
    std::mt19937 random(kSeed);
    std::uniform_real_distribution<double> sideways(-1.2, 1.2);
    const auto between = [&](double low, double high) {
        return low + (high - low) * (sideways(random) + 1.2) / 2.4;
    };

    sim::Stepper stepper(sim::Backend::Native);
    for (int step = 0; step < 10000; ++step) {
        if (has_probe && step % 60 == 0) {
            const glm::dvec3 middle(sideways(random), between(0.2, 2.4), sideways(random));
            const glm::dvec3 half(between(-0.3, 0.3), between(-0.3, 0.3), between(-0.3, 0.3));
            ASSERT_TRUE(sim::apply_edit(sim::MoveProbe{0, middle - half, middle + half}, world).ok());
        }
        const sim::StepReport report = stepper.step(world);
        ASSERT_FALSE(report.non_finite.has_value())
            << "seed " << kSeed << ": " << sim::describe(*report.non_finite, world);
    }
    // Nothing was flung away either: what has a hook or a ground is still near it.
    if (GetParam() != "rfc_cloth") {
        for (const glm::dvec3& p : world.state.position)
            ASSERT_LT(std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}), 100.0) << "seed " << kSeed;
    }
}

INSTANTIATE_TEST_SUITE_P(Swing, SwungScene, testing::ValuesIn(lattice_scenes()), scene_test_name);

} // namespace
} // namespace drape::test
