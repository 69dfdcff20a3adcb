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
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        std::signal(signal, note_interrupt);
    std::signal(SIGPIPE, SIG_IGN);
}

bool is_interrupted()
{
    return interrupted != 0;
}

} // namespace drape::app
