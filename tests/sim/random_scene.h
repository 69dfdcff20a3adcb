// Small scenes that run, with everything that Drape has in them.
#pragma once

#include "sim/edit.h"
#include "sim/lang/scene_desc.h"
#include "tests/sim/random.h"

namespace drape::test {

/// Bodies of up to three layers, pins, joints of every kind, probes, walls and both sweeps, mixed by
/// `seed`.
sim::SceneDesc random_scene(std::uint64_t seed);

/// An edit that fits `world`: a probe sent into a body, a material, a grab.
sim::Edit random_edit(Random& random, const sim::World& world);

} // namespace drape::test
