#include "renderer/ground_pass.h"

#include "renderer/color_map.h"
#include "renderer/draw_state.h"
#include "renderer/renderer.h"
#include "renderer/shader_slots.h"

#include <algorithm>
#include <cmath>

namespace drape::renderer {
namespace {

constexpr int kTexels = 160;
/// The shadow's square reaches this much beyond the scene, so that no blur is cut off.
constexpr float kAreaMargin = 1.6f;
constexpr float kShadowStrength = 0.62f;

/// Cell of the fine grid, m, and how far it has faded towards the next coarser one, 0..1.
struct GridScale
{
    double cell = 1.0;
    double fade = 0.0;
};

GridScale grid_scale(double distance)
{
    // About 15 cells across the view: fine enough to judge sizes, coarse enough to stay quiet.
    const double level = std::log10(distance / 6.0);
    const double whole = std::floor(level);
    return {std::pow(10.0, whole), level - whole};
}

glm::vec4 shadow_area(const Frame& frame)
{
    if (!frame.bounds)
        return glm::vec4(0.0f);
    const glm::vec3 center = frame.to_target_space(frame.bounds->center());
    const glm::dvec3 size = frame.bounds->size();
    const double half = 0.5 * std::max(size.x, size.z) + 0.25 * size.y;
    return {center.x, center.z, kAreaMargin * static_cast<float>(half), kShadowStrength};
}

Texture make_layer_texture()
{
    Texture texture = Texture::make();
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA16F, kTexels, kTexels, 0, GL_RGBA, GL_HALF_FLOAT, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

void bind_shadow(const Texture& texture)
{
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(kShadowUnit));
    glBindTexture(GL_TEXTURE_2D, texture.name());
}

} // namespace

Result<GroundProgram> GroundProgram::build(const ShaderLibrary& library)
{
    Result<Program> built = Program::build(library, "background.vert", "ground.frag");
    if (!built.ok())
        return built.error();
    GroundProgram typed;
    typed.program = std::move(built).value();
    typed.grid_color = typed.program.uniform<glm::vec3>("grid_color");
    typed.axis_x_color = typed.program.uniform<glm::vec3>("axis_x_color");
    typed.axis_z_color = typed.program.uniform<glm::vec3>("axis_z_color");
    typed.grid = typed.program.uniform<glm::vec4>("grid");
    typed.axes_at = typed.program.uniform<glm::vec2>("axes_at");
    typed.shadow_area = typed.program.uniform<glm::vec4>("shadow_area");
    return typed;
}

Result<ShadowSplatProgram> ShadowSplatProgram::build(const ShaderLibrary& library)
{
    Result<Program> built = Program::build(library, "shadow_splat.vert", "shadow_splat.frag");
    if (!built.ok())
        return built.error();
    ShadowSplatProgram typed;
    typed.program = std::move(built).value();
    typed.shadow_area = typed.program.uniform<glm::vec4>("shadow_area");
    typed.texels = typed.program.uniform<float>("texels");
    return typed;
}

Result<ShadowBlurProgram> ShadowBlurProgram::build(const ShaderLibrary& library)
{
    Result<Program> built = Program::build(library, "background.vert", "shadow_blur.frag");
    if (!built.ok())
        return built.error();
    ShadowBlurProgram typed;
    typed.program = std::move(built).value();
    typed.step = typed.program.uniform<glm::vec2>("texel_step");
    return typed;
}

Result<GroundPass> GroundPass::create(const ShaderLibrary& library)
{
    GroundPass pass;
    if (const Status status = pass.reload(library); !status.ok())
        return status.error();
    pass.vertex_array_ = VertexArray::make();
    pass.quads_ = QuadList::make();
    for (std::size_t i = 0; i < 2; ++i) {
        pass.textures_[i] = make_layer_texture();
        pass.framebuffers_[i] = Framebuffer::make();
        glBindFramebuffer(GL_FRAMEBUFFER, pass.framebuffers_[i].name());
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                               pass.textures_[i].name(), 0);
        if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
            return Error{ErrorKind::NoDisplay, "the driver cannot draw into RGBA16F textures"};
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return pass;
}

Status GroundPass::reload(const ShaderLibrary& library)
{
    prepared_ = {};
    std::string failures;
    for (const Status& status :
         {rebuild(ground_, library), rebuild(splat_, library), rebuild(blur_, library)}) {
        if (!status.ok())
            failures += (failures.empty() ? "" : "\n") + status.error().message;
    }
    if (!failures.empty())
        return Error{ErrorKind::NoDisplay, failures};
    return Done{};
}

void GroundPass::prepare(const Frame& frame, const SceneBuffers& scene)
{
    area_ = shadow_area(frame);
    const Prepared wanted{scene.revision(), area_, frame.block.up_vs.w, frame.particle_scale};
    if (wanted == prepared_)
        return;
    prepared_ = wanted;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers_[0].name());
    glViewport(0, 0, kTexels, kTexels);
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    set_draw_state(DepthUse::None, Blending::Add);
    glClear(GL_COLOR_BUFFER_BIT);
    if (area_.z <= 0.0f)
        return;
    splat_.program.use();
    set(splat_.shadow_area, area_);
    set(splat_.texels, static_cast<float>(kTexels));
    splat(frame, scene.entity_shadows());
    splat(frame, scene.probe_shadows());
    blur(frame);
}

void GroundPass::splat(const Frame& frame, const InstanceBuffer& blots) const
{
    if (blots.count == 0)
        return;
    frame.stats.draw_calls += quads_.draw(blots);
}

void GroundPass::blur(const Frame& frame) const
{
    set_draw_state(DepthUse::None, Blending::Opaque);
    blur_.program.use();
    glBindVertexArray(vertex_array_.name());
    constexpr float kTexel = 1.0f / kTexels;
    for (std::size_t i = 0; i < 2; ++i) {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffers_[1 - i].name());
        bind_shadow(textures_[i]);
        set(blur_.step, i == 0 ? glm::vec2(kTexel, 0.0f) : glm::vec2(0.0f, kTexel));
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
    frame.stats.draw_calls += 2;
}

void GroundPass::draw(const Frame& frame) const
{
    set_draw_state(DepthUse::None, Blending::Over);
    ground_.program.use();
    bind_shadow(textures_[0]);
    const Theme& theme = frame.settings.theme;
    set(ground_.grid_color, from_hex(theme.grid));
    set(ground_.axis_x_color, from_hex(theme.axis_x));
    set(ground_.axis_z_color, from_hex(theme.axis_z));
    const GridScale scale = grid_scale(frame.camera.distance);
    const glm::dvec3& target = frame.camera.target;
    // The remainder in double: float coordinates far from the origin would make the lines jitter.
    const double tile = 100.0 * scale.cell;
    set(ground_.grid,
        glm::vec4(std::remainder(target.x, tile), std::remainder(target.z, tile), scale.cell, scale.fade));
    set(ground_.axes_at, glm::vec2(-target.x, -target.z));
    set(ground_.shadow_area, area_);
    glBindVertexArray(vertex_array_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    ++frame.stats.draw_calls;
}

} // namespace drape::renderer
