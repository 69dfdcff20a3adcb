// The tissue solver's loops: in lanes, on every kind of vector instructions, and on several threads they
// give the bits of the plain loops.
#include "sim/tissue/cage_builder.h"
#include "sim/tissue/inversion_guard.h"
#include "sim/tissue/kernels.h"
#include "tests/sim/random.h"
#include "tests/sim/random_profile.h"
#include "tests/support/only_target.h"
#include "tests/support/tissues.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace drape::test {
namespace {

using namespace sim::tissue;

CageSpec random_spec(Random& random)
{
    constexpr std::array kShapes = {CageShape::Dome, CageShape::Pad, CageShape::Slab, CageShape::Limb};
    CageSpec spec;
    spec.shape = kShapes[static_cast<std::size_t>(random.integer(0, 3))];
    spec.cells = random.integer(4, 8);
    spec.width = spec.height = 9000.0;
    spec.hold = random.unit();
    spec.wall_radius = spec.shape == CageShape::Limb ? 1500.0 : random.chance(0.5) ? 12600.0 : 0.0;
    return spec;
}

Sample random_sample(Random& random)
{
    Cage cage = build_cage(random_spec(random)).value();
    return make_sample(std::move(cage), random_profile(random));
}

/// Everything that the loops read and write, thrown about.
struct Bench
{
    Bench(const Sample& sample, Random& random)
        : inverse_mass(sample.material.inverse_mass)
        , damping(sample.material.damping)
    {
        for (const glm::dvec3& p : sample.cage.points) {
            const double reach = random.chance(0.1) ? 1e4 : 300.0; // some elements turn over
            const auto draw = [&] { return random.between(-reach, reach); };
            x.emplace_back(p + glm::dvec3(draw(), draw(), draw()));
            x.back().w = random.chance(0.1) ? 0.0 : inverse_mass[x.size() - 1];
            x_start.emplace_back(p);
            v.emplace_back(glm::dvec3(draw(), draw(), draw()) * (random.chance(0.02) ? 1e9 : 10.0));
            guarded.push_back(random.chance(0.2) ? 1 : 0);
        }
        for (std::size_t i = 0; i + 1 < x.size(); i += 13)
            x[i] = x[i + 1]; // edges without a direction
        for (std::size_t i = 0; i < sample.topology.edges.size(); ++i)
            edge_lambda.push_back(random.between(-1.0, 1.0));
        for (std::size_t i = 0; i < sample.topology.tets.size(); ++i)
            tet_lambda.push_back(random.between(-1.0, 1.0));
    }

    Particles particles()
    {
        return {x.data(), x_start.data(), v.data(), inverse_mass.data(), damping.data(), guarded.data()};
    }
    Range all() const { return {0, static_cast<std::uint32_t>(x.size())}; }

    /// Place, inverse mass and speed of every particle and the multipliers, as bytes.
    std::string bytes() const
    {
        std::string text;
        const auto add = [&](const auto& list) {
            for (const auto& item : list)
                text.append(reinterpret_cast<const char*>(&item), sizeof item);
        };
        add(x);
        add(x_start);
        add(v);
        add(edge_lambda);
        add(tet_lambda);
        return text;
    }

