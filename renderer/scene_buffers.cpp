#include "renderer/scene_buffers.h"

#include "renderer/color_map.h"
#include "renderer/renderer.h"
#include "renderer/shader_slots.h"
#include "renderer/surface_mesh.h"
#include "renderer/tissue_elements.h"
#include "renderer/value_range.h"
#include "sim/check.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace drape::renderer {
namespace {

/// Blots per probe in the contact shadow.
constexpr std::uint32_t kProbePoints = 24;
constexpr int kColorMapSize = 256;

float finite_or(float value, float otherwise)
{
    return std::isfinite(value) ? value : otherwise;
}

std::uint32_t pack_color(std::uint32_t rgb, float opacity)
{
    const float clamped = std::clamp(finite_or(opacity, 1.0f), 0.0f, 1.0f);
    const auto alpha = static_cast<std::uint32_t>(std::lround(255.0f * clamped));
    // Bytes r, g, b, a in memory.
    return ((rgb >> 16) & 0xFFu) | (rgb & 0xFF00u) | ((rgb & 0xFFu) << 16) | (alpha << 24);
}

InstanceBuffer make_instances()
{
    InstanceBuffer instances;
    instances.buffer = StreamBuffer(GL_TEXTURE_BUFFER);
    instances.view = Texture::make();
    return instances;
}

Texture make_color_map()
{
    std::vector<std::uint32_t> texels;
    const auto add = [&texels](const glm::vec3& color) {
        const glm::ivec3 bytes(color * 255.0f + 0.5f);
        texels.push_back(static_cast<std::uint32_t>(bytes.r | (bytes.g << 8) | (bytes.b << 16)) |
                         0xFF000000u);
    };
    for (int i = 0; i < kColorMapSize; ++i)
        add(viridis(static_cast<float>(i) / (kColorMapSize - 1)));
    for (int i = 0; i < kColorMapSize; ++i)
        add(diverging(2.0f * static_cast<float>(i) / (kColorMapSize - 1) - 1.0f));
    Texture texture = Texture::make();
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kColorMapSize, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

void bind_texture(int unit, GLenum target, GLuint name)
{
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(target, name);
}

/// A buffer texture must name its buffer again after that was made larger.
void attach(const Texture& view, int unit, GLenum format, const StreamBuffer& buffer)
{
    bind_texture(unit, GL_TEXTURE_BUFFER, view.name());
    glTexBuffer(GL_TEXTURE_BUFFER, format, buffer.name());
}

bool is_uncolored(const sim::SnapshotTopology& topology, std::size_t first, std::size_t last)
{
    for (std::size_t i = first; i < last; ++i) {
        if ((topology.looks[i].color & 0xFFFFFFu) != 0xFFFFFFu)
            return false;
    }
    return true;
}

float ball_radius(const sim::Look& look)
{
    return look.shape == sim::Shape::Box ? 0.0f : std::clamp(finite_or(look.radius, 0.0f), 0.0f, 1e15f);
}

bool is_strained(sim::BondKind kind)
{
    return kind == sim::BondKind::Structural || kind == sim::BondKind::Edge;
}

/// Both ends must be entities of the topology.
BondInstance bond_instance(std::span<const float> ball_radius, const sim::Bond& bond)
{
    const float rest =
        bond.kind == sim::BondKind::Joint ? 0.0f : std::max(finite_or(bond.rest, 0.0f), 0.0f);
    return {bond.a, bond.b, rest, std::max(ball_radius[bond.a], ball_radius[bond.b])};
}

const sim::SnapshotTopology& topology_of(const Frame& frame)
{
    static const sim::SnapshotTopology kEmpty;
    return frame.snapshot.topology != nullptr ? *frame.snapshot.topology : kEmpty;
}

} // namespace

std::uint32_t InstanceBuffer::count_shown() const
{
    std::uint32_t sum = 0;
    for (const ItemRange& range : shown)
        sum += range.end - range.begin;
    return sum;
}

SceneBuffers::SceneBuffers()
    : opaque_spheres_(make_instances())
    , translucent_spheres_(make_instances())
    , opaque_boxes_(make_instances())
    , translucent_boxes_(make_instances())
    , bonds_(make_instances())
    , joints_(make_instances())
    , entity_shadows_(make_instances())
    , probe_shadows_(make_instances())
    , positions_(GL_TEXTURE_BUFFER)
    , colors_(GL_TEXTURE_BUFFER)
    , positions_view_(Texture::make())
    , colors_view_(Texture::make())
    , color_map_(make_color_map())
{}

void SceneBuffers::update(const Frame& frame, const TissueShapes& tissues)
{
    const Loaded wanted{frame.settings.uncolored, frame.settings.color_mode == ColorMode::Layer,
                        tissues.version()};
    const bool is_same_scene = is_loaded_ && topology_ == frame.snapshot.topology && loaded_ == wanted;
    if (!is_same_scene) {
        loaded_ = wanted;
        load_topology(frame, tissues);
    }
    const Written now{frame.snapshot.serial, frame.camera.target, frame.settings.color_mode,
                      frame.settings.range, frame.settings.show_probe};
    if (!is_same_scene || now.serial == 0 || now != written_) {
        written_ = now;
        ++revision_;
        write_positions(frame);
        write_values(frame);
        write_probe_points(frame);
        frame.stats.bytes_uploaded += position_value_.size() * sizeof(glm::vec4);
        positions_.upload(std::span<const glm::vec4>(position_value_));
    }
    frame.stats.skipped = skipped_;
    sort_translucent(frame);
    cull(frame);
    attach(positions_view_, kPositionsUnit, GL_RGBA32F, positions_);
    attach(colors_view_, kColorsUnit, GL_RGBA8, colors_);
    bind_texture(kColorMapUnit, GL_TEXTURE_2D, color_map_.name());
}

template<class Item, class Write>
void SceneBuffers::write(InstanceBuffer& instances, std::size_t count, const Frame& frame, Write write)
{
    DRAPE_ASSERT(count <= most_items_);
    instances.buffer.write<Item>(count, write);
    instances.count = static_cast<std::uint32_t>(count);
    instances.blocks.clear();
    instances.shown = {{0, instances.count}};
    frame.stats.bytes_uploaded += count * sizeof(Item);
    attach(instances.view, kItemsUnit, GL_RGBA32UI, instances.buffer);
}

template<class Item>
void SceneBuffers::upload(InstanceBuffer& instances, const std::vector<Item>& items, const Frame& frame)
{
    const std::size_t count = std::min(items.size(), most_items_);
    write<Item>(instances, count, frame,
                [&](std::span<Item> to) { std::copy_n(items.begin(), to.size(), to.begin()); });
}

void SceneBuffers::load_topology(const Frame& frame, const TissueShapes& tissues)
{
    const sim::SnapshotTopology& topology = topology_of(frame);
    topology_ = frame.snapshot.topology;
    is_loaded_ = true;
    // A buffer texture holds only so much; every desktop driver offers 2^27 and more.
    GLint most_texels = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most_texels);
    constexpr std::size_t kRoomForProbes = 4096;
    most_items_ = static_cast<std::size_t>(most_texels);
    entity_count_ = std::min(topology.looks.size(), most_items_ - kRoomForProbes);
    has_strained_ = false;
    strained_ = {};
    ball_radius_.resize(entity_count_);
    for (std::size_t i = 0; i < entity_count_; ++i)
        ball_radius_[i] = ball_radius(topology.looks[i]);
    load_bonds(frame, topology, tissues);
    load_entities(frame, topology, tissues);
    load_colors(topology, loaded_);
    load_joints(frame, topology);
    load_shadows(frame);
}

