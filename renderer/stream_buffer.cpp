#include "renderer/stream_buffer.h"

#include "sim/check.h"

#include <algorithm>
#include <cstring>

namespace drape::renderer {

StreamBuffer::StreamBuffer(GLenum target)
    : target_(target)
    , buffer_(Buffer::make())
{}

void StreamBuffer::reserve(std::size_t bytes)
{
    DRAPE_ASSERT(buffer_.name() != 0);
    glBindBuffer(target_, buffer_.name());
    if (bytes <= capacity_ && capacity_ != 0)
        return;
    // Half as much again for what grows, so that it does not reallocate every frame; never 0 bytes, which
    // some drivers refuse to bind.
    capacity_ = std::max<std::size_t>({bytes, capacity_ + capacity_ / 2, 256});
    glBufferData(target_, static_cast<GLsizeiptr>(capacity_), nullptr, GL_STREAM_DRAW);
}

std::span<std::byte> StreamBuffer::map(std::size_t bytes)
{
    reserve(bytes);
    constexpr GLbitfield kAccess = GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT;
    void* memory =
        bytes > 0 ? glMapBufferRange(target_, 0, static_cast<GLsizeiptr>(bytes), kAccess) : nullptr;
    is_mapped_ = memory != nullptr;
    if (is_mapped_)
        return {static_cast<std::byte*>(memory), bytes};
    stand_in_.resize(bytes);
    return stand_in_;
}

bool StreamBuffer::unmap()
{
    if (is_mapped_)
        return glUnmapBuffer(target_) == GL_TRUE;
    if (!stand_in_.empty())
        glBufferSubData(target_, 0, static_cast<GLsizeiptr>(stand_in_.size()), stand_in_.data());
    stand_in_ = {};
    return true;
}

bool StreamBuffer::upload(std::span<const std::byte> bytes)
{
    const std::size_t before = capacity_;
    write<std::byte>(bytes.size(), [bytes](std::span<std::byte> memory) {
        if (!bytes.empty())
            std::memcpy(memory.data(), bytes.data(), bytes.size());
    });
    return capacity_ > before;
}

} // namespace drape::renderer
