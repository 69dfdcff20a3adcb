// A scene as its author wrote it: plain data, in source order, with nothing computed yet.
#pragma once

#include "sim/entity_looks.h"
#include "sim/lang/diagnostics.h"
#include "sim/tissue/cage_builder.h"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace drape::sim {

/// A name that stands for something declared elsewhere ("cloth", "cloth#56").
struct NameRef
{
    std::string text;
    SourceLocation where;
    bool operator==(const NameRef&) const = default;
};

/// Presentation fields; what is absent gets its default when the world is built.
struct LookDesc
{
    std::optional<Shape> shape;
    std::optional<double> size;         ///< Radius, m.
    std::optional<glm::dvec3> box_size; ///< Full edge lengths, m.
    std::optional<std::uint32_t> color; ///< 0xRRGGBB.
    double opacity = 1.0;               ///< 0..1
    double glow = 0.0;                  ///< >= 0
    bool label = true;
    bool operator==(const LookDesc&) const = default;
};

struct EntityDesc
{
    std::string name;
    SourceLocation where;
    glm::dvec3 position{0.0}; ///< m
    glm::dvec3 velocity{0.0}; ///< m/s
    double mass = 1.0;        ///< kg, > 0
    bool dynamic = true;
    LookDesc look;
    bool operator==(const EntityDesc&) const = default;
};

/// RFC-0040: nx x ny x nz particles on a grid.
struct SoftDesc
{
    std::string name;
    SourceLocation where;
    int nx = 8, ny = 8, nz = 1;
    double spacing = 1.0;   ///< m, > 0
    glm::dvec3 origin{0.0}; ///< m
    double mass = 1.0;      ///< kg of each particle, > 0
    LookDesc look;
    bool operator==(const SoftDesc&) const = default;
};

/// Where a tissue's cage comes from: one of the parametric shapes, or a mesh file.
struct CageSource
{
    tissue::CageShape shape = tissue::CageShape::Dome;
    std::string file; ///< Empty for a shape; else as written, relative to the scene.
    bool operator==(const CageSource&) const = default;
};

/// A unit of length of a mesh file.
enum class LengthUnit
{
    Metre,
    Centimetre,
    Millimetre,
    Cmm, ///< 0.01 mm
};

/// Where the layer of an element comes from.
enum class LayerSource
{
    Depth, ///< Its depth between wall and skin.
    Group, ///< The mesh's volume group of the layer's name.
};

/// A soft tissue: a cage of tetrahedra and what it is made of. Ours, not the RFC's. Lengths in cmm
/// (0.01 mm), the seed's unit; the body's frame is +x lateral, +y cranial, +z anterior.
struct TissueDesc
{
    std::string name;
    SourceLocation where;
    CageSource cage;
    std::string profile;    ///< A profile's file, or the name of a shipped one.
    glm::dvec3 origin{0.0}; ///< Where the body's frame stands in the scene, m.
    tissue::CageSpec shape; ///< For the parametric cages; its own `shape` is not used.
    // For meshes.
    LengthUnit unit = LengthUnit::Millimetre;
    LayerSource layers = LayerSource::Depth;
    std::optional<std::string> attach_group; ///< Points and triangles of this group are attached.
    std::optional<glm::dvec3> attach_low;    ///< Corners of a box, as shares of the mesh's extent:
    std::optional<glm::dvec3> attach_high;   ///< points inside are attached.
    std::optional<std::uint32_t> color;      ///< Of the skin, 0xRRGGBB.
    bool operator==(const TissueDesc&) const = default;
};

/// A capsule that a person moves; ours, not the RFC's.
struct ProbeDesc
{
    std::string name;
    SourceLocation where;
    glm::dvec3 a{0.0};   ///< m
    glm::dvec3 b{0.0};   ///< m; equal to `a` for a sphere
    double radius = 0.1; ///< m, > 0
    double speed = 3.0;  ///< m/s, > 0: how fast it follows its target
    std::optional<std::uint32_t> color;
    bool operator==(const ProbeDesc&) const = default;
};

// The systems. `where` is the place of the keyword; units are SI.

