// Force over depth of one touch, as the Probe panel shows and saves it.
#pragma once

#include "sim/result.h"
#include "sim/snapshot.h"

#include <cstdint>
#include <deque>
#include <string>

namespace drape::app {

struct CurveSample
{
    double depth_mm = 0.0;
    double force_N = 0.0;
    double time_s = 0.0; ///< Simulated.
    bool operator==(const CurveSample&) const = default;
};

/// The last touch, one sample for each step that was shown; the oldest go first.
struct ForceCurve
{
    static constexpr std::size_t kMost = 600;
    std::deque<CurveSample> samples;
    bool is_touching = false;    ///< In the frame before.
    std::uint64_t last_step = 0; ///< Of the sample before.
};

/// Adds a frame's probe. What is there stays when the contact ends, and goes when the next one begins.
void add_sample(ForceCurve& curve, const sim::ProbeSnapshot& probe, const sim::Snapshot& snapshot);

/// Columns depth_mm, force_N, time_s; shortest decimals that read back to the same bits.
std::string write_csv(const ForceCurve& curve);

/// Writes it whole or not at all; a name without an ending gets ".csv". Returns the path. Errors: Failed
/// where there is nothing to save, Unwritable.
Result<std::string> save_curve(const ForceCurve& curve, const std::string& path);

} // namespace drape::app
