// The picture being drawn: 4x multisampled colour and depth, resolved to show, read or present.
#pragma once

#include "renderer/camera.h"
#include "renderer/gl_object.h"
#include "renderer/image.h"
#include "sim/result.h"

namespace drape::renderer {

/// An offscreen picture of RGBA8 (sRGB encoded by the shaders) and 24-bit depth. Needs the GL context
/// that made it to be current, also when destroyed.
class FrameTarget
{
public:
    /// Width and height in framebuffer pixels, 1..GlInfo::max_texture_size_px. Errors: Usage for
    /// another size, NoDisplay where the driver refuses.
    static Result<FrameTarget> create(int width_px, int height_px);

    /// Does nothing where the size is the same; keeps the old picture on an error.
    Status resize(int width_px, int height_px);

    Viewport viewport() const { return {width_px_, height_px_}; }
    int samples() const { return samples_; }

    /// Makes it the place that GL draws into, with its viewport.
    void bind() const;
    /// Averages the samples. Called by Renderer::draw; again only after other drawing.
    void resolve() const;
    /// Copies the resolved picture to the window's framebuffer (0) and leaves that bound for panels.
    /// A window of another size gets it scaled.
    void present(int window_width_px, int window_height_px) const;
    /// The resolved picture, top row first.
    Image read_image() const;
    /// Depth of the first sample, 0 (near) .. 1 (far), column and row from the top left.
    float read_depth(int x, int y) const;
    /// The resolved colour as a texture, for ImGui; its first row is the bottom one.
    GLuint color_texture() const { return resolved_color_.name(); }

private:
    FrameTarget() = default;

    int width_px_ = 0;
    int height_px_ = 0;
    int samples_ = 1;
    Framebuffer multisampled_;
    Renderbuffer color_;
    Renderbuffer depth_;
    Framebuffer resolved_;
    Texture resolved_color_;
    Renderbuffer resolved_depth_;
};

} // namespace drape::renderer
