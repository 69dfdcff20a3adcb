#include "renderer/quad_list.h"

#include "renderer/shader_slots.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace drape::renderer {
namespace {

constexpr std::uint32_t kBatchQuads = 16384; // 16-bit indices reach 65536 corners

} // namespace

QuadList QuadList::make()
{
    std::vector<std::uint16_t> indices;
    indices.reserve(6 * kBatchQuads);
    for (std::uint32_t quad = 0; quad < kBatchQuads; ++quad) {
        for (const std::uint32_t corner : {0u, 1u, 2u, 2u, 1u, 3u})
            indices.push_back(static_cast<std::uint16_t>(4 * quad + corner));
    }
    QuadList list;
    list.indices_ = Buffer::make();
    list.vertex_array_ = VertexArray::make();
    glBindVertexArray(list.vertex_array_.name());
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, list.indices_.name());
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(indices.size() * sizeof(std::uint16_t)),
                 indices.data(), GL_STATIC_DRAW);
    glBindVertexArray(0);
    return list;
}

std::uint32_t QuadList::draw(const InstanceBuffer& items) const
{
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(kItemsUnit));
    glBindTexture(GL_TEXTURE_BUFFER, items.view.name());
    glBindVertexArray(vertex_array_.name());
    std::uint32_t calls = 0;
    for (const ItemRange& range : items.shown)
        for (std::uint32_t first = range.begin; first < range.end; first += kBatchQuads) {
            const std::uint32_t count = std::min(kBatchQuads, range.end - first);
            glDrawElementsBaseVertex(GL_TRIANGLES, static_cast<GLsizei>(6 * count), GL_UNSIGNED_SHORT,
                                     nullptr, static_cast<GLint>(4 * first));
            ++calls;
        }
    return calls;
}

} // namespace drape::renderer
