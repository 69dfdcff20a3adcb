// The sweep in waves: why its order is allowed, and that it gives the bits of the sequential one.
#include "sim/edit.h"
#include "sim/lattice/pair.h"
#include "sim/lattice/sweep.h"
#include "sim/lattice/wavefront.h"
#include "sim/state_hash.h"
#include "sim/step.h"
#include "tests/sim/random.h"
#include "tests/support/only_target.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace drape::test {
namespace {

using sim::Compute;
using sim::Engine;
using sim::Grid;
using sim::SoftSystem;
using sim::SweepOrder;
using sim::WaveLayout;

using Cell = std::array<std::uint32_t, 3>;

Cell cell_of(const Grid& grid, std::uint32_t particle)
{
    return {particle % grid.nx, particle / grid.nx % grid.ny, particle / grid.nx / grid.ny};
}

Grid random_grid(Random& random, int most_layers)
{
    Grid grid;
    grid.nx = static_cast<std::uint32_t>(random.integer(1, 9));
    grid.ny = static_cast<std::uint32_t>(random.integer(1, 9));
    grid.nz = static_cast<std::uint32_t>(random.integer(1, most_layers));
    return grid;
}

// Why the order is allowed.

/// Least distance in waves from a particle to a later one that shares a particle with it, and the largest
/// distance either way, for waves i + row_skew*j + layer_skew*k.
struct Distances
{
    std::int64_t least_forward = INT64_MAX;
    std::int64_t largest = 0;
};

Distances measure_distances(const Grid& grid, std::int64_t row_skew, std::int64_t layer_skew)
{
    const sim::SpringList springs = sim::build_springs(grid, 1.0);
    std::vector<std::vector<std::uint32_t>> touched_by(grid.count());
    for (std::uint32_t p = 0; p < grid.count(); ++p) {
        touched_by[p].push_back(p);
        for (std::uint32_t s = springs.begin[p]; s < springs.begin[p + 1]; ++s)
            touched_by[springs.other[s]].push_back(p);
    }
    const auto wave = [&](std::uint32_t p) {
        const Cell c = cell_of(grid, p);
        return std::int64_t{c[0]} + row_skew * c[1] + layer_skew * c[2];
    };
    Distances distances;
    for (const std::vector<std::uint32_t>& sharers : touched_by)
        for (const std::uint32_t p : sharers)
            for (const std::uint32_t q : sharers) {
                if (p < q)
                    distances.least_forward = std::min(distances.least_forward, wave(q) - wave(p));
                distances.largest = std::max(distances.largest, std::abs(wave(q) - wave(p)));
            }
    return distances;
}

TEST(Waves, ALaterParticleThatSharesAnyWithAnEarlierOneIsInALaterWave)
{
    Random random(1);
    for (int i = 0; i < 200; ++i) {
        const Grid grid = random_grid(random, 4);
        const Distances distances = measure_distances(grid, sim::kRowSkew, sim::kLayerSkew);
        EXPECT_GE(distances.least_forward, 1) << grid.nx << " " << grid.ny << " " << grid.nz;
        // An iteration over the body that follows at this distance finds all around it done by the last.
        EXPECT_LT(distances.largest, sim::iteration_skew(grid));
    }
}

TEST(Waves, NoSmallerSkewWouldDo)
{
    const Grid sheet{9, 9, 1}, block{7, 7, 4};
    EXPECT_EQ(measure_distances(sheet, sim::kRowSkew, 0).least_forward, 1);
    EXPECT_EQ(measure_distances(sheet, sim::kRowSkew - 1, 0).least_forward, 0);
    EXPECT_EQ(measure_distances(block, sim::kRowSkew, sim::kLayerSkew).least_forward, 1);
    EXPECT_EQ(measure_distances(block, sim::kRowSkew, sim::kLayerSkew - 1).least_forward, 0);
    EXPECT_EQ(measure_distances(sheet, sim::kRowSkew, 0).largest + 1, sim::iteration_skew(sheet));
    EXPECT_EQ(measure_distances(block, sim::kRowSkew, sim::kLayerSkew).largest + 1,
              sim::iteration_skew(block));
}

// The layout.

/// The place of the particle at a cell, or -1 outside of the grid.
std::ptrdiff_t place_at(const WaveLayout& layout, const Cell& cell, const sim::OwnedSpring& step)
{
    const std::int64_t i = std::int64_t{cell[0]} + step.di, j = std::int64_t{cell[1]} + step.dj,
                       k = std::int64_t{cell[2]} + step.dk;
    if (i < 0 || j < 0 || i >= layout.grid.nx || j >= layout.grid.ny || k >= layout.grid.nz)
        return -1;
    return layout.place(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j),
                        static_cast<std::uint32_t>(k));
}

