// What threads do of a substep: nothing is left out, and what may run at the same time never meets.
#include "sim/tissue/cage_builder.h"
#include "sim/tissue/plan.h"
#include "tests/support/tissues.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace drape::test {
namespace {

using namespace sim::tissue;

Sample large_sample(CageShape shape, int cells)
{
    CageSpec spec;
    spec.shape = shape;
    spec.cells = cells;
    spec.wall_radius = shape == CageShape::Limb ? 1500.0 : 12600.0;
    return make_sample(build_cage(spec).value(), gel_profile());
}

/// Particles that a part touches in a step.
std::set<std::uint32_t> touched(const Sample& sample, const Plan& plan, std::uint32_t step,
                                std::uint32_t part)
{
    std::set<std::uint32_t> particles;
    for (const Range& range : plan.ranges_of(step, part))
        for (std::uint32_t i = range.begin; i < range.end; ++i)
            if (plan.steps[step].phase == Phase::Edges)
                particles.insert(sample.topology.edges[i].begin(), sample.topology.edges[i].end());
            else if (plan.steps[step].phase == Phase::Volumes)
                particles.insert(sample.topology.tets[i].begin(), sample.topology.tets[i].end());
            else
                particles.insert(i);
    return particles;
}

bool meet(const std::set<std::uint32_t>& a, const std::set<std::uint32_t>& b)
{
    return std::any_of(a.begin(), a.end(), [&](std::uint32_t p) { return b.contains(p); });
}

/// Steps whose ranges are of elements that are only looked at.
bool only_looks(const Plan::Step& step)
{
    return step.phase == Phase::LookForInversion;
}

TEST(Plan, OfThreadsAStepApartHasNoTwoPartsTouchOneParticle)
{
    for (const auto& [shape, cells, threads] :
         {std::tuple{CageShape::Dome, 30, 2}, std::tuple{CageShape::Pad, 26, 3},
          std::tuple{CageShape::Limb, 40, 2}}) {
        const Sample sample = large_sample(shape, cells);
        const Plan plan = make_plan(sample.body(), 2, threads);
        ASSERT_EQ(plan.parts, static_cast<std::uint32_t>(threads));
        for (std::uint32_t step = 0; step < plan.steps.size(); ++step) {
            if (plan.steps[step].share == Plan::Share::Alone) {
                // It may touch anything: fences keep its neighbours away.
                EXPECT_EQ(plan.steps[step + 1].phase, Phase::Fence) << step;
                EXPECT_TRUE(plan.steps[step - 1].phase == Phase::Fence) << step;
                continue;
            }
            for (std::uint32_t a = 0; a < plan.parts; ++a)
                for (std::uint32_t b = 0; b < plan.parts; ++b) {
                    if (a == b || only_looks(plan.steps[step]))
                        continue;
                    const std::set<std::uint32_t> here = touched(sample, plan, step, a);
                    EXPECT_FALSE(meet(here, touched(sample, plan, step, b))) << "step " << step;
                    if (step + 1 < plan.steps.size() && plan.steps[step + 1].share != Plan::Share::Alone) {
                        EXPECT_FALSE(meet(here, touched(sample, plan, step + 1, b))) << "step " << step;
                    }
                }
        }
    }
}

TEST(Plan, HasEveryConstraintOfEveryColourOnceAnIterationInTheOrderOfColours)
{
    const Sample sample = large_sample(CageShape::Dome, 30);
    for (const int threads : {1, 2}) {
        const Plan plan = make_plan(sample.body(), 3, threads);
        for (const Phase phase : {Phase::Edges, Phase::Volumes}) {
            const std::vector<Range>& colors =
                phase == Phase::Edges ? sample.topology.edge_colors : sample.topology.tet_colors;
            std::vector<std::vector<std::uint32_t>> done; // of each colour, as the steps come
            for (std::uint32_t step = 0; step < plan.steps.size(); ++step) {
                if (plan.steps[step].phase != phase)
                    continue;
                if (plan.steps[step].share != Plan::Share::Inner)
                    done.emplace_back();
                EXPECT_EQ(plan.steps[step].starts, done.size() <= colors.size());
                for (std::uint32_t part = 0; part < plan.parts; ++part)
                    for (const Range& range : plan.ranges_of(step, part))
                        for (std::uint32_t i = range.begin; i < range.end; ++i)
                            done.back().push_back(i);
            }
            ASSERT_EQ(done.size(), 3 * colors.size());
            for (std::size_t c = 0; c < done.size(); ++c) {
                std::sort(done[c].begin(), done[c].end());
                const Range& color = colors[c % colors.size()];
                ASSERT_EQ(done[c].size(), color.end - color.begin);
                for (std::size_t i = 0; i < done[c].size(); ++i)
                    ASSERT_EQ(done[c][i], color.begin + i);
            }
        }
    }
}

TEST(Plan, LeavesSmallBodiesToOneThread)
{
    EXPECT_EQ(make_plan(large_sample(CageShape::Dome, 12).body(), 2, 8).parts, 1U);
    const Sample large = large_sample(CageShape::Dome, 30);
    const std::size_t constraints = large.topology.edges.size() + large.topology.tets.size();
    const std::uint32_t parts = make_plan(large.body(), 2, 64).parts;
    EXPECT_GE(parts, 2U);
    EXPECT_GE(constraints / parts, 32768U) << "a thread has enough to do";
}

} // namespace
} // namespace drape::test
