// VTK's XML format for unstructured grids ("VTK file formats", XML formats): numbers as text, as base64 or
// appended, whole or in zlib blocks.
#include "sim/text.h"
#include "sim/tissue/mesh_bytes.h"
#include "sim/tissue/mesh_cells.h"

#include <pugixml.hpp>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace drape::sim::tissue {

namespace {

/// An array's description, and where its data is.
struct Array
{
    std::string_view name;
    Scalar scalar = Scalar::None;
    std::uint64_t components = 1;
    std::size_t offset = 0; ///< Of its element in the file.
    pugi::xml_node node;
};

/// The values of an array, whole numbers or not, and the place of every `stride`-th.
struct Values
{
    std::vector<double> reals;
    std::vector<std::int64_t> integers;
    std::vector<std::size_t> places;
};

class VtuReader
{
public:
    explicit VtuReader(const MeshFile& file)
        : file_(file)
        , in_(file)
    {}
    RawMesh read();

private:
    void parse();
    void read_attributes(const pugi::xml_node& root);
    std::uint64_t read_count(const pugi::xml_node& node, const char* name, std::uint64_t limit) const;
    Array find_array(const pugi::xml_node& parent, std::string_view name) const;
    Array describe(const pugi::xml_node& node) const;
    Values read_array(const Array& array, std::uint64_t count, std::size_t stride) const;
    Values read_text(const Array& array, std::uint64_t count, std::size_t stride) const;
    ByteSource source_of(const Array& array) const;
    std::string read_bytes(const Array& array, std::uint64_t size) const;
    std::string inflate_blocks(ByteSource& source, const Array& array, std::uint64_t size) const;
    std::uint64_t header_word(ByteSource& source) const;
    void read_points(const pugi::xml_node& piece, RawMesh& mesh) const;
    CellList read_cells(const pugi::xml_node& piece) const;
    void read_groups(const pugi::xml_node& piece, std::uint64_t count, CellList& cells) const;

    const MeshFile& file_;
    MeshScanner in_;  // for faults; told by line
    std::string xml_; // which the document points into
    pugi::xml_document document_;
    std::size_t appended_begin_ = 0, appended_end_ = 0;
    bool appended_is_base64_ = false;
    bool is_swapped_ = false, is_compressed_ = false, has_wide_header_ = false;
};

/// Where an element starts. pugixml points behind the "<".
std::size_t offset_of(const pugi::xml_node& node)
{
    const std::ptrdiff_t offset = node.offset_debug();
    return offset < 0 ? 0 : static_cast<std::size_t>(offset);
}

void VtuReader::parse()
{
    // Appended raw data is no XML, so the parser sees the file without it.
    const std::string_view bytes = file_.bytes;
    constexpr std::string_view kTag = "<AppendedData";
    xml_ = bytes;
    const std::size_t tag = bytes.find(kTag);
    if (tag != std::string_view::npos) {
        const std::size_t tag_end = bytes.find('>', tag);
        const std::size_t closing = bytes.rfind("</AppendedData");
        const std::size_t mark = tag_end == std::string_view::npos ? tag_end : bytes.find('_', tag_end);
        if (mark == std::string_view::npos || closing == std::string_view::npos || closing < mark)
            in_.fail(tag, "\"_\", the data and \"</AppendedData>\" are expected, but the file ends");
        appended_begin_ = mark + 1;
        appended_end_ = closing;
        xml_ = std::string(bytes.substr(0, tag_end + 1)) + std::string(bytes.substr(closing));
    }
    const pugi::xml_parse_result result =
        document_.load_buffer_inplace(xml_.data(), xml_.size(), pugi::parse_minimal, pugi::encoding_utf8);
    if (!result)
        in_.fail(static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0)),
                 "XML is expected, but it cannot be read on from here");
    const pugi::xml_node root = document_.child("VTKFile");
    if (!root)
        in_.fail(0, "the element <VTKFile> is expected, got " + quoted(document_.first_child().name()));
    read_attributes(root);
}