TEST(WaveLayout, GivesEachParticleAPlaceOfItsOwnAndFindsTheOtherEndsOfItsSprings)
{
    Random random(2);
    for (int n = 0; n < 200; ++n) {
        const Grid grid = random_grid(random, 4);
        const WaveLayout layout = sim::build_wave_layout(grid, 0.5);
        std::set<std::ptrdiff_t> places;
        for (std::uint32_t p = 0; p < grid.count(); ++p) {
            const Cell c = cell_of(grid, p);
            const std::ptrdiff_t place = layout.place(c[0], c[1], c[2]);
            EXPECT_TRUE(place >= 0 && place < static_cast<std::ptrdiff_t>(layout.size()));
            EXPECT_TRUE(places.insert(place).second);
            const std::uint32_t u = c[0] + sim::kRowSkew * c[1];
            const std::uint32_t row = c[1] - layout.wave[u].first;
            EXPECT_LT(row, layout.wave[u].count);
            for (std::size_t s = 0; s < layout.springs.size(); ++s) {
                const WaveLayout::Reach& reach = layout.reach[u * layout.springs.size() + s];
                const bool owns = row >= reach.begin && row < reach.end && layout.has_spring(s, c[2]);
                const std::ptrdiff_t other = place_at(layout, c, layout.springs[s]);
                EXPECT_EQ(owns, other >= 0);
                if (owns) {
                    EXPECT_EQ(place + reach.to, other);
                }
            }
        }
    }
}

TEST(WaveLayout, KeepsTheListOrderOfEveryParticlesSprings)
{
    Random random(3);
    for (int n = 0; n < 100; ++n) {
        const Grid grid = random_grid(random, 4);
        const double spacing = random.between(0.1, 2.0);
        const sim::SpringList list = sim::build_springs(grid, spacing);
        const WaveLayout layout = sim::build_wave_layout(grid, spacing);
        for (std::uint32_t p = 0; p < grid.count(); ++p) {
            std::uint32_t at = list.begin[p];
            const Cell c = cell_of(grid, p);
            for (std::size_t s = 0; s < layout.springs.size(); ++s) {
                const std::ptrdiff_t other = place_at(layout, c, layout.springs[s]);
                if (other < 0)
                    continue;
                ASSERT_LT(at, list.begin[p + 1]);
                const Cell o = cell_of(grid, list.other[at]);
                EXPECT_EQ(layout.place(o[0], o[1], o[2]), other);
                EXPECT_EQ(layout.rest[s], list.rest[at]);
                ++at;
            }
            EXPECT_EQ(at, list.begin[p + 1]);
        }
    }
}

// The bits.

struct Case
{
    sim::World world; ///< One body and one soft system.
    std::string title;
    const SoftSystem& system() const { return std::get<SoftSystem>(world.scene.systems[0]); }
};

sim::World body_of(const Grid& grid, const SoftSystem& system)
{
    sim::SceneDesc scene;
    sim::EntityDesc entity; // so that the body does not begin at 0
    entity.name = "e";
    scene.entities.push_back(entity);
    sim::SoftDesc soft;
    soft.name = "b";
    soft.nx = static_cast<int>(grid.nx);
    soft.ny = static_cast<int>(grid.ny);
    soft.nz = static_cast<int>(grid.nz);
    soft.spacing = 0.25;
    soft.mass = 0.3;
    scene.softs.push_back(soft);
    scene.systems.emplace_back(system);
    return sim::build_world(scene, "waves").value();
}

void disturb(Random& random, sim::World& world)
{
    const double reach = random.chance(0.3) ? 2.0 : 0.05;
    const bool is_folded = random.chance(0.1); // many particles in one point, -0 among the numbers
    for (std::uint32_t p = world.bodies[0].first; p < world.entity_count(); ++p)
        for (int axis = 0; axis < 3; ++axis) {
            const double change = random.between(-reach, reach);
            world.state.velocity[p][axis] = random.between(-3.0, 3.0);
            if (is_folded)
                world.state.position[p][axis] = random.chance(0.5) ? -0.0 : 0.0;
            else
                world.state.position[p][axis] += change;
        }
}

