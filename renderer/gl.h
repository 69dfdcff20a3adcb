// The one place that includes OpenGL (4.1 core, loaded by glad), and the loading itself.
#pragma once

#include "sim/result.h"

#include <glad/gl.h>

#include <string>

namespace drape::renderer {

/// A pointer to a GL entry point, as `glfwGetProcAddress` and `eglGetProcAddress` return it.
using GlProcedure = void (*)();
/// Finds a GL entry point by name; null where the driver has none.
using GlLoader = GlProcedure (*)(const char* name);

/// What the driver says about itself, for `drape doctor`.
struct GlInfo
{
    std::string renderer;         ///< GL_RENDERER, such as "llvmpipe (LLVM 15.0.6, 256 bits)".
    std::string version;          ///< GL_VERSION.
    std::string vendor;           ///< GL_VENDOR.
    std::string shading_language; ///< GL_SHADING_LANGUAGE_VERSION.
    int max_texture_size_px = 0;  ///< Largest width and height of a FrameTarget.
    int max_samples = 0;          ///< Most samples per pixel.
};

/// Loads the entry points for the context that is current on this thread. Call once per context,
/// before anything else here. Error: NoDisplay where the driver offers less than OpenGL 4.1.
Status load_gl(GlLoader loader);

/// Asks the current context; `load_gl` must have succeeded.
GlInfo gl_info();

} // namespace drape::renderer
