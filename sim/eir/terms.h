// Terms that several lowerings share.
#pragma once

#include "sim/eir/builder.h"
#include "sim/lattice/pair.h"

namespace drape::sim::eir {

/// (1 / (mass + 1e-12)) * (is_dynamic ? 1 : 0), read anew at every visit as the RFC does.
inline Value lower_inverse_mass(Builder& f, std::uint32_t entity)
{
    const Value inverse = f.constant(1.0) / (f.read(Component::Mass, entity) + kTiny);
    const Value moves = is_not(f.read(Component::IsDynamic, entity), 0.0);
    return inverse * f.select(moves, f.constant(1.0), f.constant(0.0));
}

} // namespace drape::sim::eir
