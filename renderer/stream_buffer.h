// A GL buffer that is written anew each frame, without waiting for the frame before.
#pragma once

#include "renderer/gl_object.h"

#include <cstddef>
#include <span>

namespace drape::renderer {

/// Grows as asked, never shrinks. The old content is orphaned: the driver keeps it until it was drawn
/// and hands out fresh memory, so an upload never stalls.
class StreamBuffer
{
public:
    StreamBuffer() = default;
    /// For GL_ARRAY_BUFFER, GL_TEXTURE_BUFFER or GL_UNIFORM_BUFFER.
    explicit StreamBuffer(GLenum target);

    GLuint name() const { return buffer_.name(); }
    /// Size of the GL buffer, bytes; at least what was last uploaded.
    std::size_t capacity() const { return capacity_; }

    /// Replaces the content. True where the buffer was made larger.
    bool upload(std::span<const std::byte> bytes);

    /// Replaces the content by an array of plain data.
    template<class T>
    bool upload(std::span<const T> items)
    {
        return upload(std::as_bytes(items));
    }

private:
    GLenum target_ = 0;
    Buffer buffer_;
    std::size_t capacity_ = 0;
};

} // namespace drape::renderer
