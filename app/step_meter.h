// How long steps take and how many of them are made a second. No clock: times come in.
#pragma once

#include "app/sim_frame.h"

#include <deque>

namespace drape::app {

class StepMeter
{
public:
    /// A step that ended at `now_s` and took `ms`.
    void add(double now_s, double ms);
    /// Fills in the numbers of a status, as seen at `now_s`.
    void fill(SimStatus& status, double now_s) const;
    /// Forgets everything.
    void reset() { *this = StepMeter(); }

private:
    StepTimes times_;
    std::deque<double> ends_; // when the steps of the last second ended, s
};

} // namespace drape::app
