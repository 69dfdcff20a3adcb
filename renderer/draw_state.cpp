#include "renderer/draw_state.h"

namespace drape::renderer {
namespace {

enum class Switch
{
    Off,
    On,
};

void set_capability(GLenum what, Switch state)
{
    if (state == Switch::On)
        glEnable(what);
    else
        glDisable(what);
}

} // namespace

void set_draw_state(DepthUse depth, Blending blending)
{
    glDisable(GL_CULL_FACE);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_FRAMEBUFFER_SRGB);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glEnable(GL_MULTISAMPLE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    set_capability(GL_DEPTH_TEST, depth != DepthUse::None ? Switch::On : Switch::Off);
    glDepthFunc(depth == DepthUse::TestHidden ? GL_GREATER : GL_LEQUAL);
    glDepthMask(depth == DepthUse::TestAndWrite ? GL_TRUE : GL_FALSE);
    set_capability(GL_BLEND, blending != Blending::Opaque ? Switch::On : Switch::Off);
    glBlendEquation(GL_FUNC_ADD);
    if (blending == Blending::Add)
        glBlendFunc(GL_ONE, GL_ONE);
    else
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

const void* byte_offset(std::size_t offset)
{
    return reinterpret_cast<const void*>(offset); // NOLINT(performance-no-int-to-ptr)
}

void use_float_attribute(const AttributeLayout& layout)
{
    glEnableVertexAttribArray(layout.slot);
    glVertexAttribPointer(layout.slot, layout.components, GL_FLOAT, GL_FALSE,
                          static_cast<GLsizei>(layout.stride), byte_offset(layout.offset));
    glVertexAttribDivisor(layout.slot, layout.divisor);
}

void use_byte_attribute(const AttributeLayout& layout)
{
    glEnableVertexAttribArray(layout.slot);
    glVertexAttribPointer(layout.slot, layout.components, GL_UNSIGNED_BYTE, GL_TRUE,
                          static_cast<GLsizei>(layout.stride), byte_offset(layout.offset));
    glVertexAttribDivisor(layout.slot, layout.divisor);
}

void use_uint_attribute(const AttributeLayout& layout)
{
    glEnableVertexAttribArray(layout.slot);
    glVertexAttribIPointer(layout.slot, layout.components, GL_UNSIGNED_INT,
                           static_cast<GLsizei>(layout.stride), byte_offset(layout.offset));
    glVertexAttribDivisor(layout.slot, layout.divisor);
}

} // namespace drape::renderer
