#include "renderer/box_pass.h"

#include "renderer/draw_state.h"
#include "renderer/renderer.h"
#include "renderer/shader_slots.h"

#include <cstddef>

namespace drape::renderer {

Result<BoxProgram> BoxProgram::build(const ShaderLibrary& library)
{
    Result<Program> built = Program::build(library, "box.vert", "box.frag");
    if (!built.ok())
        return built.error();
    return BoxProgram{std::move(built).value()};
}

Result<BoxPass> BoxPass::create(const ShaderLibrary& library)
{
    BoxPass pass;
    if (const Status status = pass.reload(library); !status.ok())
        return status.error();
    pass.vertex_array_ = VertexArray::make();
    return pass;
}

void BoxPass::draw_opaque(const Frame& frame, const InstanceBuffer& boxes) const
{
    set_draw_state(DepthUse::TestAndWrite, Blending::Opaque);
    draw(frame, boxes);
}

void BoxPass::draw_translucent(const Frame& frame, const InstanceBuffer& boxes) const
{
    set_draw_state(DepthUse::Test, Blending::Over);
    draw(frame, boxes);
}

void BoxPass::draw(const Frame& frame, const InstanceBuffer& boxes) const
{
    if (boxes.count == 0)
        return;
    glEnable(GL_CULL_FACE); // else the far faces of a translucent box show through in no order
    glCullFace(GL_BACK);
    glFrontFace(GL_CCW);
    program_.program.use();
    glBindVertexArray(vertex_array_.name());
    glBindBuffer(GL_ARRAY_BUFFER, boxes.buffer.name());
    constexpr std::size_t kStride = sizeof(BoxInstance);
    use_uint_attribute({kEntityAttribute, 1, kStride, offsetof(BoxInstance, entity)});
    use_float_attribute({kShapeAttribute, 3, kStride, offsetof(BoxInstance, half_size)});
    use_float_attribute({kExtraAttribute, 1, kStride, offsetof(BoxInstance, glow)});
    glDrawArraysInstanced(GL_TRIANGLES, 0, 36, static_cast<GLsizei>(boxes.count));
    ++frame.stats.draw_calls;
    frame.stats.boxes += boxes.count;
}

} // namespace drape::renderer
