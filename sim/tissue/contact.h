// What a tissue's skin and particles touch: capsules and the wall.
#pragma once

#include "sim/tissue/solver.h"

namespace drape::sim::tissue {

/// Pushes the skin triangles out of a capsule, each along the line between the closest points of axis and
/// triangle, shared by barycentric weight and inverse mass. A triangle that the axis has got behind goes
/// the other way, so that a press never comes out inside.
void push_skin(const Body& body, const Capsule& capsule, double dt, Work& work,
               CapsuleReport& report);

/// Holds a gliding base within its reach and on the wall, and puts every other particle that is inside the
/// wall onto it.
void hold_at_wall(const Body& body, Work& work);

} // namespace drape::sim::tissue
