#include "sim/eir/lower_contact.h"

#include "sim/contact/closest_points.h"
#include "sim/eir/terms.h"
#include "sim/lattice/pair.h"

namespace drape::sim::eir {

namespace {

constexpr Component kPush = Component::PushX;

/// The capsule of the move, read once at the start of a function.
struct Capsule
{
    Vector a, axis;
    Vector step_a, step_b;
    Value radius, fraction, share;
};

Capsule read_capsule(Builder& f)
{
    Capsule capsule;
    capsule.a = read_vector(f, Component::ProbeAX, 0);
    const Vector b = read_vector(f, Component::ProbeBX, 0);
    capsule.axis = b - capsule.a;
    capsule.step_a = capsule.a - read_vector(f, Component::ProbeBeforeAX, 0);
    capsule.step_b = b - read_vector(f, Component::ProbeBeforeBX, 0);
    capsule.radius = f.read(Component::ProbeRadius, 0);
    capsule.fraction = f.read(Component::MoveFraction, 0);
    capsule.share = f.read(Component::MoveShare, 0);
    return capsule;
}

Vector select_vector(Builder& f, Value condition, const Vector& yes, const Vector& no)
{
    return {f.select(condition, yes.x, no.x), f.select(condition, yes.y, no.y),
            f.select(condition, yes.z, no.z)};
}

Value lower_clamp01(Builder& f, Value value)
{
    const Value zero = f.constant(0.0), one = f.constant(1.0);
    const Value low = f.select(value > zero, value, zero);
    return f.select(low < one, low, one);
}

Vector path_point(Builder& f, const Capsule& capsule, std::uint32_t entity)
{
    const Vector x0 = read_vector(f, Component::StepStartX, entity);
    const Vector x1 = read_vector(f, Component::PositionX, entity);
    const Vector on_path = x0 + (x1 - x0) * capsule.fraction;
    const Value is_under_way = capsule.fraction < f.constant(1.0);
    return select_vector(f, is_under_way, on_path, x1) + read_vector(f, kPush, entity);
}

Vector path_step(Builder& f, const Capsule& capsule, std::uint32_t entity)
{
    const Vector x1 = read_vector(f, Component::PositionX, entity);
    return (x1 - read_vector(f, Component::StepStartX, entity)) * capsule.share;
}

Vector push_out(Builder& f, const Capsule& capsule, const Vector& d, Value distance_squared, Value reach,
                const Vector& point_step, Value s, double friction)
{
    const Value r = f.sqrt(distance_squared);
    const Vector up = constant_vector(f, 0.0, 1.0, 0.0);
    const Vector n = select_vector(f, r > f.constant(1e-9), d / r, up);
    const Value overlap = reach - r;
    const Vector push = n * overlap;
    if (friction == 0.0)
        return push;
    const Vector surface_step = capsule.step_a * (f.constant(1.0) - s) + capsule.step_b * s;
    const Vector slip = point_step - surface_step;
    const Vector slide = slip - n * dot(slip, n);
    const Value length = f.sqrt(dot(slide, slide) + kTiny);
    const Value limit = f.constant(friction) * overlap;
    const Value held = f.select(length > limit, limit / length, f.constant(1.0));
    return push - slide * held;
}

void add_push(Builder& f, std::uint32_t entity, const Vector& push)
{
    write_vector(f, kPush, entity, read_vector(f, kPush, entity) + push);
}

void lower_point(Builder& f, const Capsule& capsule, std::uint32_t entity, double friction)
{
    const Vector q = path_point(f, capsule, entity);
    const Value length_squared = dot(capsule.axis, capsule.axis);
    const Value along = lower_clamp01(f, dot(q - capsule.a, capsule.axis) / length_squared);
    const Value s = f.select(length_squared > f.constant(kDegenerate), along, f.constant(0.0));
    const Vector d = q - (capsule.a + capsule.axis * s);
    const Value distance_squared = dot(d, d);
    const Value reach = capsule.radius + f.read(Component::Radius, entity);
    const Branch touching = f.begin_if(distance_squared < reach * reach);
    add_push(f, entity,
             push_out(f, capsule, d, distance_squared, reach, path_step(f, capsule, entity), s, friction));
    f.end_if(touching);
}

/// Parameters of the closest points of the capsule's axis (s) and a bond (t); see closest_of_segments.
std::pair<Value, Value> lower_closest(Builder& f, const Capsule& capsule, const Vector& q,
                                      const Vector& bond)
{
    const Value zero = f.constant(0.0), one = f.constant(1.0), least = f.constant(kDegenerate);
    const Vector r = capsule.a - q;
    const Value aa = dot(capsule.axis, capsule.axis), ee = dot(bond, bond);
    const Value g = dot(bond, r), c = dot(capsule.axis, r), b = dot(capsule.axis, bond);
    const Value denominator = aa * ee - b * b;
    const Value is_crossing = denominator > f.constant(1e-12) * (aa * ee);
    const Value s = f.select(is_crossing, lower_clamp01(f, (b * g - c * ee) / denominator), zero);
    const Value t = (b * s + g) / ee;
    const Value minus_c = zero - c;
    const Value s_at_0 = lower_clamp01(f, minus_c / aa), s_at_1 = lower_clamp01(f, (b - c) / aa);
    const Value is_before = t<zero, is_after = t> one;
    const Value s_line = f.select(is_before, s_at_0, f.select(is_after, s_at_1, s));
    const Value t_line = f.select(is_before, zero, f.select(is_after, one, t));

    // A capsule without length is a point; a bond without length, too.
    const Value has_axis = aa > least, has_bond = ee > least;
    const Value s_bond = f.select(has_axis, s_line, zero);
    const Value t_bond = f.select(has_axis, t_line, lower_clamp01(f, g / ee));
    return {f.select(has_bond, s_bond, f.select(has_axis, s_at_0, zero)), f.select(has_bond, t_bond, zero)};
}

void lower_bond(Builder& f, const Capsule& capsule, std::uint32_t e0, std::uint32_t e1, double friction)
{
    const Vector q0 = path_point(f, capsule, e0), q1 = path_point(f, capsule, e1);
    const Vector bond = q1 - q0;
    const auto [s, t] = lower_closest(f, capsule, q0, bond);
    const Vector d = (q0 + bond * t) - (capsule.a + capsule.axis * s);
    const Value distance_squared = dot(d, d);
    const Branch touching = f.begin_if(distance_squared < capsule.radius * capsule.radius);
    const Value rest_t = f.constant(1.0) - t;
    const Vector point_step = path_step(f, capsule, e0) * rest_t + path_step(f, capsule, e1) * t;
    const Vector push = push_out(f, capsule, d, distance_squared, capsule.radius, point_step, s, friction);
    const Value w0 = lower_inverse_mass(f, e0) * rest_t, w1 = lower_inverse_mass(f, e1) * t;
    const Value total = w0 * rest_t + w1 * t;
    add_push(f, e0, push * (w0 / total));
    add_push(f, e1, push * (w1 / total));
    f.end_if(touching);
}

} // namespace

void lower_contact(Builder& f, const SoftBody& body, std::uint32_t entity, double friction)
{
    DRAPE_ASSERT(entity >= body.first && entity - body.first < body.grid.count());
    const std::uint32_t p = entity - body.first;
    const Capsule capsule = read_capsule(f);
    lower_point(f, capsule, entity, friction);
    for (std::uint32_t i = body.springs->begin[p]; i < body.springs->begin[p + 1]; ++i)
        if (body.springs->kind[i] != SpringKind::Bend)
            lower_bond(f, capsule, entity, body.first + body.springs->other[i], friction);
}

} // namespace drape::sim::eir
