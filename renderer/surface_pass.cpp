#include "renderer/surface_pass.h"

#include "renderer/draw_state.h"
#include "renderer/renderer.h"
#include "renderer/shader_slots.h"
#include "renderer/tissue_elements.h"
#include "renderer/value_range.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace drape::renderer {
namespace {

/// All skins of a frame together have at most this many triangles, unless their cages have more.
constexpr std::size_t kMostSkinTriangles = 150'000;
/// As in surface.frag.
constexpr std::size_t kMostProbes = 4;

const sim::SnapshotTopology* topology_of(const Frame& frame)
{
    return frame.snapshot.topology.get();
}

bool is_by_value(ColorMode mode)
{
    return mode != ColorMode::Body && mode != ColorMode::Layer;
}

glm::vec4 skin_color(const sim::SnapshotTissue& tissue, ColorMode mode)
{
    if (is_by_value(mode))
        return glm::vec4(0.0f);
    return tint(mode == ColorMode::Layer ? outermost_color(tissue) : tissue.skin_color, 1.0f);
}

/// NaN counts as opaque.
float skin_opacity(const RenderSettings& settings)
{
    return settings.skin_opacity < 1.0f ? std::max(settings.skin_opacity, 0.0f) : 1.0f;
}

void use_vertices(const StreamBuffer& buffer)
{
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    constexpr std::size_t kStride = sizeof(SurfaceVertex);
    use_float_attribute({kShapeAttribute, 4, kStride, offsetof(SurfaceVertex, position_value), 0});
    use_float_attribute({kExtraAttribute, 3, kStride, offsetof(SurfaceVertex, normal), 0});
    use_byte_attribute({kTintAttribute, 4, kStride, offsetof(SurfaceVertex, color), 0});
    use_byte_attribute({kMarksAttribute, 4, kStride, offsetof(SurfaceVertex, marks), 0});
}

} // namespace

Result<SurfaceProgram> SurfaceProgram::build(const ShaderLibrary& library)
{
    Result<Program> built = Program::build(library, "surface.vert", "surface.frag");
    if (!built.ok())
        return built.error();
    SurfaceProgram typed;
    typed.program = std::move(built).value();
    typed.kind = typed.program.uniform<int>("kind");
    typed.origin = typed.program.uniform<glm::vec3>("origin_ts");
    typed.flat_color = typed.program.uniform<glm::vec4>("flat_color_srgb");
    typed.opacity = typed.program.uniform<float>("opacity");
    typed.probe_count = typed.program.uniform<int>("probe_count");
    typed.probe_a = typed.program.uniform<glm::vec4>("probe_a");
    typed.probe_b = typed.program.uniform<glm::vec4>("probe_b");
    return typed;
}

Result<SurfacePass> SurfacePass::create(const ShaderLibrary& library)
{
    SurfacePass pass;
    if (const Status status = pass.reload(library); !status.ok())
        return status.error();
    pass.vertex_array_ = VertexArray::make();
    pass.skin_vertex_buffer_ = StreamBuffer(GL_ARRAY_BUFFER);
    pass.skin_index_buffer_ = StreamBuffer(GL_ELEMENT_ARRAY_BUFFER);
    pass.layer_vertex_buffer_ = StreamBuffer(GL_ARRAY_BUFFER);
    pass.wall_vertex_buffer_ = StreamBuffer(GL_ARRAY_BUFFER);
    return pass;
}

void SurfacePass::load_topology(const Frame& frame, const TissueShapes& tissues)
{
    const bool is_same = topology_ == frame.snapshot.topology && tissues_version_ != 0;
    if (is_same && tissues_version_ == tissues.version())
        return;
    const std::vector<TissueShape>& shapes = tissues.shapes();
    const std::size_t entity_count = topology_of(frame) != nullptr ? topology_of(frame)->looks.size() : 0;
    if (!is_same) {
        skins_.clear();
        std::size_t triangles = 0;
        for (std::size_t i = 0; i < shapes.size(); ++i)
            triangles += topology_of(frame)->tissues[i].skin.size();
        const int levels = levels_within(triangles, kMostSkinTriangles);
        for (std::size_t i = 0; i < shapes.size(); ++i)
            skins_.emplace_back(topology_of(frame)->tissues[i], entity_count, levels);
        load_walls(topology_of(frame));
    }
    layers_.clear();
    is_peeled_.clear();
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        layers_.emplace_back(topology_of(frame)->tissues[i], shapes[i].faces, entity_count);
        is_peeled_.push_back(shapes[i].is_peeled);
    }
    topology_ = frame.snapshot.topology;
    tissues_version_ = tissues.version();
}

