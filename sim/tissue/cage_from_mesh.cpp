#include "sim/tissue/cage_from_mesh.h"

#include "sim/lattice/pair.h"
#include "sim/text.h"
#include "sim/tissue/cage_builder.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>

namespace drape::sim::tissue {

namespace {

Error misfit(std::string message)
{
    return {ErrorKind::Unreadable, std::move(message)};
}

std::string label_of(const MeshGroup& group)
{
    return group.name.empty() ? std::to_string(group.tag) : group.name;
}

/// Marks the points of every triangle, element or point of the groups called `name`.
Status attach_group(const TetMesh& mesh, const std::string& name, Cage& cage)
{
    std::vector<std::string> labels;
    std::vector<std::uint8_t> is_wanted;
    for (const MeshGroup& group : mesh.groups) {
        labels.push_back(label_of(group));
        is_wanted.push_back(labels.back() == name ? 1 : 0);
    }
    if (std::find(labels.begin(), labels.end(), name) == labels.end())
        return misfit("the mesh has no group \"" + name + "\"" + suggestion(name, labels));
    const auto mark = [&](const auto& items, const std::vector<std::uint32_t>& groups) {
        for (std::size_t i = 0; i < items.size(); ++i)
            if (groups[i] != TetMesh::kNoGroup && is_wanted[groups[i]] != 0)
                for (const std::uint32_t p : items[i])
                    cage.attached[p] = 1;
    };
    mark(mesh.triangles, mesh.triangle_group);
    mark(mesh.tets, mesh.tet_group);
    return Done{};
}

void attach_box(const TetMesh& mesh, const glm::dvec3& low, const glm::dvec3& high, Cage& cage)
{
    glm::dvec3 least(std::numeric_limits<double>::infinity()),
        most(-std::numeric_limits<double>::infinity());
    for (const glm::dvec3& p : mesh.points)
        for (int k = 0; k < 3; ++k) {
            least[k] = std::min(least[k], p[k]);
            most[k] = std::max(most[k], p[k]);
        }
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
        bool is_inside = true;
        for (int k = 0; k < 3; ++k) {
            const double extent = most[k] - least[k];
            const double share = extent > 0.0 ? (mesh.points[i][k] - least[k]) / extent : 0.5;
            is_inside = is_inside && share >= low[k] && share <= high[k];
        }
        if (is_inside)
            cage.attached[i] = 1;
    }
}

Status attach(const TetMesh& mesh, const MeshCageSpec& spec, Cage& cage)
{
    cage.attached.assign(mesh.points.size(), 0);
    if (spec.attach_group)
        if (const Status status = attach_group(mesh, *spec.attach_group, cage); !status)
            return status;
    if (spec.attach_low && spec.attach_high)
        attach_box(mesh, *spec.attach_low, *spec.attach_high, cage);
    const bool is_asked = spec.attach_group || spec.attach_low;
    const auto count = std::count(cage.attached.begin(), cage.attached.end(), std::uint8_t{1});
    if (is_asked && count == 0)
        return misfit("the group or box to attach holds no point of the mesh");
    if (static_cast<std::size_t>(count) == cage.attached.size())
        return misfit("every point of the mesh is attached: nothing is left to move");
    return Done{};
}

/// Shortest ways along edges from any of the sources (Dijkstra); infinite without sources.
std::vector<double> distances(const Cage& cage, const std::vector<std::uint8_t>& is_source)
{
    const std::size_t count = cage.points.size();
    const std::vector<Edge> edges = edges_of(cage.tets);
    std::vector<std::uint32_t> begin(count + 1, 0), to(2 * edges.size());
    for (const Edge& e : edges) {
        ++begin[e[0] + 1];
        ++begin[e[1] + 1];
    }
    for (std::size_t i = 0; i < count; ++i)
        begin[i + 1] += begin[i];
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    for (const Edge& e : edges) {
        to[next[e[0]]++] = e[1];
        to[next[e[1]]++] = e[0];
    }

    using Item = std::pair<double, std::uint32_t>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
    std::vector<double> way(count, std::numeric_limits<double>::infinity());
    for (std::uint32_t i = 0; i < count; ++i)
        if (is_source[i] != 0) {
            way[i] = 0.0;
            open.push({0.0, i});
        }
    while (!open.empty()) {
        const auto [length, p] = open.top();
        open.pop();
        if (length > way[p])
            continue;
        for (std::uint32_t k = begin[p]; k < begin[p + 1]; ++k) {
            const glm::dvec3 d = cage.points[p] - cage.points[to[k]];
            const double total = length + std::sqrt(dot3(d, d));
            if (total < way[to[k]]) {
                way[to[k]] = total;
                open.push({total, to[k]});
            }
        }
    }
    return way;
}

void find_depths(Cage& cage)
{
    std::vector<std::uint8_t> is_skin(cage.points.size(), 0);
    for (const Triangle& t : cage.skin)
        for (const std::uint32_t p : t)
            if (cage.attached[p] == 0)
                is_skin[p] = 1;
    const std::vector<double> to_skin = distances(cage, is_skin);
    const std::vector<double> to_wall = distances(cage, cage.attached);
    double deepest = 0.0;
    for (const double d : to_skin)
        deepest = std::isfinite(d) ? std::max(deepest, d) : deepest;
    cage.depth.resize(cage.points.size());
    for (std::size_t p = 0; p < cage.points.size(); ++p) {
        if (std::isfinite(to_wall[p]) && std::isfinite(to_skin[p]) && to_wall[p] + to_skin[p] > 0.0)
            cage.depth[p] = to_wall[p] / (to_wall[p] + to_skin[p]);
        else
            cage.depth[p] = std::isfinite(to_skin[p]) && deepest > 0.0 ? 1.0 - to_skin[p] / deepest : 1.0;
    }
}

/// From the middle of what is attached to the middle of the rest.
glm::dvec3 outward_of(const Cage& cage)
{
    glm::dvec3 held(0.0), loose(0.0);
    double held_count = 0.0, loose_count = 0.0;
    for (std::size_t p = 0; p < cage.points.size(); ++p) {
        (cage.attached[p] != 0 ? held : loose) += cage.points[p];
        (cage.attached[p] != 0 ? held_count : loose_count) += 1.0;
    }
    if (held_count == 0.0 || loose_count == 0.0)
        return {0.0, 0.0, 1.0};
    const glm::dvec3 d = loose / loose_count - held / held_count;
    const double length = std::sqrt(dot3(d, d));
    return length > 0.0 ? d / length : glm::dvec3(0.0, 0.0, 1.0);
}

Status take_points(const TetMesh& mesh, const MeshCageSpec& spec, Cage& cage)
{
    for (const glm::dvec3& point : mesh.points) {
        glm::dvec3 p = point * spec.cmm_per_unit;
        for (int k = 0; k < 3; ++k) {
            if (!(std::abs(p[k]) <= kFarthestCmm))
                return misfit("a point lies more than 1 km from the origin; is the unit right?");
            p[k] = round_to_grid(p[k], spec.fraction_bits);
        }
        cage.points.push_back(p);
    }
    cage.tets = mesh.tets;
    for (std::size_t t = 0; t < cage.tets.size(); ++t)
        if (!(six_volume(cage.points, cage.tets[t]) > 0.0))
            return misfit("element " + std::to_string(t + 1) +
                          " is flat on the grid of fixed-point numbers; is the unit right? More "
                          "fraction_bits make the grid finer");
    return Done{};
}

Status take_groups(const TetMesh& mesh, Cage& cage)
{
    for (std::size_t t = 0; t < mesh.tets.size(); ++t)
        if (mesh.tet_group[t] == TetMesh::kNoGroup)
            return misfit("layers go by group, and element " + std::to_string(t + 1) + " has none");
    for (const MeshGroup& group : mesh.groups)
        cage.groups.push_back(label_of(group));
    cage.tet_group = mesh.tet_group;
    return Done{};
}

} // namespace

Result<Cage> cage_from_mesh(const TetMesh& mesh, const MeshCageSpec& spec)
{
    DRAPE_ASSERT(mesh.tet_group.size() == mesh.tets.size());
    Cage cage;
    if (const Status status = take_points(mesh, spec, cage); !status)
        return status.error();
    if (spec.layers_by_group)
        if (const Status status = take_groups(mesh, cage); !status)
            return status.error();
    if (const Status status = attach(mesh, spec, cage); !status)
        return status.error();
    for (const Triangle& t : boundary_triangles(cage.tets)) {
        const bool is_base = cage.attached[t[0]] + cage.attached[t[1]] + cage.attached[t[2]] == 3;
        (is_base ? cage.base : cage.skin).push_back(t);
    }
    cage.glides = cage.attached;
    find_depths(cage);
    cage.outward = outward_of(cage);
    return cage;
}

} // namespace drape::sim::tissue
