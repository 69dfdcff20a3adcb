// Whatever is done to a tissue, every element stays the right way round after every substep.
//
// Environment: DRAPE_FUZZ_RUNS, runs for each body; DRAPE_FUZZ_SEED, the first run's seed (the others count
// on from it). A failure prints its seed; with that seed and one run it comes back.
#include "sim/edit.h"
#include "sim/step.h"
#include "sim/tissue/inversion_guard.h"
#include "tests/sim/random_profile.h"
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>

namespace drape::test {
namespace {

using namespace sim::tissue;

constexpr int kSubsteps = 500;      // of each run
constexpr double kFlipAfter = 0.05; // s between two turns of gravity

std::uint64_t number_from_environment(const char* name, std::uint64_t fallback)
{
    const char* const text = std::getenv(name);
    return text != nullptr && *text != '\0' ? std::strtoull(text, nullptr, 10) : fallback;
}

glm::dvec3 random_point(Random& random, double reach)
{
    const double x = random.between(-reach, reach), y = random.between(-reach, reach);
    return {x, y, random.between(-reach, reach)};
}

/// What happened on the way.
struct Tally
{
    std::uint64_t runs = 0, substeps = 0, mended = 0, rolled_back = 0, guarded_runs = 0, lost = 0,
                  contacts = 0, edits = 0;
    double least = 1.0;
};

/// A scene with one tissue, a probe that touches it, and profile "p".
sim::SceneDesc scene_of(const sim::TissueDesc& tissue, Random& random)
{
    sim::SceneDesc scene;
    scene.tissues.push_back(tissue);
    scene.tissues[0].name = "t";
    scene.tissues[0].profile = "p";
    sim::ProbeDesc probe;
    probe.name = "finger";
    probe.radius = random.between(0.003, 0.03);
    probe.a = glm::dvec3(0.0, 0.0, 0.3);
    probe.b = random.chance(0.2) ? probe.a : probe.a + random_point(random, 0.1);
    probe.speed = 1000.0; // its reach is then half its radius a substep
    scene.probes.push_back(probe);
    sim::TissueSystem system;
    system.body.text = "t";
    system.dt_us = random.chance(0.5) ? random.integer(100, 3000) : random.integer(100, 20000);
    system.substeps = random.chance(0.8) ? 1 : random.integer(2, 8);
    system.iterations = random.chance(0.6) ? random.integer(1, 3) : random.integer(1, 16);
    scene.systems.push_back(system);
    sim::ContactSystem contact;
    contact.probe.text = "finger";
    contact.body.text = "t";
    contact.friction = random.chance(0.5) ? 0.0 : random.between(0.0, 2.0);
    scene.systems.push_back(contact);
    return scene;
}

/// Half of the runs begin with rows at the ends of what is allowed, half with tissue as it is shipped.
Profile start_profile(Random& random)
{
    if (random.chance(0.5))
        return random_profile(random);
    const ParsedProfile shipped = parse_profile(read_text(source_path("assets/profiles/breast_soft.toml")));
    EXPECT_TRUE(shipped.ok());
    return shipped.profile;
}

/// Any row and field that the profile has; values past the range become its ends.
sim::SetRowValue random_row_edit(Random& random, const Profile& profile)
{
    static const std::vector<std::string> kLayerFields = {"compliance_q20", "volume_compliance_q20",
                                                          "density_q12", "damping_q12"};
    static const std::vector<std::string> kCordFields = {"compliance_q20", "slack_q12", "area_q12"};
    static const std::vector<std::string> kSkinFields = {"thickness_cmm", "compliance_q20"};
    const double value = random.chance(0.2)   ? 0.0
                         : random.chance(0.1) ? 1e9
                                              : std::pow(10.0, random.between(-3.0, 6.0));
    const std::uint32_t kind = random.below(7);
    if (kind == 3 && profile.glide)
        return {0, {"glide", random.chance(0.5) ? "compliance_q20" : "reach_cmm"}, value};
    if (kind == 0 && profile.skin)
        return {0, {"skin", kSkinFields[random.below(2)]}, value};
    if (kind == 1 && profile.ligament)
        return {0, {"ligament", kCordFields[random.below(3)]}, value};
    if (kind == 2)
        return {0, {"body", "damping_q12"}, value};
    const std::string& layer = profile.layers[random.below(profile.layers.size())].name;
    return {0, {"layer:" + layer, kLayerFields[random.below(4)]}, value};
}

/// One run: a body and everything that is done to it.
class Torment
{
public:
    Torment(sim::World world, Random random, Tally& tally)
        : world_(std::move(world))
        , random_(random)
        , tally_(tally)
        , stepper_(sim::Backend::Native)
    {
        const double most = 0.01 * std::pow(10.0, random_.between(0.0, 1.5));
        reach_ = 0.05 + most;
        edits_rows_ = random_.chance(0.7);
    }

