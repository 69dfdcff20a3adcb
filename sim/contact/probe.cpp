#include "sim/contact/probe.h"

#include "sim/check.h"
#include "sim/lattice/pair.h"
#include "sim/tissue_system.h"

#include <algorithm>
#include <cmath>

namespace drape::sim {

double probe_reach(const ProbeDesc& probe, double dt)
{
    const double half_radius = 0.5 * probe.radius;
    return std::min(probe.speed * dt, half_radius * (kMaxContactMoves / 2));
}

void advance_probes(World& world)
{
    DRAPE_ASSERT(world.state.probes.size() == world.scene.probes.size());
    for (std::size_t i = 0; i < world.state.probes.size(); ++i) {
        ProbePose& pose = world.state.probes[i];
        const ProbePose before = pose;
        const glm::dvec3 to_a = bounded_way(pose.a, pose.target_a),
                         to_b = bounded_way(pose.b, pose.target_b);
        const double distance = std::sqrt(std::max(dot3(to_a, to_a), dot3(to_b, to_b)));
        const double reach = std::min(probe_reach(world.scene.probes[i], world.dt), tissue_reach(world, i));
        if (distance <= reach) {
            pose.a = pose.target_a;
            pose.b = pose.target_b;
        } else {
            const double share = reach / distance;
            pose.a += to_a * share;
            pose.b += to_b * share;
        }
        stop_at_walls(before, i, world);
    }
}

} // namespace drape::sim
