// One tissue's elements, safely: which are sound, how deep they lie, how compressed they are. No GL.
#pragma once

#include "renderer/mesh_normals.h"
#include "sim/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace drape::renderer {

/// Whether an element has four different corners, all below `entity_count`.
bool is_sound_element(const sim::SnapshotTissue& tissue, std::size_t element, std::size_t entity_count);

/// Whether a triangle has three different corners, all below `count`.
bool is_sound_triangle(const Triangle& triangle, std::size_t count);

/// Depth of an element, 0 at the wall .. 1 at the skin: half way between its deepest and its
/// shallowest corner. (Not the mean: the five or six elements of a cell have different means, and
/// peeling by those would leave spikes; by this they go together, and what is left is even.) Where the
/// snapshot has no depths the middle of its layer, and 0 where it has no layer either.
float element_depth(const sim::SnapshotTissue& tissue, std::size_t element);

/// The layer of an element; empty where its index is out of range.
std::optional<std::size_t> element_layer(const sim::SnapshotTissue& tissue, std::size_t element);

/// 0xRRGGBB: its layer's; the skin's where it has none.
std::uint32_t element_color(const sim::SnapshotTissue& tissue, std::size_t element);

/// 6V0 of an element, m^3; empty where it is not known or not > 0.
std::optional<double> rest_volume(const sim::SnapshotTissue& tissue, std::size_t element);

/// 6V/6V0 of an element now: below 1 where it is compressed, at most 0 where it is inverted. Empty
/// where it is not sound, a corner is not drawable or its rest volume is not known.
std::optional<double> volume_ratio(const sim::Snapshot& snapshot, const sim::SnapshotTissue& tissue,
                                   std::size_t element);

/// 0xRRGGBB of the outermost layer, which the skin shows in ColorMode::Layer.
std::uint32_t outermost_color(const sim::SnapshotTissue& tissue);

/// One per entity: 0xRRGGBB of the layer that has most of the rest volume around a particle (of equal
/// ones the outer), and empty for what belongs to no element.
std::vector<std::optional<std::uint32_t>> particle_layer_colors(const sim::SnapshotTopology& topology,
                                                                std::size_t entity_count);

/// One per entity: the mean of 6V/6V0 over the elements around a particle, by their rest volumes; 1 for
/// what belongs to no element.
std::vector<float> particle_volume_ratios(const sim::Snapshot& snapshot, std::size_t entity_count);

/// The four sides of an element, counter-clockwise from outside where 6V > 0.
inline constexpr std::array<std::array<std::size_t, 3>, 4> kElementSides = {
    {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};

} // namespace drape::renderer
