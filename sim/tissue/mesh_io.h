// Tetrahedral meshes from files: Gmsh .msh, TetGen .node/.ele, VTK legacy and XML.
#pragma once

#include "sim/lang/diagnostics.h"
#include "sim/result.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drape::sim::tissue {

/// Most points and most elements (of all kinds together) of a mesh that is read.
inline constexpr std::uint32_t kMaxMeshPoints = 4'000'000;
inline constexpr std::uint32_t kMaxMeshElements = 16'000'000;

/// One file of a mesh as found on disk. TetGen needs two, .node and .ele, in any order.
struct MeshFile
{
    std::string name;       ///< For messages.
    std::string_view bytes; ///< The caller keeps them.
};

/// A named or numbered part of the mesh: a Gmsh physical group, a TetGen attribute, a VTK cell value.
struct MeshGroup
{
    int dimension = 3; ///< 3 for elements, 2 for triangles, 0 for points.
    int tag = 0;
    std::string name; ///< Empty where the file gives none.
};

/// Something met in a file that could be mended or left out; "FILE:LINE: ..." or "FILE: byte N: ...".
struct MeshWarning
{
    std::string message;
};

/// A mesh as read: lengths in the file's unit, every point used, every element with a positive volume.
/// Points come in the order of their numbers, elements and triangles in the order of the file, groups with
/// the volumes before the surfaces, then by tag; a group without an element or triangle is left out.
struct TetMesh
{
    static constexpr std::uint32_t kNoGroup = 0xFFFF'FFFF;

    std::string format; ///< "Gmsh 4.1 binary", "TetGen", ...
    std::vector<glm::dvec3> points;
    std::vector<std::array<std::uint32_t, 4>> tets; ///< 6V = dot(cross(b-a, c-a), d-a) > 0.
    std::vector<std::uint32_t> tet_group; ///< Index into `groups` or kNoGroup; one per element, its first.
    std::vector<std::array<std::uint32_t, 3>> triangles; ///< Those of the file, on points in use.
    std::vector<std::uint32_t> triangle_group;           ///< One per triangle.
    std::vector<MeshGroup> groups;
    std::uint32_t flipped = 0;         ///< Elements whose order was turned to make their volume positive.
    std::uint32_t slivers = 0;         ///< Elements below 1 % of the median volume.
    std::vector<MeshWarning> warnings; ///< At most kMaxDiagnostics; the counts above are whole.
};

/// Reads one mesh from its file or files. The content decides the format, never the name. Errors
/// (Unreadable) name the file, the line (or the byte in binary parts), what was met and what was expected:
/// counts that lie, truncated files, indices out of range, numbers that are not finite, swapped byte
/// order, a doubled element, a flat element (6V = 0, by its number in the file), second-order elements,
/// and anything past the limits. An element is flat when 6V is at most 1e-14 of its longest edge cubed.
/// Points and lines are stepped over; other elements than linear triangles and tetrahedra are refused by
/// their kinds and counts. Unused points (and triangles on them) are left out, doubled points kept,
/// negative volumes mended and slivers kept, with one warning for all of a kind that names the first (of
/// slivers: the smallest).
Result<TetMesh> read_tet_mesh(std::span<const MeshFile> files);

/// The faces that belong to one element only, seen from outside counter-clockwise, in the order of the
/// elements; faces of a, b, c, d are (a,c,b), (a,b,d), (a,d,c), (b,c,d). Indices are below kMaxMeshPoints.
std::vector<std::array<std::uint32_t, 3>>
boundary_triangles(std::span<const std::array<std::uint32_t, 4>> tets);

/// The other file of a TetGen mesh: "x.ele" for "x.node" and the reverse; empty for other endings.
std::string companion_file(std::string_view name);

} // namespace drape::sim::tissue
