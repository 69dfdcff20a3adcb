#include "app/sim_thread.h"

#include "app/files.h"
#include "app/pacer.h"
#include "app/simulation.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace drape::app {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kPublishSeconds = 1.0 / 120.0;  // no screen shows more
constexpr double kShortestSleepSeconds = 1.0e-3; // steps that are due sooner come in one batch
// Longest sleep while playing, so that a step of hours does not make the status stale.
constexpr double kLongestSleepSeconds = 0.25;

double seconds_since(Clock::time_point then)
{
    return std::chrono::duration<double>(Clock::now() - then).count();
}

bool is_save(const SimCommand& command)
{
    return std::holds_alternative<SaveScene>(command) || std::holds_alternative<SaveSession>(command) ||
           std::holds_alternative<SaveProfile>(command);
}

} // namespace

/// What lives on the thread: the simulation, its pace, and what is still to be handed over.
class SimThread::Loop
{
public:
    explicit Loop(SimThread& shared)
        : shared_(shared)
        , simulation_(shared.log_, shared.compute_)
    {}

    void run()
    {
        publish();
        while (wait_for_work()) {
            for (const SimCommand& command : batch_)
                apply(command);
            run_due_steps();
            if (is_dirty_ && (seconds_since(last_publish_) >= kPublishSeconds || !simulation_.is_playing()))
                publish();
        }
        // The end: what is queued is dropped, but nobody who asked for a file goes without it.
        for (const SimCommand& command : batch_)
            if (is_save(command))
                simulation_.apply(command);
        if (!shared_.final_session_path_.empty())
            shared_.final_status_ = simulation_.save_session(shared_.final_session_path_);
    }

private:
    /// Sleeps until a step is due or a command has come; takes the commands. False at the end.
    bool wait_for_work()
    {
        batch_.clear();
        std::unique_lock lock(shared_.mutex_);
        const auto has_work = [this] { return shared_.stopping_ || !shared_.queue_.empty(); };
        if (simulation_.is_playing())
            shared_.wake_.wait_for(lock, std::chrono::duration<double>(seconds_to_sleep()), has_work);
        else
            shared_.wake_.wait(lock, has_work);
        std::swap(batch_, shared_.queue_);
        shared_.wanted_.store(shared_.stopping_, std::memory_order_relaxed);
        return !shared_.stopping_;
    }

    double seconds_to_sleep() const
    {
        double wait = pacer_.seconds_until_due(simulation_.dt(), simulation_.speed());
        wait -= seconds_since(last_look_);
        if (is_dirty_)
            wait = std::min(wait, kPublishSeconds - seconds_since(last_publish_));
        return std::clamp(wait, pacer_.is_due(simulation_.dt()) ? 0.0 : kShortestSleepSeconds,
                          kLongestSleepSeconds);
    }

    void apply(const SimCommand& command)
    {
        const bool was_playing = simulation_.is_playing();
        if (const auto* load = std::get_if<LoadScene>(&command)) {
            loading_ = file_name(load->path);
            publish();
            loading_.clear();
        }
        simulation_.apply(command);
        ++commands_done_;
        is_dirty_ = true;
        // What the clock did meanwhile is owed by nobody.
        if (!was_playing || std::holds_alternative<LoadScene>(command)) {
            pacer_.reset();
            last_look_ = Clock::now();
        }
    }

    /// Makes the steps that are due, but comes back when it is time to publish or to listen.
    void run_due_steps()
    {
        if (!simulation_.is_playing())
            return;
        const Clock::time_point now = Clock::now();
        pacer_.advance(std::chrono::duration<double>(now - last_look_).count(), simulation_.dt(),
                       simulation_.speed());
        last_look_ = now;
        while (simulation_.is_playing() && pacer_.is_due(simulation_.dt())) {
            simulation_.step();
            pacer_.take_step(simulation_.dt());
            is_dirty_ = true;
            if (seconds_since(now) >= kPublishSeconds || shared_.wanted_.load(std::memory_order_relaxed))
                return;
        }
    }

    void publish()
    {
        SimFrame& frame = shared_.mailbox_.back();
        simulation_.fill(frame);
        frame.status.commands_done = commands_done_;
        frame.status.loading = loading_;
        shared_.mailbox_.publish();
        is_dirty_ = false;
        last_publish_ = Clock::now();
        if (shared_.on_publish_)
            shared_.on_publish_();
    }

    SimThread& shared_;
    Simulation simulation_;
    Pacer pacer_;
    std::vector<SimCommand> batch_;
    std::uint64_t commands_done_ = 0;
    std::string loading_;
    bool is_dirty_ = false;
    Clock::time_point last_look_ = Clock::now();
    Clock::time_point last_publish_ = Clock::now();
};

SimThread::SimThread(LogQueue& log, std::function<void()> on_publish, const sim::Compute& compute)
    : log_(log)
    , on_publish_(std::move(on_publish))
    , compute_(compute)
    , thread_([this] { run(); })
{}

SimThread::~SimThread()
{
    static_cast<void>(stop(""));
}

Status SimThread::stop(const std::string& session_path)
{
    if (!thread_.joinable())
        return final_status_;
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        final_session_path_ = session_path;
        wanted_.store(true, std::memory_order_relaxed);
    }
    wake_.notify_one();
    thread_.join();
    return final_status_;
}

void SimThread::run()
{
    Loop(*this).run();
}

std::uint64_t SimThread::post(SimCommand command)
{
    {
        const std::lock_guard lock(mutex_);
        queue_.push_back(std::move(command));
        wanted_.store(true, std::memory_order_relaxed);
    }
    wake_.notify_one();
    return ++posted_;
}

} // namespace drape::app
