// A state as text: what `drape run --out` writes.
#pragma once

#include "sim/world.h"

#include <string>

namespace drape::sim {

/// Header "name,px,py,pz,vx,vy,vz", then a line for each entity in id order; m and m/s, shortest
/// decimals that read back the same double. Then one for each particle of the tissues; cmm and cmm/s.
std::string write_state_csv(const World& world);

} // namespace drape::sim
