#include "tests/sim/mesh_writers.h"

#include "sim/check.h"
#include "tests/sim/mesh_fields.h"

#include <gtest/gtest.h>

#include <ostream>
#include <set>

namespace drape::test {
namespace {

using Texts = std::vector<std::string>;

std::string gmsh_head(const std::string& version, Encoding encoding)
{
    Fields head(encoding);
    head.raw("$MeshFormat\n" + version + (head.is_text() ? " 0 8\n" : " 1 8\n"));
    if (!head.is_text())
        head.put(std::int32_t{1}).raw("\n");
    return head.raw("$EndMeshFormat\n").text;
}

std::string gmsh_1(const SmallMesh& mesh)
{
    Fields out(Encoding::Text);
    out.raw("$NOD\n").put(mesh.points.size() + mesh.extra_points).end();
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
        out.put(i + 1).put(mesh.points[i].x).put(mesh.points[i].y).put(mesh.points[i].z).end();
    out.raw("$ENDNOD\n$ELM\n").put(mesh.triangles.size() + mesh.tets.size() + mesh.extra_tets).end();
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        out.put(i + 1).put(2).put(mesh.triangle_tags[i]).put(1).put(3);
        for (const std::uint32_t corner : mesh.triangles[i])
            out.put(corner + 1);
        out.end();
    }
    for (std::size_t i = 0; i < mesh.tets.size(); ++i) {
        out.put(mesh.triangles.size() + i + 1).put(mesh.is_second_order ? 11 : 4).put(mesh.tet_tags[i]);
        out.put(1).put(corners_of(mesh));
        for (int k = 0; k < corners_of(mesh); ++k)
            out.put(mesh.tets[i][static_cast<std::size_t>(k % 4)] + 1);
        out.end();
    }
    return out.raw("$ENDELM\n").text;
}

void gmsh_2_elements(const SmallMesh& mesh, Fields& out)
{
    const auto element = [&](std::size_t number, int type, int tag, auto corners, int count) {
        out.put(static_cast<std::int32_t>(number));
        if (out.is_text())
            out.put(type).put(2);
        out.put(tag).put(1);
        for (int k = 0; k < count; ++k)
            out.put(corners[static_cast<std::size_t>(k) % corners.size()] + 1);
        out.end();
    };
    if (!out.is_text() && !mesh.triangles.empty())
        out.put(2).put(static_cast<std::int32_t>(mesh.triangles.size())).put(2);
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
        element(i + 1, 2, mesh.triangle_tags[i], mesh.triangles[i], 3);
    const int type = mesh.is_second_order ? 11 : 4;
    if (!out.is_text() && !mesh.tets.empty())
        out.put(type).put(static_cast<std::int32_t>(mesh.tets.size() + mesh.extra_tets)).put(2);
    for (std::size_t i = 0; i < mesh.tets.size(); ++i)
        element(mesh.triangles.size() + i + 1, type, mesh.tet_tags[i], mesh.tets[i], corners_of(mesh));
}

std::string gmsh_2(const SmallMesh& mesh, Encoding encoding)
{
    Fields out(encoding);
    out.raw(gmsh_head("2.2", encoding) + "$Nodes\n" +
            std::to_string(mesh.points.size() + mesh.extra_points) + "\n");
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
        out.put(static_cast<std::int32_t>(i + 1));
        out.put(mesh.points[i].x).put(mesh.points[i].y).put(mesh.points[i].z).end();
    }
    out.raw(std::string(out.is_text() ? "" : "\n") + "$EndNodes\n$Elements\n" +
            std::to_string(mesh.triangles.size() + mesh.tets.size() + mesh.extra_tets) + "\n");
    gmsh_2_elements(mesh, out);
    return out.raw(std::string(out.is_text() ? "" : "\n") + "$EndElements\n").text;
}

/// One entity for each tag, so that blocks come in the order of the elements.
void gmsh_4_entities(const SmallMesh& mesh, bool is_41, Fields& out)
{
    out.raw("$Entities\n");
    std::set<int> surfaces(mesh.triangle_tags.begin(), mesh.triangle_tags.end());
    std::set<int> volumes(mesh.tet_tags.begin(), mesh.tet_tags.end());
    out.put(std::uint64_t{1}).put(std::uint64_t{0}).put(std::uint64_t{surfaces.size()});
    out.put(std::uint64_t{volumes.size()}).end().put(1);
    for (int i = 0; i < (is_41 ? 3 : 6); ++i)
        out.put(0.0);
    out.put(std::uint64_t{0}).end();
    for (const std::set<int>* tags : {&surfaces, &volumes}) {
        for (const int tag : *tags) {
            out.put(tag + 100);
            for (const double x : {0.0, 0.0, 0.0, 1.0, 1.0, 1.0})
                out.put(x);
            out.put(std::uint64_t{1}).put(tag).put(std::uint64_t{1}).put(-1).end();
        }
    }
    out.raw(std::string(out.is_text() ? "" : "\n") + "$EndEntities\n");
}

