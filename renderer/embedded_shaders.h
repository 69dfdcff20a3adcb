// The shader texts inside the binary; the table is written at build by embed_shaders.cmake.
#pragma once

#include <span>
#include <string_view>

namespace drape::renderer {

/// One file of shaders/.
struct EmbeddedShader
{
    std::string_view file; ///< "sphere.frag"
    std::string_view text;
};

/// All files of shaders/.
std::span<const EmbeddedShader> embedded_shaders();

} // namespace drape::renderer
