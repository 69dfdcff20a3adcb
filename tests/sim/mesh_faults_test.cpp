// Broken meshes: each fault is refused at its place in every format, and no damage makes a wrong mesh.
#include "sim/text.h"
#include "tests/sim/mesh_writers.h"
#include "tests/sim/random.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <regex>

namespace drape::test {
namespace {

using sim::tissue::kMaxMeshElements;
using sim::tissue::kMaxMeshPoints;
using sim::tissue::TetMesh;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

class MeshFaults : public testing::TestWithParam<MeshFormat>
{
protected:
    /// The mesh must be refused at a line or a byte, with a message that holds `gist`.
    void expect_refused(const SmallMesh& mesh, const std::string& gist) const
    {
        static const std::regex kPlace("mesh(\\.node|\\.ele)?(:[0-9]+|: byte [0-9]+): .*");
        const std::string message = mesh_error(GetParam().write(mesh));
        EXPECT_TRUE(std::regex_match(message, kPlace)) << message;
        EXPECT_NE(message.find(gist), std::string::npos) << message;
    }
};

TEST_P(MeshFaults, ThatAreCoordinatesWhichAreNotFiniteAreRefusedByTheirPoint)
{
    const std::string number = GetParam().name == "tetgen_from_0" || GetParam().reads.starts_with("VTK")
                                   ? "point 3"
                               : GetParam().reads == "TetGen" ? "point 4"
                                                              : "node 4";
    SmallMesh mesh = two_tets();
    mesh.points[3].y = kNan;
    expect_refused(mesh, number + " is not finite: \"nan\"");
    mesh.points[3].y = -kInfinity;
    expect_refused(mesh, number + " is not finite: \"-inf\"");
}

TEST_P(MeshFaults, ThatArePointsWhichDoNotExistAreRefusedByTheirElement)
{
    SmallMesh mesh = two_tets();
    mesh.tets[1][2] = 99;
    const std::string noun = GetParam().reads.starts_with("VTK") ? "cell 2" : "element ";
    expect_refused(mesh, noun);
    mesh.tets[1][2] = 0x7FFF'FFF0;
    expect_refused(mesh, noun);
}

TEST_P(MeshFaults, ThatAreFlatElementsAreRefusedByTheirNumber)
{
    SmallMesh mesh = two_tets();
    mesh.tets[1][3] = 1;
    expect_refused(mesh, " is flat: 6V = 0.0");
    mesh = two_tets();
    mesh.points[4] = {0.25, 0.25, 0.5}; // in the plane of 1, 2, 3
    expect_refused(mesh, " is flat: 6V = ");
    mesh.points[4] = {0.25, 0.25, 0.5 + 1e-15};
    expect_refused(mesh, " is flat: 6V = ");
}

TEST_P(MeshFaults, OfSizeAreNoneForTheFlatnessIsRelative)
{
    SmallMesh mesh = two_tets();
    for (glm::dvec3& p : mesh.points)
        p *= 1e-30;
    const auto small = read_written(GetParam().write(mesh));
    EXPECT_TRUE(small.ok()) << small.error().message;
    for (glm::dvec3& p : mesh.points)
        p *= 1e150;
    expect_refused(mesh, "its volume is not finite");
}

TEST_P(MeshFaults, ThatAreDoubledElementsAreRefusedByBothNumbers)
{
    SmallMesh mesh = two_tets();
    mesh.tets.push_back({3, 1, 0, 2});
    mesh.tet_tags.push_back(3);
    expect_refused(mesh, " has the same corners as element ");
}

TEST_P(MeshFaults, ThatAreElementsOfTheSecondOrderAreRefusedByCountAndKind)
{
    SmallMesh mesh = two_tets();
    mesh.is_second_order = true;
    expect_refused(mesh, "2 elements ");
    expect_refused(mesh, "tetra10");
    expect_refused(mesh, "only linear tetrahedra");
}

TEST_P(MeshFaults, ThatAreCountsAreRefusedBeforeAnythingIsReserved)
{
    for (const std::uint64_t extra : {1U, 1000U, 3'000'000U, 16'000'001U}) {
        SmallMesh mesh = two_tets();
        mesh.extra_points = extra;
        expect_refused(mesh, extra > kMaxMeshPoints ? "at most 4000000" : "");
        mesh = two_tets();
        mesh.extra_tets = extra;
        expect_refused(mesh, extra > kMaxMeshElements ? "16000000" : "");
    }
}

TEST_P(MeshFaults, ThatLeaveNoTetrahedronAreRefused)
{
    SmallMesh mesh = two_tets();
    mesh.tets.clear();
    mesh.tet_tags.clear();
    EXPECT_NE(mesh_error(GetParam().write(mesh)).find("a mesh with tetrahedra is expected"),
              std::string::npos);
}

/// What must hold whatever bytes were read.
void expect_sound(const Result<TetMesh>& result)
{
    if (!result.ok()) {
        ASSERT_EQ(result.error().kind, ErrorKind::Unreadable);
        ASSERT_EQ(result.error().message.rfind("mesh", 0), 0U) << result.error().message;
        std::size_t bad_offset = 0;
        ASSERT_TRUE(is_utf8(result.error().message, bad_offset));
        ASSERT_LT(result.error().message.size(), 500U);
        return;
    }
    const TetMesh& mesh = result.value();
    ASSERT_FALSE(mesh.tets.empty());
    ASSERT_EQ(mesh.tets.size(), mesh.tet_group.size());
    ASSERT_EQ(mesh.triangles.size(), mesh.triangle_group.size());
    ASSERT_LE(mesh.warnings.size(), 50U);
    std::size_t bad_offset = 0;
    for (const auto& warning : mesh.warnings)
        ASSERT_TRUE(is_utf8(warning.message, bad_offset));
    for (const auto& group : mesh.groups)
        ASSERT_TRUE(is_utf8(group.name, bad_offset));
    for (const glm::dvec3& p : mesh.points)
        ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z));
    for (const auto& t : mesh.tets) {
        for (const std::uint32_t corner : t)
            ASSERT_LT(corner, mesh.points.size());
        const glm::dvec3 a = mesh.points[t[0]];
        ASSERT_GT(dot(cross(mesh.points[t[1]] - a, mesh.points[t[2]] - a), mesh.points[t[3]] - a), 0.0);
    }
    for (const auto& triangle : mesh.triangles) {
        for (const std::uint32_t corner : triangle)
            ASSERT_LT(corner, mesh.points.size());
    }
    for (const auto* groups : {&mesh.tet_group, &mesh.triangle_group}) {
        for (const std::uint32_t group : *groups)
            ASSERT_TRUE(group < mesh.groups.size() || group == TetMesh::kNoGroup);
    }
}

