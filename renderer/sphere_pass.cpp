#include "renderer/sphere_pass.h"

#include "renderer/draw_state.h"
#include "renderer/renderer.h"

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
    pass.quads_ = QuadList::make();
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
    frame.stats.draw_calls += quads_.draw(spheres);
    frame.stats.spheres += spheres.count_shown();
}

} // namespace drape::renderer
