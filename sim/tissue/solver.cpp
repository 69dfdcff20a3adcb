#include "sim/tissue/solver.h"

#include "sim/check.h"
#include "sim/lattice/pair.h"
#include "sim/tissue/contact.h"
#include "sim/tissue/distance.h"
#include "sim/tissue/inversion_guard.h"

#include <algorithm>
#include <cmath>

namespace drape::sim::tissue {

namespace {

/// Constraints or particles below which a phase is not worth another thread.
constexpr std::uint32_t kSplitFrom = 512;

Range all(std::size_t count)
{
    return {0, static_cast<std::uint32_t>(count)};
}

/// The order of a substep: predict, N times { edges, cords, volumes, touch, wall, rigid parts }, round,
/// guard, velocities.
void plan_phases(const Body& body, int iterations, Work& work)
{
    const Topology& topology = body.topology;
    const Range particles = all(body.cage.points.size());
    using Kind = Phase::Kind;
    work.phases.clear();
    work.phases.push_back({Kind::Predict, true, particles});
    for (int i = 0; i < iterations; ++i) {
        for (const Range& color : topology.edge_colors)
            work.phases.push_back({Kind::Edges, i == 0, color});
        work.phases.push_back({Kind::Cords, i == 0, {}});
        for (const Range& color : topology.tet_colors)
            work.phases.push_back({Kind::Volumes, i == 0, color});
        work.phases.push_back({Kind::Touch, i == 0, {}});
        if (body.cage.wall.kind != Wall::Kind::None)
            work.phases.push_back({Kind::Wall, i == 0, particles});
        work.phases.push_back({Kind::RigidParts, i == 0, {}});
    }
    work.phases.push_back({Kind::Round, true, particles});
    work.phases.push_back({Kind::LookForInversion, true, all(topology.tets.size())});
    work.phases.push_back({Kind::Guard, true, {}});
    work.phases.push_back({Kind::Velocities, true, particles});
    work.phases_iterations = iterations;
}

/// Part `part` of `parts` of a range. Full vectors of lanes stay together.
Range part_of(const Range& range, std::uint32_t part, std::uint32_t parts)
{
    constexpr std::uint32_t kLanes = 8;
    const std::uint32_t count = range.end - range.begin;
    const std::uint32_t size = ((count + parts - 1) / parts + kLanes - 1) / kLanes * kLanes;
    return {range.begin + std::min(count, part * size), range.begin + std::min(count, (part + 1) * size)};
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
                           work.cord_lambda[c], work.x.data());
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

/// The first particle that has left the range of numbers.
void find_lost(const Body& body, const FixedGrid& grid, const Work& work, SolverReport& report)
{
    for (std::size_t p = 0; p < work.x.size() && !report.lost; ++p)
        if (body.material.inverse_mass[p] != 0.0 &&
            !(grid.is_inside(work.x[p]) && grid.is_inside(work.v[p])))
            report.lost = static_cast<std::uint32_t>(p);
}

/// What the phases of one substep work on.
struct Substep
{
    const Body& body;
    const SubstepSettings& settings;
    std::span<const Capsule> capsules;
    const std::optional<Pull>& pull;
    const Kernels& kernels;
    const FixedGrid grid;
    Particles particles;
    Batch<Edge> edges;
    Batch<Tet> volumes;
    Work& work;
    std::span<CapsuleReport> reports;
    SolverReport& report;

