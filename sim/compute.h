// How much of the machine the solver may use. Changes the time a step takes and no bit of what it gives.
#pragma once

#include "sim/workers.h"

namespace drape::sim {

struct Compute
{
    int threads = 1;  ///< Those that step a world, the caller's included; from 1.
    bool simd = true; ///< Vector instructions, the best the CPU has.
    bool operator==(const Compute&) const = default;
};

/// Entities of a simple loop over all of them that are worth a thread: some 10 us.
inline constexpr std::size_t kEntitiesWorthAThread = 8192;

/// What the native systems of a step run on.
struct Engine
{
    explicit Engine(const Compute& settings)
        : compute(settings)
        , workers(settings.threads)
    {}
    Compute compute;
    Workers workers;
};

} // namespace drape::sim
