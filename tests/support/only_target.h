// Vector instructions of one kind, whatever the CPU has.
#pragma once

#include "sim/lattice/wavefront.h"

#include <hwy/targets.h>

#include <cstdint>
#include <vector>

namespace drape::test {

/// While it lives, Highway sees a CPU that has nothing better than one target.
class OnlyTarget
{
public:
    explicit OnlyTarget(std::int64_t target)
    {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
    OnlyTarget(const OnlyTarget&) = delete;
    OnlyTarget& operator=(const OnlyTarget&) = delete;
    ~OnlyTarget()
    {
        hwy::SetSupportedTargetsForTest(0);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
};

/// The targets that the solver is built for and this CPU has.
inline std::vector<std::int64_t> targets()
{
    std::vector<std::int64_t> list;
    for (int shift = 0; shift < 63; ++shift)
        if (const std::int64_t target = std::int64_t{1} << shift; (sim::wave_targets() & target) != 0)
            list.push_back(target);
    return list;
}

} // namespace drape::test
