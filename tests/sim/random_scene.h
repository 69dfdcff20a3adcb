// Small scenes that run, with everything that Drape has in them.
#pragma once

#include "sim/edit.h"
#include "sim/lang/scene_desc.h"
#include "tests/sim/random.h"

namespace drape::test {

/// Bodies of up to three layers, pins, joints of every kind, probes, walls and both sweeps, mixed by
/// `seed`.
sim::SceneDesc random_scene(std::uint64_t seed);

/// A scene with all of that and one or two tissues, and the files it names. The lattices are those of
/// random_scene(seed).
struct TissueScene
{
    sim::SceneDesc scene;
    sim::SceneFiles files;
};
TissueScene random_tissue_scene(std::uint64_t seed);

/// An edit of a world with tissues: a row, a profile, gravity, a probe sent into a tissue, a particle of
/// one taken hold of.
sim::Edit random_tissue_edit(Random& random, const sim::World& world);

/// An edit that fits `world`: a probe sent into a body, a material, a grab.
sim::Edit random_edit(Random& random, const sim::World& world);

} // namespace drape::test
