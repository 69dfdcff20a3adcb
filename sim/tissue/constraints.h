// What holds a tissue together: its constraints in the order of solving, and what they are made of.
#pragma once

#include "sim/result.h"
#include "sim/tissue/cage.h"
#include "sim/tissue/coloring.h"
#include "sim/tissue/profile.h"
#include "sim/tissue/rigid_parts.h"

#include <cstdint>
#include <vector>

namespace drape::sim::tissue {

/// The geometry of a cage's constraints, fixed once the cage is known. Each batch is sorted by colour.
struct Topology
{
    std::vector<Edge> edges;
    std::vector<double> edge_rest; ///< cmm
    std::vector<double> edge_skin; ///< Area of the skin triangles at the edge, cmm^2; 0 inside.
    std::vector<Range> edge_colors;

    std::vector<Tet> tets;
    std::vector<double> tet_rest;        ///< 6V, cmm^3
    std::vector<std::uint32_t> tet_file; ///< Index of the element in the cage.
    std::vector<Range> tet_colors;

    std::vector<Edge> cords;
    std::vector<double> cord_rest; ///< cmm
    std::vector<double> cord_area; ///< Area of skin that hangs on it, cmm^2.
    std::vector<Range> cord_colors;

    std::vector<std::uint32_t> base; ///< The attached particles, ascending.
    std::vector<double> base_area;   ///< Of the wall that each stands for, cmm^2; 0 inside a solid group.

    std::vector<Triangle> skin;
    std::vector<Range> skin_colors;
};

Topology build_topology(const Cage& cage);

/// A profile put on a cage: one number per constraint and particle.
struct Material
{
    /// Per element in solving order: the layer that most of it lies in, as an index into Profile::layers.
    std::vector<std::uint8_t> tet_layer;
    std::vector<double> edge_compliance;  ///< s^2/g; C = |d| - L, cmm.
    std::vector<double> tet_compliance;   ///< cmm^4 s^2/g; C = 6V - 6V0, cmm^3.
    std::vector<double> cord_compliance;  ///< s^2/g
    double cord_slack = 1.0;              ///< Taut beyond this many rest lengths.
    std::vector<double> glide_compliance; ///< s^2/g, per particle of the base; empty where it is held fast.
    double glide_reach = 0.0;             ///< Farthest that the base slides, cmm.
    std::vector<double> mass;             ///< g, per particle.
    std::vector<double> inverse_mass;     ///< 1/g; 0 where held fast.
    std::vector<double> damping;          ///< 1/s, per particle.
    std::vector<RigidPart> rigid_parts;   ///< Of compliance 0 and not grown to the wall.
};

/// Makes the material. An element that reaches through several layers has their mean compliances,
/// density and damping by the share of its depth that lies in each, so that a layer thinner than an
/// element still counts. Errors (Unreadable): the cage names a layer that the profile does not have.
Result<Material> build_material(const Cage& cage, const Topology& topology, const Profile& profile);

/// A tissue as it is made: what one substep reads.
struct Body
{
    const Cage& cage;
    const Topology& topology;
    const Material& material;
};

} // namespace drape::sim::tissue
