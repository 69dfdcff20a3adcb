#include "sim/tissue/cage_builder.h"

#include "sim/lattice/pair.h"
#include "sim/text.h"
#include "sim/tissue/mesh_io.h"
#include "sim/tissue/plan_mesh.h"

#include <algorithm>
#include <cmath>

namespace drape::sim::tissue {

namespace {

constexpr double kPi = 3.14159265358979323846;

double square(double x)
{
    return x * x;
}

/// Share of the full thickness over the border's: 1 at the fullest place, 0 at the border.
double fullness(const CageSpec& spec, const PlanMesh::Point& at)
{
    const double v = at.v + spec.droop * (1.0 - square(at.v));
    double inside = 0.0; // 1 in the middle, 0 at the border
    if (spec.shape == CageShape::Dome)
        inside = 1.0 - (square(at.u) + square(v));
    else if (spec.shape == CageShape::Pad)
        inside = (1.0 - square(at.u)) * (1.0 - square(v));
    else
        inside = (1.0 - square(square(at.u))) * (1.0 - square(square(v)));
    inside = std::max(0.0, inside);
    return (1.0 - spec.taper) * std::sqrt(inside) + spec.taper * inside;
}

/// A point of the cage over a place of the plan; w in [0, 1] from the wall to the skin.
glm::dvec3 patch_point(const CageSpec& spec, const PlanMesh::Point& at, double w)
{
    const double thickness = spec.lip + (spec.depth - spec.lip) * fullness(spec, at);
    const double x = 0.5 * spec.width * at.u, y = 0.5 * spec.height * at.v;
    if (spec.wall_radius == 0.0)
        return {x, y, thickness * w};
    // x is measured along the wall.
    const Direction d = direction(x / spec.wall_radius);
    const double r = spec.wall_radius + thickness * w;
    return {r * d.sin, y, r * d.cos - spec.wall_radius};
}

glm::dvec3 limb_point(const CageSpec& spec, const PlanMesh::Point& at, double w)
{
    // A limb grows thinner toward its far end.
    const double share = 1.0 + 0.25 * spec.taper * at.v;
    const double thick_x = (0.5 * spec.width - spec.wall_radius) * share, thick_z = spec.depth * share;
    const Direction d = direction(2.0 * kPi * at.u);
    return {(spec.wall_radius + thick_x * w) * d.sin, 0.5 * spec.height * at.v,
            (spec.wall_radius + thick_z * w) * d.cos};
}

/// Where the base never glides: an ellipse above the middle, so that the upper pole hangs from a broad
/// place and the lower one is free to slide.
bool is_held(const CageSpec& spec, const PlanMesh::Point& at)
{
    const double u = at.u, v = (at.v - 0.75 * spec.hold) / 1.5;
    return spec.hold > 0.0 && u * u + v * v <= spec.hold * spec.hold;
}

PlanMesh plan_of(const CageSpec& spec, const CellCounts& cells)
{
    switch (spec.shape) {
    case CageShape::Dome:
        return disc_plan(cells.u / 2);
    case CageShape::Pad:
        return rectangle_plan(cells.u, cells.v, 0.7);
    case CageShape::Slab:
        return rectangle_plan(cells.u, cells.v, 0.25);
    case CageShape::Limb:
        break;
    }
    return tube_plan(cells.u, cells.v);
}

/// Cuts the prism over a triangle of the plan between levels k and k + 1 into three tetrahedra.
void add_prism(const PlanMesh& plan, Triangle t, std::uint32_t k, Cage& cage)
{
    std::sort(t.begin(), t.end(),
              [&](std::uint32_t a, std::uint32_t b) { return plan.rank[a] < plan.rank[b]; });
    const auto columns = static_cast<std::uint32_t>(plan.points.size());
    const auto low = [&](std::size_t i) { return k * columns + t[i]; };
    const auto high = [&](std::size_t i) { return (k + 1) * columns + t[i]; };
    for (Tet tet : {Tet{low(0), low(1), low(2), high(2)}, Tet{low(0), low(1), high(1), high(2)},
                    Tet{low(0), high(0), high(1), high(2)}}) {
        if (six_volume(cage.points, tet) < 0.0)
            std::swap(tet[2], tet[3]);
        cage.tets.push_back(tet);
    }
}

std::uint32_t even(double cells)
{
    return std::max(2U, 2U * static_cast<std::uint32_t>(cells / 2.0 + 0.5));
}

Wall wall_of(const CageSpec& spec)
{
    Wall wall;
    wall.facing = spec.facing == Facing::Anterior ? 1.0 : -1.0;
    wall.kind = spec.wall_radius == 0.0 ? Wall::Kind::Plane : Wall::Kind::Cylinder;
    wall.radius = spec.wall_radius;
    wall.axis_z = spec.shape == CageShape::Limb ? 0.0 : -wall.facing * spec.wall_radius;
    return wall;
}

} // namespace

std::string find_misfit(const CageSpec& spec)
{
    if (spec.lip > spec.depth)
        return "lip (" + format_number(spec.lip) + " cmm) is more than depth (" +
               format_number(spec.depth) + " cmm)";
    if (spec.shape == CageShape::Limb && spec.wall_radius == 0.0)
        return "a limb needs wall_radius > 0: it is its bone's";
    if (spec.shape == CageShape::Limb && spec.width <= 2.0 * spec.wall_radius)
        return "width (" + format_number(spec.width) + " cmm) leaves no tissue round a bone of radius " +
               format_number(spec.wall_radius) + " cmm";
    if (spec.shape != CageShape::Limb && spec.wall_radius != 0.0 && spec.width > kPi * spec.wall_radius)
        return "width (" + format_number(spec.width) + " cmm) is more than half round a wall of radius " +
               format_number(spec.wall_radius) + " cmm";
    return {};
}

double round_to_grid(double value, int fraction_bits)
{
    const double scale = static_cast<double>(1 << fraction_bits);
    return std::nearbyint(value * scale) / scale;
}

CellCounts cell_counts(const CageSpec& spec)
{
    const double along_u = spec.shape == CageShape::Limb
                               ? 0.5 * kPi * (0.5 * spec.width + spec.wall_radius + spec.depth)
                               : spec.width;
    const double cell = along_u / spec.cells;
    constexpr double kMost = 64.0;
    return {even(std::min<double>(spec.cells, kMost)), even(std::min(spec.height / cell, kMost)),
            std::max(2U, static_cast<std::uint32_t>(std::min(spec.depth / cell + 0.5, kMost)))};
}

Result<Cage> build_cage(const CageSpec& spec)
{
    DRAPE_ASSERT(spec.cells >= 2 && spec.width > 0.0 && spec.height > 0.0 && spec.depth > 0.0);
    if (const std::string trouble = find_misfit(spec); !trouble.empty())
        return Error{ErrorKind::Unreadable, trouble};
    const CellCounts cells = cell_counts(spec);
    const bool is_limb = spec.shape == CageShape::Limb;
    const PlanMesh plan = plan_of(spec, cells);

    Cage cage;
    cage.wall = wall_of(spec);
    cage.outward.z = cage.wall.facing;
    const std::size_t count = (std::size_t{cells.w} + 1) * plan.points.size();
    cage.points.reserve(count);
    cage.depth.reserve(count);
    cage.attached.reserve(count);
    cage.glides.reserve(count);
    cage.tets.reserve(std::size_t{cells.w} * plan.triangles.size() * 3);
    cage.cords.reserve(plan.points.size());
    for (std::uint32_t k = 0; k <= cells.w; ++k)
        for (const PlanMesh::Point& at : plan.points) {
            const double w = static_cast<double>(k) / cells.w;
            glm::dvec3 p = is_limb ? limb_point(spec, at, w) : patch_point(spec, at, w);
            p.z = p.z * cage.wall.facing;
            for (int axis = 0; axis < 3; ++axis)
                p[axis] = round_to_grid(p[axis], spec.fraction_bits);
            cage.points.push_back(p);
            cage.depth.push_back(w);
            cage.attached.push_back(k == 0 ? 1 : 0);
            cage.glides.push_back(k == 0 && (is_limb || !is_held(spec, at)) ? 1 : 0);
        }
    for (std::uint32_t k = 0; k < cells.w; ++k)
        for (const Triangle& t : plan.triangles)
            add_prism(plan, t, k, cage);
    for (const Tet& tet : cage.tets)
        if (!(six_volume(cage.points, tet) > 0.0))
            return Error{ErrorKind::Unreadable, "these sizes and " + count_of(cells.u, "cell") +
                                                    " along the width give flat elements"};
    for (const Triangle& t : boundary_triangles(cage.tets)) {
        const bool is_base = cage.attached[t[0]] + cage.attached[t[1]] + cage.attached[t[2]] == 3;
        (is_base ? cage.base : cage.skin).push_back(t);
    }
    const auto columns = static_cast<std::uint32_t>(plan.points.size());
    for (std::uint32_t i = 0; i < columns; ++i)
        cage.cords.push_back({i, cells.w * columns + i});
    return cage;
}

} // namespace drape::sim::tissue
