#include "renderer/shader.h"

#include "renderer/embedded_shaders.h"
#include "renderer/shader_slots.h"
#include "sim/check.h"

#include <glm/gtc/type_ptr.hpp>

#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace drape::renderer {
namespace {

constexpr std::string_view kCommonFile = "common.glsl";
/// The pass's own file is numbered from here on; common.glsl is far shorter.
constexpr int kOwnLines = 100'000;

/// One shader stage, deleted on every way out.
class Stage
{
public:
    explicit Stage(GLenum kind)
        : name_(glCreateShader(kind))
    {}
    ~Stage() { glDeleteShader(name_); }
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    GLuint name() const { return name_; }

private:
    GLuint name_;
};

std::string stage_log(GLuint stage)
{
    GLint length = 0;
    glGetShaderiv(stage, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length > 0 ? length : 1), '\0');
    glGetShaderInfoLog(stage, static_cast<GLsizei>(log.size()), nullptr, log.data());
    return log.c_str();
}

std::string program_log(GLuint program)
{
    GLint length = 0;
    glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length > 0 ? length : 1), '\0');
    glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), nullptr, log.data());
    return log.c_str();
}

std::size_t skip_digits(std::string_view text, std::size_t at)
{
    while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0)
        ++at;
    return at;
}

/// Drivers begin a message with a source number and the line: "0:12(5): ..." (Mesa), "0(12) : ..."
/// (NVIDIA), "ERROR: 0:12: ..." (Apple, AMD). Turns that into "file:12: ...". The line alone tells the
/// file, because Mesa forgets the source number in some messages.
std::string name_the_file(std::string_view line, std::string_view file)
{
    std::size_t begin = 0;
    for (const std::string_view prefix : {"ERROR: ", "WARNING: "}) {
        if (line.substr(0, prefix.size()) == prefix)
            begin = prefix.size();
    }
    const std::size_t source_end = skip_digits(line, begin);
    if (source_end == begin || source_end >= line.size() ||
        (line[source_end] != ':' && line[source_end] != '('))
        return std::string(line);
    const std::size_t line_end = skip_digits(line, source_end + 1);
    if (line_end == source_end + 1)
        return std::string(line);
    const int number =
        std::atoi(std::string(line.substr(source_end + 1, line_end - source_end - 1)).c_str());
    const bool is_common = number <= kOwnLines;
    const std::string at = is_common ? std::string(kCommonFile) + ":" + std::to_string(number)
                                     : std::string(file) + ":" + std::to_string(number - kOwnLines);
    std::size_t rest = line.find(": ", line_end);
    rest = rest == std::string_view::npos ? line_end : rest + 2;
    return at + ": " + std::string(line.substr(rest));
}

std::string readable_log(const std::string& log, std::string_view file)
{
    std::istringstream lines(log);
    std::string text;
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty())
            text += (text.empty() ? "" : "\n") + name_the_file(line, file);
    }
    return text.empty() ? std::string(file) + ": the driver refuses it and does not say why" : text;
}

Status compile(const Stage& stage, const ShaderLibrary& library, std::string_view file)
{
    const Result<std::string> common = library.text(kCommonFile);
    if (!common.ok())
        return common.error();
    const Result<std::string> own = library.text(file);
    if (!own.ok())
        return own.error();
    const std::string source = "#version 410 core\n#line 1\n" + common.value() + "\n#line " +
                               std::to_string(kOwnLines + 1) + "\n" + own.value() + "\n";
    const char* text = source.c_str();
    glShaderSource(stage.name(), 1, &text, nullptr);
    glCompileShader(stage.name());
    GLint compiled = 0;
    glGetShaderiv(stage.name(), GL_COMPILE_STATUS, &compiled);
    if (compiled == 0)
        return Error{ErrorKind::NoDisplay, readable_log(stage_log(stage.name()), file)};
    return Done{};
}

