// Interpreter and native backend give the same bits on every shipped scene.
#include "tests/scenes/shipped.h"

#include "sim/edit.h"

#include <cstring>

namespace drape::test {
namespace {

bool same_bits(const std::vector<glm::dvec3>& a, const std::vector<glm::dvec3>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(glm::dvec3)) == 0;
}

TEST_P(ShippedScene, GivesTheSameBitsInBothBackends)
{
    sim::World native = shipped_world(GetParam());
    sim::World interpreted = native;
    sim::Stepper native_stepper(sim::Backend::Native), interpreter(sim::Backend::Interpreter);
    // Tissues take longer and have one backend.
    const int steps = native.tissues.empty() ? 1000 : 60;
    for (int step = 0; step < steps; ++step) {
        // The probe sweeps through, so that contact runs in both, too.
        if (!native.state.probes.empty() && step % 100 == 0) {
            const sim::ProbePose& home = native.home_probes[0];
            const glm::dvec3 offset(0.0, step % 200 == 0 ? -0.6 : 0.4, step % 300 == 0 ? -1.2 : 0.3);
            const sim::Edit edit = sim::MoveProbe{0, home.a + offset, home.b + offset};
            ASSERT_TRUE(sim::apply_edit(edit, native).ok() && sim::apply_edit(edit, interpreted).ok());
        }
        native_stepper.begin(native);
        interpreter.begin(interpreted);
        for (std::size_t i = 0; i < native.scene.systems.size(); ++i) {
            native_stepper.run_system(native, i);
            interpreter.run_system(interpreted, i);
            ASSERT_TRUE(same_bits(native.state.position, interpreted.state.position) &&
                        same_bits(native.state.velocity, interpreted.state.velocity) &&
                        native.state.tissues == interpreted.state.tissues)
                << "step " << step + 1 << ", " << sim::system_title(native, i);
        }
        native_stepper.end(native);
        interpreter.end(interpreted);
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, ShippedScene, testing::ValuesIn(lattice_scenes()), scene_test_name);

} // namespace
} // namespace drape::test
