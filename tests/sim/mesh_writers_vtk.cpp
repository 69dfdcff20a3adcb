#include "tests/sim/mesh_fields.h"

#include <zlib.h>

namespace drape::test {
namespace {

/// A mesh as VTK has it: cells of all kinds in one list.
struct Cells
{
    explicit Cells(const SmallMesh& mesh)
    {
        for (const auto& triangle : mesh.triangles)
            add(triangle, 3, 5);
        for (const auto& tet : mesh.tets)
            add(tet, static_cast<std::size_t>(corners_of(mesh)), mesh.is_second_order ? 24 : 10);
        tags = mesh.triangle_tags;
        tags.insert(tags.end(), mesh.tet_tags.begin(), mesh.tet_tags.end());
    }
    template<class Corners>
    void add(const Corners& corners, std::size_t count, int type)
    {
        for (std::size_t k = 0; k < count; ++k)
            connectivity.push_back(static_cast<std::int64_t>(corners[k % corners.size()]));
        ends.push_back(static_cast<std::int64_t>(connectivity.size()));
        types.push_back(type);
    }

    std::vector<std::int64_t> connectivity, ends;
    std::vector<int> types, tags;
};

void vtk_cells(const SmallMesh& mesh, const Cells& cells, bool is_51, Fields& out)
{
    const std::string newline = out.is_text() ? "" : "\n";
    const std::uint64_t count = cells.types.size() + mesh.extra_tets;
    if (is_51) {
        out.raw("CELLS " + std::to_string(count + 1) + " " + std::to_string(cells.connectivity.size()) +
                "\nOFFSETS vtktypeint64\n");
        out.put(std::int64_t{0});
        for (const std::int64_t end : cells.ends)
            out.put(end);
        out.end().raw(newline + "CONNECTIVITY vtktypeint64\n");
        for (const std::int64_t point : cells.connectivity)
            out.put(point);
        out.end();
    } else {
        out.raw("CELLS " + std::to_string(count) + " " +
                std::to_string(cells.connectivity.size() + cells.types.size()) + "\n");
        std::size_t at = 0;
        for (const std::int64_t end : cells.ends) {
            out.put(static_cast<std::int32_t>(static_cast<std::size_t>(end) - at));
            for (; at < static_cast<std::size_t>(end); ++at)
                out.put(static_cast<std::int32_t>(cells.connectivity[at]));
            out.end();
        }
    }
    out.raw(newline + "CELL_TYPES " + std::to_string(count) + "\n");
    for (const int type : cells.types)
        out.put(type).end();
}

std::string base64(const std::string& bytes)
{
    constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += i + k > bytes.size() ? '=' : kDigits[bits >> (18 - 6 * k) & 63U];
    }
    return text;
}

/// An array's header and data, as they stand inline or appended.
std::string vtu_data(const std::string& bytes, const VtuStyle& style)
{
    Fields head(style.numbers);
    const auto word = [&](std::size_t value) {
        style.has_wide_header ? head.put(std::uint64_t{value})
                              : head.put(static_cast<std::uint32_t>(value));
    };
    std::string data = bytes;
    if (style.is_packed) {
        // Blocks of 32 bytes, so that there are several.
        constexpr std::size_t kBlock = 32;
        word((bytes.size() + kBlock - 1) / kBlock);
        word(kBlock);
        word(bytes.size() % kBlock);
        data.clear();
        for (std::size_t at = 0; at < bytes.size(); at += kBlock) {
            const std::string block = bytes.substr(at, kBlock);
            std::string packed(compressBound(block.size()), '\0');
            uLongf size = packed.size();
            compress(reinterpret_cast<Bytef*>(packed.data()), &size,
                     reinterpret_cast<const Bytef*>(block.data()), block.size());
            word(size);
            data += packed.substr(0, size);
        }
        return style.is_base64 ? base64(head.text) + base64(data) : head.text + data;
    }
    word(bytes.size());
    return style.is_base64 ? base64(head.text + data) : head.text + data;
}

} // namespace

