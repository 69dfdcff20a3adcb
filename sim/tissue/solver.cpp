#include "sim/tissue/solver.h"

#include "sim/check.h"
#include "sim/lattice/pair.h"
#include "sim/tissue/contact.h"
#include "sim/tissue/inversion_guard.h"
#include "sim/tissue/volume.h"

#include <algorithm>
#include <cmath>

namespace drape::sim::tissue {

namespace {

constexpr double kShortest = 1e-6; // cmm: below it an edge has no direction

void predict(const Body& body, const SubstepSettings& settings, Work& work)
{
    const glm::dvec3 gain = settings.gravity * settings.dt;
    for (std::size_t p = 0; p < work.x.size(); ++p) {
        work.x_start[p] = work.x[p];
        if (body.material.inverse_mass[p] == 0.0) {
            work.v[p] = glm::dvec3(0.0); // an edit may have made it rigid while it moved
            continue;
        }
        work.v[p] = work.v[p] + gain;
        work.x[p] = work.x[p] + work.v[p] * settings.dt;
    }
}

/// C = |pa - pb| - rest, with its multiplier; Macklin et al. 2016, eq. 18.
void solve_distance(const Edge& edge, double rest, double alpha, const std::vector<double>& inverse_mass,
                    double& lambda, std::vector<glm::dvec3>& x)
{
    const double wa = inverse_mass[edge[0]], wb = inverse_mass[edge[1]];
    const glm::dvec3 d = x[edge[0]] - x[edge[1]];
    const double length = std::sqrt(dot3(d, d));
    if (wa + wb == 0.0 || !(length > kShortest))
        return; // both attached, or no direction to push in
    const double change = (rest - length - alpha * lambda) / (wa + wb + alpha);
    lambda = lambda + change;
    const glm::dvec3 push = d * (change / length);
    x[edge[0]] = x[edge[0]] + push * wa;
    x[edge[1]] = x[edge[1]] - push * wb;
}

void solve_edges(const Body& body, double inverse_dt2, Work& work)
{
    const Topology& topology = body.topology;
    for (std::size_t e = 0; e < topology.edges.size(); ++e)
        solve_distance(topology.edges[e], topology.edge_rest[e],
                       body.material.edge_compliance[e] * inverse_dt2, body.material.inverse_mass,
                       work.edge_lambda[e], work.x);
}

/// Ligaments only pull: nothing happens while they are slack.
void solve_cords(const Body& body, double inverse_dt2, Work& work)
{
    const Topology& topology = body.topology;
    for (std::size_t c = 0; c < body.material.cord_compliance.size(); ++c) {
        const double taut = topology.cord_rest[c] * body.material.cord_slack;
        const glm::dvec3 d = work.x[topology.cords[c][0]] - work.x[topology.cords[c][1]];
        if (dot3(d, d) > taut * taut)
            solve_distance(topology.cords[c], taut, body.material.cord_compliance[c] * inverse_dt2,
                           body.material.inverse_mass, work.cord_lambda[c], work.x);
    }
}

/// The base is tied to where it stood by a spring; contact.h holds it within its reach.
void solve_glide(const Body& body, double inverse_dt2, Work& work)
{
    const Material& material = body.material;
    for (std::size_t i = 0; i < material.glide_compliance.size(); ++i) {
        const std::uint32_t p = body.topology.base[i];
        const glm::dvec3& anchor = body.cage.points[p];
        const double w = material.inverse_mass[p];
        const glm::dvec3 d = work.x[p] - anchor;
        const double length = std::sqrt(dot3(d, d));
        if (w == 0.0 || !(length > kShortest))
            continue;
        const double alpha = material.glide_compliance[i] * inverse_dt2;
        const double change = (-length - alpha * work.glide_lambda[i]) / (w + alpha);
        work.glide_lambda[i] = work.glide_lambda[i] + change;
        work.x[p] = anchor + d * ((length + w * change) / length);
    }
}

/// C = 6V - 6V0. A compressed element resists as if its compliance shrank with its volume, so that the
/// resistance grows without bound as it collapses.
void solve_volumes(const Body& body, double inverse_dt2, Work& work)
{
    const Topology& topology = body.topology;
    const std::vector<double>& w = body.material.inverse_mass;
    for (std::size_t t = 0; t < topology.tets.size(); ++t) {
        const Tet& tet = topology.tets[t];
        const VolumeGradient g =
            volume_gradient(work.x[tet[0]], work.x[tet[1]], work.x[tet[2]], work.x[tet[3]]);
        const double rest = topology.tet_rest[t];
        const double share = g.six_volume / rest;
        const double hardening = share < 1.0 ? (share > 0.0 ? share : 0.0) : 1.0;
        const double alpha = body.material.tet_compliance[t] * inverse_dt2 * hardening;
        double total = alpha;
        for (std::size_t k = 0; k < 4; ++k)
            total += w[tet[k]] * dot3(g.corner[k], g.corner[k]);
        if (!(total > 0.0))
            continue; // all attached, or flattened to a line
        const double change = (rest - g.six_volume - alpha * work.tet_lambda[t]) / total;
        work.tet_lambda[t] = work.tet_lambda[t] + change;
        for (std::size_t k = 0; k < 4; ++k)
            work.x[tet[k]] = work.x[tet[k]] + g.corner[k] * (w[tet[k]] * change);
    }
}

/// The hand: a compliant point constraint whose force has a limit.
void solve_pull(const Body& body, const Pull& pull, double dt, Work& work)
{
    const double w = body.material.inverse_mass[pull.particle];
    const glm::dvec3 d = work.x[pull.particle] - pull.target;
    const double length = std::sqrt(dot3(d, d));
    if (w == 0.0 || !(length > kShortest))
        return;
    const double alpha = pull.compliance / (dt * dt);
    const double most = pull.largest_force * dt * dt;
    const double wanted = work.pull_lambda + (-length - alpha * work.pull_lambda) / (w + alpha);
    const double held = std::max(wanted, -most);
    work.x[pull.particle] = work.x[pull.particle] + d * (w * (held - work.pull_lambda) / length);
    work.pull_lambda = held;
}

/// Positions go to the grid; velocities come from the positions before that, so that rounding a
/// displacement does not become a constant force (250.9 counts a substep are not 251), except where the
/// guard had the last word.
void update_velocities(const Body& body, const SubstepSettings& settings, const FixedGrid& grid, Work& work,
                       SolverReport& report)
{
    for (std::size_t p = 0; p < work.x.size(); ++p) {
        if (body.material.inverse_mass[p] == 0.0)
            continue;
        const glm::dvec3 v = work.guarded[p] != 0 ? (work.x[p] - work.x_start[p]) / settings.dt : work.v[p];
        work.v[p] = grid.round(v * std::max(0.0, 1.0 - body.material.damping[p] * settings.dt));
        if (!report.lost && !(grid.is_inside(work.x[p]) && grid.is_inside(work.v[p])))
            report.lost = static_cast<std::uint32_t>(p);
    }
}

void round_positions(const Body& body, const SubstepSettings& settings, const FixedGrid& grid, Work& work)
{
    const double farthest = kFastestSpeed * settings.dt;
    for (std::size_t p = 0; p < work.x.size(); ++p) {
        if (body.material.inverse_mass[p] == 0.0)
            continue;
        const glm::dvec3 step = work.x[p] - work.x_start[p];
        const double square = dot3(step, step);
        if (square > farthest * farthest)
            work.x[p] = work.x_start[p] + step * (farthest / std::sqrt(square));
        work.v[p] = (work.x[p] - work.x_start[p]) / settings.dt;
        work.x[p] = grid.round(work.x[p]);
    }
}

} // namespace

void load(const BodyState& state, int fraction_bits, Work& work)
{
    const FixedGrid grid(fraction_bits);
    const std::size_t count = state.position.size();
    work.x.resize(count);
    work.v.resize(count);
    for (std::size_t p = 0; p < count; ++p) {
        work.x[p] = grid.value(state.position[p]);
        work.v[p] = grid.value(state.velocity[p]);
    }
}

void store(const Work& work, int fraction_bits, BodyState& state)
{
    const FixedGrid grid(fraction_bits);
    for (std::size_t p = 0; p < work.x.size(); ++p) {
        state.position[p] = grid.count(work.x[p]);
        state.velocity[p] = grid.count(work.v[p]);
    }
}

void run_substep(const Body& body, const SubstepSettings& settings, std::span<const Capsule> capsules,
                 const std::optional<Pull>& pull, Work& work, std::span<CapsuleReport> reports,
                 SolverReport& report)
{
    DRAPE_ASSERT(capsules.size() == reports.size() && settings.dt > 0.0 && settings.iterations >= 1);
    DRAPE_ASSERT(work.x.size() == body.cage.points.size());
    const FixedGrid grid(settings.fraction_bits);
    const double inverse_dt2 = 1.0 / (settings.dt * settings.dt);
    work.x_start.resize(work.x.size());
    work.guarded.assign(work.x.size(), 0);
    work.edge_lambda.assign(body.topology.edges.size(), 0.0);
    work.tet_lambda.assign(body.topology.tets.size(), 0.0);
    work.cord_lambda.assign(body.material.cord_compliance.size(), 0.0);
    work.glide_lambda.assign(body.material.glide_compliance.size(), 0.0);
    work.pull_lambda = 0.0;

    predict(body, settings, work);
    for (int i = 0; i < settings.iterations; ++i) {
        solve_edges(body, inverse_dt2, work);
        solve_cords(body, inverse_dt2, work);
        solve_glide(body, inverse_dt2, work);
        solve_volumes(body, inverse_dt2, work);
        if (pull)
            solve_pull(body, *pull, settings.dt, work);
        for (std::size_t c = 0; c < capsules.size(); ++c)
            push_skin(body, capsules[c], settings.dt, work, reports[c]);
        hold_at_wall(body, work);
        for (const RigidPart& part : body.material.rigid_parts)
            match_shape(part, body.material.inverse_mass, work.x);
    }
    round_positions(body, settings, grid, work);
    guard_against_inversion(body, grid, work, report);
    update_velocities(body, settings, grid, work, report);
}

Energy energy_of(const Body& body, std::span<const glm::dvec3> x, std::span<const glm::dvec3> v,
                 const glm::dvec3& gravity)
{
    const Topology& topology = body.topology;
    const Material& material = body.material;
    Energy energy;
    for (std::size_t p = 0; p < x.size(); ++p) {
        energy.kinetic += 0.5 * material.mass[p] * dot3(v[p], v[p]);
        energy.gravity -= material.mass[p] * dot3(gravity, x[p]);
    }
    // Rigid constraints hold no energy.
    const auto add_spring = [&](double c, double alpha) {
        if (alpha > 0.0)
            energy.elastic += 0.5 * c * c / alpha;
    };
    const auto length = [&](const Edge& e) {
        const glm::dvec3 d = x[e[0]] - x[e[1]];
        return std::sqrt(dot3(d, d));
    };
    for (std::size_t e = 0; e < topology.edges.size(); ++e)
        add_spring(length(topology.edges[e]) - topology.edge_rest[e], material.edge_compliance[e]);
    for (std::size_t c = 0; c < material.cord_compliance.size(); ++c)
        add_spring(std::max(0.0, length(topology.cords[c]) - topology.cord_rest[c] * material.cord_slack),
                   material.cord_compliance[c]);
    for (std::size_t i = 0; i < material.glide_compliance.size(); ++i) {
        const glm::dvec3 d = x[topology.base[i]] - body.cage.points[topology.base[i]];
        add_spring(std::sqrt(dot3(d, d)), material.glide_compliance[i]);
    }
    for (std::size_t t = 0; t < topology.tets.size(); ++t) {
        const double share = six_volume(x, topology.tets[t]) / topology.tet_rest[t];
        const double rest = topology.tet_rest[t], alpha = material.tet_compliance[t];
        if (share >= 1.0)
            add_spring((share - 1.0) * rest, alpha);
        else if (alpha > 0.0) // the integral of C / (alpha share), the force of a hardened element
            energy.elastic += rest * rest / alpha * (share - 1.0 - std::log(std::max(share, 1e-6)));
    }
    return energy;
}

} // namespace drape::sim::tissue
