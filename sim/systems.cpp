#include "sim/systems.h"

#include "sim/check.h"
#include "sim/contact/capsule_contact.h"
#include "sim/lattice/joints.h"
#include "sim/lattice/sweep.h"
#include "sim/lattice/wavefront.h"
#include "sim/tissue_system.h"

namespace drape::sim {

namespace {

/// Calls update(position, velocity, position at the step's start) for each entity that may move.
template<class Update>
void for_each_dynamic(World& world, Engine& engine, Update&& update)
{
    engine.workers.share(
        world.entity_count(), kEntitiesWorthAThread, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                if (world.dynamic[i] != 0)
                    update(world.state.position[i], world.state.velocity[i], world.step_start[i]);
        });
}

/// v += acceleration * dt on the axes that are not 0; the product is rounded once.
void accelerate(World& world, Engine& engine, const glm::dvec3& acceleration, double dt, bool with_zero_y)
{
    const glm::dvec3 change = acceleration * dt;
    for_each_dynamic(world, engine, [&](glm::dvec3&, glm::dvec3& v, const glm::dvec3&) {
        if (acceleration.x != 0.0)
            v.x = v.x + change.x;
        if (acceleration.y != 0.0 || with_zero_y)
            v.y = v.y + change.y;
        if (acceleration.z != 0.0)
            v.z = v.z + change.z;
    });
}

void run(const GravitySystem& s, const SystemRefs&, World& world, Engine& engine)
{
    accelerate(world, engine, s.acceleration, s.dt, s.vertical_form);
}

void run(const ForceSystem& s, const SystemRefs&, World& world, Engine& engine)
{
    accelerate(world, engine, {s.ax, s.ay, s.az}, s.dt, false);
}

void run(const IntegrateSystem& s, const SystemRefs&, World& world, Engine& engine)
{
    for_each_dynamic(world, engine,
                     [&](glm::dvec3& p, glm::dvec3& v, const glm::dvec3&) { p = p + v * s.dt; });
}

void run(const DampingSystem& s, const SystemRefs&, World& world, Engine& engine)
{
    for_each_dynamic(world, engine,
                     [&](glm::dvec3&, glm::dvec3& v, const glm::dvec3&) { v = v * s.factor; });
}

/// One coordinate held between low and high; the speed turns round and keeps its share.
void hold_between(double low, double high, double restitution, double& p, double& v)
{
    if (p > high) {
        v = v * (-restitution);
        p = high;
    } else if (p < low) {
        v = v * (-restitution);
        p = low;
    }
}

void run(const WallSystem& s, const SystemRefs&, World& world, Engine& engine)
{
    for_each_dynamic(world, engine, [&](glm::dvec3& p, glm::dvec3& v, const glm::dvec3&) {
        hold_between(-s.x, s.x, s.restitution, p.x, v.x);
        hold_between(-s.z, s.z, s.restitution, p.z, v.z);
        if (s.y_min && p.y < *s.y_min) {
            v.y = v.y * (-s.restitution);
            p.y = *s.y_min;
        }
    });
}

void run(const GroundContactSystem& s, const SystemRefs&, World& world, Engine& engine)
{
    for_each_dynamic(world, engine, [&](glm::dvec3& p, glm::dvec3& v, const glm::dvec3&) {
        if (p.y < 0.0) {
            v.y = (-s.restitution) * v.y;
            p.y = 0.0;
        }
    });
}

void run(const SoftSystem& s, const SystemRefs& refs, World& world, Engine& engine)
{
    // One thread without vectors is the plain loop: the order as RFC-0040 writes it.
    const bool is_plain = !engine.compute.simd && engine.workers.threads() == 1;
    if (is_plain || !has_long_waves(world.bodies[refs.body].grid))
        sweep_soft(s, world.bodies[refs.body], world);
    else
        sweep_soft_in_waves(s, refs.body, world, engine);
}

void run(const JointSystem& s, const SystemRefs& refs, World& world, Engine&)
{
    solve_joint(s, refs, world);
}

void run(const UpdateVelocitySystem& s, const SystemRefs&, World& world, Engine& engine)
{
    for_each_dynamic(world, engine, [&](glm::dvec3& p, glm::dvec3& v, const glm::dvec3& start) {
        v = (p - start) / s.dt;
    });
}

void run(const ContactSystem& s, const SystemRefs& refs, World& world, Engine& engine)
{
    if (!refs.is_tissue) // a tissue solves its contacts itself
        solve_contact(s, refs, world, engine.workers);
}

} // namespace

void run_system_native(World& world, std::size_t index, Engine& engine)
{
    DRAPE_ASSERT(index < world.scene.systems.size());
    if (std::holds_alternative<TissueSystem>(world.scene.systems[index]))
        run_tissue_system(world, index, engine);
    else
        std::visit(
            [&](const auto& s) {
                if constexpr (!std::is_same_v<std::decay_t<decltype(s)>, TissueSystem>)
                    run(s, world.refs[index], world, engine);
            },
            world.scene.systems[index]);
}

} // namespace drape::sim