void gmsh_4_nodes(const SmallMesh& mesh, bool is_41, Fields& out)
{
    const std::uint64_t count = mesh.points.size();
    const auto number = [&](std::uint64_t value) {
        is_41 ? out.put(value) : out.put(static_cast<std::int32_t>(value));
    };
    out.raw("$Nodes\n").put(std::uint64_t{1}).put(count + mesh.extra_points);
    if (is_41)
        out.put(std::uint64_t{1}).put(count);
    out.end().put(is_41 ? 3 : 101).put(is_41 ? 101 : 3).put(0).put(count + mesh.extra_points).end();
    for (std::uint64_t i = 0; is_41 && i < count; ++i)
        out.put(i + 1).end();
    for (std::uint64_t i = 0; i < count; ++i) {
        if (!is_41)
            number(i + 1);
        out.put(mesh.points[i].x).put(mesh.points[i].y).put(mesh.points[i].z).end();
    }
    out.raw(std::string(out.is_text() ? "" : "\n") + "$EndNodes\n");
}

void gmsh_4_elements(const SmallMesh& mesh, bool is_41, Fields& out)
{
    const auto number = [&](std::uint64_t value) {
        is_41 ? out.put(value) : out.put(static_cast<std::int32_t>(value));
    };
    const auto block = [&](int dimension, int tag, int type, std::uint64_t count) {
        out.put(is_41 ? dimension : tag + 100)
            .put(is_41 ? tag + 100 : dimension)
            .put(type)
            .put(count)
            .end();
    };
    const std::uint64_t count = mesh.triangles.size() + mesh.tets.size();
    out.raw("$Elements\n").put(std::uint64_t{count}).put(count + mesh.extra_tets);
    if (is_41)
        out.put(std::uint64_t{1}).put(count);
    out.end();
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        block(2, mesh.triangle_tags[i], 2, 1);
        number(i + 1);
        for (const std::uint32_t corner : mesh.triangles[i])
            number(corner + 1);
        out.end();
    }
    for (std::size_t i = 0; i < mesh.tets.size(); ++i) {
        const bool is_last = i + 1 == mesh.tets.size();
        block(3, mesh.tet_tags[i], mesh.is_second_order ? 11 : 4, 1 + (is_last ? mesh.extra_tets : 0));
        number(mesh.triangles.size() + i + 1);
        for (int k = 0; k < corners_of(mesh); ++k)
            number(mesh.tets[i][static_cast<std::size_t>(k % 4)] + 1);
        out.end();
    }
    out.raw(std::string(out.is_text() ? "" : "\n") + "$EndElements\n");
}

std::string gmsh_4(const SmallMesh& mesh, const std::string& version, Encoding encoding)
{
    Fields out(encoding);
    const bool is_41 = version == "4.1";
    out.raw(gmsh_head(version, encoding));
    gmsh_4_entities(mesh, is_41, out);
    gmsh_4_nodes(mesh, is_41, out);
    gmsh_4_elements(mesh, is_41, out);
    return out.text;
}

Texts tetgen(const SmallMesh& mesh, std::size_t first)
{
    Fields nodes(Encoding::Text), elements(Encoding::Text);
    nodes.raw("# points\n").put(mesh.points.size() + mesh.extra_points).raw(" 3 1 1 # head\n");
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
        nodes.put(i + first)
            .put(mesh.points[i].x)
            .put(mesh.points[i].y)
            .put(mesh.points[i].z)
            .raw(" 0.5 -1\n");
    elements.put(mesh.tets.size() + mesh.extra_tets).put(corners_of(mesh)).raw(" 1\n");
    for (std::size_t i = 0; i < mesh.tets.size(); ++i) {
        elements.put(i + first);
        for (int k = 0; k < corners_of(mesh); ++k)
            elements.put(mesh.tets[i][static_cast<std::size_t>(k % 4)] + first);
        elements.put(mesh.tet_tags[i]).end();
    }
    elements.raw("# the end\n");
    return {nodes.text, elements.text};
}

} // namespace

SmallMesh two_tets()
{
    SmallMesh mesh;
    mesh.points = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 1.5, 1.25}};
    mesh.tets = {{0, 1, 2, 3}, {1, 2, 3, 4}};
    mesh.tet_tags = {7, 3};
    mesh.triangles = {{1, 2, 3}};
    mesh.triangle_tags = {9};
    return mesh;
}

void PrintTo(const MeshFormat& format, std::ostream* out)
{
    *out << format.name;
}

