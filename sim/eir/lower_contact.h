// Contact of the capsule with a particle and its bonds, as EIR.
#pragma once

#include "sim/eir/builder.h"
#include "sim/world.h"

namespace drape::sim::eir {

/// Puts the pushes of one contact move on `entity` and on the bonds it owns into `f`. The pose of the
/// move is read through views. Written against sim/contact/ and apart from it, so that each checks the
/// other.
void lower_contact(Builder& f, const SoftBody& body, std::uint32_t entity, double friction);

} // namespace drape::sim::eir
