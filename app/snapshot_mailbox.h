// Hand-off of frames from the simulation thread to the window: three slots, and neither side waits.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace drape::app {

/// One writer thread, one reader thread. The writer fills `back()` and publishes it; the reader sees the
/// newest published slot and keeps it for as long as it likes. What lies between is overwritten.
template<class T>
class SnapshotMailbox
{
public:
    /// Writer: the slot to fill. It holds some older value, whose memory may be used again.
    T& back() { return slots_[back_]; }

    /// Writer: hands `back()` over and takes another slot in exchange.
    void publish()
    {
        // Release: the reader that gets this index sees what was written into the slot. Acquire: what
        // the reader did with the slot that comes back is over.
        back_ = middle_.exchange(back_ | kFresh, std::memory_order_acq_rel) & kIndex;
    }

    /// Reader: makes `latest()` the newest published slot; false when nothing new has come.
    bool take()
    {
        if ((middle_.load(std::memory_order_relaxed) & kFresh) == 0)
            return false;
        front_ = middle_.exchange(front_, std::memory_order_acq_rel) & kIndex;
        return true;
    }

    /// Reader: the slot taken last; default-made before the first.
    const T& latest() const { return slots_[front_]; }

private:
    static constexpr std::uint8_t kFresh = 4; // set in middle_ from a publish to the take of it
    static constexpr std::uint8_t kIndex = 3;

    std::array<T, 3> slots_{};
    std::uint8_t back_ = 0;               // the writer's
    std::uint8_t front_ = 1;              // the reader's
    std::atomic<std::uint8_t> middle_{2}; // between the two
};

} // namespace drape::app
