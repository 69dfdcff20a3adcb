// The springs of a grid against a plain enumeration, a literal copy of the nest, and hand-counted numbers.
#include "sim/lattice/constraints.h"
#include "tests/sim/random.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <tuple>

namespace drape::test {
namespace {

using sim::Grid;
using sim::SpringKind;
using sim::SpringList;

using SpringSet = std::set<std::tuple<std::uint32_t, std::uint32_t, SpringKind>>;

const std::vector<Grid> kGrids = {{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}, {1, 7, 1},
                                  {7, 1, 1}, {1, 1, 7}, {2, 2, 1}, {2, 1, 2}, {1, 2, 2},
                                  {2, 2, 2}, {3, 1, 1}, {3, 3, 1}, {3, 1, 3}, {1, 3, 3},
                                  {3, 2, 4}, {8, 8, 1}, {4, 4, 4}, {5, 3, 2}, {9, 2, 3}};

std::string name_of(const Grid& grid)
{
    return std::to_string(grid.nx) + "x" + std::to_string(grid.ny) + "x" + std::to_string(grid.nz);
}

/// Every pair of particles whose offset is one of the RFC's; knows nothing of nests or owners.
SpringSet enumerate_springs(const Grid& grid)
{
    SpringSet set;
    const auto place = [&](std::uint32_t p) {
        return std::array<int, 3>{static_cast<int>(p % grid.nx), static_cast<int>(p / grid.nx % grid.ny),
                                  static_cast<int>(p / grid.nx / grid.ny)};
    };
    for (std::uint32_t p = 0; p < grid.count(); ++p)
        for (std::uint32_t q = p + 1; q < grid.count(); ++q) {
            std::array<int, 3> offset{};
            for (std::size_t axis = 0; axis < 3; ++axis)
                offset[axis] = std::abs(place(p)[axis] - place(q)[axis]);
            std::sort(offset.begin(), offset.end());
            if (offset == std::array<int, 3>{0, 0, 1})
                set.emplace(p, q, SpringKind::Structural);
            else if (offset == std::array<int, 3>{0, 1, 1})
                set.emplace(p, q, SpringKind::Shear);
            else if (offset == std::array<int, 3>{0, 0, 2})
                set.emplace(p, q, SpringKind::Bend);
        }
    return set;
}

struct Spring
{
    std::uint32_t first, second;
    double rest;
};

/// The nest of the specification, word for word.
std::vector<Spring> emit_nest(const Grid& g, double spacing)
{
    const double diag = spacing * std::sqrt(2.0);
    const double bend = 2.0 * spacing;
    std::vector<Spring> list;
    for (std::uint32_t k = 0; k < g.nz; ++k)
        for (std::uint32_t j = 0; j < g.ny; ++j)
            for (std::uint32_t i = 0; i < g.nx; ++i) {
                const std::uint32_t p = g.index(i, j, k);
                const bool x = i + 1 < g.nx, y = j + 1 < g.ny, z = k + 1 < g.nz;
                if (x)
                    list.push_back({p, g.index(i + 1, j, k), spacing});
                if (y)
                    list.push_back({p, g.index(i, j + 1, k), spacing});
                if (z)
                    list.push_back({p, g.index(i, j, k + 1), spacing});
                if (x && y) {
                    list.push_back({p, g.index(i + 1, j + 1, k), diag});
                    list.push_back({g.index(i + 1, j, k), g.index(i, j + 1, k), diag});
                }
                if (x && z) {
                    list.push_back({p, g.index(i + 1, j, k + 1), diag});
                    list.push_back({g.index(i + 1, j, k), g.index(i, j, k + 1), diag});
                }
                if (y && z) {
                    list.push_back({p, g.index(i, j + 1, k + 1), diag});
                    list.push_back({g.index(i, j + 1, k), g.index(i, j, k + 1), diag});
                }
                if (i + 2 < g.nx)
                    list.push_back({p, g.index(i + 2, j, k), bend});
                if (j + 2 < g.ny)
                    list.push_back({p, g.index(i, j + 2, k), bend});
                if (k + 2 < g.nz)
                    list.push_back({p, g.index(i, j, k + 2), bend});
            }
    return list;
}

std::size_t count_bonds(const SpringList& springs)
{
    return springs.size() -
           static_cast<std::size_t>(std::count(springs.kind.begin(), springs.kind.end(), SpringKind::Bend));
}

TEST(Springs, NumberAsTheSpecificationSays)
{
    const SpringList sheet = sim::build_springs({8, 8, 1}, 1.0);
    EXPECT_EQ(sheet.size(), 306U);
    EXPECT_EQ(count_bonds(sheet), 210U);
    const SpringList cube = sim::build_springs({4, 4, 4}, 1.0);
    EXPECT_EQ(cube.size(), 456U);
    EXPECT_EQ(count_bonds(cube), 360U);
    EXPECT_EQ(sim::build_springs({1, 1, 1}, 1.0).size(), 0U);
    EXPECT_EQ(sim::build_springs({1, 7, 1}, 1.0).size(), 11U); // a rope: 6 structural, 5 bend
    EXPECT_EQ(sim::build_springs({2, 2, 2}, 1.0).size(), 24U); // 12 edges, 12 face diagonals
    EXPECT_EQ(sim::build_springs({3, 1, 1}, 1.0).size(), 3U);
}

TEST(Springs, AreThePairsAtTheOffsetsOfTheRfcAndNoOthers)
{
    for (const Grid& grid : kGrids) {
        const SpringList springs = sim::build_springs(grid, 0.3);
        SpringSet built;
        for (std::uint32_t p = 0; p < grid.count(); ++p)
            for (std::uint32_t s = springs.begin[p]; s < springs.begin[p + 1]; ++s)
                built.emplace(p, springs.other[s], springs.kind[s]);
        EXPECT_EQ(built.size(), springs.size()) << name_of(grid) << ": a spring is listed twice";
        EXPECT_EQ(built, enumerate_springs(grid)) << name_of(grid);
        EXPECT_EQ(sim::count_springs(grid), springs.size()) << name_of(grid);
    }
}

TEST(Springs, OfOneOwnerKeepTheOrderOfTheNestAndItsRestLengths)
{
    for (const Grid& grid : kGrids)
        for (const double spacing : {0.1, 1.0 / 3.0, 7.3e-5}) {
            std::vector<std::vector<Spring>> owned(grid.count());
            for (const Spring& spring : emit_nest(grid, spacing)) {
                ASSERT_LT(spring.first, spring.second);
                owned[spring.first].push_back(spring);
            }
            const SpringList springs = sim::build_springs(grid, spacing);
            ASSERT_EQ(springs.begin.size(), grid.count() + 1U);
            for (std::uint32_t p = 0; p < grid.count(); ++p) {
                ASSERT_EQ(springs.begin[p + 1] - springs.begin[p], owned[p].size())
                    << name_of(grid) << " owner " << p;
                for (std::uint32_t n = 0; n < owned[p].size(); ++n) {
                    EXPECT_EQ(springs.other[springs.begin[p] + n], owned[p][n].second)
                        << name_of(grid) << " owner " << p;
                    EXPECT_EQ(springs.rest[springs.begin[p] + n], owned[p][n].rest);
                }
            }
        }
}

TEST(Springs, BelongToTheirLowerIndex)
{
    for (const Grid& grid : kGrids) {
        const SpringList springs = sim::build_springs(grid, 1.0);
        for (std::uint32_t p = 0; p < grid.count(); ++p)
            for (std::uint32_t s = springs.begin[p]; s < springs.begin[p + 1]; ++s)
                EXPECT_LT(p, springs.other[s]) << name_of(grid);
    }
}

TEST(Grid, PlacesAParticleWithTwoRoundingsAnAxis)
{
    Random random(1);
    int differs_from_fma = 0;
    for (int trial = 0; trial < 1000; ++trial) {
        sim::SoftDesc soft;
        soft.spacing = random.between(0.01, 2.0);
        soft.origin = {random.between(-5.0, 5.0), random.between(-5.0, 5.0), random.between(-5.0, 5.0)};
        const std::uint32_t i = random.below(100), j = random.below(100), k = random.below(100);
        // volatile: the product must reach memory as a double of its own.
        const volatile double x = i * soft.spacing, y = j * soft.spacing, z = k * soft.spacing;
        const glm::dvec3 expected(soft.origin.x + x, soft.origin.y + y, soft.origin.z + z);
        EXPECT_EQ(sim::start_position(soft, i, j, k), expected);
        differs_from_fma += std::fma(i, soft.spacing, soft.origin.x) != expected.x ? 1 : 0;
    }
    EXPECT_GT(differs_from_fma, 50) << "these cases could not tell one rounding from two";
}

TEST(World, NumbersEntitiesFirstThenTheParticlesOfEachBodyInSourceOrder)
{
    const sim::World world =
        world_of("world { soft b { nx = 2; ny = 1 } entity e { } soft a { nx = 1; ny = 2; nz = 2 } "
                 "entity d { } }");
    const std::vector<std::string> names = {"e", "d", "b#0", "b#1", "a#0", "a#1", "a#2", "a#3"};
    ASSERT_EQ(world.entity_count(), names.size());
    for (std::uint32_t i = 0; i < names.size(); ++i)
        EXPECT_EQ(sim::entity_name(world, i), names[i]);
    // a#2 is (0, 0, 1) and a#1 is (0, 1, 0): k = (kz*ny + j)*nx + i.
    EXPECT_EQ(world.state.position[5], glm::dvec3(0.0, 1.0, 0.0));
    EXPECT_EQ(world.state.position[6], glm::dvec3(0.0, 0.0, 1.0));
}

TEST(Snapshot, BondsAreTheStructuralAndShearSpringsAndTheJoints)
{
    const sim::World world = world_of(
        "world { entity hook { dynamic = false } soft gel { nx = 3; ny = 3; nz = 2; spacing = 0.25 } }\n"
        "systems { joint { on = hook; other = gel#4; type = distance; length = 0.5 } }");
    const SpringList& springs = *world.bodies[0].springs;
    std::size_t at = 0;
    const sim::BondList& list = world.topology->bonds;
    const std::vector<sim::Bond> bonds(list.begin(), list.end());
    ASSERT_EQ(bonds.size(), count_bonds(springs) + 1);
    EXPECT_EQ(list.size(), bonds.size());
    EXPECT_EQ(list.count_of_bodies(), count_bonds(springs));
    for (std::uint32_t p = 0; p < world.bodies[0].grid.count(); ++p)
        for (std::uint32_t s = springs.begin[p]; s < springs.begin[p + 1]; ++s) {
            if (springs.kind[s] == SpringKind::Bend)
                continue;
            const sim::Bond& bond = bonds[at++];
            EXPECT_EQ(bond.a, p + 1); // entity 0 is the hook
            EXPECT_EQ(bond.b, springs.other[s] + 1);
            EXPECT_EQ(bond.kind == sim::BondKind::Structural, springs.kind[s] == SpringKind::Structural);
            EXPECT_EQ(bond.rest, static_cast<float>(springs.rest[s]));
        }
    // The hook is static: the particle is the first side after the swap.
    EXPECT_EQ(bonds.back().kind, sim::BondKind::Joint);
    EXPECT_EQ(bonds.back().a, 5U);
    EXPECT_EQ(bonds.back().b, 0U);
}

} // namespace
} // namespace drape::test
