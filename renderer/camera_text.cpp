#include "renderer/camera.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace drape::renderer {
namespace {

enum class Key
{
    Target,
    Yaw,
    Pitch,
    Distance,
    Fov,
    Ortho,
};

struct KeyName
{
    std::string_view name;
    std::string_view expected; ///< For the error message.
};

constexpr std::array<KeyName, 6> kKeys = {{
    {"target", "three numbers X,Y,Z in m"},
    {"yaw_deg", "a number"},
    {"pitch_deg", "a number from -90 to 90"},
    {"distance", "a number of m above 0"},
    {"fov_deg", "a number from 1 to 150"},
    {"ortho", "0 or 1"},
}};

Error usage(const std::string& message)
{
    return {ErrorKind::Usage, "camera: " + message};
}

std::string number_text(double value)
{
    std::array<char, 32> buffer{};
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), written.ptr};
}

std::optional<double> parse_number(std::string_view text)
{
    double value = 0.0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<glm::dvec3> parse_point(std::string_view text)
{
    glm::dvec3 point{0.0};
    for (int axis = 0; axis < 3; ++axis) {
        const std::size_t comma = text.find(',');
        if ((comma == std::string_view::npos) != (axis == 2))
            return std::nullopt;
        const std::optional<double> value = parse_number(text.substr(0, comma));
        if (!value)
            return std::nullopt;
        point[axis] = *value;
        if (axis < 2)
            text.remove_prefix(comma + 1);
    }
    return point;
}

/// Stores one value; false where it is not what the key takes. The range is left to is_valid.
bool store(Camera& camera, Key key, std::string_view text)
{
    if (key == Key::Target) {
        const std::optional<glm::dvec3> point = parse_point(text);
        camera.target = point.value_or(camera.target);
        return point.has_value();
    }
    const std::optional<double> value = parse_number(text);
    if (!value)
        return false;
    switch (key) {
    case Key::Yaw:
        camera.yaw_deg = *value;
        break;
    case Key::Pitch:
        camera.pitch_deg = *value;
        break;
    case Key::Distance:
        camera.distance = *value;
        break;
    case Key::Fov:
        camera.fov_deg = *value;
        break;
    case Key::Ortho:
        camera.orthographic = *value != 0.0;
        return *value == 0.0 || *value == 1.0;
    case Key::Target:
        break;
    }
    return true;
}

std::string_view next_word(std::string_view& text)
{
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t begin = std::min(text.find_first_not_of(kSpace), text.size());
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(kSpace));
    text.remove_prefix(word.size());
    return word;
}

std::string key_list()
{
    std::string list;
    for (const KeyName& key : kKeys)
        list += (list.empty() ? "" : ", ") + std::string(key.name);
    return list;
}

} // namespace

std::string to_text(const Camera& camera)
{
    return "target=" + number_text(camera.target.x) + "," + number_text(camera.target.y) + "," +
           number_text(camera.target.z) + " yaw_deg=" + number_text(camera.yaw_deg) +
           " pitch_deg=" + number_text(camera.pitch_deg) + " distance=" + number_text(camera.distance) +
           " fov_deg=" + number_text(camera.fov_deg) + " ortho=" + (camera.orthographic ? "1" : "0");
}

Result<Camera> parse_camera(std::string_view text)
{
    Camera camera;
    std::array<bool, kKeys.size()> seen{};
    bool any = false;
    for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
        const std::size_t equals = word.find('=');
        if (equals == std::string_view::npos)
            return usage("expected key=value, got '" + std::string(word) + "'; the keys are " + key_list());
        const std::string_view name = word.substr(0, equals);
        std::size_t index = 0;
        while (index < kKeys.size() && kKeys[index].name != name)
            ++index;
        if (index == kKeys.size())
            return usage("unknown key '" + std::string(name) + "'; the keys are " + key_list());
        const std::string key(name);
        if (seen[index])
            return usage("'" + key + "' is given twice");
        seen[index] = true;
        any = true;
        const std::string_view value = word.substr(equals + 1);
        if (!store(camera, static_cast<Key>(index), value) || !is_valid(camera)) {
            return usage("'" + key + "' must be " + std::string(kKeys[index].expected) + ", got '" +
                         std::string(value) + "'");
        }
    }
    if (!any)
        return usage("expected key=value, got nothing; the keys are " + key_list());
    return camera;
}

} // namespace drape::renderer
