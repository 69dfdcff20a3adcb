#include "renderer/tissue_elements.h"

#include "renderer/bounds.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace drape::renderer {

bool is_sound_element(const sim::SnapshotTissue& tissue, std::size_t element, std::size_t entity_count)
{
    if (element >= tissue.tets.size())
        return false;
    const std::array<std::uint32_t, 4>& tet = tissue.tets[element];
    for (std::size_t i = 0; i < 4; ++i) {
        if (tet[i] >= entity_count)
            return false;
        for (std::size_t j = 0; j < i; ++j) {
            if (tet[i] == tet[j])
                return false;
        }
    }
    return true;
}

bool is_sound_triangle(const Triangle& triangle, std::size_t count)
{
    return triangle[0] < count && triangle[1] < count && triangle[2] < count &&
           triangle[0] != triangle[1] && triangle[1] != triangle[2] && triangle[2] != triangle[0];
}

float element_depth(const sim::SnapshotTissue& tissue, std::size_t element)
{
    float deepest = 1.0f;
    float shallowest = 0.0f;
    bool is_known = element < tissue.tets.size();
    for (std::size_t i = 0; is_known && i < 4; ++i) {
        // Wraps to a huge number below `first`.
        const std::uint32_t particle = tissue.tets[element][i] - tissue.first;
        is_known = particle < tissue.depth.size() && std::isfinite(tissue.depth[particle]);
        if (!is_known)
            break;
        const float depth = std::clamp(tissue.depth[particle], 0.0f, 1.0f);
        deepest = std::min(deepest, depth);
        shallowest = std::max(shallowest, depth);
    }
    if (is_known)
        return 0.5f * (deepest + shallowest);
    const std::optional<std::size_t> layer = element_layer(tissue, element);
    return layer ? (static_cast<float>(*layer) + 0.5f) / static_cast<float>(tissue.layers.size()) : 0.0f;
}

std::optional<std::size_t> element_layer(const sim::SnapshotTissue& tissue, std::size_t element)
{
    if (element >= tissue.tet_layer.size() || tissue.tet_layer[element] >= tissue.layers.size())
        return std::nullopt;
    return tissue.tet_layer[element];
}

std::uint32_t element_color(const sim::SnapshotTissue& tissue, std::size_t element)
{
    const std::optional<std::size_t> layer = element_layer(tissue, element);
    return layer ? tissue.layers[*layer].color : tissue.skin_color;
}

std::optional<double> rest_volume(const sim::SnapshotTissue& tissue, std::size_t element)
{
    if (element >= tissue.tet_rest.size())
        return std::nullopt;
    const auto rest = static_cast<double>(tissue.tet_rest[element]);
    // Written so that NaN fails too.
    return rest > 0.0 && std::isfinite(rest) ? std::optional<double>(rest) : std::nullopt;
}

std::optional<double> volume_ratio(const sim::Snapshot& snapshot, const sim::SnapshotTissue& tissue,
                                   std::size_t element)
{
    const std::optional<double> rest = rest_volume(tissue, element);
    if (!rest || !is_sound_element(tissue, element, snapshot.position.size()))
        return std::nullopt;
    std::array<glm::dvec3, 4> x;
    for (std::size_t i = 0; i < 4; ++i) {
        x[i] = snapshot.position[tissue.tets[element][i]];
        if (!is_drawable(x[i]))
            return std::nullopt;
    }
    const double six_volume = glm::dot(glm::cross(x[1] - x[0], x[2] - x[0]), x[3] - x[0]);
    return six_volume / *rest;
}

std::uint32_t outermost_color(const sim::SnapshotTissue& tissue)
{
    return tissue.layers.empty() ? tissue.skin_color : tissue.layers.back().color;
}

std::vector<std::optional<std::uint32_t>> particle_layer_colors(const sim::SnapshotTopology& topology,
                                                                std::size_t entity_count)
{
    std::vector<std::optional<std::uint32_t>> colors(entity_count);
    for (const sim::SnapshotTissue& tissue : topology.tissues) {
        // Layers are few: one pass each, from the wall outwards, so that a draw goes to the outer one.
        std::vector<double> most(entity_count, 0.0);
        std::vector<double> share(entity_count, 0.0);
        for (std::size_t layer = 0; layer < tissue.layers.size(); ++layer) {
            std::fill(share.begin(), share.end(), 0.0);
            for (std::size_t element = 0; element < tissue.tets.size(); ++element) {
                if (element_layer(tissue, element) != layer ||
                    !is_sound_element(tissue, element, entity_count))
                    continue;
                for (const std::uint32_t corner : tissue.tets[element])
                    share[corner] += rest_volume(tissue, element).value_or(1e-12);
            }
            for (std::size_t i = 0; i < entity_count; ++i) {
                if (share[i] > 0.0 && share[i] >= most[i]) {
                    most[i] = share[i];
                    colors[i] = tissue.layers[layer].color;
                }
            }
        }
    }
    return colors;
}

std::vector<float> particle_volume_ratios(const sim::Snapshot& snapshot, std::size_t entity_count)
{
    std::vector<double> volume(entity_count, 0.0);
    std::vector<double> rest(entity_count, 0.0);
    if (snapshot.topology != nullptr) {
        for (const sim::SnapshotTissue& tissue : snapshot.topology->tissues) {
            for (std::size_t element = 0; element < tissue.tets.size(); ++element) {
                const std::optional<double> ratio = volume_ratio(snapshot, tissue, element);
                if (!ratio || !is_sound_element(tissue, element, entity_count))
                    continue;
                const double weight = *rest_volume(tissue, element);
                for (const std::uint32_t corner : tissue.tets[element]) {
                    volume[corner] += weight * *ratio;
                    rest[corner] += weight;
                }
            }
        }
    }
    std::vector<float> ratios(entity_count, 1.0f);
    for (std::size_t i = 0; i < entity_count; ++i) {
        if (rest[i] > 0.0)
            ratios[i] = static_cast<float>(volume[i] / rest[i]);
    }
    return ratios;
}

} // namespace drape::renderer
