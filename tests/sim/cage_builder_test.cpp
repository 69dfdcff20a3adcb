// Parametric cages of every shape and size: elements, skin, attachments, cords, symmetry, messages.
#include "sim/tissue/cage_builder.h"
#include "sim/tissue/mesh_io.h"
#include "tests/support/files.h"
#include "tests/support/scenes.h"

#include "sim/lattice/pair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

namespace drape::test {
namespace {

using namespace sim::tissue;
using sim::dot3;

struct Shaped
{
    CageShape shape;
    int cells;
};

std::string shape_name(const testing::TestParamInfo<CageShape>& param)
{
    static const std::vector<std::string> kNames = {"Dome", "Pad", "Limb", "Slab"};
    return kNames[static_cast<std::size_t>(param.param)];
}

/// Of the proportions of the shipped bodies.
CageSpec spec_of(const Shaped& shaped)
{
    CageSpec spec;
    spec.shape = shaped.shape;
    spec.cells = shaped.cells;
    switch (shaped.shape) {
    case CageShape::Dome:
        spec.width = 13200.0, spec.height = 15000.0, spec.depth = 4900.0, spec.lip = 900.0;
        spec.wall_radius = 13000.0;
        break;
    case CageShape::Pad:
        spec.width = 15000.0, spec.height = 17000.0, spec.depth = 6500.0, spec.lip = 1500.0;
        spec.taper = 0.35, spec.droop = 0.3, spec.wall_radius = 16000.0, spec.facing = Facing::Posterior;
        break;
    case CageShape::Limb:
        spec.width = 16000.0, spec.height = 18000.0, spec.depth = 6300.0, spec.wall_radius = 1500.0;
        break;
    case CageShape::Slab:
        spec.width = 26000.0, spec.height = 24000.0, spec.depth = 4200.0, spec.lip = 1800.0;
        spec.taper = 0.4, spec.droop = 0.1;
        break;
    }
    return spec;
}

/// Runs its law on the shape at every number of cells from 4 to 24.
class BuiltCage : public testing::TestWithParam<CageShape>
{
protected:
    template<class Law>
    void at_every_size(Law&& law) const
    {
        for (int cells = 4; cells <= 24; ++cells) {
            SCOPED_TRACE(std::to_string(cells) + " cells");
            const CageSpec spec = spec_of({GetParam(), cells});
            const Result<Cage> cage = build_cage(spec);
            ASSERT_TRUE(cage.ok()) << cage.error().message;
            law(spec, cage.value());
        }
    }
    bool is_limb() const { return GetParam() == CageShape::Limb; }
};

TEST_P(BuiltCage, HasElementsOfPositiveVolumeAndFairShape)
{
    at_every_size([&]([[maybe_unused]] const CageSpec& asked, const Cage& built) {
        double mean = 0.0, least = 1.0;
        for (const Tet& tet : built.tets) {
            ASSERT_GT(six_volume(built.points, tet), 0.0);
            const double q = quality(built.points, tet);
            mean += q / static_cast<double>(built.tets.size());
            least = std::min(least, q);
        }
        RecordProperty("least_by_mean_" + std::to_string(asked.cells), std::to_string(least / mean));
        if (asked.cells == 12) {
            EXPECT_GE(least, 0.1 * mean);
        }
        const std::vector<Edge> edges = edges_of(built.tets);
        EXPECT_TRUE(std::is_sorted(edges.begin(), edges.end()));
    });
}

TEST_P(BuiltCage, HasAClosedSurfaceThatFacesOutwardAndSkinUpToTheBasesBorder)
{
    at_every_size([&]([[maybe_unused]] const CageSpec& asked, const Cage& built) {
        std::map<Edge, std::vector<bool>>
            uses; // whether the triangle runs from the lower index to the higher
        for (const Triangle& t : built.skin)
            for (std::size_t k = 0; k < 3; ++k) {
                const std::uint32_t a = t[k], b = t[(k + 1) % 3];
                uses[{std::min(a, b), std::max(a, b)}].push_back(a < b);
            }
        std::set<Edge> border;
        for (const auto& [edge, ways] : uses) {
            ASSERT_LE(ways.size(), 2U);
            if (ways.size() == 2) {
                EXPECT_NE(ways[0], ways[1]) << "neighbours turn the same way round";
                continue;
            }
            border.insert(edge);
            EXPECT_EQ(built.depth[edge[0]] + built.depth[edge[1]], 0.0) << "the border lies on the wall";
        }
        EXPECT_FALSE(border.empty());
        // With the base the surface is closed; by Gauss it holds the elements' volume.
        std::map<Edge, int> open;
        double volume = 0.0, tets = 0.0;
        for (const Triangle& t : boundary_triangles(built.tets)) {
            const glm::dvec3 &a = built.points[t[0]], &b = built.points[t[1]], &c = built.points[t[2]];
            volume += dot3(a, sim::cross3(b, c));
            for (std::size_t k = 0; k < 3; ++k) {
                const Edge edge = {std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])};
                open[edge] += t[k] < t[(k + 1) % 3] ? 1 : -1;
            }
        }
        for (const auto& [edge, sum] : open)
            ASSERT_EQ(sum, 0);
        for (const Tet& tet : built.tets)
            tets += six_volume(built.points, tet);
        EXPECT_NEAR(volume / tets, 1.0, 1e-9);
        // Each border edge is shared with one triangle of the base.
        std::map<Edge, int> base;
        for (const Triangle& t : boundary_triangles(built.tets))
            if (built.depth[t[0]] + built.depth[t[1]] + built.depth[t[2]] == 0.0)
                for (std::size_t k = 0; k < 3; ++k)
                    ++base[{std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])}];
        for (const Edge& edge : border)
            EXPECT_EQ(base[edge], 1);
        // Outward: the skin's middle faces away from the wall.
        for (const Triangle& t : built.skin) {
            if (built.depth[t[0]] + built.depth[t[1]] + built.depth[t[2]] < 3.0)
                continue;
            const glm::dvec3 n = sim::cross3(built.points[t[1]] - built.points[t[0]],
                                             built.points[t[2]] - built.points[t[0]]);
            EXPECT_GT(dot3(n, built.wall.at(built.points[t[0]]).normal), 0.0);
        }
    });
}

