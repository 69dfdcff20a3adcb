#include "sim/tissue/constraints.h"

#include "sim/check.h"
#include "sim/lattice/pair.h"
#include "sim/text.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace drape::sim::tissue {

namespace {

constexpr double kCube = 1000.0; // cmm: the 10 mm cube that compliances are given for
constexpr double kCubicCmmPerCubicCm = 1e9;
// Share of V/L that an edge carries, calibrated on a hanging bar solved to convergence: 2, 4 and 6 cells
// across stretch 0.91, 1.02, 1.06 of what its modulus predicts in fives and 0.94, 1.00, 1.01 in sixes
// (tests/tissue/tissue_laws_test.cpp). With 0.6 the coarsest missed it by 12 %.
constexpr double kEdgeShare = 0.58;

double length(const glm::dvec3& d)
{
    return std::sqrt(dot3(d, d));
}

double area(const Cage& cage, const Triangle& t)
{
    const glm::dvec3 e = cage.points[t[1]] - cage.points[t[0]], f = cage.points[t[2]] - cage.points[t[0]];
    const glm::dvec3 n(e.y * f.z - e.z * f.y, e.z * f.x - e.x * f.z, e.x * f.y - e.y * f.x);
    return 0.5 * length(n);
}

template<class T>
std::vector<T> in_order(const std::vector<T>& items, const Coloring& coloring)
{
    std::vector<T> sorted;
    sorted.reserve(items.size());
    for (const std::uint32_t i : coloring.order)
        sorted.push_back(items[i]);
    return sorted;
}

/// The index of an edge in a list sorted by `edges_of`.
std::size_t find_edge(const std::vector<Edge>& sorted, std::uint32_t a, std::uint32_t b)
{
    const Edge edge = {std::min(a, b), std::max(a, b)};
    const auto found = std::lower_bound(sorted.begin(), sorted.end(), edge);
    DRAPE_ASSERT(found != sorted.end() && *found == edge);
    return static_cast<std::size_t>(found - sorted.begin());
}

void add_edges(const Cage& cage, Topology& topology)
{
    const std::vector<Edge> edges = edges_of(cage.tets);
    std::vector<double> skin(edges.size(), 0.0);
    for (const Triangle& t : cage.skin)
        for (std::size_t k = 0; k < 3; ++k)
            skin[find_edge(edges, t[k], t[(k + 1) % 3])] += area(cage, t);
    const Coloring coloring = color<2>(edges, cage.points.size());
    topology.edges = in_order(edges, coloring);
    topology.edge_skin = in_order(skin, coloring);
    topology.edge_colors = coloring.colors;
    topology.edge_rest.reserve(topology.edges.size());
    for (const Edge& e : topology.edges)
        topology.edge_rest.push_back(length(cage.points[e[0]] - cage.points[e[1]]));
}

/// The area of the triangles that each particle stands for.
std::vector<double> share_area(const Cage& cage, const std::vector<Triangle>& triangles)
{
    std::vector<double> share(cage.points.size(), 0.0);
    for (const Triangle& t : triangles)
        for (const std::uint32_t p : t)
            share[p] += area(cage, t) / 3.0;
    return share;
}

void add_base(const Cage& cage, Topology& topology)
{
    const std::vector<double> share = share_area(cage, cage.base);
    for (std::uint32_t p = 0; p < cage.points.size(); ++p)
        if (cage.attached[p] != 0) {
            topology.base.push_back(p);
            topology.base_area.push_back(share[p]);
        }
}

void add_cords(const Cage& cage, Topology& topology)
{
    const std::vector<double> share = share_area(cage, cage.skin);
    const Coloring coloring = color<2>(cage.cords, cage.points.size());
    topology.cords = in_order(cage.cords, coloring);
    topology.cord_colors = coloring.colors;
    topology.cord_rest.reserve(topology.cords.size());
    topology.cord_area.reserve(topology.cords.size());
    for (const Edge& c : topology.cords) {
        topology.cord_rest.push_back(length(cage.points[c[0]] - cage.points[c[1]]));
        topology.cord_area.push_back(cage.attached[c[0]] != 0 ? share[c[1]] : share[c[0]]);
    }
}

/// What an element is made of: the numbers of its layers, mixed.
struct Mix
{
    std::uint8_t layer = 0; ///< The one with the largest share.
    double compliance_q20 = 0.0, volume_compliance_q20 = 0.0, density_q12 = 0.0, damping_q12 = 0.0;

