#include "sim/tissue/inversion_guard.h"

#include "sim/check.h"
#include "sim/lattice/pair.h"
#include "sim/tissue/volume.h"

#include <algorithm>

namespace drape::sim::tissue {

namespace {

constexpr int kMendingRounds = 8;
// Offenders are opened a little further than they must be, so that rounding does not close them again.
constexpr double kMendedVolume = 2.0 * kLeastVolume;

/// Fills work.offenders in solving order; returns the least 6V/6V0.
double find_offenders(const Topology& topology, Work& work)
{
    work.offenders.clear();
    double least = 1.0;
    for (std::uint32_t t = 0; t < topology.tets.size(); ++t) {
        const double share = six_volume(work.x, topology.tets[t]) / topology.tet_rest[t];
        least = share < least ? share : least;
        if (!(share >= kLeastVolume))
            work.offenders.push_back(t);
    }
    return least;
}

/// Moves the corners so that the element has kMendedVolume of its volume at rest.
void mend(const Body& body, const FixedGrid& grid, std::uint32_t t, Work& work)
{
    const Tet& tet = body.topology.tets[t];
    const VolumeGradient g =
        volume_gradient(work.x[tet[0]], work.x[tet[1]], work.x[tet[2]], work.x[tet[3]]);
    const double missing = kMendedVolume * body.topology.tet_rest[t] - g.six_volume;
    if (!(missing > 0.0))
        return; // a neighbour's correction has opened it
    double total = 0.0;
    for (std::size_t k = 0; k < 4; ++k)
        total += body.material.inverse_mass[tet[k]] * dot3(g.corner[k], g.corner[k]);
    if (!(total > 0.0))
        return; // flattened to a line: there is no direction to open it in
    const double lambda = missing / total;
    for (std::size_t k = 0; k < 4; ++k) {
        const double w = body.material.inverse_mass[tet[k]];
        if (w == 0.0)
            continue;
        glm::dvec3 moved = work.x[tet[k]] + g.corner[k] * (w * lambda);
        if (body.cage.wall.kind != Wall::Kind::None) {
            const Wall::Height at = body.cage.wall.at(moved);
            if (at.height < 0.0 || body.cage.attached[tet[k]] != 0)
                moved = moved - at.normal * at.height;
        }
        work.x[tet[k]] = grid.round(moved);
        work.guarded[tet[k]] = 1;
    }
}

void roll_back(const Topology& topology, Work& work, SolverReport& report)
{
    for (const std::uint32_t t : work.offenders)
        for (const std::uint32_t p : topology.tets[t]) {
            if (work.x[p] == work.x_start[p])
                continue;
            work.x[p] = work.x_start[p];
            work.guarded[p] = 1;
            ++report.guard_rolled_back;
        }
}

} // namespace

void guard_against_inversion(const Body& body, const FixedGrid& grid, Work& work, SolverReport& report)
{
    double least = find_offenders(body.topology, work);
    if (!work.offenders.empty()) {
        report.guard_mended += work.offenders.size();
        for (int round = 0; round < kMendingRounds && !work.offenders.empty(); ++round) {
            for (const std::uint32_t t : work.offenders)
                mend(body, grid, t, work);
            least = find_offenders(body.topology, work);
        }
        while (!work.offenders.empty()) {
            const std::uint64_t before = report.guard_rolled_back;
            roll_back(body.topology, work, report);
            DRAPE_ASSERT(report.guard_rolled_back > before); // else x_start broke the invariant
            if (report.guard_rolled_back == before)
                break;
            least = find_offenders(body.topology, work);
        }
    }
    report.least_volume = std::min(report.least_volume, least);
}

} // namespace drape::sim::tissue