    void run()
    {
        const auto& system = std::get<sim::TissueSystem>(world_.scene.systems[0]);
        const std::uint64_t guarded = tally_.mended;
        for (int done = 0; done < kSubsteps; done += system.substeps) {
            torment(1e-6 * system.dt_us * system.substeps);
            if (stepper_.step(world_).non_finite) {
                ++tally_.lost; // refused with the state before it; go on from the start
                ASSERT_TRUE(sim::apply_edit(sim::Reset{}, world_).ok());
                continue;
            }
            tally_.contacts += world_.probe_reports[0].contacts;
            expect_open();
            if (testing::Test::HasFailure())
                return;
        }
        take_counts();
        ++tally_.runs;
        tally_.substeps += kSubsteps;
        tally_.guarded_runs += tally_.mended > guarded ? 1 : 0;
    }

private:
    void apply(const sim::Edit& edit)
    {
        const Status status = sim::apply_edit(edit, world_);
        ASSERT_TRUE(status.ok()) << status.error().message;
        ++tally_.edits;
    }

    void torment(double dt)
    {
        since_flip_ += dt;
        if (since_flip_ >= kFlipAfter) {
            since_flip_ = 0.0;
            apply(sim::SetGravity{random_point(random_, random_.chance(0.7) ? 10.0 : 60.0)});
        }
        if (random_.chance(0.15)) {
            const glm::dvec3 a = random_point(random_, reach_);
            apply(sim::MoveProbe{0, a, random_.chance(0.3) ? a : a + random_point(random_, 0.05)});
        }
        if (random_.chance(edits_rows_ ? 0.03 : 0.0))
            apply(random_row_edit(random_, world_.profiles[0]));
        if (random_.chance(edits_rows_ ? 0.005 : 0.0))
            apply(sim::SetProfile{0, random_profile(random_)});
        if (random_.chance(0.01))
            apply(sim::SetProbeParameter{0, "radius", random_.between(0.002, 0.04)});
        if (random_.chance(0.02)) {
            const std::uint32_t particle = random_.below(world_.particle_count());
            if (sim::is_movable(world_, particle))
                apply(sim::Grab{particle, random_point(random_, reach_)});
        }
        if (random_.chance(0.02))
            apply(sim::Release{});
    }

    void take_counts()
    {
        const sim::TissueReport& report = world_.tissue_reports[0];
        tally_.mended += report.guard_mended;
        tally_.rolled_back += report.guard_rolled_back;
        tally_.least = std::min(tally_.least, report.least_volume);
    }

    /// Measured from the state, apart from what the solver says of itself.
    void expect_open()
    {
        const sim::TissueBody& body = *world_.tissues[0];
        const FixedGrid grid(body.fraction_bits);
        x_.resize(body.count());
        for (std::size_t p = 0; p < x_.size(); ++p)
            x_[p] = grid.value(world_.state.tissues[0].position[p]);
        for (std::size_t t = 0; t < body.topology.tets.size(); ++t) {
            const double share = six_volume(x_, body.topology.tets[t]) / body.topology.tet_rest[t];
            ASSERT_GE(share, kLeastVolume) << "element " << t << " at step " << world_.step;
        }
        ASSERT_GE(world_.tissue_reports[0].least_volume, kLeastVolume) << "in a substep before the last";
    }