    void add(const LayerRow& row, double share)
    {
        // Means of compliances, not of stiffnesses: layers lie in series under shear and pressure.
        compliance_q20 += share * row.compliance_q20;
        volume_compliance_q20 += share * row.volume_compliance_q20;
        density_q12 += share * row.density_q12;
        damping_q12 += share * row.damping_q12;
    }
};

Mix mix_at(const Profile& profile, double low, double high)
{
    Mix mix;
    double bound = 0.0, largest = -1.0;
    for (std::size_t i = 0; i < profile.layers.size(); ++i) {
        const double outer = i + 1 < profile.layers.size() ? profile.layers[i].outer_q12 / kQ12 : 1.0;
        // An element without depth lies in the layer that holds it.
        const bool holds = low >= bound && (low < outer || i + 1 == profile.layers.size());
        const double share =
            high > low ? std::max(0.0, std::min(high, outer) - std::max(low, bound)) / (high - low)
            : holds    ? 1.0
                       : 0.0;
        if (share > 0.0)
            mix.add(profile.layers[i], share);
        if (share > largest) {
            largest = share;
            mix.layer = static_cast<std::uint8_t>(i);
        }
        bound = outer;
    }
    return mix;
}

Result<std::vector<Mix>> mix_layers(const Cage& cage, const Topology& topology, const Profile& profile)
{
    std::vector<std::string> names;
    for (const LayerRow& row : profile.layers)
        names.push_back(row.name);
    std::vector<Mix> mixes;
    mixes.reserve(topology.tets.size());
    for (std::size_t t = 0; t < topology.tets.size(); ++t) {
        if (cage.tet_group.empty()) {
            double low = 1.0, high = 0.0;
            for (const std::uint32_t p : topology.tets[t]) {
                low = std::min(low, cage.depth[p]);
                high = std::max(high, cage.depth[p]);
            }
            mixes.push_back(mix_at(profile, low, high));
            continue;
        }
        const std::string& group = cage.groups[cage.tet_group[topology.tet_file[t]]];
        const auto found = std::find(names.begin(), names.end(), group);
        if (found == names.end())
            return Error{ErrorKind::Unreadable, "the cage has a layer \"" + group + "\", the profile \"" +
                                                    profile.name + "\" has none" +
                                                    suggestion(group, names)};
        Mix mix;
        mix.layer = static_cast<std::uint8_t>(found - names.begin());
        mix.add(profile.layers[mix.layer], 1.0);
        mixes.push_back(mix);
    }
    return mixes;
}

/// Compliance of a bar of a material: length L, cross-section A (cmm, cmm^2).
double inverse_bar(double compliance, double cross_section, double bar_length)
{
    // 1/alpha = 1/alpha_cube * (A / 10 mm^2) * (10 mm / L)
    return (cross_section / (kCube * kCube)) * (kCube / bar_length) / compliance;
}

void make_edges(const Topology& topology, const std::vector<Mix>& mixes, const Profile& profile,
                Material& material)
{
    // Which edges an element has, by looking them up in a sorted copy.
    std::vector<std::pair<Edge, std::size_t>> places;
    places.reserve(topology.edges.size());
    for (std::size_t e = 0; e < topology.edges.size(); ++e)
        places.emplace_back(topology.edges[e], e);
    std::sort(places.begin(), places.end());
    std::vector<double> stiffness(topology.edges.size(), 0.0); // g/s^2; infinite where rigid
    for (std::size_t t = 0; t < topology.tets.size(); ++t) {
        const double compliance = mixes[t].compliance_q20 / kQ20;
        for (const auto& [i, j] : kTetEdges) {
            const std::uint32_t a = topology.tets[t][static_cast<std::size_t>(i)],
                                b = topology.tets[t][static_cast<std::size_t>(j)];
            const std::pair<Edge, std::size_t> key{{std::min(a, b), std::max(a, b)}, 0};
            const std::size_t e = std::lower_bound(places.begin(), places.end(), key)->second;
            const double rest = topology.edge_rest[e];
            stiffness[e] += inverse_bar(compliance, kEdgeShare * topology.tet_rest[t] / (6.0 * rest), rest);
        }
    }
    if (profile.skin)
        for (std::size_t e = 0; e < topology.edges.size(); ++e) {
            const double rest = topology.edge_rest[e];
            const double section = 2.0 * profile.skin->thickness_cmm * topology.edge_skin[e] / (3.0 * rest);
            stiffness[e] += inverse_bar(profile.skin->compliance_q20 / kQ20, section, rest);
        }
    material.edge_compliance.reserve(stiffness.size());
    for (const double s : stiffness)
        material.edge_compliance.push_back(1.0 / s);
}

void make_cords(const Topology& topology, const Profile& profile, Material& material)
{
    if (!profile.ligament || profile.ligament->area_q12 == 0.0)
        return;
    const LigamentRow& row = *profile.ligament;
    material.cord_slack = row.slack_q12 / kQ12;
    for (std::size_t c = 0; c < topology.cords.size(); ++c) {
        const double section = row.area_q12 / kQ12 * topology.cord_area[c];
        const double stiffness = inverse_bar(row.compliance_q20 / kQ20, section, topology.cord_rest[c]);
        constexpr double kSoftest = 1e-30; // a cord without a cross-section; 0 would be 0 * infinity
        // In this order it also takes the place of 0 / 0, a rigid cord without a cross-section.
        material.cord_compliance.push_back(1.0 / std::max(kSoftest, stiffness));
    }
}

void make_glide(const Topology& topology, const Profile& profile, Material& material)
{
    if (!profile.glide)
        return;
    material.glide_reach = profile.glide->reach_cmm;
    for (const double section : topology.base_area) {
        constexpr double kSoftest = 1e-30; // no area: nothing but the reach holds it
        const double stiffness = inverse_bar(profile.glide->compliance_q20 / kQ20, section, kCube);
        material.glide_compliance.push_back(1.0 / std::max(stiffness, kSoftest));
    }
}

/// Energy 1/2 K V (dV/V)^2 of an element as 1/2 C^2/alpha with C = 6 dV: alpha = 36 V/K. The row gives
/// the bulk modulus K as it gives Young's modulus for edges, at any size of the elements.
double volume_compliance(double row_q20, double six_volume)
{
    // K = 1 g/s^2 over 10 mm, by the row: 1e-3 g/(cmm s^2) * 2^20/row
    return 6.0 * six_volume * (row_q20 / kQ20) * kCube;
}

void make_particles(const Cage& cage, const Topology& topology, const std::vector<Mix>& mixes,
                    const Profile& profile, Material& material)
{
    const std::size_t count = cage.points.size();
    material.mass.assign(count, 0.0);
    material.damping.assign(count, 0.0);
    for (std::size_t t = 0; t < topology.tets.size(); ++t) {
        const Mix& layer = mixes[t];
        const double mass = layer.density_q12 / kQ12 * topology.tet_rest[t] / 6.0 / kCubicCmmPerCubicCm;
        for (const std::uint32_t p : topology.tets[t]) {
            material.mass[p] += 0.25 * mass;
            material.damping[p] += 0.25 * mass * layer.damping_q12;
        }
    }
    material.inverse_mass.resize(count);
    for (std::size_t p = 0; p < count; ++p) {
        DRAPE_ASSERT(material.mass[p] > 0.0);
        material.damping[p] = (material.damping[p] / material.mass[p] + profile.damping_q12) / kQ12;
        const bool is_fixed = cage.attached[p] != 0 && !(profile.glide && cage.glides[p] != 0);
        material.inverse_mass[p] = is_fixed ? 0.0 : 1.0 / material.mass[p];
    }
}

} // namespace