struct GravitySystem
{
    SourceLocation where;
    glm::dvec3 acceleration{0.0}; ///< m/s^2
    /// Written as `gravity_y`: y is applied even when it is 0, as the RFC does. As `acceleration`, an
    /// axis of 0 is skipped.
    bool vertical_form = true;
    double dt = 0.0; ///< s
    bool operator==(const GravitySystem&) const = default;
};
struct IntegrateSystem
{
    SourceLocation where;
    double dt = 0.0;
    bool operator==(const IntegrateSystem&) const = default;
};
struct DampingSystem
{
    SourceLocation where;
    double factor = 1.0; ///< Velocity is multiplied by it every step.
    bool operator==(const DampingSystem&) const = default;
};
struct ForceSystem
{
    SourceLocation where;
    double ax = 0.0, ay = 0.0, az = 0.0; ///< m/s^2
    double dt = 0.0;
    bool operator==(const ForceSystem&) const = default;
};
struct WallSystem
{
    SourceLocation where;
    double x = 0.0, z = 0.0; ///< m: the walls stand at +-x and +-z
    std::optional<double> y_min;
    double restitution = 0.5;
    bool operator==(const WallSystem&) const = default;
};
struct GroundContactSystem
{
    SourceLocation where;
    double restitution = 0.0;
    bool operator==(const GroundContactSystem&) const = default;
};

enum class SweepOrder
{
    Particle, ///< The RFC's: all iterations of one particle before the next begins.
    Body,     ///< Ours: each iteration passes over the whole body; converges better.
};
struct SoftSystem
{
    SourceLocation where;
    NameRef body;
    double stiffness = 1.0;
    double damping = 0.0;
    int iterations = 4; ///< 1..64
    SweepOrder sweep = SweepOrder::Particle;
    bool operator==(const SoftSystem&) const = default;
};

enum class JointType
{
    Distance,
    Spring,
    Weld,
    Fixed,
    Hinge,
    Revolute,
    Ball,
    Spherical,
    Prismatic,
    Slider,
};
struct JointSystem
{
    SourceLocation where;
    NameRef on, other;
    JointType type = JointType::Distance;
    double length = 0.0; ///< m
    double stiffness = 1.0;
    std::optional<double> damping; ///< Absent: 0.5 for a spring, else 0.
    glm::dvec3 axis{0.0, 0.0, 1.0};
    glm::dvec3 anchor{0.0};          ///< m
    std::optional<glm::dvec2> limit; ///< m: lowest and highest along the axis
    int iterations = 4;              ///< 1..64
    bool operator==(const JointSystem&) const = default;
};
struct UpdateVelocitySystem
{
    SourceLocation where;
    double dt = 0.0;
    bool operator==(const UpdateVelocitySystem&) const = default;
};
struct ContactSystem
{
    SourceLocation where;
    NameRef probe, body;
    double friction = 0.0; ///< Coulomb coefficient, >= 0
    bool operator==(const ContactSystem&) const = default;
};

/// What 1 means in a tissue system's gravity, m/s^2.
inline constexpr double kStandardGravity = 9.81;

/// XPBD on a tissue: `substeps` substeps of `dt_us` each step. The contacts of its body are solved inside.
struct TissueSystem
{
    SourceLocation where;
    NameRef body;
    int dt_us = 1042;                   ///< One substep, microseconds.
    int substeps = 16;                  ///< 1..256
    int iterations = 1;                 ///< 1..64
    glm::dvec3 gravity{0.0, -1.0, 0.0}; ///< In units of 9.81 m/s^2: standing (0,-1,0), supine (0,0,-1).
    bool operator==(const TissueSystem&) const = default;
};

using SystemDesc = std::variant<GravitySystem, IntegrateSystem, DampingSystem, ForceSystem, WallSystem,
                                GroundContactSystem, SoftSystem, JointSystem, UpdateVelocitySystem,
                                ContactSystem, TissueSystem>;

/// The time a step of the system takes, s; 0 for a system without a time.
double time_step(const SystemDesc& system);

/// Everything a scene file says.
struct SceneDesc
{
    std::optional<std::string> title;
    std::optional<glm::dvec3> gravity; ///< The world's; moves nothing by itself.
    std::vector<EntityDesc> entities;
    std::vector<SoftDesc> softs;
    std::vector<TissueDesc> tissues;
    std::vector<ProbeDesc> probes;
    std::vector<SystemDesc> systems;
    bool operator==(const SceneDesc&) const = default;
};

/// Most entities and particles a scene may have. A sheet of 1 million takes 0.45 GiB.
inline constexpr std::uint64_t kMaxEntities = 2'000'000;
/// Most probes a scene may have.
inline constexpr std::size_t kMaxProbes = 16;

/// Most tissues a scene may have.
inline constexpr std::size_t kMaxTissues = 16;

/// The time a step takes: the dt of the first system that has one; 1/60 s when none has.
double time_step(const SceneDesc& scene);

} // namespace drape::sim
