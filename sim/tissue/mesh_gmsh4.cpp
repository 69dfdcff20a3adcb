// Sections of Gmsh 4: nodes and elements in blocks by geometric entity, which knows its physical groups.
#include "sim/tissue/mesh_gmsh.h"

#include "sim/text.h"

#include <array>
#include <string>

namespace drape::sim::tissue {

namespace {

std::string entity_name(int dimension, int tag)
{
    return "entity " + std::to_string(tag) + " of dimension " + std::to_string(dimension);
}

/// A count of this section, with what a record takes at least in a text and in binary.
std::uint64_t read_count(GmshReader& reader, std::uint64_t limit, std::size_t text_bytes,
                         std::size_t binary_bytes, std::string_view nouns)
{
    const std::size_t begin = reader.in.offset();
    const std::uint64_t count = reader.size_field("the number of " + std::string(nouns));
    reader.in.check_count(begin, count, limit, reader.is_binary ? binary_bytes : text_bytes, nouns);
    return count;
}

/// The physical tag of an entity, 0 if it has none.
int read_physical_tags(GmshReader& reader, int dimension, int tag, std::size_t begin)
{
    const std::uint64_t count = read_count(reader, kMaxMeshElements, 2, 4, "physical groups");
    int first = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const int physical = reader.int_field("the number of a physical group");
        first = i == 0 ? physical : first;
    }
    if (count > 1 && dimension >= 2)
        reader.mesh.warn(reader.in.file(), begin,
                         entity_name(dimension, tag) + " is in " + count_of(count, "physical group") +
                             "; only the first, " + std::to_string(first) + ", is kept");
    return first;
}

void read_entity(GmshReader& reader, int dimension)
{
    reader.begin_record();
    const std::size_t begin = reader.in.offset();
    const int tag = reader.int_field("the number of an entity");
    // A point has no box in 4.1.
    const int numbers = dimension == 0 && reader.version == GmshVersion::V41 ? 3 : 6;
    for (int i = 0; i < numbers; ++i)
        static_cast<void>(reader.real_field("the box of an entity"));
    const int physical = read_physical_tags(reader, dimension, tag, begin);
    if (dimension > 0) {
        const std::uint64_t bounding = read_count(reader, kMaxMeshElements, 2, 4, "bounding entities");
        for (std::uint64_t i = 0; i < bounding; ++i)
            static_cast<void>(reader.int_field("the number of a bounding entity"));
    }
    reader.end_record("an entity");
    if (!reader.physical_tag.emplace(std::pair(dimension, tag), physical).second)
        reader.in.fail(begin, entity_name(dimension, tag) + " is listed twice");
}

/// A parametric node has one more number for each dimension of its entity.
void skip_parameters(GmshReader& reader, int dimension, int is_parametric)
{
    for (int i = 0; is_parametric == 1 && i < dimension; ++i)
        static_cast<void>(reader.real_field("a parameter of a node"));
}

struct NodeBlock
{
    int dimension = 0;
    int is_parametric = 0;
    std::uint64_t count = 0;
};

NodeBlock read_node_block(GmshReader& reader, std::uint64_t left)
{
    reader.begin_record();
    MeshScanner& in = reader.in;
    const std::size_t begin = in.offset();
    NodeBlock block;
    const int first = reader.int_field("the entity of a block of nodes");
    const int second = reader.int_field("the entity of a block of nodes");
    block.dimension = reader.version == GmshVersion::V41 ? first : second;
    block.is_parametric = reader.int_field("0 or 1 for parametric nodes");
    block.count = reader.size_field("the number of nodes of a block");
    reader.end_record("the number of nodes of a block");
    if (block.dimension < 0 || block.dimension > 3)
        in.fail(begin, "an entity of dimension 0 to 3 is expected, got " + std::to_string(block.dimension));
    if (block.is_parametric != 0 && block.is_parametric != 1)
        in.fail(begin,
                "0 or 1 for parametric nodes is expected, got " + std::to_string(block.is_parametric));
    if (block.count > left)
        in.fail(begin, "a block of " + count_of(block.count, "node") + ", where only " +
                           std::to_string(left) + " are left of those announced");
    return block;
}

void read_nodes_40(GmshReader& reader, const NodeBlock& block)
{
    for (std::uint64_t i = 0; i < block.count; ++i) {
        reader.begin_record();
        const std::size_t begin = reader.in.offset();
        const std::uint64_t number = reader.number_field("the number of a node");
        const glm::dvec3 position = reader.read_position(number);
        skip_parameters(reader, block.dimension, block.is_parametric);
        reader.end_record("the position of a node");
        reader.mesh.add_point(position, number, begin);
    }
}

void read_nodes_41(GmshReader& reader, const NodeBlock& block, std::vector<std::uint64_t>& numbers)
{
    numbers.clear();
    for (std::uint64_t i = 0; i < block.count; ++i) {
        reader.begin_record();
        numbers.push_back(reader.size_field("the number of a node"));
    }
    for (const std::uint64_t number : numbers) {
        reader.begin_record();
        const std::size_t begin = reader.in.offset();
        const glm::dvec3 position = reader.read_position(number);
        skip_parameters(reader, block.dimension, block.is_parametric);
        reader.end_record("the position of a node");
        reader.mesh.add_point(position, number, begin);
    }
}

/// The lowest and the highest number, which nothing depends on.
void skip_range(GmshReader& reader)
{
    if (reader.version == GmshVersion::V41) {
        static_cast<void>(reader.size_field("the lowest number"));
        static_cast<void>(reader.size_field("the highest number"));
    }
}

/// Elements of one kind on one entity; returns how many.
std::uint64_t read_element_block(GmshReader& reader, std::uint64_t left)
{
    reader.begin_record();
    MeshScanner& in = reader.in;
    const std::size_t begin = in.offset();
    int dimension = reader.int_field("the entity of a block of elements");
    int tag = reader.int_field("the entity of a block of elements");
    if (reader.version == GmshVersion::V40)
        std::swap(dimension, tag);
    const ElementKind& kind = reader.read_kind();
    const std::uint64_t count = reader.size_field("the number of elements of a block");
    reader.end_record("the number of elements of a block");
    if (count > left)
        in.fail(begin, "a block of " + count_of(count, "element") + ", where only " + std::to_string(left) +
                           " are left of those announced");
    const auto entity = reader.physical_tag.find({dimension, tag});
    std::uint32_t group = TetMesh::kNoGroup;
    if (entity != reader.physical_tag.end() && dimension == kind.dimension)
        group = reader.group_of(dimension, entity->second);
    else if (reader.has_entities)
        reader.mesh.warn(in.file(), begin,
                         "the " + std::string(kind.name) + " elements of " + entity_name(dimension, tag) +
                             " get no group: there is no such entity for them");
    for (std::uint64_t i = 0; i < count; ++i) {
        reader.begin_record();
        const std::size_t element = in.offset();
        const std::uint64_t number = reader.number_field("the number of an element");
        reader.read_element(kind, group, number, element);
        reader.end_record("the nodes of an element");
    }
    return count;
}

} // namespace

