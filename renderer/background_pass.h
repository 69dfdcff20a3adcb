// The quiet graded background.
#pragma once

#include "renderer/frame.h"
#include "renderer/shader.h"

namespace drape::renderer {

/// background.vert + background.frag.
struct BackgroundProgram
{
    Program program;
    Uniform<glm::vec3> top;
    Uniform<glm::vec3> bottom;

    static Result<BackgroundProgram> build(const ShaderLibrary& library);
};

/// Fills the picture from top to bottom between two theme colours; covers everything, so first.
class BackgroundPass
{
public:
    static Result<BackgroundPass> create(const ShaderLibrary& library);
    Status reload(const ShaderLibrary& library) { return rebuild(program_, library); }
    void draw(const Frame& frame) const;

private:
    BackgroundProgram program_;
    VertexArray vertex_array_;
};

} // namespace drape::renderer
