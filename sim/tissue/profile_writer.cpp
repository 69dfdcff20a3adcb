#include "sim/check.h"
#include "sim/text.h"
#include "sim/tissue/profile.h"
#include "sim/tissue/profile_patch.h"

#include <array>
#include <cmath>
#include <string>
#include <type_traits>

namespace drape::sim::tissue {

namespace {

constexpr std::array<char, 17> kHexDigits{"0123456789ABCDEF"};

std::string hex(std::uint32_t value, int digits)
{
    std::string text;
    for (int i = digits - 1; i >= 0; --i)
        text += kHexDigits[(value >> (4 * i)) & 15U];
    return text;
}

// How a value is written; "" where there is nothing to write.

std::string written(double value)
{
    std::string text = format_number(value);
    // Whole numbers without ".0", as people write them; but a whole number of TOML has 64 bits and no -0.
    constexpr double kLargestWhole = 1e15;
    if (text.ends_with(".0") && std::abs(value) <= kLargestWhole && text != "-0.0")
        text.resize(text.size() - 2);
    return text;
}

std::string written(const std::string& value)
{
    std::string text = "\"";
    for (const char c : value) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            text += std::string("\\") + c;
        else if (c == '\n')
            text += "\\n";
        else if (byte < 0x20 || byte == 0x7F)
            text += "\\u" + hex(byte, 4);
        else
            text += c;
    }
    return text + "\"";
}

std::string written(const std::optional<std::uint32_t>& color)
{
    return color ? "0x" + hex(*color, 6) : std::string();
}

std::string written(const std::optional<Band>& band)
{
    return band ? "[" + written(band->low) + ", " + written(band->high) + "]" : std::string();
}

template<class VisitAll>
std::vector<FieldText> fields_of(VisitAll&& visit_all)
{
    std::vector<FieldText> fields;
    visit_all([&](const FieldInfo& info, auto& value) {
        using Value = std::decay_t<decltype(value)>;
        const FieldText::Kind kind = std::is_same_v<Value, double>                ? FieldText::Kind::Number
                                     : std::is_same_v<Value, std::string>         ? FieldText::Kind::Text
                                     : std::is_same_v<Value, std::optional<Band>> ? FieldText::Kind::Band
                                                                                  : FieldText::Kind::Color;
        fields.push_back({std::string(info.name), kind, written(value), ""});
    });
    return fields;
}

/// The fields of a row, each with what it is where nothing is written.
template<class Row>
std::vector<FieldText> row_fields(Row row)
{
    Row fallback;
    std::vector<FieldText> fields = fields_of([&](auto&& visit) { visit_fields(row, visit); });
    const std::vector<FieldText> fallbacks =
        fields_of([&](auto&& visit) { visit_fields(fallback, visit); });
    for (std::size_t i = 0; i < fields.size(); ++i)
        fields[i].fallback = fallbacks[i].value;
    return fields;
}

std::vector<FieldText> body_fields(Profile profile)
{
    Profile fallback;
    std::vector<FieldText> fields = fields_of([&](auto&& visit) { visit_body_fields(profile, visit); });
    const std::vector<FieldText> fallbacks =
        fields_of([&](auto&& visit) { visit_body_fields(fallback, visit); });
    for (std::size_t i = 0; i < fields.size(); ++i)
        fields[i].fallback = fallbacks[i].value;
    return fields;
}

ProfileText text_of(const Profile& profile)
{
    ProfileText text;
    text.body = body_fields(profile);
    if (profile.skin)
        text.skin = row_fields(*profile.skin);
    if (profile.ligament)
        text.ligament = row_fields(*profile.ligament);
    if (profile.glide)
        text.glide = row_fields(*profile.glide);
    for (const LayerRow& layer : profile.layers)
        text.layers.push_back(row_fields(layer));
    if (profile.bands != Bands())
        text.bands = row_fields(profile.bands);
    return text;
}

bool reads_as(std::string_view text, const Profile& profile)
{
    const ParsedProfile parsed = parse_profile(text);
    return parsed.ok() && parsed.profile == profile;
}

} // namespace

std::string write_profile(const Profile& profile, std::string_view original)
{
    if (reads_as(original, profile))
        return std::string(original);
    const ProfileText wanted = text_of(profile);
    const std::optional<std::string> patched = patch_profile(original, wanted);
    // The patch need not know every way to write TOML: what does not read back is not used.
    if (patched && reads_as(*patched, profile))
        return *patched;
    return fresh_profile(wanted);
}

} // namespace drape::sim::tissue
