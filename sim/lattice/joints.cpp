#include "sim/lattice/joints.h"

#include "sim/check.h"
#include "sim/lattice/pair.h"

#include <cmath>

namespace drape::sim {

namespace {

/// The two sides while a joint is solved.
struct Sides
{
    double inv_a, inv_b;
    glm::dvec3& pa;
    glm::dvec3& pb;
};

void move(const Sides& sides, const glm::dvec3& on_a, const glm::dvec3& on_b)
{
    if (sides.inv_a != 0.0)
        sides.pa = on_a;
    if (sides.inv_b != 0.0)
        sides.pb = on_b;
}

void solve_coincide(const JointSystem& joint, const Sides& s)
{
    const double w = joint.stiffness / (s.inv_a + s.inv_b);
    const double wa = w * s.inv_a, wb = w * s.inv_b;
    const glm::dvec3 e = (s.pa + joint.anchor) - (s.pb + glm::dvec3(0.0));
    move(s, s.pa - e * wa, s.pb + e * wb);
}

void solve_slide(const JointSystem& joint, const glm::dvec3& u, const Sides& s)
{
    const double w = joint.stiffness / (s.inv_a + s.inv_b);
    const double wa = w * s.inv_a, wb = w * s.inv_b;
    const glm::dvec3 d = s.pb - s.pa;
    double along = dot3(d, u);
    if (joint.limit) {
        const double m = along < joint.limit->y ? along : joint.limit->y;
        along = m > joint.limit->x ? m : joint.limit->x;
    }
    const glm::dvec3 f = d - u * along;
    move(s, s.pa + f * wa, s.pb - f * wb);
}

} // namespace

JointLaw law_of(JointType type)
{
    switch (type) {
    case JointType::Distance:
    case JointType::Spring:
        return JointLaw::Distance;
    case JointType::Prismatic:
    case JointType::Slider:
        return JointLaw::Slide;
    case JointType::Weld:
    case JointType::Fixed:
    case JointType::Hinge:
    case JointType::Revolute:
    case JointType::Ball:
    case JointType::Spherical:
        break;
    }
    return JointLaw::Coincide;
}

double damping_of(const JointSystem& joint)
{
    return joint.damping.value_or(joint.type == JointType::Spring ? 0.5 : 0.0);
}

glm::dvec3 unit_axis(const JointSystem& joint)
{
    const double length = std::sqrt(dot3(joint.axis, joint.axis));
    return length < 1e-12 ? glm::dvec3(0.0, 0.0, 1.0) : joint.axis / length;
}

void solve_joint(const JointSystem& joint, const SystemRefs& refs, World& world)
{
    DRAPE_ASSERT(refs.a < world.entity_count() && refs.b < world.entity_count() && refs.a != refs.b);
    const Sides sides{world.inverse_mass[refs.a], world.inverse_mass[refs.b], world.state.position[refs.a],
                      world.state.position[refs.b]};
    if (sides.inv_a + sides.inv_b == 0.0)
        return;
    const JointLaw law = law_of(joint.type);
    const SpringTerms spring{joint.length, joint.stiffness, damping_of(joint)};
    const glm::dvec3 axis = unit_axis(joint);
    for (int iteration = 0; iteration < joint.iterations; ++iteration) {
        if (law == JointLaw::Distance)
            relax_pair(spring, sides.inv_a, sides.inv_b, world.state.velocity[refs.a],
                       world.state.velocity[refs.b], sides.pa, sides.pb);
        else if (law == JointLaw::Coincide)
            solve_coincide(joint, sides);
        else
            solve_slide(joint, axis, sides);
    }
}

} // namespace drape::sim
