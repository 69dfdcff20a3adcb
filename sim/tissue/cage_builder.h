// Parametric cages: a dome, a pad or a slab on a wall, and a limb round a bone.
#pragma once

#include "sim/result.h"
#include "sim/tissue/cage.h"

#include <cstdint>

namespace drape::sim::tissue {

/// The plan and profile of a parametric cage.
enum class CageShape : std::uint8_t
{
    Dome, ///< Elliptic base, rounded top.
    Pad,  ///< Rounded rectangle, fullest below its middle.
    Limb, ///< A tube round a bone that runs along y.
    Slab, ///< A sheet of even thickness that thins out at its border.
};

/// Which way the tissue lies from its wall.
enum class Facing : std::uint8_t
{
    Anterior,  ///< +z
    Posterior, ///< -z
};

/// What a parametric cage is made from; lengths in cmm.
///
///          depth
///        .-'''''-.             the wall is a cylinder about y (or a plane); thickness is measured
///      .'         '.           along its normal; `lip` is the thickness at the border
///   lip|___________|   wall
///      <-- width -->
struct CageSpec
{
    CageShape shape = CageShape::Dome;
    int cells = 12;          ///< Along the width (limb: round it); the other directions follow. 2..64.
    double width = 13000.0;  ///< Along x: of the base, or of the limb with its bone.
    double height = 15600.0; ///< Along y: of the base, or of the limb.
    double depth = 5500.0;   ///< Thickness at the fullest place.
    double lip = 900.0;      ///< Thickness at the border; <= depth.
    double taper = 0.5;      ///< 0 full to the border, as an ellipsoid; 1 as a paraboloid.
    double droop = 0.0;      ///< How far the fullest place lies below the middle; half the height at 1.
    /// Where the base never glides: half the width of an ellipse, as a share of half the base's; it is half
    /// as tall again and its centre lies above the middle by half its height. 0..1
    double hold = 0.0;
    double wall_radius = 12500.0; ///< Of the wall's curve or of the bone; 0 is a plane (not for a limb).
    Facing facing = Facing::Anterior;
    int fraction_bits = 8; ///< The points lie on the grid of 2^-fraction_bits cmm.
    bool operator==(const CageSpec&) const = default;
};

/// What does not fit together in a spec, in words; empty where all does.
std::string find_misfit(const CageSpec& spec);

/// Builds the cage. Errors (Unreadable): sizes that do not fit together, such as a base wider than its
/// wall, or elements that come out flat.
Result<Cage> build_cage(const CageSpec& spec);

/// Cells along u (x, or round the limb), v (y) and w (wall to skin).
struct CellCounts
{
    std::uint32_t u = 0, v = 0, w = 0;
};
CellCounts cell_counts(const CageSpec& spec);

/// `value` rounded to the nearest multiple of 2^-fraction_bits, halves to even.
double round_to_grid(double value, int fraction_bits);

} // namespace drape::sim::tissue
