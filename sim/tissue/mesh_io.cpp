#include "sim/tissue/mesh_io.h"

#include "sim/text.h"
#include "sim/tissue/mesh_raw.h"

namespace drape::sim::tissue {

namespace {

enum class Format
{
    Unknown,
    Empty,
    Gmsh,
    TetGen,
    Vtk,
    Vtu,
};

/// Tells a format by how its files start; TetGen's have no mark but start with a number.
Format format_of(const MeshFile& file)
{
    MeshScanner in(file);
    in.skip_space();
    std::string_view start = file.bytes.substr(in.offset());
    if (start.empty())
        return Format::Empty;
    if (start.starts_with("# vtk DataFile"))
        return Format::Vtk;
    if (start.front() == '$')
        return Format::Gmsh;
    if (start.front() == '<')
        return Format::Vtu;
    while (start.starts_with('#')) {
        static_cast<void>(in.rest_of_line());
        in.skip_space();
        start = file.bytes.substr(in.offset());
    }
    return !start.empty() && start.front() >= '0' && start.front() <= '9' ? Format::TetGen
                                                                          : Format::Unknown;
}

Error unreadable(std::string message)
{
    return {ErrorKind::Unreadable, std::move(message)};
}

std::string unknown_format(const MeshFile& file)
{
    MeshScanner in(file);
    in.skip_space();
    const std::string place = place_of(file, in.offset(), PlaceStyle::Line);
    return place + "a mesh is expected (Gmsh .msh, TetGen .node and .ele, VTK .vtk or .vtu), got " +
           quoted(in.rest_of_line());
}

RawMesh read_raw(std::span<const MeshFile> files, Format format)
{
    switch (format) {
    case Format::Gmsh:
        return read_gmsh(files.front());
    case Format::Vtk:
        return read_vtk(files.front());
    case Format::Vtu:
        return read_vtu(files.front());
    case Format::TetGen:
        return read_tetgen(files[0], files[1]);
    case Format::Empty:
    case Format::Unknown:
        break;
    }
    throw MeshFault{unknown_format(files.front())};
}

/// The files without the marks that some editors put before UTF-8 texts.
std::vector<MeshFile> without_marks(std::span<const MeshFile> files)
{
    std::vector<MeshFile> bare(files.begin(), files.end());
    for (MeshFile& file : bare) {
        if (file.bytes.starts_with("\xEF\xBB\xBF"))
            file.bytes.remove_prefix(3);
    }
    return bare;
}

} // namespace

Result<TetMesh> read_tet_mesh(std::span<const MeshFile> files)
try {
    if (files.empty())
        return unreadable("a file with a mesh is expected, got none");
    const std::vector<MeshFile> bare = without_marks(files);
    const Format format = format_of(bare.front());
    for (const MeshFile& file : bare) {
        const Format other = format_of(file);
        if (other == Format::Empty)
            return unreadable(file.name + ": a mesh is expected, but the file is empty");
        if (other == Format::Unknown)
            return unreadable(unknown_format(file));
        if (other != format)
            return unreadable(file.name + ": a second file of the same format is expected");
    }
    const std::size_t needed = format == Format::TetGen ? 2 : 1;
    if (bare.size() < needed) {
        const std::string companion = companion_file(bare.front().name);
        return unreadable(bare.front().name + ": a mesh of TetGen is two files, .node and .ele; " +
                          (companion.empty() ? "the other one" : companion) + " is expected, too");
    }
    if (bare.size() > needed)
        return unreadable(bare[needed].name + ": one mesh is expected, got " +
                          count_of(bare.size(), "file"));
    return check_mesh(read_raw(bare, format));
} catch (const MeshFault& fault) {
    return unreadable(fault.message);
}

std::string companion_file(std::string_view name)
{
    constexpr std::string_view kNode = ".node", kEle = ".ele";
    if (name.ends_with(kNode))
        return std::string(name.substr(0, name.size() - kNode.size())) + std::string(kEle);
    if (name.ends_with(kEle))
        return std::string(name.substr(0, name.size() - kEle.size())) + std::string(kNode);
    return {};
}

} // namespace drape::sim::tissue
