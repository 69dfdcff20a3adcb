// A snapshot on the GPU: what stays is sent once per topology, positions once per frame.
#pragma once

#include "renderer/culling.h"
#include "renderer/frame.h"
#include "renderer/gl_object.h"
#include "renderer/stream_buffer.h"
#include "renderer/tissue_shapes.h"
#include "sim/snapshot.h"

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace drape::renderer {

/// One ball to draw; four words, as every quad item.
struct SphereInstance
{
    std::uint32_t entity = 0;
    float radius = 0.0f; ///< m
    float glow = 0.0f;
    float unused = 0.0f;
};

/// One box to draw.
struct BoxInstance
{
    std::uint32_t entity = 0;
    float glow = 0.0f;
    glm::vec3 half_size{0.0f}; ///< m
};

/// One line to draw.
struct BondInstance
{
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    float rest = 0.0f;   ///< m; 0 where it has none.
    float radius = 0.0f; ///< Of the larger ball at its ends, m.
};

/// One blot of the contact shadow. Entities beyond the scene's are points along the probes.
struct ShadowInstance
{
    std::uint32_t entity = 0;
    float radius = 0.0f; ///< m
    float unused[2] = {};
};

/// Instances in a buffer of their own.
struct InstanceBuffer
{
    StreamBuffer buffer;
    Texture view; ///< The buffer as four-word items, for draw_quads; not for boxes.
    std::uint32_t count = 0;
    std::vector<ItemBlock> blocks; ///< For leaving out what is not in the picture; empty: never.
    std::vector<ItemRange> shown;  ///< What is to be drawn in this frame.

    std::uint32_t count_shown() const;
};

/// Owns the buffers that several passes read. Every index in them is below the length of `positions`.
class SceneBuffers
{
public:
    /// Needs a current context.
    SceneBuffers();

    /// Brings the buffers up to `frame`: everything where the topology or what `tissues` hide is another
    /// one than before, positions and what is sorted by depth always. Binds the texture units.
    void update(const Frame& frame, const TissueShapes& tissues);

    /// Counts how often positions, values or what is shown became others; what was made from them is good
    /// for as long as this stays.
    std::uint64_t revision() const { return revision_; }

    /// Per entity: ts, and the place in the colour map, 0..1, or kSkippedValue.
    std::span<const glm::vec4> positions() const { return {position_value_.data(), entity_count_}; }

    const InstanceBuffer& opaque_spheres() const { return opaque_spheres_; }
    const InstanceBuffer& opaque_boxes() const { return opaque_boxes_; }
    const InstanceBuffer& entity_shadows() const { return entity_shadows_; }
    const InstanceBuffer& probe_shadows() const { return probe_shadows_; }
    const InstanceBuffer& bonds() const { return bonds_; } ///< Structural, edges, shear.
    const InstanceBuffer& joints() const { return joints_; }
    /// Farthest first.
    const InstanceBuffer& translucent_spheres() const { return translucent_spheres_; }
    const InstanceBuffer& translucent_boxes() const { return translucent_boxes_; }

private:
    /// Over the bonds at an entity.
    struct StrainSum
    {
        float sum = 0.0f;
        std::uint32_t count = 0;
    };

    /// What the static buffers depend on beside the topology.
    struct Loaded
    {
        Uncolored uncolored = Uncolored::White;
        bool by_layer = false;
        std::uint64_t tissues_version = 0;

        bool operator==(const Loaded&) const = default;
    };

    /// What positions and values were made from, beside the topology.
    struct Written
    {
        std::uint64_t serial = 0; ///< Of the snapshot; 0 is never the same.
        glm::dvec3 target{0.0};
        ColorMode color_mode = ColorMode::Body;
        ColorRange range;
        bool show_probe = false;

        bool operator==(const Written&) const = default;
    };

    void load_topology(const Frame& frame, const TissueShapes& tissues);
    void load_entities(const Frame& frame, const sim::SnapshotTopology& topology,
                       const TissueShapes& tissues);
    void load_bonds(const Frame& frame, const sim::SnapshotTopology& topology, const TissueShapes& tissues);
    void load_joints(const Frame& frame, const sim::SnapshotTopology& topology);
    void load_shadows(const Frame& frame);
    void load_colors(const sim::SnapshotTopology& topology, const Loaded& loaded);
    void write_positions(const Frame& frame);
    void write_values(const Frame& frame);
    void write_speeds(const Frame& frame);
    void load_strained();
    void write_strains(const Frame& frame);
    void write_compressions(const Frame& frame);
    void write_probe_points(const Frame& frame);
    void sort_translucent(const Frame& frame);
    /// Leaves out the blocks of balls and lines that lie beside the picture.
    void cull(const Frame& frame);
    template<class Item>
    void upload(InstanceBuffer& instances, const std::vector<Item>& items, const Frame& frame);
    /// For at most most_items_; `write` fills a span of as many.
    template<class Item, class Write>
    void write(InstanceBuffer& instances, std::size_t count, const Frame& frame, Write write);

    std::shared_ptr<const sim::SnapshotTopology> topology_; ///< What the static buffers hold.
    Loaded loaded_;
    bool is_loaded_ = false;
    std::size_t entity_count_ = 0;
    std::size_t most_items_ = 0; ///< What a buffer texture can hold.

    Written written_;
    std::uint64_t revision_ = 0;
    EntityBoxes boxes_;
    std::uint64_t boxes_revision_ = 0; ///< That boxes_ were measured at.
    std::uint32_t skipped_ = 0;

    std::vector<float> ball_radius_;     ///< Per entity, m; 0 for boxes.
    std::vector<float> shadow_radius_;   ///< Per entity, m.
    std::vector<BondInstance> strained_; ///< Structural bonds and edges, hidden ones too.
    bool has_strained_ = false;          ///< Whether that list is made: few frames need it.
    std::vector<SphereInstance> translucent_sphere_list_;
    std::vector<BoxInstance> translucent_box_list_;
    std::vector<glm::vec4> position_value_; ///< Per entity, then probe points: ts, and value or kSkipped.
    std::vector<StrainSum> strain_sums_;
    std::vector<ShadowInstance> probe_blots_;

    InstanceBuffer opaque_spheres_;
    InstanceBuffer translucent_spheres_;
    InstanceBuffer opaque_boxes_;
    InstanceBuffer translucent_boxes_;
    InstanceBuffer bonds_;
    InstanceBuffer joints_;
    InstanceBuffer entity_shadows_;
    InstanceBuffer probe_shadows_;
    StreamBuffer positions_;
    StreamBuffer colors_;
    Texture positions_view_;
    Texture colors_view_;
    Texture color_map_;
};

} // namespace drape::renderer
