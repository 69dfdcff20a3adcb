#include "sim/tissue/mesh_gmsh.h"

#include "sim/text.h"

#include <algorithm>
#include <limits>

namespace drape::sim::tissue {

namespace {

// Gmsh's numbers (GmshDefines.h). Those that are not here have no place in meshes of volumes.
constexpr ElementKind kKinds[] = {
    {1, "line", 2, 1},
    {2, "triangle", 3, 2},
    {3, "quadrangle", 4, 2},
    {4, "tetrahedron", 4, 3},
    {5, "hexahedron", 8, 3},
    {6, "prism", 6, 3},
    {7, "pyramid", 5, 3},
    {8, "line3 (second order)", 3, 1},
    {9, "triangle6 (second order)", 6, 2},
    {10, "quadrangle9 (second order)", 9, 2},
    {11, "tetra10 (second order)", 10, 3},
    {12, "hexahedron27 (second order)", 27, 3},
    {13, "prism18 (second order)", 18, 3},
    {14, "pyramid14 (second order)", 14, 3},
    {15, "point", 1, 0},
    {16, "quadrangle8 (second order)", 8, 2},
    {17, "hexahedron20 (second order)", 20, 3},
    {18, "prism15 (second order)", 15, 3},
    {19, "pyramid13 (second order)", 13, 3},
    {20, "triangle9 (third order)", 9, 2},
    {21, "triangle10 (third order)", 10, 2},
    {22, "triangle12 (fourth order)", 12, 2},
    {23, "triangle15 (fourth order)", 15, 2},
    {26, "line4 (third order)", 4, 1},
    {27, "line5 (fourth order)", 5, 1},
    {28, "line6 (fifth order)", 6, 1},
    {29, "tetra20 (third order)", 20, 3},
    {30, "tetra35 (fourth order)", 35, 3},
    {31, "tetra56 (fifth order)", 56, 3},
    {92, "hexahedron64 (third order)", 64, 3},
    {93, "hexahedron125 (fourth order)", 125, 3},
};

void read_format(GmshReader& reader)
{
    MeshScanner& in = reader.in;
    in.skip_space();
    const std::size_t begin = in.offset();
    const std::string_view version = in.word_on_line();
    if (version == "2" || version == "2.0" || version == "2.1" || version == "2.2")
        reader.version = GmshVersion::V2;
    else if (version == "4" || version == "4.0")
        reader.version = GmshVersion::V40;
    else if (version == "4.1")
        reader.version = GmshVersion::V41;
    else
        in.fail(begin, "the format version 1, 2.2, 4.0 or 4.1 of Gmsh is expected, got " + quoted(version));
    const auto encoding = in.number_on_line<int>("0 for text or 1 for binary");
    if (encoding != 0 && encoding != 1)
        in.fail(begin, "0 for text or 1 for binary is expected, got " + std::to_string(encoding));
    const auto size = in.number_on_line<int>("the size of a number");
    if (size != 8 && (size != 4 || reader.version != GmshVersion::V41))
        in.fail(begin, "numbers of 8 bytes are expected, got " + std::to_string(size));
    in.end_line("the size of a number");
    reader.size_bytes = static_cast<std::size_t>(size);
    reader.is_binary = encoding == 1;
    reader.mesh.format = "Gmsh " + std::string(version) + (reader.is_binary ? " binary" : "");
    if (!reader.is_binary)
        return;
    in.tell_bytes();
    reader.mesh.style = PlaceStyle::Byte;
    const std::size_t mark_offset = in.offset();
    const auto mark = in.binary<std::int32_t>("the number 1 that tells the byte order");
    if (mark == swapped(std::int32_t{1}))
        in.swap_bytes();
    else if (mark != 1)
        in.fail(mark_offset,
                "the number 1 that tells the byte order is expected, got " + std::to_string(mark));
}

void read_names(GmshReader& reader)
{
    MeshScanner& in = reader.in;
    in.skip_space();
    const std::size_t begin = in.offset();
    const auto count = in.number_on_line<std::uint64_t>("the number of names");
    in.check_count(begin, count, kMaxMeshElements, 6, "names");
    for (std::uint64_t i = 0; i < count; ++i) {
        in.skip_space();
        const std::size_t line = in.offset();
        const auto dimension = in.number_on_line<int>("the dimension of a named group");
        const auto tag = in.number_on_line<int>("the number of a named group");
        in.skip_blanks();
        const std::string_view name = in.rest_of_line();
        if (name.size() < 2 || name.front() != '"' || name.back() != '"')
            in.fail(line, "a name in quotes is expected, got " + quoted(name));
        std::string clean(name.substr(1, name.size() - 2));
        std::size_t bad_offset = 0;
        while (!is_utf8(clean, bad_offset))
            clean[bad_offset] = '?';
        std::replace_if(
            clean.begin(), clean.end(), [](char c) { return c >= 0 && c < ' '; }, '?');
        if (!reader.names.emplace(std::pair(dimension, tag), clean).second)
            in.fail(line, "the group " + std::to_string(tag) + " of dimension " +
                              std::to_string(dimension) + " is named twice");
    }
}

/// The count at the head of a section of versions 1 and 2, which is text in both encodings.
std::uint64_t read_count(GmshReader& reader, std::uint64_t limit, std::size_t least_bytes,
                         std::string_view nouns)
{
    MeshScanner& in = reader.in;
    in.skip_space();
    const std::size_t begin = in.offset();
    const auto count = in.number_on_line<std::uint64_t>("the number of " + std::string(nouns));
    in.end_line("the number of " + std::string(nouns));
    in.check_count(begin, count, limit, least_bytes, nouns);
    return count;
}

void read_nodes(GmshReader& reader)
{
    const std::uint64_t count = read_count(reader, kMaxMeshPoints, reader.is_binary ? 28 : 8, "nodes");
    reader.mesh.points.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        reader.begin_record();
        const std::size_t begin = reader.in.offset();
        const std::uint64_t number = reader.number_field("the number of a node");
        const glm::dvec3 position = reader.read_position(number);
        reader.end_record("the position of a node");
        reader.mesh.add_point(position, number, begin);
    }
    reader.finish_nodes();
}

/// One element of version 1 or of a version 2 text.
void read_tagged_element(GmshReader& reader)
{
    reader.begin_record();
    MeshScanner& in = reader.in;
    const std::size_t begin = in.offset();
    const std::uint64_t number = reader.number_field("the number of an element");
    const ElementKind& kind = reader.read_kind();
    int group = 0;
    if (reader.version == GmshVersion::V1) {
        group = reader.int_field("the physical group of an element");
        static_cast<void>(reader.int_field("the part of an element"));
        const int nodes = reader.int_field("the number of nodes of an element");
        if (nodes != kind.nodes)
            in.fail(begin, "a " + std::string(kind.name) + " has " + std::to_string(kind.nodes) +
                               " nodes, got " + std::to_string(nodes));
    } else {
        const int tags = reader.int_field("the number of tags of an element");
        if (tags < 0)
            in.fail(begin, "the number of tags of an element must be >= 0, got " + std::to_string(tags));
        for (int i = 0; i < tags; ++i) {
            const int tag = reader.int_field("a tag of an element");
            group = i == 0 ? tag : group;
        }
    }
    reader.read_element(kind, reader.group_of(kind.dimension, group), number, begin);
    reader.end_record("the nodes of an element");
}

/// Elements of one kind in a version 2 binary; returns how many.
std::uint64_t read_binary_block(GmshReader& reader, std::uint64_t most)
{
    MeshScanner& in = reader.in;
    const std::size_t begin = in.offset();
    const ElementKind& kind = reader.read_kind();
    const int count = reader.int_field("the number of elements of a block");
    const int tags = reader.int_field("the number of tags of an element");
    if (count < 1 || static_cast<std::uint64_t>(count) > most)
        in.fail(begin, "a block of 1 to " + std::to_string(most) + " elements is expected, got " +
                           std::to_string(count));
    if (tags < 0)
        in.fail(begin, "the number of tags of an element must be >= 0, got " + std::to_string(tags));
    for (int i = 0; i < count; ++i) {
        const std::size_t element = in.offset();
        const std::uint64_t number = reader.number_field("the number of an element");
        int group = 0;
        for (int k = 0; k < tags; ++k) {
            const int tag = reader.int_field("a tag of an element");
            group = k == 0 ? tag : group;
        }
        reader.read_element(kind, reader.group_of(kind.dimension, group), number, element);
    }
    return static_cast<std::uint64_t>(count);
}

void read_elements(GmshReader& reader)
{
    const std::uint64_t count = read_count(reader, kMaxMeshElements, 8, "elements");
    reader.mesh.tets.reserve(count);
    for (std::uint64_t i = 0; i < count;) {
        if (reader.is_binary) {
            i += read_binary_block(reader, count - i);
        } else {
            read_tagged_element(reader);
            ++i;
        }
    }
}

void begin_section(GmshReader& reader, bool& has_it, std::size_t begin, std::string_view name)
{
    if (has_it)
        reader.in.fail(begin, "a second section $" + std::string(name));
    has_it = true;
    if ((name == "Elements" || name == "ELM") && !reader.has_nodes)
        reader.in.fail(begin, "the nodes are expected before the elements");
    if (name == "Entities" && (reader.has_elements || reader.version < GmshVersion::V40))
        reader.in.fail(begin, "a section $Entities is expected before the elements and in version 4 only");
}

/// Reads one section up to the word that ends it, or steps over one that says nothing of the mesh.
void read_section(GmshReader& reader, std::string_view name, std::size_t begin)
{
    MeshScanner& in = reader.in;
    const bool is_v4 = reader.version >= GmshVersion::V40;
    // Binary data starts right behind the line.
    in.end_line("the name of a section");
    if (name == "PhysicalNames") {
        read_names(reader);
    } else if (name == "Entities") {
        begin_section(reader, reader.has_entities, begin, name);
        read_gmsh4_entities(reader);
    } else if (name == "Nodes" || name == "NOD") {
        begin_section(reader, reader.has_nodes, begin, name);
        is_v4 ? read_gmsh4_nodes(reader) : read_nodes(reader);
    } else if (name == "Elements" || name == "ELM") {
        begin_section(reader, reader.has_elements, begin, name);
        is_v4 ? read_gmsh4_elements(reader) : read_elements(reader);
    } else if (name == "PartitionedEntities") {
        in.fail(begin, "a mesh cut into partitions is not read; save it as a whole");
    } else if (name == "MeshFormat") {
        in.fail(begin, "a second section $MeshFormat");
    } else {
        const std::string end = "$End" + std::string(name);
        const std::size_t at = in.file().bytes.find(end, in.offset());
        if (at == std::string_view::npos)
            in.fail(begin, "the section " + quoted(name) + " has no end");
        in.seek(at);
    }
}

} // namespace