void SurfacePass::load_walls(const sim::SnapshotTopology* topology)
{
    wall_pieces_.clear();
    if (topology == nullptr)
        return;
    std::vector<SurfaceVertex> vertices;
    for (const sim::SnapshotTissue& tissue : topology->tissues) {
        const WallMesh wall = make_wall_mesh(tissue);
        if (wall.vertices.empty())
            continue;
        wall_pieces_.push_back({static_cast<std::uint32_t>(vertices.size()),
                                static_cast<std::uint32_t>(wall.vertices.size()), glm::vec4(0.0f),
                                wall.origin});
        vertices.insert(vertices.end(), wall.vertices.begin(), wall.vertices.end());
    }
    wall_vertex_buffer_.upload(std::span<const SurfaceVertex>(vertices));
}

void SurfacePass::append_skin(const Frame& frame, const sim::SnapshotTissue& tissue, SkinMesh& skin,
                              std::span<const glm::vec4> points)
{
    const std::size_t first = skin_triangles_.size();
    skin.append(points, skin_vertices_, skin_triangles_);
    const std::size_t count = skin_triangles_.size() - first;
    if (count > 0)
        skin_pieces_.push_back({static_cast<std::uint32_t>(3 * first),
                                static_cast<std::uint32_t>(3 * count),
                                skin_color(tissue, frame.settings.color_mode), glm::dvec3(0.0)});
    triangles_ += static_cast<std::uint32_t>(count);
}

void SurfacePass::append_layers(const Frame& frame, const sim::SnapshotTissue& tissue, LayerMesh& layers,
                                std::span<const glm::vec4> points)
{
    const std::size_t first = layer_vertices_.size();
    if (frame.settings.color_mode == ColorMode::Compression) {
        face_values_.clear();
        for (const std::uint32_t element : layers.elements())
            face_values_.push_back(compression_place(
                volume_ratio(frame.snapshot, tissue, element).value_or(1.0), frame.settings.range));
        layers.append_face_values(points, face_values_, layer_vertices_);
    } else if (is_by_value(frame.settings.color_mode)) {
        layers.append_values(points, layer_vertices_);
    } else {
        layers.append_layers(points, layer_vertices_);
    }
    const std::size_t count = layer_vertices_.size() - first;
    if (count > 0)
        layer_pieces_.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count),
                                 glm::vec4(0.0f), glm::dvec3(0.0)});
    triangles_ += static_cast<std::uint32_t>(count / 3);
}

void SurfacePass::prepare(const Frame& frame, const SceneBuffers& scene, const TissueShapes& tissues)
{
    load_topology(frame, tissues);
    const bool is_shown = frame.settings.show_skin && skin_opacity(frame.settings) > 0.0f;
    const Prepared wanted{scene.revision(), tissues.version(), is_shown};
    if (wanted != prepared_) {
        prepared_ = wanted;
        triangles_ = 0;
        make_meshes(frame, scene);
    }
    frame.stats.skin_triangles = triangles_;
}

void SurfacePass::make_meshes(const Frame& frame, const SceneBuffers& scene)
{
    skin_vertices_.clear();
    skin_triangles_.clear();
    layer_vertices_.clear();
    skin_pieces_.clear();
    layer_pieces_.clear();
    if (!prepared_.is_shown || skins_.empty())
        return;
    const std::vector<sim::SnapshotTissue>& given = topology_of(frame)->tissues;
    for (std::size_t i = 0; i < skins_.size(); ++i) {
        if (is_peeled_[i])
            append_layers(frame, given[i], layers_[i], scene.positions());
        else
            append_skin(frame, given[i], skins_[i], scene.positions());
    }
    upload(frame);
}

