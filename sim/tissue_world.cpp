#include "sim/tissue_world.h"

#include "sim/check.h"
#include "sim/lattice/pair.h"
#include "sim/tissue/cage_from_mesh.h"
#include "sim/tissue/energy.h"
#include "sim/tissue/wall_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drape::sim {

namespace {

using tissue::kCmmPerMetre;

// Layers without a colour of their own, from the wall outwards: muscle, deep fat, gland, fat.
constexpr std::array<std::uint32_t, 6> kLayerColors = {0xB4554D, 0xE3B04B, 0xD98E8E,
                                                       0xF0D48A, 0x7FA8C9, 0x9A86C4};
constexpr std::uint32_t kSkinColor = 0xE0AC91;

double cmm_per_unit(LengthUnit unit)
{
    switch (unit) {
    case LengthUnit::Metre:
        return kCmmPerMetre;
    case LengthUnit::Centimetre:
        return 1000.0;
    case LengthUnit::Millimetre:
        return 100.0;
    case LengthUnit::Cmm:
        break;
    }
    return 1.0;
}

Error misfit(const TissueDesc& desc, const std::string& message)
{
    return {ErrorKind::Unreadable, std::to_string(desc.where.line) + ":" +
                                       std::to_string(desc.where.column) + ": tissue \"" + desc.name +
                                       "\": " + message};
}

const std::string* find_file(const SceneFiles& files, const std::string& name)
{
    const auto found = files.find(name);
    return found == files.end() ? nullptr : &found->second;
}

Result<tissue::TetMesh> read_mesh(const TissueDesc& desc, const SceneFiles& files)
{
    std::vector<tissue::MeshFile> parts;
    for (const std::string& name : {desc.cage.file, tissue::companion_file(desc.cage.file)})
        if (const std::string* bytes = name.empty() ? nullptr : find_file(files, name))
            parts.push_back({name, *bytes});
    if (parts.empty())
        return Error{ErrorKind::Unreadable, "the mesh \"" + desc.cage.file + "\" is not there"};
    return tissue::read_tet_mesh(parts);
}

Result<tissue::Cage> make_cage(const TissueDesc& desc, const SceneFiles& files)
{
    if (desc.cage.file.empty()) {
        tissue::CageSpec spec = desc.shape;
        spec.shape = desc.cage.shape;
        return tissue::build_cage(spec);
    }
    const Result<tissue::TetMesh> mesh = read_mesh(desc, files);
    if (!mesh)
        return mesh.error();
    return tissue::cage_from_mesh(mesh.value(), {cmm_per_unit(desc.unit), desc.layers == LayerSource::Group,
                                                 desc.attach_group, desc.attach_low, desc.attach_high,
                                                 desc.shape.fraction_bits});
}

Result<tissue::Profile> read_profile(const TissueDesc& desc, const SceneFiles& files)
{
    const std::string* text = find_file(files, desc.profile);
    if (text == nullptr)
        return Error{ErrorKind::Unreadable, "the profile \"" + desc.profile + "\" is not there"};
    const tissue::ParsedProfile parsed = tissue::parse_profile(*text);
    if (!parsed.ok())
        return Error{ErrorKind::Unreadable, format_diagnostics(parsed.diagnostics, desc.profile, *text)};
    return parsed.profile;
}

Status add_tissue(const TissueDesc& desc, const SceneFiles& files, World& world)
{
    Result<tissue::Profile> profile = read_profile(desc, files);
    if (!profile)
        return profile.error(); // names its file already
    Result<tissue::Cage> cage = make_cage(desc, files);
    if (!cage)
        return misfit(desc, cage.error().message);
    auto body = std::make_shared<TissueBody>();
    body->name = desc.name;
    body->first = world.particle_count();
    body->cage = std::move(cage).value();
    if (body->first + std::uint64_t{body->cage.points.size()} > kMaxEntities)
        return misfit(desc, "a scene holds at most " + std::to_string(kMaxEntities) + " particles");
    body->topology = tissue::build_topology(body->cage);
    body->origin = desc.origin;
    body->fraction_bits = desc.shape.fraction_bits;
    world.profiles.push_back(std::move(profile).value());
    world.tissues.push_back(std::move(body));
    world.materials.emplace_back();
    if (const Status status = refresh_material(world, world.tissues.size() - 1); !status)
        return misfit(desc, status.error().message);
    return Done{};
}

glm::dvec3 to_scene(const TissueBody& body, const glm::dvec3& cmm)
{
    return body.origin + cmm / kCmmPerMetre;
}

/// The tissue system that solves a tissue, if there is one.
const TissueSystem* system_of(const World& world, std::size_t tissue)
{
    for (std::size_t i = 0; i < world.scene.systems.size(); ++i)
        if (const auto* system = std::get_if<TissueSystem>(&world.scene.systems[i]);
            system != nullptr && world.refs[i].body == tissue)
            return system;
    return nullptr;
}

TissueStats measure(const World& world, std::size_t index, const std::vector<glm::dvec3>& x,
                    const std::vector<glm::dvec3>& v)
{
    const TissueBody& body = *world.tissues[index];
    const tissue::Topology& topology = body.topology;
    TissueStats stats;
    double volume = 0.0, rest = 0.0;
    for (std::size_t t = 0; t < topology.tets.size(); ++t) {
        const double now = tissue::six_volume(x, topology.tets[t]);
        volume += now;
        rest += topology.tet_rest[t];
        stats.least_volume = std::min(stats.least_volume, now / topology.tet_rest[t]);
    }
    stats.volume_ratio = volume / rest;
    for (std::size_t e = 0; e < topology.edges.size(); ++e) {
        const glm::dvec3 d = x[topology.edges[e][0]] - x[topology.edges[e][1]];
        const double strain = std::sqrt(dot3(d, d)) / topology.edge_rest[e] - 1.0;
        stats.largest_strain = std::max(stats.largest_strain, std::abs(strain));
    }
    double fastest = 0.0;
    for (const glm::dvec3& velocity : v)
        fastest = std::max(fastest, dot3(velocity, velocity));
    stats.fastest_cmm_per_s = std::sqrt(fastest);
    const TissueSystem* system = system_of(world, index);
    const glm::dvec3 gravity =
        system != nullptr ? system->gravity * tissue::kStandardGravity : glm::dvec3(0.0);
    constexpr double kJoule = 1e-13; // of a g cmm^2/s^2
    const tissue::Energy energy = tissue::energy_of(world.tissue_body(index), x, v, gravity);
    stats.energy_J = kJoule * energy.total();
    stats.kinetic_J = kJoule * energy.kinetic;
    stats.guard_mended = world.tissue_reports[index].guard_mended;
    stats.guard_rolled_back = world.tissue_reports[index].guard_rolled_back;
    return stats;
}

std::vector<SnapshotLayer> layers_of(const tissue::Profile& profile)
{
    std::vector<SnapshotLayer> layers;
    for (std::size_t i = 0; i < profile.layers.size(); ++i)
        layers.push_back({profile.layers[i].name,
                          profile.layers[i].color.value_or(kLayerColors[i % kLayerColors.size()])});
    return layers;
}

/// A particle has the colour of its outermost layer.
void color_particles(const World& world, std::size_t index, SnapshotTopology& topology)
{
    const TissueBody& body = *world.tissues[index];
    std::vector<std::uint8_t> layer(body.count(), 0);
    for (std::size_t t = 0; t < body.topology.tets.size(); ++t)
        for (const std::uint32_t p : body.topology.tets[t])
            layer[p] = std::max(layer[p], world.materials[index].tet_layer[t]);
    for (std::uint32_t p = 0; p < body.count(); ++p) {
        Look look = topology.looks[body.first + p];
        look.color = topology.tissues[index].layers[layer[p]].color;
        topology.looks.set(body.first + p, look);
    }
}

SnapshotTissue describe(const World& world, std::size_t index)
{
    const TissueBody& body = *world.tissues[index];
    constexpr double kCubicMetre = 1e-15; // of a cmm^3
    SnapshotTissue shown;
    shown.name = body.name;
    shown.first = body.first;
    shown.count = body.count();
    shown.tet_layer = world.materials[index].tet_layer;
    for (std::size_t t = 0; t < body.topology.tets.size(); ++t) {
        tissue::Tet tet = body.topology.tets[t];
        for (std::uint32_t& p : tet)
            p += body.first;
        shown.tets.push_back(tet);
        shown.tet_rest.push_back(static_cast<float>(body.topology.tet_rest[t] * kCubicMetre));
    }
    for (tissue::Triangle t : body.cage.skin) {
        for (std::uint32_t& p : t)
            p += body.first;
        shown.skin.push_back(t);
    }
    shown.depth.assign(body.cage.depth.begin(), body.cage.depth.end());
    shown.layers = layers_of(world.profiles[index]);
    shown.skin_color = world.scene.tissues[index].color.value_or(kSkinColor);
    const tissue::WallMesh wall = tissue::mesh_wall(body.cage);
    for (const glm::dvec3& p : wall.points)
        shown.wall_points.push_back(to_scene(body, p));
    shown.wall_triangles = wall.triangles;
    return shown;
}

} // namespace

