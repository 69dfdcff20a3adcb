// Move-only owners of GL names: made on demand, deleted by the destructor, never copied.
#pragma once

#include "renderer/gl.h"

#include <utility>

namespace drape::renderer {

/// Owns one GL name of the kind that `Kind` can make and delete. Empty (name 0) when default-built.
/// The context that made it must be current when it goes.
template<class Kind>
class GlObject
{
public:
    GlObject() = default;
    /// A fresh name from the driver.
    static GlObject make()
    {
        GlObject object;
        object.name_ = Kind::make();
        return object;
    }
    ~GlObject() { reset(); }

    GlObject(const GlObject&) = delete;
    GlObject& operator=(const GlObject&) = delete;
    GlObject(GlObject&& other) noexcept
        : name_(std::exchange(other.name_, 0))
    {}
    GlObject& operator=(GlObject&& other) noexcept
    {
        if (this != &other) {
            reset();
            name_ = std::exchange(other.name_, 0);
        }
        return *this;
    }

    /// The GL name; 0 when empty.
    GLuint name() const { return name_; }

private:
    void reset()
    {
        if (name_ != 0)
            Kind::destroy(name_);
        name_ = 0;
    }

    GLuint name_ = 0;
};

/// How each kind of name is made and deleted.
namespace gl_kind {

struct Buffer
{
    static GLuint make();
    static void destroy(GLuint name);
};
struct VertexArray
{
    static GLuint make();
    static void destroy(GLuint name);
};
struct Texture
{
    static GLuint make();
    static void destroy(GLuint name);
};
struct Framebuffer
{
    static GLuint make();
    static void destroy(GLuint name);
};
struct Renderbuffer
{
    static GLuint make();
    static void destroy(GLuint name);
};
struct Program
{
    static GLuint make();
    static void destroy(GLuint name);
};

} // namespace gl_kind

using Buffer = GlObject<gl_kind::Buffer>;
using VertexArray = GlObject<gl_kind::VertexArray>;
using Texture = GlObject<gl_kind::Texture>;
using Framebuffer = GlObject<gl_kind::Framebuffer>;
using Renderbuffer = GlObject<gl_kind::Renderbuffer>;
using ProgramObject = GlObject<gl_kind::Program>;

} // namespace drape::renderer
