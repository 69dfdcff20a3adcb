// What is known of one field of a block apart from its value: name, unit, range, meaning.
#pragma once

#include <limits>
#include <string_view>

namespace drape::sim {

/// What a name must refer to.
enum class RefKind
{
    None,
    Entity, ///< An entity or a particle.
    Body,   ///< A soft body.
    Probe,
    Tissue,
    Touched, ///< A soft body or a tissue.
};

/// One field of a block, apart from its value.
struct FieldInfo
{
    std::string_view name;
    std::string_view unit = ""; ///< "" for a pure number.
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool low_excluded = false; ///< The range is (low, high] instead of [low, high].
    bool required = false;
    bool written = true; ///< False for a second spelling that the writer leaves out.
    RefKind ref = RefKind::None;
    std::string_view help = "";
    double slider_low = 0.0; ///< What a slider offers; equal to slider_high where there is none.
    double slider_high = 0.0;
};

namespace field {
// Slider ends are what an artist needs; the range is what the file may say.
inline constexpr double kNoLow = -std::numeric_limits<double>::infinity();
inline constexpr double kNoHigh = std::numeric_limits<double>::infinity();

constexpr FieldInfo number(std::string_view name, std::string_view unit, std::string_view help)
{
    return {.name = name, .unit = unit, .help = help};
}
constexpr FieldInfo at_least(double low, FieldInfo info)
{
    info.low = low;
    return info;
}
constexpr FieldInfo above(double low, FieldInfo info)
{
    info.low = low;
    info.low_excluded = true;
    return info;
}
constexpr FieldInfo at_most(double high, FieldInfo info)
{
    info.high = high;
    return info;
}
constexpr FieldInfo required(FieldInfo info)
{
    info.required = true;
    return info;
}
constexpr FieldInfo slider(double low, double high, FieldInfo info)
{
    info.slider_low = low;
    info.slider_high = high;
    return info;
}
constexpr FieldInfo refers_to(RefKind ref, FieldInfo info)
{
    info.ref = ref;
    return info;
}
constexpr FieldInfo written_if(bool written, FieldInfo info)
{
    info.written = written;
    return info;
}
constexpr FieldInfo time_step()
{
    return required(above(0.0, number("dt", "s", "Time that one step of this system takes")));
}
constexpr FieldInfo iterations()
{
    return slider(
        1, 64,
        at_most(64, at_least(1, number("iterations", "", "Passes over the constraints in one step"))));
}
} // namespace field

} // namespace drape::sim
