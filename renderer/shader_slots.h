// The slots that the C++ side and common.glsl agree on: block, textures and vertex attributes.
#pragma once

#include "renderer/gl.h"

namespace drape::renderer {

/// Binding point of the uniform block `Frame` (FrameBlock in frame.h).
inline constexpr GLuint kFrameBlockSlot = 0;

/// Texture units.
inline constexpr int kPositionsUnit = 0; ///< samplerBuffer positions: xyz relative to the target, w value.
inline constexpr int kColorsUnit = 1;    ///< samplerBuffer colors: sRGB and opacity per entity.
inline constexpr int kColorMapUnit = 2;  ///< sampler2D color_map: row 0 viridis, row 1 diverging.
inline constexpr int kShadowUnit =
    3; ///< sampler2D shadow: density seen from above, a height layer a channel.
inline constexpr int kItemsUnit = 4; ///< usamplerBuffer items: what a quad draws, see QuadItem.

struct SamplerSlot
{
    const char* name;
    int unit;
};
inline constexpr SamplerSlot kSamplerSlots[] = {
    {"positions", kPositionsUnit}, {"colors", kColorsUnit}, {"color_map", kColorMapUnit},
    {"shadow", kShadowUnit},       {"items", kItemsUnit},
};

/// Vertex attributes, `layout(location = ...)` in the shaders, of the passes that draw few things. All
/// but a surface's are per instance; the corner comes from gl_VertexID.
inline constexpr GLuint kEntityAttribute = 0; ///< uint
inline constexpr GLuint kShapeAttribute = 1;  ///< float or vec4, see each pass.
inline constexpr GLuint kExtraAttribute = 2;  ///< float, vec4 or uint, see each pass.
inline constexpr GLuint kTintAttribute = 3;   ///< vec4, sRGB and opacity.
inline constexpr GLuint kMarksAttribute = 4;  ///< vec4, see surface.vert.

} // namespace drape::renderer
