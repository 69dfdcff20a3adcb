// The inversion guard by itself, on elements turned inside out by hand.
#include "sim/tissue/inversion_guard.h"
#include "tests/sim/random.h"
#include "tests/support/tissues.h"

#include <gtest/gtest.h>

#include <limits>

namespace drape::test {
namespace {

using namespace sim::tissue;

/// A body before the guard looks: x_start at rest, x wherever the test puts it.
struct Bench
{
    explicit Bench(Cage cage)
        : sample(make_sample(std::move(cage), gel_profile()))
    {
        work.x.assign(sample.cage.points.begin(), sample.cage.points.end());
        work.x_start = work.x;
        work.v.assign(work.x.size(), Point());
        work.guarded.assign(work.x.size(), 0);
    }

    void guard() { guard_against_inversion(sample.body(), grid, work, report); }
    /// Expects the invariant, points on the grid, attached points in place, and marks on what was moved.
    void expect_mended(const std::vector<Point>& before)
    {
        EXPECT_GE(least_volume(sample, work.x), kLeastVolume);
        EXPECT_GE(report.least_volume, kLeastVolume);
        for (std::size_t p = 0; p < work.x.size(); ++p) {
            EXPECT_EQ(grid.round(work.x[p]), work.x[p]) << p;
            if (sample.cage.attached[p] != 0) {
                EXPECT_EQ(work.x[p], work.x_start[p]) << p;
            }
            if (work.guarded[p] == 0) {
                EXPECT_EQ(work.x[p], before[p]) << p;
            }
        }
    }

