// GLSL programs: where their text comes from, building them, and their uniforms by type.
#pragma once

#include "renderer/gl_object.h"
#include "sim/result.h"

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace drape::renderer {

/// Finds shader texts by file name ("sphere.frag"): embedded at build, or read from a folder.
class ShaderLibrary
{
public:
    /// The texts inside this binary.
    static ShaderLibrary embedded();
    /// The files of a folder, read anew at each request; what is missing there is an error.
    static ShaderLibrary from_folder(std::string folder);
    /// The source tree's folder where the build names one (DRAPE_SHADER_DIR), else embedded().
    static ShaderLibrary of_this_build();

    /// Error: Unreadable, naming the file.
    Result<std::string> text(std::string_view file) const;

private:
    std::string folder_; ///< Empty: embedded.
};

/// Where a uniform of type T lives in one program; -1 where the program does not use it.
template<class T>
struct Uniform
{
    GLint location = -1;
};

/// A linked program. Each pass wraps one in a struct with its uniforms, so that a misspelt name or a
/// wrong type does not get past the pass that owns it.
class Program
{
public:
    Program() = default;

    /// Builds common.glsl + `name`.vert and common.glsl + `name`.frag (some passes share a file, so
    /// both names are given) and binds the blocks and samplers that common.glsl lists. Error:
    /// NoDisplay with "file:line: message" as the driver said it; Unreadable for a missing text.
    static Result<Program> build(const ShaderLibrary& library, std::string_view vertex_file,
                                 std::string_view fragment_file);

    /// Makes it current.
    void use() const;

    /// Finds a uniform by name.
    template<class T>
    Uniform<T> uniform(const char* name) const
    {
        return {glGetUniformLocation(object_.name(), name)};
    }

private:
    ProgramObject object_;
};

/// Builds a pass's program anew; the one in use stays where that fails. `Typed` has a static
/// `Result<Typed> build(const ShaderLibrary&)`.
template<class Typed>
Status rebuild(Typed& program, const ShaderLibrary& library)
{
    Result<Typed> fresh = Typed::build(library);
    if (!fresh.ok())
        return fresh.error();
    program = std::move(fresh).value();
    return Done{};
}

/// Sets a uniform of the program in use.
void set(Uniform<int> uniform, int value);
void set(Uniform<float> uniform, float value);
void set(Uniform<glm::vec2> uniform, const glm::vec2& value);
void set(Uniform<glm::vec3> uniform, const glm::vec3& value);
void set(Uniform<glm::vec4> uniform, const glm::vec4& value);
/// The first elements of an array.
void set(Uniform<glm::vec4> uniform, std::span<const glm::vec4> values);
void set(Uniform<glm::mat4> uniform, const glm::mat4& value);

} // namespace drape::renderer
