// Meshes from files: every format gives the same mesh, and what a file holds beside it changes nothing.
#include "sim/text.h"
#include "tests/sim/mesh_writers.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace drape::test {
namespace {

using sim::tissue::boundary_triangles;
using sim::tissue::MeshFile;
using sim::tissue::read_tet_mesh;
using sim::tissue::TetMesh;

double volume6(const TetMesh& mesh, const std::array<std::uint32_t, 4>& t)
{
    const glm::dvec3 a = mesh.points[t[0]];
    return dot(cross(mesh.points[t[1]] - a, mesh.points[t[2]] - a), mesh.points[t[3]] - a);
}

TetMesh read_one(const std::string& text)
{
    const auto mesh = read_written({text});
    EXPECT_TRUE(mesh.ok()) << mesh.error().message;
    return mesh.ok() ? mesh.value() : TetMesh{};
}

/// Two elements in a format of one file.
std::string text_of(const std::string& format)
{
    return mesh_format(format).write(two_tets()).front();
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

class MeshFormats : public testing::TestWithParam<MeshFormat>
{
protected:
    /// The mesh as it must come back.
    TetMesh read(const SmallMesh& mesh) const
    {
        const auto result = read_written(GetParam().write(mesh));
        EXPECT_TRUE(result.ok()) << result.error().message;
        return result.ok() ? result.value() : TetMesh{};
    }
};

TEST_P(MeshFormats, GiveBackTheMeshThatWasWritten)
{
    const SmallMesh written = two_tets();
    const TetMesh mesh = read(written);
    EXPECT_EQ(mesh.format, GetParam().reads);
    EXPECT_EQ(mesh.points, written.points);
    EXPECT_EQ(mesh.tets, written.tets);
    ASSERT_EQ(mesh.tet_group.size(), 2U);
    ASSERT_EQ(mesh.groups.size(), GetParam().has_triangles ? 3U : 2U);
    EXPECT_EQ(mesh.groups[0].dimension, 3);
    EXPECT_EQ(mesh.groups[0].tag, 3);
    EXPECT_EQ(mesh.groups[1].dimension, 3);
    EXPECT_EQ(mesh.groups[1].tag, 7);
    EXPECT_EQ(mesh.tet_group, (std::vector<std::uint32_t>{1, 0}));
    if (GetParam().has_triangles) {
        EXPECT_EQ(mesh.triangles, written.triangles);
        EXPECT_EQ(mesh.triangle_group, (std::vector<std::uint32_t>{2}));
        EXPECT_EQ(mesh.groups[2].dimension, 2);
        EXPECT_EQ(mesh.groups[2].tag, 9);
    }
    EXPECT_EQ(mesh.flipped, 0U);
    EXPECT_EQ(mesh.slivers, 0U);
    EXPECT_TRUE(mesh.warnings.empty()) << mesh.warnings.front().message;
}

TEST_P(MeshFormats, KeepEveryBitOfACoordinate)
{
    SmallMesh written = two_tets();
    written.points[0] = {-1e-17, 0.1, 1.0 / 3.0};
    written.points[4] = {1e5 / 7.0, 2e5 / 3.0, 3.0000000000000004};
    EXPECT_EQ(read(written).points, written.points);
}

TEST_P(MeshFormats, TurnElementsWithANegativeVolumeAndCountThem)
{
    SmallMesh written = two_tets();
    std::swap(written.tets[1][0], written.tets[1][1]);
    const TetMesh mesh = read(written);
    EXPECT_EQ(mesh.flipped, 1U);
    ASSERT_EQ(mesh.tets.size(), 2U);
    for (const auto& tet : mesh.tets)
        EXPECT_GT(volume6(mesh, tet), 0.0);
    ASSERT_EQ(mesh.warnings.size(), 1U);
    EXPECT_NE(mesh.warnings[0].message.find("1 element had a negative volume"), std::string::npos)
        << mesh.warnings[0].message;
}

TEST_P(MeshFormats, LeaveOutPointsThatNoElementHas)
{
    const SmallMesh expected = two_tets();
    SmallMesh written = expected;
    written.points.insert(written.points.begin() + 1, glm::dvec3(8.0, 8.0, 8.0));
    for (auto& tet : written.tets) {
        for (auto& corner : tet)
            corner += corner >= 1 ? 1 : 0;
    }
    written.triangles = {{0, 1, 2}, {2, 3, 4}};
    written.triangle_tags = {4, 9};
    const TetMesh mesh = read(written);
    EXPECT_EQ(mesh.points, expected.points);
    EXPECT_EQ(mesh.tets, expected.tets);
    if (GetParam().has_triangles) {
        EXPECT_EQ(mesh.triangles, expected.triangles);
        ASSERT_EQ(mesh.groups.size(), 3U);
        EXPECT_EQ(mesh.groups[2].tag, 9);
    }
    ASSERT_EQ(mesh.warnings.size(), 1U);
    EXPECT_NE(mesh.warnings[0].message.find("that no element has were left out; the first is"),
              std::string::npos)
        << mesh.warnings[0].message;
}

TEST_P(MeshFormats, KeepDoubledPointsWithAWarning)
{
    SmallMesh written = two_tets();
    written.points.push_back(written.points[2]);
    written.tets[1][1] = 5;
    const TetMesh mesh = read(written);
    EXPECT_EQ(mesh.points, written.points);
    ASSERT_EQ(mesh.warnings.size(), 1U);
    EXPECT_NE(mesh.warnings[0].message.find("at the place of another"), std::string::npos);
}

TEST_P(MeshFormats, NameTheSmallestSliver)
{
    SmallMesh written = two_tets();
    written.points.push_back({1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0 + 1e-3});
    written.points.push_back({3.0, 3.0, 3.0});
    written.tets.push_back({1, 2, 3, 5});
    written.tets.push_back({1, 2, 4, 6});
    written.tet_tags = {1, 1, 1, 1};
    const TetMesh mesh = read(written);
    EXPECT_EQ(mesh.slivers, 1U);
    const auto last = std::find_if(mesh.warnings.begin(), mesh.warnings.end(), [](const auto& warning) {
        return warning.message.find("1 element with less than 1 % of the median volume; the smallest is") !=
               std::string::npos;
    });
    EXPECT_NE(last, mesh.warnings.end());
}

INSTANTIATE_TEST_SUITE_P(All, MeshFormats, testing::ValuesIn(all_mesh_formats()),
                         [](const auto& param) { return param.param.name; });

TEST(MeshReader, TellsTheFormatByTheContentAndTakesTetGenFilesInAnyOrder)
{
    const auto texts = mesh_format("tetgen_from_1").write(two_tets());
    const std::vector<MeshFile> files = {{"a.vtk", texts[1]}, {"b.msh", texts[0]}};
    const auto mesh = read_tet_mesh(files);
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    EXPECT_EQ(mesh.value().format, "TetGen");
    EXPECT_EQ(mesh.value().tets, two_tets().tets);
}

TEST(MeshReader, ReadsTextsWithAMarkAndWithLineEndsOfWindows)
{
    for (const char* name : {"gmsh_22_text", "gmsh_41_text", "vtk_text", "vtk_51_text", "vtu_text"}) {
        std::string text = "\xEF\xBB\xBF";
        const std::string plain = text_of(name);
        for (const char c : plain)
            text += c == '\n' ? std::string("\r\n") : std::string(1, c);
        EXPECT_EQ(read_one(text).tets, two_tets().tets) << name;
    }
}

TEST(MeshReader, GivesTheSamePointsInWhateverOrderGmshWritesThem)
{
    const std::string text = text_of("gmsh_22_text");
    const TetMesh mesh = read_one(
        replaced(replaced(text, "2 1.0 0.0 0.0\n", ""), "$Nodes\n5\n", "$Nodes\n5\n2 1.0 0.0 0.0\n"));
    EXPECT_EQ(mesh.points, two_tets().points);
    EXPECT_EQ(mesh.tets, two_tets().tets);
}

TEST(MeshReader, FollowsNodeNumbersWithGapsOfAnySize)
{
    const TetMesh mesh =
        read_one("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 5 9000000000\n3 1 0 4\n"
                 "5\n70\n800000\n9000000000\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n"
                 "$Elements\n1 1 1 1\n3 1 4 1\n1 5 70 800000 9000000000\n$EndElements\n");
    EXPECT_EQ(mesh.tets, (std::vector<std::array<std::uint32_t, 4>>{{0, 1, 2, 3}}));
}

TEST(MeshReader, NamesGmshGroupsAndStepsOverPointsLinesAndForeignSections)
{
    std::string text = text_of("gmsh_22_text");
    text = replaced(text, "$Nodes",
                    "$Comments\n$ 5 \"free\" text\n$EndComments\n$PhysicalNames\n3\n"
                    "3 7 \"soft gel\"\n2 9 \"skin\"\n1 5 \"edge\"\n$EndPhysicalNames\n$Nodes");
    text = replaced(text, "$Elements\n3\n", "$Elements\n5\n10 15 2 1 1 1\n11 1 2 1 1 1 2\n");
    const TetMesh mesh = read_one(text);
    ASSERT_EQ(mesh.groups.size(), 3U);
    EXPECT_EQ(mesh.groups[0].name, "");
    EXPECT_EQ(mesh.groups[1].name, "soft gel");
    EXPECT_EQ(mesh.groups[2].name, "skin");
    EXPECT_EQ(mesh.tets, two_tets().tets);
}

TEST(MeshReader, GivesNoGroupsWithoutGmshEntitiesAndTheFirstOfTwo)
{
    const std::string text = text_of("gmsh_41_text");
    const std::size_t begin = text.find("$Entities"), end = text.find("$Nodes");
    const TetMesh bare = read_one(text.substr(0, begin) + text.substr(end));
    EXPECT_TRUE(bare.groups.empty());
    EXPECT_EQ(bare.tet_group, (std::vector<std::uint32_t>(2, TetMesh::kNoGroup)));
    EXPECT_TRUE(bare.warnings.empty());

    const TetMesh both = read_one(replaced(text, " 1 7 1 -1\n", " 2 8 7 1 -1\n"));
    ASSERT_EQ(both.groups.size(), 3U);
    EXPECT_EQ(both.groups[1].tag, 8);
    ASSERT_EQ(both.warnings.size(), 1U);
    EXPECT_EQ(both.warnings[0].message,
              "mesh:9: entity 107 of dimension 3 is in 2 physical groups; only the "
              "first, 8, is kept");
}

TEST(MeshReader, ReadsParametricNodesOfGmsh)
{
    std::string text = text_of("gmsh_41_text");
    text = replaced(text, "3 101 0 5\n", "2 101 1 5\n");
    const std::size_t begin = text.find("0.0 0.0 0.0\n", text.find("$Nodes"));
    std::string nodes = text.substr(begin, text.find("$EndNodes") - begin), wider;
    for (const char c : nodes)
        wider += c == '\n' ? std::string(" 0.25 0.75\n") : std::string(1, c);
    EXPECT_EQ(read_one(replaced(text, nodes, wider)).points, two_tets().points);
}

TEST(MeshReader, TakesAnAttributeOfTetGenThatIsNoWholeNumberForNoGroup)
{
    auto texts = mesh_format("tetgen_from_0").write(two_tets());
    texts[1] = replaced(texts[1], " 7\n", " 7.5 # odd\n");
    const auto mesh = read_written(texts);
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    EXPECT_EQ(mesh.value().tet_group, (std::vector<std::uint32_t>{TetMesh::kNoGroup, 0}));
    ASSERT_EQ(mesh.value().warnings.size(), 1U);
    EXPECT_EQ(mesh.value().warnings[0].message,
              "mesh.ele:1: 1 element with an attribute that is no whole number, hence with no group");
}

TEST(MeshReader, PrefersThePhysicalGroupsAmongTheCellValuesOfVtk)
{
    const std::string text = text_of("vtk_text");
    const TetMesh mesh = read_one(text + "SCALARS gmsh:physical int 1\nLOOKUP_TABLE default\n1 2 3\n"
                                         "SCALARS later int\nLOOKUP_TABLE default\n7 7 7\n");
    ASSERT_EQ(mesh.groups.size(), 3U);
    EXPECT_EQ(mesh.groups[0].tag, 2);
    EXPECT_EQ(mesh.groups[1].tag, 3);
    EXPECT_EQ(mesh.groups[2].tag, 1);
}

TEST(MeshReader, StopsWithAWarningAtCellValuesThatItCannotRead)
{
    const std::string text = text_of("vtk_text");
    const TetMesh mesh = read_one(text + "SCALARS names string 1\nLOOKUP_TABLE default\na b c\n");
    EXPECT_EQ(mesh.tets, two_tets().tets);
    ASSERT_EQ(mesh.warnings.size(), 1U);
    EXPECT_NE(mesh.warnings[0].message.find("what follows from \"SCALARS\" on is not read"),
              std::string::npos);
}

TEST(MeshReader, WarnsOfATextThatEndsInTheMiddleOfALine)
{
    auto texts = mesh_format("tetgen_from_0").write(two_tets());
    texts[1] = texts[1].substr(0, texts[1].find("# the end") - 1);
    const auto mesh = read_written(texts);
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    ASSERT_EQ(mesh.value().warnings.size(), 1U);
    EXPECT_EQ(mesh.value().warnings[0].message,
              "mesh.ele:3: the last line has no end; if the file was cut there, its last number is wrong");
}

TEST(BoundaryTriangles, EncloseTheVolumeAndHaveNoEdgeOfTheirOwn)
{
    const TetMesh mesh = read_one(text_of("gmsh_22_text"));
    const auto triangles = boundary_triangles(mesh.tets);
    ASSERT_EQ(triangles.size(), 6U);
    double inside = 0.0, enclosed = 0.0;
    for (const auto& tet : mesh.tets)
        inside += volume6(mesh, tet);
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (const auto& t : triangles) {
        enclosed += dot(cross(mesh.points[t[0]], mesh.points[t[1]]), mesh.points[t[2]]);
        for (std::size_t k = 0; k < 3; ++k)
            ++edges[{t[k], t[(k + 1) % 3]}];
    }
    EXPECT_NEAR(enclosed, inside, 1e-12);
    for (const auto& [edge, count] : edges) {
        EXPECT_EQ(count, 1);
        EXPECT_EQ(edges.count({edge.second, edge.first}), 1U);
    }
}

TEST(BoundaryTriangles, ComeInTheOrderOfTheElementsAndTheirFaces)
{
    const std::vector<std::array<std::uint32_t, 4>> tets = {{0, 1, 2, 3}};
    const std::vector<std::array<std::uint32_t, 3>> faces = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    EXPECT_EQ(boundary_triangles(tets), faces);
    EXPECT_TRUE(boundary_triangles({}).empty());
}

TEST(CompanionFile, IsTheOtherHalfOfAMeshOfTetGen)
{
    EXPECT_EQ(sim::tissue::companion_file("a/b.1.node"), "a/b.1.ele");
    EXPECT_EQ(sim::tissue::companion_file("b.ele"), "b.node");
    EXPECT_EQ(sim::tissue::companion_file("b.msh"), "");
    EXPECT_EQ(sim::tissue::companion_file("node"), "");
}

} // namespace
} // namespace drape::test