void SurfacePass::upload(const Frame& frame)
{
    glBindVertexArray(vertex_array_.name()); // the index buffer is part of it
    skin_vertex_buffer_.upload(std::span<const SurfaceVertex>(skin_vertices_));
    skin_index_buffer_.upload(std::span<const Triangle>(skin_triangles_));
    layer_vertex_buffer_.upload(std::span<const SurfaceVertex>(layer_vertices_));
    frame.stats.bytes_uploaded += (skin_vertices_.size() + layer_vertices_.size()) * sizeof(SurfaceVertex) +
                                  skin_triangles_.size() * sizeof(Triangle);
}

void SurfacePass::use_program(const Frame& frame) const
{
    std::array<glm::vec4, kMostProbes> a{};
    std::array<glm::vec4, kMostProbes> b{};
    std::size_t count = 0;
    for (const sim::ProbeSnapshot& probe : frame.snapshot.probes) {
        if (!frame.settings.show_probe || count == kMostProbes)
            break;
        if (!is_drawable(probe.a) || !is_drawable(probe.b) || !(probe.radius > 0.0) ||
            probe.radius > kLargestCoordinate)
            continue;
        a[count] = {frame.to_target_space(probe.a), static_cast<float>(probe.radius)};
        b[count] = {frame.to_target_space(probe.b), 0.0f};
        ++count;
    }
    program_.program.use();
    set(program_.probe_count, static_cast<int>(count));
    set(program_.probe_a, std::span<const glm::vec4>(a));
    set(program_.probe_b, std::span<const glm::vec4>(b));
    glBindVertexArray(vertex_array_.name());
}

void SurfacePass::draw_opaque(const Frame& frame) const
{
    use_program(frame);
    set_draw_state(DepthUse::TestAndWrite, Blending::Opaque);
    if (frame.settings.show_wall)
        draw_walls(frame);
    set(program_.opacity, 1.0f);
    if (skin_opacity(frame.settings) >= 1.0f)
        draw_skins(frame);
}

void SurfacePass::draw_walls(const Frame& frame) const
{
    if (wall_pieces_.empty())
        return;
    // The tissue's border lies on the wall: there the tissue wins.
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.0f, 2.0f);
    use_vertices(wall_vertex_buffer_);
    set(program_.kind, static_cast<int>(Kind::Wall));
    set(program_.opacity, 1.0f);
    set(program_.flat_color, tint(frame.settings.theme.wall, 1.0f));
    for (const Piece& piece : wall_pieces_) {
        set(program_.origin, frame.to_target_space(piece.origin));
        glDrawArrays(GL_TRIANGLES, static_cast<GLint>(piece.first), static_cast<GLsizei>(piece.count));
        ++frame.stats.draw_calls;
    }
    glDisable(GL_POLYGON_OFFSET_FILL);
}

void SurfacePass::draw_translucent(const Frame& frame) const
{
    const float opacity = skin_opacity(frame.settings);
    if (opacity >= 1.0f || (skin_pieces_.empty() && layer_pieces_.empty()))
        return;
    use_program(frame);
    set(program_.opacity, opacity);
    // Depth first: then only the nearest layer passes the test, and folds do not show through.
    set_draw_state(DepthUse::TestAndWrite, Blending::Opaque);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    draw_skins(frame);
    set_draw_state(DepthUse::Test, Blending::Over);
    draw_skins(frame);
}

void SurfacePass::draw_skins(const Frame& frame) const
{
    set(program_.origin, glm::vec3(0.0f));
    if (!skin_pieces_.empty()) {
        use_vertices(skin_vertex_buffer_);
        set(program_.kind, static_cast<int>(Kind::Skin));
    }
    for (const Piece& piece : skin_pieces_) {
        set(program_.flat_color, piece.flat_color);
        const std::size_t offset = piece.first * sizeof(std::uint32_t);
        glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(piece.count), GL_UNSIGNED_INT,
                       byte_offset(offset));
        ++frame.stats.draw_calls;
    }
    if (!layer_pieces_.empty()) {
        use_vertices(layer_vertex_buffer_);
        set(program_.kind, static_cast<int>(Kind::Layers));
        set(program_.flat_color, glm::vec4(0.0f));
    }
    for (const Piece& piece : layer_pieces_) {
        glDrawArrays(GL_TRIANGLES, static_cast<GLint>(piece.first), static_cast<GLsizei>(piece.count));
        ++frame.stats.draw_calls;
    }
}

} // namespace drape::renderer
