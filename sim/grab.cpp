#include "sim/grab.h"

#include "sim/check.h"
#include "sim/lattice/pair.h"

#include <cmath>

namespace drape::sim {

namespace {

constexpr double kFrequency = 25.0; // rad/s: the hand's spring settles in about 0.1 s
// The hand is as strong as this many times the weight of what it can drag along, under 9.81 m/s^2.
constexpr double kStrength = 4.0;

/// Mass that hangs on the grabbed entity: its soft body's, or its own.
double dragged_mass(const World& world, std::uint32_t entity)
{
    for (const SoftBody& body : world.bodies)
        if (entity >= body.first && entity < body.first + body.grid.count())
            return world.mass[entity] * body.grid.count();
    return world.mass[entity];
}

} // namespace

void pull_grabbed(World& world)
{
    if (!world.state.grab)
        return;
    const GrabState& grab = *world.state.grab;
    DRAPE_ASSERT(grab.entity < world.particle_count());
    if (grab.entity >= world.entity_count())
        return; // a tissue's particle: its system pulls
    if (world.dynamic[grab.entity] == 0)
        return;
    glm::dvec3& v = world.state.velocity[grab.entity];
    const double dt = world.dt;
    const glm::dvec3 toward = bounded_way(world.state.position[grab.entity], grab.target);
    // The spring is made for all that hangs on the particle: m v' = m v + dt*M*(w^2*(toward - dt*v') -
    // 2*w*v'), solved for v'. Made for the particle alone, a cloth of a thousand would hardly feel it.
    const double w = kFrequency;
    const double ratio = dragged_mass(world, grab.entity) / world.mass[grab.entity];
    const glm::dvec3 wanted =
        (v + toward * (ratio * dt * w * w)) / (1.0 + ratio * (2.0 * w * dt + w * w * dt * dt));
    const glm::dvec3 change = wanted - v;
    const double most = kStrength * kStandardGravity * dt * ratio;
    const double length = std::sqrt(dot3(change, change));
    v = length > most ? v + change * (most / length) : wanted;
}

} // namespace drape::sim
