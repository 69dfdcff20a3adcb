// The fixed-function state a pass draws with, and its vertex attributes: set whole, never inherited.
#pragma once

#include "renderer/gl.h"

#include <cstddef>
#include <cstdint>

namespace drape::renderer {

enum class DepthUse : std::uint8_t
{
    None, ///< On top of whatever is there.
    Test, ///< Hidden by what is nearer, hides nothing.
    TestAndWrite,
    TestHidden, ///< Only where something nearer is: for what shall shine through.
};

enum class Blending : std::uint8_t
{
    Opaque,
    Over, ///< By the fragment's alpha; the picture keeps a correct alpha of its own.
    Add,
};

/// Sets depth and blending state; multisampling is on, culling and scissor are off.
void set_draw_state(DepthUse depth, Blending blending);

/// GL takes an offset into a bound buffer in place of a pointer.
const void* byte_offset(std::size_t offset);

/// Where a vertex attribute lies in the buffer bound to GL_ARRAY_BUFFER.
struct AttributeLayout
{
    GLuint slot = 0;
    GLint components = 1;
    std::size_t stride = 0; ///< Bytes from one instance to the next.
    std::size_t offset = 0; ///< Bytes from an instance's start.
    GLuint divisor = 1;     ///< 1 steps once per instance, 0 once per vertex.
};

/// An attribute of floats.
void use_float_attribute(const AttributeLayout& layout);
/// An attribute of bytes that the shader sees as 0..1.
void use_byte_attribute(const AttributeLayout& layout);
/// An attribute of 32-bit unsigned integers.
void use_uint_attribute(const AttributeLayout& layout);

} // namespace drape::renderer
