// The pace of the simulation follows the wall clock, whatever the frame rate.
#include "app/pacer.h"

#include <gtest/gtest.h>

namespace drape::test {
namespace {

/// Steps made in `seconds` by looking at the clock `rate` times a second.
int steps_in(double seconds, double rate, double dt, double speed)
{
    app::Pacer pacer;
    int steps = 0;
    for (int i = 0; i < static_cast<int>(seconds * rate); ++i) {
        pacer.advance(1.0 / rate, dt, speed);
        for (; pacer.is_due(dt); ++steps)
            pacer.take_step(dt);
    }
    return steps;
}

TEST(Pacer, MakesTheStepsThatTheClockAsksForAtAnyFrameRate)
{
    for (const double rate : {20.0, 60.0, 144.0, 1000.0})
        for (const double dt : {0.002, 0.016, 0.1})
            EXPECT_NEAR(steps_in(10.0, rate, dt, 1.0), 10.0 / dt, 1.0)
                << rate << " frames a second, dt " << dt;
}

TEST(Pacer, ScalesWithTheSpeed)
{
    EXPECT_NEAR(steps_in(10.0, 60.0, 0.01, 0.05), 50.0, 1.0);
    EXPECT_NEAR(steps_in(10.0, 60.0, 0.01, 8.0), 8000.0, 1.0);
}

TEST(Pacer, CatchesUpFourFramesAtMost)
{
    app::Pacer pacer;
    pacer.advance(30.0, 0.002, 1.0); // a laptop that slept
    int steps = 0;
    for (; pacer.is_due(0.002); ++steps)
        pacer.take_step(0.002);
    EXPECT_NEAR(steps, 4.0 / 60.0 / 0.002, 1.0);

    pacer.reset();
    pacer.advance(30.0, 0.5, 1.0); // steps longer than a frame: four of them
    for (steps = 0; pacer.is_due(0.5); ++steps)
        pacer.take_step(0.5);
    EXPECT_EQ(steps, 4);
}

TEST(Pacer, TellsWhenTheNextStepIsDue)
{
    app::Pacer pacer;
    pacer.advance(0.004, 0.016, 0.5);
    EXPECT_NEAR(pacer.seconds_until_due(0.016, 0.5), 0.028, 1e-12);
    pacer.advance(-5.0, 0.016, 0.5); // a clock that went back owes nothing
    EXPECT_NEAR(pacer.seconds_until_due(0.016, 0.5), 0.028, 1e-12);
}

} // namespace
} // namespace drape::test
