// What a person can change while a scene runs: small values that are recorded and replayed.
#pragma once

#include "sim/result.h"
#include "sim/world.h"

#include <string>
#include <variant>
#include <vector>

namespace drape::sim {

/// Sets a field of a system: a number (x), an integer (x, rounded), a choice (x = its index in
/// words<T>()) or a vector. Values outside the field's range become its nearest end.
struct SetParameter
{
    std::uint32_t system = 0;
    std::string field; ///< As in the scene file, e.g. "stiffness".
    glm::dvec3 value{0.0};
    bool operator==(const SetParameter&) const = default;
};

/// Sets the acceleration of every gravity system and the gravity of every tissue system, m/s^2.
struct SetGravity
{
    glm::dvec3 acceleration{0.0};
    bool operator==(const SetGravity&) const = default;
};

/// Sets a field of a probe ("radius", "speed").
struct SetProbeParameter
{
    std::uint32_t probe = 0;
    std::string field;
    double value = 0.0;
    bool operator==(const SetProbeParameter&) const = default;
};

/// Sets a number of a tissue's profile. Values outside its range become its nearest end.
struct SetRowValue
{
    std::uint32_t tissue = 0;
    tissue::RowField where;
    double value = 0.0;
    bool operator==(const SetRowValue&) const = default;
};

/// Puts another profile on a tissue.
struct SetProfile
{
    std::uint32_t tissue = 0;
    tissue::Profile profile;
    bool operator==(const SetProfile&) const = default;
};

/// Where the hand wants the probe; it follows at its own speed.
struct MoveProbe
{
    std::uint32_t probe = 0;
    glm::dvec3 a{0.0}, b{0.0}; ///< m
    bool operator==(const MoveProbe&) const = default;
};

/// Takes hold of an entity, or moves the hand that holds one.
struct Grab
{
    std::uint32_t entity = 0;
    glm::dvec3 target{0.0}; ///< m
    bool operator==(const Grab&) const = default;
};

/// Lets go.
struct Release
{
    bool operator==(const Release&) const = default;
};

/// Back to step 0, with the materials as they are now.
struct Reset
{
    bool operator==(const Reset&) const = default;
};

using Edit = std::variant<SetParameter, SetGravity, SetProbeParameter, MoveProbe, Grab, Release, Reset,
                          SetRowValue, SetProfile>;

/// Makes the change. An edit that does not fit the world (an index or a name that it has not, a number
/// that is not finite) changes nothing and returns an error.
Status apply_edit(const Edit& edit, World& world);

} // namespace drape::sim
