#include "sim/contact/capsule_contact.h"

#include "sim/check.h"
#include "sim/contact/closest_points.h"
#include "sim/contact/probe.h"
#include "sim/lattice/pair.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace drape::sim {

namespace {

/// Where a particle is after this move: on its path, plus what it was pushed. The last move ends on the
/// very bits of the position, so that what is not touched stays what it was.
inline glm::dvec3 path_point(const ContactMove& move, const World& world, std::uint32_t entity)
{
    const glm::dvec3& x0 = world.step_start[entity];
    const glm::dvec3& x1 = world.state.position[entity];
    const glm::dvec3 on_path = move.fraction < 1.0 ? x0 + (x1 - x0) * move.fraction : x1;
    return on_path + world.push[entity];
}

/// How far a particle goes in this move without pushes.
inline glm::dvec3 path_step(const ContactMove& move, const World& world, std::uint32_t entity)
{
    return (world.state.position[entity] - world.step_start[entity]) * move.share;
}

/// The push that takes a touching point out of the capsule: along the normal by the overlap, less the
/// part of its sliding that friction holds back (Macklin et al. 2014, eq. 24).
inline glm::dvec3 push_out(const ContactMove& move, const glm::dvec3& d, double distance_squared,
                           double reach, const glm::dvec3& point_step, double s)
{
    const double r = std::sqrt(distance_squared);
    // On the axis itself every direction is as good: up.
    const glm::dvec3 n = r > 1e-9 ? d / r : glm::dvec3(0.0, 1.0, 0.0);
    const double overlap = reach - r;
    const glm::dvec3 push = n * overlap;
    if (move.friction == 0.0)
        return push;
    const glm::dvec3 step_a = move.a - move.previous_a, step_b = move.b - move.previous_b;
    const glm::dvec3 surface_step = step_a * (1.0 - s) + step_b * s;
    const glm::dvec3 slip = point_step - surface_step;
    const glm::dvec3 slide = slip - n * dot3(slip, n);
    const double length = std::sqrt(dot3(slide, slide) + kTiny);
    const double limit = move.friction * overlap;
    const double held = length > limit ? limit / length : 1.0;
    return push - slide * held;
}

inline bool push_point(const ContactMove& move, std::uint32_t entity, World& world)
{
    const glm::dvec3 q = path_point(move, world, entity);
    const glm::dvec3 axis = move.b - move.a;
    const double s = closest_on_segment(q, move.a, axis);
    const glm::dvec3 d = q - (move.a + axis * s);
    const double distance_squared = dot3(d, d);
    const double reach = move.radius + world.radius[entity];
    if (!(distance_squared < reach * reach))
        return false;
    world.push[entity] =
        world.push[entity] + push_out(move, d, distance_squared, reach, path_step(move, world, entity), s);
    return true;
}

inline bool push_bond(const ContactMove& move, std::uint32_t e0, std::uint32_t e1, World& world)
{
    const glm::dvec3 q0 = path_point(move, world, e0), q1 = path_point(move, world, e1);
    const glm::dvec3 axis = move.b - move.a, bond = q1 - q0;
    const SegmentPair at = closest_of_segments(move.a, axis, q0, bond);
    const glm::dvec3 d = (q0 + bond * at.t) - (move.a + axis * at.s);
    const double distance_squared = dot3(d, d);
    if (!(distance_squared < move.radius * move.radius))
        return false;
    const glm::dvec3 step0 = path_step(move, world, e0), step1 = path_step(move, world, e1);
    const glm::dvec3 point_step = step0 * (1.0 - at.t) + step1 * at.t;
    const glm::dvec3 push = push_out(move, d, distance_squared, move.radius, point_step, at.s);

    // The point moves by `push` when its ends share it by inverse mass.
    const double w0 = world.inverse_mass[e0] * (1.0 - at.t), w1 = world.inverse_mass[e1] * at.t;
    const double total = w0 * (1.0 - at.t) + w1 * at.t;
    world.push[e0] = world.push[e0] + push * (w0 / total);
    world.push[e1] = world.push[e1] + push * (w1 / total);
    return true;
}

/// A body's part of an array over all entities.
std::span<const glm::dvec3> of_body(const SoftBody& body, const std::vector<glm::dvec3>& array)
{
    return std::span(array).subspan(body.first, body.grid.count());
}

int count_moves(const SystemRefs& refs, const World& world, const PathExtent& paths)
{
    const ProbePose& before = world.start_probes[refs.probe];
    const ProbePose& after = world.state.probes[refs.probe];
    const double radius = world.scene.probes[refs.probe].radius;
    Bounds probe_bounds;
    for (const glm::dvec3& end : {before.a, before.b, after.a, after.b})
        probe_bounds.add(end);
    if (paths.box.is_apart_from(probe_bounds, radius + world.radius[world.bodies[refs.body].first]))
        return 0;

    const glm::dvec3 step_a = after.a - before.a, step_b = after.b - before.b;
    const double probe_step = std::sqrt(std::max(dot3(step_a, step_a), dot3(step_b, step_b)));
    const double moves = std::ceil((probe_step + std::sqrt(paths.longest_squared)) / (0.5 * radius));
    // Also when the sum is not a number: a step that is already lost takes the most, not for ever.
    if (!(moves <= kMaxContactMoves))
        return kMaxContactMoves;
    return std::max(1, static_cast<int>(moves));
}

/// Adds the pushes of particles begin .. end - 1 of all entities to their positions; their sum by mass is
/// added to `impulse`, kg m.
void apply_pushes_of(std::uint32_t begin, std::uint32_t end, World& world, ProbeReport& report,
                     glm::dvec3& impulse)
{
    for (std::uint32_t p = begin; p < end; ++p) {
        const glm::dvec3& push = world.push[p];
        const double length_squared = dot3(push, push);
        if (length_squared == 0.0)
            continue;
        world.state.position[p] = world.state.position[p] + push;
        impulse += push * world.mass[p];
        report.depth = std::max(report.depth, std::sqrt(length_squared));
        ++report.contacts;
    }
}

void report_force(const glm::dvec3& impulse, const World& world, ProbeReport& report)
{
    report.force += std::sqrt(dot3(impulse, impulse)) / (world.dt * world.dt);
}

} // namespace

