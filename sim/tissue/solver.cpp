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

/// Brings the particles of constraints into this core's cache, to be written.
template<class Corners>
void fetch(const Corners* corners, const Range& range, Point* x)
{
    for (std::uint32_t c = range.begin; c < range.end; ++c)
        for (const std::uint32_t p : corners[c])
            __builtin_prefetch(x + p, 1);
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

    /// Does a part's share of a step.
    void run(std::uint32_t step, std::uint32_t part) const;
    void run(const Plan::Step& step, std::uint32_t part, const Range& range) const;
    void fetch_next_border(std::uint32_t step, std::uint32_t part) const;
    void touch() const;
    void guard() const;
};

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

void Substep::run(const Plan::Step& step, std::uint32_t part, const Range& range) const
{
    Point* const x = particles.x;
    switch (step.phase) {
    case Phase::Predict:
        return kernels.predict(particles, range, settings.gravity * settings.dt, settings.dt);
    case Phase::Edges: {
        Batch<Edge> batch = edges;
        batch.starts = step.starts;
        return kernels.solve_edges(batch, range, x);
    }
    case Phase::Cords:
        solve_cords(body, edges.inverse_dt2, work);
        return solve_glide(body, edges.inverse_dt2, work);
    case Phase::Volumes: {
        Batch<Tet> batch = volumes;
        batch.starts = step.starts;
        return kernels.solve_volumes(batch, range, x);
    }
    case Phase::Touch:
        return touch();
    case Phase::Wall:
        return kernels.hold_at_wall(body.cage.wall, body.cage.attached.data(), range, x);
    case Phase::RigidParts:
        for (const RigidPart& rigid : body.material.rigid_parts)
            match_shape(rigid, body.material.inverse_mass, work.x);
        return;
    case Phase::Round:
        return kernels.round_positions(particles, range, settings.dt, kFastestSpeed * settings.dt, grid);
    case Phase::LookForInversion:
        work.looked[part] = kernels.least_volume(volumes.corners, volumes.rest, range, kLeastVolume, x);
        return;
    case Phase::Guard:
        return guard();
    case Phase::Velocities:
        work.is_inside[part] = kernels.update_velocities(particles, range, settings.dt, grid) ? 1 : 0;
        return;
    case Phase::Fence:
        return;
    }
}

/// After the inner constraints of a colour come those at the border of the next. The others have written
/// their particles a while ago: fetched now, they are here in time.
void Substep::fetch_next_border(std::uint32_t step, std::uint32_t part) const
{
    if (work.plan.steps[step + 1].share != Plan::Share::Border)
        return; // a fence: there is no next colour
    for (const Range& range : work.plan.ranges_of(step + 1, part))
        if (work.plan.steps[step].phase == Phase::Edges)
            fetch(edges.corners, range, particles.x);
        else
            fetch(volumes.corners, range, particles.x);
}

void Substep::run(std::uint32_t step, std::uint32_t part) const
{
    const Plan::Step& what = work.plan.steps[step];
    const std::array<Range, 2>& ranges = work.plan.ranges_of(step, part);
    if (what.share != Plan::Share::Inner) {
        run(what, part, ranges[0]);
        if (ranges[1].begin < ranges[1].end)
            run(what, part, ranges[1]);
        return;
    }
    constexpr std::uint32_t kLanes = 8;
    const std::uint32_t middle = ranges[0].begin + (ranges[0].end - ranges[0].begin) / 2 / kLanes * kLanes;
    run(what, part, {ranges[0].begin, middle});
    fetch_next_border(step, part);
    run(what, part, {middle, ranges[0].end});
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
    if (work.plan.iterations != settings.iterations || work.plan.threads != engine.workers.threads())
        work.plan = make_plan(body, settings.iterations, engine.workers.threads());
    work.looked.assign(work.plan.parts, {});
    work.is_inside.assign(work.plan.parts, 1);

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
    if (work.plan.parts == 1) // without a look at other threads
        for (std::uint32_t step = 0; step < work.plan.steps.size(); ++step)
            substep.run(step, 0);
    else
        engine.workers.run_steps(
            static_cast<std::uint32_t>(work.plan.steps.size()), 1,
            [&](std::uint32_t step) {
                return work.plan.steps[step].share == Plan::Share::Alone ? 1U : work.plan.parts;
            },
            [&](std::uint32_t step, std::uint32_t part) { substep.run(step, part); });
    if (std::find(work.is_inside.begin(), work.is_inside.end(), 0) != work.is_inside.end())
        find_lost(body, substep.grid, work, report);
}

} // namespace drape::sim::tissue
