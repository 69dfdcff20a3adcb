// The checks that every format goes through: shapes, doubles, points without use, groups in order.
#include "sim/text.h"
#include "sim/tissue/mesh_raw.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace drape::sim::tissue {

namespace {

/// Below this share of its longest edge's cube, 6V of an element is nothing but rounding.
constexpr double kFlat = 1e-14;
/// Below this share of the median volume an element is a sliver.
constexpr double kSliver = 0.01;

using Tet = std::array<std::uint32_t, 4>;

struct Shape
{
    double volume6 = 0.0;
    double longest = 0.0; ///< Edge.
};

Shape shape_of(const std::vector<glm::dvec3>& points, const Tet& t)
{
    const glm::dvec3 a = points[t[0]], b = points[t[1]], c = points[t[2]], d = points[t[3]];
    const glm::dvec3 edges[] = {b - a, c - a, d - a, c - b, d - b, d - c};
    Shape shape;
    shape.volume6 = dot(cross(edges[0], edges[1]), edges[2]);
    for (const glm::dvec3& edge : edges)
        shape.longest = std::max(shape.longest, std::sqrt(dot(edge, edge)));
    return shape;
}

std::string element(const RawMesh& raw, std::size_t tet)
{
    return "element " + std::to_string(raw.tet_number[tet]);
}

/// Turns elements so that their volume is positive, and refuses the flat ones. Returns 6V of each.
std::vector<double> check_shapes(RawMesh& raw, TetMesh& mesh)
{
    std::vector<double> volumes(raw.tets.size());
    std::size_t first_flipped = 0;
    for (std::size_t i = 0; i < raw.tets.size(); ++i) {
        const Shape shape = shape_of(raw.points, raw.tets[i]);
        const double cube = shape.longest * shape.longest * shape.longest;
        if (!std::isfinite(shape.volume6) || !std::isfinite(cube))
            throw MeshFault{raw.tet_place(i) + element(raw, i) + " is too large: its volume is not finite"};
        if (!(std::abs(shape.volume6) > kFlat * cube))
            throw MeshFault{raw.tet_place(i) + element(raw, i) +
                            " is flat: 6V = " + format_number(shape.volume6) + ", with a longest edge of " +
                            format_number(shape.longest)};
        if (shape.volume6 < 0.0) {
            first_flipped = mesh.flipped == 0 ? i : first_flipped;
            ++mesh.flipped;
            std::swap(raw.tets[i][2], raw.tets[i][3]);
        }
        volumes[i] = std::abs(shape.volume6);
    }
    if (mesh.flipped > 0)
        raw.warnings.push_back({raw.tet_place(first_flipped) + count_of(mesh.flipped, "element") +
                                " had a negative volume and had two corners swapped; the first is " +
                                element(raw, first_flipped)});
    return volumes;
}

void count_slivers(const std::vector<double>& volumes, RawMesh& raw, TetMesh& mesh)
{
    std::vector<double> sorted = volumes;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    const double median = *middle;
    std::size_t smallest = 0;
    for (std::size_t i = 0; i < volumes.size(); ++i) {
        mesh.slivers += volumes[i] < kSliver * median ? 1 : 0;
        if (volumes[i] < volumes[smallest])
            smallest = i;
    }
    if (mesh.slivers == 0)
        return;
    const double percent = std::round(volumes[smallest] / median * 1e4) / 100.0;
    raw.warnings.push_back({raw.tet_place(smallest) + count_of(mesh.slivers, "element") +
                            " with less than 1 % of the median volume; the smallest is " +
                            element(raw, smallest) + " with " + format_number(percent) + " %"});
}

/// Indices of `keys` in the order of their values, and in their own order where these are the same.
struct Buckets
{
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> start; ///< Of each value in `order`; one more at the end.
};

Buckets sort_by_key(const std::vector<std::uint32_t>& keys, std::size_t values)
{
    Buckets buckets;
    buckets.start.assign(values + 1, 0);
    for (const std::uint32_t key : keys)
        ++buckets.start[key + 1];
    std::partial_sum(buckets.start.begin(), buckets.start.end(), buckets.start.begin());
    std::vector<std::uint32_t> next(buckets.start.begin(), buckets.start.end() - 1);
    buckets.order.resize(keys.size());
    for (std::uint32_t i = 0; i < keys.size(); ++i)
        buckets.order[next[keys[i]]++] = i;
    return buckets;
}

/// Refuses the first element that has the corners of an earlier one.
void check_doubled_elements(const RawMesh& raw)
{
    std::vector<Tet> sorted = raw.tets;
    std::vector<std::uint32_t> lowest(sorted.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        std::sort(sorted[i].begin(), sorted[i].end());
        lowest[i] = sorted[i][0];
    }
    Buckets buckets = sort_by_key(lowest, raw.points.size());
    std::size_t doubled = raw.tets.size(), original = 0;
    for (std::size_t v = 0; v < raw.points.size(); ++v) {
        const auto begin = buckets.order.begin() + buckets.start[v];
        const auto end = buckets.order.begin() + buckets.start[v + 1];
        std::sort(begin, end, [&](std::uint32_t a, std::uint32_t b) {
            return sorted[a] != sorted[b] ? sorted[a] < sorted[b] : a < b;
        });
        for (auto at = begin; at != end && at + 1 != end; ++at) {
            if (sorted[at[0]] == sorted[at[1]] && at[1] < doubled) {
                doubled = at[1];
                original = at[0];
            }
        }
    }
    if (doubled < raw.tets.size())
        throw MeshFault{raw.tet_place(doubled) + element(raw, doubled) + " has the same corners as " +
                        element(raw, original)};
}

/// The new index of each point, or kNone for those that no element has.
std::vector<std::uint32_t> index_of_used(const RawMesh& raw)
{
    std::vector<std::uint32_t> index(raw.points.size(), PointNumbers::kNone);
    for (const Tet& tet : raw.tets) {
        for (const std::uint32_t corner : tet)
            index[corner] = 0;
    }
    std::uint32_t used = 0;
    for (std::uint32_t& entry : index)
        entry = entry == PointNumbers::kNone ? entry : used++;
    return index;
}

/// Keeps the triangles whose points all have a new index. Returns how many were left out.
std::size_t keep_triangles(const std::vector<std::uint32_t>& index, RawMesh& raw)
{
    const std::size_t before = raw.triangles.size();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < before; ++i) {
        std::array<std::uint32_t, 3> corners = raw.triangles[i];
        for (std::uint32_t& corner : corners)
            corner = index[corner];
        if (std::count(corners.begin(), corners.end(), PointNumbers::kNone) > 0)
            continue;
        raw.triangle_group[kept] = raw.triangle_group[i];
        raw.triangles[kept++] = corners;
    }
    raw.triangles.resize(kept);
    raw.triangle_group.resize(kept);
    return before - kept;
}