Topology build_topology(const Cage& cage)
{
    Topology topology;
    add_edges(cage, topology);
    const Coloring tets = color<4>(cage.tets, cage.points.size());
    topology.tets = in_order(cage.tets, tets);
    topology.tet_file = tets.order;
    topology.tet_colors = tets.colors;
    topology.tet_rest.reserve(topology.tets.size());
    for (const Tet& t : topology.tets)
        topology.tet_rest.push_back(six_volume(cage.points, t));
    add_cords(cage, topology);
    add_base(cage, topology);
    const Coloring skin = color<3>(cage.skin, cage.points.size());
    topology.skin = in_order(cage.skin, skin);
    topology.skin_colors = skin.colors;
    return topology;
}

Result<Material> build_material(const Cage& cage, const Topology& topology, const Profile& profile)
{
    DRAPE_ASSERT(!profile.layers.empty() && profile.layers.size() <= kMaxLayers);
    Material material;
    const Result<std::vector<Mix>> mixed = mix_layers(cage, topology, profile);
    if (!mixed)
        return mixed.error();
    const std::vector<Mix>& mixes = mixed.value();
    material.tet_layer.reserve(topology.tets.size());
    material.tet_compliance.reserve(topology.tets.size());
    for (std::size_t t = 0; t < topology.tets.size(); ++t) {
        material.tet_layer.push_back(mixes[t].layer);
        material.tet_compliance.push_back(
            volume_compliance(mixes[t].volume_compliance_q20, topology.tet_rest[t]));
    }
    make_edges(topology, mixes, profile, material);
    make_cords(topology, profile, material);
    make_glide(topology, profile, material);
    make_particles(cage, topology, mixes, profile, material);
    std::vector<bool> is_rigid;
    for (const Mix& mix : mixes)
        is_rigid.push_back(mix.compliance_q20 == 0.0);
    material.rigid_parts =
        find_rigid_parts(cage.points, topology.tets, is_rigid, material.mass, material.inverse_mass);
    return material;
}

} // namespace drape::sim::tissue
