// Values on their way to the simulation thread.
#include "app/pending_edits.h"

#include <gtest/gtest.h>

namespace drape::test {
namespace {

TEST(PendingEdits, TellTheLastValueUntilItIsAcknowledged)
{
    app::PendingEdits pending;
    pending.add(1, app::SimCommand(sim::Edit(sim::SetParameter{2, "stiffness", {0.5, 0, 0}})));
    pending.add(2, app::SimCommand(sim::Edit(sim::SetParameter{2, "stiffness", {0.6, 0, 0}})));
    pending.add(3, app::Pause{});
    ASSERT_TRUE(pending.parameter(2, "stiffness").has_value());
    EXPECT_EQ(pending.parameter(2, "stiffness")->x, 0.6);
    EXPECT_FALSE(pending.parameter(1, "stiffness").has_value());
    EXPECT_FALSE(pending.parameter(2, "damping").has_value());
    EXPECT_EQ(pending.playing(), std::optional(false));
    pending.acknowledge(2);
    EXPECT_FALSE(pending.parameter(2, "stiffness").has_value());
    EXPECT_EQ(pending.playing(), std::optional(false));
    pending.acknowledge(3);
    EXPECT_FALSE(pending.playing().has_value());
}

} // namespace
} // namespace drape::test
