// What the sections of a Gmsh file share; mesh_gmsh.cpp and mesh_gmsh4.cpp only.
#pragma once

#include "sim/tissue/mesh_raw.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace drape::sim::tissue {

enum class GmshVersion
{
    V1,  ///< $NOD and $ELM.
    V2,  ///< 2.0 to 2.2: every element has its own tags.
    V40, ///< Blocks of elements by geometric entity; a node's number stands beside its position.
    V41, ///< The same, the numbers of a block of nodes before their positions.
};

/// A file while it is read. A field is a word of the current line or so many bytes, as the file has it.
struct GmshReader
{
    explicit GmshReader(const MeshFile& file)
        : in(file)
    {}

    std::int32_t int_field(std::string_view what)
    {
        return is_binary ? in.binary<std::int32_t>(what) : in.number_on_line<std::int32_t>(what);
    }
    /// A count or a number that 4.1 writes as size_t and 4.0 as unsigned long.
    std::uint64_t size_field(std::string_view what)
    {
        if (!is_binary)
            return in.number_on_line<std::uint64_t>(what);
        return size_bytes == 8 ? in.binary<std::uint64_t>(what) : in.binary<std::uint32_t>(what);
    }
    double real_field(std::string_view what)
    {
        return is_binary ? in.binary<double>(what) : in.number_on_line<double>(what);
    }
    /// The number of a node or an element.
    std::uint64_t number_field(std::string_view what);
    /// A record of a text starts on the next line that is not empty.
    void begin_record()
    {
        if (!is_binary)
            in.skip_space();
    }
    void end_record(std::string_view what)
    {
        if (!is_binary)
            in.end_line(what);
    }

    /// A kind of element, or a fault at the place before its number.
    const ElementKind& read_kind();
    glm::dvec3 read_position(std::uint64_t number);
    /// Brings the nodes in the order of their numbers, so that every version gives the same mesh.
    void finish_nodes();
    /// Reads the nodes of one element and keeps it if its kind is read.
    void read_element(const ElementKind& kind, std::uint32_t group, std::uint64_t number,
                      std::size_t begin);
    /// kNoGroup for tag 0.
    std::uint32_t group_of(int dimension, int tag);

    MeshScanner in;
    GmshVersion version = GmshVersion::V1;
    bool is_binary = false;
    std::size_t size_bytes = 8;
    RawMesh mesh;
    PointNumbers numbers;
    std::vector<std::uint64_t> element_nodes; // scratch
    RefusedKinds refused;
    std::map<std::pair<int, int>, std::string> names; ///< By dimension and physical tag.
    std::map<std::pair<int, int>, int> physical_tag;  ///< By dimension and entity; 0: none.
    bool has_entities = false, has_nodes = false, has_elements = false;
};

// Sections of version 4, from behind their first line to before the last.
void read_gmsh4_entities(GmshReader& reader);
void read_gmsh4_nodes(GmshReader& reader);
void read_gmsh4_elements(GmshReader& reader);

} // namespace drape::sim::tissue
