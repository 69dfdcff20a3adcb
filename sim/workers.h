// Threads of the solver: blocks of work that may run side by side. The only file of sim/ that knows
// threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace drape::sim {

/// A fixed set of threads that share the work of one caller. Which thread runs what is a matter of timing,
/// so work handed over must give the same bits whoever runs it and in whatever order.
///
/// Between jobs the threads spin for a moment, since the next job of a step follows soon, and then sleep.
/// One caller at a time; a job must not start another one.
class Workers
{
public:
    /// `threads` counts the caller: 1 starts none, and every job then runs as a plain loop. Where the
    /// system refuses some, there are fewer.
    explicit Workers(int threads);
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers();

    int threads() const { return threads_; }

    /// Calls fn(begin, end) for the blocks [0, grain), [grain, 2*grain), ... of [0, count) and returns when
    /// all are done. The blocks depend on count and grain alone. Allocates nothing.
    template<class Fn>
    void parallel_for(std::size_t count, std::size_t grain, Fn&& fn);

    /// Calls fn(step, part) for the parts 0 .. parts_of(step)-1 of steps 0 .. steps-1. A step begins once
    /// all parts of step - 1 - slack are done, and its own part of the step before: with slack 0 one step
    /// follows the other, with more a thread may be so many steps ahead of another, and news of it has time
    /// to come. Made for steps of a microsecond and thousands of them: part p is thread p's, with what it
    /// left in its cache, and between steps nobody does more than look at the others' counters. A thread
    /// that the system keeps from running has its parts done by the others.
    ///
    /// parts_of(step) gives 1 to threads() and always the same for the same step. Allocates nothing.
    template<class PartsOf, class Fn>
    void run_steps(std::uint32_t steps, std::uint32_t slack, PartsOf&& parts_of, Fn&& fn);

    /// Cuts [0, count) into one range per thread, each at least `least` long, and calls fn(begin, end) for
    /// each: for loops over arrays, of which a thread then sees the same part time after time. Allocates
    /// nothing.
    template<class Fn>
    void share(std::size_t count, std::size_t least, Fn&& fn);
    /// The same, and whether fn(begin, end) was true for any range; each is gone through.
    template<class Fn>
    bool share_any(std::size_t count, std::size_t least, Fn&& fn);

private:
    /// A callable without its type: what std::function would allocate for.
    struct Job
    {
        void (*call)(void* context, std::size_t begin, std::size_t end) = nullptr;
        void* context = nullptr;
        std::size_t count = 0;
        std::size_t grain = 1;
        std::uint32_t blocks() const { return static_cast<std::uint32_t>((count + grain - 1) / grain); }
    };
    struct Pool;

    void run(const Job& job);
    void begin_steps();
    /// Whether part `part` of the step is now the caller's to do; false where another has it.
    bool take_own(std::uint32_t part, std::uint32_t step);
    /// Waits until the part is done and returns false; true where it is the caller's to do, since the
    /// thread it belongs to does not come.
    bool take_over(std::uint32_t part, std::uint32_t step);
    void finish(std::uint32_t part, std::uint32_t step);

    int threads_;
    std::unique_ptr<Pool> pool_; ///< None with one thread.
};

template<class Fn>
void Workers::parallel_for(std::size_t count, std::size_t grain, Fn&& fn)
{
    using Callable = std::remove_reference_t<Fn>;
    if (pool_ == nullptr || count <= grain) {
        for (std::size_t begin = 0; begin < count; begin += grain)
            fn(begin, std::min(count, begin + grain));
        return;
    }
    run({[](void* context, std::size_t begin, std::size_t end) {
             (*static_cast<Callable*>(context))(begin, end);
         },
         const_cast<void*>(static_cast<const void*>(&fn)), count, grain});
}

template<class PartsOf, class Fn>
void Workers::run_steps(std::uint32_t steps, std::uint32_t slack, PartsOf&& parts_of, Fn&& fn)
{
    if (pool_ == nullptr) {
        for (std::uint32_t step = 0; step < steps; ++step)
            for (std::uint32_t part = 0; part < parts_of(step); ++part)
                fn(step, part);
        return;
    }
    begin_steps();
    // As many blocks as threads, so that one that waits inside its block has not taken another's. A late
    // thread finds its parts done and runs through the steps.
    parallel_for(static_cast<std::size_t>(threads_), 1, [&](std::size_t block, std::size_t) {
        const auto own = static_cast<std::uint32_t>(block);
        const auto complete = [&](std::uint32_t part, std::uint32_t step) {
            if (part < parts_of(step) && take_over(part, step)) {
                fn(step, part);
                finish(part, step);
            }
        };
        for (std::uint32_t step = 0; step < steps; ++step) {
            if (step > 0)
                complete(own, step - 1); // another may have taken it and still be at it
            if (step > slack)
                for (std::uint32_t part = 0; part < static_cast<std::uint32_t>(threads_); ++part)
                    if (part != own)
                        complete(part, step - 1 - slack);
            if (own < parts_of(step) && take_own(own, step)) {
                fn(step, own);
                finish(own, step);
            }
        }
        for (std::uint32_t step = steps - std::min(steps, slack + 1); step < steps; ++step)
            for (std::uint32_t part = 0; part < static_cast<std::uint32_t>(threads_); ++part)
                complete(part, step);
    });
}

template<class Fn>
void Workers::share(std::size_t count, std::size_t least, Fn&& fn)
{
    const std::size_t parts = std::clamp<std::size_t>(count / least, 1, static_cast<std::size_t>(threads_));
    if (parts == 1) {
        fn(std::size_t{0}, count);
        return;
    }
    run_steps(
        1, 0, [&](std::uint32_t) { return static_cast<std::uint32_t>(parts); },
        [&](std::uint32_t, std::uint32_t part) { fn(count * part / parts, count * (part + 1) / parts); });
}

template<class Fn>
bool Workers::share_any(std::size_t count, std::size_t least, Fn&& fn)
{
    std::atomic<bool> is_any{false};
    share(count, least, [&](std::size_t begin, std::size_t end) {
        if (fn(begin, end))
            is_any.store(true, std::memory_order_relaxed);
    });
    return is_any.load(std::memory_order_relaxed);
}

} // namespace drape::sim
