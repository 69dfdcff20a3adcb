#include "tests/sim/random_scene.h"

#include "sim/tissue/profile.h"

#include <algorithm>

namespace drape::test {

namespace {

using sim::JointType;
using sim::SweepOrder;

glm::dvec3 random_point(Random& random, double reach)
{
    const double x = random.between(-reach, reach), y = random.between(-reach, reach);
    return {x, y, random.between(-reach, reach)};
}

void add_entities(Random& random, sim::SceneDesc& scene)
{
    const int count = random.integer(1, 4);
    for (int i = 0; i < count; ++i) {
        sim::EntityDesc entity;
        entity.name = "e" + std::to_string(i);
        entity.position = random_point(random, 1.0) + glm::dvec3(0.0, 1.5, 0.0);
        entity.velocity = random_point(random, 2.0);
        entity.mass = random.between(0.2, 4.0);
        entity.dynamic = random.chance(0.6);
        scene.entities.push_back(entity);
    }
}

void add_softs(Random& random, sim::SceneDesc& scene)
{
    const int count = random.integer(1, 3);
    for (int i = 0; i < count; ++i) {
        sim::SoftDesc soft;
        soft.name = "b" + std::to_string(i);
        soft.nx = random.integer(1, 6);
        soft.ny = random.integer(1, 6);
        soft.nz = random.chance(0.5) ? 1 : random.integer(2, 3);
        soft.spacing = random.between(0.1, 0.4);
        soft.origin = random_point(random, 0.5) + glm::dvec3(0.0, 1.0, 0.0);
        soft.mass = random.between(0.05, 2.0);
        soft.look.size = soft.spacing * 0.2;
        scene.softs.push_back(soft);
    }
}

void add_probes(Random& random, sim::SceneDesc& scene)
{
    const int count = random.integer(0, 2);
    for (int i = 0; i < count; ++i) {
        sim::ProbeDesc probe;
        probe.name = "p" + std::to_string(i);
        probe.a = scene.softs[0].origin + random_point(random, 0.8);
        probe.b = random.chance(0.3) ? probe.a : probe.a + random_point(random, 0.5);
        probe.radius = random.between(0.08, 0.3);
        probe.speed = random.between(1.0, 10.0);
        scene.probes.push_back(probe);
    }
}

sim::NameRef random_side(Random& random, const sim::SceneDesc& scene)
{
    if (random.chance(0.5))
        return {scene.entities[random.below(scene.entities.size())].name, {}};
    const sim::SoftDesc& soft = scene.softs[random.below(scene.softs.size())];
    return {soft.name + "#" + std::to_string(random.integer(0, soft.nx * soft.ny * soft.nz - 1)), {}};
}

void add_joint(Random& random, sim::SceneDesc& scene)
{
    sim::JointSystem joint;
    joint.on = random_side(random, scene);
    joint.other = random_side(random, scene);
    if (joint.on == joint.other)
        return;
    joint.type = static_cast<JointType>(random.below(10));
    joint.length = random.between(0.0, 1.0);
    joint.stiffness = random.between(0.2, 1.0);
    if (random.chance(0.3))
        joint.damping = random.between(0.0, 0.02);
    if (random.chance(0.7))
        joint.axis = random.chance(0.2) ? glm::dvec3(0.0) : random_point(random, 1.0);
    if (random.chance(0.3))
        joint.anchor = random_point(random, 0.3);
    if (random.chance(0.4))
        joint.limit = glm::dvec2{random.between(-0.5, 0.0), random.between(0.0, 0.5)};
    joint.iterations = random.integer(1, 6);
    scene.systems.push_back(joint);
}

void add_contacts(Random& random, sim::SceneDesc& scene)
{
    for (const sim::ProbeDesc& probe : scene.probes)
        for (const sim::SoftDesc& soft : scene.softs) {
            sim::ContactSystem contact;
            contact.probe.text = probe.name;
            contact.body.text = soft.name;
            contact.friction = random.chance(0.5) ? 0.0 : random.between(0.0, 1.0);
            scene.systems.push_back(contact);
        }
}

void add_forces(Random& random, double dt, sim::SceneDesc& scene)
{
    sim::GravitySystem gravity;
    gravity.vertical_form = random.chance(0.5);
    gravity.acceleration = gravity.vertical_form ? glm::dvec3(0.0, -9.81, 0.0) : random_point(random, 9.81);
    if (!gravity.vertical_form && random.chance(0.5))
        gravity.acceleration.z = 0.0;
    gravity.dt = dt;
    scene.systems.push_back(gravity);
    if (random.chance(0.3))
        scene.systems.push_back(
            sim::ForceSystem{{}, random.between(-3.0, 3.0), 0.0, random.between(-3.0, 3.0), dt});
    if (random.chance(0.4))
        scene.systems.push_back(sim::DampingSystem{{}, random.between(0.9, 1.0)});
}

} // namespace

sim::SceneDesc random_scene(std::uint64_t seed)
{
    Random random(seed);
    sim::SceneDesc scene;
    add_entities(random, scene);
    add_softs(random, scene);
    add_probes(random, scene);

    const double dt = random.between(0.002, 0.016);
    add_forces(random, dt, scene);
    scene.systems.push_back(sim::IntegrateSystem{{}, dt});
    for (const sim::SoftDesc& soft : scene.softs) {
        sim::SoftSystem system;
        system.body.text = soft.name;
        system.stiffness = random.between(0.2, 1.0);
        system.damping = random.chance(0.5) ? 0.0 : random.between(0.0, 0.02);
        system.iterations = random.integer(1, 5);
        system.sweep = random.chance(0.5) ? SweepOrder::Particle : SweepOrder::Body;
        scene.systems.push_back(system);
    }
    const int joints = random.integer(0, 5);
    for (int i = 0; i < joints; ++i)
        add_joint(random, scene);
    add_contacts(random, scene);
    if (random.chance(0.4)) {
        sim::WallSystem wall{
            {}, random.between(0.3, 1.0), random.between(0.3, 1.0), std::nullopt, random.unit()};
        if (random.chance(0.5))
            wall.y_min = random.between(-1.0, 0.5);
        scene.systems.push_back(wall);
    }
    if (random.chance(0.4))
        scene.systems.push_back(sim::GroundContactSystem{{}, random.unit()});
    if (random.chance(0.6))
        scene.systems.push_back(sim::UpdateVelocitySystem{{}, dt});
    return scene;
}

sim::Edit random_edit(Random& random, const sim::World& world)
{
    const std::uint32_t entity = random.below(world.entity_count());
    const glm::dvec3 place = world.state.position[entity] + random_point(random, 0.2);
    if (!world.scene.probes.empty() && random.chance(0.5)) {
        const glm::dvec3 end = random.chance(0.3) ? place : place + random_point(random, 0.5);
        return sim::MoveProbe{random.below(world.scene.probes.size()), place, end};
    }
    if (random.chance(0.3))
        return sim::SetGravity{random_point(random, 10.0)};
    if (world.dynamic[entity] != 0 && random.chance(0.6))
        return sim::Grab{entity, place};
    return sim::Release{};
}

namespace {

using sim::tissue::CageShape;
using sim::tissue::CageSpec;
using sim::tissue::Profile;

/// Rows that a body can run with: no compliance beyond tissue's, so that nothing leaves the numbers.
Profile mild_profile(Random& random, const std::string& name)
{
    Profile profile;
    profile.name = name;
    profile.damping_q12 = random.between(0.0, 8192.0);
    const int layers = random.integer(1, 3);
    for (int i = 0; i < layers; ++i) {
        sim::tissue::LayerRow& row = profile.layers.emplace_back();
        row.name = "layer " + std::to_string(i);
        row.outer_q12 = i + 1 == layers ? sim::tissue::kQ12 : sim::tissue::kQ12 * (i + 1) / layers;
        row.compliance_q20 = random.between(2.0, 100.0);
        row.volume_compliance_q20 = random.between(0.5, 5.0);
        row.density_q12 = random.between(3500.0, 5000.0);
        row.damping_q12 = random.between(0.0, 16384.0);
    }
    if (random.chance(0.5))
        profile.skin = sim::tissue::SkinRow{random.between(50.0, 300.0), random.between(2.0, 100.0)};
    if (random.chance(0.5))
        profile.ligament =
            sim::tissue::LigamentRow{random.between(0.2, 10.0), random.between(4096.0, 4800.0), 40.0};
    if (random.chance(0.5))
        profile.glide = sim::tissue::GlideRow{random.between(10.0, 1000.0), random.between(100.0, 3000.0)};
    return profile;
}

sim::TissueDesc random_tissue(Random& random, int number)
{
    sim::TissueDesc tissue;
    tissue.name = "t" + std::to_string(number);
    tissue.profile = "profile " + std::to_string(number);
    tissue.origin = random_point(random, 0.3);
    const CageShape shape = static_cast<CageShape>(random.below(4));
    tissue.cage.shape = shape;
    CageSpec& spec = tissue.shape;
    spec.cells = random.integer(4, 6);
    spec.width = random.between(8000.0, 14000.0);
    spec.height = random.between(8000.0, 14000.0);
    spec.depth = random.between(3000.0, 5000.0);
    spec.lip = random.between(800.0, 2000.0);
    spec.taper = random.unit();
    spec.droop = random.between(0.0, 0.3);
    spec.wall_radius = shape == CageShape::Limb ? random.between(1000.0, 2000.0)
                       : random.chance(0.3)     ? 0.0
                                                : random.between(9000.0, 14000.0);
    spec.facing = random.chance(0.5) ? sim::tissue::Facing::Anterior : sim::tissue::Facing::Posterior;
    spec.fraction_bits = random.integer(4, 12);
    return tissue;
}

} // namespace

TissueScene random_tissue_scene(std::uint64_t seed)
{
    TissueScene made;
    made.scene = random_scene(seed);
    Random random(seed ^ 0x7155'0E5U);
    const int count = random.integer(1, 2);
    for (int i = 0; i < count; ++i) {
        const sim::TissueDesc tissue = random_tissue(random, i);
        made.scene.tissues.push_back(tissue);
        made.files[tissue.profile] =
            sim::tissue::write_profile(mild_profile(random, "P" + std::to_string(i)), "");
        sim::TissueSystem system;
        system.body.text = tissue.name;
        system.dt_us = random.integer(300, 2000);
        system.substeps = random.integer(1, 4);
        system.iterations = random.integer(1, 3);
        system.gravity = random_point(random, 1.5);
        made.scene.systems.push_back(system);
    }
    sim::ProbeDesc probe;
    probe.name = "finger";
    probe.a = made.scene.tissues[0].origin + glm::dvec3(0.0, 0.0, 0.1);
    probe.b = probe.a + random_point(random, 0.03);
    probe.radius = random.between(0.006, 0.02);
    made.scene.probes.push_back(probe);
    for (const sim::TissueDesc& tissue : made.scene.tissues) {
        sim::ContactSystem contact;
        contact.probe.text = probe.name;
        contact.body.text = tissue.name;
        contact.friction = random.chance(0.5) ? 0.0 : random.between(0.0, 1.0);
        made.scene.systems.push_back(contact);
    }
    return made;
}

sim::Edit random_tissue_edit(Random& random, const sim::World& world)
{
    const std::uint32_t which = random.below(world.tissues.size());
    const sim::TissueBody& body = *world.tissues[which];
    const Profile& profile = world.profiles[which];
    const std::uint32_t particle = body.first + random.below(body.count());
    const glm::dvec3 place = body.origin + random_point(random, 0.06);
    switch (random.below(6)) {
    case 0:
        return sim::SetRowValue{which,
                                {"layer:" + profile.layers[random.below(profile.layers.size())].name,
                                 random.chance(0.5) ? "compliance_q20" : "damping_q12"},
                                random.between(2.0, 200.0)};
    case 1:
        return sim::SetProfile{which, mild_profile(random, "another")};
    case 2:
        return sim::SetGravity{random_point(random, 15.0)};
    case 3:
        if (sim::is_movable(world, particle))
            return sim::Grab{particle, place};
        return sim::Release{};
    default: {
        const auto finger = static_cast<std::uint32_t>(world.scene.probes.size() - 1);
        return sim::MoveProbe{finger, place, place + random_point(random, 0.03)};
    }
    }
}

} // namespace drape::test
