#include "renderer/sphere_pass.h"

#include "renderer/draw_state.h"
#include "renderer/renderer.h"
#include "renderer/shader_slots.h"

#include <cstddef>

namespace drape::renderer {

Result<SphereProgram> SphereProgram::build(const ShaderLibrary& library)
{
    Result<Program> built = Program::build(library, "sphere.vert", "sphere.frag");
    if (!built.ok())
        return built.error();
    return SphereProgram{std::move(built).value()};
}

Result<SpherePass> SpherePass::create(const ShaderLibrary& library)
{
    SpherePass pass;
    if (const Status status = pass.reload(library); !status.ok())
        return status.error();
    pass.vertex_array_ = VertexArray::make();
    return pass;
}

void SpherePass::draw_opaque(const Frame& frame, const InstanceBuffer& spheres) const
{
    set_draw_state(DepthUse::TestAndWrite, Blending::Opaque);
    draw(frame, spheres);
}

void SpherePass::draw_translucent(const Frame& frame, const InstanceBuffer& spheres) const
{
    set_draw_state(DepthUse::Test, Blending::Over);
    draw(frame, spheres);
}

void SpherePass::draw(const Frame& frame, const InstanceBuffer& spheres) const
{
    if (spheres.count == 0)
        return;
    program_.program.use();
    glBindVertexArray(vertex_array_.name());
    glBindBuffer(GL_ARRAY_BUFFER, spheres.buffer.name());
    constexpr std::size_t kStride = sizeof(SphereInstance);
    use_uint_attribute({kEntityAttribute, 1, kStride, offsetof(SphereInstance, entity)});
    use_float_attribute({kShapeAttribute, 1, kStride, offsetof(SphereInstance, radius)});
    use_float_attribute({kExtraAttribute, 1, kStride, offsetof(SphereInstance, glow)});
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(spheres.count));
    ++frame.stats.draw_calls;
    frame.stats.spheres += spheres.count;
}

} // namespace drape::renderer
