// Where a number lies in its colour map, and how large the numbers of a snapshot are. No GL.
#pragma once

#include "renderer/render_settings.h"
#include "sim/snapshot.h"

namespace drape::renderer {

/// 0 at `low` .. 1 at `high`, clamped; the middle for an empty range.
float color_place(double value, double low, double high);

/// The place of a 6V/6V0 in the diverging map: 0 (blue) at 1 - |range.max|, the middle at 1.
float compression_place(double ratio, const ColorRange& range);

/// The largest of what a colour mode shows: speed, m/s; |length/rest - 1| over structural bonds and cage
/// edges; |6V/6V0 - 1| over elements. At most 1e6; numbers that are none do not count; 0 for Body and
/// Layer and where there is nothing to measure.
double largest_value(const sim::Snapshot& snapshot, ColorMode mode);

/// A range that shows this snapshot: 0..largest_value, and no smaller than 0.01 (m/s, or 1 %), so that
/// rest does not look like motion.
ColorRange automatic_range(const sim::Snapshot& snapshot, ColorMode mode);

} // namespace drape::renderer
