#include "renderer/culling.h"

#include "renderer/surface_mesh.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>

namespace drape::renderer {

namespace {

/// Of the box's corners and all within `radius` of them, how far the nearest to the plane's inside lies.
float farthest_inside(const glm::vec4& plane, const CullBox& box, float radius)
{
    const glm::vec3 corner(plane.x >= 0.0f ? box.high.x : box.low.x,
                           plane.y >= 0.0f ? box.high.y : box.low.y,
                           plane.z >= 0.0f ? box.high.z : box.low.z);
    return glm::dot(glm::vec3(plane), corner) + plane.w + radius;
}

} // namespace

void CullBox::add(const CullBox& other)
{
    low = glm::min(low, other.low);
    high = glm::max(high, other.high);
}

void ItemBlock::add(std::uint32_t entity, float item_radius)
{
    first_entity = std::min(first_entity, entity);
    last_entity = std::max(last_entity, entity);
    radius = std::max(radius, item_radius);
}

void EntityBoxes::measure(std::span<const glm::vec4> positions)
{
    boxes_.assign((positions.size() + kEntities - 1) / kEntities, {});
    for (std::size_t block = 0; block < boxes_.size(); ++block) {
        const std::size_t begin = block * kEntities;
        const std::size_t count = std::min(kEntities, positions.size() - begin);
        CullBox& box = boxes_[block];
        for (const glm::vec4& at : positions.subspan(begin, count))
            if (at.w != kSkippedValue)
                box.add({glm::vec3(at), glm::vec3(at)});
    }
}

CullBox EntityBoxes::around(const ItemBlock& block) const
{
    CullBox box;
    const std::size_t last = std::min<std::size_t>(block.last_entity / kEntities + 1, boxes_.size());
    for (std::size_t i = block.first_entity / kEntities; i < last; ++i)
        box.add(boxes_[i]);
    return box;
}

ViewFrustum::ViewFrustum(const glm::mat4& to_clip, const glm::vec2& viewport_px, float margin_px)
{
    // Gribb and Hartmann 2001: |x| <= w and |y| <= w in clip space, widened by the margin.
    const auto row = [&](int i) {
        return glm::vec4(to_clip[0][i], to_clip[1][i], to_clip[2][i], to_clip[3][i]);
    };
    const glm::vec2 wider = 1.0f + 2.0f * margin_px / glm::max(viewport_px, glm::vec2(1.0f));
    planes_ = {row(3) * wider.x + row(0), row(3) * wider.x - row(0), row(3) * wider.y + row(1),
               row(3) * wider.y - row(1)};
    for (glm::vec4& plane : planes_)
        plane /= glm::length(glm::vec3(plane));
}

bool ViewFrustum::may_show(const CullBox& box, float radius) const
{
    // What is not a number is no reason to leave something out.
    return std::none_of(planes_.begin(), planes_.end(),
                        [&](const glm::vec4& plane) { return farthest_inside(plane, box, radius) < 0.0f; });
}

bool ViewFrustum::shows_all_of(const CullBox& box, float radius) const
{
    // Nothing of it is on the other side of a plane.
    return std::all_of(planes_.begin(), planes_.end(), [&](const glm::vec4& plane) {
        return farthest_inside(-plane, box, radius) <= 0.0f;
    });
}

std::vector<ItemRange> visible_items(std::span<const ItemBlock> blocks, std::uint32_t count,
                                     const EntityBoxes& boxes, const ViewFrustum& frustum,
                                     float radius_scale)
{
    std::vector<ItemRange> visible;
    for (std::uint32_t i = 0; i < blocks.size(); ++i) {
        const CullBox box = boxes.around(blocks[i]);
        if (box.is_empty() || !frustum.may_show(box, blocks[i].radius * radius_scale))
            continue;
        const std::uint32_t begin = i * ItemBlock::kItems;
        const std::uint32_t end = std::min(count, begin + ItemBlock::kItems);
        if (!visible.empty() && visible.back().end == begin)
            visible.back().end = end;
        else
            visible.push_back({begin, end});
    }
    return visible;
}

} // namespace drape::renderer