void VtuReader::read_attributes(const pugi::xml_node& root)
{
    const auto choose = [&](const char* name, std::string_view otherwise, std::string_view a,
                            std::string_view b) {
        const std::string_view value = root.attribute(name).as_string(otherwise.data());
        if (value != a && value != b)
            in_.fail(offset_of(root), std::string(name) + "=" + quoted(a) +
                                          (a == b ? "" : " or " + quoted(b)) + " is expected, got " +
                                          quoted(value));
        return value == b;
    };
    choose("type", "", "UnstructuredGrid", "UnstructuredGrid");
    const bool is_big = choose("byte_order", "LittleEndian", "LittleEndian", "BigEndian");
    is_swapped_ = is_big != (std::endian::native == std::endian::big);
    has_wide_header_ = choose("header_type", "UInt32", "UInt32", "UInt64");
    is_compressed_ = choose("compressor", "", "", "vtkZLibDataCompressor");
    if (const pugi::xml_node appended = root.child("AppendedData")) {
        const std::string_view encoding = appended.attribute("encoding").as_string("raw");
        if (encoding != "raw" && encoding != "base64")
            in_.fail(offset_of(appended),
                     "the encoding \"raw\" or \"base64\" is expected, got " + quoted(encoding));
        appended_is_base64_ = encoding == "base64";
    }
}

std::uint64_t VtuReader::read_count(const pugi::xml_node& node, const char* name, std::uint64_t limit) const
{
    const std::string_view text = node.attribute(name).as_string();
    std::uint64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || end != text.data() + text.size())
        in_.fail(offset_of(node), std::string(name) + " must be a whole number, got " + quoted(text));
    if (count > limit)
        in_.fail(offset_of(node), std::string(name) + " is " + std::to_string(count) + "; at most " +
                                      std::to_string(limit) + " are read");
    return count;
}

Array VtuReader::describe(const pugi::xml_node& node) const
{
    Array array;
    array.node = node;
    array.offset = offset_of(node);
    array.name = node.attribute("Name").as_string();
    array.scalar = scalar_of(node.attribute("type").as_string());
    if (node.attribute("NumberOfComponents"))
        array.components = read_count(node, "NumberOfComponents", 1024);
    return array;
}

Array VtuReader::find_array(const pugi::xml_node& parent, std::string_view name) const
{
    for (const pugi::xml_node& node : parent.children("DataArray")) {
        const Array array = describe(node);
        if (!name.empty() && array.name != name)
            continue;
        const bool is_good = name.empty() ? array.scalar != Scalar::None : is_whole(array.scalar);
        if (!is_good)
            in_.fail(array.offset, std::string("a type of ") + (name.empty() ? "" : "whole ") +
                                       "numbers is expected, got " +
                                       quoted(node.attribute("type").as_string()));
        return array;
    }
    in_.fail(offset_of(parent), "a <DataArray> " + quoted(name) + " is expected here");
}

Values VtuReader::read_text(const Array& array, std::uint64_t count, std::size_t stride) const
{
    const pugi::xml_node text = array.node.first_child();
    const std::size_t begin = text.type() == pugi::node_pcdata ? offset_of(text) : array.offset;
    const std::size_t length = text.type() == pugi::node_pcdata ? std::string_view(text.value()).size() : 0;
    if (begin > file_.bytes.size() || length > file_.bytes.size() - begin)
        in_.fail(array.offset, "the array " + quoted(array.name) + " cannot be read");
    MeshScanner in(file_, begin, begin + length);
    in.check_count(array.offset, count, std::numeric_limits<std::uint64_t>::max(), 2, "numbers");
    Values values;
    if (is_whole(array.scalar))
        values.integers = read_integers(in, count, "a whole number", &values.places, stride);
    else
        values.reals = read_reals(in, count, "a number", &values.places, stride);
    if (const std::string_view more = in.peek_word(); !more.empty())
        in.fail_here("the array " + quoted(array.name) + " should end after " + count_of(count, "number") +
                     ", but " + quoted(more) + " follows");
    return values;
}

