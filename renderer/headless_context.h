// An OpenGL context without a window or a display, through EGL.
#pragma once

#include "renderer/gl.h"
#include "sim/result.h"

#include <cstdint>

namespace drape::renderer {

/// Which driver draws.
enum class HeadlessDriver : std::uint8_t
{
    Software, ///< llvmpipe: the same picture on every machine of one kind. For shots and tests.
    Any,      ///< Whatever EGL finds first, a GPU where there is one.
};

/// Owns an EGL context, current on the thread that made it until it is destroyed. Destroy everything
/// drawn with it first. The driver stays loaded until the process ends.
class HeadlessContext
{
public:
    /// Makes the context current and loads GL. Sets GALLIUM_DRIVER, LP_NATIVE_VECTOR_WIDTH and
    /// LIBGL_ALWAYS_SOFTWARE for Software where the caller's environment does not (so call it before
    /// other threads read the environment). The driver's talk is kept off stderr.
    /// Error: NoDisplay, saying which step failed and what may help.
    static Result<HeadlessContext> create(HeadlessDriver driver = HeadlessDriver::Software);

    ~HeadlessContext();
    HeadlessContext(HeadlessContext&& other) noexcept;
    HeadlessContext& operator=(HeadlessContext&& other) noexcept;
    HeadlessContext(const HeadlessContext&) = delete;
    HeadlessContext& operator=(const HeadlessContext&) = delete;

    /// What the driver says about itself.
    const GlInfo& info() const { return info_; }

private:
    HeadlessContext() = default;
    void release();

    void* display_ = nullptr; ///< EGLDisplay; void so that EGL's headers stay in the .cpp.
    void* context_ = nullptr; ///< EGLContext
    GlInfo info_;
};

} // namespace drape::renderer
