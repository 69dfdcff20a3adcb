#include "renderer/value_range.h"

#include "renderer/bounds.h"
#include "renderer/tissue_elements.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace drape::renderer {
namespace {

constexpr double kMost = 1e6;
constexpr double kCalm = 0.01;

double largest_speed(const sim::Snapshot& snapshot)
{
    double largest = 0.0;
    for (const glm::dvec3& velocity : snapshot.velocity) {
        if (is_drawable(velocity))
            largest = std::max(largest, glm::length(velocity));
    }
    return largest;
}

double largest_strain(const sim::Snapshot& snapshot)
{
    double largest = 0.0;
    const std::vector<glm::dvec3>& x = snapshot.position;
    for (const sim::Bond& bond : snapshot.topology->bonds) {
        const bool is_strained =
            (bond.kind == sim::BondKind::Structural || bond.kind == sim::BondKind::Edge) &&
            bond.rest > 0.0f;
        if (!is_strained || bond.a >= x.size() || bond.b >= x.size() || !is_drawable(x[bond.a]) ||
            !is_drawable(x[bond.b]))
            continue;
        const double length = glm::length(x[bond.a] - x[bond.b]);
        largest = std::max(largest, std::abs(length / static_cast<double>(bond.rest) - 1.0));
    }
    return largest;
}

double largest_compression(const sim::Snapshot& snapshot)
{
    double largest = 0.0;
    for (const sim::SnapshotTissue& tissue : snapshot.topology->tissues) {
        for (std::size_t element = 0; element < tissue.tets.size(); ++element) {
            if (const std::optional<double> ratio = volume_ratio(snapshot, tissue, element))
                largest = std::max(largest, std::abs(*ratio - 1.0));
        }
    }
    return largest;
}

double measure(const sim::Snapshot& snapshot, ColorMode mode)
{
    switch (mode) {
    case ColorMode::Speed:
        return largest_speed(snapshot);
    case ColorMode::Strain:
        return snapshot.topology != nullptr ? largest_strain(snapshot) : 0.0;
    case ColorMode::Compression:
        return snapshot.topology != nullptr ? largest_compression(snapshot) : 0.0;
    case ColorMode::Body:
    case ColorMode::Layer:
        break;
    }
    return 0.0;
}

} // namespace

float color_place(double value, double low, double high)
{
    if (!(high > low))
        return 0.5f;
    return static_cast<float>(std::clamp((value - low) / (high - low), 0.0, 1.0));
}

float compression_place(double ratio, const ColorRange& range)
{
    const auto reach = static_cast<double>(std::abs(range.max));
    return std::isnan(ratio) ? 0.5f : color_place(ratio - 1.0, -reach, reach);
}

double largest_value(const sim::Snapshot& snapshot, ColorMode mode)
{
    return std::min(measure(snapshot, mode), kMost);
}

ColorRange automatic_range(const sim::Snapshot& snapshot, ColorMode mode)
{
    return {0.0f, static_cast<float>(std::max(largest_value(snapshot, mode), kCalm))};
}

} // namespace drape::renderer
