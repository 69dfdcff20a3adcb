#include "app/field_views.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <optional>
#include <type_traits>

namespace drape::app {

namespace {

// One overload for each type of a field that SetParameter takes; the template below is for all others.

bool encode(double value, FieldView& view)
{
    view.value.x = value;
    return true;
}
bool encode(int value, FieldView& view)
{
    view.kind = FieldKind::Whole;
    view.value.x = value;
    return true;
}
bool encode(const glm::dvec3& value, FieldView& view)
{
    view.kind = FieldKind::Vector;
    view.value = value;
    return true;
}
bool encode(const glm::dvec2& value, FieldView& view)
{
    view.kind = FieldKind::Pair;
    view.value = {value, 0.0};
    return true;
}
template<class T>
requires std::is_enum_v<T>
bool encode(T value, FieldView& view)
{
    view.kind = FieldKind::Choice;
    for (const sim::Word<T>& word : sim::words<T>()) {
        if (word.value == value)
            view.value.x = static_cast<double>(view.words.size());
        view.words.emplace_back(word.text);
    }
    return true;
}
template<class T>
bool encode(const std::optional<T>& value, FieldView& view)
{
    return value.has_value() && encode(*value, view);
}
bool encode(const sim::NameRef&, FieldView&)
{
    return false;
}

/// A joint's damping that the file does not give has a default, which can be edited like any other value.
void fill_in_default(sim::JointSystem& joint)
{
    if (!joint.damping)
        joint.damping = joint.type == sim::JointType::Spring ? 0.5 : 0.0;
}
template<class System>
void fill_in_default(System&)
{}

std::string shortest(double value)
{
    std::array<char, 32> text = {};
    std::snprintf(text.data(), text.size(), "%g", value);
    return text.data();
}

} // namespace

std::vector<FieldView> editable_fields(const sim::SystemDesc& system)
{
    std::vector<FieldView> fields;
    std::visit(
        [&fields](auto copy) {
            fill_in_default(copy);
            sim::visit_fields(copy, [&fields](const sim::FieldInfo& info, const auto& value) {
                FieldView view;
                view.info = info;
                if (info.name != "dt" && info.written && encode(value, view))
                    fields.push_back(std::move(view));
            });
        },
        system);
    return fields;
}

std::string label_of(const sim::FieldInfo& info)
{
    std::string label(info.name);
    std::replace(label.begin(), label.end(), '_', ' ');
    if (!label.empty())
        label.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(label.front())));
    return label;
}

std::string help_of(const sim::FieldInfo& info)
{
    std::string help(info.help);
    if (!info.unit.empty())
        help += ", in " + std::string(info.unit);
    help += ".";
    const bool has_low = std::isfinite(info.low), has_high = std::isfinite(info.high);
    if (has_low && has_high)
        help += " From " + shortest(info.low) + " to " + shortest(info.high) + ".";
    else if (has_low)
        help += std::string(info.low_excluded ? " Above " : " At least ") + shortest(info.low) + ".";
    return help;
}

std::string format_of(double low, double high, std::string_view unit)
{
    const double span = std::max(high - low, 1e-9);
    const int digits = std::clamp(3 - static_cast<int>(std::floor(std::log10(span) + 0.3)), 0, 6);
    std::string format = "%." + std::to_string(digits) + "f";
    if (!unit.empty())
        format += " " + std::string(unit);
    return format;
}

} // namespace drape::app
