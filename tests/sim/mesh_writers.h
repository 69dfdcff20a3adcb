// Small meshes written in every format that is read, with whatever faults they hold.
#pragma once

#include "sim/tissue/mesh_io.h"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace drape::test {

/// Indices count from 0 and may be wrong; nothing is checked.
struct SmallMesh
{
    std::vector<glm::dvec3> points;
    std::vector<std::array<std::uint32_t, 4>> tets;
    std::vector<int> tet_tags; ///< As many as elements.
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<int> triangle_tags;
    std::uint64_t extra_points = 0; ///< Announced and not there.
    std::uint64_t extra_tets = 0;
    bool is_second_order = false; ///< The elements are written as tetra10 with nodes in no order.
};

/// Two elements on five points, a triangle between them.
SmallMesh two_tets();

/// One way to write a mesh.
struct MeshFormat
{
    std::string name;   ///< Of the test: "gmsh_22_binary".
    std::string reads;  ///< TetMesh::format.
    bool has_triangles; ///< TetGen has none.
    std::vector<std::string> (*write)(const SmallMesh& mesh);
};

/// For the names of parameterised tests.
void PrintTo(const MeshFormat& format, std::ostream* out);

const std::vector<MeshFormat>& all_mesh_formats();
const MeshFormat& mesh_format(const std::string& name);

/// Reads files named "mesh", or "mesh.node" and "mesh.ele" when there are two.
Result<sim::tissue::TetMesh> read_written(const std::vector<std::string>& texts);
/// What is said of files that must be refused; empty, with a failed test, when they are read.
std::string mesh_error(const std::vector<std::string>& texts);

} // namespace drape::test
