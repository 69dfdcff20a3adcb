// When the next step is due: wall-clock time to simulated time, with a bound on catching up. No clock.
#pragma once

namespace drape::app {

/// Longest time that one frame of the window is taken to last, s.
inline constexpr double kFrameSeconds = 1.0 / 60.0;

/// Collects simulated time that is owed. The pace comes from the wall clock and the scene's dt, never from
/// the frame rate; a machine that is too slow falls behind instead of choking.
class Pacer
{
public:
    /// Adds `wall_s` seconds of wall-clock time at `speed` simulated seconds per second. What is owed stays
    /// below four frames' worth, or four steps' where a step is longer than a frame.
    void advance(double wall_s, double dt, double speed);
    bool is_due(double dt) const { return owed_ >= dt; }
    void take_step(double dt) { owed_ -= dt; }
    /// Wall-clock seconds until the next step is due; 0 when it is.
    double seconds_until_due(double dt, double speed) const;
    /// Forgets what is owed: after a pause, a load, a long read.
    void reset() { owed_ = 0.0; }

private:
    double owed_ = 0.0; // simulated seconds
};

} // namespace drape::app
