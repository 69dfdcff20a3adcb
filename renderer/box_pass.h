// Entities with Shape::Box, axis aligned.
#pragma once

#include "renderer/scene_buffers.h"
#include "renderer/shader.h"

namespace drape::renderer {

/// box.vert + box.frag.
struct BoxProgram
{
    Program program;

    static Result<BoxProgram> build(const ShaderLibrary& library);
};

/// Draws boxes with a thin light on their edges.
class BoxPass
{
public:
    static Result<BoxPass> create(const ShaderLibrary& library);
    Status reload(const ShaderLibrary& library) { return rebuild(program_, library); }
    void draw_opaque(const Frame& frame, const InstanceBuffer& boxes) const;
    /// After everything opaque; `boxes` farthest first.
    void draw_translucent(const Frame& frame, const InstanceBuffer& boxes) const;

private:
    void draw(const Frame& frame, const InstanceBuffer& boxes) const;

    BoxProgram program_;
    VertexArray vertex_array_;
};

} // namespace drape::renderer
