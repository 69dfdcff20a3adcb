#include "sim/tissue_system.h"

#include "sim/check.h"
#include "sim/lattice/pair.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drape::sim {

namespace {

using tissue::kCmmPerMetre;

constexpr double kNewton = 1e-8; // of a g cmm/s^2

glm::dvec3 to_body(const TissueBody& body, const glm::dvec3& scene)
{
    return (scene - body.origin) * kCmmPerMetre;
}

void find_contacts(World& world, std::uint32_t tissue)
{
    world.tissue_contacts.clear();
    for (std::size_t i = 0; i < world.scene.systems.size(); ++i)
        if (const auto* contact = std::get_if<ContactSystem>(&world.scene.systems[i]);
            contact != nullptr && world.refs[i].is_tissue && world.refs[i].body == tissue)
            world.tissue_contacts.push_back({world.refs[i].probe, contact->friction});
}

/// The probe's way during substep `index` of `count`, in the body's frame.
tissue::Capsule capsule_at(const World& world, const TissueBody& body, const TissueContact& contact,
                           int index, int count)
{
    const ProbePose& before = world.start_probes[contact.probe];
    const ProbePose& after = world.state.probes[contact.probe];
    const auto at = [&](const glm::dvec3& from, const glm::dvec3& to, int i) {
        return to_body(body, i == count ? to : from + (to - from) * (static_cast<double>(i) / count));
    };
    tissue::Capsule capsule;
    capsule.a = at(before.a, after.a, index);
    capsule.b = at(before.b, after.b, index);
    capsule.previous_a = at(before.a, after.a, index - 1);
    capsule.previous_b = at(before.b, after.b, index - 1);
    capsule.radius = world.scene.probes[contact.probe].radius * kCmmPerMetre;
    capsule.friction = contact.friction;
    return capsule;
}

std::optional<tissue::Pull> pull_of(const World& world, const TissueBody& body, std::size_t index)
{
    if (!world.state.grab || world.state.grab->entity < body.first ||
        world.state.grab->entity >= body.first + body.count())
        return std::nullopt;
    // As for lattices: a spring of 25 rad/s for the whole body, as strong as four times its weight.
    constexpr double kFrequency = 25.0, kStrength = 4.0;
    double mass = 0.0;
    for (const double m : world.materials[index].mass)
        mass += m;
    return tissue::Pull{world.state.grab->entity - body.first, to_body(body, world.state.grab->target),
                        1.0 / (mass * kFrequency * kFrequency),
                        kStrength * mass * tissue::kStandardGravity};
}

/// Force and depth of a probe: how far it has come along its push since it began to touch.
void report_contact(World& world, const TissueContact& contact, const tissue::CapsuleReport& met,
                    int substeps)
{
    ProbeTouch& touch = world.state.touches[contact.probe];
    ProbeReport& report = world.probe_reports[contact.probe];
    const glm::dvec3 force = met.force * (kNewton / substeps);
    const double size = std::sqrt(dot3(force, force));
    if (!(size > 0.0)) {
        touch.is_touching = false;
        return;
    }
    const ProbePose& before = world.start_probes[contact.probe];
    if (!touch.is_touching)
        touch = {true, before.a, before.b};
    const ProbePose& pose = world.state.probes[contact.probe];
    const double way = std::max(dot3(pose.a - touch.a, force), dot3(pose.b - touch.b, force)) / size;
    report.depth = std::max(report.depth, way);
    report.force += size;
    report.contacts += met.contacts;
}

} // namespace

double tissue_reach(const World& world, std::size_t probe)
{
    double reach = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < world.scene.systems.size(); ++i) {
        if (!std::holds_alternative<ContactSystem>(world.scene.systems[i]) || !world.refs[i].is_tissue ||
            world.refs[i].probe != probe)
            continue;
        for (std::size_t k = 0; k < world.scene.systems.size(); ++k)
            if (const auto* system = std::get_if<TissueSystem>(&world.scene.systems[k]);
                system != nullptr && world.refs[k].body == world.refs[i].body)
                reach = std::min(reach, 0.5 * world.scene.probes[probe].radius * system->substeps);
    }
    return reach;
}

void stop_at_walls(const ProbePose& before, std::size_t probe, World& world)
{
    ProbePose& pose = world.state.probes[probe];
    const double radius = world.scene.probes[probe].radius * kCmmPerMetre;
    for (std::size_t i = 0; i < world.scene.systems.size(); ++i) {
        if (!std::holds_alternative<ContactSystem>(world.scene.systems[i]) || !world.refs[i].is_tissue ||
            world.refs[i].probe != probe)
            continue;
        const TissueBody& body = *world.tissues[world.refs[i].body];
        const tissue::Wall& wall = body.cage.wall;
        constexpr double kSlack = 1.0; // cmm, for the way there and back between units
        const auto height = [&](const glm::dvec3& scene) { return wall.at(to_body(body, scene)).height; };
        if (wall.kind == tissue::Wall::Kind::None || height(before.a) < radius - kSlack ||
            height(before.b) < radius - kSlack)
            continue;
        // The whole capsule moves, so that it keeps its length and direction.
        for (const glm::dvec3* end : {&pose.a, &pose.b}) {
            const tissue::Wall::Height at = wall.at(to_body(body, *end));
            if (at.height >= radius)
                continue;
            const glm::dvec3 out = at.normal * ((radius - at.height) / kCmmPerMetre);
            pose.a += out;
            pose.b += out;
        }
    }
}

void run_tissue_system(World& world, std::size_t index, Engine& engine)
{
    const auto& system = std::get<TissueSystem>(world.scene.systems[index]);
    const std::uint32_t which = world.refs[index].body;
    const TissueBody& body = *world.tissues[which];
    const tissue::Body parts = world.tissue_body(which);
    find_contacts(world, which);
    const std::vector<TissueContact>& contacts = world.tissue_contacts;
    const std::optional<tissue::Pull> pull = pull_of(world, body, which);
    tissue::Work& work = world.tissue_work[which];
    tissue::SolverReport solved;
    solved.least_volume = world.tissue_reports[which].least_volume;
    work.capsules.assign(contacts.size(), {});
    work.met.assign(contacts.size(), {});

    tissue::load(world.state.tissues[which], body.fraction_bits, work);
    const tissue::SubstepSettings settings{1e-6 * system.dt_us, system.iterations,
                                           system.gravity * tissue::kStandardGravity, body.fraction_bits};
    for (int i = 1; i <= system.substeps && !solved.lost; ++i) {
        for (std::size_t c = 0; c < contacts.size(); ++c)
            work.capsules[c] = capsule_at(world, body, contacts[c], i, system.substeps);
        tissue::run_substep(parts, settings, work.capsules, pull, engine, work, work.met, solved);
    }
    TissueReport& report = world.tissue_reports[which];
    report.lost = solved.lost;
    if (solved.lost)
        return;
    report.guard_mended += solved.guard_mended;
    report.guard_rolled_back += solved.guard_rolled_back;
    report.least_volume = solved.least_volume;
    tissue::store(work, body.fraction_bits, world.state.tissues[which]);
    for (std::size_t c = 0; c < contacts.size(); ++c)
        report_contact(world, contacts[c], work.met[c], system.substeps);
}

} // namespace drape::sim
