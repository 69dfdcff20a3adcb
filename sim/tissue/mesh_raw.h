// A mesh as one format's reader returns it, before the checks that all formats share.
#pragma once

#include "sim/tissue/mesh_text.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace drape::sim::tissue {

/// The groups of a mesh in the order in which they are met.
class GroupTable
{
public:
    /// The index of a group, which is added when it is new.
    std::uint32_t index_of(int dimension, int tag);

    std::vector<MeshGroup> groups;

private:
    std::map<std::pair<int, int>, std::uint32_t> index_;
    std::uint32_t last_ = 0; // neighbours in a file are mostly of one group
};

/// From the number that a file gives a point to its index.
class PointNumbers
{
public:
    static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

    /// Learns the numbers of the points. Returns the index of a point whose number is taken, if any.
    std::optional<std::uint32_t> build(const std::vector<std::uint64_t>& numbers);
    /// The index of the point with this number, or kNone.
    std::uint32_t find(std::uint64_t number) const;

private:
    std::uint64_t lowest_ = 0;
    std::vector<std::uint32_t> table_; // by number - lowest_, when the numbers are dense
    std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted_; // otherwise
};

/// What a file calls a kind of element, and what becomes of it: points and lines are stepped over,
/// linear triangles and tetrahedra are read, everything else is refused.
struct ElementKind
{
    int type = 0; ///< The number in the file.
    std::string_view name;
    int nodes = 0; ///< 0: as many as the cell says.
    int dimension = 0;

    bool is_tetrahedron() const { return dimension == 3 && nodes == 4; }
    bool is_triangle() const { return dimension == 2 && nodes == 3; }
    bool is_ignored() const { return dimension < 2; }
    bool is_refused() const { return !is_tetrahedron() && !is_triangle() && !is_ignored(); }
};

/// Counts the elements that cannot be read, so that one message tells of all of them.
class RefusedKinds
{
public:
    void add(const ElementKind& kind, std::size_t offset);
    /// Throws when there was any; volumes are named before surfaces.
    void refuse_any(const MeshScanner& in) const;

private:
    struct Entry
    {
        ElementKind kind;
        std::uint64_t count = 0;
        std::size_t offset = 0; // of the first
    };
    std::vector<Entry> entries_;
};

/// Most warnings that a reader leaves; the shared checks have room for theirs.
inline constexpr std::size_t kMaxReaderWarnings = 40;

struct RawMesh
{
    std::string format;
    std::vector<glm::dvec3> points;
    std::vector<std::uint64_t> point_number; ///< In the file.
    std::vector<std::size_t> point_offset;   ///< Where in `point_file`.
    std::vector<std::array<std::uint32_t, 4>> tets;
    std::vector<std::uint32_t> tet_group;
    std::vector<std::uint64_t> tet_number; ///< In the file.
    std::vector<std::size_t> tet_offset;   ///< Where in `tet_file`.
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<std::uint32_t> triangle_group;
    GroupTable groups;
    const MeshFile* point_file = nullptr; ///< The caller's.
    const MeshFile* tet_file = nullptr;   ///< The caller's.
    PlaceStyle style = PlaceStyle::Line;
    std::string point_noun = "node"; ///< The format's word for a point.
    std::vector<MeshWarning> warnings;

    void add_point(const glm::dvec3& position, std::uint64_t number, std::size_t offset);
    void add_tet(const std::array<std::uint32_t, 4>& corners, std::uint32_t group, std::uint64_t number,
                 std::size_t offset);
    /// Brings the points in the order of their numbers; before any element refers to them.
    void sort_points();
    /// Counts the lines for the place only while there is room for the warning.
    void warn(const MeshFile& file, std::size_t offset, const std::string& message);
    std::string tet_place(std::size_t tet) const { return place_of(*tet_file, tet_offset[tet], style); }
    std::string point_place(std::size_t point) const
    {
        return place_of(*point_file, point_offset[point], style);
    }
};

/// Warns when a text ends in the middle of its last line: a cut number still is a number.
void warn_of_open_end(const MeshFile& file, RawMesh& mesh);

bool is_finite(const glm::dvec3& v);

/// "node 7 is not finite: "nan"", with the first coordinate that is not.
std::string not_finite(std::string_view noun, std::uint64_t number, const glm::dvec3& position);

// One reader a format; each throws a MeshFault. The files must outlive what they return.
RawMesh read_gmsh(const MeshFile& file);
/// Which of the two files holds the points is for their content to say.
RawMesh read_tetgen(const MeshFile& a, const MeshFile& b);
RawMesh read_vtk(const MeshFile& file);
RawMesh read_vtu(const MeshFile& file);

/// The checks that all formats share; throws a MeshFault.
TetMesh check_mesh(RawMesh&& raw);

} // namespace drape::sim::tissue
