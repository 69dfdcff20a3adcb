#include "app/worker_pool.h"

#include "sim/check.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace drape::app {

namespace {

constexpr std::size_t kMostTalk = 4096; // of stderr, bytes

/// The two ends of a pipe; what is not taken is closed.
class Pipe
{
public:
    Pipe() { is_open_ = ::pipe2(ends_.data(), O_CLOEXEC) == 0; }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe()
    {
        for (const int end : ends_)
            if (end >= 0)
                ::close(end);
    }
    bool is_open() const { return is_open_; }
    int write_end() const { return ends_[1]; }
    int take_read_end() { return std::exchange(ends_[0], -1); }

private:
    std::array<int, 2> ends_ = {-1, -1};
    bool is_open_ = false;
};

/// From here to exec only what a child of fork may do. The program's own file is started, even where an
/// update has put another one in its place meanwhile.
[[noreturn]] void become_worker(pid_t parent, int out, int err, char* const* arguments)
{
    // Of its own group: Ctrl-C goes to the parent, which then decides. Ends with the parent, whatever ends
    // that; the parent may be gone by now.
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent)
        ::_exit(1);
    // With descriptors as rare as they may be, each file is opened into the place of the one before.
    ::close(STDIN_FILENO);
    // Where memory runs out, a worker shall go before the parent that counts them.
    if (const int score = ::open("/proc/self/oom_score_adj", O_WRONLY); score >= 0) {
        [[maybe_unused]] const ssize_t written = ::write(score, "500", 3);
        ::close(score);
    }
    if (::open("/dev/null", O_RDONLY) != STDIN_FILENO || ::dup2(out, STDOUT_FILENO) < 0 ||
        ::dup2(err, STDERR_FILENO) < 0)
        ::_exit(1);
    ::execv("/proc/self/exe", arguments);
    ::_exit(1);
}

void close_pipe(int& fd)
{
    if (fd >= 0)
        ::close(fd);
    fd = -1;
}

/// Reads what is there; closes at the end.
void drain(int& fd, std::string& text)
{
    std::array<char, 16384> buffer{};
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got > 0)
        text.append(buffer.data(), static_cast<std::size_t>(got));
    else if (got == 0 || (errno != EINTR && errno != EAGAIN))
        close_pipe(fd);
}

/// How process `pid` ended, waiting for it.
int wait_for(pid_t pid)
{
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

} // namespace

WorkerPool::WorkerPool(std::size_t size)
    : size_(size)
{
    DRAPE_ASSERT(size > 0);
}

WorkerPool::~WorkerPool()
{
    for (const Worker& worker : running_)
        ::kill(worker.pid, SIGKILL);
    for (Worker& worker : running_) {
        wait_for(worker.pid);
        close_pipe(worker.out);
        close_pipe(worker.err);
    }
}

Status WorkerPool::start(std::size_t task, const std::vector<std::string>& arguments)
{
    DRAPE_ASSERT(has_room());
    Pipe out, err;
    std::vector<std::string> words = {"drape"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);

    const pid_t parent = ::getpid();
    const pid_t pid = out.is_open() && err.is_open() ? ::fork() : -1;
    if (pid < 0)
        return Error{ErrorKind::Failed, std::string("a worker cannot be started: ") + std::strerror(errno)};
    if (pid == 0)
        become_worker(parent, out.write_end(), err.write_end(), pointers.data());
    Worker worker;
    worker.pid = pid;
    worker.out = out.take_read_end();
    worker.err = err.take_read_end();
    worker.begin = Clock::now();
    worker.end.task = task;
    running_.push_back(std::move(worker));
    return Done{};
}

void WorkerPool::listen(Worker& worker)
{
    if (worker.end.out.size() > kMostOutput)
        worker.end.out.resize(kMostOutput);
    if (worker.end.err.size() > 2 * kMostTalk)
        worker.end.err.erase(0, worker.end.err.size() - kMostTalk);
    if (worker.out >= 0 || worker.err >= 0)
        return;
    const int status = wait_for(worker.pid);
    worker.pid = -1;
    worker.end.seconds = std::chrono::duration<double>(Clock::now() - worker.begin).count();
    if (WIFSIGNALED(status))
        worker.end.signal = WTERMSIG(status);
    worker.end.exit_code = worker.end.signal ? 128 + *worker.end.signal : WEXITSTATUS(status);
}

std::vector<WorkerEnd> WorkerPool::wait(std::chrono::milliseconds patience)
{
    std::vector<pollfd> watched;
    for (const Worker& worker : running_)
        for (const int fd : {worker.out, worker.err})
            watched.push_back({fd, POLLIN, 0}); // poll skips -1
    if (::poll(watched.data(), watched.size(), static_cast<int>(patience.count())) <= 0)
        return {};
    for (std::size_t i = 0; i < running_.size(); ++i) {
        if (watched[2 * i].revents != 0)
            drain(running_[i].out, running_[i].end.out);
        if (watched[2 * i + 1].revents != 0)
            drain(running_[i].err, running_[i].end.err);
        listen(running_[i]);
    }
    std::vector<WorkerEnd> ends;
    std::erase_if(running_, [&](Worker& worker) {
        if (worker.pid >= 0)
            return false;
        ends.push_back(std::move(worker.end));
        return true;
    });
    return ends;
}

} // namespace drape::app
