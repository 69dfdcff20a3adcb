// Meshes of other programs, from public repositories; they lie beside the project, not in it.
#include "sim/tissue/mesh_io.h"
#include "tests/support/files.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <filesystem>

namespace drape::test {
namespace {

using sim::tissue::boundary_triangles;
using sim::tissue::MeshFile;
using sim::tissue::TetMesh;

class MeshCases : public testing::Test
{
protected:
    void SetUp() override
    {
        if (!std::filesystem::is_directory(source_path("../shared/cases/mesh")))
            GTEST_SKIP() << "the meshes of other programs are not here (../shared/cases/mesh)";
    }

    static Result<TetMesh> read(const std::vector<std::string>& names)
    {
        std::vector<std::string> texts;
        for (const std::string& name : names)
            texts.push_back(read_text(source_path("../shared/cases/mesh/" + name)));
        std::vector<MeshFile> files;
        for (std::size_t i = 0; i < names.size(); ++i)
            files.push_back({names[i], texts[i]});
        return sim::tissue::read_tet_mesh(files);
    }

    static void expect_size(const TetMesh& mesh, std::size_t points, std::size_t tets, std::size_t boundary)
    {
        EXPECT_EQ(mesh.points.size(), points);
        EXPECT_EQ(mesh.tets.size(), tets);
        EXPECT_EQ(boundary_triangles(mesh.tets).size(), boundary);
        EXPECT_EQ(mesh.flipped, 0U);
    }
};

TEST_F(MeshCases, AreTheSameInEveryVersionAndEncodingOfGmsh)
{
    const auto first = read({"msh_test_22_ascii.msh"});
    ASSERT_TRUE(first.ok()) << first.error().message;
    expect_size(first.value(), 8, 5, 12);
    ASSERT_EQ(first.value().groups.size(), 3U);
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(first.value().groups[static_cast<std::size_t>(i)].tag, i + 1);
    EXPECT_EQ(first.value().tet_group, (std::vector<std::uint32_t>{0, 1, 1, 1, 2}));
    EXPECT_TRUE(first.value().warnings.empty());
    for (const char* name : {"msh_test_22_binary.msh", "msh_test_41_ascii.msh", "msh_test_41_binary.msh"}) {
        const auto other = read({name});
        ASSERT_TRUE(other.ok()) << other.error().message;
        EXPECT_EQ(other.value().points, first.value().points) << name;
        EXPECT_EQ(other.value().tets, first.value().tets) << name;
        EXPECT_EQ(other.value().tet_group, first.value().tet_group) << name;
        EXPECT_EQ(other.value().groups.size(), 3U) << name;
        EXPECT_TRUE(other.value().warnings.empty()) << name;
    }
}

TEST_F(MeshCases, OfBarsHaveTheSizesTheyAreNamedFor)
{
    const auto coarse = read({"bar-6.msh"});
    ASSERT_TRUE(coarse.ok()) << coarse.error().message;
    expect_size(coarse.value(), 8, 6, 12);
    const auto fine = read({"bar-186.msh"});
    ASSERT_TRUE(fine.ok()) << fine.error().message;
    expect_size(fine.value(), 86, 186, 168);
    for (const auto* mesh : {&coarse.value(), &fine.value()}) {
        double volume = 0.0;
        for (const auto& t : mesh->tets) {
            const glm::dvec3 a = mesh->points[t[0]];
            volume +=
                dot(cross(mesh->points[t[1]] - a, mesh->points[t[2]] - a), mesh->points[t[3]] - a) / 6.0;
        }
        EXPECT_NEAR(volume, 10.0 * 0.5 * 1.0, 1e-4);
    }
}

TEST_F(MeshCases, KeepTheTrianglesOfPhysicalSidesWithTheirNames)
{
    const auto mesh = read({"gmsh_physical_sides_3d_v41.msh"});
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    const TetMesh& m = mesh.value();
    expect_size(m, 5, 2, 6);
    EXPECT_EQ(m.triangles, (std::vector<std::array<std::uint32_t, 3>>{{0, 1, 3}, {2, 1, 3}, {2, 1, 0}}));
    const std::pair<int, std::string> expected[] = {
        {41, "upper"}, {42, "lower"}, {31, "side_a"}, {32, "side_b"}, {33, "interface"}};
    ASSERT_EQ(m.groups.size(), std::size(expected));
    for (std::size_t i = 0; i < m.groups.size(); ++i) {
        EXPECT_EQ(m.groups[i].tag, expected[i].first);
        EXPECT_EQ(m.groups[i].name, expected[i].second);
    }
    EXPECT_EQ(m.tet_group, (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(m.triangle_group, (std::vector<std::uint32_t>{2, 3, 4}));
}

TEST_F(MeshCases, OfTheArmadilloHaveASliverThatIsNamed)
{
    for (const auto& names : {std::vector<std::string>{"armadillo_4k.node", "armadillo_4k.ele"},
                              std::vector<std::string>{"armadillo_4k.ele", "armadillo_4k.node"}}) {
        const auto mesh = read(names);
        ASSERT_TRUE(mesh.ok()) << mesh.error().message;
        expect_size(mesh.value(), 1180, 3717, 2102);
        EXPECT_EQ(mesh.value().slivers, 1U);
        ASSERT_EQ(mesh.value().warnings.size(), 1U);
        EXPECT_EQ(
            mesh.value().warnings[0].message,
            "armadillo_4k.ele:2071: 1 element with less than 1 % of the median volume; the smallest is "
            "element 2069 with 0.32 %");
    }
}

TEST_F(MeshCases, OfTheSecondOrderAreRefusedByCountAndKind)
{
    const auto mesh = read({"sphere_p2.msh"});
    ASSERT_FALSE(mesh.ok());
    EXPECT_EQ(mesh.error().kind, ErrorKind::Unreadable);
    EXPECT_EQ(
        mesh.error().message,
        "sphere_p2.msh: byte 59348: 683 elements of the kind tetra10 (second order), 320 elements of the "
        "kind triangle6 (second order); only linear tetrahedra are read");
}

} // namespace
} // namespace drape::test
