// The hand-off between two threads.
#include "app/snapshot_mailbox.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace drape::test {
namespace {

TEST(Mailbox, GivesTheNewestAndSaysWhetherThereIsOne)
{
    app::SnapshotMailbox<int> mailbox;
    EXPECT_FALSE(mailbox.take());
    EXPECT_EQ(mailbox.latest(), 0);
    for (int value : {1, 2, 3}) {
        mailbox.back() = value;
        mailbox.publish();
    }
    EXPECT_TRUE(mailbox.take());
    EXPECT_EQ(mailbox.latest(), 3);
    EXPECT_FALSE(mailbox.take());
    EXPECT_EQ(mailbox.latest(), 3);
}

TEST(Mailbox, IsNeverTornAndNeverGoesBackBetweenTwoThreads)
{
    constexpr int kCount = 20000;
    app::SnapshotMailbox<std::vector<int>> mailbox;
    std::thread writer([&mailbox] {
        for (int i = 1; i <= kCount; ++i) {
            mailbox.back().assign(64, i);
            mailbox.publish();
        }
    });
    int last = 0;
    while (last < kCount) {
        if (!mailbox.take()) {
            std::this_thread::yield();
            continue;
        }
        const std::vector<int>& value = mailbox.latest();
        ASSERT_EQ(value.size(), 64U);
        for (const int element : value)
            ASSERT_EQ(element, value.front());
        ASSERT_GT(value.front(), last);
        last = value.front();
    }
    writer.join();
    EXPECT_FALSE(mailbox.take());
}

} // namespace
} // namespace drape::test