std::string write_vtk(const SmallMesh& mesh, bool is_51, Encoding encoding)
{
    Fields out(encoding);
    const Cells cells(mesh);
    const std::string newline = out.is_text() ? "" : "\n";
    out.raw(std::string("# vtk DataFile Version ") + (is_51 ? "5.1" : "3.0") + "\na title\n" +
            (out.is_text() ? "ASCII" : "BINARY") + "\nDATASET UNSTRUCTURED_GRID\nPOINTS " +
            std::to_string(mesh.points.size() + mesh.extra_points) + " double\n");
    for (const glm::dvec3& p : mesh.points)
        out.put(p.x).put(p.y).put(p.z).end();
    out.raw(newline + "METADATA\nINFORMATION 0\n\n");
    vtk_cells(mesh, cells, is_51, out);
    out.raw(newline + "POINT_DATA " + std::to_string(mesh.points.size()) + "\nVECTORS u float\n");
    for (std::size_t i = 0; i < 3 * mesh.points.size(); ++i)
        out.put(0.5F);
    out.end().raw(newline + "CELL_DATA " + std::to_string(cells.types.size()) +
                  "\nFIELD FieldData 2\nquality 1 " + std::to_string(cells.types.size()) + " float\n");
    for (std::size_t i = 0; i < cells.types.size(); ++i)
        out.put(0.25F);
    out.end().raw(newline + "region 1 " + std::to_string(cells.types.size()) + " int\n");
    for (const int tag : cells.tags)
        out.put(tag);
    return out.end().raw(newline).text;
}

std::string write_vtu(const SmallMesh& mesh, const VtuStyle& style)
{
    const Cells cells(mesh);
    std::string xml, appended;
    const auto array = [&](const std::string& name, const std::string& type, const auto& values,
                           const std::string& more = {}) {
        Fields data(style.numbers);
        for (const auto value : values)
            data.put(value);
        xml += "<DataArray type=\"" + type + "\" Name=\"" + name + "\"" + more;
        if (data.is_text()) {
            xml += " format=\"ascii\">\n" + data.text + "\n</DataArray>\n";
        } else if (style.is_appended) {
            xml += " format=\"appended\" offset=\"" + std::to_string(appended.size()) + "\"/>\n";
            appended += vtu_data(data.text, style);
        } else {
            xml += " format=\"binary\">\n  " + vtu_data(data.text, style) + "\n</DataArray>\n";
        }
    };
    std::vector<double> coordinates;
    for (const glm::dvec3& p : mesh.points)
        coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
    xml = std::string(
              "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"") +
          (style.numbers == Encoding::Big ? "BigEndian" : "LittleEndian") + "\" header_type=\"" +
          (style.has_wide_header ? "UInt64" : "UInt32") + "\"" +
          (style.is_packed ? " compressor=\"vtkZLibDataCompressor\"" : "") +
          ">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"" +
          std::to_string(mesh.points.size() + mesh.extra_points) + "\" NumberOfCells=\"" +
          std::to_string(cells.types.size() + mesh.extra_tets) + "\">\n<CellData>\n";
    array("quality", "Float64", std::vector<double>(cells.types.size(), 0.5));
    array("region", "Int32", cells.tags);
    xml += "</CellData>\n<Points>\n";
    array("Points", "Float64", coordinates, " NumberOfComponents=\"3\"");
    xml += "</Points>\n<Cells>\n";
    array("connectivity", "Int64", cells.connectivity);
    array("offsets", "Int64", cells.ends);
    array("types", "Int32", cells.types);
    xml += "</Cells>\n</Piece>\n</UnstructuredGrid>\n";
    if (style.is_appended)
        xml += std::string("<AppendedData encoding=\"") + (style.is_base64 ? "base64" : "raw") + "\">\n_" +
               appended + "\n</AppendedData>\n";
    return xml + "</VTKFile>\n";
}

} // namespace drape::test
