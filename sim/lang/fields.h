// One table of the fields of every block: name, unit, range, meaning. The reader, the writer, the edits
// and the panels all go through it, so that none of them can know a field that another does not.
#pragma once

#include "sim/lang/field_info.h"
#include "sim/lang/scene_desc.h"
#include "sim/tissue/fixed_point.h"

#include <string>
#include <string_view>
#include <vector>

namespace drape::sim {

// visit_fields(block, visit) calls visit(FieldInfo, value&) for each field in canonical order.

template<class Visit>
void visit_fields(LookDesc& look, Visit&& visit)
{
    using namespace field;
    visit(number("shape", "", "How it is drawn: point, sphere, box or capsule"), look.shape);
    visit(above(0, number("size", "m", "Radius")), look.size);
    visit(above(0, number("box", "m", "Edge lengths of the box")), look.box_size);
    visit(number("color", "", "0xRRGGBB"), look.color);
    visit(at_most(1, at_least(0, number("opacity", "", "0 clear to 1 solid"))), look.opacity);
    visit(at_least(0, number("glow", "", "Emissive intensity")), look.glow);
    visit(number("label", "", "Whether the name may be shown"), look.label);
}

template<class Visit>
void visit_fields(EntityDesc& entity, Visit&& visit)
{
    using namespace field;
    visit(number("position", "m", "Where it starts"), entity.position);
    visit(number("velocity", "m/s", "How it starts to move"), entity.velocity);
    visit(above(0, number("mass", "kg", "Mass")), entity.mass);
    visit(number("dynamic", "", "false: it is never moved"), entity.dynamic);
    visit_fields(entity.look, visit);
}

template<class Visit>
void visit_fields(SoftDesc& soft, Visit&& visit)
{
    using namespace field;
    visit(at_least(1, number("nx", "", "Particles along x")), soft.nx);
    visit(at_least(1, number("ny", "", "Particles along y")), soft.ny);
    visit(at_least(1, number("nz", "", "Particles along z")), soft.nz);
    visit(above(0, number("spacing", "m", "Distance of neighbours")), soft.spacing);
    visit(number("origin", "m", "Where particle 0 starts"), soft.origin);
    visit(above(0, number("mass", "kg", "Mass of each particle")), soft.mass);
    visit_fields(soft.look, visit);
}

template<class Visit>
void visit_fields(TissueDesc& tissue, Visit&& visit)
{
    using namespace field;
    tissue::CageSpec& s = tissue.shape;
    visit(required(number("cage", "", "dome, pad, limb, slab, or the file of a mesh in quotes")),
          tissue.cage);
    visit(required(number("profile", "", "What it is made of: a file, or the name of a shipped profile")),
          tissue.profile);
    visit(number("origin", "m", "Where the body's frame stands"), tissue.origin);
    visit(at_most(64, at_least(2, number("cells", "", "Cells along the width"))), s.cells);
    const auto size = [](std::string_view name, std::string_view help) {
        return at_most(1e6, above(0, number(name, "cmm", help)));
    };
    visit(size("width", "Along x: of the base, or of the limb"), s.width);
    visit(size("height", "Along y: of the base, or of the limb"), s.height);
    visit(size("depth", "Thickness at the fullest place"), s.depth);
    visit(size("lip", "Thickness at the border"), s.lip);
    visit(at_most(1, at_least(0, number("taper", "", "0 full to the border, 1 pointed"))), s.taper);
    visit(at_most(1, at_least(0, number("droop", "", "How far the fullest place lies below the middle"))),
          s.droop);
    visit(at_most(1, at_least(0, number("hold", "", "Size of the part of the base that never glides"))),
          s.hold);
    visit(at_most(1e7,
                  at_least(0, number("wall_radius", "cmm", "Of the wall's curve or the bone; 0 is flat"))),
          s.wall_radius);
    visit(number("facing", "", "Which way the tissue lies from its wall: anterior or posterior"), s.facing);
    visit(number("unit", "", "Of the mesh's lengths: m, cm, mm or cmm"), tissue.unit);
    visit(number("layers", "", "Where layers come from: depth, or group (names of the mesh)"),
          tissue.layers);
    visit(number("attach_group", "", "Group of the mesh that is attached"), tissue.attach_group);
    visit(number("attach_low", "", "Low corner of the attached box, as shares of the mesh's extent"),
          tissue.attach_low);
    visit(number("attach_high", "", "High corner of the attached box"), tissue.attach_high);
    visit(at_most(tissue::kMaxFractionBits,
                  at_least(0, number("fraction_bits", "", "Positions are counts of 2^-this cmm"))),
          s.fraction_bits);
    visit(number("color", "", "Of the skin, 0xRRGGBB"), tissue.color);
}

template<class Visit>
void visit_fields(ProbeDesc& probe, Visit&& visit)
{
    using namespace field;
    visit(required(number("a", "m", "One end of its axis")), probe.a);
    visit(required(number("b", "m", "Other end; the same as a for a sphere")), probe.b);
    visit(slider(0.01, 1.0, at_most(1e6, above(0, number("radius", "m", "Radius")))), probe.radius);
    visit(slider(0.1, 20.0, above(0, number("speed", "m/s", "How fast it follows the hand at most"))),
          probe.speed);
    visit(number("color", "", "0xRRGGBB"), probe.color);
}

template<class Visit>
void visit_fields(GravitySystem& s, Visit&& visit)
{
    using namespace field;
    visit(written_if(s.vertical_form, number("gravity_y", "m/s^2", "Acceleration along y")),
          s.acceleration.y);
    visit(written_if(!s.vertical_form,
                     number("acceleration", "m/s^2", "Acceleration; an axis of 0 is skipped")),
          s.acceleration);
    visit(time_step(), s.dt);
}
template<class Visit>
void visit_fields(IntegrateSystem& s, Visit&& visit)
{
    visit(field::time_step(), s.dt);
}
template<class Visit>
void visit_fields(DampingSystem& s, Visit&& visit)
{
    using namespace field;
    visit(slider(0.9, 1.0, required(number("factor", "", "Velocities are multiplied by it each step"))),
          s.factor);
}
template<class Visit>
void visit_fields(ForceSystem& s, Visit&& visit)
{
    using namespace field;
    visit(slider(-20, 20, required(number("ax", "m/s^2", "Acceleration along x"))), s.ax);
    visit(slider(-20, 20, required(number("ay", "m/s^2", "Acceleration along y"))), s.ay);
    visit(slider(-20, 20, required(number("az", "m/s^2", "Acceleration along z"))), s.az);
    visit(time_step(), s.dt);
}
template<class Visit>
void visit_fields(WallSystem& s, Visit&& visit)
{
    using namespace field;
    visit(required(at_least(0, number("x", "m", "Walls at +x and -x"))), s.x);
    visit(required(at_least(0, number("z", "m", "Walls at +z and -z"))), s.z);
    visit(number("y_min", "m", "Floor"), s.y_min);
    visit(slider(0, 1, at_least(0, number("restitution", "", "Share of the speed kept by a bounce"))),
          s.restitution);
}
template<class Visit>
void visit_fields(GroundContactSystem& s, Visit&& visit)
{
    using namespace field;
    visit(slider(0, 1,
                 required(at_least(0, number("restitution", "", "Share of the speed kept by a bounce")))),
          s.restitution);
}
template<class Visit>
void visit_fields(SoftSystem& s, Visit&& visit)
{
    using namespace field;
    visit(required(refers_to(RefKind::Body, number("body", "", "The soft body"))), s.body);
    visit(slider(0, 1,
                 at_least(0, number("stiffness", "", "Share of a spring's error that one visit corrects"))),
          s.stiffness);
    visit(slider(0, 1, at_least(0, number("damping", "s", "Correction for the speed along a spring"))),
          s.damping);
    visit(field::iterations(), s.iterations);
    visit(number("sweep", "", "particle: the RFC's order; body: each iteration passes over the whole body"),
          s.sweep);
}
template<class Visit>
void visit_fields(JointSystem& s, Visit&& visit)
{
    using namespace field;
    visit(required(refers_to(RefKind::Entity, number("on", "", "First side"))), s.on);
    visit(required(refers_to(RefKind::Entity, number("other", "", "Second side"))), s.other);
    visit(number("type", "", "Kind of joint"), s.type);
    visit(slider(0, 4, at_least(0, number("length", "m", "Distance that it keeps"))), s.length);
    visit(slider(0, 1, at_least(0, number("stiffness", "", "Share of the error that one visit corrects"))),
          s.stiffness);
    visit(slider(0, 1, at_least(0, number("damping", "s", "Correction for the speed along the joint"))),
          s.damping);
    visit(number("axis", "", "Direction of a prismatic joint"), s.axis);
    visit(number("anchor", "m", "Point held on the first side"), s.anchor);
    visit(number("limit", "m", "Lowest and highest place along the axis"), s.limit);
    visit(field::iterations(), s.iterations);
}
template<class Visit>
void visit_fields(UpdateVelocitySystem& s, Visit&& visit)
{
    visit(field::time_step(), s.dt);
}
template<class Visit>
void visit_fields(ContactSystem& s, Visit&& visit)
{
    using namespace field;
    visit(required(refers_to(RefKind::Probe, number("probe", "", "The probe"))), s.probe);
    visit(required(refers_to(RefKind::Touched, number("body", "", "The soft body or tissue it touches"))),
          s.body);
    visit(slider(0, 2, at_least(0, number("friction", "", "Coulomb coefficient"))), s.friction);
}

template<class Visit>
void visit_fields(TissueSystem& s, Visit&& visit)
{
    using namespace field;
    visit(required(refers_to(RefKind::Tissue, number("body", "", "The tissue"))), s.body);
    visit(at_most(20000, at_least(100, number("dt_us", "us", "Time that one substep takes"))), s.dt_us);
    visit(at_most(256, at_least(1, number("substeps", "", "Substeps in one step"))), s.substeps);
    visit(field::iterations(), s.iterations);
    visit(at_most(100, at_least(-100, number("gravity", "g", "Standing (0, -1, 0), supine (0, 0, -1)"))),
          s.gravity);
}

// Names of the systems and of the words that fields take.

constexpr std::string_view kind_name(const GravitySystem&)
{
    return "gravity";
}
constexpr std::string_view kind_name(const IntegrateSystem&)
{
    return "integrate";
}
constexpr std::string_view kind_name(const DampingSystem&)
{
    return "damping";
}
constexpr std::string_view kind_name(const ForceSystem&)
{
    return "force";
}
constexpr std::string_view kind_name(const WallSystem&)
{
    return "wall";
}
constexpr std::string_view kind_name(const GroundContactSystem&)
{
    return "ground_contact";
}
constexpr std::string_view kind_name(const SoftSystem&)
{
    return "soft";
}
constexpr std::string_view kind_name(const JointSystem&)
{
    return "joint";
}
constexpr std::string_view kind_name(const UpdateVelocitySystem&)
{
    return "update_velocity";
}
constexpr std::string_view kind_name(const ContactSystem&)
{
    return "contact";
}
constexpr std::string_view kind_name(const TissueSystem&)
{
    return "tissue";
}

/// The keyword of a system: "gravity", "soft", ...
std::string_view kind_name(const SystemDesc& system);

/// A word of the language and what it stands for.
template<class T>
struct Word
{
    std::string_view text;
    T value;
};

template<class T>
const std::vector<Word<T>>& words();
template<>
const std::vector<Word<Shape>>& words<Shape>();
template<>
const std::vector<Word<SweepOrder>>& words<SweepOrder>();
template<>
const std::vector<Word<JointType>>& words<JointType>();
template<>
const std::vector<Word<tissue::CageShape>>& words<tissue::CageShape>();
template<>
const std::vector<Word<tissue::Facing>>& words<tissue::Facing>();
template<>
const std::vector<Word<LengthUnit>>& words<LengthUnit>();
template<>
const std::vector<Word<LayerSource>>& words<LayerSource>();

/// How `value` is written.
template<class T>
std::string_view word_of(T value)
{
    for (const Word<T>& word : words<T>())
        if (word.value == value)
            return word.text;
    return "?";
}

/// Every system kind of Drape, default-made, in the order of the documentation.
const std::vector<SystemDesc>& system_prototypes();

} // namespace drape::sim
