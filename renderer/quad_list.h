// Draws many quads in few calls; each finds its own data by its number.
#pragma once

#include "renderer/gl_object.h"
#include "renderer/scene_buffers.h"

namespace drape::renderer {

/// Holds the indices of a batch of quads: 0 1 2, 2 1 3, 4 5 6, ... In the vertex shader, gl_VertexID / 4
/// is the item (texelFetch from `items`) and gl_VertexID % 4 the corner. Instances of four vertices
/// would leave most lanes of a GPU idle, and cost a software driver ten times as much.
class QuadList
{
public:
    /// Needs a current context.
    static QuadList make();
    /// Draws one quad per item that is shown with the program and state in use. The number of draw calls.
    std::uint32_t draw(const InstanceBuffer& items) const;

private:
    Buffer indices_;
    VertexArray vertex_array_;
};

} // namespace drape::renderer