TEST_P(BuiltCage, LiesOnItsWallWithDepthsFromThereAndIsHeldByItsBase)
{
    at_every_size([&]([[maybe_unused]] const CageSpec& asked, const Cage& built) {
        ASSERT_EQ(built.depth.size(), built.points.size());
        ASSERT_EQ(built.attached.size(), built.points.size());
        std::set<std::uint32_t> surface;
        for (const Triangle& t : built.skin)
            surface.insert(t.begin(), t.end());
        for (std::uint32_t p = 0; p < built.points.size(); ++p) {
            EXPECT_GE(built.depth[p], 0.0);
            EXPECT_LE(built.depth[p], 1.0);
            EXPECT_EQ(built.attached[p] != 0, built.depth[p] == 0.0) << p;
            const double height = built.wall.at(built.points[p]).height;
            EXPECT_GE(height, -0.01) << p;
            if (built.depth[p] == 0.0) {
                EXPECT_NEAR(height, 0.0, 0.01) << p;
            }
            if (built.depth[p] == 1.0) {
                EXPECT_TRUE(surface.contains(p)) << p;
                EXPECT_LE(height, asked.depth * (is_limb() ? 1.6 : 1.0) + 0.01) << p;
            }
            for (int axis = 0; axis < 3; ++axis)
                EXPECT_EQ(built.points[p][axis], round_to_grid(built.points[p][axis], asked.fraction_bits));
        }
    });
}

