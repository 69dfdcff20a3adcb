#include "app/pacer.h"

#include "sim/check.h"

#include <algorithm>

namespace drape::app {

namespace {
constexpr double kMostFrames = 4.0;
}

void Pacer::advance(double wall_s, double dt, double speed)
{
    DRAPE_ASSERT(dt > 0.0 && speed > 0.0);
    // At high speed a frame is worth more simulated time; the bound is on wall-clock time.
    const double most = kMostFrames * std::max(dt, kFrameSeconds * speed);
    owed_ = std::min(owed_ + std::max(wall_s, 0.0) * speed, most);
}

double Pacer::seconds_until_due(double dt, double speed) const
{
    DRAPE_ASSERT(speed > 0.0);
    return std::max(0.0, dt - owed_) / speed;
}

} // namespace drape::app