void SceneBuffers::load_bonds(const Frame& frame, const sim::SnapshotTopology& topology,
                              const TissueShapes& tissues)
{
    // Lines of a kind lie together, edges between structural and shear ones.
    std::array<std::size_t, 3> count{};
    const auto place_of = [](sim::BondKind kind) -> std::size_t {
        return kind == sim::BondKind::Structural ? 0 : kind == sim::BondKind::Edge ? 1 : 2;
    };
    const auto is_shown = [&](const sim::Bond& bond) {
        return bond.kind != sim::BondKind::Joint && bond.a < entity_count_ && bond.b < entity_count_ &&
               (bond.kind != sim::BondKind::Edge || !tissues.is_edge_hidden(bond.a, bond.b));
    };
    shadow_radius_.assign(entity_count_, 0.0f);
    for (const sim::Bond& bond : topology.bonds) {
        count[place_of(bond.kind)] += is_shown(bond) ? 1 : 0;
        if (!is_strained(bond.kind) || bond.a >= entity_count_ || bond.b >= entity_count_)
            continue;
        // A cloth of small particles still throws a closed shadow: blots reach half way to the neighbour.
        const float reach = 0.5f * std::max(finite_or(bond.rest, 0.0f), 0.0f);
        for (const std::uint32_t end : {bond.a, bond.b})
            shadow_radius_[end] = std::max(shadow_radius_[end], reach);
    }
    const std::size_t total = std::min(count[0] + count[1] + count[2], most_items_);
    std::vector<ItemBlock> blocks;
    write<BondInstance>(bonds_, total, frame, [&](std::span<BondInstance> to) {
        blocks.assign((total + ItemBlock::kItems - 1) / ItemBlock::kItems, {});
        std::array<std::size_t, 3> next = {0, count[0], count[0] + count[1]};
        for (const sim::Bond& bond : topology.bonds) {
            if (!is_shown(bond))
                continue;
            const std::size_t at = next[place_of(bond.kind)]++;
            if (at >= to.size())
                continue;
            to[at] = bond_instance(ball_radius_, bond);
            blocks[at / ItemBlock::kItems].add(bond.a, 0.0f);
            blocks[at / ItemBlock::kItems].add(bond.b, 0.0f);
        }
    });
    bonds_.blocks = std::move(blocks);
}

