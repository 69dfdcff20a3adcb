#include "app/step_meter.h"

#include <algorithm>
#include <array>

namespace drape::app {

namespace {
constexpr double kWindow = 1.0; // s
}

void StepMeter::add(double now_s, double ms)
{
    times_.ms[times_.next] = static_cast<float>(ms);
    times_.next = (times_.next + 1) % StepTimes::kCount;
    times_.count = std::min(times_.count + 1, StepTimes::kCount);
    ends_.push_back(now_s);
    while (ends_.front() < now_s - kWindow)
        ends_.pop_front();
}

void StepMeter::fill(SimStatus& status, double now_s) const
{
    status.step_times = times_;
    const auto recent = std::lower_bound(ends_.begin(), ends_.end(), now_s - kWindow);
    status.steps_per_s = static_cast<double>(ends_.end() - recent) / kWindow;
    if (times_.count == 0) {
        status.step_ms_median = status.step_ms_p95 = 0.0;
        return;
    }
    std::array<float, StepTimes::kCount> sorted = times_.ms;
    std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(times_.count));
    status.step_ms_median = static_cast<double>(sorted[times_.count / 2]);
    status.step_ms_p95 = static_cast<double>(sorted[(times_.count * 95) / 100]);
}

} // namespace drape::app
