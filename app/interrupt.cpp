#include "app/interrupt.h"

#include <csignal>
#include <initializer_list>

namespace drape::app {

namespace {

volatile std::sig_atomic_t interrupted = 0; // set by the signal handler only

void note_interrupt(int)
{
    interrupted = 1;
}

} // namespace

void catch_interrupts()
{
    // Without SA_RESTART: a read or an open that waits for somebody else ends with EINTR.
    struct sigaction action = {};
    action.sa_handler = note_interrupt;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        ::sigaction(signal, &action, nullptr);
    // A closed pipe and a file past its limit are errors of the write, not the end of the program.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

void end_on_interrupts()
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        std::signal(signal, SIG_DFL);
}

bool is_interrupted()
{
    return interrupted != 0;
}

} // namespace drape::app