const std::vector<MeshFormat>& all_mesh_formats()
{
    using M = const SmallMesh&;
    constexpr auto kText = Encoding::Text, kLittle = Encoding::Little, kBig = Encoding::Big;
    static const std::vector<MeshFormat> kFormats = {
        {"gmsh_1", "Gmsh 1", true, [](M m) { return Texts{gmsh_1(m)}; }},
        {"gmsh_22_text", "Gmsh 2.2", true, [](M m) { return Texts{gmsh_2(m, kText)}; }},
        {"gmsh_22_binary", "Gmsh 2.2 binary", true, [](M m) { return Texts{gmsh_2(m, kLittle)}; }},
        {"gmsh_22_swapped", "Gmsh 2.2 binary", true, [](M m) { return Texts{gmsh_2(m, kBig)}; }},
        {"gmsh_40_text", "Gmsh 4.0", true, [](M m) { return Texts{gmsh_4(m, "4.0", kText)}; }},
        {"gmsh_40_binary", "Gmsh 4.0 binary", true, [](M m) { return Texts{gmsh_4(m, "4.0", kLittle)}; }},
        {"gmsh_41_text", "Gmsh 4.1", true, [](M m) { return Texts{gmsh_4(m, "4.1", kText)}; }},
        {"gmsh_41_binary", "Gmsh 4.1 binary", true, [](M m) { return Texts{gmsh_4(m, "4.1", kLittle)}; }},
        {"gmsh_41_swapped", "Gmsh 4.1 binary", true, [](M m) { return Texts{gmsh_4(m, "4.1", kBig)}; }},
        {"tetgen_from_0", "TetGen", false, [](M m) { return tetgen(m, 0); }},
        {"tetgen_from_1", "TetGen", false, [](M m) { return tetgen(m, 1); }},
        {"vtk_text", "VTK", true, [](M m) { return Texts{write_vtk(m, false, kText)}; }},
        {"vtk_binary", "VTK binary", true, [](M m) { return Texts{write_vtk(m, false, kBig)}; }},
        {"vtk_51_text", "VTK", true, [](M m) { return Texts{write_vtk(m, true, kText)}; }},
        {"vtk_51_binary", "VTK binary", true, [](M m) { return Texts{write_vtk(m, true, kBig)}; }},
        {"vtu_text", "VTK XML", true, [](M m) { return Texts{write_vtu(m, {})}; }},
        {"vtu_base64", "VTK XML", true, [](M m) { return Texts{write_vtu(m, {kLittle})}; }},
        {"vtu_base64_big_wide", "VTK XML", true,
         [](M m) {
             return Texts{write_vtu(m, {kBig, false, true, false, true})};
         }},
        {"vtu_base64_zlib", "VTK XML", true,
         [](M m) {
             return Texts{write_vtu(m, {kLittle, false, true, true, false})};
         }},
        {"vtu_base64_zlib_wide", "VTK XML", true,
         [](M m) {
             return Texts{write_vtu(m, {kLittle, false, true, true, true})};
         }},
        {"vtu_appended_raw", "VTK XML", true,
         [](M m) {
             return Texts{write_vtu(m, {kLittle, true, false, false, true})};
         }},
        {"vtu_appended_raw_zlib", "VTK XML", true,
         [](M m) {
             return Texts{write_vtu(m, {kBig, true, false, true, false})};
         }},
        {"vtu_appended_base64", "VTK XML", true,
         [](M m) {
             return Texts{write_vtu(m, {kLittle, true, true, false, false})};
         }},
        {"vtu_appended_base64_zlib", "VTK XML", true,
         [](M m) {
             return Texts{write_vtu(m, {kLittle, true, true, true, true})};
         }},
    };
    return kFormats;
}

const MeshFormat& mesh_format(const std::string& name)
{
    const auto& formats = all_mesh_formats();
    const auto at =
        std::find_if(formats.begin(), formats.end(), [&](const MeshFormat& f) { return f.name == name; });
    DRAPE_ASSERT(at != formats.end());
    return *at;
}

Result<sim::tissue::TetMesh> read_written(const std::vector<std::string>& texts)
{
    std::vector<sim::tissue::MeshFile> files;
    for (std::size_t i = 0; i < texts.size(); ++i)
        files.push_back({texts.size() == 1 ? "mesh" : i == 0 ? "mesh.node" : "mesh.ele", texts[i]});
    return sim::tissue::read_tet_mesh(files);
}

std::string mesh_error(const std::vector<std::string>& texts)
{
    const auto mesh = read_written(texts);
    EXPECT_FALSE(mesh.ok());
    if (mesh.ok())
        return {};
    EXPECT_EQ(mesh.error().kind, ErrorKind::Unreadable);
    return mesh.error().message;
}

} // namespace drape::test