ByteSource VtuReader::source_of(const Array& array) const
{
    const std::string_view format = array.node.attribute("format").as_string();
    if (format == "binary") {
        const pugi::xml_node text = array.node.first_child();
        if (text.type() != pugi::node_pcdata)
            in_.fail(array.offset, "base64 data is expected in the array " + quoted(array.name));
        const std::size_t begin = std::min(offset_of(text), file_.bytes.size());
        const std::size_t length = std::string_view(text.value()).size();
        return {MeshScanner(file_, begin, begin + std::min(length, file_.bytes.size() - begin)), true};
    }
    const std::uint64_t offset =
        read_count(array.node, "offset", std::numeric_limits<std::uint64_t>::max());
    if (offset > appended_end_ - appended_begin_)
        in_.fail(array.offset, "the array " + quoted(array.name) + " starts at byte " +
                                   std::to_string(offset) + " of the " +
                                   std::to_string(appended_end_ - appended_begin_) + " appended");
    MeshScanner in(file_, appended_begin_ + offset, appended_end_);
    in.tell_bytes();
    return {in, appended_is_base64_};
}

std::uint64_t VtuReader::header_word(ByteSource& source) const
{
    std::string bytes;
    source.read(has_wide_header_ ? 8 : 4, bytes);
    const auto word = decode_integers(bytes, has_wide_header_ ? Scalar::U64 : Scalar::U32, is_swapped_);
    return static_cast<std::uint64_t>(word.front());
}

std::string VtuReader::inflate_blocks(ByteSource& source, const Array& array, std::uint64_t size) const
{
    const MeshScanner& in = source.scanner();
    const std::uint64_t blocks = header_word(source);
    const std::uint64_t block_size = header_word(source);
    const std::uint64_t last_size = header_word(source);
    if (blocks > source.most_left() / (has_wide_header_ ? 8 : 4))
        in.fail_here("the array " + quoted(array.name) + " has " + std::to_string(blocks) +
                     " blocks, more than the bytes that are left can hold");
    std::vector<std::uint64_t> packed(blocks);
    for (std::uint64_t& bytes : packed)
        bytes = header_word(source);
    std::string out;
    for (std::uint64_t i = 0; i < blocks; ++i) {
        const std::uint64_t whole = i + 1 == blocks && last_size != 0 ? last_size : block_size;
        if (whole > size - out.size())
            in.fail_here("the array " + quoted(array.name) + " should have " + count_of(size, "byte") +
                         ", its blocks have more");
        std::string block;
        source.read(packed[i], block);
        // No deflate stream grows by more than 1032 times, so a short one cannot ask for much memory.
        if (whole > 1040 * block.size())
            in.fail_here("a block of " + count_of(packed[i], "byte") + " cannot hold " +
                         std::to_string(whole));
        const std::size_t at = out.size();
        out.resize(at + whole);
        uLongf written = whole;
        const int status = uncompress(reinterpret_cast<Bytef*>(out.data() + at), &written,
                                      reinterpret_cast<const Bytef*>(block.data()), block.size());
        if (status != Z_OK || written != whole)
            in.fail_here("block " + std::to_string(i) + " of the array " + quoted(array.name) +
                         " is no zlib data of " + count_of(whole, "byte"));
    }
    return out;
}

std::string VtuReader::read_bytes(const Array& array, std::uint64_t size) const
{
    ByteSource source = source_of(array);
    std::string bytes;
    std::uint64_t given = 0;
    if (is_compressed_) {
        bytes = inflate_blocks(source, array, size);
        given = bytes.size();
    } else {
        given = header_word(source);
        if (given == size)
            source.read(size, bytes);
    }
    if (given != size)
        source.scanner().fail_here("the array " + quoted(array.name) + " should have " +
                                   count_of(size, "byte") + ", got " + std::to_string(given));
    return bytes;
}