    sim::World world_;
    Random random_;
    Tally& tally_;
    sim::Stepper stepper_;
    double reach_ = 0.1, since_flip_ = 0.0;
    bool edits_rows_ = true;
    std::vector<glm::dvec3> x_;
};

void report(const Tally& tally)
{
    std::cout << "    " << tally.runs << " runs, " << tally.substeps << " substeps, " << tally.edits
              << " edits, " << tally.contacts << " contacts; guard: " << tally.mended << " mended, "
              << tally.rolled_back << " rolled back, in " << tally.guarded_runs << " runs; least 6V/6V0 "
              << tally.least << "; out of range " << tally.lost << " times\n";
    testing::Test::RecordProperty("runs", std::to_string(tally.runs));
    testing::Test::RecordProperty("guard_mended", std::to_string(tally.mended));
    testing::Test::RecordProperty("guard_rolled_back", std::to_string(tally.rolled_back));
    testing::Test::RecordProperty("guarded_runs", std::to_string(tally.guarded_runs));
    testing::Test::RecordProperty("least_volume", std::to_string(tally.least));
    testing::Test::RecordProperty("out_of_range", std::to_string(tally.lost));
}

std::string how_to_repeat(std::uint64_t seed)
{
    return "to repeat: DRAPE_FUZZ_RUNS=1 DRAPE_FUZZ_SEED=" + std::to_string(seed);
}

class GuardOnShape : public testing::TestWithParam<CageShape>
{};

/// A small cage of the shape, of sizes that fit together.
sim::TissueDesc random_tissue(CageShape shape, Random& random)
{
    sim::TissueDesc tissue;
    tissue.cage.shape = shape;
    CageSpec& spec = tissue.shape;
    do {
        spec.shape = shape;
        spec.cells = random.integer(4, 7);
        spec.width = random.between(4000.0, 14000.0);
        spec.height = spec.width * random.between(0.6, 1.4);
        spec.depth = spec.width * random.between(0.1, 0.5);
        spec.lip = std::max(100.0, spec.depth * random.between(0.05, 1.0));
        spec.taper = random.unit();
        spec.droop = random.chance(0.5) ? 0.0 : random.unit();
        spec.wall_radius =
            random.chance(0.3) && shape != CageShape::Limb ? 0.0 : random.between(1500.0, 14000.0);
        spec.facing = random.chance(0.5) ? Facing::Anterior : Facing::Posterior;
        spec.fraction_bits = random.integer(0, 12);
    } while (!build_cage(spec).ok());
    return tissue;
}

TEST_P(GuardOnShape, KeepsEveryElementOpenWhateverIsDone)
{
    const std::uint64_t runs = number_from_environment("DRAPE_FUZZ_RUNS", 25);
    const std::uint64_t first = number_from_environment("DRAPE_FUZZ_SEED", 1);
    Tally tally;
    for (std::uint64_t seed = first; seed < first + runs; ++seed) {
        Random random(seed * 4 + static_cast<std::uint64_t>(GetParam()));
        const sim::SceneDesc scene = scene_of(random_tissue(GetParam(), random), random);
        Result<sim::World> world =
            sim::build_world(scene, "fuzz", {{"p", write_profile(start_profile(random), "")}});
        ASSERT_TRUE(world.ok()) << world.error().message << how_to_repeat(seed);
        Torment(std::move(world).value(), random, tally).run();
        ASSERT_FALSE(HasFailure()) << how_to_repeat(seed);
    }
    report(tally);
    if (runs >= 20) {
        EXPECT_GT(tally.guarded_runs, tally.runs / 10) << "the guard was hardly asked";
        EXPECT_GT(tally.rolled_back, 0U);
        EXPECT_GT(tally.contacts, 10 * runs);
    }
}

std::string shape_name(const testing::TestParamInfo<CageShape>& param)
{
    static const std::vector<std::string> kNames = {"Dome", "Pad", "Limb", "Slab"};
    return kNames[static_cast<std::size_t>(param.param)];
}

INSTANTIATE_TEST_SUITE_P(Fuzz, GuardOnShape,
                         testing::Values(CageShape::Dome, CageShape::Pad, CageShape::Limb, CageShape::Slab),
                         shape_name);

/// A mesh of another program, and where it is held.
struct MeshCase
{
    std::string name;
    std::vector<std::string> files;
    sim::LengthUnit unit;
    glm::dvec3 low, high;
    std::uint64_t runs;
};

class GuardOnMesh : public testing::TestWithParam<MeshCase>
{};

TEST_P(GuardOnMesh, KeepsEveryElementOpenWhateverIsDone)
{
    const MeshCase& mesh = GetParam();
    if (!std::filesystem::is_directory(source_path("../shared/cases/mesh")))
        GTEST_SKIP() << "the meshes of other programs are not here (../shared/cases/mesh)";
    const std::uint64_t runs = number_from_environment("DRAPE_FUZZ_RUNS", mesh.runs);
    const std::uint64_t first = number_from_environment("DRAPE_FUZZ_SEED", 1);
    sim::SceneFiles files;
    for (const std::string& file : mesh.files)
        files[file] = read_text(source_path("../shared/cases/mesh/" + file));
    sim::TissueDesc tissue;
    tissue.cage.file = mesh.files[0];
    tissue.unit = mesh.unit;
    tissue.attach_low = mesh.low;
    tissue.attach_high = mesh.high;
    Tally tally;
    for (std::uint64_t seed = first; seed < first + runs; ++seed) {
        Random random(seed);
        files["p"] = write_profile(start_profile(random), "");
        Result<sim::World> world = sim::build_world(scene_of(tissue, random), "fuzz", files);
        ASSERT_TRUE(world.ok()) << world.error().message << how_to_repeat(seed);
        Torment(std::move(world).value(), random, tally).run();
        ASSERT_FALSE(HasFailure()) << how_to_repeat(seed);
    }
    report(tally);
}

std::string mesh_name(const testing::TestParamInfo<MeshCase>& param)
{
    return param.param.name;
}

INSTANTIATE_TEST_SUITE_P(Fuzz, GuardOnMesh,
                         testing::Values(MeshCase{"Armadillo",
                                                  {"armadillo_4k.node", "armadillo_4k.ele"},
                                                  sim::LengthUnit::Centimetre,
                                                  {0.0, 0.95, 0.0},
                                                  {1.0, 1.0, 1.0},
                                                  2},
                                         MeshCase{"Bar",
                                                  {"bar-186.msh"},
                                                  sim::LengthUnit::Centimetre,
                                                  {0.0, 0.0, 0.0},
                                                  {0.05, 1.0, 1.0},
                                                  20}),
                         mesh_name);

} // namespace
} // namespace drape::test
