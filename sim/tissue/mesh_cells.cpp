#include "sim/tissue/mesh_cells.h"

#include "sim/text.h"

#include <algorithm>
#include <limits>

namespace drape::sim::tissue {

namespace {

// vtkCellType.h; 68 to 81 are of any order.
constexpr ElementKind kKinds[] = {
    {0, "empty cell", 0, 0},
    {1, "vertex", 1, 0},
    {2, "poly-vertex", 0, 0},
    {3, "line", 2, 1},
    {4, "poly-line", 0, 1},
    {5, "triangle", 3, 2},
    {6, "triangle strip", 0, 2},
    {7, "polygon", 0, 2},
    {8, "pixel", 4, 2},
    {9, "quadrangle", 4, 2},
    {10, "tetrahedron", 4, 3},
    {11, "voxel", 8, 3},
    {12, "hexahedron", 8, 3},
    {13, "prism", 6, 3},
    {14, "pyramid", 5, 3},
    {15, "pentagonal prism", 10, 3},
    {16, "hexagonal prism", 12, 3},
    {21, "line3 (second order)", 3, 1},
    {22, "triangle6 (second order)", 6, 2},
    {23, "quadrangle8 (second order)", 8, 2},
    {24, "tetra10 (second order)", 10, 3},
    {25, "hexahedron20 (second order)", 20, 3},
    {26, "prism15 (second order)", 15, 3},
    {27, "pyramid13 (second order)", 13, 3},
    {28, "quadrangle9 (second order)", 9, 2},
    {29, "hexahedron27 (second order)", 27, 3},
    {41, "convex point set", 0, 3},
    {42, "polyhedron", 0, 3},
    {68, "Lagrange curve (any order)", 0, 1},
    {69, "Lagrange triangle (any order)", 0, 2},
    {70, "Lagrange quadrangle (any order)", 0, 2},
    {71, "Lagrange tetrahedron (any order)", 0, 3},
    {72, "Lagrange hexahedron (any order)", 0, 3},
    {73, "Lagrange prism (any order)", 0, 3},
    {74, "Lagrange pyramid (any order)", 0, 3},
    {75, "Bezier curve (any order)", 0, 1},
    {76, "Bezier triangle (any order)", 0, 2},
    {77, "Bezier quadrangle (any order)", 0, 2},
    {78, "Bezier tetrahedron (any order)", 0, 3},
    {79, "Bezier hexahedron (any order)", 0, 3},
    {80, "Bezier prism (any order)", 0, 3},
    {81, "Bezier pyramid (any order)", 0, 3},
};

struct ScalarName
{
    std::string_view name;
    Scalar scalar;
};

// Sizes as on the 64-bit machines that write such files; a vtkIdType is written as an int.
constexpr ScalarName kScalars[] = {
    {"char", Scalar::I8},           {"signed_char", Scalar::I8},     {"unsigned_char", Scalar::U8},
    {"short", Scalar::I16},         {"unsigned_short", Scalar::U16}, {"int", Scalar::I32},
    {"unsigned_int", Scalar::U32},  {"long", Scalar::I64},           {"unsigned_long", Scalar::U64},
    {"float", Scalar::F32},         {"double", Scalar::F64},         {"vtkIdType", Scalar::I32},
    {"vtktypeint8", Scalar::I8},    {"vtktypeuint8", Scalar::U8},    {"vtktypeint16", Scalar::I16},
    {"vtktypeuint16", Scalar::U16}, {"vtktypeint32", Scalar::I32},   {"vtktypeuint32", Scalar::U32},
    {"vtktypeint64", Scalar::I64},  {"vtktypeuint64", Scalar::U64},  {"Int8", Scalar::I8},
    {"UInt8", Scalar::U8},          {"Int16", Scalar::I16},          {"UInt16", Scalar::U16},
    {"Int32", Scalar::I32},         {"UInt32", Scalar::U32},         {"Int64", Scalar::I64},
    {"UInt64", Scalar::U64},        {"Float32", Scalar::F32},        {"Float64", Scalar::F64},
};

template<class From, class To>
std::vector<To> decode_as(std::string_view bytes, bool is_swapped)
{
    std::vector<To> values(bytes.size() / sizeof(From));
    for (std::size_t i = 0; i < values.size(); ++i) {
        From value;
        std::memcpy(&value, bytes.data() + i * sizeof(From), sizeof(From));
        if (is_swapped)
            value = swapped(value);
        if constexpr (std::is_same_v<From, std::uint64_t> && std::is_same_v<To, std::int64_t>)
            value = std::min<std::uint64_t>(value, std::numeric_limits<std::int64_t>::max());
        values[i] = static_cast<To>(value);
    }
    return values;
}

template<class To>
std::vector<To> decode(std::string_view bytes, Scalar scalar, bool is_swapped)
{
    switch (scalar) {
    case Scalar::I8:
        return decode_as<std::int8_t, To>(bytes, is_swapped);
    case Scalar::U8:
        return decode_as<std::uint8_t, To>(bytes, is_swapped);
    case Scalar::I16:
        return decode_as<std::int16_t, To>(bytes, is_swapped);
    case Scalar::U16:
        return decode_as<std::uint16_t, To>(bytes, is_swapped);
    case Scalar::I32:
        return decode_as<std::int32_t, To>(bytes, is_swapped);
    case Scalar::U32:
        return decode_as<std::uint32_t, To>(bytes, is_swapped);
    case Scalar::I64:
        return decode_as<std::int64_t, To>(bytes, is_swapped);
    case Scalar::U64:
        return decode_as<std::uint64_t, To>(bytes, is_swapped);
    case Scalar::F32:
        if constexpr (std::is_floating_point_v<To>)
            return decode_as<float, To>(bytes, is_swapped);
        break;
    case Scalar::F64:
        if constexpr (std::is_floating_point_v<To>)
            return decode_as<double, To>(bytes, is_swapped);
        break;
    case Scalar::None:
        break;
    }
    DRAPE_ASSERT(false);
    return {};
}

template<class T>
std::vector<T> read_numbers(MeshScanner& in, std::uint64_t count, std::string_view what,
                            std::vector<std::size_t>* offsets, std::size_t stride)
{
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        in.skip_space();
        if (offsets != nullptr && i % stride == 0)
            offsets->push_back(in.offset());
        values[i] = in.number_on_line<T>(what);
    }
    return values;
}

/// Checks that the lists of `cells` fit each other.
void check_lists(const MeshScanner& in, const CellList& cells)
{
    DRAPE_ASSERT(cells.offset.size() == cells.size() + 1 && cells.offset.front() == 0);
    DRAPE_ASSERT(cells.end_place.size() == cells.size());
    DRAPE_ASSERT(cells.point_place.size() == cells.connectivity.size());
    DRAPE_ASSERT(cells.group.empty() || cells.group.size() == cells.size());
    const auto end = static_cast<std::int64_t>(cells.connectivity.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells.offset[i + 1] < cells.offset[i] || cells.offset[i + 1] > end)
            in.fail(cells.end_place[i], "cell " + std::to_string(i) + " ends at " +
                                            std::to_string(cells.offset[i + 1]) +
                                            " of the list of points; " + std::to_string(cells.offset[i]) +
                                            " to " + std::to_string(end) + " is expected");
    }
    if (cells.offset.back() != end)
        in.fail_here("the cells use " + std::to_string(cells.offset.back()) + " of the " +
                     std::to_string(end) + " points listed for them");
}