int count_contact_moves(const ContactSystem&, const SystemRefs& refs, const World& world)
{
    const SoftBody& body = world.bodies[refs.body];
    return count_moves(
        refs, world, extent_of_paths(of_body(body, world.step_start), of_body(body, world.state.position)));
}

ContactMove contact_move(const ContactSystem& system, const SystemRefs& refs, const World& world, int index,
                         int count)
{
    DRAPE_ASSERT(index >= 1 && index <= count);
    const ProbePose& before = world.start_probes[refs.probe];
    const ProbePose& after = world.state.probes[refs.probe];
    const auto at = [&](const glm::dvec3& from, const glm::dvec3& to, int i) {
        return i == count ? to : from + (to - from) * (static_cast<double>(i) / count);
    };
    ContactMove move;
    move.a = at(before.a, after.a, index);
    move.b = at(before.b, after.b, index);
    move.previous_a = at(before.a, after.a, index - 1);
    move.previous_b = at(before.b, after.b, index - 1);
    move.fraction = index == count ? 1.0 : static_cast<double>(index) / count;
    move.share = 1.0 / count;
    move.radius = world.scene.probes[refs.probe].radius;
    move.friction = system.friction;
    return move;
}

bool push_particle(const ContactMove& move, const SoftBody& body, std::uint32_t particle, World& world)
{
    DRAPE_ASSERT(particle < body.grid.count());
    bool has_pushed = push_point(move, body.first + particle, world);
    for (std::uint32_t s = body.springs->begin[particle]; s < body.springs->begin[particle + 1]; ++s)
        if (body.springs->kind[s] != SpringKind::Bend)
            has_pushed |=
                push_bond(move, body.first + particle, body.first + body.springs->other[s], world);
    return has_pushed;
}

void clear_pushes(const SoftBody& body, World& world)
{
    std::fill_n(world.push.begin() + body.first, body.grid.count(), glm::dvec3(0.0));
}

void apply_pushes(const SystemRefs& refs, const SoftBody& body, World& world)
{
    ProbeReport& report = world.probe_reports[refs.probe];
    glm::dvec3 impulse(0.0);
    apply_pushes_of(body.first, body.first + body.grid.count(), world, report, impulse);
    report_force(impulse, world, report);
}

void solve_contact(const ContactSystem& system, const SystemRefs& refs, World& world, Workers& workers)
{
    const SoftBody& body = world.bodies[refs.body];
    PathBlocks& blocks = world.path_blocks;
    blocks.measure(body.grid, of_body(body, world.step_start), of_body(body, world.state.position),
                   workers);
    const int moves = count_moves(refs, world, blocks.whole());
    for (int i = 1; i <= moves; ++i) {
        const ContactMove move = contact_move(system, refs, world, i, moves);
        Bounds capsule;
        capsule.add(move.a);
        capsule.add(move.b);
        for (std::uint32_t block = 0; block < blocks.count(); ++block) {
            if (!blocks.may_touch(block, capsule, move.radius + world.radius[body.first]))
                continue;
            blocks.use_around(block, [&](std::uint32_t other) {
                std::fill(world.push.begin() + body.first + blocks.begin(other),
                          world.push.begin() + body.first + blocks.end(other), glm::dvec3(0.0));
            });
            bool has_pushed = false;
            for (std::uint32_t p = blocks.begin(block); p < blocks.end(block); ++p)
                has_pushed |= push_particle(move, body, p, world);
            if (has_pushed)
                blocks.set_pushed(block);
        }
    }
    if (moves == 0)
        return;
    ProbeReport& report = world.probe_reports[refs.probe];
    glm::dvec3 impulse(0.0);
    for (std::uint32_t block = 0; block < blocks.count(); ++block)
        if (blocks.is_pushed(block))
            apply_pushes_of(body.first + blocks.begin(block), body.first + blocks.end(block), world, report,
                            impulse);
    report_force(impulse, world, report);
}

} // namespace drape::sim