Values VtuReader::read_array(const Array& array, std::uint64_t count, std::size_t stride) const
{
    const std::string_view format = array.node.attribute("format").as_string("ascii");
    if (format == "ascii")
        return read_text(array, count, stride);
    if (format != "binary" && format != "appended")
        in_.fail(array.offset,
                 "the format \"ascii\", \"binary\" or \"appended\" is expected, got " + quoted(format));
    const std::string bytes = read_bytes(array, count * size_of(array.scalar));
    Values values;
    if (is_whole(array.scalar))
        values.integers = decode_integers(bytes, array.scalar, is_swapped_);
    else
        values.reals = decode_reals(bytes, array.scalar, is_swapped_);
    // What stands behind base64 or compression has no place of its own in the file.
    values.places.assign((count + stride - 1) / stride, array.offset);
    return values;
}

void VtuReader::read_groups(const pugi::xml_node& piece, std::uint64_t count, CellList& cells) const
{
    int best_rank = 0;
    std::optional<Array> best;
    for (const pugi::xml_node& node : piece.child("CellData").children("DataArray")) {
        const Array array = describe(node);
        const int rank = group_rank(array.name, array.scalar, array.components);
        if (rank > best_rank) {
            best_rank = rank;
            best = array;
        }
    }
    if (best)
        cells.group = read_array(*best, count, 1).integers;
}

void VtuReader::read_points(const pugi::xml_node& piece, RawMesh& mesh) const
{
    const std::uint64_t count = read_count(piece, "NumberOfPoints", kMaxMeshPoints);
    const Array array = find_array(piece.child("Points"), "");
    if (array.components != 3)
        in_.fail(array.offset,
                 "points with 3 coordinates are expected, got " + std::to_string(array.components));
    Values values = read_array(array, 3 * count, 3);
    if (is_whole(array.scalar))
        values.reals.assign(values.integers.begin(), values.integers.end());
    add_points(in_, values.reals, values.places, mesh);
}

CellList VtuReader::read_cells(const pugi::xml_node& piece) const
{
    constexpr std::int64_t kMaxCorners = 16LL * kMaxMeshElements;
    const std::uint64_t count = read_count(piece, "NumberOfCells", kMaxMeshElements);
    const pugi::xml_node node = piece.child("Cells");
    CellList cells;
    Values ends = read_array(find_array(node, "offsets"), count, 1);
    cells.offset.push_back(0);
    cells.offset.insert(cells.offset.end(), ends.integers.begin(), ends.integers.end());
    cells.end_place = std::move(ends.places);
    const std::int64_t corners = cells.offset.back();
    if (corners < 0 || corners > kMaxCorners)
        in_.fail(offset_of(node), "the cells have " + std::to_string(corners) + " points; 0 to " +
                                      std::to_string(kMaxCorners) + " are read");
    Values points = read_array(find_array(node, "connectivity"), static_cast<std::uint64_t>(corners), 1);
    cells.connectivity = std::move(points.integers);
    cells.point_place = std::move(points.places);
    cells.type = read_array(find_array(node, "types"), count, 1).integers;
    read_groups(piece, count, cells);
    return cells;
}

RawMesh VtuReader::read()
{
    parse();
    const pugi::xml_node root = document_.child("VTKFile");
    const pugi::xml_node piece = root.child("UnstructuredGrid").child("Piece");
    if (!piece)
        in_.fail(offset_of(root), "a <Piece> in <UnstructuredGrid> is expected");
    if (const pugi::xml_node second = piece.next_sibling("Piece"))
        in_.fail(offset_of(second), "a mesh of one <Piece> is expected, got a second one");
    RawMesh mesh;
    mesh.format = "VTK XML";
    mesh.point_noun = "point";
    mesh.point_file = mesh.tet_file = &file_;
    read_points(piece, mesh);
    add_cells(in_, read_cells(piece), mesh);
    return mesh;
}

} // namespace

RawMesh read_vtu(const MeshFile& file)
{
    return VtuReader(file).read();
}

} // namespace drape::sim::tissue