const ElementKind& kind_of(const MeshScanner& in, const CellList& cells, std::size_t cell)
{
    const auto* kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                    [&](const ElementKind& k) { return k.type == cells.type[cell]; });
    if (kind == std::end(kKinds))
        in.fail(cells.place(cell), "cell " + std::to_string(cell) + " has the type " +
                                       std::to_string(cells.type[cell]) +
                                       ", which is not known; only linear tetrahedra (type 10) are read");
    const std::int64_t nodes = cells.offset[cell + 1] - cells.offset[cell];
    if (kind->nodes > 0 && nodes != kind->nodes)
        in.fail(cells.place(cell), "cell " + std::to_string(cell) + " is a " + std::string(kind->name) +
                                       " and needs " + std::to_string(kind->nodes) + " points, got " +
                                       std::to_string(nodes));
    return *kind;
}

template<std::size_t N>
std::array<std::uint32_t, N> corners_of(const MeshScanner& in, const CellList& cells, std::size_t cell,
                                        std::size_t points)
{
    std::array<std::uint32_t, N> corners;
    for (std::size_t k = 0; k < N; ++k) {
        const std::int64_t point = cells.connectivity[static_cast<std::size_t>(cells.offset[cell]) + k];
        if (point < 0 || static_cast<std::uint64_t>(point) >= points)
            in.fail(cells.place(cell), "cell " + std::to_string(cell) + " has the point " +
                                           std::to_string(point) + "; there are " +
                                           count_of(points, "point") + ", counted from 0");
        corners[k] = static_cast<std::uint32_t>(point);
    }
    return corners;
}

} // namespace

