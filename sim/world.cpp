#include "sim/world.h"

#include "sim/check.h"
#include "sim/lang/fields.h"
#include "sim/lattice/pair.h"
#include "sim/tissue/mesh_io.h"
#include "sim/tissue_world.h"

#include <algorithm>
#include <array>
#include <map>
#include <new>
#include <string_view>
#include <type_traits>

namespace drape::sim {

namespace {

constexpr double kDefaultEntityRadius = 0.1;    // m
constexpr double kDefaultParticleRadius = 0.16; // of the spacing

// Okabe and Ito's palette, lightened for a dark ground: told apart by every kind of colour vision.
constexpr std::array<std::uint32_t, 6> kBodyColors = {0x5AB4E5, 0xE69F4C, 0x4FC3A1,
                                                      0xE58FB9, 0xE8D45C, 0x9FA8F0};
constexpr std::uint32_t kStaticColor = 0x9AA3AE;

void add_entity(World& world, const EntityDesc& entity)
{
    world.mass.push_back(entity.mass);
    world.dynamic.push_back(entity.dynamic ? 1 : 0);
    world.inverse_mass.push_back(inverse_mass(entity.mass, entity.dynamic));
    world.radius.push_back(entity.look.size.value_or(kDefaultEntityRadius));
}

void add_soft(World& world, const SoftDesc& soft)
{
    SoftBody body;
    body.name = soft.name;
    body.first = world.entity_count();
    body.grid = grid_of(soft);
    body.spacing = soft.spacing;
    body.springs = std::make_shared<SpringList>(build_springs(body.grid, soft.spacing));

    const std::size_t total = world.mass.size() + body.grid.count();
    world.mass.resize(total, soft.mass);
    world.dynamic.resize(total, 1);
    world.inverse_mass.resize(total, inverse_mass(soft.mass, true));
    world.radius.resize(total, soft.look.size.value_or(kDefaultParticleRadius * soft.spacing));
    world.bodies.push_back(std::move(body));
}

/// Indices by name. A name stands for one thing only, so that one map serves entities, bodies and probes.
using Names = std::map<std::string_view, std::uint32_t>;

Names index_names(const SceneDesc& scene)
{
    Names names;
    const auto add = [&](const auto& blocks) {
        for (std::uint32_t i = 0; i < blocks.size(); ++i)
            names.emplace(blocks[i].name, i);
    };
    add(scene.entities);
    add(scene.softs);
    add(scene.tissues);
    add(scene.probes);
    return names;
}

std::uint32_t find_name(const Names& names, std::string_view name)
{
    const auto found = names.find(name);
    DRAPE_ASSERT(found != names.end()); // the reader resolved every name
    return found->second;
}

std::uint32_t find_entity(const World& world, const Names& names, const std::string& name)
{
    const std::size_t hash = name.find('#');
    if (hash == std::string::npos)
        return find_name(names, name);
    const SoftBody& body = world.bodies[find_name(names, std::string_view(name).substr(0, hash))];
    const auto particle = static_cast<std::uint32_t>(std::stoul(name.substr(hash + 1)));
    DRAPE_ASSERT(particle < body.grid.count());
    return body.first + particle;
}

bool is_tissue_name(const SceneDesc& scene, const std::string& name)
{
    return std::any_of(scene.tissues.begin(), scene.tissues.end(),
                       [&](const TissueDesc& tissue) { return tissue.name == name; });
}

SystemRefs resolve(const World& world, const Names& names, const SystemDesc& system)
{
    SystemRefs refs;
    if (const auto* soft = std::get_if<SoftSystem>(&system)) {
        refs.body = find_name(names, soft->body.text);
    } else if (const auto* contact = std::get_if<ContactSystem>(&system)) {
        refs.body = find_name(names, contact->body.text);
        refs.is_tissue = is_tissue_name(world.scene, contact->body.text);
        refs.probe = find_name(names, contact->probe.text);
    } else if (const auto* tissue = std::get_if<TissueSystem>(&system)) {
        refs.body = find_name(names, tissue->body.text);
        refs.is_tissue = true;
    } else if (const auto* joint = std::get_if<JointSystem>(&system)) {
        refs.a = find_entity(world, names, joint->on.text);
        refs.b = find_entity(world, names, joint->other.text);
        DRAPE_ASSERT(refs.a != refs.b);
        // A joint's first side moves if any does; the anchor belongs to the first side after the swap.
        if (world.dynamic[refs.a] == 0 && world.dynamic[refs.b] != 0)
            std::swap(refs.a, refs.b);
    }
    return refs;
}

Look look_of(const LookDesc& desc, std::uint32_t default_color, double radius)
{
    Look look;
    look.shape = desc.shape.value_or(Shape::Sphere);
    look.radius = static_cast<float>(radius);
    look.box_size = glm::vec3(desc.box_size.value_or(glm::dvec3(2.0 * radius)));
    look.color = desc.color.value_or(default_color);
    look.opacity = static_cast<float>(desc.opacity);
    look.glow = static_cast<float>(desc.glow);
    look.label = desc.label;
    return look;
}

void add_bonds(const World& world, SnapshotTopology& topology)
{
    for (const SoftBody& body : world.bodies)
        topology.bonds.add_springs(body.first, body.springs);
    for (std::size_t i = 0; i < world.scene.systems.size(); ++i)
        if (const auto* joint = std::get_if<JointSystem>(&world.scene.systems[i]))
            topology.bonds.push_back(
                {world.refs[i].a, world.refs[i].b, BondKind::Joint, static_cast<float>(joint->length)});
}

std::shared_ptr<const SnapshotTopology> build_topology(const World& world, const std::string& title)
{
    auto topology = std::make_shared<SnapshotTopology>();
    topology->title = world.scene.title.value_or(title);
    topology->dynamic = world.dynamic;
    std::size_t color = 0;
    for (const EntityDesc& entity : world.scene.entities) {
        topology->names.push_back(entity.name);
        const std::uint32_t own = entity.dynamic ? kBodyColors[1] : kStaticColor;
        topology->looks.push_back(look_of(entity.look, own, world.radius[topology->looks.size()]));
    }
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        const SoftBody& body = world.bodies[i];
        topology->bodies.push_back({body.name, body.first, body.grid.nx, body.grid.ny, body.grid.nz});
        const Look look = look_of(world.scene.softs[i].look, kBodyColors[color++ % kBodyColors.size()],
                                  world.radius[body.first]);
        topology->names.add_particles(body.name, body.grid.count());
        topology->looks.append(look, body.grid.count());
    }
    add_bonds(world, *topology);
    add_tissue_topology(world, *topology);
    for (const SystemDesc& system : world.scene.systems)
        topology->has_ground = topology->has_ground || std::holds_alternative<GroundContactSystem>(system);
    return topology;
}

/// Whether a probe may push particles of soft bodies.
bool has_lattice_contact(const World& world)
{
    for (std::size_t i = 0; i < world.refs.size(); ++i)
        if (std::holds_alternative<ContactSystem>(world.scene.systems[i]) && !world.refs[i].is_tissue)
            return true;
    return false;
}

} // namespace

