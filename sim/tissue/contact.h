// What a tissue's skin and base touch.
#pragma once

#include "sim/tissue/solver.h"

namespace drape::sim::tissue {

/// Pushes the skin triangles out of a capsule, each along the line between the closest points of axis and
/// triangle, shared by barycentric weight and inverse mass. A triangle that the axis has got behind goes
/// the other way, so that a press never comes out inside.
void push_skin(const Body& body, const Capsule& capsule, double dt, const Kernels& kernels, Work& work,
               CapsuleReport& report);

/// Holds a gliding base within its reach.
void hold_within_reach(const Body& body, Work& work);

} // namespace drape::sim::tissue