Scalar scalar_of(std::string_view name)
{
    const auto* scalar = std::find_if(std::begin(kScalars), std::end(kScalars),
                                      [&](const ScalarName& s) { return s.name == name; });
    return scalar == std::end(kScalars) ? Scalar::None : scalar->scalar;
}

std::size_t size_of(Scalar scalar)
{
    constexpr std::size_t kSizes[] = {0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
    return kSizes[static_cast<std::size_t>(scalar)];
}

bool is_whole(Scalar scalar)
{
    return scalar != Scalar::None && scalar != Scalar::F32 && scalar != Scalar::F64;
}

std::vector<double> decode_reals(std::string_view bytes, Scalar scalar, bool is_swapped)
{
    return decode<double>(bytes, scalar, is_swapped);
}

std::vector<std::int64_t> decode_integers(std::string_view bytes, Scalar scalar, bool is_swapped)
{
    DRAPE_ASSERT(is_whole(scalar));
    return decode<std::int64_t>(bytes, scalar, is_swapped);
}

std::vector<double> read_reals(MeshScanner& in, std::uint64_t count, std::string_view what,
                               std::vector<std::size_t>* offsets, std::size_t stride)
{
    return read_numbers<double>(in, count, what, offsets, stride);
}

std::vector<std::int64_t> read_integers(MeshScanner& in, std::uint64_t count, std::string_view what,
                                        std::vector<std::size_t>* offsets, std::size_t stride)
{
    return read_numbers<std::int64_t>(in, count, what, offsets, stride);
}

void add_points(const MeshScanner& in, const std::vector<double>& coordinates,
                const std::vector<std::size_t>& places, RawMesh& mesh)
{
    DRAPE_ASSERT(coordinates.size() == 3 * places.size());
    mesh.points.reserve(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const glm::dvec3 p(coordinates[3 * i], coordinates[3 * i + 1], coordinates[3 * i + 2]);
        if (!is_finite(p))
            in.fail(places[i], not_finite(mesh.point_noun, i, p));
        mesh.add_point(p, i, places[i]);
    }
}

void add_cells(const MeshScanner& in, const CellList& cells, RawMesh& mesh)
{
    check_lists(in, cells);
    const auto group_of = [&](std::size_t cell, int dimension) {
        if (cells.group.empty())
            return TetMesh::kNoGroup;
        const std::int64_t tag = cells.group[cell];
        if (tag < std::numeric_limits<int>::min() || tag > std::numeric_limits<int>::max())
            in.fail(cells.place(cell), "cell " + std::to_string(cell) + " has the value " +
                                           std::to_string(tag) + ", which is too large for a group");
        return mesh.groups.index_of(dimension, static_cast<int>(tag));
    };
    RefusedKinds refused;
    mesh.tets.reserve(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const ElementKind& kind = kind_of(in, cells, i);
        if (kind.is_tetrahedron()) {
            mesh.add_tet(corners_of<4>(in, cells, i, mesh.points.size()), group_of(i, 3), i,
                         cells.place(i));
        } else if (kind.is_triangle()) {
            mesh.triangles.push_back(corners_of<3>(in, cells, i, mesh.points.size()));
            mesh.triangle_group.push_back(group_of(i, 2));
        } else if (kind.is_refused()) {
            refused.add(kind, cells.place(i));
        }
    }
    refused.refuse_any(in);
}

int group_rank(std::string_view name, Scalar scalar, std::uint64_t components)
{
    // VTK's own bookkeeping has names like these.
    if (!is_whole(scalar) || components != 1 || name.starts_with("vtk") || name.starts_with("Global") ||
        name.starts_with("Pedigree"))
        return 0;
    return name == "gmsh:physical" ? 2 : 1;
}

} // namespace drape::sim::tissue
