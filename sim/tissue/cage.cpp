#include "sim/tissue/cage.h"

#include "sim/lattice/pair.h"

#include <algorithm>

namespace drape::sim::tissue {

double quality(std::span<const glm::dvec3> points, const Tet& tet)
{
    double square = 0.0;
    for (const auto& [i, j] : kTetEdges) {
        const auto at = [&](int corner) { return points[tet[static_cast<std::size_t>(corner)]]; };
        const glm::dvec3 d = at(i) - at(j);
        square += dot3(d, d) / 6.0;
    }
    return six_volume(points, tet) / 6.0 / (square * std::sqrt(square));
}

std::vector<Edge> edges_of(std::span<const Tet> tets)
{
    std::vector<Edge> edges;
    edges.reserve(6 * tets.size());
    for (const Tet& tet : tets)
        for (const auto& [i, j] : kTetEdges) {
            const std::uint32_t a = tet[static_cast<std::size_t>(i)], b = tet[static_cast<std::size_t>(j)];
            edges.push_back({std::min(a, b), std::max(a, b)});
        }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

} // namespace drape::sim::tissue
