// Marks drawn over the picture: grab line, hover ring, handles, axes and gravity arrow.
#pragma once

#include "renderer/frame.h"
#include "renderer/shader.h"
#include "renderer/stream_buffer.h"

#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include <vector>

namespace drape::renderer {

/// overlay.vert + overlay.frag.
struct OverlayProgram
{
    Program program;

    static Result<OverlayProgram> build(const ShaderLibrary& library);
};

/// A round-ended stroke from `from_px` to `to_px`, px from the top left, y down. With a ring radius it
/// is a circle around `from_px` instead; with equal ends a dot.
struct Stroke
{
    glm::vec2 from_px{0.0f};
    glm::vec2 to_px{0.0f};
    float half_width_from_px = 1.0f;
    float half_width_to_px = 1.0f;
    float ring_radius_px = 0.0f;
    float softness_px = 0.5f; ///< Half the width of the edge's blend; larger ones glow.
    glm::vec4 color{1.0f};    ///< sRGB and opacity.
};

/// Works the marks out in pixels on the CPU and draws them in one call.
class OverlayPass
{
public:
    static Result<OverlayPass> create(const ShaderLibrary& library);
    Status reload(const ShaderLibrary& library) { return rebuild(program_, library); }
    void draw(const Frame& frame);

private:
    OverlayProgram program_;
    VertexArray vertex_array_;
    StreamBuffer instances_;
    std::vector<Stroke> strokes_;
};

} // namespace drape::renderer
