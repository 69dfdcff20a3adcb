// The force-depth curve: what it keeps, and its file.
#include "app/force_curve.h"
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdio>

namespace drape::test {
namespace {

using namespace app;

/// Adds a frame.
void add(ForceCurve& curve, std::uint64_t step, double depth_m, double force, std::uint32_t contacts)
{
    sim::Snapshot snapshot;
    snapshot.step = step;
    snapshot.time = 0.01 * static_cast<double>(step);
    sim::ProbeSnapshot probe;
    probe.depth = depth_m;
    probe.force = force;
    probe.contacts = contacts;
    add_sample(curve, probe, snapshot);
}

TEST(ForceCurve, KeepsATouchUntilTheNextOneBegins)
{
    ForceCurve curve;
    add(curve, 1, 0.0, 0.0, 0);
    EXPECT_TRUE(curve.samples.empty());
    add(curve, 2, 0.001, 0.5, 3);
    add(curve, 3, 0.002, 1.0, 4);
    add(curve, 3, 0.002, 1.0, 4); // the same step shown twice
    ASSERT_EQ(curve.samples.size(), 2U);
    EXPECT_EQ(curve.samples[1], (CurveSample{2.0, 1.0, 0.03}));
    add(curve, 4, 0.0, 0.0, 0);
    EXPECT_EQ(curve.samples.size(), 2U) << "it stays to be looked at";
    add(curve, 5, 0.003, 2.0, 1);
    ASSERT_EQ(curve.samples.size(), 1U);
    EXPECT_EQ(curve.samples[0].force_N, 2.0);
}

TEST(ForceCurve, IsBounded)
{
    ForceCurve curve;
    for (std::uint64_t step = 0; step < 2000; ++step)
        add(curve, step, 0.001, static_cast<double>(step), 1);
    EXPECT_EQ(curve.samples.size(), ForceCurve::kMost);
    EXPECT_EQ(curve.samples.back().force_N, 1999.0);
}

TEST(ForceCurve, IsSavedAsCsv)
{
    ForceCurve curve;
    const std::string path = testing::TempDir() + "drape_curve_" + std::to_string(::getpid());
    EXPECT_FALSE(save_curve(curve, path).ok()) << "nothing to save";
    add(curve, 1, 0.0015, 0.25, 1);
    add(curve, 2, 0.1 + 0.2, 1.0 / 3.0, 1);
    const Result<std::string> saved = save_curve(curve, path);
    ASSERT_TRUE(saved.ok());
    EXPECT_EQ(saved.value(), path + ".csv");
    EXPECT_EQ(read_text(saved.value()),
              "depth_mm,force_N,time_s\n1.5,0.25,0.01\n300.00000000000006,0.3333333333333333,0.02\n");
    std::remove(saved.value().c_str());
    EXPECT_FALSE(save_curve(curve, "/no/such/folder/curve.csv").ok());
}

} // namespace
} // namespace drape::test