    void run(const Phase& phase, std::uint32_t part, std::uint32_t parts) const;
    void solve_cords_and_glide() const;
    void touch() const;
    void guard() const;
    void find_lost_particle() const;
};

void Substep::solve_cords_and_glide() const
{
    solve_cords(body, edges.inverse_dt2, work);
    solve_glide(body, edges.inverse_dt2, work);
}

void Substep::touch() const
{
    if (pull)
        solve_pull(body, *pull, settings.dt, work);
    for (std::size_t c = 0; c < capsules.size(); ++c)
        push_skin(body, capsules[c], settings.dt, kernels, work, reports[c]);
    hold_within_reach(body, work);
}

void Substep::guard() const
{
    LeastVolume found;
    for (const LeastVolume& part : work.looked) {
        found.least = std::min(found.least, part.least);
        found.has_offender = found.has_offender || part.has_offender;
    }
    if (found.has_offender)
        guard_against_inversion(body, grid, work, report);
    else
        report.least_volume = std::min(report.least_volume, found.least);
}

void Substep::run(const Phase& phase, std::uint32_t part, std::uint32_t parts) const
{
    const Range range = part_of(phase.range, part, parts);
    Point* const x = particles.x;
    switch (phase.kind) {
    case Phase::Kind::Predict:
        return kernels.predict(particles, range, settings.gravity * settings.dt, settings.dt);
    case Phase::Kind::Edges: {
        Batch<Edge> batch = edges;
        batch.starts = phase.is_first;
        return kernels.solve_edges(batch, range, x);
    }
    case Phase::Kind::Cords:
        return solve_cords_and_glide();
    case Phase::Kind::Volumes: {
        Batch<Tet> batch = volumes;
        batch.starts = phase.is_first;
        return kernels.solve_volumes(batch, range, x);
    }
    case Phase::Kind::Touch:
        return touch();
    case Phase::Kind::Wall:
        return kernels.hold_at_wall(body.cage.wall, body.cage.attached.data(), range, x);
    case Phase::Kind::RigidParts:
        for (const RigidPart& rigid : body.material.rigid_parts)
            match_shape(rigid, body.material.inverse_mass, work.x);
        return;
    case Phase::Kind::Round:
        return kernels.round_positions(particles, range, settings.dt, kFastestSpeed * settings.dt, grid);
    case Phase::Kind::LookForInversion:
        work.looked[part] = kernels.least_volume(volumes.corners, volumes.rest, range, kLeastVolume, x);
        return;
    case Phase::Kind::Guard:
        return guard();
    case Phase::Kind::Velocities:
        work.is_inside[part] = kernels.update_velocities(particles, range, settings.dt, grid) ? 1 : 0;
        return;
    }
}

void start_multipliers(const Body& body, Work& work)
{
    work.x_start.resize(work.x.size());
    work.guarded.assign(work.x.size(), 0);
    work.edge_lambda.resize(body.topology.edges.size()); // the first iteration writes them
    work.tet_lambda.resize(body.topology.tets.size());
    work.cord_lambda.assign(body.material.cord_compliance.size(), 0.0);
    work.glide_lambda.assign(body.material.glide_compliance.size(), 0.0);
    work.pull_lambda = 0.0;
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
                 const std::optional<Pull>& pull, Engine& engine, Work& work,
                 std::span<CapsuleReport> reports, SolverReport& report)
{
    DRAPE_ASSERT(capsules.size() == reports.size() && settings.dt > 0.0 && settings.iterations >= 1);
    DRAPE_ASSERT(work.x.size() == body.cage.points.size());
    start_multipliers(body, work);
    if (work.phases_iterations != settings.iterations)
        plan_phases(body, settings.iterations, work);
    const auto threads = static_cast<std::uint32_t>(engine.workers.threads());
    work.looked.assign(threads, {});
    work.is_inside.assign(threads, 1);

    const Topology& topology = body.topology;
    const Material& material = body.material;
    const double inverse_dt2 = 1.0 / (settings.dt * settings.dt);
    const Substep substep{
        body,
        settings,
        capsules,
        pull,
        engine.compute.simd ? lane_kernels() : plain_kernels(),
        FixedGrid(settings.fraction_bits),
        Particles{work.x.data(), work.x_start.data(), work.v.data(), material.inverse_mass.data(),
                  material.damping.data(), work.guarded.data()},
        Batch<Edge>{topology.edges.data(), topology.edge_rest.data(), material.edge_compliance.data(),
                    work.edge_lambda.data(), inverse_dt2},
        Batch<Tet>{topology.tets.data(), topology.tet_rest.data(), material.tet_compliance.data(),
                   work.tet_lambda.data(), inverse_dt2},
        work,
        reports,
        report};
    const auto parts_of = [&](std::uint32_t step) {
        const Range& range = work.phases[step].range;
        return std::clamp((range.end - range.begin) / (kSplitFrom / 2), 1U, threads);
    };
    engine.workers.run_steps(static_cast<std::uint32_t>(work.phases.size()), parts_of,
                             [&](std::uint32_t step, std::uint32_t part) {
                                 substep.run(work.phases[step], part, parts_of(step));
                             });
    if (std::find(work.is_inside.begin(), work.is_inside.end(), 0) != work.is_inside.end())
        find_lost(body, substep.grid, work, report);
}

} // namespace drape::sim::tissue
