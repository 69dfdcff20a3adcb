#include "renderer/frame_target.h"

#include "sim/check.h"

#include <algorithm>
#include <string>

namespace drape::renderer {
namespace {

constexpr int kSamples = 4;

/// Keeps the caller's framebuffer binding across work on others.
class BoundFramebuffers
{
public:
    BoundFramebuffers()
    {
        glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw_);
        glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_);
    }
    ~BoundFramebuffers()
    {
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(draw_));
        glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read_));
    }
    BoundFramebuffers(const BoundFramebuffers&) = delete;
    BoundFramebuffers& operator=(const BoundFramebuffers&) = delete;

private:
    GLint draw_ = 0;
    GLint read_ = 0;
};

Renderbuffer make_renderbuffer(GLenum format, int samples, int width_px, int height_px)
{
    Renderbuffer buffer = Renderbuffer::make();
    glBindRenderbuffer(GL_RENDERBUFFER, buffer.name());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width_px, height_px);
    return buffer;
}

bool is_complete()
{
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

std::uint8_t unmultiplied(int channel, int alpha)
{
    return static_cast<std::uint8_t>(std::min(255, (channel * 255 + alpha / 2) / alpha));
}

} // namespace

Result<FrameTarget> FrameTarget::create(int width_px, int height_px)
{
    GLint limit_px = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &limit_px);
    if (width_px < 1 || height_px < 1 || width_px > limit_px || height_px > limit_px) {
        return Error{ErrorKind::Usage, "a picture is 1 to " + std::to_string(limit_px) +
                                           " px a side, got " + std::to_string(width_px) + "x" +
                                           std::to_string(height_px)};
    }
    const BoundFramebuffers keep;
    while (glGetError() != GL_NO_ERROR) {
        // Earlier errors are not ours; without this they would look like a lack of memory.
    }
    FrameTarget target;
    target.width_px_ = width_px;
    target.height_px_ = height_px;
    GLint most_samples = 1;
    glGetIntegerv(GL_MAX_SAMPLES, &most_samples);
    target.samples_ = std::min(kSamples, std::max(1, most_samples));

    target.color_ = make_renderbuffer(GL_RGBA8, target.samples_, width_px, height_px);
    target.depth_ = make_renderbuffer(GL_DEPTH_COMPONENT24, target.samples_, width_px, height_px);
    target.multisampled_ = Framebuffer::make();
    glBindFramebuffer(GL_FRAMEBUFFER, target.multisampled_.name());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, target.color_.name());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, target.depth_.name());
    const bool is_drawable = is_complete();

    target.resolved_color_ = Texture::make();
    glBindTexture(GL_TEXTURE_2D, target.resolved_color_.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width_px, height_px, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    target.resolved_depth_ = make_renderbuffer(GL_DEPTH_COMPONENT24, 0, width_px, height_px);
    target.resolved_ = Framebuffer::make();
    glBindFramebuffer(GL_FRAMEBUFFER, target.resolved_.name());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                           target.resolved_color_.name(), 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER,
                              target.resolved_depth_.name());
    if (!is_drawable || !is_complete() || glGetError() != GL_NO_ERROR) {
        return Error{ErrorKind::NoDisplay, "the driver has no room for a picture of " +
                                               std::to_string(width_px) + "x" + std::to_string(height_px) +
                                               " px with " + std::to_string(target.samples_) + " samples"};
    }
    return target;
}

Status FrameTarget::resize(int width_px, int height_px)
{
    if (width_px == width_px_ && height_px == height_px_)
        return Done{};
    Result<FrameTarget> fresh = create(width_px, height_px);
    if (!fresh.ok())
        return fresh.error();
    *this = std::move(fresh).value();
    return Done{};
}

void FrameTarget::bind() const
{
    glBindFramebuffer(GL_FRAMEBUFFER, multisampled_.name());
    glViewport(0, 0, width_px_, height_px_);
}

void FrameTarget::resolve() const
{
    const BoundFramebuffers keep;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, multisampled_.name());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_.name());
    glBlitFramebuffer(0, 0, width_px_, height_px_, 0, 0, width_px_, height_px_, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
}

void FrameTarget::present(int window_width_px, int window_height_px) const
{
    const bool is_same_size = window_width_px == width_px_ && window_height_px == height_px_;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved_.name());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glViewport(0, 0, window_width_px, window_height_px);
    glBlitFramebuffer(0, 0, width_px_, height_px_, 0, 0, window_width_px, window_height_px,
                      GL_COLOR_BUFFER_BIT, is_same_size ? GL_NEAREST : GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

Image FrameTarget::read_image() const
{
    const BoundFramebuffers keep;
    Image bottom_up(width_px_, height_px_);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved_.name());
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glReadPixels(0, 0, width_px_, height_px_, GL_RGBA, GL_UNSIGNED_BYTE, bottom_up.pixels.data());
    Image image(width_px_, height_px_);
    for (int y = 0; y < height_px_; ++y) {
        for (int x = 0; x < width_px_; ++x) {
            Rgba8 pixel = bottom_up.at(x, height_px_ - 1 - y);
            // Blending leaves colour times alpha; a PNG wants them apart.
            if (pixel.a != 0 && pixel.a != 255) {
                pixel.r = unmultiplied(pixel.r, pixel.a);
                pixel.g = unmultiplied(pixel.g, pixel.a);
                pixel.b = unmultiplied(pixel.b, pixel.a);
            }
            image.at(x, y) = pixel;
        }
    }
    return image;
}

float FrameTarget::read_depth(int x, int y) const
{
    DRAPE_ASSERT(x >= 0 && x < width_px_ && y >= 0 && y < height_px_);
    const BoundFramebuffers keep;
    const int row = height_px_ - 1 - y;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, multisampled_.name());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_.name());
    glBlitFramebuffer(0, 0, width_px_, height_px_, 0, 0, width_px_, height_px_, GL_DEPTH_BUFFER_BIT,
                      GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved_.name());
    float depth = 1.0f;
    glReadPixels(x, row, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    return depth;
}

} // namespace drape::renderer