/// Leaves out the points that no element has, and the triangles on such points.
void drop_unused_points(RawMesh& raw)
{
    const std::vector<std::uint32_t> index = index_of_used(raw);
    const auto first = std::find(index.begin(), index.end(), PointNumbers::kNone);
    if (first == index.end())
        return;
    const auto first_unused = static_cast<std::size_t>(first - index.begin());
    const auto unused = static_cast<std::size_t>(std::count(first, index.end(), PointNumbers::kNone));
    std::string message = count_of(unused, raw.point_noun) +
                          " that no element has were left out; the first is " + raw.point_noun + " " +
                          std::to_string(raw.point_number[first_unused]);
    if (const std::size_t dropped = keep_triangles(index, raw); dropped > 0)
        message += "; with them " + count_of(dropped, "triangle");
    raw.warnings.push_back({raw.point_place(first_unused) + message});
    for (Tet& tet : raw.tets) {
        for (std::uint32_t& corner : tet)
            corner = index[corner];
    }
    for (std::size_t i = first_unused; i < index.size(); ++i) {
        if (index[i] == PointNumbers::kNone)
            continue;
        raw.points[index[i]] = raw.points[i];
        raw.point_number[index[i]] = raw.point_number[i];
        raw.point_offset[index[i]] = raw.point_offset[i];
    }
    raw.points.resize(index.size() - unused);
}

void warn_of_doubled_points(RawMesh& raw)
{
    const auto key = [&](std::uint32_t i) {
        const glm::dvec3& p = raw.points[i];
        return std::array<double, 3>{p.x, p.y, p.z};
    };
    std::vector<std::uint32_t> order(raw.points.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const auto ka = key(a), kb = key(b);
        return ka != kb ? ka < kb : a < b;
    });
    std::uint64_t count = 0;
    std::uint32_t first = PointNumbers::kNone, twin = 0;
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (key(order[i - 1]) != key(order[i]))
            continue;
        ++count;
        if (order[i] < first) {
            first = order[i];
            twin = order[i - 1];
        }
    }
    if (count > 0)
        raw.warnings.push_back({raw.point_place(first) + count_of(count, raw.point_noun) +
                                " at the place of another; the first is " + raw.point_noun + " " +
                                std::to_string(raw.point_number[first]) + ", at that of " +
                                std::to_string(raw.point_number[twin])});
}

