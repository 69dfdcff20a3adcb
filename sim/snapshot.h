// What a frame sees of the simulation: the RFC's PresentationFrame and the numbers shown beside it.
#pragma once

#include <glm/vec3.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace drape::sim {

enum class Shape : std::uint8_t
{
    Point,
    Sphere,
    Box,
    Capsule,
};

enum class BondKind : std::uint8_t
{
    Structural, ///< One cell along an axis of a soft body.
    Shear,      ///< A face diagonal of a soft body.
    Joint,      ///< The line between the two sides of a joint; not part of the RFC's bonds.
};

/// A line between two entities, by index into the snapshot's arrays.
struct Bond
{
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    BondKind kind = BondKind::Structural;
    float rest = 0.0f; ///< Rest length, m; 0 where it has none.
};

/// How an entity is drawn; never read by a solver.
struct Look
{
    Shape shape = Shape::Sphere;
    float radius = 0.05f;           ///< Sphere, point and capsule radius, m; > 0.
    glm::vec3 box_size{0.1f};       ///< Full edge lengths of a box, m.
    std::uint32_t color = 0xFFFFFF; ///< 0xRRGGBB, sRGB.
    float opacity = 1.0f;           ///< 0..1.
    float glow = 0.0f;              ///< Emissive intensity, >= 0.
    bool label = true;              ///< Whether the name may be shown.
};

/// One soft body's particles: ids first .. first + nx*ny*nz - 1, k = (kz*ny + j)*nx + i.
struct SnapshotBody
{
    std::string name;
    std::uint32_t first = 0;
    std::uint32_t nx = 0, ny = 0, nz = 0;

    std::uint32_t count() const { return nx * ny * nz; }
};

/// What stays the same from step to step; shared by all snapshots of one loaded scene.
struct SnapshotTopology
{
    std::string title;                 ///< The scene's title, or its file name.
    std::vector<std::string> names;    ///< One per entity: "hook", "cloth#56".
    std::vector<Look> looks;           ///< One per entity.
    std::vector<std::uint8_t> dynamic; ///< One per entity; 0 where it is never moved.
    std::vector<Bond> bonds;           ///< Soft bodies in source order, then joints.
    std::vector<SnapshotBody> bodies;  ///< The soft bodies.
    bool has_ground = false;           ///< Whether a ground_contact system holds y >= 0.
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

/// Numbers of one step, for the panels and for tests.
struct SnapshotStats
{
    double kinetic_energy = 0.0; ///< J, dynamic entities.
    double largest_strain = 0.0; ///< max |length/rest - 1| over structural bonds.
    double fastest = 0.0;        ///< Largest speed, m/s.
    double step_ms = 0.0;        ///< Wall-clock time of the last step; 0 where it is not measured.
};

/// The state of one step, copied so that the simulation may go on while it is drawn.
struct Snapshot
{
    std::uint64_t step = 0;                           ///< Steps since the scene's start.
    double time = 0.0;                                ///< step * dt, s.
    std::uint64_t state_hash = 0;                     ///< XXH3-64 over the state (sim/state_hash.h).
    std::shared_ptr<const SnapshotTopology> topology; ///< Null only before a scene is loaded.
    std::vector<glm::dvec3> position;                 ///< One per entity, m.
    std::vector<glm::dvec3> velocity;                 ///< One per entity, m/s.
    std::vector<ProbeSnapshot> probes;
    SnapshotStats stats;
};

} // namespace drape::sim
