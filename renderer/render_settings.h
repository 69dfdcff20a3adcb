// What to draw and how it looks: plain data with good defaults.
#pragma once

#include "renderer/picking.h"

#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>

namespace drape::renderer {

/// Lines are at most so wide, px at pixel_scale 1.
inline constexpr float kWidestBond_px = 32.0f;

/// What the colour of particles and bonds says.
enum class ColorMode : std::uint8_t
{
    Body,        ///< The colour of the entity's Look.
    Speed,       ///< Viridis over range.min..range.max, m/s.
    Strain,      ///< Diverging over -range.max..range.max: length/rest - 1, per particle the mean of its
                 ///< structural bonds and cage edges.
    Layer,       ///< Tissues by the colours of their layers, the skin by the outermost; else as Body.
    Compression, ///< Diverging over 1 - range.max..1 + range.max, blue where compressed: 6V/6V0, per
                 ///< particle the mean of its elements by rest volume; 1 for what is no tissue.
};

/// What a soft body shows that was given no colour of its own (all its particles 0xFFFFFF).
enum class Uncolored : std::uint8_t
{
    White,
    Palette, ///< palette_color of the body's index.
};

/// The numbers at the two ends of the colour map.
struct ColorRange
{
    float min = 0.0f;
    float max = 1.0f; ///< An empty range shows its one colour.

    bool operator==(const ColorRange&) const = default;
};

/// The spring between a held particle and the cursor.
struct GrabLine
{
    std::uint32_t entity = 0;
    glm::dvec3 target{0.0}; ///< Where it is pulled to, m.
};

/// A probe under the cursor, and which part of it.
struct ProbeHover
{
    std::uint32_t probe = 0;
    ProbePart part = ProbePart::Body;
};

/// Colours 0xRRGGBB, sRGB.
struct Theme
{
    std::uint32_t background_top = 0x3A414C;
    std::uint32_t background_bottom = 0x1B1F25;
    std::uint32_t grid = 0x8A95A5;
    std::uint32_t accent = 0xF2A65A; ///< Hover, grab and active handles.
    std::uint32_t probe = 0xC9D3DC;
    std::uint32_t joint = 0xE0B060;
    std::uint32_t wall = 0xBDB2A7; ///< Bone.
    std::uint32_t gravity = 0xD8C27A;
    std::uint32_t axis_x = 0xE0655A;
    std::uint32_t axis_y = 0x7FB65B;
    std::uint32_t axis_z = 0x5A92E0;
};

/// One frame's choices. Every value outside its range is clamped, so a slider can do no harm.
struct RenderSettings
{
    bool show_spheres = true; ///< Particles, and boxes.
    bool show_bonds = true;   ///< Structural and shear bonds, and edges of tissues.
    bool show_joints = true;
    bool show_probe = true;
    bool show_ground = true;     ///< Grid and contact shadow.
    bool show_background = true; ///< Else the picture is transparent where nothing is.
    bool show_gizmo = true;      ///< Axes in the lower left corner, and the gravity arrow.

    bool show_skin = true; ///< Of tissues; where peeled, the layers that are left.
    bool show_wall = true; ///< What tissues lie on.
    /// Particles and edges of tissues, on top of show_spheres and show_bonds. Whatever these say, both
    /// are left out inside a skin, or peeled layers, that is shown and opaque: they could only poke
    /// through. They show with skin_opacity < 1 or without show_skin.
    bool show_tissue_particles = true;
    bool show_tissue_edges = true;
    float skin_opacity = 1.0f; ///< 0..1; below 1 what is inside shows through.
    float peel = 0.0f; ///< 0 shows the skin; above, what lies shallower than 1 - peel is removed; 1: all.

    float bond_width_px = 1.5f;  ///< At pixel_scale 1; 0.5..32.
    float particle_scale = 1.0f; ///< Times each Look's radius; 0.01..100.
    float pixel_scale =
        1.0f; ///< Content scale of the display: every _px here is multiplied by it; 0.25..8.

    ColorMode color_mode = ColorMode::Body;
    ColorRange range;
    Uncolored uncolored = Uncolored::Palette;

    std::optional<std::uint32_t> hovered_entity;
    std::optional<GrabLine> grab;
    std::optional<ProbeHover> hovered_probe; ///< Shows the probe's handles.

    glm::dvec3 gravity{0.0, -9.81, 0.0}; ///< m/s^2, for the arrow; 0 hides it.
    std::optional<double> ground_height; ///< m; else 0 with a ground, below the scene without.

    Theme theme;
};

} // namespace drape::renderer