Status add_tissues(const SceneFiles& files, World& world)
{
    for (const TissueDesc& desc : world.scene.tissues)
        if (const Status status = add_tissue(desc, files, world); !status)
            return status;
    return Done{};
}

std::vector<tissue::MeshWarning> mesh_warnings(const TissueDesc& desc, const SceneFiles& files)
{
    if (desc.cage.file.empty())
        return {};
    const Result<tissue::TetMesh> mesh = read_mesh(desc, files);
    return mesh ? mesh.value().warnings : std::vector<tissue::MeshWarning>{};
}

tissue::BodyState tissue_at_rest(const TissueBody& body)
{
    const tissue::FixedGrid grid(body.fraction_bits);
    tissue::BodyState state;
    state.position.reserve(body.count());
    for (const glm::dvec3& point : body.cage.points)
        state.position.push_back(grid.count(point));
    state.velocity.assign(body.count(), tissue::Fixed3(0));
    return state;
}

std::vector<glm::dvec3> tissue_positions(const World& world, std::size_t tissue)
{
    const tissue::FixedGrid grid(world.tissues[tissue]->fraction_bits);
    std::vector<glm::dvec3> x;
    x.reserve(world.tissues[tissue]->count());
    for (const tissue::Fixed3& counts : world.state.tissues[tissue].position)
        x.push_back(grid.value(counts));
    return x;
}