std::uint64_t GmshReader::number_field(std::string_view what)
{
    if (!is_binary)
        return in.number_on_line<std::uint64_t>(what);
    if (version == GmshVersion::V41)
        return size_field(what);
    const std::size_t begin = in.offset();
    const auto number = in.binary<std::int32_t>(what);
    if (number < 0)
        in.fail(begin, std::string(what) + " must be >= 0, got " + std::to_string(number));
    return static_cast<std::uint64_t>(number);
}

const ElementKind& GmshReader::read_kind()
{
    const std::size_t begin = in.offset();
    const int type = int_field("the type of an element");
    const auto* kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                    [&](const ElementKind& k) { return k.type == type; });
    if (kind == std::end(kKinds))
        in.fail(begin, "elements of type " + std::to_string(type) +
                           " are not known; only linear tetrahedra (type 4) are read");
    return *kind;
}

glm::dvec3 GmshReader::read_position(std::uint64_t number)
{
    const std::size_t begin = in.offset();
    glm::dvec3 p;
    p.x = real_field("x of a node");
    p.y = real_field("y of a node");
    p.z = real_field("z of a node");
    if (!is_finite(p))
        in.fail(begin, not_finite(mesh.point_noun, number, p));
    return p;
}

void GmshReader::finish_nodes()
{
    mesh.sort_points();
    if (const auto twin = numbers.build(mesh.point_number))
        in.fail(mesh.point_offset[*twin],
                "the number " + std::to_string(mesh.point_number[*twin]) + " is given to two nodes");
}