void set_masses(Random& random, sim::World& world)
{
    for (std::uint32_t p = world.bodies[0].first; p < world.entity_count(); ++p) {
        world.mass[p] = random.between(0.05, 2.0);
        world.dynamic[p] = random.chance(0.7) ? 1 : 0;
        world.inverse_mass[p] = sim::inverse_mass(world.mass[p], world.dynamic[p] != 0);
    }
}

Case random_case(std::uint64_t seed, int longest)
{
    Random random(seed);
    Grid grid;
    grid.nx = static_cast<std::uint32_t>(random.integer(1, random.chance(0.2) ? 1 : longest));
    grid.ny = static_cast<std::uint32_t>(random.integer(1, random.chance(0.2) ? 1 : longest));
    grid.nz = static_cast<std::uint32_t>(random.integer(1, random.chance(0.5) ? 1 : 4));
    SoftSystem system;
    system.body.text = "b";
    system.stiffness = random.chance(0.2) ? 1.0 : random.between(-0.1, 1.3);
    system.damping = random.chance(0.5) ? 0.0 : random.between(0.0, 0.05);
    system.iterations = random.integer(1, 5);
    system.sweep = random.chance(0.5) ? SweepOrder::Particle : SweepOrder::Body;
    Case made{body_of(grid, system), {}};
    disturb(random, made.world);
    const bool is_even = random.chance(0.5);
    if (!is_even)
        set_masses(random, made.world);
    made.title = "seed " + std::to_string(seed) + ": " + std::to_string(grid.nx) + "x" +
                 std::to_string(grid.ny) + "x" + std::to_string(grid.nz) +
                 (system.sweep == SweepOrder::Body ? ", by body" : ", by particle") +
                 (system.damping != 0.0 ? ", damped" : "") + (is_even ? "" : ", masses");
    return made;
}

bool same_bits(const std::vector<glm::dvec3>& a, const std::vector<glm::dvec3>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(glm::dvec3)) == 0;
}

/// What a machine may do a sweep with.
std::vector<std::unique_ptr<Engine>> engines(bool simd)
{
    std::vector<std::unique_ptr<Engine>> list;
    for (const int threads : {1, 2, 3})
        list.push_back(std::make_unique<Engine>(Compute{threads, simd}));
    return list;
}

/// Two sweeps one after the other, the second from where the first arrived.
void expect_same_sweep(const Case& made, Engine& engine, const std::string& by)
{
    sim::World plain = made.world, waves = made.world;
    for (int repeat = 0; repeat < 2; ++repeat) {
        sim::sweep_soft(made.system(), plain.bodies[0], plain);
        sim::sweep_soft_in_waves(made.system(), 0, waves, engine);
        ASSERT_TRUE(same_bits(plain.state.position, waves.state.position))
            << made.title << ", " << by << ", " << engine.workers.threads() << " threads";
    }
    EXPECT_TRUE(same_bits(made.world.state.velocity, waves.state.velocity));
}

TEST(Wavefront, HasASweepForTheBestInstructionsOfThisMachine)
{
    ASSERT_FALSE(targets().empty());
    for (const std::int64_t target : targets())
        std::cout << hwy::TargetName(target) << "\n";
}

TEST(Wavefront, GivesTheBitsOfTheSequentialSweepOnEveryTargetAndAnyThreads)
{
    const auto lanes = engines(true);
    for (const std::int64_t target : targets()) {
        const OnlyTarget only(target);
        for (std::uint64_t seed = 1; seed <= 150; ++seed)
            for (const auto& engine : lanes) {
                expect_same_sweep(random_case(seed, 40), *engine, hwy::TargetName(target));
                if (HasFatalFailure())
                    return;
            }
    }
}

TEST(Wavefront, GivesTheBitsOfTheSequentialSweepInSingleLanes)
{
    for (const auto& engine : engines(false))
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            expect_same_sweep(random_case(seed, 20), *engine, "single lanes");
            if (HasFatalFailure())
                return;
        }
}

