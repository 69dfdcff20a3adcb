#include "sim/tissue/mesh_raw.h"

#include "sim/text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace drape::sim::tissue {

std::uint32_t GroupTable::index_of(int dimension, int tag)
{
    if (last_ < groups.size() && groups[last_].dimension == dimension && groups[last_].tag == tag)
        return last_;
    const auto [at, is_new] =
        index_.try_emplace({dimension, tag}, static_cast<std::uint32_t>(groups.size()));
    if (is_new)
        groups.push_back({dimension, tag, {}});
    last_ = at->second;
    return last_;
}

std::optional<std::uint32_t> PointNumbers::build(const std::vector<std::uint64_t>& numbers)
{
    table_.clear();
    sorted_.clear();
    if (numbers.empty())
        return std::nullopt;
    const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
    lowest_ = *low;
    if (*high - *low < 4 * numbers.size() + 1024) {
        table_.assign(*high - *low + 1, kNone);
        for (std::uint32_t i = 0; i < numbers.size(); ++i) {
            std::uint32_t& entry = table_[numbers[i] - lowest_];
            if (entry != kNone)
                return i;
            entry = i;
        }
        return std::nullopt;
    }
    sorted_.reserve(numbers.size());
    for (std::uint32_t i = 0; i < numbers.size(); ++i)
        sorted_.emplace_back(numbers[i], i);
    std::sort(sorted_.begin(), sorted_.end());
    const auto twin = std::adjacent_find(sorted_.begin(), sorted_.end(),
                                         [](const auto& a, const auto& b) { return a.first == b.first; });
    if (twin != sorted_.end())
        return std::next(twin)->second;
    return std::nullopt;
}

std::uint32_t PointNumbers::find(std::uint64_t number) const
{
    if (!table_.empty())
        return number >= lowest_ && number - lowest_ < table_.size() ? table_[number - lowest_] : kNone;
    const auto at = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair(number, std::uint32_t{0}));
    return at != sorted_.end() && at->first == number ? at->second : kNone;
}

void RefusedKinds::add(const ElementKind& kind, std::size_t offset)
{
    auto at = std::find_if(entries_.begin(), entries_.end(),
                           [&](const Entry& entry) { return entry.kind.type == kind.type; });
    if (at == entries_.end())
        at = entries_.insert(entries_.end(), {kind, 0, offset});
    ++at->count;
}

void RefusedKinds::refuse_any(const MeshScanner& in) const
{
    if (entries_.empty())
        return;
    std::vector<Entry> sorted = entries_;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const Entry& a, const Entry& b) { return a.kind.dimension > b.kind.dimension; });
    std::string kinds;
    for (const Entry& entry : sorted)
        kinds += (kinds.empty() ? "" : ", ") + count_of(entry.count, "element") + " of the kind " +
                 std::string(entry.kind.name);
    in.fail(sorted.front().offset, kinds + "; only linear tetrahedra are read");
}

void RawMesh::add_point(const glm::dvec3& position, std::uint64_t number, std::size_t offset)
{
    points.push_back(position);
    point_number.push_back(number);
    point_offset.push_back(offset);
}

void RawMesh::add_tet(const std::array<std::uint32_t, 4>& corners, std::uint32_t group,
                      std::uint64_t number, std::size_t offset)
{
    tets.push_back(corners);
    tet_group.push_back(group);
    tet_number.push_back(number);
    tet_offset.push_back(offset);
}

void RawMesh::sort_points()
{
    DRAPE_ASSERT(tets.empty() && triangles.empty());
    if (std::is_sorted(point_number.begin(), point_number.end()))
        return;
    std::vector<std::uint32_t> order(points.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return point_number[a] < point_number[b]; });
    RawMesh sorted;
    sorted.points.reserve(points.size());
    for (const std::uint32_t i : order)
        sorted.add_point(points[i], point_number[i], point_offset[i]);
    points = std::move(sorted.points);
    point_number = std::move(sorted.point_number);
    point_offset = std::move(sorted.point_offset);
}

void RawMesh::warn(const MeshFile& file, std::size_t offset, const std::string& message)
{
    if (warnings.size() < kMaxReaderWarnings)
        warnings.push_back({place_of(file, offset, style) + message});
}

void warn_of_open_end(const MeshFile& file, RawMesh& mesh)
{
    if (!file.bytes.empty() && !is_space(file.bytes.back()))
        mesh.warn(file, file.bytes.size(),
                  "the last line has no end; if the file was cut there, its last number is wrong");
}

bool is_finite(const glm::dvec3& v)
{
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

std::string not_finite(std::string_view noun, std::uint64_t number, const glm::dvec3& position)
{
    DRAPE_ASSERT(!is_finite(position));
    const double met = !std::isfinite(position.x)   ? position.x
                       : !std::isfinite(position.y) ? position.y
                                                    : position.z;
    return std::string(noun) + " " + std::to_string(number) +
           " is not finite: " + quoted(format_number(met));
}

} // namespace drape::sim::tissue
