// Colours of constraints: a partition into sets that share no particle.
#include "sim/tissue/coloring.h"
#include "tests/sim/random.h"
#include "tests/support/tissues.h"

#include <gtest/gtest.h>

#include <set>

namespace drape::test {
namespace {

using namespace sim::tissue;

template<std::size_t N>
void expect_coloring(const std::vector<std::array<std::uint32_t, N>>& constraints, std::size_t particles)
{
    const Coloring coloring =
        color<N>(std::span<const std::array<std::uint32_t, N>>(constraints), particles);
    ASSERT_EQ(coloring.order.size(), constraints.size());
    std::vector<int> met(constraints.size(), 0);
    std::uint32_t at = 0;
    for (const Range& range : coloring.colors) {
        ASSERT_EQ(range.begin, at) << "the colours follow each other";
        ASSERT_LT(range.begin, range.end) << "no colour is empty";
        at = range.end;
        std::set<std::uint32_t> used;
        for (std::uint32_t k = range.begin; k < range.end; ++k) {
            const std::uint32_t c = coloring.order[k];
            ++met[c];
            if (k > range.begin) {
                ASSERT_LT(coloring.order[k - 1], c) << "ascending inside a colour";
            }
            for (const std::uint32_t p : constraints[c])
                ASSERT_TRUE(used.insert(p).second) << "particle " << p << " twice in a colour";
        }
    }
    ASSERT_EQ(at, constraints.size());
    for (const int times : met)
        ASSERT_EQ(times, 1);
    // Greedy: each constraint of a later colour meets one of every colour before it.
    std::vector<std::set<std::uint32_t>> used(coloring.colors.size());
    for (std::size_t i = 0; i < used.size(); ++i)
        for (std::uint32_t k = coloring.colors[i].begin; k < coloring.colors[i].end; ++k) {
            for (std::size_t j = 0; j < i; ++j) {
                bool meets = false;
                for (const std::uint32_t p : constraints[coloring.order[k]])
                    meets = meets || used[j].contains(p);
                ASSERT_TRUE(meets) << "constraint " << coloring.order[k] << " fits colour " << j;
            }
            for (const std::uint32_t p : constraints[coloring.order[k]])
                used[i].insert(p);
        }
}

template<std::size_t N>
std::vector<std::array<std::uint32_t, N>> random_constraints(Random& random, std::size_t particles,
                                                             std::size_t count)
{
    std::vector<std::array<std::uint32_t, N>> constraints;
    while (constraints.size() < count) {
        std::set<std::uint32_t> members;
        // Few particles take part in many: valences past the 64 bits of a word come up.
        while (members.size() < N)
            members.insert(random.chance(0.3) ? random.below(std::min<std::size_t>(particles, 8))
                                              : random.below(particles));
        std::array<std::uint32_t, N> constraint;
        std::copy(members.begin(), members.end(), constraint.begin());
        constraints.push_back(constraint);
    }
    return constraints;
}

TEST(Coloring, OfRandomConstraintsIsAPartitionInIndexOrder)
{
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Random random(seed);
        const std::size_t particles = 8 + random.below(120);
        expect_coloring<2>(random_constraints<2>(random, particles, random.below(600)), particles);
        expect_coloring<3>(random_constraints<3>(random, particles, random.below(400)), particles);
        expect_coloring<4>(random_constraints<4>(random, particles, random.below(300)), particles);
        ASSERT_FALSE(HasFailure()) << "seed " << seed;
    }
}

TEST(Coloring, OfAStarTakesAColourForEachRay)
{
    std::vector<Edge> rays;
    for (std::uint32_t i = 1; i <= 200; ++i)
        rays.push_back({0, i});
    expect_coloring<2>(rays, 201);
    EXPECT_EQ(color<2>(std::span<const Edge>(rays), 201).colors.size(), 200U);
}

TEST(Coloring, OfNothingIsEmpty)
{
    EXPECT_TRUE(color<2>(std::span<const Edge>(), 0).colors.empty());
    EXPECT_TRUE(color<4>(std::span<const Tet>(), 7).order.empty());
}

TEST(Coloring, OfCagesIsAPartitionAndFew)
{
    for (const CageShape shape : {CageShape::Dome, CageShape::Pad, CageShape::Limb, CageShape::Slab}) {
        CageSpec spec;
        spec.shape = shape;
        spec.cells = 10;
        spec.wall_radius = shape == CageShape::Limb ? 1500.0 : 13000.0;
        const Cage cage = build_cage(spec).value();
        expect_coloring<4>(cage.tets, cage.points.size());
        const std::vector<Edge> edges = edges_of(cage.tets);
        expect_coloring<2>(edges, cage.points.size());
        expect_coloring<3>(cage.skin, cage.points.size());
        // The batches of a topology are these, in this order.
        const Topology topology = build_topology(cage);
        for (std::size_t t = 0; t < topology.tets.size(); ++t) {
            EXPECT_EQ(topology.tets[t], cage.tets[topology.tet_file[t]]);
            EXPECT_EQ(topology.tet_rest[t], six_volume(cage.points, topology.tets[t]));
        }
        EXPECT_EQ(topology.edges.size(), edges.size());
        EXPECT_EQ(topology.edge_colors.back().end, edges.size());
        EXPECT_EQ(topology.tet_colors.back().end, cage.tets.size());
        EXPECT_EQ(topology.skin_colors.back().end, cage.skin.size());
        EXPECT_EQ(topology.cord_colors.back().end, cage.cords.size());
    }
}

} // namespace
} // namespace drape::test