Status refresh_material(World& world, std::size_t tissue)
{
    const TissueBody& body = *world.tissues[tissue];
    Result<tissue::Material> material =
        tissue::build_material(body.cage, body.topology, world.profiles[tissue]);
    if (!material)
        return material.error();
    world.materials[tissue] = std::move(material).value();
    return Done{};
}

void add_tissue_topology(const World& world, SnapshotTopology& topology)
{
    for (std::size_t i = 0; i < world.tissues.size(); ++i) {
        const TissueBody& body = *world.tissues[i];
        topology.names.add_particles(body.name, body.count());
        double mean_edge = 0.0;
        for (const double rest : body.topology.edge_rest)
            mean_edge += rest / static_cast<double>(body.topology.edge_rest.size());
        constexpr double kRadius = 0.13; // of the mean edge
        Look look;
        look.radius = static_cast<float>(kRadius * mean_edge / kCmmPerMetre);
        look.label = false;
        topology.looks.append(look, body.count());
        for (std::uint32_t p = 0; p < body.count(); ++p)
            topology.dynamic.push_back(body.cage.attached[p] != 0 ? 0 : 1);
        for (std::size_t e = 0; e < body.topology.edges.size(); ++e)
            topology.bonds.push_back({body.first + body.topology.edges[e][0],
                                      body.first + body.topology.edges[e][1], BondKind::Edge,
                                      static_cast<float>(body.topology.edge_rest[e] / kCmmPerMetre)});
        topology.tissues.push_back(describe(world, i));
        color_particles(world, i, topology);
    }
}

void refresh_topology(World& world)
{
    const auto is_shown = [&](std::size_t i) {
        const SnapshotTissue& shown = world.topology->tissues[i];
        return shown.tet_layer == world.materials[i].tet_layer &&
               shown.layers == layers_of(world.profiles[i]);
    };
    bool is_current = true;
    for (std::size_t i = 0; i < world.tissues.size(); ++i)
        is_current = is_current && is_shown(i);
    if (is_current)
        return;
    auto topology = std::make_shared<SnapshotTopology>(*world.topology);
    for (std::size_t i = 0; i < world.tissues.size(); ++i) {
        topology->tissues[i].tet_layer = world.materials[i].tet_layer;
        topology->tissues[i].layers = layers_of(world.profiles[i]);
        color_particles(world, i, *topology);
    }
    world.topology = std::move(topology);
}

void add_tissue_snapshot(const World& world, Snapshot& snapshot)
{
    snapshot.stats.tissues.clear();
    for (std::size_t i = 0; i < world.tissues.size(); ++i) {
        const TissueBody& body = *world.tissues[i];
        const tissue::FixedGrid grid(body.fraction_bits);
        const std::vector<glm::dvec3> x = tissue_positions(world, i);
        std::vector<glm::dvec3> v;
        v.reserve(body.count());
        for (std::uint32_t p = 0; p < body.count(); ++p) {
            v.push_back(grid.value(world.state.tissues[i].velocity[p]));
            snapshot.position.push_back(to_scene(body, x[p]));
            snapshot.velocity.push_back(v.back() / kCmmPerMetre);
        }
        snapshot.stats.tissues.push_back(measure(world, i, x, v));
        const TissueStats& stats = snapshot.stats.tissues.back();
        snapshot.stats.fastest = std::max(snapshot.stats.fastest, stats.fastest_cmm_per_s / kCmmPerMetre);
        snapshot.stats.largest_strain = std::max(snapshot.stats.largest_strain, stats.largest_strain);
    }
}

} // namespace drape::sim
