#include "sim/bond_list.h"

#include "sim/check.h"

#include <algorithm>
#include <utility>

namespace drape::sim {

void BondList::add_springs(std::uint32_t first, std::shared_ptr<const SpringList> springs)
{
    DRAPE_ASSERT(springs != nullptr && rest_.empty());
    of_bodies_ +=
        springs->size() -
        static_cast<std::size_t>(std::count(springs->kind.begin(), springs->kind.end(), SpringKind::Bend));
    bodies_.push_back({first, std::move(springs)});
}

} // namespace drape::sim
