// TetGen's .node and .ele (manual, section 5.2): points and elements by line, "#" starts a comment.
#include "sim/text.h"
#include "sim/tissue/mesh_raw.h"

#include <cmath>
#include <limits>

namespace drape::sim::tissue {

namespace {

constexpr std::uint64_t kMaxAttributes = 1024;

/// Moves to the next line that holds data; false at the end of the file.
bool begin_line(MeshScanner& in)
{
    for (in.skip_space(); in.left() > 0; in.skip_space()) {
        if (in.file().bytes[in.offset()] != '#')
            return true;
        static_cast<void>(in.rest_of_line());
    }
    return false;
}

/// A comment may also follow the data of a line.
void end_line(MeshScanner& in, std::string_view what)
{
    in.skip_blanks();
    if (in.left() > 0 && in.file().bytes[in.offset()] == '#')
        static_cast<void>(in.rest_of_line());
    else
        in.end_line(what);
}

/// "COUNT WIDTH ATTRIBUTES MARKERS" at the head of both files; the last two may be missing.
struct Head
{
    std::size_t offset = 0;
    std::uint64_t count = 0;
    std::uint64_t width = 0; ///< Coordinates of a point or nodes of an element.
    std::uint64_t attributes = 0;
    std::uint64_t markers = 0;
};

Head read_head(MeshScanner& in, std::string_view nouns)
{
    Head head;
    if (!begin_line(in))
        in.fail_here("the file ends where the number of " + std::string(nouns) + " is expected");
    head.offset = in.offset();
    head.count = in.number_on_line<std::uint64_t>("the number of " + std::string(nouns));
    head.width =
        in.number_on_line<std::uint64_t>("the numbers that one of the " + std::string(nouns) + " has");
    for (std::uint64_t* field : {&head.attributes, &head.markers}) {
        in.skip_blanks();
        const char next = in.left() > 0 ? in.file().bytes[in.offset()] : '\n';
        if (next != '\n' && next != '#')
            *field = in.number_on_line<std::uint64_t>("the number of attributes or markers");
    }
    end_line(in, "the head of the file");
    if (head.attributes > kMaxAttributes)
        in.fail(head.offset, std::to_string(head.attributes) + " attributes are announced; at most " +
                                 std::to_string(kMaxAttributes) + " are read");
    if (head.markers > 1)
        in.fail(head.offset, "0 or 1 for markers is expected, got " + std::to_string(head.markers));
    return head;
}

/// The number at the start of a line. TetGen counts on from 0 or 1, whichever the first line has.
void read_number(MeshScanner& in, const Head& head, std::uint64_t i, std::uint64_t& first,
                 std::string_view noun)
{
    if (!begin_line(in))
        in.fail_here("the file ends after " + count_of(i, noun) + " of the " + std::to_string(head.count) +
                     " announced");
    const std::size_t begin = in.offset();
    const auto number = in.number_on_line<std::uint64_t>("the number of a line");
    if (i == 0) {
        if (number > 1)
            in.fail(begin, "the first " + std::string(noun) + " has the number 0 or 1, got " +
                               std::to_string(number));
        first = number;
    } else if (number != first + i) {
        in.fail(begin, "the " + std::string(noun) + " with the number " + std::to_string(first + i) +
                           " is expected, got " + std::to_string(number));
    }
}

/// Nothing but comments may come behind the last record.
void end_file(MeshScanner& in, const Head& head, std::string_view nouns)
{
    if (begin_line(in))
        in.fail_here(std::to_string(head.count) + " " + std::string(nouns) +
                     " are announced, but more data follows: " + quoted(in.peek_word()));
}

std::uint64_t read_points(const MeshFile& file, RawMesh& mesh)
{
    MeshScanner in(file);
    const Head head = read_head(in, "points");
    if (head.width != 3)
        in.fail(head.offset, "points with 3 coordinates are expected, got " + std::to_string(head.width));
    in.check_count(head.offset, head.count, kMaxMeshPoints, 8, "points");
    mesh.points.reserve(head.count);
    std::uint64_t first = 0;
    for (std::uint64_t i = 0; i < head.count; ++i) {
        read_number(in, head, i, first, "point");
        const std::size_t begin = in.offset();
        glm::dvec3 p;
        p.x = in.number_on_line<double>("x of a point");
        p.y = in.number_on_line<double>("y of a point");
        p.z = in.number_on_line<double>("z of a point");
        if (!is_finite(p))
            in.fail(begin, not_finite("point", first + i, p));
        for (std::uint64_t k = 0; k < head.attributes; ++k)
            static_cast<void>(in.number_on_line<double>("an attribute of a point"));
        if (head.markers == 1)
            static_cast<void>(in.number_on_line<std::int64_t>("the marker of a point"));
        end_line(in, "a point");
        mesh.add_point(p, first + i, begin);
    }
    end_file(in, head, "points");
    warn_of_open_end(file, mesh);
    return first;
}

/// The group of an element by its first attribute, TetGen's region; kNoGroup unless it is a whole number.
std::uint32_t read_group(MeshScanner& in, const Head& head, RawMesh& mesh, std::uint64_t& odd)
{
    std::uint32_t group = TetMesh::kNoGroup;
    for (std::uint64_t k = 0; k < head.attributes; ++k) {
        const auto value = in.number_on_line<double>("an attribute of an element");
        if (k > 0)
            continue;
        if (std::abs(value) <= std::numeric_limits<int>::max() && value == std::trunc(value))
            group = mesh.groups.index_of(3, static_cast<int>(value));
        else
            ++odd;
    }
    return group;
}

void read_elements(const MeshFile& file, std::uint64_t first_point, RawMesh& mesh)
{
    MeshScanner in(file);
    const Head head = read_head(in, "elements");
    if (head.width != 4)
        in.fail(head.offset, std::to_string(head.count) + " elements with " + std::to_string(head.width) +
                                 " nodes (" +
                                 (head.width == 10 ? "tetra10, second order" : "no tetrahedra") +
                                 "); only linear tetrahedra with 4 are read");
    in.check_count(head.offset, head.count, kMaxMeshElements, 10, "elements");
    mesh.tets.reserve(head.count);
    std::uint64_t first = 0, odd = 0;
    for (std::uint64_t i = 0; i < head.count; ++i) {
        read_number(in, head, i, first, "element");
        const std::size_t begin = in.offset();
        if (first != first_point)
            in.fail(begin, "the elements are numbered from " + std::to_string(first) +
                               ", the points from " + std::to_string(first_point) +
                               "; both are expected to start with the same");
        std::array<std::uint32_t, 4> corners;
        for (std::uint32_t& corner : corners) {
            const auto number = in.number_on_line<std::uint64_t>("a point of an element");
            if (number < first_point || number - first_point >= mesh.points.size())
                in.fail(begin, "element " + std::to_string(first + i) + " has the point " +
                                   std::to_string(number) + "; the points are " +
                                   std::to_string(first_point) + " to " +
                                   std::to_string(first_point + mesh.points.size() - 1));
            corner = static_cast<std::uint32_t>(number - first_point);
        }
        const std::uint32_t group = read_group(in, head, mesh, odd);
        end_line(in, "an element");
        mesh.add_tet(corners, group, first + i, begin);
    }
    end_file(in, head, "elements");
    warn_of_open_end(file, mesh);
    if (odd > 0)
        mesh.warn(file, head.offset,
                  count_of(odd, "element") +
                      " with an attribute that is no whole number, hence with no group");
}

/// Whether the file's second number says that it holds points.
bool has_points(const MeshFile& file)
{
    MeshScanner in(file);
    const std::uint64_t width = read_head(in, "points or elements").width;
    return width == 2 || width == 3;
}

} // namespace

RawMesh read_tetgen(const MeshFile& a, const MeshFile& b)
{
    const bool a_has_points = has_points(a);
    if (a_has_points == has_points(b))
        throw MeshFault{b.name + ": the " + (a_has_points ? "elements (.ele)" : "points (.node)") +
                        " of the mesh are expected, got its " +
                        (a_has_points ? "points (.node)" : "elements (.ele)") + " again"};
    RawMesh mesh;
    mesh.format = "TetGen";
    mesh.point_noun = "point";
    mesh.point_file = a_has_points ? &a : &b;
    mesh.tet_file = a_has_points ? &b : &a;
    const std::uint64_t first_point = read_points(*mesh.point_file, mesh);
    if (mesh.points.empty())
        throw MeshFault{mesh.point_file->name + ": there is no point"};
    read_elements(*mesh.tet_file, first_point, mesh);
    return mesh;
}

} // namespace drape::sim::tissue