/// Keeps the groups that have elements or triangles: volumes before surfaces, then by number.
void order_groups(RawMesh& raw)
{
    std::vector<MeshGroup>& groups = raw.groups.groups;
    std::vector<char> is_used(groups.size(), 0);
    for (const auto* list : {&raw.tet_group, &raw.triangle_group}) {
        for (const std::uint32_t group : *list) {
            if (group != TetMesh::kNoGroup)
                is_used[group] = 1;
        }
    }
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < groups.size(); ++i) {
        if (is_used[i] != 0)
            order.push_back(i);
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (groups[a].dimension != groups[b].dimension)
            return groups[a].dimension > groups[b].dimension;
        return groups[a].tag < groups[b].tag;
    });
    std::vector<std::uint32_t> place(groups.size(), TetMesh::kNoGroup);
    std::vector<MeshGroup> kept;
    for (const std::uint32_t i : order) {
        place[i] = static_cast<std::uint32_t>(kept.size());
        kept.push_back(std::move(groups[i]));
    }
    for (auto* list : {&raw.tet_group, &raw.triangle_group}) {
        for (std::uint32_t& group : *list)
            group = group == TetMesh::kNoGroup ? group : place[group];
    }
    groups = std::move(kept);
}

} // namespace

TetMesh check_mesh(RawMesh&& raw)
{
    if (raw.tets.empty())
        throw MeshFault{raw.tet_file->name + ": a mesh with tetrahedra is expected, got " +
                        count_of(raw.points.size(), raw.point_noun) + " and " +
                        count_of(raw.triangles.size(), "triangle") + " only"};
    TetMesh mesh;
    const std::vector<double> volumes = check_shapes(raw, mesh);
    check_doubled_elements(raw);
    count_slivers(volumes, raw, mesh);
    drop_unused_points(raw);
    warn_of_doubled_points(raw);
    order_groups(raw);
    mesh.format = std::move(raw.format);
    mesh.points = std::move(raw.points);
    mesh.tets = std::move(raw.tets);
    mesh.tet_group = std::move(raw.tet_group);
    mesh.triangles = std::move(raw.triangles);
    mesh.triangle_group = std::move(raw.triangle_group);
    mesh.groups = std::move(raw.groups.groups);
    mesh.warnings = std::move(raw.warnings);
    return mesh;
}

std::vector<std::array<std::uint32_t, 3>>
boundary_triangles(std::span<const std::array<std::uint32_t, 4>> tets)
{
    constexpr int kFaces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    using Face = std::array<std::uint32_t, 3>;
    const auto face = [&](std::uint32_t i) {
        const Tet& t = tets[i / 4];
        const auto& corners = kFaces[i % 4];
        return Face{t[static_cast<std::size_t>(corners[0])], t[static_cast<std::size_t>(corners[1])],
                    t[static_cast<std::size_t>(corners[2])]};
    };
    const auto count = static_cast<std::uint32_t>(4 * tets.size());
    std::vector<Face> sorted(count);
    std::vector<std::uint32_t> lowest(count);
    std::size_t points = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        sorted[i] = face(i);
        std::sort(sorted[i].begin(), sorted[i].end());
        lowest[i] = sorted[i][0];
        points = std::max<std::size_t>(points, sorted[i][2] + std::size_t{1});
    }
    DRAPE_ASSERT(tets.size() <= kMaxMeshElements && points <= kMaxMeshPoints);
    Buckets buckets = sort_by_key(lowest, points);
    std::vector<char> is_inner(count, 0);
    for (std::size_t v = 0; v < points; ++v) {
        const auto begin = buckets.order.begin() + buckets.start[v];
        const auto end = buckets.order.begin() + buckets.start[v + 1];
        std::sort(begin, end, [&](std::uint32_t a, std::uint32_t b) { return sorted[a] < sorted[b]; });
        for (auto at = begin; at != end && at + 1 != end; ++at) {
            if (sorted[at[0]] == sorted[at[1]])
                is_inner[at[0]] = is_inner[at[1]] = 1;
        }
    }
    std::vector<Face> boundary;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (is_inner[i] == 0)
            boundary.push_back(face(i));
    }
    return boundary;
}

} // namespace drape::sim::tissue