Result<World> build_world(const SceneDesc& scene, const std::string& title, const SceneFiles& files)
try {
    World world;
    world.scene = scene;
    for (const EntityDesc& entity : scene.entities)
        add_entity(world, entity);
    for (const SoftDesc& soft : scene.softs)
        add_soft(world, soft);
    if (const Status status = add_tissues(files, world); !status)
        return status.error();
    for (const ProbeDesc& probe : scene.probes)
        world.home_probes.push_back({probe.a, probe.b, probe.a, probe.b});
    world.tissue_work.resize(scene.tissues.size());
    const Names names = index_names(scene);
    for (const SystemDesc& system : scene.systems)
        world.refs.push_back(resolve(world, names, system));
    world.dt = time_step(scene);
    world.topology = build_topology(world, title);
    reset_state(world);
    return world;
} catch (const std::bad_alloc&) {
    return Error{ErrorKind::Unreadable, "this scene needs more memory than there is"};
}

std::uint32_t World::particle_count() const
{
    return tissues.empty() ? entity_count() : tissues.back()->first + tissues.back()->count();
}

std::vector<NeededFile> needed_files(const SceneDesc& scene)
{
    std::vector<NeededFile> files;
    const auto add = [&](NeededFile::Kind kind, const std::string& name, SourceLocation where) {
        const bool is_known = std::any_of(files.begin(), files.end(),
                                          [&](const NeededFile& file) { return file.name == name; });
        if (!name.empty() && !is_known)
            files.push_back({kind, name, where});
    };
    for (const TissueDesc& tissue : scene.tissues) {
        add(NeededFile::Kind::Profile, tissue.profile, tissue.where);
        add(NeededFile::Kind::Mesh, tissue.cage.file, tissue.where);
        add(NeededFile::Kind::Mesh, tissue::companion_file(tissue.cage.file), tissue.where);
    }
    return files;
}

