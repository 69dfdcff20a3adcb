// Threads that share work: every block once, members in step, nothing left behind.
#include "sim/workers.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>
#include <vector>

namespace drape::test {
namespace {

using sim::Workers;

TEST(Workers, RunEveryIndexOnceInBlocksThatDependOnCountAndGrainAlone)
{
    for (const int threads : {1, 2, 3, 5}) {
        Workers workers(threads);
        for (const std::size_t count : {0U, 1U, 7U, 64U, 1000U})
            for (const std::size_t grain : {1U, 3U, 64U, 5000U}) {
                std::vector<int> visits(count, 0);
                std::atomic<int> odd_blocks{0};
                workers.parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
                    if (begin % grain != 0 || end != std::min(count, begin + grain))
                        ++odd_blocks;
                    for (std::size_t i = begin; i < end; ++i)
                        ++visits[i];
                });
                EXPECT_EQ(visits, std::vector<int>(count, 1)) << threads << " threads, grain " << grain;
                EXPECT_EQ(odd_blocks, 0);
            }
    }
}

TEST(Workers, HandBackWhatEveryBlockWrote)
{
    Workers workers(3);
    std::vector<std::uint64_t> sums(16);
    for (std::uint64_t round = 0; round < 5000; ++round) {
        workers.parallel_for(sums.size(), 1, [&](std::size_t begin, std::size_t) { sums[begin] += round; });
        ASSERT_EQ(std::accumulate(sums.begin(), sums.end(), std::uint64_t{0}), 8 * round * (round + 1));
    }
}

TEST(Workers, WakeFromTheirSleep)
{
    Workers workers(2);
    for (int round = 0; round < 5; ++round) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        std::atomic<int> met{0};
        // Neither block ends before the other has begun: both threads must be there.
        workers.parallel_for(2, 1, [&](std::size_t, std::size_t) {
            for (++met; met != 2;)
                std::this_thread::yield();
        });
        EXPECT_EQ(met, 2);
    }
}

TEST(Workers, OfOneThreadRunOnTheCallersOwn)
{
    Workers workers(1);
    const std::thread::id caller = std::this_thread::get_id();
    workers.parallel_for(10, 3,
                         [&](std::size_t, std::size_t) { EXPECT_EQ(std::this_thread::get_id(), caller); });
    std::vector<std::uint32_t> steps;
    workers.run_steps(
        3, 0, [](std::uint32_t) { return 1U; },
        [&](std::uint32_t step, std::uint32_t part) {
            EXPECT_EQ(part, 0U);
            EXPECT_EQ(std::this_thread::get_id(), caller);
            steps.push_back(step);
        });
    EXPECT_EQ(steps, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(Workers, BeginAStepOnceAllPartsOfTheOneBeforeAreDone)
{
    // Each number of a row is the sum of the row before: wrong as soon as one runs ahead.
    constexpr std::uint32_t kSteps = 400;
    for (const std::uint32_t threads : {2U, 3U, 4U}) {
        Workers workers(static_cast<int>(threads));
        const auto parts_of = [&](std::uint32_t step) { return 1 + step * 7 % 5 % threads; };
        std::vector<std::vector<std::uint32_t>> rows(kSteps);
        for (std::uint32_t step = 0; step < kSteps; ++step)
            rows[step].assign(parts_of(step), 0);
        workers.run_steps(kSteps, 0, parts_of, [&](std::uint32_t step, std::uint32_t part) {
            if (part == 1 && step % 97 == 0) // its turn is missed at times
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            rows[step][part] +=
                step == 0 ? 1U : std::accumulate(rows[step - 1].begin(), rows[step - 1].end(), 1U);
        });
        std::uint32_t expected = 1;
        for (const std::vector<std::uint32_t>& row : rows) {
            ASSERT_EQ(row, std::vector<std::uint32_t>(row.size(), expected)) << threads << " threads";
            expected = 1 + static_cast<std::uint32_t>(row.size()) * expected;
        }
    }
}

TEST(Workers, MayBeAsManyStepsApartAsTheSlackSays)
{
    // Each number is made of the whole row that must be there, and of its own part's number before.
    constexpr std::uint32_t kSteps = 300;
    static constexpr std::uint32_t kThreads = 3;
    for (const std::uint32_t slack : {1U, 2U, 5U}) {
        const auto make = [&](auto&& run) {
            std::vector<std::array<std::uint32_t, kThreads>> rows(kSteps);
            run([&](std::uint32_t step, std::uint32_t part) {
                if (part == 1 && step % 97 == 0)
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                std::uint32_t sum = part + (step > 0 ? 3U * rows[step - 1][part] : 0U);
                if (step > slack)
                    sum +=
                        std::accumulate(rows[step - 1 - slack].begin(), rows[step - 1 - slack].end(), 1U);
                rows[step][part] = sum;
            });
            return rows;
        };
        const auto expected = make([&](auto&& fn) {
            for (std::uint32_t step = 0; step < kSteps; ++step)
                for (std::uint32_t part = 0; part < kThreads; ++part)
                    fn(step, part);
        });
        Workers workers(static_cast<int>(kThreads));
        for (int round = 0; round < 5; ++round)
            ASSERT_EQ(make([&](auto&& fn) {
                          workers.run_steps(
                              kSteps, slack, [](std::uint32_t) { return std::uint32_t{kThreads}; }, fn);
                      }),
                      expected)
                << "slack " << slack;
    }
}

TEST(Workers, DoThePartsOfAThreadThatDoesNotCome)
{
    Workers workers(2);
    std::atomic<int> done{0};
    for (int round = 0; round < 50; ++round) {
        workers.run_steps(
            20, 0, [](std::uint32_t) { return 2U; }, [&](std::uint32_t, std::uint32_t) { ++done; });
        ASSERT_EQ(done, 40 * (round + 1));
        std::this_thread::sleep_for(std::chrono::milliseconds(1)); // asleep when the next round begins
    }
}

} // namespace
} // namespace drape::test
