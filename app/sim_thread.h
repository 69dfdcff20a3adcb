// The thread that owns the simulation and its clock.
#pragma once

#include "app/command.h"
#include "app/log.h"
#include "app/sim_frame.h"
#include "app/snapshot_mailbox.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace drape::app {

/// Runs a Simulation at the pace of the wall clock, whatever the window does. All functions are for one
/// thread, the window's; none of them waits for a step.
class SimThread
{
public:
    /// `on_publish` is called on the simulation thread after each hand-off, to wake a window that sleeps;
    /// it may be empty. The log must outlive this object.
    SimThread(LogQueue& log, std::function<void()> on_publish, const sim::Compute& compute = {});
    /// Stops it, if that has not been done.
    ~SimThread();
    SimThread(const SimThread&) = delete;
    SimThread& operator=(const SimThread&) = delete;

    /// Queues a command; it takes effect between two steps. Returns its number, from 1: the frame that
    /// knows of it has `status.commands_done` at least that.
    std::uint64_t post(SimCommand command);

    /// Ends the thread after the step that it is in; of what is still queued only saves are done. Then
    /// writes the session to `session_path`, unless that is empty, and returns how that went.
    Status stop(const std::string& session_path);

    /// Makes `latest()` the newest frame; false when nothing new has come.
    bool take() { return mailbox_.take(); }
    const SimFrame& latest() const { return mailbox_.latest(); }

private:
    class Loop;
    void run();

    LogQueue& log_;
    std::function<void()> on_publish_;
    sim::Compute compute_;
    SnapshotMailbox<SimFrame> mailbox_;
    std::mutex mutex_; // of the next four
    std::condition_variable wake_;
    std::vector<SimCommand> queue_;
    bool stopping_ = false;
    std::string final_session_path_;
    std::atomic<bool> wanted_{false}; // set when the queue has something or the end is near
    std::uint64_t posted_ = 0;        // the window's
    Status final_status_ = Done{};    // written before the thread ends, read after
    std::thread thread_;              // last: starts when all else is made
};

} // namespace drape::app
