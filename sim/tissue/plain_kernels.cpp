// The reference: what the loops in lanes must give, bit by bit.
#include "sim/tissue/distance.h"
#include "sim/tissue/kernels.h"
#include "sim/tissue/volume.h"

#include <algorithm>

namespace drape::sim::tissue {

namespace {

void solve_edges(const Batch<Edge>& batch, Range range, Point* x)
{
    for (std::uint32_t e = range.begin; e < range.end; ++e) {
        if (batch.starts)
            batch.lambda[e] = 0.0;
        solve_distance(batch.corners[e], batch.rest[e], batch.compliance[e] * batch.inverse_dt2,
                       batch.lambda[e], x);
    }
}

void solve_volumes(const Batch<Tet>& batch, Range range, Point* x)
{
    for (std::uint32_t t = range.begin; t < range.end; ++t) {
        const Tet& tet = batch.corners[t];
        double& lambda = batch.lambda[t];
        if (batch.starts)
            lambda = 0.0;
        const VolumeGradient g = volume_gradient(x[tet[0]], x[tet[1]], x[tet[2]], x[tet[3]]);
        const double rest = batch.rest[t];
        const double share = g.six_volume / rest;
        const double hardening = share < 1.0 ? (share > 0.0 ? share : 0.0) : 1.0;
        const double alpha = batch.compliance[t] * batch.inverse_dt2 * hardening;
        double total = alpha;
        for (std::size_t k = 0; k < 4; ++k)
            total += x[tet[k]].w * dot3(g.corner[k], g.corner[k]);
        if (!(total > 0.0))
            continue; // all attached, or flattened to a line
        const double change = (rest - g.six_volume - alpha * lambda) / total;
        lambda = lambda + change;
        for (std::size_t k = 0; k < 4; ++k)
            x[tet[k]] = x[tet[k]] + g.corner[k] * (x[tet[k]].w * change);
    }
}

LeastVolume least_volume(const Tet* tets, const double* rest, Range range, double threshold, const Point* x)
{
    LeastVolume found;
    for (std::uint32_t t = range.begin; t < range.end; ++t) {
        const double share = six_volume(x, tets[t]) / rest[t];
        found.least = share < found.least ? share : found.least;
        if (!(share >= threshold))
            found.has_offender = true;
    }
    return found;
}

void predict(const Particles& particles, Range range, const glm::dvec3& gain, double dt)
{
    for (std::uint32_t p = range.begin; p < range.end; ++p) {
        Point &x = particles.x[p], &v = particles.v[p];
        particles.x_start[p] = x;
        x.w = particles.inverse_mass[p];
        if (x.w == 0.0) {
            v = glm::dvec3(0.0); // an edit may have made it rigid while it moved
            continue;
        }
        v = v + gain;
        x = x + v * dt;
    }
}

void round_positions(const Particles& particles, Range range, double dt, double farthest,
                     const FixedGrid& grid)
{
    for (std::uint32_t p = range.begin; p < range.end; ++p) {
        Point& x = particles.x[p];
        const Point& start = particles.x_start[p];
        if (particles.inverse_mass[p] == 0.0)
            continue;
        const glm::dvec3 step = x - start;
        const double square = dot3(step, step);
        if (square > farthest * farthest)
            x = start + step * (farthest / std::sqrt(square));
        particles.v[p] = (x - start) / dt;
        x = grid.round(x);
    }
}

bool update_velocities(const Particles& particles, Range range, double dt, const FixedGrid& grid)
{
    bool is_inside = true;
    for (std::uint32_t p = range.begin; p < range.end; ++p) {
        const Point& x = particles.x[p];
        Point& v = particles.v[p];
        if (particles.inverse_mass[p] == 0.0)
            continue;
        if (particles.guarded[p] != 0)
            v = (x - particles.x_start[p]) / dt;
        v = grid.round(v * std::max(0.0, 1.0 - particles.damping[p] * dt));
        is_inside = is_inside && grid.is_inside(x) && grid.is_inside(v);
    }
    return is_inside;
}

void hold_at_wall(const Wall& wall, const std::uint8_t* attached, Range range, Point* x)
{
    for (std::uint32_t p = range.begin; p < range.end; ++p) {
        if (x[p].w == 0.0)
            continue;
        const Wall::Height at = wall.at(x[p]);
        if (at.height < 0.0 || attached[p] != 0)
            x[p] = x[p] - at.normal * at.height;
    }
}

std::uint32_t find_near(const Triangle* triangles, Range range, const glm::dvec3& low,
                        const glm::dvec3& high, const Point* x, std::uint32_t* found)
{
    std::uint32_t count = 0;
    for (std::uint32_t t = range.begin; t < range.end; ++t) {
        const Point &a = x[triangles[t][0]], &b = x[triangles[t][1]], &c = x[triangles[t][2]];
        bool is_apart = false;
        for (int axis = 0; axis < 3; ++axis)
            is_apart = is_apart || (a[axis] < low[axis] && b[axis] < low[axis] && c[axis] < low[axis]) ||
                       (a[axis] > high[axis] && b[axis] > high[axis] && c[axis] > high[axis]);
        found[count] = t;
        count += is_apart ? 0 : 1;
    }
    return count;
}

} // namespace

const Kernels& plain_kernels()
{
    static constexpr Kernels kPlain = {solve_edges,     solve_volumes,     least_volume, predict,
                                       round_positions, update_velocities, hold_at_wall, find_near};
    return kPlain;
}

} // namespace drape::sim::tissue
