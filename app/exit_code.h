// What the program returns to the shell.
#pragma once

#include "sim/result.h"

namespace drape::app {

enum class ExitCode : int
{
    Done = 0,
    CheckFailed = 1, ///< A check or a comparison failed, or the work was interrupted.
    Usage = 2,
    Unreadable = 3, ///< An input cannot be read.
    NoDisplay = 4,  ///< No display, or no OpenGL.
    Unwritable = 5, ///< An output cannot be written.
    NonFinite = 6,  ///< The simulation left the finite numbers.
};

/// The exit code of an error.
constexpr ExitCode exit_code_of(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Failed:
        return ExitCode::CheckFailed;
    case ErrorKind::Usage:
        return ExitCode::Usage;
    case ErrorKind::Unreadable:
        return ExitCode::Unreadable;
    case ErrorKind::NoDisplay:
        return ExitCode::NoDisplay;
    case ErrorKind::Unwritable:
        return ExitCode::Unwritable;
    case ErrorKind::NonFinite:
        break;
    }
    return ExitCode::NonFinite;
}

} // namespace drape::app