TEST_P(BuiltCage, HasCordsFromTheWallStraightToTheSkin)
{
    at_every_size([&]([[maybe_unused]] const CageSpec& asked, const Cage& built) {
        EXPECT_GT(built.cords.size(), 3U);
        std::set<std::uint32_t> ends;
        for (const Edge& cord : built.cords) {
            EXPECT_EQ(built.depth[cord[0]], 0.0);
            EXPECT_EQ(built.depth[cord[1]], 1.0);
            EXPECT_TRUE(ends.insert(cord[0]).second && ends.insert(cord[1]).second);
            const glm::dvec3 d = built.points[cord[1]] - built.points[cord[0]];
            const glm::dvec3 normal = built.wall.at(built.points[cord[0]]).normal;
            const double along = dot3(d, normal) / std::sqrt(dot3(d, d));
            EXPECT_GT(along, is_limb() ? 0.95 : 0.999);
        }
    });
}

TEST_P(BuiltCage, IsItsOwnMirrorImageAsASetOfPoints)
{
    at_every_size([&]([[maybe_unused]] const CageSpec& asked, const Cage& built) {
        const auto key = [](const glm::dvec3& p) {
            return std::array<long, 3>{std::lround(p.x * 4.0), std::lround(p.y * 4.0),
                                       std::lround(p.z * 4.0)};
        };
        std::set<std::array<long, 3>> places;
        for (const glm::dvec3& p : built.points)
            places.insert(key(p));
        const auto is_near = [&](const glm::dvec3& p) {
            const std::array<long, 3> k = key(p);
            for (long dx = -1; dx <= 1; ++dx)
                for (long dy = -1; dy <= 1; ++dy)
                    for (long dz = -1; dz <= 1; ++dz)
                        if (places.contains({k[0] + dx, k[1] + dy, k[2] + dz}))
                            return true;
            return false;
        };
        for (const glm::dvec3& p : built.points)
            ASSERT_TRUE(is_near({-p.x, p.y, p.z})) << p.x << " " << p.y << " " << p.z;
    });
}

TEST_P(BuiltCage, IsAsLargeAsAsked)
{
    at_every_size([&]([[maybe_unused]] const CageSpec& asked, const Cage& built) {
        glm::dvec3 low(1e300), high(-1e300);
        double thickest = 0.0, thinnest = 1e300;
        for (std::size_t p = 0; p < built.points.size(); ++p) {
            for (int axis = 0; axis < 3; ++axis) {
                low[axis] = std::min(low[axis], built.points[p][axis]);
                high[axis] = std::max(high[axis], built.points[p][axis]);
            }
            if (built.depth[p] == 1.0) {
                thickest = std::max(thickest, built.wall.at(built.points[p]).height);
                thinnest = std::min(thinnest, built.wall.at(built.points[p]).height);
            }
        }
        const double unit = 1.0 / 256.0;
        EXPECT_NEAR(high.y - low.y, asked.height, 2.0 * unit);
        if (is_limb()) {
            EXPECT_NEAR(high.x, -low.x, unit);
            EXPECT_LT(high.x - low.x, 1.3 * asked.width);
            EXPECT_GT(high.x - low.x, 0.9 * asked.width);
            return;
        }
        // Its width is measured along the wall; the disc has its outermost points beside the axis at times.
        const double across = std::sin(0.5 * asked.width / asked.wall_radius);
        EXPECT_LE(high.x, (asked.wall_radius + asked.depth) * across);
        EXPECT_GE(high.x, 0.86 * asked.wall_radius * across);
        EXPECT_NEAR(thinnest, asked.lip, 0.02);
        EXPECT_LE(thickest, asked.depth + 0.02);
        EXPECT_GT(thickest, (asked.cells >= 8 ? 0.9 : 0.7) * asked.depth);
    });
}

