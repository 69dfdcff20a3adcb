#include "renderer/tissue_shapes.h"

#include "renderer/tissue_elements.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace drape::renderer {
namespace {

/// Depths are floats: what lies at 1 - peel up to rounding is kept.
constexpr float kDepthSlack = 1e-5f;

std::uint64_t edge_key(std::uint32_t a, std::uint32_t b)
{
    const auto [low, high] = std::minmax(a, b);
    return std::uint64_t{low} << 32 | high;
}

/// One side of a kept element; two with the same corners hide each other.
struct Side
{
    Triangle sorted{};
    std::uint32_t element = 0;
    std::uint32_t index = 0; ///< Into kElementSides.

    bool operator<(const Side& other) const
    {
        return sorted != other.sorted ? sorted < other.sorted : element < other.element;
    }
};

std::vector<Side> single_sides(const sim::SnapshotTissue& tissue, const std::vector<std::uint8_t>& kept)
{
    std::vector<Side> sides;
    for (std::uint32_t element = 0; element < kept.size(); ++element) {
        for (std::uint32_t index = 0; kept[element] != 0 && index < 4; ++index) {
            Side side{{}, element, index};
            for (std::size_t i = 0; i < 3; ++i)
                side.sorted[i] = tissue.tets[element][kElementSides[index][i]];
            std::sort(side.sorted.begin(), side.sorted.end());
            sides.push_back(side);
        }
    }
    std::sort(sides.begin(), sides.end());
    std::vector<Side> single;
    for (std::size_t i = 0, next = 0; i < sides.size(); i = next) {
        next = i + 1;
        while (next < sides.size() && sides[next].sorted == sides[i].sorted)
            ++next;
        if (next == i + 1)
            single.push_back(sides[i]);
    }
    std::sort(single.begin(), single.end(), [](const Side& x, const Side& y) {
        return x.element != y.element ? x.element < y.element : x.index < y.index;
    });
    return single;
}

/// A side of a face, to find its neighbour over it.
struct FaceEdge
{
    std::uint64_t key = 0;
    std::uint32_t face = 0;
    std::uint32_t side = 0;
};

/// Marks each edge where two layers meet, where three or more faces do, or where there is but one.
void mark_edges(const sim::SnapshotTissue& tissue, std::vector<LayerFace>& faces)
{
    std::vector<FaceEdge> edges;
    for (std::uint32_t face = 0; face < faces.size(); ++face) {
        const Triangle& corner = faces[face].corners;
        for (std::uint32_t side = 0; side < 3; ++side)
            edges.push_back({edge_key(corner[side], corner[(side + 1) % 3]), face, side});
    }
    std::sort(edges.begin(), edges.end(), [](const FaceEdge& x, const FaceEdge& y) {
        return x.key != y.key ? x.key < y.key : x.face < y.face;
    });
    for (std::size_t i = 0, next = 0; i < edges.size(); i = next) {
        next = i + 1;
        while (next < edges.size() && edges[next].key == edges[i].key)
            ++next;
        const auto layer = [&](std::size_t k) {
            return element_layer(tissue, faces[edges[k].face].element);
        };
        const bool is_inner = next == i + 2 && layer(i) == layer(i + 1);
        for (std::size_t k = i; k < next; ++k)
            faces[edges[k].face].marks[edges[k].side] = is_inner ? EdgeMark::Inner : EdgeMark::Layer;
    }
}

bool has_skin(const sim::SnapshotTissue& tissue, std::size_t entity_count)
{
    return std::any_of(tissue.skin.begin(), tissue.skin.end(), [entity_count](const Triangle& triangle) {
        return is_sound_triangle(triangle, entity_count);
    });
}

/// Keys of the edges of all elements that are `kept` or not, ascending, each once.
std::vector<std::uint64_t> edges_of(const sim::SnapshotTissue& tissue,
                                    const std::vector<std::uint8_t>& kept, std::uint8_t wanted,
                                    std::size_t entity_count)
{
    std::vector<std::uint64_t> keys;
    for (std::size_t element = 0; element < kept.size(); ++element) {
        if (kept[element] != wanted || !is_sound_element(tissue, element, entity_count))
            continue;
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t j = 0; j < i; ++j)
                keys.push_back(edge_key(tissue.tets[element][i], tissue.tets[element][j]));
        }
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

void mark_all_of(const sim::SnapshotTissue& tissue, std::vector<std::uint8_t>& marks)
{
    const std::size_t first = std::min<std::size_t>(tissue.first, marks.size());
    const std::size_t last = first + std::min<std::size_t>(tissue.count, marks.size() - first);
    std::fill(marks.begin() + static_cast<std::ptrdiff_t>(first),
              marks.begin() + static_cast<std::ptrdiff_t>(last), std::uint8_t{1});
}

/// NaN counts as 0.
float peel_of(const RenderSettings& settings)
{
    return settings.peel > 0.0f ? std::min(settings.peel, 1.0f) : 0.0f;
}

/// Whether the surface of a tissue leaves nothing of the particles and edges inside to be seen.
bool is_covered(const sim::SnapshotTissue& tissue, std::size_t entity_count, const Peeled& peeled,
                bool is_opaque)
{
    return is_opaque && (peeled.is_any_removed || has_skin(tissue, entity_count));
}

} // namespace

std::vector<std::uint8_t> kept_elements(const sim::SnapshotTissue& tissue, std::size_t entity_count,
                                        float peel)
{
    std::vector<std::uint8_t> kept(tissue.tets.size(), 0);
    const bool keeps_any = !(peel >= 1.0f);
    const float deepest_removed =
        peel > 0.0f ? 1.0f - peel + kDepthSlack : std::numeric_limits<float>::infinity();
    for (std::size_t element = 0; keeps_any && element < kept.size(); ++element) {
        const bool is_kept = is_sound_element(tissue, element, entity_count) &&
                             element_depth(tissue, element) <= deepest_removed;
        kept[element] = is_kept ? 1 : 0;
    }
    return kept;
}