void SceneBuffers::load_strained()
{
    if (has_strained_)
        return;
    has_strained_ = true;
    strained_.reserve(bonds_.count);
    if (topology_ == nullptr)
        return;
    // In the order in which their strains were always added up: floats.
    for (const sim::BondKind kind : {sim::BondKind::Structural, sim::BondKind::Edge}) {
        for (const sim::Bond& bond : topology_->bonds) {
            if (bond.kind == kind && bond.a < entity_count_ && bond.b < entity_count_)
                strained_.push_back(bond_instance(ball_radius_, bond));
        }
    }
}

void SceneBuffers::load_joints(const Frame& frame, const sim::SnapshotTopology& topology)
{
    std::vector<BondInstance> joint_list;
    for (const sim::Bond& bond : topology.bonds) {
        if (bond.kind == sim::BondKind::Joint && bond.a < entity_count_ && bond.b < entity_count_)
            joint_list.push_back(bond_instance(ball_radius_, bond));
    }
    upload(joints_, joint_list, frame);
}

void SceneBuffers::load_shadows(const Frame& frame)
{
    const auto has_blot = [](float radius) { return radius > 0.0f; };
    const auto count =
        static_cast<std::size_t>(std::count_if(shadow_radius_.begin(), shadow_radius_.end(), has_blot));
    write<ShadowInstance>(entity_shadows_, count, frame, [&](std::span<ShadowInstance> to) {
        std::size_t next = 0;
        for (std::size_t i = 0; i < entity_count_; ++i) {
            if (has_blot(shadow_radius_[i]))
                to[next++] = {static_cast<std::uint32_t>(i), shadow_radius_[i], {}};
        }
    });
}

void SceneBuffers::load_entities(const Frame& frame, const sim::SnapshotTopology& topology,
                                 const TissueShapes& tissues)
{
    std::vector<SphereInstance> spheres;
    spheres.reserve(entity_count_);
    std::vector<BoxInstance> boxes;
    translucent_sphere_list_.clear();
    translucent_box_list_.clear();
    for (std::size_t i = 0; i < entity_count_; ++i) {
        const sim::Look& look = topology.looks[i];
        const auto entity = static_cast<std::uint32_t>(i);
        const float opacity = finite_or(look.opacity, 1.0f);
        const float glow = std::clamp(finite_or(look.glow, 0.0f), 0.0f, 100.0f);
        const float radius = ball_radius_[i];
        shadow_radius_[i] = opacity > 0.0f ? std::max(shadow_radius_[i], radius) : 0.0f;
        if (opacity <= 0.0f || tissues.is_particle_hidden(entity))
            continue;
        if (look.shape == sim::Shape::Box) {
            const glm::vec3 half = glm::min(glm::abs(0.5f * look.box_size), glm::vec3(1e15f));
            if (!std::isfinite(half.x + half.y + half.z))
                continue;
            shadow_radius_[i] = std::min(half.x, half.z);
            (opacity < 1.0f ? translucent_box_list_ : boxes).push_back({entity, glow, half});
        } else {
            (opacity < 1.0f ? translucent_sphere_list_ : spheres).push_back({entity, radius, glow, 0.0f});
        }
    }
    upload(opaque_spheres_, spheres, frame);
    opaque_spheres_.blocks.resize((opaque_spheres_.count + ItemBlock::kItems - 1) / ItemBlock::kItems);
    for (std::uint32_t i = 0; i < opaque_spheres_.count; ++i)
        opaque_spheres_.blocks[i / ItemBlock::kItems].add(spheres[i].entity, spheres[i].radius);
    upload(opaque_boxes_, boxes, frame);
}

