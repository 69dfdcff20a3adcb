// What a frame sees of the simulation: the RFC's PresentationFrame and the numbers shown beside it.
#pragma once

#include "sim/bond_list.h"
#include "sim/entity_looks.h"
#include "sim/entity_names.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace drape::sim {

/// One soft body's particles: ids first .. first + nx*ny*nz - 1, k = (kz*ny + j)*nx + i.
struct SnapshotBody
{
    std::string name;
    std::uint32_t first = 0;
    std::uint32_t nx = 0, ny = 0, nz = 0;

    std::uint32_t count() const { return nx * ny * nz; }
};

/// One anatomical layer of a tissue.
struct SnapshotLayer
{
    std::string name;
    std::uint32_t color = 0xFFFFFF; ///< 0xRRGGBB, sRGB.
    bool operator==(const SnapshotLayer&) const = default;
};

/// One tissue: a cage of tetrahedra. Its particles are the entities first .. first + count - 1; indices
/// below are those of entities.
struct SnapshotTissue
{
    std::string name;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::vector<std::array<std::uint32_t, 4>> tets;
    std::vector<std::uint8_t> tet_layer;            ///< One per element: index into `layers`.
    std::vector<float> tet_rest;                    ///< One per element: 6V at rest, m^3; > 0.
    std::vector<std::array<std::uint32_t, 3>> skin; ///< Outer triangles, counter-clockwise from outside.
    std::vector<float> depth;                       ///< One per particle: 0 at the wall .. 1 at the skin.
    std::vector<SnapshotLayer> layers;              ///< From the wall outwards.
    std::uint32_t skin_color = 0xE3B59C;            ///< 0xRRGGBB, sRGB.
    /// The wall (chest wall, bone) as a surface to draw; empty where there is none. m.
    std::vector<glm::dvec3> wall_points;
    std::vector<std::array<std::uint32_t, 3>> wall_triangles;
};

/// What stays the same from step to step; shared by all snapshots of one loaded scene.
struct SnapshotTopology
{
    std::string title;                 ///< The scene's title, or its file name.
    EntityNames names;                 ///< One per entity: "hook", "cloth#56".
    EntityLooks looks;                 ///< One per entity.
    std::vector<std::uint8_t> dynamic; ///< One per entity; 0 where it is never moved.
    BondList bonds;                   ///< Of soft bodies in source order, then joints, then edges of cages.
    std::vector<SnapshotBody> bodies; ///< The soft bodies.
    std::vector<SnapshotTissue> tissues;
    bool has_ground = false; ///< Whether a ground_contact system holds y >= 0.
};

/// A capsule: the set of points at most `radius` from the segment from `a` to `b`.
struct ProbeSnapshot
{
    std::string name;
    glm::dvec3 a{0.0};          ///< m
    glm::dvec3 b{0.0};          ///< m; equal to `a` for a sphere.
    double radius = 0.0;        ///< m
    double depth = 0.0;         ///< Deepest overlap that the last step had to resolve, m.
    double force = 0.0;         ///< Size of the total push on what it touches over the last step, N.
    std::uint32_t contacts = 0; ///< Particles and bonds pushed in the last step.
};

/// Numbers of one tissue after one step.
struct TissueStats
{
    double volume_ratio = 1.0;           ///< Total volume by that at rest.
    double least_volume = 1.0;           ///< min 6V/6V0 over the elements; > 0.
    double largest_strain = 0.0;         ///< max |length/rest - 1| over the edges.
    double fastest_cmm_per_s = 0.0;      ///< Largest speed.
    double energy_J = 0.0;               ///< Kinetic, elastic and in the field of gravity.
    double kinetic_J = 0.0;              ///< The kinetic part.
    std::uint64_t guard_mended = 0;      ///< Elements that the inversion guard pushed open since the start.
    std::uint64_t guard_rolled_back = 0; ///< Particles that it put back since the start.
};

/// Numbers of one step, for the panels and for tests.
struct SnapshotStats
{
    double kinetic_energy = 0.0; ///< J, dynamic entities; tissues have theirs in `tissues`.
    double largest_strain = 0.0; ///< max |length/rest - 1| over structural bonds and cage edges.
    double fastest = 0.0;        ///< Largest speed, m/s.
    double step_ms = 0.0;        ///< Wall-clock time of the last step; 0 where it is not measured.
    std::vector<TissueStats> tissues;
};

/// The state of one step, copied so that the simulation may go on while it is drawn.
struct Snapshot
{
    std::uint64_t step = 0;       ///< Steps since the scene's start.
    double time = 0.0;            ///< step * dt, s.
    std::uint64_t state_hash = 0; ///< XXH3-64 over the state (sim/state_hash.h).
    /// Two snapshots of one topology with the same serial above 0 are equal, so that nothing need be done
    /// twice. Given by whoever hands snapshots over; 0 promises nothing.
    std::uint64_t serial = 0;
    std::shared_ptr<const SnapshotTopology> topology; ///< Null only before a scene is loaded.
    std::vector<glm::dvec3> position;                 ///< One per entity, m.
    std::vector<glm::dvec3> velocity;                 ///< One per entity, m/s.
    std::vector<ProbeSnapshot> probes;
    SnapshotStats stats;
};

} // namespace drape::sim
