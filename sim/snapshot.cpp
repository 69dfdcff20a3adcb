#include "sim/snapshot.h"

#include "sim/check.h"
#include "sim/lattice/pair.h"
#include "sim/state_hash.h"
#include "sim/tissue_world.h"
#include "sim/world.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace drape::sim {

namespace {

/// The least and the largest square of a set of lengths; numbers that are none do not count.
struct SquareRange
{
    double least = std::numeric_limits<double>::infinity();
    double most = 0.0;

    void add_pairs(std::span<const glm::dvec3> a, std::span<const glm::dvec3> b)
    {
        for (std::size_t i = 0; i < a.size(); ++i) {
            const glm::dvec3 d = a[i] - b[i];
            const double square = dot3(d, d);
            least = std::min(least, square);
            most = std::max(most, square);
        }
    }
};

/// Over the structural springs, which all have the spacing as their rest length. Root, quotient and
/// difference keep the order of numbers when they round, so that the extremes of the squares tell: one
/// root for the body and not one for each spring.
double largest_strain(const World& world, const SoftBody& body)
{
    const Grid& grid = body.grid;
    const std::span<const glm::dvec3> x(world.state.position.data() + body.first, grid.count());
    SquareRange range;
    for (std::uint32_t k = 0; k < grid.nz; ++k)
        for (std::uint32_t j = 0; j < grid.ny; ++j) {
            const auto row = [&](std::uint32_t at_j, std::uint32_t at_k) {
                return x.subspan(grid.index(0, at_j, at_k), grid.nx);
            };
            const std::span<const glm::dvec3> here = row(j, k);
            range.add_pairs(here.first(grid.nx - 1), here.last(grid.nx - 1));
            if (j + 1 < grid.ny)
                range.add_pairs(here, row(j + 1, k));
            if (k + 1 < grid.nz)
                range.add_pairs(here, row(j, k + 1));
        }
    if (range.least > range.most)
        return 0.0; // not one spring
    const auto strain = [&](double square) { return std::abs(std::sqrt(square) / body.spacing - 1.0); };
    return std::max(strain(range.least), strain(range.most));
}

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
    for (const SoftBody& body : world.bodies)
        stats.largest_strain = std::max(stats.largest_strain, largest_strain(world, body));
    return stats;
}

} // namespace

void take_snapshot(const World& world, Snapshot& snapshot)
{
    take_snapshot(world, hash_state(world.state), snapshot);
}

void take_snapshot(const World& world, std::uint64_t state_hash, Snapshot& snapshot)
{
    snapshot.step = world.step;
    snapshot.time = static_cast<double>(world.step) * world.dt;
    snapshot.state_hash = state_hash;
    snapshot.serial = 0;
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
