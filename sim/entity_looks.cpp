#include "sim/entity_looks.h"

#include "sim/check.h"

#include <algorithm>

namespace drape::sim {

std::uint32_t EntityLooks::kind_of(const Look& look)
{
    // Only among the last: a scene may have tens of thousands of entities that all differ.
    constexpr std::size_t kLookedAt = 32;
    const auto first = kinds_.end() - static_cast<std::ptrdiff_t>(std::min(kLookedAt, kinds_.size()));
    const auto found = std::find(first, kinds_.end(), look);
    if (found != kinds_.end())
        return static_cast<std::uint32_t>(found - kinds_.begin());
    kinds_.push_back(look);
    return static_cast<std::uint32_t>(kinds_.size() - 1);
}

void EntityLooks::append(const Look& look, std::size_t count)
{
    if (count != 0)
        which_.resize(which_.size() + count, kind_of(look));
}

void EntityLooks::set(std::size_t entity, const Look& look)
{
    DRAPE_ASSERT(entity < size());
    which_[entity] = kind_of(look);
}

} // namespace drape::sim
