#include "sim/step.h"

#include "sim/check.h"
#include "sim/contact/capsule_contact.h"
#include "sim/contact/probe.h"
#include "sim/eir/interpret.h"
#include "sim/eir/lower.h"
#include "sim/grab.h"
#include "sim/systems.h"

#include <algorithm>
#include <bit>

namespace drape::sim {

namespace {

// Functions are kept from step to step up to this size; past it they are lowered anew each time.
constexpr std::size_t kFunctionCacheBytes = std::size_t{384} << 20U;

/// What a system may write of entities begin .. end - 1.
struct Written
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool position = true;
    bool velocity = true;
};

Written written_by(const World& world, std::size_t system)
{
    const SystemDesc& desc = world.scene.systems[system];
    if (std::holds_alternative<TissueSystem>(desc) || world.refs[system].is_tissue)
        return {}; // no entity
    Written written{0, world.entity_count()};
    if (std::holds_alternative<SoftSystem>(desc) || std::holds_alternative<ContactSystem>(desc)) {
        const SoftBody& body = world.bodies[world.refs[system].body];
        written.begin = body.first;
        written.end = body.first + body.grid.count();
    }
    if (system == 0) // with what the hand has pulled before it
        return written;
    if (std::holds_alternative<SoftSystem>(desc) || std::holds_alternative<IntegrateSystem>(desc))
        written.velocity = false;
    else if (std::holds_alternative<GravitySystem>(desc) || std::holds_alternative<ForceSystem>(desc) ||
             std::holds_alternative<DampingSystem>(desc) ||
             std::holds_alternative<UpdateVelocitySystem>(desc))
        written.position = false;
    return written;
}

/// 1 for an infinity or a NaN. On bits, since a test on numbers would keep the loop from running in lanes.
std::uint64_t is_non_finite(double value)
{
    constexpr std::uint64_t kExponent = 0x7FF0'0000'0000'0000;
    return (std::bit_cast<std::uint64_t>(value) & kExponent) == kExponent ? 1 : 0;
}

std::uint64_t count_non_finite(const glm::dvec3& v)
{
    return is_non_finite(v.x) + is_non_finite(v.y) + is_non_finite(v.z);
}

bool has_non_finite(const std::vector<glm::dvec3>& array, std::size_t begin, std::size_t end)
{
    std::uint64_t count = 0;
    for (std::size_t i = begin; i < end; ++i)
        count += count_non_finite(array[i]);
    return count != 0;
}

std::optional<std::uint32_t> first_non_finite(const State& state, const Written& written, Workers& workers)
{
    const bool is_lost = workers.share_any(
        written.end - written.begin, kEntitiesWorthAThread, [&](std::size_t begin, std::size_t end) {
            begin += written.begin;
            end += written.begin;
            return (written.position && has_non_finite(state.position, begin, end)) ||
                   (written.velocity && has_non_finite(state.velocity, begin, end));
        });
    if (!is_lost)
        return std::nullopt;
    std::uint32_t first = written.begin;
    while (count_non_finite(state.position[first]) + count_non_finite(state.velocity[first]) == 0)
        ++first;
    return first;
}

/// to = from, on threads.
void copy(const std::vector<glm::dvec3>& from, std::vector<glm::dvec3>& to, Workers& workers)
{
    to.resize(from.size());
    workers.share(from.size(), kEntitiesWorthAThread, [&](std::size_t begin, std::size_t end) {
        std::copy(from.begin() + static_cast<std::ptrdiff_t>(begin),
                  from.begin() + static_cast<std::ptrdiff_t>(end),
                  to.begin() + static_cast<std::ptrdiff_t>(begin));
    });
}

} // namespace

/// What the interpreter keeps: the lowered functions of each system, and its scratch.
struct Stepper::Compiled
{
    struct System
    {
        eir::Schedule schedule;
        std::vector<eir::Function> functions; ///< One per scheduled entity; empty when over the budget.
    };
    std::vector<System> systems;
    std::vector<double> is_dynamic;
    std::vector<double> registers;
    std::shared_ptr<const SnapshotTopology> topology; ///< Tells one world from another.
    std::uint64_t material_revision = 0;

    void refresh(const World& world);
    void run_functions(const World& world, std::size_t index, eir::Views& views);
    void run(World& world, std::size_t index, Engine& engine);
    void run_contact(World& world, std::size_t index);
};

void Stepper::Compiled::refresh(const World& world)
{
    if (topology == world.topology && material_revision == world.material_revision)
        return;
    topology = world.topology;
    material_revision = world.material_revision;
    is_dynamic.assign(world.dynamic.begin(), world.dynamic.end());
    systems.clear();
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < world.scene.systems.size(); ++i) {
        System system;
        system.schedule = eir::schedule_of(world, i);
        for (const std::uint32_t entity : system.schedule.entities) {
            if (bytes > kFunctionCacheBytes) {
                system.functions.clear();
                break;
            }
            system.functions.push_back(eir::lower(world, i, entity));
            bytes += system.functions.back().bytes();
        }
        systems.push_back(std::move(system));
    }
}

