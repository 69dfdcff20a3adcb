#include "sim/workers.h"

#include "sim/check.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace drape::sim {

namespace {

// A cache line: what one thread writes often must not share one with what another reads often.
constexpr std::size_t kLine = 64;
// Looks before a thread goes to sleep, some 100 us: longer than the serial parts between two jobs of a
// step, shorter than anyone would hear a fan for.
constexpr int kLooksBeforeSleep = 3000;
// Looks at a part that nobody has begun, before doing it for its thread: about as long as it takes to see
// that a step has begun.
constexpr int kLooksBeforeTakeOver = 100;
// Looks at a word that is to change within microseconds, before sleeping on it: it takes longer only where
// there are more threads than free cores, and the one waited for may need this very core.
constexpr int kLooksBeforeWait = 1000;

void relax_core()
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

// A ticket is the number of the job (upper half) and how many of its blocks nobody has taken yet (lower
// half). Taking a block is one compare-and-swap of both, so a thread that comes late for one job can never
// take a block of the next with what it had read of the last.
constexpr std::uint64_t kNextJob = std::uint64_t{1} << 32U;
std::uint32_t blocks_left(std::uint64_t ticket)
{
    return static_cast<std::uint32_t>(ticket);
}

/// One thread's part of the steps. Both numbers are steps counted from 1, 0 for none. Each on its own line:
/// those who wait look at `done` and `is_deserted` while the thread writes `taken` in every step.
struct Part
{
    alignas(kLine) std::atomic<std::uint32_t> taken{0};
    alignas(kLine) std::atomic<bool> is_deserted{false}; ///< Its thread did not come last time.
    alignas(kLine) std::atomic<std::uint32_t> done{0};
};

} // namespace

struct Workers::Pool
{
    Job job; ///< Of the ticket; written only while no block is left or under way.
    alignas(kLine) std::atomic<std::uint64_t> ticket{0};
    alignas(kLine) std::atomic<std::uint32_t> unfinished{0}; ///< Blocks of the job.
    alignas(kLine) std::atomic<int> sleepers{0};
    std::atomic<bool> is_over{false};
    alignas(kLine) std::atomic<int> waiters{0}; ///< Asleep until a block or a part is done.
    std::mutex mutex;
    std::condition_variable wake; ///< A job was opened.
    std::condition_variable done; ///< A block or a part is done, and somebody waits.
    std::vector<Part> parts;      ///< One per thread.
    std::vector<std::thread> threads;

    bool run_one_block();
    void work();
    void sleep();
    void open(const Job& next);
    void wake_sleepers();
    void tell_waiters();
    template<class Done>
    void wait_until(Done&& is_done);
    bool take(Part& part, std::uint32_t step);
};

/// Takes a block of the open job and runs it; false where none is left.
bool Workers::Pool::run_one_block()
{
    std::uint64_t seen = ticket.load(std::memory_order_acquire);
    do {
        if (blocks_left(seen) == 0)
            return false;
    } while (!ticket.compare_exchange_weak(seen, seen - 1, std::memory_order_acq_rel,
                                           std::memory_order_acquire));
    const std::size_t begin = std::size_t{job.blocks() - blocks_left(seen)} * job.grain;
    job.call(job.context, begin, std::min(job.count, begin + job.grain));
    if (unfinished.fetch_sub(1) == 1)
        tell_waiters();
    return true;
}

void Workers::Pool::work()
{
    int looks = 0;
    while (!is_over.load(std::memory_order_relaxed)) {
        if (run_one_block()) {
            looks = 0;
        } else if (++looks < kLooksBeforeSleep) {
            relax_core();
        } else {
            sleep();
            looks = 0;
        }
    }
}

void Workers::Pool::sleep()
{
    std::unique_lock lock(mutex);
    // Sequentially consistent with open(): either the caller sees the sleeper or this one sees the ticket.
    sleepers.fetch_add(1);
    wake.wait(lock, [&] { return blocks_left(ticket.load()) != 0 || is_over.load(); });
    sleepers.fetch_sub(1);
}

