#include "renderer/headless_context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <utility>

namespace drape::renderer {
namespace {

/// Sends stderr to nowhere while a driver starts: Mesa and LLVM print warnings there that mean
/// nothing to the user of a command line tool.
class QuietStderr
{
public:
    QuietStderr()
        : saved_(dup(STDERR_FILENO))
    {
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (saved_ >= 0 && nowhere >= 0)
            dup2(nowhere, STDERR_FILENO);
        if (nowhere >= 0)
            close(nowhere);
    }
    ~QuietStderr()
    {
        if (saved_ >= 0) {
            dup2(saved_, STDERR_FILENO);
            close(saved_);
        }
    }
    QuietStderr(const QuietStderr&) = delete;
    QuietStderr& operator=(const QuietStderr&) = delete;

private:
    int saved_;
};

void set_default_environment(const char* name, const char* value)
{
    setenv(name, value, 0); // 0: what the user set stays
}

Error no_display(const std::string& step)
{
    return {ErrorKind::NoDisplay, "no OpenGL without a window: " + step +
                                      "; Mesa's software driver is enough (Debian: apt install libegl1 "
                                      "libgl1-mesa-dri)"};
}

std::string egl_error_text()
{
    const EGLint code = eglGetError();
    switch (code) {
    case EGL_NOT_INITIALIZED:
        return "EGL_NOT_INITIALIZED";
    case EGL_BAD_MATCH:
        return "EGL_BAD_MATCH";
    case EGL_BAD_CONFIG:
        return "EGL_BAD_CONFIG";
    case EGL_BAD_ATTRIBUTE:
        return "EGL_BAD_ATTRIBUTE";
    case EGL_BAD_ALLOC:
        return "EGL_BAD_ALLOC";
    default:
        return "EGL error " + std::to_string(code);
    }
}

bool has_client_extension(const char* name)
{
    const char* list = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    return list != nullptr && std::strstr(list, name) != nullptr;
}

GlProcedure find_procedure(const char* name)
{
    return eglGetProcAddress(name);
}

void set_environment(HeadlessDriver driver)
{
    if (driver == HeadlessDriver::Software) {
        set_default_environment("LIBGL_ALWAYS_SOFTWARE", "1");
        set_default_environment("GALLIUM_DRIVER", "llvmpipe");
        // 512-bit vectors with multisampling crash llvmpipe of Mesa 22.3; one width for all machines
        // also gives one picture.
        set_default_environment("LP_NATIVE_VECTOR_WIDTH", "256");
    }
    set_default_environment("EGL_LOG_LEVEL", "fatal");
}

Result<EGLDisplay> open_display()
{
    if (!has_client_extension("EGL_MESA_platform_surfaceless") ||
        !has_client_extension("EGL_EXT_platform_base"))
        return no_display("this EGL has no surfaceless platform");
    const auto get_display =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (get_display == nullptr)
        return no_display("this EGL has no eglGetPlatformDisplayEXT");
    EGLDisplay display = get_display(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
    if (display == EGL_NO_DISPLAY)
        return no_display("EGL gives no surfaceless display (" + egl_error_text() + ")");
    if (eglInitialize(display, nullptr, nullptr) == EGL_FALSE)
        return no_display("no driver answers (" + egl_error_text() + ")");
    return display;
}

Result<EGLContext> create_context(EGLDisplay display)
{
    static constexpr EGLint kConfig[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                         EGL_NONE};
    static constexpr EGLint kVersion[] = {EGL_CONTEXT_MAJOR_VERSION,
                                          4,
                                          EGL_CONTEXT_MINOR_VERSION,
                                          1,
                                          EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                          EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                          EGL_NONE};
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE)
        return no_display("EGL offers no desktop OpenGL (" + egl_error_text() + ")");
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglChooseConfig(display, kConfig, &config, 1, &count) == EGL_FALSE || count < 1)
        return no_display("EGL has no OpenGL configuration (" + egl_error_text() + ")");
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, kVersion);
    if (context == EGL_NO_CONTEXT)
        return no_display("the driver makes no OpenGL 4.1 core context (" + egl_error_text() + ")");
    return context;
}

} // namespace

Result<HeadlessContext> HeadlessContext::create(HeadlessDriver driver)
{
    set_environment(driver);
    const QuietStderr quiet;
    const Result<EGLDisplay> display = open_display();
    if (!display.ok())
        return display.error();
    const Result<EGLContext> made = create_context(display.value());
    if (!made.ok())
        return made.error();
    HeadlessContext context;
    context.display_ = display.value();
    context.context_ = made.value();
    if (eglMakeCurrent(context.display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context.context_) == EGL_FALSE)
        return no_display("the context cannot be used without a surface (" + egl_error_text() + ")");
    if (const Status status = load_gl(find_procedure); !status.ok())
        return status.error();
    context.info_ = gl_info();
    return context;
}

HeadlessContext::~HeadlessContext()
{
    release();
}

HeadlessContext::HeadlessContext(HeadlessContext&& other) noexcept
    : display_(std::exchange(other.display_, nullptr))
    , context_(std::exchange(other.context_, nullptr))
    , info_(std::move(other.info_))
{}

HeadlessContext& HeadlessContext::operator=(HeadlessContext&& other) noexcept
{
    if (this != &other) {
        release();
        display_ = std::exchange(other.display_, nullptr);
        context_ = std::exchange(other.context_, nullptr);
        info_ = std::move(other.info_);
    }
    return *this;
}

void HeadlessContext::release()
{
    if (context_ == nullptr)
        return;
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display_, context_);
    // The display stays: EGL has one for the whole process, and terminating it would pull it from under
    // any other context.
    display_ = nullptr;
    context_ = nullptr;
}

} // namespace drape::renderer
