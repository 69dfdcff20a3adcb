#include "renderer/gl.h"

namespace drape::renderer {
namespace {

std::string gl_string(GLenum name)
{
    const GLubyte* text = glGetString(name);
    return text != nullptr ? reinterpret_cast<const char*>(text) : "unknown";
}

} // namespace

Status load_gl(GlLoader loader)
{
    DRAPE_ASSERT(loader != nullptr);
    const int version = gladLoadGL(loader);
    if (version == 0)
        return Error{ErrorKind::NoDisplay, "no OpenGL: the driver offers no entry points for the context"};
    if (version < GLAD_MAKE_VERSION(4, 1)) {
        return Error{ErrorKind::NoDisplay, "the driver is too old: OpenGL 4.1 is needed, got " +
                                               std::to_string(GLAD_VERSION_MAJOR(version)) + "." +
                                               std::to_string(GLAD_VERSION_MINOR(version)) + " from " +
                                               gl_string(GL_RENDERER)};
    }
    return Done{};
}

GlInfo gl_info()
{
    DRAPE_ASSERT(glGetString != nullptr);
    GlInfo info;
    info.renderer = gl_string(GL_RENDERER);
    info.version = gl_string(GL_VERSION);
    info.vendor = gl_string(GL_VENDOR);
    info.shading_language = gl_string(GL_SHADING_LANGUAGE_VERSION);
    GLint largest_texture = 0;
    GLint largest_renderbuffer = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest_texture);
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest_renderbuffer);
    info.max_texture_size_px =
        largest_texture < largest_renderbuffer ? largest_texture : largest_renderbuffer;
    glGetIntegerv(GL_MAX_SAMPLES, &info.max_samples);
    return info;
}

} // namespace drape::renderer
