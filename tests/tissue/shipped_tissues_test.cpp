// Laws that every shipped scene with tissues keeps, in every posture.
#include "sim/edit.h"
#include "sim/lattice/pair.h"
#include "tests/scenes/shipped.h"
#include "tests/support/tissues.h"

#include <iostream>

namespace drape::test {
namespace {

using namespace sim::tissue;
using sim::dot3;

struct Posture
{
    const char* name;
    glm::dvec3 direction;
};
constexpr double kGravity = 9.81; // m/s^2
const std::array<Posture, 5> kPostures = {{{"standing", {0.0, -1.0, 0.0}},
                                           {"supine", {0.0, 0.0, -1.0}},
                                           {"prone", {0.0, 0.0, 1.0}},
                                           {"left", {1.0, 0.0, 0.0}},
                                           {"right", {-1.0, 0.0, 0.0}}}};

std::vector<std::string> scenes_with_tissues()
{
    std::vector<std::string> names;
    for (const std::string& name : shipped_scenes())
        if (!sim::parse_scene(read_text(source_path("assets/scenes/" + name + ".pwe")))
                 .scene.tissues.empty())
            names.push_back(name);
    return names;
}

class ShippedTissue : public testing::TestWithParam<std::string>
{
protected:
    sim::World world() const { return shipped_world(GetParam()); }
};

void apply(const sim::Edit& edit, sim::World& world)
{
    const Status status = sim::apply_edit(edit, world);
    ASSERT_TRUE(status.ok()) << status.error().message;
}

void run_seconds(sim::World& world, double seconds)
{
    run_steps(world, sim::Backend::Native, steps_for(world, seconds));
}

sim::SnapshotStats stats_of(const sim::World& world)
{
    sim::Snapshot snapshot;
    sim::take_snapshot(world, snapshot);
    return snapshot.stats;
}

std::vector<glm::dvec3> positions(const sim::World& world, std::size_t tissue)
{
    const FixedGrid grid(world.tissues[tissue]->fraction_bits);
    std::vector<glm::dvec3> x;
    for (const Fixed3& counts : world.state.tissues[tissue].position)
        x.push_back(grid.value(counts));
    return x;
}

/// How far the centre of mass has moved from rest, cmm.
glm::dvec3 sag_of(const sim::World& world, std::size_t tissue)
{
    const std::vector<glm::dvec3> x = positions(world, tissue);
    glm::dvec3 sum(0.0);
    double mass = 0.0;
    for (std::size_t p = 0; p < x.size(); ++p) {
        sum += (x[p] - world.tissues[tissue]->cage.points[p]) * world.materials[tissue].mass[p];
        mass += world.materials[tissue].mass[p];
    }
    return sum / mass;
}

double length(const glm::dvec3& v)
{
    return std::sqrt(dot3(v, v));
}

/// The largest sag of any particle, cmm.
double largest_sag(const sim::World& world, std::size_t tissue)
{
    const std::vector<glm::dvec3> x = positions(world, tissue);
    double most = 0.0;
    for (std::size_t p = 0; p < x.size(); ++p)
        most = std::max(most, length(x[p] - world.tissues[tissue]->cage.points[p]));
    return most;
}

TEST_P(ShippedTissue, HasGoodElements)
{
    const sim::World built = world();
    for (std::size_t i = 0; i < built.tissues.size(); ++i) {
        const Cage& cage = built.tissues[i]->cage;
        double mean = 0.0, least = 1.0;
        for (const Tet& tet : cage.tets) {
            ASSERT_GT(six_volume(cage.points, tet), 0.0);
            mean += quality(cage.points, tet) / static_cast<double>(cage.tets.size());
            least = std::min(least, quality(cage.points, tet));
        }
        RecordProperty("least_by_mean_quality_" + std::to_string(i), std::to_string(least / mean));
        if (built.scene.tissues[i].cage.file.empty()) {
            EXPECT_GE(least, 0.1 * mean) << built.tissues[i]->name;
        }
    }
}

TEST_P(ShippedTissue, ComesToRestInEveryPostureWithItsVolumeKept)
{
    for (const Posture& posture : kPostures) {
        sim::World turned = world();
        apply(sim::SetGravity{posture.direction * kGravity}, turned);
        run_seconds(turned, 3.0);
        const sim::SnapshotStats stats = stats_of(turned);
        for (std::size_t i = 0; i < stats.tissues.size(); ++i) {
            const sim::TissueStats& tissue = stats.tissues[i];
            std::cout << "    " << posture.name << ": fastest " << tissue.fastest_cmm_per_s
                      << " cmm/s, volume " << tissue.volume_ratio << ", least 6V/6V0 "
                      << tissue.least_volume << ", strain " << tissue.largest_strain << ", sag "
                      << largest_sag(turned, i) << " cmm, guard mended " << tissue.guard_mended << "\n";
            EXPECT_LT(tissue.fastest_cmm_per_s, 100.0) << posture.name;
            EXPECT_NEAR(tissue.volume_ratio, 1.0, 0.01) << posture.name;
            EXPECT_GT(tissue.least_volume, 0.0) << posture.name;
        }
    }
}

TEST_P(ShippedTissue, SagsAlikeAtHalfTheSubstep)
{
    for (const Posture& posture : {kPostures[0], kPostures[1]}) {
        sim::World whole = world();
        apply(sim::SetGravity{posture.direction * kGravity}, whole);
        sim::World halved = whole;
        for (std::size_t s = 0; s < halved.scene.systems.size(); ++s)
            if (auto* system = std::get_if<sim::TissueSystem>(&halved.scene.systems[s])) {
                system->dt_us /= 2;
                system->substeps *= 2;
            }
        run_seconds(whole, 3.0);
        run_seconds(halved, 3.0);
        for (std::size_t i = 0; i < whole.tissues.size(); ++i) {
            const glm::dvec3 sag = sag_of(whole, i), other = sag_of(halved, i);
            const double change = length(other - sag) / length(sag);
            std::cout << "    " << posture.name << ": sag of the centre of mass " << length(sag)
                      << " cmm, at half the substep " << length(other) << " cmm, change " << 100.0 * change
                      << " %; largest " << largest_sag(whole, i) << ", " << largest_sag(halved, i) << "\n";
            EXPECT_LT(change, 0.05) << posture.name;
            EXPECT_NEAR(largest_sag(halved, i) / largest_sag(whole, i), 1.0, 0.05) << posture.name;
        }
    }
}

int substeps_of(const sim::World& world, std::size_t tissue)
{
    for (std::size_t s = 0; s < world.scene.systems.size(); ++s)
        if (const auto* system = std::get_if<sim::TissueSystem>(&world.scene.systems[s]);
            system != nullptr && world.refs[s].body == tissue)
            return system->substeps;
    return 1;
}

/// Expects that the energy, averaged over quarter seconds, never rises.
void expect_energy_to_fall(sim::World& world, double seconds, const std::string& what)
{
    const int window = steps_for(world, 0.25);
    std::vector<double> before(world.tissues.size(), 0.0);
    sim::Stepper stepper(sim::Backend::Native);
    double first_drop = 0.0, worst_rise = 0.0;
    for (int w = 0; w < static_cast<int>(seconds / 0.25); ++w) {
        std::vector<double> mean(world.tissues.size(), 0.0);
        for (int s = 0; s < window; ++s) {
            ASSERT_FALSE(stepper.step(world).non_finite.has_value());
            const sim::SnapshotStats stats = stats_of(world);
            for (std::size_t i = 0; i < mean.size(); ++i)
                mean[i] += stats.tissues[i].energy_J / window;
        }
        for (std::size_t i = 0; i < mean.size() && w > 0; ++i) {
            if (w == 1)
                first_drop = std::max(first_drop, before[i] - mean[i]);
            worst_rise = std::max(worst_rise, mean[i] - before[i]);
            // Rounding: each substep puts every particle up to half a grid unit from where it would be,
            // against forces of about its weight; these ways add up as a random walk.
            double weight = 0.0; // N
            for (const double m : world.materials[i].mass)
                weight += m * kStandardGravity * 1e-8;
            const double unit = 1e-5 / (1 << world.tissues[i]->fraction_bits); // m
            const double walk = 0.5 * unit * std::sqrt(0.25 / world.dt * substeps_of(world, i));
            EXPECT_LE(mean[i], before[i] + weight * walk) << what << ", quarter second " << w + 1;
        }
        before = mean;
    }
    std::cout << "    " << what << ": energy falls by " << first_drop
              << " J in the second quarter second, largest rise of any " << worst_rise << " J\n";
}

TEST_P(ShippedTissue, LosesEnergyAfterItIsTurned)
{
    sim::World turned = world();
    apply(sim::SetGravity{kPostures[0].direction * kGravity}, turned);
    run_seconds(turned, 2.0);
    for (const Posture& to : {kPostures[1], kPostures[0]}) {
        apply(sim::SetGravity{to.direction * kGravity}, turned);
        expect_energy_to_fall(turned, 3.0, std::string("turned to ") + to.name);
    }
}

/// Presses the first probe toward the middle of the first tissue, by a share of the way there, and takes it
/// back.
void press_and_release(sim::World& pressed, double share)
{
    const sim::ProbePose home = pressed.state.probes[0];
    const std::vector<glm::dvec3> x = positions(pressed, 0);
    glm::dvec3 middle(0.0);
    for (const glm::dvec3& p : x)
        middle += p / (kCmmPerMetre * static_cast<double>(x.size()));
    const glm::dvec3 way = (pressed.tissues[0]->origin + middle - home.a) * share;
    apply(sim::MoveProbe{0, home.a + way, home.b + way}, pressed);
    run_seconds(pressed, 1.0);
    EXPECT_GT(pressed.probe_reports[0].force, 0.0);
    apply(sim::MoveProbe{0, home.a, home.b}, pressed);
    while (length(pressed.state.probes[0].a - home.a) > 0.0)
        run_steps(pressed, sim::Backend::Native, 1);
    run_steps(pressed, sim::Backend::Native, 1);
}

TEST_P(ShippedTissue, LosesEnergyAfterAPressIsReleased)
{
    sim::World pressed = world();
    if (pressed.scene.probes.empty())
        GTEST_SKIP() << "this scene has no probe";
    run_seconds(pressed, 2.0);
    press_and_release(pressed, 0.6); // of a thigh's 64 mm over the bone it squeezes 51
    EXPECT_EQ(pressed.probe_reports[0].contacts, 0U);
    expect_energy_to_fall(pressed, 3.0, "after the press");
}

TEST_P(ShippedTissue, ForgetsAPressThroughToTheWallOnceItIsReleased)
{
    sim::World pressed = world();
    if (pressed.scene.probes.empty())
        GTEST_SKIP() << "this scene has no probe";
    run_seconds(pressed, 2.0);
    const double before = stats_of(pressed).tissues[0].energy_J;
    press_and_release(pressed, 0.95); // in a thigh, into the bone
    run_seconds(pressed, 2.5);
    const sim::TissueStats after = stats_of(pressed).tissues[0];
    EXPECT_NEAR(after.energy_J, before, 0.001);
    EXPECT_LT(after.fastest_cmm_per_s, 100.0);
    EXPECT_EQ(pressed.probe_reports[0].contacts, 0U);
}

INSTANTIATE_TEST_SUITE_P(Scenes, ShippedTissue, testing::ValuesIn(scenes_with_tissues()), scene_test_name);

} // namespace
} // namespace drape::test
