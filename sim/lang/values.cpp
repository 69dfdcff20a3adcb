#include "sim/lang/values.h"

#include "sim/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace drape::sim {

namespace {

// The largest grid side or count that an integer field takes; far past every other limit.
constexpr double kLargestInteger = 1e9;
// What a message quotes of the file, bytes.
constexpr std::size_t kLongestQuote = 60;

std::string got(const SyntaxValue& value)
{
    return ", got \"" + shortened(value.text, kLongestQuote) + "\"";
}

Fault wrong_kind(const FieldInfo& info, std::string_view expected, const SyntaxValue& value)
{
    return {value.where, std::string(info.name) + ": " + std::string(expected) + " expected" + got(value),
            false};
}

std::string integer_range(const FieldInfo& info)
{
    const auto whole = [](double v) { return std::to_string(static_cast<long long>(v)); };
    return "an integer from " + whole(info.low) + " to " + whole(std::min(info.high, kLargestInteger));
}

template<class T>
std::optional<Fault> assign_word(const FieldInfo& info, const SyntaxValue& value, T& target)
{
    std::vector<std::string> known;
    std::string list;
    for (const Word<T>& word : words<T>()) {
        if (value.kind == SyntaxValue::Kind::Word && value.text == word.text) {
            target = word.value;
            return std::nullopt;
        }
        known.emplace_back(word.text);
        list += (list.empty() ? "" : ", ") + std::string(word.text);
    }
    return Fault{value.where,
                 std::string(info.name) + " must be one of " + list + got(value) +
                     suggestion(value.text, known),
                 false};
}

std::optional<Fault> check_tuple(const FieldInfo& info, const SyntaxValue& value, std::size_t size)
{
    const std::string expected = size == 3 ? "three numbers (x, y, z)" : "two numbers (lowest, highest)";
    if (value.kind != SyntaxValue::Kind::Tuple || value.tuple.size() != size)
        return wrong_kind(info, expected, value);
    for (std::size_t i = 0; i < size; ++i)
        if (!is_in_range(info, value.tuple[i]))
            return Fault{value.tuple_where[i],
                         std::string(info.name) + " " + range_in_words(info) + ", got " +
                             format_number(value.tuple[i]),
                         true};
    return std::nullopt;
}

} // namespace

std::string range_in_words(const FieldInfo& info)
{
    const std::string unit = info.unit.empty() ? "" : " " + std::string(info.unit);
    const auto plain = [](double v) {
        return v == std::floor(v) && std::abs(v) < 1e15 ? std::to_string(static_cast<long long>(v))
                                                        : format_number(v);
    };
    if (std::isfinite(info.low) && std::isfinite(info.high))
        return info.low_excluded
                   ? "must be above " + plain(info.low) + " and at most " + plain(info.high) + unit
                   : "must be from " + plain(info.low) + " to " + plain(info.high) + unit;
    if (std::isfinite(info.low))
        return "must be " + std::string(info.low_excluded ? "> " : ">= ") + plain(info.low) + unit;
    if (std::isfinite(info.high))
        return "must be <= " + plain(info.high) + unit;
    return "must be finite";
}

bool is_in_range(const FieldInfo& info, double value)
{
    if (!std::isfinite(value) || !(value <= info.high))
        return false;
    return info.low_excluded ? value > info.low : value >= info.low;
}

std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, double& target)
{
    if (value.kind != SyntaxValue::Kind::Number)
        return wrong_kind(info, "a number", value);
    if (!is_in_range(info, value.number))
        return Fault{value.where,
                     std::string(info.name) + " " + range_in_words(info) + ", got " +
                         shortened(value.text, kLongestQuote),
                     true};
    target = value.number;
    return std::nullopt;
}

std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, int& target)
{
    if (value.kind != SyntaxValue::Kind::Number)
        return wrong_kind(info, "a number", value);
    const bool is_integer =
        std::floor(value.number) == value.number && std::abs(value.number) <= kLargestInteger;
    if (!is_integer || !is_in_range(info, value.number))
        return Fault{value.where,
                     std::string(info.name) + " must be " + integer_range(info) + ", got " +
                         shortened(value.text, kLongestQuote),
                     true};
    target = static_cast<int>(value.number);
    return std::nullopt;
}

std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, bool& target)
{
    if (value.kind != SyntaxValue::Kind::Word || (value.text != "true" && value.text != "false"))
        return wrong_kind(info, "true or false", value);
    target = value.text == "true";
    return std::nullopt;
}

std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, glm::dvec3& target)
{
    if (std::optional<Fault> fault = check_tuple(info, value, 3))
        return fault;
    target = {value.tuple[0], value.tuple[1], value.tuple[2]};
    return std::nullopt;
}

std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, glm::dvec2& target)
{
    if (std::optional<Fault> fault = check_tuple(info, value, 2))
        return fault;
    target = {value.tuple[0], value.tuple[1]};
    return std::nullopt;
}

std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, std::string& target)
{
    if (value.kind != SyntaxValue::Kind::String)
        return wrong_kind(info, "a text in quotes", value);
    target = value.text;
    return std::nullopt;
}

std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, std::uint32_t& color)
{
    constexpr std::size_t kLength = 8; // 0xRRGGBB
    std::uint32_t parsed = 0;
    const char* const end = value.text.data() + value.text.size();
    if (value.kind != SyntaxValue::Kind::Color || value.text.size() != kLength ||
        std::from_chars(value.text.data() + 2, end, parsed, 16).ptr != end)
        return Fault{value.where, std::string(info.name) + ": a colour 0xRRGGBB expected" + got(value),
                     false};
    color = parsed;
    return std::nullopt;
}

std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, NameRef& target)
{
    if (value.kind != SyntaxValue::Kind::Word)
        return wrong_kind(info, "a name", value);
    target = {value.text, value.where};
    return std::nullopt;
}

std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, Shape& target)
{
    return assign_word(info, value, target);
}

std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, SweepOrder& target)
{
    return assign_word(info, value, target);
}

std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, JointType& target)
{
    constexpr std::array<std::string_view, 6> kRotational = {"cone", "twist", "universal",
                                                             "gear", "rack",  "pulley"};
    if (std::find(kRotational.begin(), kRotational.end(), value.text) != kRotational.end())
        return Fault{value.where,
                     "joint type " + value.text +
                         " enforces rotation, for which there is no state: every entity is a "
                         "point mass",
                     false};
    return assign_word(info, value, target);
}

std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, CageSource& target)
{
    if (value.kind == SyntaxValue::Kind::String) {
        if (value.text.empty())
            return Fault{value.where, "the name of the mesh's file is empty", false};
        target = {tissue::CageShape::Dome, value.text};
        return std::nullopt;
    }
    target.file.clear();
    return assign_word(info, value, target.shape);
}

std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, tissue::Facing& target)
{
    return assign_word(info, value, target);
}

std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, LengthUnit& target)
{
    return assign_word(info, value, target);
}

std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, LayerSource& target)
{
    return assign_word(info, value, target);
}

} // namespace drape::sim
