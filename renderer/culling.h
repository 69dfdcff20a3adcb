// What lies outside of the picture need not be sent through the vertex shader: whole blocks of items are
// left out by the box of the entities that they show.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace drape::renderer {

/// Items begin .. end - 1 of a buffer.
struct ItemRange
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool operator==(const ItemRange&) const = default;
};

/// A box in target space, m; of nothing while low is above high.
struct CullBox
{
    glm::vec3 low{std::numeric_limits<float>::infinity()};
    glm::vec3 high{-std::numeric_limits<float>::infinity()};

    void add(const CullBox& other);
    bool is_empty() const { return !(low.x <= high.x); }
};

/// A block of consecutive items: between which entities they lie, and how far they reach beyond those.
struct ItemBlock
{
    static constexpr std::uint32_t kItems = 1024;

    std::uint32_t first_entity = ~0U;
    std::uint32_t last_entity = 0; ///< Included.
    float radius = 0.0f;           ///< m

    void add(std::uint32_t entity, float item_radius);
};

/// Boxes of blocks of consecutive entities.
class EntityBoxes
{
public:
    static constexpr std::size_t kEntities = 1024;

    /// Positions in target space; those whose w is kSkippedValue are not drawn and do not count.
    void measure(std::span<const glm::vec4> positions);
    /// Around all that a block of items shows.
    CullBox around(const ItemBlock& block) const;

private:
    std::vector<CullBox> boxes_;
};

/// The space that the picture shows, without its depth.
class ViewFrustum
{
public:
    /// `to_clip` from target space; `margin_px` is what items may reach beyond their boxes in the picture.
    ViewFrustum(const glm::mat4& to_clip, const glm::vec2& viewport_px, float margin_px);

    /// False only where nothing within `radius` of the box is in the picture.
    bool may_show(const CullBox& box, float radius) const;
    /// Whether all of that is in the picture.
    bool shows_all_of(const CullBox& box, float radius) const;

private:
    std::array<glm::vec4, 4> planes_; ///< Unit normals inwards; w: distance of the target from the plane.
};

/// The items of a buffer that the picture may show, neighbouring blocks as one range.
std::vector<ItemRange> visible_items(std::span<const ItemBlock> blocks, std::uint32_t count,
                                     const EntityBoxes& boxes, const ViewFrustum& frustum,
                                     float radius_scale);

} // namespace drape::renderer