std::optional<std::size_t> tissue_of(const World& world, std::uint32_t particle)
{
    for (std::size_t i = 0; i < world.tissues.size(); ++i)
        if (particle >= world.tissues[i]->first &&
            particle - world.tissues[i]->first < world.tissues[i]->count())
            return i;
    return std::nullopt;
}

bool is_movable(const World& world, std::uint32_t particle)
{
    return particle < world.particle_count() && world.topology->dynamic[particle] != 0;
}

std::string entity_name(const World& world, std::uint32_t entity)
{
    DRAPE_ASSERT(entity < world.particle_count());
    return world.topology->names[entity];
}

std::string system_title(const World& world, std::size_t system)
{
    DRAPE_ASSERT(system < world.scene.systems.size());
    const SystemDesc& desc = world.scene.systems[system];
    std::string title(kind_name(desc));
    if (const auto* soft = std::get_if<SoftSystem>(&desc))
        title += " (" + soft->body.text + ")";
    else if (const auto* tissue = std::get_if<TissueSystem>(&desc))
        title += " (" + tissue->body.text + ")";
    else if (const auto* joint = std::get_if<JointSystem>(&desc))
        title += " (" + joint->on.text + ", " + joint->other.text + ")";
    else if (const auto* contact = std::get_if<ContactSystem>(&desc))
        title += " (" + contact->probe.text + ", " + contact->body.text + ")";
    return title;
}

State start_state(const World& world)
{
    State state;
    state.position.reserve(world.entity_count());
    for (const EntityDesc& entity : world.scene.entities) {
        state.position.push_back(entity.position);
        state.velocity.push_back(entity.velocity);
    }
    for (const SoftDesc& soft : world.scene.softs) {
        const Grid grid = grid_of(soft);
        for (std::uint32_t k = 0; k < grid.nz; ++k)
            for (std::uint32_t j = 0; j < grid.ny; ++j)
                for (std::uint32_t i = 0; i < grid.nx; ++i)
                    state.position.push_back(start_position(soft, i, j, k));
    }
    state.velocity.resize(world.entity_count(), glm::dvec3(0.0));
    for (std::size_t i = 0; i < world.tissues.size(); ++i)
        state.tissues.push_back(tissue_at_rest(*world.tissues[i]));
    state.probes = world.home_probes;
    state.touches.resize(world.home_probes.size());
    return state;
}

void reset_state(World& world)
{
    world.state = start_state(world);
    world.step = 0;
    world.step_start = world.state.position;
    world.start_velocity = world.state.velocity;
    world.start_probes = world.state.probes;
    world.push.assign(has_lattice_contact(world) ? world.entity_count() : 0, glm::dvec3(0.0));
    world.probe_reports.assign(world.state.probes.size(), {});
    world.tissue_reports.assign(world.tissues.size(), {});
    world.start_tissues = world.state.tissues;
    world.start_touches = world.state.touches;
}

Checkpoint make_checkpoint(const World& world)
{
    return {world.state, world.step, world.tick, world.scene.systems, world.scene.probes, world.profiles};
}

void restore_checkpoint(const Checkpoint& checkpoint, World& world)
{
    DRAPE_ASSERT(checkpoint.state.position.size() == world.entity_count());
    DRAPE_ASSERT(checkpoint.systems.size() == world.scene.systems.size());
    world.state = checkpoint.state;
    world.step = checkpoint.step;
    world.tick = checkpoint.tick;
    world.scene.systems = checkpoint.systems;
    world.scene.probes = checkpoint.probes;
    world.probe_reports.assign(world.state.probes.size(), {});
    if (world.profiles != checkpoint.profiles) {
        world.profiles = checkpoint.profiles;
        for (std::size_t i = 0; i < world.tissues.size(); ++i) {
            const Status status = refresh_material(world, i);
            DRAPE_ASSERT(status.ok()); // it fitted when the checkpoint was made
        }
    }
    ++world.material_revision;
}

} // namespace drape::sim
