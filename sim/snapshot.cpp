#include "sim/snapshot.h"

#include "sim/check.h"
#include "sim/lattice/pair.h"
#include "sim/state_hash.h"
#include "sim/tissue_world.h"
#include "sim/world.h"

#include <algorithm>
#include <cmath>

namespace drape::sim {

namespace {

SnapshotStats measure(const World& world)
{
    SnapshotStats stats;
    double fastest_squared = 0.0;
    for (std::uint32_t i = 0; i < world.entity_count(); ++i) {
        if (world.dynamic[i] == 0)
            continue;
        const double speed_squared = dot3(world.state.velocity[i], world.state.velocity[i]);
        stats.kinetic_energy += 0.5 * world.mass[i] * speed_squared;
        fastest_squared = std::max(fastest_squared, speed_squared);
    }
    stats.fastest = std::sqrt(fastest_squared);
    for (const SoftBody& body : world.bodies) {
        const glm::dvec3* x = world.state.position.data() + body.first;
        for (std::uint32_t p = 0; p < body.grid.count(); ++p)
            for (std::uint32_t s = body.springs.begin[p]; s < body.springs.begin[p + 1]; ++s) {
                if (body.springs.kind[s] != SpringKind::Structural)
                    continue;
                const glm::dvec3 d = x[p] - x[body.springs.other[s]];
                const double strain = std::sqrt(dot3(d, d)) / body.springs.rest[s] - 1.0;
                stats.largest_strain = std::max(stats.largest_strain, std::abs(strain));
            }
    }
    return stats;
}

} // namespace

void take_snapshot(const World& world, Snapshot& snapshot)
{
    snapshot.step = world.step;
    snapshot.time = static_cast<double>(world.step) * world.dt;
    snapshot.state_hash = hash_state(world.state);
    snapshot.topology = world.topology;
    snapshot.position = world.state.position;
    snapshot.velocity = world.state.velocity;
    snapshot.probes.resize(world.state.probes.size());
    for (std::size_t i = 0; i < snapshot.probes.size(); ++i) {
        const ProbePose& pose = world.state.probes[i];
        const ProbeDesc& desc = world.scene.probes[i];
        const ProbeReport& report = world.probe_reports[i];
        snapshot.probes[i] = {desc.name,    pose.a,       pose.b,         desc.radius,
                              report.depth, report.force, report.contacts};
    }
    const double step_ms = snapshot.stats.step_ms;
    snapshot.stats = measure(world);
    snapshot.stats.step_ms = step_ms;
    add_tissue_snapshot(world, snapshot);
}

} // namespace drape::sim
