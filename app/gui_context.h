// Dear ImGui's context with our theme and fonts; with GL or, for tests, without.
#pragma once

#include "app/fonts.h"
#include "sim/result.h"

namespace drape::app {

/// One at a time. Everything between two frames.
class GuiContext
{
public:
    /// Makes the context; writes no files.
    GuiContext();
    ~GuiContext();
    GuiContext(const GuiContext&) = delete;
    GuiContext& operator=(const GuiContext&) = delete;

    /// Starts drawing with the GL context that is current. Error: NoDisplay.
    Status start_gl();

    /// Sets sizes and rasterises the fonts, unless both numbers are as before. `density` is framebuffer
    /// pixels per window coordinate.
    void rescale(float scale, float density);

    const Fonts& fonts() const { return fonts_; }
    float scale() const { return scale_; }

private:
    Fonts fonts_;
    float scale_ = 0.0f;
    float density_ = 0.0f;
    bool has_gl_ = false;
};

} // namespace drape::app
