// What VTK's two formats share: types of numbers and lists of cells.
#pragma once

#include "sim/tissue/mesh_raw.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace drape::sim::tissue {

/// How numbers are stored. None: no numbers that can be read (text, bits, a name that is not known).
enum class Scalar
{
    None,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
};

/// By its name in either format: "int" or "Int32".
Scalar scalar_of(std::string_view name);
std::size_t size_of(Scalar scalar);
bool is_whole(Scalar scalar);

/// Numbers of `scalar` from `bytes`, as many as there are; `is_swapped`: in the other byte order.
std::vector<double> decode_reals(std::string_view bytes, Scalar scalar, bool is_swapped);
/// The same for whole numbers; those past 2^63 - 1 become 2^63 - 1.
std::vector<std::int64_t> decode_integers(std::string_view bytes, Scalar scalar, bool is_swapped);

/// `count` numbers of a text. `offsets`, when not null, gets the place of every `stride`-th one. `count`
/// must have been checked against the bytes that are left.
std::vector<double> read_reals(MeshScanner& in, std::uint64_t count, std::string_view what,
                               std::vector<std::size_t>* offsets, std::size_t stride);
std::vector<std::int64_t> read_integers(MeshScanner& in, std::uint64_t count, std::string_view what,
                                        std::vector<std::size_t>* offsets, std::size_t stride);

/// Cells as VTK keeps them: cell i has connectivity[offset[i] .. offset[i + 1]).
struct CellList
{
    std::vector<std::int64_t> type;
    std::vector<std::int64_t> offset; ///< One more than cells, the first is 0.
    std::vector<std::int64_t> connectivity;
    std::vector<std::size_t> end_place;   ///< Where the file says how long each cell is.
    std::vector<std::size_t> point_place; ///< Where each entry of `connectivity` is.
    std::vector<std::int64_t> group;      ///< Empty, or the number of each cell's group.

    std::size_t size() const { return type.size(); }
    /// Where cell i is. Its offsets must have been checked.
    std::size_t place(std::size_t i) const
    {
        return offset[i] < offset[i + 1] ? point_place[static_cast<std::size_t>(offset[i])] : end_place[i];
    }
};

/// Fills mesh.points from triples of coordinates; `places` has one for each point.
void add_points(const MeshScanner& in, const std::vector<double>& coordinates,
                const std::vector<std::size_t>& places, RawMesh& mesh);

/// Adds the tetrahedra and triangles of `cells` to `mesh`, whose points are there. Checks everything about
/// them but their shape, and refuses what is no linear tetrahedron.
void add_cells(const MeshScanner& in, const CellList& cells, RawMesh& mesh);

/// How well an array of cell values names groups: 0 not at all, 2 by its name, 1 else.
int group_rank(std::string_view name, Scalar scalar, std::uint64_t components);

} // namespace drape::sim::tissue