void GmshReader::read_element(const ElementKind& kind, std::uint32_t group, std::uint64_t number,
                              std::size_t begin)
{
    const auto read_corner = [&] {
        const std::uint64_t node = number_field("a node of an element");
        const std::uint32_t index = numbers.find(node);
        if (index == PointNumbers::kNone)
            in.fail(begin, "element " + std::to_string(number) + " has the node " + std::to_string(node) +
                               ", which the file does not give");
        return index;
    };
    if (kind.is_tetrahedron()) {
        std::array<std::uint32_t, 4> corners;
        for (std::uint32_t& corner : corners)
            corner = read_corner();
        mesh.add_tet(corners, group, number, begin);
    } else if (kind.is_triangle()) {
        std::array<std::uint32_t, 3> corners;
        for (std::uint32_t& corner : corners)
            corner = read_corner();
        mesh.triangles.push_back(corners);
        mesh.triangle_group.push_back(group);
    } else {
        for (int i = 0; i < kind.nodes; ++i)
            static_cast<void>(number_field("a node of an element"));
        if (kind.is_refused())
            refused.add(kind, begin);
    }
}

std::uint32_t GmshReader::group_of(int dimension, int tag)
{
    // A negative tag tells the side to which a surface is oriented.
    if (tag == 0 || tag == std::numeric_limits<int>::min() || dimension < 2)
        return TetMesh::kNoGroup;
    return mesh.groups.index_of(dimension, std::abs(tag));
}

