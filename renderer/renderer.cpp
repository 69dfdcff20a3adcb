#include "renderer/renderer.h"

#include "renderer/background_pass.h"
#include "renderer/bond_pass.h"
#include "renderer/box_pass.h"
#include "renderer/draw_state.h"
#include "renderer/frame.h"
#include "renderer/ground_pass.h"
#include "renderer/overlay_pass.h"
#include "renderer/probe_pass.h"
#include "renderer/scene_buffers.h"
#include "renderer/shader_slots.h"
#include "renderer/sphere_pass.h"
#include "renderer/stream_buffer.h"
#include "renderer/surface_pass.h"
#include "renderer/tissue_shapes.h"
#include "sim/check.h"

#include <chrono>
#include <optional>
#include <span>
#include <string>

namespace drape::renderer {
namespace {

/// Creates a pass in place, or stores the error of the first that fails.
template<class Pass>
void create_pass(Pass& pass, const ShaderLibrary& library, std::optional<Error>& failure)
{
    if (failure)
        return;
    Result<Pass> created = Pass::create(library);
    if (created.ok())
        pass = std::move(created).value();
    else
        failure = created.error();
}

template<class Pass>
void reload_pass(Pass& pass, const ShaderLibrary& library, std::string& failures)
{
    const Status status = pass.reload(library);
    if (!status.ok())
        failures += (failures.empty() ? "" : "\n") + status.error().message;
}

double milliseconds_since(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

/// Where the target's samples lie, so that a shader can tell which of them a ball covers.
void ask_sample_positions(FrameBlock& block, int samples)
{
    glm::vec2 offsets[4] = {};
    for (int i = 0; samples > 1 && i < samples && i < 4; ++i) {
        GLfloat position[2] = {0.5f, 0.5f};
        glGetMultisamplefv(GL_SAMPLE_POSITION, static_cast<GLuint>(i), position);
        offsets[i] = {position[0] - 0.5f, position[1] - 0.5f};
    }
    block.samples_01 = {offsets[0], offsets[1]};
    block.samples_23 = {offsets[2], offsets[3]};
    block.depths.w = static_cast<float>(samples < 4 ? 1 : 4);
}

} // namespace

/// Everything that holds GL names, in one place.
struct Renderer::Passes
{
    SceneBounds bounds;
    TissueShapes tissues;
    SceneBuffers scene;
    StreamBuffer frame_block{GL_UNIFORM_BUFFER};
    BackgroundPass background;
    GroundPass ground;
    BoxPass boxes;
    SpherePass spheres;
    SurfacePass surfaces;
    BondPass bonds;
    ProbePass probes;
    OverlayPass overlay;
    RenderStats stats;

    void upload_block(const FrameBlock& block)
    {
        frame_block.upload(std::span<const FrameBlock>(&block, 1));
        glBindBufferBase(GL_UNIFORM_BUFFER, kFrameBlockSlot, frame_block.name());
    }

    void draw_solids(const Frame& frame)
    {
        if (frame.settings.show_spheres) {
            boxes.draw_opaque(frame, scene.opaque_boxes());
            spheres.draw_opaque(frame, scene.opaque_spheres());
        }
        surfaces.draw_opaque(frame); // before lines, whose edges blend with it
        if (frame.settings.show_bonds)
            bonds.draw_bonds(frame, scene.bonds());
        if (frame.settings.show_joints)
            bonds.draw_joints(frame, scene.joints());
        if (frame.settings.show_probe)
            probes.draw(frame);
    }

    void draw_translucent(const Frame& frame)
    {
        if (frame.settings.show_spheres) {
            boxes.draw_translucent(frame, scene.translucent_boxes());
            spheres.draw_translucent(frame, scene.translucent_spheres());
        }
        surfaces.draw_translucent(frame);
    }
};

Renderer::Renderer(std::unique_ptr<Passes> passes)
    : passes_(std::move(passes))
{}
Renderer::~Renderer() = default;
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;

Result<Renderer> Renderer::create()
{
    DRAPE_ASSERT(glCreateProgram != nullptr);
    const ShaderLibrary library = ShaderLibrary::of_this_build();
    auto passes = std::make_unique<Passes>();
    std::optional<Error> failure;
    create_pass(passes->background, library, failure);
    create_pass(passes->ground, library, failure);
    create_pass(passes->boxes, library, failure);
    create_pass(passes->spheres, library, failure);
    create_pass(passes->surfaces, library, failure);
    create_pass(passes->bonds, library, failure);
    create_pass(passes->probes, library, failure);
    create_pass(passes->overlay, library, failure);
    if (failure)
        return *failure;
    return Renderer(std::move(passes));
}

void Renderer::draw(const sim::Snapshot& snapshot, const Camera& camera, const RenderSettings& settings,
                    FrameTarget& target)
{
    const auto begin = std::chrono::steady_clock::now();
    Passes& passes = *passes_;
    passes.stats = {};
    Frame frame =
        make_frame(snapshot, passes.bounds.of(snapshot), camera, settings, target.viewport(), passes.stats);
    target.bind();
    ask_sample_positions(frame.block, target.samples());
    passes.upload_block(frame.block);
    passes.tissues.update(snapshot.topology, settings);
    passes.scene.update(frame, passes.tissues);
    passes.surfaces.prepare(frame, passes.scene, passes.tissues);
    passes.stats.prepare_ms = milliseconds_since(begin);
    if (settings.show_ground)
        passes.ground.prepare(frame, passes.scene);

    target.bind();
    set_draw_state(DepthUse::TestAndWrite, Blending::Opaque);
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClearDepth(1.0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    if (settings.show_background)
        passes.background.draw(frame);
    if (settings.show_ground)
        passes.ground.draw(frame);
    passes.draw_solids(frame);
    passes.draw_translucent(frame);
    passes.overlay.draw(frame);
    target.resolve();
    glBindVertexArray(0);
    glUseProgram(0);
    glActiveTexture(GL_TEXTURE0);
    passes.stats.cpu_ms = milliseconds_since(begin);
}

Status Renderer::reload_shaders(const ShaderLibrary& library)
{
    std::string failures;
    reload_pass(passes_->background, library, failures);
    reload_pass(passes_->ground, library, failures);
    reload_pass(passes_->boxes, library, failures);
    reload_pass(passes_->spheres, library, failures);
    reload_pass(passes_->surfaces, library, failures);
    reload_pass(passes_->bonds, library, failures);
    reload_pass(passes_->probes, library, failures);
    reload_pass(passes_->overlay, library, failures);
    if (!failures.empty())
        return Error{ErrorKind::NoDisplay, failures};
    return Done{};
}

Status Renderer::reload_shaders()
{
    return reload_shaders(ShaderLibrary::of_this_build());
}

const RenderStats& Renderer::stats() const
{
    return passes_->stats;
}

} // namespace drape::renderer
