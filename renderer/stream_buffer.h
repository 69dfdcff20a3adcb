// A GL buffer whose content is replaced as a whole, without waiting for the frame before.
#pragma once

#include "renderer/gl_object.h"

#include <cstddef>
#include <span>
#include <vector>

namespace drape::renderer {

/// Grows as asked, never shrinks. The old content is given up, not overwritten: the driver keeps it until
/// it was drawn, so that writing never stalls, and where it was drawn already the memory is used again.
class StreamBuffer
{
public:
    StreamBuffer() = default;
    /// For GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER, GL_TEXTURE_BUFFER or GL_UNIFORM_BUFFER.
    explicit StreamBuffer(GLenum target);

    GLuint name() const { return buffer_.name(); }
    /// Size of the GL buffer, bytes; at least what was last written.
    std::size_t capacity() const { return capacity_; }

    /// Replaces the content. True where the buffer was made larger.
    bool upload(std::span<const std::byte> bytes);

    /// Replaces the content by an array of plain data.
    template<class T>
    bool upload(std::span<const T> items)
    {
        return upload(std::as_bytes(items));
    }

    /// Replaces the content by `count` items that `write(std::span<T>)` puts straight into the driver's
    /// memory: no copy of a large array is made on the way. It must set each item and read none, and may be
    /// called again where the driver lost the memory meanwhile.
    template<class T, class Write>
    void write(std::size_t count, Write write)
    {
        do {
            const std::span<std::byte> memory = map(count * sizeof(T));
            write(std::span<T>(reinterpret_cast<T*>(memory.data()), count));
        } while (!unmap());
    }

private:
    void reserve(std::size_t bytes);
    std::span<std::byte> map(std::size_t bytes);
    bool unmap(); // false where the memory was lost

    GLenum target_ = 0;
    Buffer buffer_;
    std::size_t capacity_ = 0;
    bool is_mapped_ = false;
    std::vector<std::byte> stand_in_; ///< What map() gave where the driver maps nothing.
};

} // namespace drape::renderer