void SceneBuffers::cull(const Frame& frame)
{
    // The smallest balls are dots of a pixel or two; lines are wider.
    const float margin_px = 2.0f + kWidestBond_px * frame.pixel_scale;
    const glm::mat4 to_clip = frame.block.projection * frame.block.view;
    const ViewFrustum frustum(to_clip, glm::vec2(frame.block.viewport_px), margin_px);
    const auto is_all_shown = [&] {
        const CullBox box = frame.bounds ? CullBox{frame.to_target_space(frame.bounds->min),
                                                   frame.to_target_space(frame.bounds->max)}
                                         : CullBox();
        return frustum.shows_all_of(box, 0.0f); // balls included
    };
    if (is_all_shown()) {
        for (InstanceBuffer* const items : {&opaque_spheres_, &bonds_})
            items->shown = {{0, items->count}};
        return;
    }
    if (boxes_revision_ != revision_) {
        boxes_revision_ = revision_;
        boxes_.measure(positions());
    }
    for (InstanceBuffer* const items : {&opaque_spheres_, &bonds_})
        items->shown = visible_items(items->blocks, items->count, boxes_, frustum, frame.particle_scale);
}

void SceneBuffers::load_colors(const sim::SnapshotTopology& topology, const Loaded& loaded)
{
    std::vector<std::uint32_t> packed(entity_count_);
    for (std::size_t i = 0; i < entity_count_; ++i)
        packed[i] = pack_color(topology.looks[i].color, topology.looks[i].opacity);
    if (loaded.uncolored == Uncolored::Palette) {
        for (std::size_t body = 0; body < topology.bodies.size(); ++body) {
            const std::size_t first = std::min<std::size_t>(topology.bodies[body].first, entity_count_);
            const std::size_t last =
                first + std::min<std::size_t>(topology.bodies[body].count(), entity_count_ - first);
            if (!is_uncolored(topology, first, last))
                continue;
            for (std::size_t i = first; i < last; ++i)
                packed[i] =
                    pack_color(palette_color(static_cast<std::uint32_t>(body)), topology.looks[i].opacity);
        }
    }
    if (loaded.by_layer) {
        const auto by_layer = particle_layer_colors(topology, entity_count_);
        for (std::size_t i = 0; i < entity_count_; ++i) {
            if (by_layer[i])
                packed[i] = pack_color(*by_layer[i], topology.looks[i].opacity);
        }
    }
    colors_.upload(std::span<const std::uint32_t>(packed));
}

void SceneBuffers::write_positions(const Frame& frame)
{
    const std::vector<glm::dvec3>& position = frame.snapshot.position;
    const std::size_t given = std::min(position.size(), entity_count_);
    const glm::dvec3 target = frame.camera.target;
    position_value_.resize(entity_count_);
    skipped_ = static_cast<std::uint32_t>(std::max(position.size(), entity_count_) - given);
    for (std::size_t i = 0; i < given; ++i) {
        const bool is_drawn = is_drawable(position[i]);
        const glm::vec3 point(position[i] - target);
        // Chosen and not branched to: the pass over all particles then runs as fast as memory.
        position_value_[i] = is_drawn ? glm::vec4(point, 0.0f) : glm::vec4(0.0f, 0.0f, 0.0f, kSkippedValue);
        skipped_ += is_drawn ? 0 : 1;
    }
    std::fill(position_value_.begin() + static_cast<std::ptrdiff_t>(given), position_value_.end(),
              glm::vec4(0.0f, 0.0f, 0.0f, kSkippedValue));
}

void SceneBuffers::write_values(const Frame& frame)
{
    switch (frame.settings.color_mode) {
    case ColorMode::Body:
    case ColorMode::Layer:
        return;
    case ColorMode::Speed:
        return write_speeds(frame);
    case ColorMode::Strain:
        return write_strains(frame);
    case ColorMode::Compression:
        return write_compressions(frame);
    }
}

