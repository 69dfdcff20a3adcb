// The physics cage of a tissue: tetrahedra between a wall and a skin, at rest.
#pragma once

#include "sim/tissue/wall.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace drape::sim::tissue {

using Tet = std::array<std::uint32_t, 4>;
using Triangle = std::array<std::uint32_t, 3>;
/// Two particles, the lower index first.
using Edge = std::array<std::uint32_t, 2>;

/// cmm (0.01 mm) in a metre.
inline constexpr double kCmmPerMetre = 1e5;
/// 9.81 m/s^2 in cmm/s^2.
inline constexpr double kStandardGravity = 981000.0;

/// A cage as built or read. Lengths in cmm; the frame is the body's: +x lateral, +y cranial, +z anterior.
struct Cage
{
    std::vector<glm::dvec3> points;     ///< At rest, on the grid of the tissue's fixed-point numbers.
    std::vector<Tet> tets;              ///< 6V > 0.
    std::vector<double> depth;          ///< One per point: 0 at the wall .. 1 at the skin.
    std::vector<std::uint8_t> attached; ///< One per point; 1 where the wall holds it: the base.
    std::vector<std::uint8_t> glides;   ///< One per point; 1 where the base slides, if the profile lets it.
    std::vector<Triangle> skin;         ///< The outer triangles, counter-clockwise from outside.
    std::vector<Triangle> base;         ///< The rest of the surface: on the wall, all three attached.
    std::vector<Edge> cords;            ///< Where ligaments may run: from the wall to the skin.
    std::vector<std::string> groups;    ///< Names of layers, where the elements come with theirs.
    std::vector<std::uint32_t> tet_group; ///< One per element: index into groups; empty: by depth.
    Wall wall;
    glm::dvec3 outward{0.0, 0.0, 1.0}; ///< Unit vector from the wall to the skin, where that has a meaning.
};

/// Six times the signed volume of an element, cmm^3.
inline double six_volume(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, const glm::dvec3& d)
{
    const glm::dvec3 p = b - a, q = c - a, r = d - a;
    return ((p.y * q.z - p.z * q.y) * r.x + (p.z * q.x - p.x * q.z) * r.y) + (p.x * q.y - p.y * q.x) * r.z;
}
template<class Points>
double six_volume(const Points& x, const Tet& t)
{
    return six_volume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
}

/// Volume by the cube of the root mean square edge; 0.118 for a regular tetrahedron.
double quality(std::span<const glm::dvec3> points, const Tet& tet);

/// Every pair of particles that an element joins, once, in ascending order.
std::vector<Edge> edges_of(std::span<const Tet> tets);

/// The six pairs of corners of an element.
inline constexpr std::array<std::pair<int, int>, 6> kTetEdges{
    {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

} // namespace drape::sim::tissue