/// GLSL 4.10 has no binding qualifiers, so slots are given here, once and by name.
void bind_slots(GLuint program)
{
    const GLuint frame_block = glGetUniformBlockIndex(program, "Frame");
    if (frame_block != GL_INVALID_INDEX)
        glUniformBlockBinding(program, frame_block, kFrameBlockSlot);
    glUseProgram(program);
    for (const SamplerSlot& slot : kSamplerSlots) {
        const GLint location = glGetUniformLocation(program, slot.name);
        if (location >= 0)
            glUniform1i(location, slot.unit);
    }
}

} // namespace

ShaderLibrary ShaderLibrary::embedded()
{
    return {};
}

ShaderLibrary ShaderLibrary::from_folder(std::string folder)
{
    DRAPE_ASSERT(!folder.empty());
    ShaderLibrary library;
    library.folder_ = std::move(folder);
    return library;
}

ShaderLibrary ShaderLibrary::of_this_build()
{
#if defined(DRAPE_SHADER_DIR)
    // The binary may have been moved to a machine without the source tree.
    if (std::ifstream(std::string(DRAPE_SHADER_DIR "/") + std::string(kCommonFile)).good())
        return from_folder(DRAPE_SHADER_DIR);
#endif
    return embedded();
}

Result<std::string> ShaderLibrary::text(std::string_view file) const
{
    if (folder_.empty()) {
        for (const EmbeddedShader& shader : embedded_shaders()) {
            if (shader.file == file)
                return std::string(shader.text);
        }
        return Error{ErrorKind::Unreadable, "no shader " + std::string(file) + " in this binary"};
    }
    const std::string path = folder_ + "/" + std::string(file);
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream content;
    if (!stream || !(content << stream.rdbuf()))
        return Error{ErrorKind::Unreadable, path + ": cannot be read, or is empty"};
    return content.str();
}

Result<Program> Program::build(const ShaderLibrary& library, std::string_view vertex_file,
                               std::string_view fragment_file)
{
    const Stage vertex(GL_VERTEX_SHADER);
    if (const Status status = compile(vertex, library, vertex_file); !status.ok())
        return status.error();
    const Stage fragment(GL_FRAGMENT_SHADER);
    if (const Status status = compile(fragment, library, fragment_file); !status.ok())
        return status.error();
    Program program;
    program.object_ = ProgramObject::make();
    const GLuint name = program.object_.name();
    glAttachShader(name, vertex.name());
    glAttachShader(name, fragment.name());
    glLinkProgram(name);
    glDetachShader(name, vertex.name());
    glDetachShader(name, fragment.name());
    GLint linked = 0;
    glGetProgramiv(name, GL_LINK_STATUS, &linked);
    if (linked == 0) {
        return Error{ErrorKind::NoDisplay, std::string(vertex_file) + " and " + std::string(fragment_file) +
                                               " do not link: " + program_log(name)};
    }
    bind_slots(name);
    return program;
}

void Program::use() const
{
    DRAPE_ASSERT(object_.name() != 0);
    glUseProgram(object_.name());
}

void set(Uniform<int> uniform, int value)
{
    glUniform1i(uniform.location, value);
}

void set(Uniform<float> uniform, float value)
{
    glUniform1f(uniform.location, value);
}

void set(Uniform<glm::vec2> uniform, const glm::vec2& value)
{
    glUniform2fv(uniform.location, 1, glm::value_ptr(value));
}

void set(Uniform<glm::vec3> uniform, const glm::vec3& value)
{
    glUniform3fv(uniform.location, 1, glm::value_ptr(value));
}

void set(Uniform<glm::vec4> uniform, const glm::vec4& value)
{
    glUniform4fv(uniform.location, 1, glm::value_ptr(value));
}

void set(Uniform<glm::vec4> uniform, std::span<const glm::vec4> values)
{
    if (!values.empty())
        glUniform4fv(uniform.location, static_cast<GLsizei>(values.size()), glm::value_ptr(values[0]));
}

void set(Uniform<glm::mat4> uniform, const glm::mat4& value)
{
    glUniformMatrix4fv(uniform.location, 1, GL_FALSE, glm::value_ptr(value));
}

} // namespace drape::renderer
