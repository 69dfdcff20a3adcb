#include "renderer/background_pass.h"

#include "renderer/color_map.h"
#include "renderer/draw_state.h"
#include "renderer/renderer.h"

namespace drape::renderer {

Result<BackgroundProgram> BackgroundProgram::build(const ShaderLibrary& library)
{
    Result<Program> built = Program::build(library, "background.vert", "background.frag");
    if (!built.ok())
        return built.error();
    BackgroundProgram typed;
    typed.program = std::move(built).value();
    typed.top = typed.program.uniform<glm::vec3>("top");
    typed.bottom = typed.program.uniform<glm::vec3>("bottom");
    return typed;
}

Result<BackgroundPass> BackgroundPass::create(const ShaderLibrary& library)
{
    BackgroundPass pass;
    if (const Status status = pass.reload(library); !status.ok())
        return status.error();
    pass.vertex_array_ = VertexArray::make();
    return pass;
}

void BackgroundPass::draw(const Frame& frame) const
{
    set_draw_state(DepthUse::None, Blending::Opaque);
    program_.program.use();
    set(program_.top, from_hex(frame.settings.theme.background_top));
    set(program_.bottom, from_hex(frame.settings.theme.background_bottom));
    glBindVertexArray(vertex_array_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    ++frame.stats.draw_calls;
}

} // namespace drape::renderer
