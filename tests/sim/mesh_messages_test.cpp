// What is said of broken meshes, word for word: the place, what was met and what was expected.
#include "tests/sim/mesh_writers.h"

#include <gtest/gtest.h>

#include <ostream>

namespace drape::test {
namespace {

/// One edit to a good file and all that is said of it.
struct Fault
{
    const char* format;
    std::string from, to;
    std::string message;
};

void PrintTo(const Fault& fault, std::ostream* out)
{
    *out << fault.format << ": " << fault.message;
}

class MeshMessages : public testing::TestWithParam<Fault>
{};

TEST_P(MeshMessages, NameThePlaceWhatWasMetAndWhatWasExpected)
{
    const Fault& fault = GetParam();
    auto texts = mesh_format(fault.format).write(two_tets());
    bool is_found = false;
    for (std::string& text : texts) {
        const std::size_t at = is_found ? std::string::npos : text.find(fault.from);
        if (at == std::string::npos)
            continue;
        text.replace(at, fault.from.size(), fault.to);
        is_found = true;
    }
    ASSERT_TRUE(is_found);
    EXPECT_EQ(mesh_error(texts), fault.message);
}

INSTANTIATE_TEST_SUITE_P(
    Gmsh, MeshMessages,
    testing::Values(
        Fault{"gmsh_22_text", "2.2 0 8", "3.0 0 8",
              "mesh:2: the format version 1, 2.2, 4.0 or 4.1 of Gmsh is expected, got \"3.0\""},
        Fault{"gmsh_22_text", "2 1.0 0.0 0.0", "2 1.0 zero 0.0",
              "mesh:7: y of a node is expected, got \"zero\""},
        Fault{"gmsh_22_text", "2 1.0 0.0 0.0", "2 1.0 0.0",
              "mesh:7: the line ends where z of a node is expected"},
        Fault{"gmsh_22_text", "2 1.0 0.0 0.0", "2 1.0 0.0 0.0 4",
              "mesh:7: the line should end after the position of a node, but \"4\" follows"},
        Fault{"gmsh_22_text", "2 1.0 0.0 0.0", "1 1.0 0.0 0.0",
              "mesh:7: the number 1 is given to two nodes"},
        Fault{"gmsh_22_text", "$Nodes\n5", "$Nodes\n4",
              "mesh:10: \"$EndNodes\" is expected after the data of the section \"$Nodes\", got \"5\""},
        Fault{"gmsh_22_text", "$Nodes\n5", "$Nodes\n6",
              "mesh:11: the number of a node is expected, got \"$EndNodes\""},
        Fault{"gmsh_22_text", "$Nodes\n5", "$Nodes\n5000",
              "mesh:5: 5000 nodes are announced, but the 158 bytes that follow cannot hold them"},
        Fault{"gmsh_22_text", "2 4 2 7 1 1 2 3 4", "2 5 2 7 1 1 2 3 4 5 5 5 5",
              "mesh:15: 1 element of the kind hexahedron; only linear tetrahedra are read"},
        Fault{"gmsh_22_text", "2 4 2 7 1 1 2 3 4", "2 6 2 7 1 1 2 3 4 5 5",
              "mesh:15: 1 element of the kind prism; only linear tetrahedra are read"},
        Fault{"gmsh_22_text", "1 2 2 9 1 2 3 4", "1 3 2 9 1 2 3 4 5",
              "mesh:14: 1 element of the kind quadrangle; only linear tetrahedra are read"},
        Fault{"gmsh_22_text", "2 4 2 7 1 1 2 3 4", "2 77 2 7 1 1 2 3 4",
              "mesh:15: elements of type 77 are not known; only linear tetrahedra (type 4) are read"},
        Fault{"gmsh_22_text", "2 4 2 7 1 1 2 3 4", "2 4 2 7 1 1 2 3 8",
              "mesh:15: element 2 has the node 8, which the file does not give"},
        Fault{"gmsh_22_text", "2 4 2 7 1 1 2 3 4", "2 4 2 7 1 1 2 3 3",
              "mesh:15: element 2 is flat: 6V = 0.0, with a longest edge of 1.4142135623730951"},
        Fault{"gmsh_22_text", "3 4 2 3 1 2 3 4 5", "3 4 2 3 1 4 3 2 1",
              "mesh:16: element 3 has the same corners as element 2"},
        Fault{"gmsh_41_text", "$Elements\n3 3 1 3", "$Elements\n3 2 1 3",
              "mesh:31: a block of 1 element, where only 0 are left of those announced"},
        Fault{"gmsh_41_text", "$Nodes", "$PartitionedEntities",
              "mesh:11: a mesh cut into partitions is not read; save it as a whole"},
        Fault{"gmsh_41_binary", "4.1 1 8\n\x01", "4.1 1 8\n\x02",
              "mesh: byte 20: the number 1 that tells the byte order is expected, got 2"},
        Fault{"gmsh_1", "2 4 7 1 4 1 2 3 4", "2 4 7 1 5 1 2 3 4 5",
              "mesh:12: a tetrahedron has 4 nodes, got 5"}));

INSTANTIATE_TEST_SUITE_P(
    TetGen, MeshMessages,
    testing::Values(
        Fault{"tetgen_from_0", " 3 1 1 # head", " 2 1 1 # head",
              "mesh.node:2: points with 3 coordinates are expected, got 2"},
        Fault{"tetgen_from_0", "\n2 0.0 1.0", "\n3 0.0 1.0",
              "mesh.node:5: the point with the number 2 is expected, got 3"},
        Fault{"tetgen_from_0", "1 1 2 3 4 3\n", "1 1 2 3 9 3\n",
              "mesh.ele:3: element 1 has the point 9; the points are 0 to 4"},
        Fault{"tetgen_from_0", "0 0 1 2 3 7\n1 1 2 3 4 3\n", "1 0 1 2 3 7\n2 1 2 3 4 3\n",
              "mesh.ele:2: the elements are numbered from 1, the points from 0; both are expected to start "
              "with the same"},
        Fault{"tetgen_from_0", "2 4 1", "1 4 1",
              "mesh.ele:3: 1 elements are announced, but more data follows: \"1\""},
        Fault{"tetgen_from_0", "2 4 1", "3 4 1",
              "mesh.ele:5: the file ends after 2 elements of the 3 announced"},
        Fault{"tetgen_from_1", "1 1 2 3 4 7", "1 1 2 3 4",
              "mesh.ele:2: the line ends where an attribute of an element is expected"}));

INSTANTIATE_TEST_SUITE_P(
    Vtk, MeshMessages,
    testing::Values(
        Fault{"vtk_text", "UNSTRUCTURED_GRID", "POLYDATA",
              "mesh:4: the dataset UNSTRUCTURED_GRID is expected, got \"POLYDATA\""},
        Fault{"vtk_text", "ASCII", "ascii", "mesh:3: \"ASCII\" or \"BINARY\" is expected, got \"ascii\""},
        Fault{"vtk_text", "4 0 1 2 3", "12 0 1 2 3",
              "mesh:16: cell 1 has 12 points, where 9 numbers are left"},
        Fault{"vtk_text", "\n10\n10\n", "\n10\n12\n",
              "mesh:17: cell 2 is a hexahedron and needs 8 points, got 4"},
        Fault{"vtk_text", "\n10\n10\n", "\n10\n99\n",
              "mesh:17: cell 2 has the type 99, which is not known; only linear tetrahedra (type 10) are "
              "read"},
        Fault{"vtk_text", "4 1 2 3 4", "4 1 2 3 5",
              "mesh:17: cell 2 has the point 5; there are 5 points, counted from 0"},
        Fault{"vtk_51_text", "\n0 3 7 11\n", "\n0 3 2 11\n",
              "mesh:16: cell 1 ends at 2 of the list of points; 3 to 11 is expected"},
        Fault{"vtk_text", "CELL_DATA 3", "CELL_DATA 4", "mesh:25: CELL_DATA of 4 rows for 3 cells"}));

INSTANTIATE_TEST_SUITE_P(
    Vtu, MeshMessages,
    testing::Values(Fault{"vtu_text", "UnstructuredGrid", "PolyData",
                          "mesh:2: type=\"UnstructuredGrid\" is expected, got \"PolyData\""},
                    Fault{"vtu_text", "</Points>", "</Point>",
                          "mesh:17: XML is expected, but it cannot be read on from here"},
                    Fault{"vtu_text", "NumberOfPoints=\"5\"", "NumberOfPoints=\"many\"",
                          "mesh:4: NumberOfPoints must be a whole number, got \"many\""},
                    Fault{"vtu_text", "NumberOfPoints=\"5\"", "NumberOfPoints=\"6\"",
                          "mesh:16: the data ends where a number is expected"},
                    Fault{"vtu_text", "NumberOfPoints=\"5\"", "NumberOfPoints=\"4\"",
                          "mesh:15: the array \"Points\" should end after 12 numbers, but \"1.0\" follows"},
                    Fault{"vtu_text", "0 1 2 3 1", "0 1 2 8 1",
                          "mesh:20: cell 1 has the point 8; there are 5 points, counted from 0"},
                    Fault{"vtu_text", "3 7 11", "12 7 11",
                          "mesh:23: cell 0 ends at 12 of the list of points; 0 to 11 is expected"},
                    Fault{"vtu_text", "Name=\"types\"", "Name=\"kinds\"",
                          "mesh:18: a <DataArray> \"types\" is expected here"},
                    Fault{"vtu_base64", "NumberOfPoints=\"5\"", "NumberOfPoints=\"6\"",
                          "mesh:15: the array \"Points\" should have 144 bytes, got 120"},
                    Fault{"vtu_base64", "eAAAAA", "!AAAAA",
                          "mesh:15: base64 data is expected, got \"!AAA\""},
                    Fault{"vtu_appended_raw", "offset=\"52\"", "offset=\"9999\"",
                          "mesh:10: the array \"Points\" starts at byte 9999 of the 329 appended"},
                    Fault{"vtu_base64_zlib", "vtkZLibDataCompressor", "vtkLZ4DataCompressor",
                          "mesh:2: compressor=\"\" or \"vtkZLibDataCompressor\" is expected, got "
                          "\"vtkLZ4DataCompressor\""}));

TEST(MeshMessages, NameWhatIsNoMeshAndWhatIsMissing)
{
    EXPECT_EQ(mesh_error({""}), "mesh: a mesh is expected, but the file is empty");
    EXPECT_EQ(
        mesh_error({"\nsolid \x01 cube\n"}),
        "mesh:2: a mesh is expected (Gmsh .msh, TetGen .node and .ele, VTK .vtk or .vtu), got \"solid ? "
        "cube\"");
    const auto tetgen = mesh_format("tetgen_from_0").write(two_tets());
    EXPECT_EQ(mesh_error({tetgen[0]}),
              "mesh: a mesh of TetGen is two files, .node and .ele; the other one is "
              "expected, too");
    EXPECT_EQ(mesh_error({tetgen[0], tetgen[0]}),
              "mesh.ele: the elements (.ele) of the mesh are expected, got its points (.node) again");
    const auto gmsh = mesh_format("gmsh_1").write(two_tets());
    EXPECT_EQ(mesh_error({gmsh[0], gmsh[0]}), "mesh.ele: one mesh is expected, got 2 files");
    EXPECT_EQ(mesh_error({tetgen[0], gmsh[0]}), "mesh.ele: a second file of the same format is expected");
    EXPECT_EQ(mesh_error({}), "a file with a mesh is expected, got none");
}

TEST(MeshReader, RefusesACompressedArrayThatClaimsMoreThanItsBytesCanHold)
{
    std::string text = mesh_format("vtu_appended_raw_zlib").write(two_tets()).front();
    // The header of an array: blocks, bytes of a block, of the last one; big-endian words.
    const std::string attribute = "offset=\"";
    const std::size_t offset = text.find(attribute, text.find("\"Points\"")) + attribute.size();
    const std::size_t head =
        text.find('_', text.find("<AppendedData")) + 1 + std::stoul(text.substr(offset));
    text.replace(head, 12, std::string("\x7F\xFF\xFF\xFF\x7F\xFF\xFF\xFF\x7F\xFF\xFF\xFF", 12));
    const std::string message = mesh_error({text});
    EXPECT_NE(message.find("blocks, more than the bytes that are left can hold"), std::string::npos)
        << message;
}

} // namespace
} // namespace drape::test