    std::vector<Point> x, x_start, v;
    std::vector<double> inverse_mass, damping, edge_lambda, tet_lambda;
    std::vector<std::uint8_t> guarded;
};

/// One thing to do with a set of loops; returns what is to be equal beside the arrays.
using Deed = double (*)(const Kernels&, const Sample&, Bench&);

double do_edges(const Kernels& kernels, const Sample& sample, Bench& bench)
{
    for (const bool starts : {true, false})
        for (const Range& color : sample.topology.edge_colors)
            kernels.solve_edges({sample.topology.edges.data(), sample.topology.edge_rest.data(),
                                 sample.material.edge_compliance.data(), bench.edge_lambda.data(), 1e6,
                                 starts},
                                color, bench.x.data());
    return 0.0;
}

double do_volumes(const Kernels& kernels, const Sample& sample, Bench& bench)
{
    for (const bool starts : {true, false})
        for (const Range& color : sample.topology.tet_colors)
            kernels.solve_volumes({sample.topology.tets.data(), sample.topology.tet_rest.data(),
                                   sample.material.tet_compliance.data(), bench.tet_lambda.data(), 1e6,
                                   starts},
                                  color, bench.x.data());
    return 0.0;
}

double do_least_volume(const Kernels& kernels, const Sample& sample, Bench& bench)
{
    const Range all = {0, static_cast<std::uint32_t>(sample.topology.tets.size())};
    const LeastVolume found = kernels.least_volume(
        sample.topology.tets.data(), sample.topology.tet_rest.data(), all, kLeastVolume, bench.x.data());
    return found.has_offender ? found.least : 10.0 + found.least;
}

double do_predict(const Kernels& kernels, const Sample&, Bench& bench)
{
    kernels.predict(bench.particles(), bench.all(), {3.5, -981.0, 0.25}, 0.000521);
    return 0.0;
}

double do_round(const Kernels& kernels, const Sample&, Bench& bench)
{
    kernels.round_positions(bench.particles(), bench.all(), 0.000521, 250.0, FixedGrid(8));
    return 0.0;
}

double do_velocities(const Kernels& kernels, const Sample&, Bench& bench)
{
    return kernels.update_velocities(bench.particles(), bench.all(), 0.000521, FixedGrid(8)) ? 1.0 : 0.0;
}

double do_wall(const Kernels& kernels, const Sample& sample, Bench& bench)
{
    kernels.hold_at_wall(sample.cage.wall, sample.cage.attached.data(), bench.all(), bench.x.data());
    return 0.0;
}

double do_near(const Kernels& kernels, const Sample& sample, Bench& bench)
{
    std::vector<std::uint32_t> near(sample.topology.skin.size());
    double sum = 0.0;
    for (const Range& color : sample.topology.skin_colors) {
        const std::uint32_t count =
            kernels.find_near(sample.topology.skin.data(), color, {-3000.0, -2000.0, 500.0},
                              {1000.0, 2500.0, 9000.0}, bench.x.data(), near.data());
        for (std::uint32_t i = 0; i < count; ++i)
            sum = sum * 3.0 + near[i];
    }
    return sum;
}

TEST(LaneKernels, GiveTheBitsOfThePlainLoopsOnEveryKindOfInstructions)
{
    constexpr std::array<std::pair<const char*, Deed>, 8> kDeeds = {{{"edges", do_edges},
                                                                     {"volumes", do_volumes},
                                                                     {"least volume", do_least_volume},
                                                                     {"predict", do_predict},
                                                                     {"round", do_round},
                                                                     {"velocities", do_velocities},
                                                                     {"wall", do_wall},
                                                                     {"near", do_near}}};
    ASSERT_FALSE(targets().empty());
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        Random random(seed);
        const Sample sample = random_sample(random);
        const Bench start(sample, random);
        for (const auto& [name, deed] : kDeeds) {
            Bench plain = start;
            const double expected = deed(plain_kernels(), sample, plain);
            for (const std::int64_t target : targets()) {
                const OnlyTarget only(target);
                Bench lanes = start;
                EXPECT_EQ(deed(lane_kernels(), sample, lanes), expected)
                    << name << " on " << hwy::TargetName(target) << ", seed " << seed;
                ASSERT_TRUE(lanes.bytes() == plain.bytes())
                    << name << " on " << hwy::TargetName(target) << ", seed " << seed;
            }
        }
    }
}

/// The state of a body that a finger presses while it falls, after some substeps.
BodyState pressed(const Sample& sample, const sim::Compute& compute)
{
    Motion run(sample, {0.000521, 2, {0.0, -981000.0, -300000.0}, 8}, compute);
    Capsule finger;
    finger.radius = 800.0;
    finger.friction = 0.3;
    finger.a = finger.b = glm::dvec3(200.0, -300.0, 7000.0);
    for (int i = 0; i < 20; ++i) {
        finger.previous_a = finger.a;
        finger.previous_b = finger.b;
        finger.a.z = finger.b.z = finger.a.z - 120.0;
        run.substep(std::span(&finger, 1));
    }
    return run.state();
}

TEST(Substep, GivesTheSameBitsInLanesAndOnAnyNumberOfThreads)
{
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        Random random(seed);
        CageSpec spec;
        spec.cells = seed == 1 ? 36 : 30; // enough for three and for two threads
        spec.wall_radius = 12600.0;
        const Sample sample = make_sample(build_cage(spec).value(), random_profile(random));
        const BodyState expected = pressed(sample, {1, false});
        for (const sim::Compute& compute :
             {sim::Compute{1, true}, sim::Compute{2, false}, sim::Compute{2, true}, sim::Compute{3, true}})
            ASSERT_TRUE(pressed(sample, compute) == expected)
                << compute.threads << " threads, lanes " << compute.simd << ", seed " << seed;
    }
}

} // namespace
} // namespace drape::test