std::vector<LayerFace> outer_faces(const sim::SnapshotTissue& tissue, const std::vector<std::uint8_t>& kept)
{
    std::vector<LayerFace> faces;
    for (const Side& side : single_sides(tissue, kept)) {
        LayerFace face;
        face.element = side.element;
        for (std::size_t i = 0; i < 3; ++i)
            face.corners[i] = tissue.tets[side.element][kElementSides[side.index][i]];
        faces.push_back(face);
    }
    mark_edges(tissue, faces);
    return faces;
}

bool is_skin_opaque(const RenderSettings& settings)
{
    // Written so that NaN counts as opaque.
    return settings.show_skin && !(settings.skin_opacity < 1.0f);
}

Peeled peel_tissue(const sim::SnapshotTissue& tissue, std::size_t entity_count, float peel)
{
    if (!(peel > 0.0f))
        return {};
    Peeled peeled{kept_elements(tissue, entity_count, peel), true};
    peeled.is_any_removed = peel >= 1.0f || peeled.kept != kept_elements(tissue, entity_count, 0.0f);
    return peeled;
}

std::vector<std::uint8_t> removed_particles(const sim::SnapshotTissue& tissue,
                                            const std::vector<std::uint8_t>& kept, std::size_t entity_count)
{
    std::vector<std::uint8_t> removed(entity_count, 0);
    for (const std::uint8_t wanted : {std::uint8_t{0}, std::uint8_t{1}}) {
        for (std::size_t element = 0; element < kept.size(); ++element) {
            if (kept[element] != wanted || !is_sound_element(tissue, element, entity_count))
                continue;
            for (const std::uint32_t corner : tissue.tets[element])
                removed[corner] = wanted == 0 ? 1 : 0;
        }
    }
    return removed;
}

std::vector<std::uint8_t> hidden_particles(const sim::SnapshotTopology& topology,
                                           const RenderSettings& settings)
{
    const std::size_t entity_count = topology.looks.size();
    std::vector<std::uint8_t> hidden(entity_count, 0);
    for (const sim::SnapshotTissue& tissue : topology.tissues) {
        const Peeled peeled = peel_tissue(tissue, entity_count, peel_of(settings));
        if (!settings.show_tissue_particles ||
            is_covered(tissue, entity_count, peeled, is_skin_opaque(settings)))
            mark_all_of(tissue, hidden);
        if (!peeled.is_any_removed)
            continue;
        const std::vector<std::uint8_t> removed = removed_particles(tissue, peeled.kept, entity_count);
        std::transform(hidden.begin(), hidden.end(), removed.begin(), hidden.begin(),
                       [](std::uint8_t x, std::uint8_t y) { return std::max(x, y); });
    }
    return hidden;
}

void TissueShapes::update(const std::shared_ptr<const sim::SnapshotTopology>& topology,
                          const RenderSettings& settings)
{
    const Choice choice{peel_of(settings), is_skin_opaque(settings), settings.show_tissue_particles,
                        settings.show_tissue_edges};
    if (version_ != 0 && topology == topology_ && choice == choice_)
        return;
    topology_ = topology;
    choice_ = choice;
    ++version_;
    shapes_.clear();
    hidden_edges_.clear();
    hidden_particles_.clear();
    hides_edges_.clear();
    if (topology == nullptr)
        return;
    hidden_particles_ = hidden_particles(*topology, settings);
    hides_edges_.assign(topology->looks.size(), 0);
    for (const sim::SnapshotTissue& tissue : topology->tissues)
        add_tissue(tissue, topology->looks.size());
    std::sort(hidden_edges_.begin(), hidden_edges_.end());
}

void TissueShapes::add_tissue(const sim::SnapshotTissue& tissue, std::size_t entity_count)
{
    TissueShape& shape = shapes_.emplace_back();
    const Peeled peeled = peel_tissue(tissue, entity_count, choice_.peel);
    shape.is_peeled = peeled.is_any_removed;
    if (shape.is_peeled) {
        shape.faces = outer_faces(tissue, peeled.kept);
        hide_removed_edges(tissue, peeled.kept, entity_count);
    }
    if (!choice_.shows_edges || is_covered(tissue, entity_count, peeled, choice_.is_opaque))
        mark_all_of(tissue, hides_edges_);
}

void TissueShapes::hide_removed_edges(const sim::SnapshotTissue& tissue,
                                      const std::vector<std::uint8_t>& kept, std::size_t entity_count)
{
    const std::vector<std::uint64_t> removed = edges_of(tissue, kept, 0, entity_count);
    const std::vector<std::uint64_t> left = edges_of(tissue, kept, 1, entity_count);
    std::set_difference(removed.begin(), removed.end(), left.begin(), left.end(),
                        std::back_inserter(hidden_edges_));
}

bool TissueShapes::is_particle_hidden(std::uint32_t entity) const
{
    return entity < hidden_particles_.size() && hidden_particles_[entity] != 0;
}

bool TissueShapes::is_edge_hidden(std::uint32_t a, std::uint32_t b) const
{
    const auto hides = [this](std::uint32_t entity) {
        return entity < hides_edges_.size() && hides_edges_[entity] != 0;
    };
    return hides(a) || hides(b) ||
           std::binary_search(hidden_edges_.begin(), hidden_edges_.end(), edge_key(a, b));
}

} // namespace drape::renderer
