// What a step changes of one tissue, in fixed point.
#pragma once

#include "sim/tissue/fixed_point.h"

#include <vector>

namespace drape::sim::tissue {

/// What a step changes.
struct BodyState
{
    std::vector<Fixed3> position; ///< Counts of 2^-f cmm, in the body's frame.
    std::vector<Fixed3> velocity; ///< Counts of 2^-f cmm/s.
    bool operator==(const BodyState&) const = default;
};

} // namespace drape::sim::tissue
