// Ctrl-C and termination as a flag, so that work can end at a good place and say what it kept.
#pragma once

namespace drape::app {

/// Makes SIGINT, SIGTERM and SIGHUP set a flag instead of ending the program at once, and a closed pipe or
/// a file past its size limit an error instead of a signal. Call once, before other threads start.
void catch_interrupts();

/// Takes that back for SIGINT, SIGTERM and SIGHUP: for work that keeps nothing when it is ended.
void end_on_interrupts();

/// Whether one of them has come.
bool is_interrupted();

} // namespace drape::app
