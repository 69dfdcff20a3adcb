// Tissues of a scene made ready to run, and what a frame sees of them.
#pragma once

#include "sim/tissue/mesh_io.h"
#include "sim/world.h"

namespace drape::sim {

/// Builds every tissue of world.scene from its shape or mesh and its profile: topology and materials,
/// after the entities. Errors (Unreadable): faults of a profile, a mesh or a cage, as
/// "LINE:COLUMN: ..." of the scene, or with the place in the profile.
Status add_tissues(const SceneFiles& files, World& world);

/// What the reader of a tissue's mesh had to mend or to say, each with its place; empty for a shape.
std::vector<tissue::MeshWarning> mesh_warnings(const TissueDesc& desc, const SceneFiles& files);

/// Makes the material of a tissue anew after an edit of its profile.
Status refresh_material(World& world, std::size_t tissue);

/// Gives the snapshots to come a topology with the layers as they are now. Nothing happens while names,
/// bounds and colours of the layers are those it has.
void refresh_topology(World& world);

/// A tissue as its cage has it, without motion.
tissue::BodyState tissue_at_rest(const TissueBody& body);

/// The positions of a tissue's particles in its body's frame, cmm.
std::vector<glm::dvec3> tissue_positions(const World& world, std::size_t tissue);

/// Adds names, looks, bonds, elements and walls to what snapshots share.
void add_tissue_topology(const World& world, SnapshotTopology& topology);

/// Adds positions and velocities (m) and fills in stats.tissues.
void add_tissue_snapshot(const World& world, Snapshot& snapshot);

} // namespace drape::sim
