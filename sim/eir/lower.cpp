#include "sim/eir/lower.h"

#include "sim/eir/builder.h"
#include "sim/eir/lower_contact.h"
#include "sim/eir/terms.h"
#include "sim/lattice/joints.h"
#include "sim/lattice/pair.h"

namespace drape::sim::eir {

namespace {

constexpr Component kPosition = Component::PositionX;
constexpr Component kVelocity = Component::VelocityX;

/// Writes `value` unless the side cannot move.
void write_if_movable(Builder& f, std::uint32_t entity, Value inverse_mass, const Vector& value)
{
    const Branch movable = f.begin_if(is_not(inverse_mass, 0.0));
    write_vector(f, kPosition, entity, value);
    f.end_if(movable);
}

void lower_pair(Builder& f, std::uint32_t a, std::uint32_t b, const SpringTerms& spring)
{
    const Value inv_a = lower_inverse_mass(f, a), inv_b = lower_inverse_mass(f, b);
    const Vector pa = read_vector(f, kPosition, a), pb = read_vector(f, kPosition, b);
    const Vector d = pa - pb;
    const Value r = f.sqrt(dot(d, d) + kTiny);
    Value err = (r - f.constant(spring.rest)) * spring.stiffness;
    if (spring.damping != 0.0) {
        const Vector dv = read_vector(f, kVelocity, a) - read_vector(f, kVelocity, b);
        err = err + f.constant(spring.damping) * (dot(dv, d) / r);
    }
    const Value scale = err / (r * (inv_a + inv_b));
    const Value ca = scale * inv_a, cb = scale * inv_b;
    write_if_movable(f, a, inv_a, pa - d * ca);
    write_if_movable(f, b, inv_b, pb + d * cb);
}

// Each lower_system puts the body of one entity's function into `f`.

void lower_acceleration(Builder& f, std::uint32_t entity, const glm::dvec3& acceleration, double dt,
                        bool with_zero_y)
{
    for (int axis = 0; axis < 3; ++axis) {
        const double a = axis == 0 ? acceleration.x : axis == 1 ? acceleration.y : acceleration.z;
        if (a == 0.0 && !(axis == 1 && with_zero_y))
            continue;
        const Component v = component_at(kVelocity, axis);
        f.write(v, entity, f.read(v, entity) + f.constant(a) * dt);
    }
}

void lower_system(Builder& f, const World&, const SystemRefs&, std::uint32_t entity, const GravitySystem& s)
{
    lower_acceleration(f, entity, s.acceleration, s.dt, s.vertical_form);
}

void lower_system(Builder& f, const World&, const SystemRefs&, std::uint32_t entity, const ForceSystem& s)
{
    lower_acceleration(f, entity, {s.ax, s.ay, s.az}, s.dt, false);
}

void lower_system(Builder& f, const World&, const SystemRefs&, std::uint32_t entity,
                  const IntegrateSystem& s)
{
    for (int axis = 0; axis < 3; ++axis) {
        const Component p = component_at(kPosition, axis);
        f.write(p, entity, f.read(p, entity) + f.read(component_at(kVelocity, axis), entity) * s.dt);
    }
}

void lower_system(Builder& f, const World&, const SystemRefs&, std::uint32_t entity, const DampingSystem& s)
{
    for (int axis = 0; axis < 3; ++axis) {
        const Component v = component_at(kVelocity, axis);
        f.write(v, entity, f.read(v, entity) * s.factor);
    }
}

/// v = v * (-restitution) and p = limit where `beyond` holds.
void lower_bounce(Builder& f, std::uint32_t entity, int axis, Value beyond, double limit,
                  double restitution)
{
    const Component p = component_at(kPosition, axis), v = component_at(kVelocity, axis);
    const Branch hit = f.begin_if(beyond);
    f.write(v, entity, f.read(v, entity) * (-restitution));
    f.write(p, entity, f.constant(limit));
    f.end_if(hit);
}

void lower_system(Builder& f, const World&, const SystemRefs&, std::uint32_t entity, const WallSystem& s)
{
    for (const int axis : {0, 2}) {
        const double limit = axis == 0 ? s.x : s.z;
        const Component p = component_at(kPosition, axis);
        lower_bounce(f, entity, axis, f.read(p, entity) > f.constant(limit), limit, s.restitution);
        // After a hit above the position is the limit, which is not below -limit.
        lower_bounce(f, entity, axis, f.read(p, entity) < f.constant(-limit), -limit, s.restitution);
    }
    if (s.y_min)
        lower_bounce(f, entity, 1, f.read(Component::PositionY, entity) < f.constant(*s.y_min), *s.y_min,
                     s.restitution);
}

void lower_system(Builder& f, const World&, const SystemRefs&, std::uint32_t entity,
                  const GroundContactSystem& s)
{
    const Branch below = f.begin_if(f.read(Component::PositionY, entity) < f.constant(0.0));
    f.write(Component::VelocityY, entity,
            f.constant(-s.restitution) * f.read(Component::VelocityY, entity));
    f.write(Component::PositionY, entity, f.constant(0.0));
    f.end_if(below);
}

void lower_system(Builder& f, const World& world, const SystemRefs& refs, std::uint32_t entity,
                  const SoftSystem& s)
{
    const SoftBody& body = world.bodies[refs.body];
    const std::uint32_t p = entity - body.first;
    const int passes = s.sweep == SweepOrder::Particle ? s.iterations : 1;
    for (int pass = 0; pass < passes; ++pass)
        for (std::uint32_t i = body.springs->begin[p]; i < body.springs->begin[p + 1]; ++i)
            lower_pair(f, entity, body.first + body.springs->other[i],
                       {body.springs->rest[i], s.stiffness, s.damping});
}

/// Shares of the correction for the two sides of a joint.
struct Shares
{
    Value inv_a, inv_b, wa, wb;
};

Shares lower_shares(Builder& f, const SystemRefs& refs, double stiffness)
{
    const Value inv_a = lower_inverse_mass(f, refs.a), inv_b = lower_inverse_mass(f, refs.b);
    const Value w = f.constant(stiffness) / (inv_a + inv_b);
    return {inv_a, inv_b, w * inv_a, w * inv_b};
}

void lower_coincide(Builder& f, const SystemRefs& refs, const JointSystem& s)
{
    const Shares shares = lower_shares(f, refs, s.stiffness);
    const Vector pa = read_vector(f, kPosition, refs.a), pb = read_vector(f, kPosition, refs.b);
    const Vector anchor = constant_vector(f, s.anchor.x, s.anchor.y, s.anchor.z);
    const Vector e = (pa + anchor) - (pb + constant_vector(f, 0.0, 0.0, 0.0));
    write_if_movable(f, refs.a, shares.inv_a, pa - e * shares.wa);
    write_if_movable(f, refs.b, shares.inv_b, pb + e * shares.wb);
}

void lower_slide(Builder& f, const SystemRefs& refs, const JointSystem& s)
{
    const Shares shares = lower_shares(f, refs, s.stiffness);
    const glm::dvec3 axis = unit_axis(s);
    const Vector u = constant_vector(f, axis.x, axis.y, axis.z);
    const Vector pa = read_vector(f, kPosition, refs.a), pb = read_vector(f, kPosition, refs.b);
    const Vector d = pb - pa;
    Value along = dot(d, u);
    if (s.limit) {
        const Value low = f.constant(s.limit->x), high = f.constant(s.limit->y);
        const Value capped = f.select(along < high, along, high);
        along = f.select(capped > low, capped, low);
    }
    const Vector off = d - u * along;
    write_if_movable(f, refs.a, shares.inv_a, pa + off * shares.wa);
    write_if_movable(f, refs.b, shares.inv_b, pb - off * shares.wb);
}

void lower_system(Builder& f, const World&, const SystemRefs& refs, std::uint32_t, const JointSystem& s)
{
    const Value total = lower_inverse_mass(f, refs.a) + lower_inverse_mass(f, refs.b);
    const Branch movable = f.begin_if(is_not(total, 0.0));
    for (int pass = 0; pass < s.iterations; ++pass) {
        switch (law_of(s.type)) {
        case JointLaw::Distance:
            lower_pair(f, refs.a, refs.b, {s.length, s.stiffness, damping_of(s)});
            break;
        case JointLaw::Coincide:
            lower_coincide(f, refs, s);
            break;
        case JointLaw::Slide:
            lower_slide(f, refs, s);
            break;
        }
    }
    f.end_if(movable);
}

void lower_system(Builder& f, const World&, const SystemRefs&, std::uint32_t entity,
                  const UpdateVelocitySystem& s)
{
    const Vector moved = read_vector(f, kPosition, entity) - read_vector(f, Component::StepStartX, entity);
    write_vector(f, kVelocity, entity, moved / f.constant(s.dt));
}

void lower_system(Builder& f, const World& world, const SystemRefs& refs, std::uint32_t entity,
                  const ContactSystem& s)
{
    lower_contact(f, world.bodies[refs.body], entity, s.friction);
}

void lower_system(Builder&, const World&, const SystemRefs&, std::uint32_t, const TissueSystem&)
{
    DRAPE_ASSERT(false); // a tissue has no functions: its schedule is empty
}

} // namespace

Schedule schedule_of(const World& world, std::size_t system)
{
    DRAPE_ASSERT(system < world.scene.systems.size());
    const SystemDesc& desc = world.scene.systems[system];
    const SystemRefs& refs = world.refs[system];
    Schedule schedule;
    const auto add_body = [&] {
        const SoftBody& body = world.bodies[refs.body];
        for (std::uint32_t p = 0; p < body.grid.count(); ++p)
            schedule.entities.push_back(body.first + p);
    };
    if (refs.is_tissue) {
        schedule.is_native = true; // the RFC lowers lattices; tissues and their contacts are ours
    } else if (const auto* soft = std::get_if<SoftSystem>(&desc)) {
        add_body();
        schedule.repeats = soft->sweep == SweepOrder::Body ? soft->iterations : 1;
    } else if (std::holds_alternative<ContactSystem>(desc)) {
        add_body();
        schedule.is_contact = true;
    } else if (std::holds_alternative<JointSystem>(desc)) {
        schedule.entities.push_back(refs.a);
    } else {
        for (std::uint32_t i = 0; i < world.entity_count(); ++i)
            if (world.dynamic[i] != 0)
                schedule.entities.push_back(i);
    }
    return schedule;
}

Function lower(const World& world, std::size_t system, std::uint32_t entity)
{
    DRAPE_ASSERT(system < world.scene.systems.size() && entity < world.entity_count());
    Builder f;
    std::visit([&](const auto& s) { lower_system(f, world, world.refs[system], entity, s); },
               world.scene.systems[system]);
    return f.finish();
}

} // namespace drape::sim::eir