void read_gmsh4_entities(GmshReader& reader)
{
    reader.begin_record();
    std::array<std::uint64_t, 4> counts{};
    for (std::uint64_t& count : counts)
        count = read_count(reader, kMaxMeshElements, 8, 28, "entities");
    reader.end_record("the numbers of entities");
    for (int dimension = 0; dimension < 4; ++dimension) {
        for (std::uint64_t i = 0; i < counts[static_cast<std::size_t>(dimension)]; ++i)
            read_entity(reader, dimension);
    }
}

void read_gmsh4_nodes(GmshReader& reader)
{
    reader.begin_record();
    const std::uint64_t blocks = read_count(reader, kMaxMeshElements, 8, 16, "blocks of nodes");
    const std::uint64_t count = read_count(reader, kMaxMeshPoints, 8, 28, "nodes");
    skip_range(reader);
    reader.end_record("the numbers of nodes");
    reader.mesh.points.reserve(count);
    std::vector<std::uint64_t> scratch;
    for (std::uint64_t i = 0; i < blocks; ++i) {
        const NodeBlock block = read_node_block(reader, count - reader.mesh.points.size());
        if (reader.version == GmshVersion::V40)
            read_nodes_40(reader, block);
        else
            read_nodes_41(reader, block, scratch);
    }
    if (reader.mesh.points.size() != count)
        reader.in.fail_here(count_of(count, "node") + " were announced, the blocks hold " +
                            std::to_string(reader.mesh.points.size()));
    reader.finish_nodes();
}

void read_gmsh4_elements(GmshReader& reader)
{
    reader.begin_record();
    const std::uint64_t blocks = read_count(reader, kMaxMeshElements, 8, 16, "blocks of elements");
    const std::uint64_t count = read_count(reader, kMaxMeshElements, 4, 8, "elements");
    skip_range(reader);
    reader.end_record("the numbers of elements");
    reader.mesh.tets.reserve(count);
    std::uint64_t done = 0;
    for (std::uint64_t i = 0; i < blocks; ++i)
        done += read_element_block(reader, count - done);
    if (done != count)
        reader.in.fail_here(count_of(count, "element") + " were announced, the blocks hold " +
                            std::to_string(done));
}

} // namespace drape::sim::tissue