TEST(Wavefront, GivesTheBitsOfTheSequentialSweepWhereThreadsShareIt)
{
    for (const auto& engine : engines(true))
        for (const Grid& grid : {Grid{200, 90, 1}, Grid{330, 50, 1}, Grid{40, 100, 1}, Grid{17, 21, 14}})
            for (const SweepOrder order : {SweepOrder::Particle, SweepOrder::Body}) {
                SoftSystem system;
                system.body.text = "b";
                system.stiffness = 0.9;
                system.iterations = 3;
                system.sweep = order;
                Case made{body_of(grid, system), std::to_string(grid.nx) + "x" + std::to_string(grid.ny)};
                Random random(grid.nx);
                disturb(random, made.world);
                for (int repeat = 0; repeat < 3; ++repeat) // threads meet in another way each time
                    expect_same_sweep(made, *engine, "all lanes");
                if (HasFatalFailure())
                    return;
            }
}

TEST(Wavefront, GivesTheBitsOfTheInterpreter)
{
    Engine engine(Compute{2, true});
    for (std::uint64_t seed = 1000; seed < 1060; ++seed) {
        const Case made = random_case(seed, 9);
        sim::World waves = made.world, interpreted = made.world;
        sim::Stepper interpreter(sim::Backend::Interpreter);
        interpreter.begin(interpreted);
        interpreter.run_system(interpreted, 0);
        sim::sweep_soft_in_waves(made.system(), 0, waves, engine);
        ASSERT_TRUE(same_bits(waves.state.position, interpreted.state.position)) << made.title;
    }
}

TEST(Wavefront, LeavesABodyThatCannotMoveWhereItIs)
{
    SoftSystem system;
    system.body.text = "b";
    Case made{body_of({12, 12, 1}, system), {}};
    Random random(5);
    disturb(random, made.world);
    std::fill(made.world.inverse_mass.begin(), made.world.inverse_mass.end(), 0.0);
    Engine engine(Compute{});
    sim::World waves = made.world;
    sim::sweep_soft_in_waves(made.system(), 0, waves, engine);
    EXPECT_TRUE(same_bits(waves.state.position, made.world.state.position));
}

TEST(Wavefront, MakesItsRoomOnceAndKeepsIt)
{
    SoftSystem system;
    system.body.text = "b";
    system.damping = 0.01;
    sim::World world = body_of({16, 16, 2}, system);
    Engine engine(Compute{});
    sim::sweep_soft_in_waves(system, 0, world, engine);
    const double* const room = world.wave_work[0].numbers.data();
    for (const double damping : {0.0, 0.02}) {
        system.damping = damping;
        sim::sweep_soft_in_waves(system, 0, world, engine);
        EXPECT_EQ(world.wave_work[0].numbers.data(), room);
    }
}

TEST(Stepper, GivesTheSameBitsWhateverItMayUseOfTheMachine)
{
    const std::string text =
        "world { entity pin { dynamic = false } soft c { nx = 24; ny = 20; spacing = 0.1; mass = 0.05; "
        "size "
        "= 0.01 } soft d { nx = 9; ny = 9; nz = 3; spacing = 0.1; origin = (0, 0, 1); size = 0.01 } }\n"
        "systems { gravity { gravity_y = -9.81; dt = 0.004 } integrate { dt = 0.004 } soft { body = c; "
        "iterations = 4; stiffness = 0.9 } soft { body = d; iterations = 3; sweep = body; damping = 0.001 "
        "} "
        "joint { on = pin; other = c#0 } update_velocity { dt = 0.004 } }";
    const auto hash_of = [&](const Compute& compute) {
        sim::World world = world_of(text);
        sim::Stepper stepper(sim::Backend::Native, compute);
        for (int i = 0; i < 30; ++i) {
            if (i == 15) {
                EXPECT_TRUE(
                    sim::apply_edit(sim::SetParameter{2, "damping", glm::dvec3(0.002)}, world).ok());
            }
            EXPECT_FALSE(stepper.step(world).non_finite.has_value());
        }
        return sim::hash_state(world.state);
    };
    const std::uint64_t plain = hash_of({1, false});
    for (const int threads : {1, 2, 3})
        for (const bool simd : {true, false})
            EXPECT_EQ(hash_of({threads, simd}), plain) << threads << " threads, simd " << simd;
}

} // namespace
} // namespace drape::test