void SceneBuffers::write_speeds(const Frame& frame)
{
    const std::vector<glm::dvec3>& velocity = frame.snapshot.velocity;
    const auto low = static_cast<double>(frame.settings.range.min);
    const auto high = static_cast<double>(frame.settings.range.max);
    for (std::size_t i = 0; i < entity_count_; ++i) {
        if (position_value_[i].w == kSkippedValue)
            continue;
        const bool is_known = i < velocity.size() && is_drawable(velocity[i]);
        position_value_[i].w = color_place(is_known ? glm::length(velocity[i]) : 0.0, low, high);
    }
}

void SceneBuffers::write_strains(const Frame& frame)
{
    load_strained();
    strain_sums_.assign(entity_count_, {});
    for (const BondInstance& bond : strained_) {
        const glm::vec4& a = position_value_[bond.a];
        const glm::vec4& b = position_value_[bond.b];
        if (bond.rest <= 0.0f || a.w == kSkippedValue || b.w == kSkippedValue)
            continue;
        const float strain = glm::length(glm::vec3(a) - glm::vec3(b)) / bond.rest - 1.0f;
        for (const std::uint32_t end : {bond.a, bond.b}) {
            strain_sums_[end].sum += strain;
            ++strain_sums_[end].count;
        }
    }
    const auto high = static_cast<double>(std::abs(frame.settings.range.max));
    for (std::size_t i = 0; i < entity_count_; ++i) {
        if (position_value_[i].w == kSkippedValue)
            continue;
        const float count = static_cast<float>(std::max(strain_sums_[i].count, 1u));
        position_value_[i].w = color_place(static_cast<double>(strain_sums_[i].sum / count), -high, high);
    }
}

void SceneBuffers::write_compressions(const Frame& frame)
{
    const std::vector<float> ratios = particle_volume_ratios(frame.snapshot, entity_count_);
    for (std::size_t i = 0; i < entity_count_; ++i) {
        if (position_value_[i].w != kSkippedValue)
            position_value_[i].w = compression_place(static_cast<double>(ratios[i]), frame.settings.range);
    }
}

void SceneBuffers::write_probe_points(const Frame& frame)
{
    std::vector<ShadowInstance>& blots = probe_blots_;
    blots.clear();
    if (frame.settings.show_probe) {
        constexpr std::size_t kMostProbes = 128;
        const std::size_t count = std::min(frame.snapshot.probes.size(), kMostProbes);
        for (std::size_t p = 0; p < count; ++p) {
            const sim::ProbeSnapshot& probe = frame.snapshot.probes[p];
            if (!is_drawable(probe.a) || !is_drawable(probe.b) || !(probe.radius <= kLargestCoordinate))
                continue;
            for (std::uint32_t i = 0; i < kProbePoints; ++i) {
                const double along = static_cast<double>(i) / (kProbePoints - 1);
                blots.push_back({static_cast<std::uint32_t>(position_value_.size()),
                                 static_cast<float>(probe.radius),
                                 {}});
                position_value_.emplace_back(frame.to_target_space(glm::mix(probe.a, probe.b, along)),
                                             0.0f);
            }
        }
    }
    upload(probe_shadows_, blots, frame);
}

void SceneBuffers::sort_translucent(const Frame& frame)
{
    const glm::vec3 forward(axes(frame.camera).forward);
    const auto farther = [this, &forward](const auto& x, const auto& y) {
        const float depth_x = glm::dot(glm::vec3(position_value_[x.entity]), forward);
        const float depth_y = glm::dot(glm::vec3(position_value_[y.entity]), forward);
        return depth_x != depth_y ? depth_x > depth_y : x.entity < y.entity;
    };
    std::sort(translucent_sphere_list_.begin(), translucent_sphere_list_.end(), farther);
    std::sort(translucent_box_list_.begin(), translucent_box_list_.end(), farther);
    if (!translucent_sphere_list_.empty() || translucent_spheres_.count > 0)
        upload(translucent_spheres_, translucent_sphere_list_, frame);
    if (!translucent_box_list_.empty() || translucent_boxes_.count > 0)
        upload(translucent_boxes_, translucent_box_list_, frame);
}

} // namespace drape::renderer
