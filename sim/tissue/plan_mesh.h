// The ground plan of a parametric cage: triangles that are extruded from the wall to the skin.
#pragma once

#include "sim/tissue/cage.h"

namespace drape::sim::tissue {

/// A flat mesh in the unit square, disc or tube.
struct PlanMesh
{
    struct Point
    {
        double u = 0.0, v = 0.0; ///< Within [-1, 1]; of a tube, u within [0, 1) goes round it.
    };
    std::vector<Point> points;
    std::vector<Triangle> triangles; ///< Counter-clockwise.
    /// Orders the points from the middle outwards. Prisms are cut by it (a cut leads from the lower rank
    /// at the wall to the higher one at the skin), so that neighbours agree and the cage is as symmetric
    /// as the plan.
    std::vector<std::uint32_t> rank;
};

/// A disc of `rings` rings; ring k has 6k points, so that all triangles are nearly alike.
PlanMesh disc_plan(std::uint32_t rings);

/// A rectangle of nu x nv cells (both even), each cut by the diagonal that leads away from the middle.
/// `roundness` draws its corners in: 0 none, 1 would make it a disc with flat corners.
PlanMesh rectangle_plan(std::uint32_t nu, std::uint32_t nv, double roundness);

/// A tube of nu (even) cells round and nv (even) along; u = 0 is its front.
PlanMesh tube_plan(std::uint32_t nu, std::uint32_t nv);

/// Cosine and sine by their series. The library's are not correctly rounded, hence not the same on every
/// machine; these use only sums and products. |angle| <= 2 pi.
struct Direction
{
    double cos = 1.0;
    double sin = 0.0;
};
Direction direction(double angle);

} // namespace drape::sim::tissue
