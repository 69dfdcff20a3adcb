// Draws a snapshot: the one entry point of this folder.
#pragma once

#include "renderer/camera.h"
#include "renderer/frame_target.h"
#include "renderer/render_settings.h"
#include "renderer/shader.h"
#include "sim/result.h"
#include "sim/snapshot.h"

#include <cstdint>
#include <memory>

namespace drape::renderer {

/// What the last draw() did.
struct RenderStats
{
    double cpu_ms = 0.0;       ///< Time in draw(); the GPU may still be at work after it.
    double prepare_ms = 0.0;   ///< The part of cpu_ms before the first thing is drawn.
    std::uint32_t spheres = 0; ///< Sent, opaque and translucent; not those beside the picture.
    std::uint32_t boxes = 0;
    std::uint32_t bonds = 0; ///< Lines sent, joints included; likewise.
    std::uint32_t probes = 0;
    std::uint32_t skin_triangles = 0; ///< Of skins after smoothing; where peeled, of layers. No walls.
    std::uint32_t skipped = 0;        ///< Entities left out because a coordinate is not drawable.
    std::uint32_t draw_calls = 0;
    std::uint64_t bytes_uploaded = 0; ///< To the GPU in this frame.
};

/// Owns the programs and buffers of every pass. Needs one GL context (>= 4.1 core) that is current
/// for every call, also the destructor.
class Renderer
{
public:
    /// Call `load_gl` first (HeadlessContext does). Error: NoDisplay where a shader does not build,
    /// with file:line from the driver.
    static Result<Renderer> create();

    ~Renderer();
    Renderer(Renderer&& other) noexcept;
    Renderer& operator=(Renderer&& other) noexcept;
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// Draws the whole picture into `target` and resolves it. Any snapshot is safe: indices out of
    /// range and numbers that are not finite are left out, and counted. An invalid camera is replaced
    /// by the default one.
    void draw(const sim::Snapshot& snapshot, const Camera& camera, const RenderSettings& settings,
              FrameTarget& target);

    /// Builds all programs anew from `library`. A program that fails stays as it was; the error lists
    /// every failure, one per line.
    Status reload_shaders(const ShaderLibrary& library);
    /// The same from the build's own library: the source tree in dev builds, else the embedded texts.
    Status reload_shaders();

    const RenderStats& stats() const;

private:
    struct Passes;
    explicit Renderer(std::unique_ptr<Passes> passes);

    std::unique_ptr<Passes> passes_;
};

} // namespace drape::renderer
