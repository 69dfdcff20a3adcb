#include "sim/tissue/wall_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drape::sim::tissue {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr std::uint32_t kColumns = 48, kRows = 8;
constexpr double kMargin = 1.18; // of the cage's extent

struct Extent
{
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    double at(double share) const
    {
        const double middle = 0.5 * (low + high), half = 0.5 * (high - low) * kMargin;
        return middle + (2.0 * share - 1.0) * half;
    }
};

/// Where a column stands: along x for a plane, an angle for a cylinder.
Extent columns_of(const Cage& cage)
{
    const Wall& wall = cage.wall;
    Extent extent;
    for (std::size_t p = 0; p < cage.points.size(); ++p) {
        if (cage.depth[p] > 0.0)
            continue; // the base
        const double z = (cage.points[p].z - wall.axis_z) * wall.facing;
        const double column =
            wall.kind == Wall::Kind::Cylinder ? std::atan2(cage.points[p].x, z) : cage.points[p].x;
        extent.low = std::min(extent.low, column);
        extent.high = std::max(extent.high, column);
    }
    if (wall.kind == Wall::Kind::Cylinder && extent.high - extent.low > 1.5 * kPi)
        extent = {-kPi / kMargin, kPi / kMargin};
    return extent;
}

} // namespace

WallMesh mesh_wall(const Cage& cage)
{
    WallMesh mesh;
    if (cage.wall.kind == Wall::Kind::None)
        return mesh;
    const Extent columns = columns_of(cage);
    Extent rows;
    for (const glm::dvec3& p : cage.points) {
        rows.low = std::min(rows.low, p.y);
        rows.high = std::max(rows.high, p.y);
    }
    for (std::uint32_t j = 0; j <= kRows; ++j)
        for (std::uint32_t i = 0; i <= kColumns; ++i) {
            const double column = columns.at(static_cast<double>(i) / kColumns);
            const double y = rows.at(static_cast<double>(j) / kRows);
            const double r = cage.wall.radius;
            mesh.points.push_back(
                cage.wall.kind == Wall::Kind::Plane
                    ? glm::dvec3(column, y, 0.0)
                    : glm::dvec3(r * std::sin(column), y,
                                 cage.wall.axis_z + cage.wall.facing * r * std::cos(column)));
        }
    for (std::uint32_t j = 0; j < kRows; ++j)
        for (std::uint32_t i = 0; i < kColumns; ++i) {
            const std::uint32_t a = j * (kColumns + 1) + i, b = a + 1, c = a + kColumns + 1, d = c + 1;
            const bool is_turned = cage.wall.facing < 0.0;
            mesh.triangles.push_back(is_turned ? Triangle{a, d, b} : Triangle{a, b, d});
            mesh.triangles.push_back(is_turned ? Triangle{a, c, d} : Triangle{a, d, c});
        }
    return mesh;
}

} // namespace drape::sim::tissue