    Sample sample;
    FixedGrid grid{8};
    Work work;
    SolverReport report;
};

Cage one_tet()
{
    Cage cage;
    cage.points = {{0.0, 0.0, 0.0}, {1000.0, 0.0, 0.0}, {0.0, 1000.0, 0.0}, {0.0, 0.0, 1000.0}};
    cage.tets = {{0, 1, 2, 3}};
    cage.depth.assign(4, 1.0);
    cage.attached.assign(4, 0);
    return cage;
}

Cage small_box()
{
    return box_cage({3, 2, 2}, glm::dvec3(0.0), glm::dvec3(3000.0, 2000.0, 2000.0), Splitting::Six);
}

TEST(InversionGuard, LeavesABodyAloneThatNeedsNothing)
{
    Bench bench(small_box());
    Random random(1);
    for (Point& x : bench.work.x)
        x.x += random.integer(-40, 40);
    const std::vector<Point> before = bench.work.x;
    bench.guard();
    EXPECT_EQ(bench.work.x, before);
    EXPECT_EQ(bench.report.guard_mended, 0U);
    EXPECT_EQ(bench.report.guard_rolled_back, 0U);
    EXPECT_EQ(bench.report.least_volume, least_volume(bench.sample, before));
}

TEST(InversionGuard, OpensATurnedElementWithoutPuttingItBack)
{
    Bench bench(one_tet());
    bench.work.x[3].z = -200.0;
    const std::vector<Point> before = bench.work.x;
    bench.guard();
    bench.expect_mended(before);
    EXPECT_EQ(bench.report.guard_mended, 1U);
    EXPECT_EQ(bench.report.guard_rolled_back, 0U);
    EXPECT_LT(least_volume(bench.sample, bench.work.x), 3.0 * kLeastVolume) << "opened just enough";
}

TEST(InversionGuard, MovesOnlyWhatIsFree)
{
    Cage cage = one_tet();
    cage.attached = {1, 1, 1, 0};
    Bench bench(std::move(cage));
    bench.work.x[3] = glm::dvec3(100.0, 300.0, -900.0);
    const std::vector<Point> before = bench.work.x;
    bench.guard();
    bench.expect_mended(before);
    EXPECT_EQ(bench.work.guarded, (std::vector<std::uint8_t>{0, 0, 0, 1}));
    EXPECT_EQ(bench.work.x[3].x, 100.0) << "along the normal of what is attached";
    EXPECT_EQ(bench.work.x[3].y, 300.0);
}

TEST(InversionGuard, ThinnerThanAllowedIsOpenedToo)
{
    Bench bench(one_tet());
    bench.work.x[3].z = 1000.0 / 65.0;
    const std::vector<Point> before = bench.work.x;
    bench.guard();
    bench.expect_mended(before);
    EXPECT_EQ(bench.report.guard_mended, 1U);
    Bench just_enough(one_tet());
    just_enough.work.x[3].z = 1000.0 / 64.0;
    just_enough.guard();
    EXPECT_EQ(just_enough.report.guard_mended, 0U);
}

TEST(InversionGuard, AnElementWithAllCornersAttachedIsNeverAnOffender)
{
    Cage cage = small_box();
    cage.attached.assign(cage.points.size(), 1);
    cage.attached[0] = 0;
    Bench bench(std::move(cage));
    bench.work.x[0] = glm::dvec3(9000.0, 9000.0, 9000.0);
    const std::vector<Point> before = bench.work.x;
    bench.guard();
    bench.expect_mended(before);
}

TEST(InversionGuard, PutsBackWhatItCannotOpen)
{
    // Onto a line and onto a point: there is no direction to open them in.
    for (const double spread : {0.0, 1.0}) {
        Bench bench(one_tet());
        for (std::size_t p = 0; p < 4; ++p)
            bench.work.x[p] = glm::dvec3(500.0 * spread * static_cast<double>(p), 0.0, 0.0);
        const std::vector<Point> before = bench.work.x;
        bench.guard();
        bench.expect_mended(before);
        EXPECT_GT(bench.report.guard_rolled_back, 0U);
        EXPECT_EQ(bench.work.x, bench.work.x_start);
    }
}

TEST(InversionGuard, PutsBackAChainOfOffendersUntilNoneIsLeft)
{
    // Turned inside out as a whole: what is put back turns over what is not.
    Bench bench(
        box_cage({12, 1, 1}, glm::dvec3(0.0), glm::dvec3(12000.0, 1000.0, 1000.0), Splitting::Five));
    for (Point& x : bench.work.x)
        x.x = -7.0 * x.x;
    const std::vector<Point> before = bench.work.x;
    bench.guard();
    bench.expect_mended(before);
    EXPECT_EQ(bench.report.guard_mended, bench.sample.cage.tets.size());
    EXPECT_GT(bench.report.guard_rolled_back, bench.work.x.size() / 2);
}

TEST(InversionGuard, OneParticlePulledThroughAChainLeavesTheRestInPlace)
{
    Bench bench(
        box_cage({12, 1, 1}, glm::dvec3(0.0), glm::dvec3(12000.0, 1000.0, 1000.0), Splitting::Five));
    bench.work.x[0].x = 11000.0;
    const std::vector<Point> before = bench.work.x;
    bench.guard();
    bench.expect_mended(before);
    std::size_t moved = 0;
    for (std::size_t p = 0; p < before.size(); ++p)
        moved += bench.work.x[p] == bench.work.x_start[p] ? 0 : 1;
    EXPECT_LT(moved, before.size());
    EXPECT_EQ(bench.work.x[12], before[12]) << "the far end knows nothing of it";
}

TEST(InversionGuard, RollsBackNumbersThatAreNone)
{
    Bench bench(small_box());
    bench.work.x[5].y = std::numeric_limits<double>::quiet_NaN();
    bench.work.x[9].x = std::numeric_limits<double>::infinity();
    bench.guard();
    EXPECT_GE(least_volume(bench.sample, bench.work.x), kLeastVolume);
    EXPECT_EQ(bench.work.x[5], bench.work.x_start[5]);
    EXPECT_EQ(bench.work.x[9], bench.work.x_start[9]);
}

TEST(InversionGuard, HoldsOnTheCoarsestGridFromAStartAtTheBrink)
{
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        Random random(seed);
        Bench bench(small_box());
        bench.grid = FixedGrid(random.integer(0, 12));
        const auto scatter = [&](std::vector<Point>& x, double reach) {
            for (Point& p : x) {
                const double dx = random.between(-reach, reach), dy = random.between(-reach, reach);
                p = bench.grid.round(p + glm::dvec3(dx, dy, random.between(-reach, reach)));
            }
        };
        // A start that just holds the invariant: scattered as far as that allows.
        std::vector<Point> start = bench.work.x_start;
        for (double reach = 600.0; reach > 1.0; reach *= 0.7) {
            start = bench.work.x_start;
            scatter(start, reach);
            if (least_volume(bench.sample, start) >= kLeastVolume)
                break;
        }
        ASSERT_GE(least_volume(bench.sample, start), kLeastVolume);
        bench.work.x_start = bench.work.x = start;
        scatter(bench.work.x, random.between(10.0, 5000.0));
        const std::vector<Point> before = bench.work.x;
        bench.guard();
        bench.expect_mended(before);
        ASSERT_FALSE(HasFailure()) << "seed " << seed;
    }
}

} // namespace
} // namespace drape::test
