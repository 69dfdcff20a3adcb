#include "sim/tissue/drape_gate.h"

#include "sim/lattice/pair.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drape::sim::tissue {

namespace {

struct Extent
{
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(double value)
    {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    double length() const { return high > low ? high - low : 0.0; }
};

/// y-extent by x-extent of the line at `level` on the skin.
double outline_aspect(const Body& body, std::span<const glm::dvec3> x, const std::vector<double>& height,
                      double level)
{
    Extent along_x, along_y;
    for (const Triangle& t : body.cage.skin)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = t[k], b = t[(k + 1) % 3];
            if ((height[a] < level) == (height[b] < level))
                continue;
            const double share = (level - height[a]) / (height[b] - height[a]);
            along_x.add(x[a].x + (x[b].x - x[a].x) * share);
            along_y.add(x[a].y + (x[b].y - x[a].y) * share);
        }
    return along_x.length() > 0.0 ? along_y.length() / along_x.length() : 0.0;
}

double centroid(const Body& body, std::span<const glm::dvec3> x)
{
    Extent base;
    for (std::size_t p = 0; p < x.size(); ++p)
        if (body.cage.attached[p] != 0)
            base.add(body.cage.points[p].y); // where it stands, however far it glides
    double mass = 0.0, moment = 0.0;
    for (std::size_t p = 0; p < x.size(); ++p) {
        mass += body.material.mass[p];
        moment += body.material.mass[p] * x[p].y;
    }
    return base.length() > 0.0 ? (base.high - moment / mass) / base.length() : 0.0;
}

double mean_cover(const Body& body, const std::vector<double>& height)
{
    constexpr double kFacing = 0.7; // cosine: within 45 degrees
    double area = 0.0, sum = 0.0;
    for (const Triangle& t : body.cage.skin) {
        const auto& rest = body.cage.points;
        const glm::dvec3 n = cross3(rest[t[1]] - rest[t[0]], rest[t[2]] - rest[t[0]]);
        const double length = std::sqrt(dot3(n, n));
        if (!(dot3(n, body.cage.outward) > kFacing * length))
            continue;
        area += length;
        sum += length * (height[t[0]] + height[t[1]] + height[t[2]]) / 3.0;
    }
    return area > 0.0 ? sum / area : 0.0;
}

} // namespace

DrapeMeasure measure_drape(const Body& body, std::span<const glm::dvec3> x)
{
    DrapeMeasure measure;
    measure.centroid_q10 = kQ10 * centroid(body, x);
    double volume = 0.0, rest = 0.0;
    for (std::size_t t = 0; t < body.topology.tets.size(); ++t) {
        volume += six_volume(x, body.topology.tets[t]);
        rest += body.topology.tet_rest[t];
    }
    measure.volume_ratio = volume / rest;
    if (body.cage.wall.kind == Wall::Kind::None)
        return measure;
    std::vector<double> height(x.size());
    std::transform(x.begin(), x.end(), height.begin(),
                   [&](const glm::dvec3& p) { return body.cage.wall.at(p).height; });
    for (const Triangle& t : body.cage.skin)
        for (const std::uint32_t p : t)
            measure.peak = std::max(measure.peak, height[p]);
    measure.aspect_q10 = kQ10 * outline_aspect(body, x, height, kMoundShare * measure.peak);
    measure.cover = mean_cover(body, height);
    return measure;
}

} // namespace drape::sim::tissue
