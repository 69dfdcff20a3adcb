// Numbers on the grid of 2^-f cmm (or cmm/s), kept in doubles where they are exact.
#pragma once

#include <glm/vec3.hpp>

#include <cstdint>

namespace drape::sim::tissue {

/// A fixed-point vector: counts of 2^-f.
using Fixed3 = glm::vec<3, std::int64_t>;

/// Beyond this count a number has left the range: 43 km at f = 8.
inline constexpr double kFarthestCount = 1099511627776.0; // 2^40

/// Most bits after the point.
inline constexpr int kMaxFractionBits = 12;

/// The grid of one tissue.
struct FixedGrid
{
    double scale = 256.0; ///< 2^f
    double unit = 1.0 / 256.0;

    explicit FixedGrid(int fraction_bits)
        : scale(static_cast<double>(1 << fraction_bits))
        , unit(1.0 / scale)
    {}

    /// The nearest number of the grid, halves to even. |value| * scale < 2^51.
    double round(double value) const
    {
        // Adding and taking away 1.5 * 2^52 leaves no bits after the point; nearbyint does the same, but
        // is a call on processors without SSE 4.1.
        constexpr double kShift = 6755399441055744.0;
        return ((value * scale + kShift) - kShift) * unit;
    }
    glm::dvec3 round(const glm::dvec3& v) const { return {round(v.x), round(v.y), round(v.z)}; }

    glm::dvec3 value(const Fixed3& counts) const
    {
        return {static_cast<double>(counts.x) * unit, static_cast<double>(counts.y) * unit,
                static_cast<double>(counts.z) * unit};
    }
    /// Needs a vector of the grid within the range.
    Fixed3 count(const glm::dvec3& v) const
    {
        return {static_cast<std::int64_t>(v.x * scale), static_cast<std::int64_t>(v.y * scale),
                static_cast<std::int64_t>(v.z * scale)};
    }
    /// False for NaN, too.
    bool is_inside(const glm::dvec3& v) const
    {
        const double most = kFarthestCount * unit;
        return v.x > -most && v.x < most && v.y > -most && v.y < most && v.z > -most && v.z < most;
    }
};

} // namespace drape::sim::tissue