void Stepper::Compiled::run_functions(const World& world, std::size_t index, eir::Views& views)
{
    const System& system = systems[index];
    for (std::size_t i = 0; i < system.schedule.entities.size(); ++i) {
        if (system.functions.empty())
            eir::interpret(eir::lower(world, index, system.schedule.entities[i]), views, registers);
        else
            eir::interpret(system.functions[i], views, registers);
    }
}

void Stepper::Compiled::run_contact(World& world, std::size_t index)
{
    // The host cuts the step into moves and sums up what came out; the pushes are the functions' work.
    const auto& contact = std::get<ContactSystem>(world.scene.systems[index]);
    const SystemRefs& refs = world.refs[index];
    const SoftBody& body = world.bodies[refs.body];
    const int moves = count_contact_moves(contact, refs, world);
    if (moves == 0)
        return;
    clear_pushes(body, world);
    for (int i = 1; i <= moves; ++i) {
        const ContactMove move = contact_move(contact, refs, world, i, moves);
        eir::Views views(world, is_dynamic, move);
        run_functions(world, index, views);
    }
    apply_pushes(refs, body, world);
}

void Stepper::Compiled::run(World& world, std::size_t index, Engine& engine)
{
    if (systems[index].schedule.is_native) {
        run_system_native(world, index, engine);
        return;
    }
    if (systems[index].schedule.is_contact) {
        run_contact(world, index);
        return;
    }
    const ContactMove no_move;
    eir::Views views(world, is_dynamic, no_move);
    for (int repeat = 0; repeat < systems[index].schedule.repeats; ++repeat)
        run_functions(world, index, views);
}

std::optional<NonFinite> Stepper::find_non_finite(const World& world, std::size_t index)
{
    DRAPE_ASSERT(index < world.scene.systems.size());
    // A joint writes two entities only, and a scene may have thousands of joints.
    if (std::holds_alternative<JointSystem>(world.scene.systems[index])) {
        const SystemRefs& refs = world.refs[index];
        for (const std::uint32_t side : {std::min(refs.a, refs.b), std::max(refs.a, refs.b)})
            if (first_non_finite(world.state, {side, side + 1}, engine_->workers))
                return NonFinite{world.step + 1, index, side};
        return std::nullopt;
    }
    if (std::holds_alternative<TissueSystem>(world.scene.systems[index])) {
        const std::uint32_t which = world.refs[index].body;
        if (const auto& lost = world.tissue_reports[which].lost)
            return NonFinite{world.step + 1, index, world.tissues[which]->first + *lost};
        return std::nullopt;
    }
    if (const auto entity = first_non_finite(world.state, written_by(world, index), engine_->workers))
        return NonFinite{world.step + 1, index, *entity};
    return std::nullopt;
}

std::string describe(const NonFinite& fault, const World& world)
{
    return "step " + std::to_string(fault.step) + ", system " + std::to_string(fault.system + 1) + " " +
           system_title(world, fault.system) + ": " + entity_name(world, fault.entity) +
           " is no longer finite";
}

Stepper::Stepper(Backend backend, const Compute& compute)
    : backend_(backend)
    , engine_(std::make_unique<Engine>(compute))
{
    if (backend == Backend::Interpreter)
        compiled_ = std::make_unique<Compiled>();
}

Stepper::Stepper(Stepper&&) noexcept = default;
Stepper& Stepper::operator=(Stepper&&) noexcept = default;
Stepper::~Stepper() = default;

void Stepper::begin(World& world)
{
    copy(world.state.position, world.step_start, engine_->workers);
    copy(world.state.velocity, world.start_velocity, engine_->workers);
    world.start_tissues = world.state.tissues;
    world.start_probes = world.state.probes;
    world.start_touches = world.state.touches;
    world.probe_reports.assign(world.state.probes.size(), {});
    advance_probes(world);
    pull_grabbed(world);
    if (compiled_)
        compiled_->refresh(world);
}

void Stepper::run_system(World& world, std::size_t index)
{
    if (compiled_)
        compiled_->run(world, index, *engine_);
    else
        run_system_native(world, index, *engine_);
}

void Stepper::end(World& world)
{
    ++world.step;
    ++world.tick;
}

void Stepper::cancel(World& world)
{
    world.state.position = world.step_start;
    world.state.velocity = world.start_velocity;
    world.state.tissues = world.start_tissues;
    world.state.probes = world.start_probes;
    world.state.touches = world.start_touches;
}

StepReport Stepper::step(World& world, const std::function<void()>& begun)
{
    begin(world);
    if (begun)
        begun();
    for (std::size_t i = 0; i < world.scene.systems.size(); ++i) {
        run_system(world, i);
        // After every system, since a later one (the ground, a wall) could put a lost number back into
        // range.
        if (const std::optional<NonFinite> fault = find_non_finite(world, i)) {
            cancel(world);
            return {fault};
        }
    }
    end(world);
    return {};
}

} // namespace drape::sim
