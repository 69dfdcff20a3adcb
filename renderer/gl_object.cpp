#include "renderer/gl_object.h"

namespace drape::renderer::gl_kind {

GLuint Buffer::make()
{
    GLuint name = 0;
    glGenBuffers(1, &name);
    return name;
}

void Buffer::destroy(GLuint name)
{
    glDeleteBuffers(1, &name);
}

GLuint VertexArray::make()
{
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    return name;
}

void VertexArray::destroy(GLuint name)
{
    glDeleteVertexArrays(1, &name);
}

GLuint Texture::make()
{
    GLuint name = 0;
    glGenTextures(1, &name);
    return name;
}

void Texture::destroy(GLuint name)
{
    glDeleteTextures(1, &name);
}

GLuint Framebuffer::make()
{
    GLuint name = 0;
    glGenFramebuffers(1, &name);
    return name;
}

void Framebuffer::destroy(GLuint name)
{
    glDeleteFramebuffers(1, &name);
}

GLuint Renderbuffer::make()
{
    GLuint name = 0;
    glGenRenderbuffers(1, &name);
    return name;
}

void Renderbuffer::destroy(GLuint name)
{
    glDeleteRenderbuffers(1, &name);
}

GLuint Program::make()
{
    return glCreateProgram();
}

void Program::destroy(GLuint name)
{
    glDeleteProgram(name);
}

} // namespace drape::renderer::gl_kind
