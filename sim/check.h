// Assertions for our own bugs; bad input is never one (see result.h).
#pragma once

#include <cstdio>
#include <cstdlib>

namespace drape {

/// Reports a broken invariant on stderr and aborts. Called by DRAPE_ASSERT only.
[[noreturn]] inline void fail_assert(const char* expression, const char* file, int line)
{
    std::fprintf(stderr, "drape: internal error: %s does not hold (%s:%d)\n", expression, file, line);
    std::abort();
}

} // namespace drape

/// Aborts when `condition` is false. On in every build but plain Release; the condition is not
/// evaluated there, so it must have no side effect.
#if defined(DRAPE_ASSERTS)
#    define DRAPE_ASSERT(condition)                                                                        \
        ((condition) ? static_cast<void>(0) : ::drape::fail_assert(#condition, __FILE__, __LINE__))
#else
#    define DRAPE_ASSERT(condition) static_cast<void>(sizeof(static_cast<bool>(condition)))
#endif