TEST_P(MeshFaults, OfTruncationAreRefusedOrLeaveTheMeshWhole)
{
    const SmallMesh written = two_tets();
    const auto whole = GetParam().write(written);
    int refused = 0;
    for (std::size_t file = 0; file < whole.size(); ++file) {
        for (std::size_t size = 0; size < whole[file].size(); ++size) {
            auto texts = whole;
            texts[file].resize(size);
            const auto mesh = read_written(texts);
            ASSERT_NO_FATAL_FAILURE(expect_sound(mesh)) << size;
            refused += mesh.ok() ? 0 : 1;
            if (mesh.ok()) {
                EXPECT_EQ(mesh.value().points, written.points) << size;
                EXPECT_EQ(mesh.value().tets, written.tets) << size;
            }
        }
    }
    EXPECT_GT(refused, 100);
}

TEST_P(MeshFaults, OfSingleBytesNeverGiveAnUnsoundMesh)
{
    const auto whole = GetParam().write(two_tets());
    Random random(0x6D657368);
    int refused = 0;
    constexpr int kMutations = 1000; // times 24 formats
    for (int i = 0; i < kMutations; ++i) {
        auto texts = whole;
        std::string& text = texts[random.below(texts.size())];
        const std::size_t at = random.below(text.size());
        const bool is_bit = random.chance(0.5);
        const auto byte = static_cast<char>(random.below(256));
        text[at] = is_bit ? static_cast<char>(text[at] ^ (1 << random.below(8))) : byte;
        const auto mesh = read_written(texts);
        ASSERT_NO_FATAL_FAILURE(expect_sound(mesh)) << "mutation " << i << " at byte " << at;
        refused += mesh.ok() ? 0 : 1;
    }
    EXPECT_GT(refused, kMutations / 10);
}

TEST_P(MeshFaults, OfPiecesCutOutOrPutInNeverGiveAnUnsoundMesh)
{
    const auto whole = GetParam().write(two_tets());
    Random random(0x63757473);
    int refused = 0;
    constexpr int kMutations = 300;
    for (int i = 0; i < kMutations; ++i) {
        auto texts = whole;
        std::string& text = texts[random.below(texts.size())];
        for (int edits = random.integer(1, 3); edits > 0; --edits) {
            const std::size_t from = random.below(text.size()), length = random.below(24);
            const std::size_t to = random.below(text.size());
            const std::string piece = text.substr(from, length);
            if (random.chance(0.5))
                text.insert(to, piece);
            else
                text.erase(from, length);
        }
        const auto mesh = read_written(texts);
        ASSERT_NO_FATAL_FAILURE(expect_sound(mesh)) << "mutation " << i;
        refused += mesh.ok() ? 0 : 1;
    }
    EXPECT_GT(refused, kMutations / 10);
}

INSTANTIATE_TEST_SUITE_P(All, MeshFaults, testing::ValuesIn(all_mesh_formats()),
                         [](const auto& param) { return param.param.name; });

} // namespace
} // namespace drape::test
