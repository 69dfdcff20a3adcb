// The capsule probe, drawn so that it reads as an instrument and not as tissue.
#pragma once

#include "renderer/frame.h"
#include "renderer/shader.h"
#include "renderer/stream_buffer.h"

#include <glm/vec4.hpp>

#include <cstdint>
#include <vector>

namespace drape::renderer {

/// probe.vert + probe.frag.
struct ProbeProgram
{
    Program program;
    Uniform<glm::vec3> color;
    Uniform<glm::vec3> accent;
    Uniform<float> hidden_opacity; ///< 0 draws the capsule; above, its veil where it is hidden.

    static Result<ProbeProgram> build(const ShaderLibrary& library);
};

/// One capsule.
struct ProbeInstance
{
    glm::vec4 a_radius{0.0f};  ///< ts, m; w radius.
    glm::vec4 b_hovered{0.0f}; ///< ts, m; w 0 not hovered, 1 body, 2 end a, 3 end b.
};

/// Draws after lines and everything opaque; what is hidden of the probe shines through faintly.
class ProbePass
{
public:
    static Result<ProbePass> create(const ShaderLibrary& library);
    Status reload(const ShaderLibrary& library) { return rebuild(program_, library); }
    void draw(const Frame& frame);

private:
    std::uint32_t upload(const Frame& frame);

    ProbeProgram program_;
    VertexArray vertex_array_;
    StreamBuffer instances_;
    std::vector<ProbeInstance> list_; ///< Scratch, kept for its memory.
};

} // namespace drape::renderer
