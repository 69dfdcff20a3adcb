// Cages from meshes: what is attached, which layer an element is of, how far things may go.
#include "sim/tissue/cage_from_mesh.h"
#include "tests/support/tissues.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace drape::test {
namespace {

using namespace sim::tissue;

/// A box of 2 x 4 x 2 cubes, 2 x 4 x 2 units large; the upper half is group "fat", the lower "muscle"; the
/// triangles of the bottom are group 7.
TetMesh box_mesh()
{
    const Cage box = box_cage({2, 4, 2}, glm::dvec3(0.0), glm::dvec3(2.0, 4.0, 2.0), Splitting::Six);
    TetMesh mesh;
    mesh.points = box.points;
    mesh.tets = box.tets;
    mesh.groups = {{3, 1, "muscle"}, {3, 2, "fat"}, {2, 7, ""}};
    for (const Tet& tet : mesh.tets) {
        double y = 0.0;
        for (const std::uint32_t p : tet)
            y += 0.25 * mesh.points[p].y;
        mesh.tet_group.push_back(y < 2.0 ? 0 : 1);
    }
    for (const Triangle& t : box.skin)
        if (mesh.points[t[0]].y + mesh.points[t[1]].y + mesh.points[t[2]].y == 0.0) {
            mesh.triangles.push_back(t);
            mesh.triangle_group.push_back(2);
        }
    return mesh;
}

MeshCageSpec attached_below()
{
    MeshCageSpec spec;
    spec.attach_low = glm::dvec3(0.0);
    spec.attach_high = glm::dvec3(1.0, 0.1, 1.0);
    return spec;
}

std::string message(const TetMesh& mesh, const MeshCageSpec& spec)
{
    const Result<Cage> cage = cage_from_mesh(mesh, spec);
    EXPECT_FALSE(cage.ok());
    EXPECT_EQ(cage.ok() ? ErrorKind::Failed : cage.error().kind, ErrorKind::Unreadable);
    return cage.ok() ? "" : cage.error().message;
}

TEST(CageFromMesh, AttachesTheBoxByItsSharesOfTheExtent)
{
    const TetMesh mesh = box_mesh();
    const Cage cage = cage_from_mesh(mesh, attached_below()).value();
    for (std::size_t p = 0; p < cage.points.size(); ++p) {
        EXPECT_EQ(cage.attached[p] != 0, mesh.points[p].y == 0.0);
        EXPECT_EQ(cage.points[p], mesh.points[p] * 100.0) << "millimetres, if nothing else is said";
    }
    EXPECT_EQ(cage.wall.kind, Wall::Kind::None);
    EXPECT_EQ(cage.outward, glm::dvec3(0.0, 1.0, 0.0));
    EXPECT_TRUE(cage.tet_group.empty());
    EXPECT_EQ(cage.tets, mesh.tets);
}

TEST(CageFromMesh, HasDepthsFromWhatIsAttachedToTheFreeSkin)
{
    const Cage cage = cage_from_mesh(box_mesh(), attached_below()).value();
    for (std::size_t p = 0; p < cage.points.size(); ++p) {
        EXPECT_GE(cage.depth[p], 0.0);
        EXPECT_LE(cage.depth[p], 1.0);
        if (cage.attached[p] != 0) {
            EXPECT_EQ(cage.depth[p], 0.0);
        }
    }
    std::vector<std::uint8_t> on_skin(cage.points.size(), 0);
    for (const Triangle& t : cage.skin)
        for (const std::uint32_t p : t)
            on_skin[p] = 1;
    std::size_t inner = 0;
    for (std::size_t p = 0; p < cage.points.size(); ++p) {
        if (cage.attached[p] == 0 && on_skin[p] != 0) {
            EXPECT_EQ(cage.depth[p], 1.0) << p;
        }
        if (on_skin[p] == 0 && cage.attached[p] == 0) {
            ++inner;
            EXPECT_GT(cage.depth[p], 0.0);
            EXPECT_LT(cage.depth[p], 1.0);
        }
    }
    EXPECT_EQ(inner, 3U);
}

TEST(CageFromMesh, LeavesTheAttachedSurfaceOutOfTheSkin)
{
    const TetMesh mesh = box_mesh();
    const Cage cage = cage_from_mesh(mesh, attached_below()).value();
    EXPECT_EQ(cage.skin.size() + 8, boundary_triangles(mesh.tets).size());
    EXPECT_EQ(cage_from_mesh(mesh, {}).value().skin.size(), boundary_triangles(mesh.tets).size());
}

TEST(CageFromMesh, AttachesAGroupByItsNameOrItsNumber)
{
    const TetMesh mesh = box_mesh();
    MeshCageSpec spec;
    spec.attach_group = "7";
    const Cage by_number = cage_from_mesh(mesh, spec).value();
    EXPECT_EQ(by_number.attached, cage_from_mesh(mesh, attached_below()).value().attached);
    spec.attach_group = "muscle";
    const Cage by_name = cage_from_mesh(mesh, spec).value();
    for (std::size_t p = 0; p < mesh.points.size(); ++p)
        EXPECT_EQ(by_name.attached[p] != 0, mesh.points[p].y <= 2.0);
    spec.attach_group = "musle";
    EXPECT_EQ(message(mesh, spec), "the mesh has no group \"musle\", did you mean \"muscle\"?");
    spec.attach_group = "quite another";
    EXPECT_TRUE(message(mesh, spec).starts_with("the mesh has no group \"quite another\""));
}

TEST(CageFromMesh, SaysWhenNothingOrAllIsAttached)
{
    MeshCageSpec spec;
    spec.attach_low = glm::dvec3(1.5);
    spec.attach_high = glm::dvec3(2.0);
    EXPECT_EQ(message(box_mesh(), spec), "the group or box to attach holds no point of the mesh");
    spec.attach_low = glm::dvec3(0.0);
    spec.attach_high = glm::dvec3(1.0);
    EXPECT_EQ(message(box_mesh(), spec), "every point of the mesh is attached: nothing is left to move");
    EXPECT_TRUE(cage_from_mesh(box_mesh(), {}).ok()) << "a free body";
}

TEST(CageFromMesh, TakesLayersFromGroups)
{
    TetMesh mesh = box_mesh();
    MeshCageSpec spec = attached_below();
    spec.layers_by_group = true;
    const Cage cage = cage_from_mesh(mesh, spec).value();
    for (std::size_t t = 0; t < mesh.tets.size(); ++t)
        EXPECT_EQ(cage.groups[cage.tet_group[t]], mesh.tet_group[t] == 0 ? "muscle" : "fat");
    Profile profile = gel_profile(10.0);
    profile.layers[0].name = "muscle";
    profile.layers[0].outer_q12 = 2000.0;
    profile.layers.push_back(gel_profile(100.0).layers[0]);
    profile.layers[1].name = "fat";
    const Sample sample = make_sample(cage, profile);
    for (std::size_t t = 0; t < mesh.tets.size(); ++t)
        EXPECT_EQ(sample.material.tet_layer[t], mesh.tet_group[sample.topology.tet_file[t]]);
    profile.layers[1].name = "fascia";
    const Result<Material> misfit = build_material(cage, sample.topology, profile);
    ASSERT_FALSE(misfit.ok());
    EXPECT_EQ(misfit.error().message, "the cage has a layer \"fat\", the profile \"gel\" has none");
    mesh.tet_group[4] = TetMesh::kNoGroup;
    EXPECT_EQ(message(mesh, spec), "layers go by group, and element 5 has none");
}

TEST(CageFromMesh, ScalesByItsUnit)
{
    for (const double cmm : {1.0, 100.0, 1000.0, 1e5}) {
        MeshCageSpec spec = attached_below();
        spec.cmm_per_unit = cmm;
        const Cage cage = cage_from_mesh(box_mesh(), spec).value();
        EXPECT_EQ(cage.points.back(), glm::dvec3(2.0, 4.0, 2.0) * cmm);
    }
}

TEST(CageFromMesh, SaysWhatIsTooFarOrFlatOnTheGrid)
{
    TetMesh mesh = box_mesh();
    MeshCageSpec spec = attached_below();
    spec.cmm_per_unit = 1e5;
    for (glm::dvec3& p : mesh.points)
        p.x += 2000.0;
    EXPECT_EQ(message(mesh, spec), "a point lies more than 1 km from the origin; is the unit right?");
    spec.cmm_per_unit = 1e-4;
    EXPECT_EQ(message(box_mesh(), spec),
              "element 1 is flat on the grid of fixed-point numbers; is the unit right? More "
              "fraction_bits make the grid finer");
    spec.cmm_per_unit = 0.1;
    spec.fraction_bits = 0;
    EXPECT_TRUE(message(box_mesh(), spec).starts_with("element 1 is flat"));
    spec.fraction_bits = 8;
    EXPECT_TRUE(cage_from_mesh(box_mesh(), spec).ok());
}

} // namespace
} // namespace drape::test
