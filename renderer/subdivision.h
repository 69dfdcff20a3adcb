// A smooth surface from a coarse triangle mesh, by Loop subdivision. Pure functions, no GL.
#pragma once

#include "renderer/mesh_normals.h"

#include <glm/vec4.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drape::renderer {

/// A sparse linear map: output i is the sum of weight[k] * input[source[k]] over k in
/// row_end[i - 1] .. row_end[i] - 1 (from 0 for the first). The weights of a row sum to 1.
struct PointMap
{
    std::vector<std::uint32_t> row_end;
    std::vector<std::uint32_t> source;
    std::vector<float> weight;

    std::size_t size() const { return row_end.size(); }
};

/// What of a smooth surface stays while its cage moves.
struct SmoothTopology
{
    std::vector<std::uint32_t> control; ///< The cage's vertices in use, as the caller numbers them.
    std::vector<std::uint32_t> border;  ///< Control points on creases, by their place in `control`.
    std::vector<PointMap> steps;        ///< One after the other, from control points to smooth ones.
    std::vector<Triangle> triangles;    ///< By smooth point; wound as the cage's.
    std::size_t point_count = 0;        ///< Smooth points.
};

/// Loop's scheme (Loop 1987, weights of Warren 1995) with the boundary rules of Hoppe et al. 1994,
/// `levels` times, then projected to the limit surface. Edges with one triangle, or more than two, are
/// creases: the surface follows their curve, which depends on the crease's own vertices alone.
///
/// Plain Loop surfaces shrink: over a vertex of a round cage of edge e and radius R the limit lies
/// e^2/4R inside the vertex, while the cage's flat triangles lie e^2/8R inside the sphere on average.
/// Contacts act on the flat triangles, so the control points are first pushed out by half of what the
/// limit would lose; then the smooth surface runs e^2/8R under the vertices and e^2/24R over the
/// triangles' middles, and holds the cage's volume. (Interpolating schemes, such as the modified
/// butterfly, pass through the vertices and so lie outside the triangles that touch the probe; they
/// also copy every ripple of the cage.) With 0 levels it is the cage itself.
///
/// Triangles with a vertex twice are left out.
SmoothTopology make_smooth_topology(std::span<const Triangle> triangles, int levels);

/// Moves the surface: `points` in, one per control point; smooth ones out. All four components go
/// through the same weights. `scratch` is overwritten. A control point that is not a number spoils the
/// smooth points around it, and no others.
void evaluate(const SmoothTopology& topology, std::vector<glm::vec4>& points,
              std::vector<glm::vec4>& scratch);

/// The most levels, at most 2, that keep `triangles` within `most`; each level makes four of one.
int levels_within(std::size_t triangles, std::size_t most);

} // namespace drape::renderer