TEST_P(BuiltCage, HasAsManyCellsAsCellCountsSays)
{
    at_every_size([&]([[maybe_unused]] const CageSpec& asked, const Cage& built) {
        const CellCounts cells = cell_counts(asked);
        std::size_t columns = 0, triangles = 0;
        switch (GetParam()) {
        case CageShape::Dome: {
            const std::size_t rings = cells.u / 2;
            columns = 1 + 3 * rings * (rings + 1);
            triangles = 6 * rings * rings;
            break;
        }
        case CageShape::Limb:
            columns = std::size_t{cells.u} * (cells.v + 1);
            triangles = std::size_t{2} * cells.u * cells.v;
            break;
        default:
            columns = std::size_t{cells.u + 1} * (cells.v + 1);
            triangles = std::size_t{2} * cells.u * cells.v;
        }
        EXPECT_EQ(built.points.size(), columns * (cells.w + 1));
        EXPECT_EQ(built.tets.size(), 3 * triangles * cells.w);
        EXPECT_EQ(built.cords.size(), columns);
        EXPECT_EQ(cells.u % 2, 0U);
        EXPECT_EQ(cells.v % 2, 0U);
        EXPECT_LE(std::abs(static_cast<int>(cells.u) - asked.cells), 1);
    });
}

INSTANTIATE_TEST_SUITE_P(Shapes, BuiltCage,
                         testing::Values(CageShape::Dome, CageShape::Pad, CageShape::Limb, CageShape::Slab),
                         shape_name);

TEST(CageBuilder, SaysWhatDoesNotFitTogether)
{
    const auto message = [](CageSpec spec) {
        const Result<Cage> cage = build_cage(spec);
        EXPECT_FALSE(cage.ok());
        EXPECT_EQ(cage.ok() ? ErrorKind::Failed : cage.error().kind, ErrorKind::Unreadable);
        return cage.ok() ? "" : cage.error().message;
    };
    CageSpec spec;
    spec.lip = 6000.0;
    EXPECT_EQ(message(spec), "lip (6000.0 cmm) is more than depth (5500.0 cmm)");
    spec = CageSpec{};
    spec.wall_radius = 4000.0;
    EXPECT_EQ(message(spec), "width (13000.0 cmm) is more than half round a wall of radius 4000.0 cmm");
    spec.shape = CageShape::Limb;
    spec.wall_radius = 0.0;
    EXPECT_EQ(message(spec), "a limb needs wall_radius > 0: it is its bone's");
    spec.wall_radius = 6500.0;
    EXPECT_EQ(message(spec), "width (13000.0 cmm) leaves no tissue round a bone of radius 6500.0 cmm");
    spec = CageSpec{};
    spec.lip = 0.001;
    EXPECT_EQ(message(spec), "these sizes and 12 cells along the width give flat elements");
    EXPECT_EQ(find_misfit(CageSpec{}), "");
}

TEST(CageBuilder, PosteriorIsTheMirrorImageOfAnterior)
{
    CageSpec spec = spec_of({CageShape::Dome, 8});
    const Cage front = build_cage(spec).value();
    spec.facing = Facing::Posterior;
    const Cage back = build_cage(spec).value();
    ASSERT_EQ(front.points.size(), back.points.size());
    for (std::size_t p = 0; p < front.points.size(); ++p)
        EXPECT_EQ(back.points[p], glm::dvec3(front.points[p].x, front.points[p].y, -front.points[p].z));
    EXPECT_EQ(back.outward, -front.outward);
    EXPECT_EQ(back.skin.size(), front.skin.size());
}

TEST(CageBuilder, OnAPlaneLiesFlat)
{
    CageSpec spec = spec_of({CageShape::Dome, 8});
    spec.wall_radius = 0.0;
    const Cage flat = build_cage(spec).value();
    EXPECT_EQ(flat.wall.kind, Wall::Kind::Plane);
    for (std::size_t p = 0; p < flat.points.size(); ++p)
        if (flat.depth[p] == 0.0) {
            EXPECT_EQ(flat.points[p].z, 0.0);
        }
}

TEST(CageBuilder, RoundsToTheNearestOfTheGridHalvesToEven)
{
    EXPECT_EQ(round_to_grid(0.5, 0), 0.0);
    EXPECT_EQ(round_to_grid(1.5, 0), 2.0);
    EXPECT_EQ(round_to_grid(-1.5, 0), -2.0);
    EXPECT_EQ(round_to_grid(0.7, 1), 0.5);
    EXPECT_EQ(round_to_grid(3.1, 8), 794.0 / 256.0);
}

} // namespace
} // namespace drape::test
