#include "renderer/stream_buffer.h"

#include "sim/check.h"

#include <algorithm>

namespace drape::renderer {

StreamBuffer::StreamBuffer(GLenum target)
    : target_(target)
    , buffer_(Buffer::make())
{}

bool StreamBuffer::upload(std::span<const std::byte> bytes)
{
    DRAPE_ASSERT(buffer_.name() != 0);
    const bool grows = bytes.size() > capacity_;
    if (grows) {
        // Half as much again, so that a growing scene does not reallocate every frame; never 0 bytes,
        // which some drivers refuse to bind.
        capacity_ = std::max<std::size_t>({bytes.size(), capacity_ + capacity_ / 2, 256});
    }
    glBindBuffer(target_, buffer_.name());
    glBufferData(target_, static_cast<GLsizeiptr>(capacity_), nullptr, GL_STREAM_DRAW);
    if (!bytes.empty())
        glBufferSubData(target_, 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
    return grows;
}

} // namespace drape::renderer