RawMesh read_gmsh(const MeshFile& file)
{
    GmshReader reader(file);
    MeshScanner& in = reader.in;
    reader.mesh.point_file = reader.mesh.tet_file = &file;
    reader.mesh.format = "Gmsh 1";
    bool has_format = false;
    for (;;) {
        in.skip_space();
        const std::size_t begin = in.offset();
        const std::string_view word = in.word_on_line();
        if (word.empty())
            break;
        if (word.size() < 2 || word.front() != '$')
            in.fail(begin, "a section such as \"$Nodes\" is expected, got " + quoted(word));
        const std::string_view name = word.substr(1);
        const bool is_v1 = name == "NOD" || name == "ELM";
        if (name == "MeshFormat" && !has_format && !reader.has_nodes) {
            has_format = true;
            in.end_line("the name of a section");
            read_format(reader);
        } else if (is_v1 ? has_format : !has_format && (name == "Nodes" || name == "Elements")) {
            in.fail(begin, "the section " + quoted(word) + " has no place in " + reader.mesh.format);
        } else {
            read_section(reader, name, begin);
        }
        in.expect_word((is_v1 ? "$END" : "$End") + std::string(name),
                       "the data of the section " + quoted(word));
    }
    if (!reader.has_nodes || !reader.has_elements)
        in.fail_here("the file ends without its " + std::string(reader.has_nodes ? "elements" : "nodes"));
    reader.refused.refuse_any(in);
    for (MeshGroup& group : reader.mesh.groups.groups) {
        const auto name = reader.names.find({group.dimension, group.tag});
        if (name != reader.names.end())
            group.name = name->second;
    }
    return std::move(reader.mesh);
}

} // namespace drape::sim::tissue
