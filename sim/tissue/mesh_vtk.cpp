// VTK's legacy format ("VTK file formats", simple legacy formats): ASCII, or BINARY with big-endian
// numbers.
#include "sim/text.h"
#include "sim/tissue/mesh_cells.h"

#include <bit>

namespace drape::sim::tissue {

namespace {

struct VtkReader
{
    explicit VtkReader(const MeshFile& file)
        : in(file)
    {}

    MeshScanner in;
    bool is_binary = false;
    RawMesh mesh;
    CellList cells;
    std::uint64_t cell_count = 0;
    int rank = 0; ///< Of the array that gave the groups.
};

constexpr bool kIsSwapped = std::endian::native == std::endian::little;

/// `count` must be a product that has not overflowed.
void check_array(VtkReader& reader, std::size_t begin, std::uint64_t count, Scalar scalar,
                 std::string_view nouns)
{
    reader.in.check_count(begin, count, 16ULL * kMaxMeshElements, reader.is_binary ? size_of(scalar) : 2,
                          nouns);
}

std::vector<double> read_reals(VtkReader& reader, std::uint64_t count, Scalar scalar, std::string_view what)
{
    if (!reader.is_binary)
        return read_reals(reader.in, count, what, nullptr, 1);
    return decode_reals(reader.in.take(count * size_of(scalar), what), scalar, kIsSwapped);
}

std::vector<std::int64_t> read_integers(VtkReader& reader, std::uint64_t count, Scalar scalar,
                                        std::string_view what, std::vector<std::size_t>* places)
{
    if (!reader.is_binary)
        return read_integers(reader.in, count, what, places, 1);
    const std::size_t begin = reader.in.offset();
    const std::string_view bytes = reader.in.take(count * size_of(scalar), what);
    for (std::uint64_t i = 0; places != nullptr && i < count; ++i)
        places->push_back(begin + i * size_of(scalar));
    return decode_integers(bytes, scalar, kIsSwapped);
}

void read_header(VtkReader& reader)
{
    MeshScanner& in = reader.in;
    static_cast<void>(in.rest_of_line()); // "# vtk DataFile Version 3.0", by which the format was known
    static_cast<void>(in.rest_of_line()); // the title
    in.skip_space();
    const std::size_t begin = in.offset();
    const std::string_view encoding = in.rest_of_line();
    if (encoding != "ASCII" && encoding != "BINARY")
        in.fail(begin, "\"ASCII\" or \"BINARY\" is expected, got " + quoted(encoding));
    reader.is_binary = encoding == "BINARY";
    reader.mesh.format = reader.is_binary ? "VTK binary" : "VTK";
    if (reader.is_binary) {
        in.tell_bytes();
        reader.mesh.style = PlaceStyle::Byte;
    }
}

void read_points(VtkReader& reader, std::size_t begin)
{
    MeshScanner& in = reader.in;
    const auto count = in.number_on_line<std::uint64_t>("the number of points");
    const Scalar scalar = scalar_of(in.word_on_line());
    if (scalar == Scalar::None)
        in.fail(begin, "a type of numbers such as \"double\" is expected for the points");
    in.end_line("the type of the points");
    in.check_count(begin, count, kMaxMeshPoints, reader.is_binary ? 3 * size_of(scalar) : 6, "points");
    std::vector<std::size_t> places;
    if (!reader.is_binary) {
        add_points(in, read_reals(in, 3 * count, "a coordinate of a point", &places, 3), places,
                   reader.mesh);
        return;
    }
    for (std::uint64_t i = 0; i < count; ++i)
        places.push_back(in.offset() + 3 * i * size_of(scalar));
    const std::vector<double> coordinates =
        read_reals(reader, 3 * count, scalar, "a coordinate of a point");
    add_points(in, coordinates, places, reader.mesh);
}

/// The layout of version 5.1: where each cell starts, then the points of all.
void read_offset_cells(VtkReader& reader, std::size_t begin, std::uint64_t offsets, std::uint64_t size)
{
    MeshScanner& in = reader.in;
    const auto read_list = [&](std::string_view name, std::uint64_t count,
                               std::vector<std::size_t>* places) {
        in.expect_word(name, "the head of the cells");
        const Scalar scalar = scalar_of(in.word_on_line());
        if (!is_whole(scalar))
            in.fail_here("a type of whole numbers such as \"vtktypeint64\" is expected for the cells");
        in.end_line("the type of the list");
        check_array(reader, begin, count, scalar, "numbers of the cells");
        return read_integers(reader, count, scalar, "a number of the cells", places);
    };
    if (offsets == 0)
        in.fail(begin, "0 offsets are announced; there is always one more than cells");
    CellList& cells = reader.cells;
    cells.offset = read_list("OFFSETS", offsets, &cells.end_place);
    cells.end_place.erase(cells.end_place.begin());
    cells.connectivity = read_list("CONNECTIVITY", size, &cells.point_place);
    reader.cell_count = offsets - 1;
    if (cells.offset.front() != 0)
        in.fail(begin, "the first offset must be 0, got " + std::to_string(cells.offset.front()));
}

/// The layout of old: each cell as its number of points and these.
void read_counted_cells(VtkReader& reader, std::size_t begin, std::uint64_t count, std::uint64_t size)
{
    MeshScanner& in = reader.in;
    check_array(reader, begin, size, Scalar::I32, "numbers of the cells");
    if (count > size)
        in.fail(begin, std::to_string(count) + " cells are announced, which " + std::to_string(size) +
                           " numbers cannot hold");
    std::vector<std::size_t> places;
    const auto numbers = read_integers(reader, size, Scalar::I32, "a number of the cells", &places);
    CellList& cells = reader.cells;
    reader.cell_count = count;
    cells.offset.push_back(0);
    std::size_t at = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (at >= numbers.size())
            in.fail_here("the numbers of the cells end after " + count_of(i, "cell") + " of the " +
                         std::to_string(count) + " announced");
        const std::int64_t nodes = numbers[at];
        if (nodes < 0 || static_cast<std::uint64_t>(nodes) > numbers.size() - at - 1)
            in.fail(places[at], "cell " + std::to_string(i) + " has " + std::to_string(nodes) +
                                    " points, where " + std::to_string(numbers.size() - at - 1) +
                                    " numbers are left");
        cells.end_place.push_back(places[at]);
        const auto first = static_cast<std::ptrdiff_t>(at) + 1;
        cells.connectivity.insert(cells.connectivity.end(), numbers.begin() + first,
                                  numbers.begin() + first + nodes);
        cells.point_place.insert(cells.point_place.end(), places.begin() + first,
                                 places.begin() + first + nodes);
        cells.offset.push_back(static_cast<std::int64_t>(cells.connectivity.size()));
        at += static_cast<std::size_t>(nodes) + 1;
    }
    if (at != numbers.size())
        in.fail(places[at], count_of(count, "cell") + " are announced, but more numbers follow");
}

void read_cells(VtkReader& reader, std::size_t begin)
{
    MeshScanner& in = reader.in;
    if (reader.cell_count > 0 || !reader.cells.offset.empty())
        in.fail(begin, "a second list of cells");
    const auto first = in.number_on_line<std::uint64_t>("the number of cells");
    const auto second = in.number_on_line<std::uint64_t>("the size of the cells");
    in.end_line("the size of the cells");
    if (first > kMaxMeshElements)
        in.fail(begin, std::to_string(first) + " cells are announced; at most " +
                           std::to_string(kMaxMeshElements) + " are read");
    if (in.peek_word() == "OFFSETS")
        read_offset_cells(reader, begin, first, second);
    else
        read_counted_cells(reader, begin, first, second);
}

void read_cell_types(VtkReader& reader, std::size_t begin)
{
    MeshScanner& in = reader.in;
    const auto count = in.number_on_line<std::uint64_t>("the number of cell types");
    in.end_line("the number of cell types");
    if (reader.cells.offset.empty() || count != reader.cell_count)
        in.fail(begin, std::to_string(count) + " cell types for " + count_of(reader.cell_count, "cell"));
    check_array(reader, begin, count, Scalar::I32, "cell types");
    reader.cells.type = read_integers(reader, count, Scalar::I32, "the type of a cell", nullptr);
}

/// Reads past `components` times `rows` values, and keeps them if they name the groups of the cells best.
void read_values(VtkReader& reader, std::size_t begin, std::string_view name, Scalar scalar,
                 std::uint64_t components, std::uint64_t rows, int may_rank)
{
    MeshScanner& in = reader.in;
    constexpr std::uint64_t kMaxComponents = 1024;
    if (components > kMaxComponents || rows > kMaxMeshElements)
        in.fail(begin, "the array " + quoted(name) + " has " + std::to_string(rows) + " rows of " +
                           std::to_string(components) + " numbers, which is too large");
    const std::uint64_t count = components * rows;
    check_array(reader, begin, count, scalar, "values");
    const int rank = may_rank * group_rank(name, scalar, components);
    if (rank > reader.rank && rows == reader.cell_count) {
        reader.rank = rank;
        reader.cells.group = read_integers(reader, count, scalar, "a cell value", nullptr);
    } else if (reader.is_binary) {
        static_cast<void>(in.take(count * size_of(scalar), "a value"));
    } else {
        for (std::uint64_t i = 0; i < count; ++i)
            static_cast<void>(in.number<double>("a value"));
    }
}

/// Lines up to an empty one.
void skip_metadata(MeshScanner& in)
{
    in.end_line("METADATA");
    while (!in.rest_of_line().empty())
        continue;
}

/// Arrays with names of their own; false when one is of a type that cannot be stepped over.
bool read_field(VtkReader& reader, std::size_t begin, int may_rank)
{
    MeshScanner& in = reader.in;
    static_cast<void>(in.word_on_line()); // the name of the field
    const auto arrays = in.number_on_line<std::uint64_t>("the number of arrays");
    in.end_line("the number of arrays");
    in.check_count(begin, arrays, kMaxMeshElements, 8, "arrays");
    for (std::uint64_t i = 0; i < arrays; ++i) {
        if (in.peek_word() == "METADATA") { // of the array before
            static_cast<void>(in.word());
            skip_metadata(in);
        }
        in.skip_space();
        const std::size_t array = in.offset();
        const std::string_view name = in.word_on_line();
        const auto components = in.number_on_line<std::uint64_t>("the number of components");
        const auto rows = in.number_on_line<std::uint64_t>("the number of rows");
        const Scalar scalar = scalar_of(in.word_on_line());
        if (scalar == Scalar::None)
            return false;
        in.end_line("the type of an array");
        read_values(reader, array, name, scalar, components, rows, may_rank);
    }
    return true;
}

/// Scalars have a line more, the name of their colors, which old files may leave out.
bool read_scalars(VtkReader& reader, std::size_t begin, std::uint64_t rows, int may_rank)
{
    MeshScanner& in = reader.in;
    const std::string_view name = in.word_on_line();
    const Scalar scalar = scalar_of(in.word_on_line());
    if (scalar == Scalar::None)
        return false;
    in.skip_blanks();
    const bool has_components = in.left() > 0 && in.file().bytes[in.offset()] != '\n';
    const auto components =
        has_components ? in.number_on_line<std::uint64_t>("the number of components") : std::uint64_t{1};
    in.end_line("the head of the scalars");
    if (in.file().bytes.substr(in.offset()).starts_with("LOOKUP_TABLE"))
        static_cast<void>(in.rest_of_line());
    read_values(reader, begin, name, scalar, components, rows, may_rank);
    return true;
}

/// One attribute of all points or cells; false when it is not known how to step over it.
bool read_attribute(VtkReader& reader, std::string_view keyword, std::size_t begin, std::uint64_t rows,
                    int may_rank)
{
    MeshScanner& in = reader.in;
    if (keyword == "FIELD")
        return read_field(reader, begin, may_rank);
    if (keyword == "SCALARS")
        return read_scalars(reader, begin, rows, may_rank);
    const std::string_view name = in.word_on_line();
    if (keyword == "COLOR_SCALARS" || keyword == "LOOKUP_TABLE") {
        const auto number = in.number_on_line<std::uint64_t>("a number of colors");
        in.end_line("a number of colors");
        const bool is_table = keyword == "LOOKUP_TABLE";
        read_values(reader, begin, name, Scalar::U8, is_table ? 4 : number, is_table ? number : rows, 0);
        return true;
    }
    std::uint64_t components = 1;
    if (keyword == "VECTORS" || keyword == "NORMALS")
        components = 3;
    else if (keyword == "TENSORS")
        components = 9;
    else if (keyword == "TENSORS6")
        components = 6;
    else if (keyword == "TEXTURE_COORDINATES")
        components = in.number_on_line<std::uint64_t>("the number of components");
    else if (keyword != "GLOBAL_IDS" && keyword != "PEDIGREE_IDS")
        return false;
    const Scalar scalar = scalar_of(in.word_on_line());
    if (scalar == Scalar::None)
        return false;
    in.end_line("the type of an attribute");
    read_values(reader, begin, name, scalar, components, rows, 0);
    return true;
}

/// What is given for all points or all cells from here on.
struct Attributes
{
    std::uint64_t rows = 0;
    bool is_known = false;
    int may_rank = 0; ///< 1 for cells, whose values can name groups.
};

Attributes begin_attributes(VtkReader& reader, std::string_view keyword, std::size_t begin)
{
    MeshScanner& in = reader.in;
    const bool is_cells = keyword == "CELL_DATA";
    const auto rows = in.number_on_line<std::uint64_t>("a number of rows");
    in.end_line("a number of rows");
    const std::uint64_t expected = is_cells ? reader.cell_count : reader.mesh.points.size();
    if (rows != expected)
        in.fail(begin, std::string(keyword) + " of " + count_of(rows, "row") + " for " +
                           count_of(expected, is_cells ? "cell" : "point"));
    return {rows, true, is_cells ? 1 : 0};
}

/// One part of the file; false when the rest cannot be read.
bool read_part(VtkReader& reader, std::string_view keyword, std::size_t begin, Attributes& attributes)
{
    MeshScanner& in = reader.in;
    if (keyword == "DATASET") {
        const std::string_view kind = in.word_on_line();
        if (kind != "UNSTRUCTURED_GRID")
            in.fail(begin, "the dataset UNSTRUCTURED_GRID is expected, got " + quoted(kind));
    } else if (keyword == "METADATA") {
        skip_metadata(in);
    } else if (keyword == "POINTS") {
        if (!reader.mesh.points.empty())
            in.fail(begin, "a second list of points");
        read_points(reader, begin);
    } else if (keyword == "CELLS") {
        read_cells(reader, begin);
    } else if (keyword == "CELL_TYPES") {
        read_cell_types(reader, begin);
    } else if (keyword == "CELL_DATA" || keyword == "POINT_DATA") {
        attributes = begin_attributes(reader, keyword, begin);
    } else if (attributes.is_known || keyword == "FIELD") {
        return read_attribute(reader, keyword, begin, attributes.rows, attributes.may_rank);
    } else {
        in.fail(begin, "POINTS, CELLS or CELL_TYPES is expected, got " + quoted(keyword));
    }
    return true;
}

} // namespace

RawMesh read_vtk(const MeshFile& file)
{
    VtkReader reader(file);
    MeshScanner& in = reader.in;
    reader.mesh.point_file = reader.mesh.tet_file = &file;
    reader.mesh.point_noun = "point";
    read_header(reader);
    Attributes attributes;
    for (;;) {
        in.skip_space();
        const std::size_t begin = in.offset();
        const std::string_view keyword = in.word_on_line();
        if (keyword.empty())
            break;
        if (!read_part(reader, keyword, begin, attributes)) {
            if (!attributes.is_known)
                in.fail(begin, quoted(keyword) + " cannot be read");
            reader.mesh.warn(file, begin, "what follows from " + quoted(keyword) + " on is not read");
            break;
        }
    }
    if (reader.mesh.points.empty() || reader.cells.offset.empty() ||
        reader.cells.type.size() != reader.cell_count)
        in.fail_here("the file ends without its points, cells and cell types");
    add_cells(in, reader.cells, reader.mesh);
    if (!reader.is_binary)
        warn_of_open_end(file, reader.mesh);
    return std::move(reader.mesh);
}

} // namespace drape::sim::tissue