void Workers::Pool::open(const Job& next)
{
    DRAPE_ASSERT(blocks_left(ticket.load(std::memory_order_relaxed)) == 0);
    job = next;
    unfinished.store(next.blocks(), std::memory_order_relaxed);
    const std::uint64_t last = ticket.load(std::memory_order_relaxed);
    ticket.store((last & ~(kNextJob - 1)) + kNextJob + next.blocks());
    if (sleepers.load() != 0)
        wake_sleepers();
}

void Workers::Pool::wake_sleepers()
{
    const std::lock_guard lock(mutex); // not between a sleeper's last look and its sleep
    wake.notify_all();
}

/// For after a word was written, sequentially consistently: whoever is about to sleep on the old one has
/// been counted by then, or sees the new one.
void Workers::Pool::tell_waiters()
{
    if (waiters.load() == 0)
        return;
    const std::lock_guard lock(mutex);
    done.notify_all();
}

/// Spins until is_done(), or sleeps in the end: what is waited for has begun, but may need this very core.
template<class Done>
void Workers::Pool::wait_until(Done&& is_done)
{
    for (int look = 0; look < kLooksBeforeWait; ++look) {
        if (is_done())
            return;
        relax_core();
    }
    std::unique_lock lock(mutex);
    waiters.fetch_add(1);
    done.wait(lock, is_done);
    waiters.fetch_sub(1);
}

Workers::Workers(int threads)
    : threads_(threads)
{
    DRAPE_ASSERT(threads >= 1);
    if (threads == 1)
        return;
    pool_ = std::make_unique<Pool>();
    pool_->parts = std::vector<Part>(static_cast<std::size_t>(threads));
    pool_->threads.reserve(static_cast<std::size_t>(threads) - 1);
    try {
        for (int i = 1; i < threads; ++i)
            pool_->threads.emplace_back([pool = pool_.get()] { pool->work(); });
    } catch (const std::system_error&) {
        // The system has no more to give; fewer do the same work.
        threads_ = static_cast<int>(pool_->threads.size()) + 1;
    }
}

Workers::~Workers()
{
    if (pool_ == nullptr)
        return;
    pool_->is_over.store(true);
    pool_->wake_sleepers();
    for (std::thread& thread : pool_->threads)
        thread.join();
}

void Workers::run(const Job& job)
{
    DRAPE_ASSERT(job.grain >= 1 && (job.count + job.grain - 1) / job.grain < kNextJob);
    pool_->open(job);
    while (pool_->run_one_block()) {
    }
    pool_->wait_until([&] { return pool_->unfinished.load() == 0; });
}

void Workers::begin_steps()
{
    for (Part& part : pool_->parts) { // opening the job publishes them
        part.taken.store(0, std::memory_order_relaxed);
        part.is_deserted.store(false, std::memory_order_relaxed);
        part.done.store(0, std::memory_order_relaxed);
    }
}

bool Workers::Pool::take(Part& part, std::uint32_t step)
{
    std::uint32_t taken = part.taken.load(std::memory_order_relaxed);
    while (taken <= step)
        if (part.taken.compare_exchange_weak(taken, step + 1, std::memory_order_acq_rel,
                                             std::memory_order_relaxed))
            return true;
    return false;
}

bool Workers::take_own(std::uint32_t part, std::uint32_t step)
{
    Part& own = pool_->parts[part];
    if (!pool_->take(own, step))
        return false;
    if (own.is_deserted.load(std::memory_order_relaxed))
        own.is_deserted.store(false, std::memory_order_relaxed);
    return true;
}

bool Workers::take_over(std::uint32_t part, std::uint32_t step)
{
    Part& other = pool_->parts[part];
    const auto is_done = [&] { return other.done.load() > step; };
    for (int look = 0; look < kLooksBeforeTakeOver; ++look) {
        if (is_done())
            return false;
        if (other.is_deserted.load(std::memory_order_relaxed))
            break;
        relax_core();
    }
    if (pool_->take(other, step)) {
        other.is_deserted.store(true, std::memory_order_relaxed);
        return true;
    }
    pool_->wait_until(is_done); // somebody is at it
    return false;
}

void Workers::finish(std::uint32_t part, std::uint32_t step)
{
    pool_->parts[part].done.store(step + 1);
    pool_->tell_waiters();
}

} // namespace drape::sim
