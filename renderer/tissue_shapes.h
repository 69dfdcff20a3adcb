// What of each tissue is shown: which elements peeling leaves, their outside, and what hides. No GL.
#pragma once

#include "renderer/mesh_normals.h"
#include "renderer/render_settings.h"
#include "sim/snapshot.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace drape::renderer {

/// How an edge of the peeled surface is drawn.
enum class EdgeMark : std::uint8_t
{
    Inner, ///< Between elements of one layer: a hairline.
    Layer, ///< Between two layers, or at a border: dark.
};

/// One triangle of the outside of what peeling has left; its i-th side runs from corner i to i + 1.
struct LayerFace
{
    Triangle corners{}; ///< Entities, counter-clockwise from outside.
    std::uint32_t element = 0;
    std::array<EdgeMark, 3> marks{};
};

/// One tissue.
struct TissueShape
{
    bool is_peeled = false;       ///< Something is removed: `faces` take the place of the skin.
    std::vector<LayerFace> faces; ///< Only where peeled.
};

/// 1 per element that is sound and that `peel` leaves: all at 0, those no shallower than 1 - peel in
/// between, none at 1 (see element_depth). NaN counts as 0.
std::vector<std::uint8_t> kept_elements(const sim::SnapshotTissue& tissue, std::size_t entity_count,
                                        float peel);

/// What peeling leaves of a tissue.
struct Peeled
{
    std::vector<std::uint8_t> kept; ///< See kept_elements; empty where `peel` is 0.
    bool is_any_removed = false;
};
Peeled peel_tissue(const sim::SnapshotTissue& tissue, std::size_t entity_count, float peel);

/// The sides of kept elements that no second kept one shares, in the order of elements.
std::vector<LayerFace> outer_faces(const sim::SnapshotTissue& tissue,
                                   const std::vector<std::uint8_t>& kept);

/// Whether skins, or the layers left where they are peeled, hide all that is inside: shown and opaque.
bool is_skin_opaque(const RenderSettings& settings);

/// 1 per particle that is a corner of sound elements, none of which is kept.
std::vector<std::uint8_t> removed_particles(const sim::SnapshotTissue& tissue,
                                            const std::vector<std::uint8_t>& kept,
                                            std::size_t entity_count);

/// 1 per entity that is a tissue's and not drawn: removed by peeling, inside an opaque skin or opaque
/// layers, or switched off.
std::vector<std::uint8_t> hidden_particles(const sim::SnapshotTopology& topology,
                                           const RenderSettings& settings);

/// Keeps the shapes of a topology as long as it and the settings stay.
class TissueShapes
{
public:
    /// Works everything out anew where the topology or a setting that matters has changed.
    void update(const std::shared_ptr<const sim::SnapshotTopology>& topology,
                const RenderSettings& settings);

    /// One per tissue.
    const std::vector<TissueShape>& shapes() const { return shapes_; }
    /// Another number after each change.
    std::uint64_t version() const { return version_; }

    /// See hidden_particles.
    bool is_particle_hidden(std::uint32_t entity) const;
    /// The same of a bond of kind Edge.
    bool is_edge_hidden(std::uint32_t a, std::uint32_t b) const;

private:
    struct Choice
    {
        float peel = 0.0f;
        bool is_opaque = true;
        bool shows_particles = true;
        bool shows_edges = true;

        bool operator==(const Choice&) const = default;
    };

    void add_tissue(const sim::SnapshotTissue& tissue, std::size_t entity_count);
    void hide_removed_edges(const sim::SnapshotTissue& tissue, const std::vector<std::uint8_t>& kept,
                            std::size_t entity_count);

    std::shared_ptr<const sim::SnapshotTopology> topology_;
    Choice choice_;
    std::uint64_t version_ = 0;
    std::vector<TissueShape> shapes_;
    std::vector<std::uint8_t> hidden_particles_;
    std::vector<std::uint8_t> hides_edges_;   ///< 1 per entity none of whose edges is drawn.
    std::vector<std::uint64_t> hidden_edges_; ///< Keys, ascending.
};

} // namespace drape::renderer
