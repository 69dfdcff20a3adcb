// The fields of a system that can be edited while it runs, in one form for sliders: from the table of
// sim/lang/fields.h, so that a panel cannot know a field that the language does not have.
#pragma once

#include "sim/lang/fields.h"

#include <cstdint>
#include <string>
#include <vector>

namespace drape::app {

/// How a field is edited.
enum class FieldKind : std::uint8_t
{
    Number, ///< x
    Whole,  ///< x, an integer.
    Choice, ///< x, an index into `words`.
    Vector, ///< x, y, z
    Pair,   ///< x <= y
};

/// One field with its value, as sim::SetParameter takes it.
struct FieldView
{
    sim::FieldInfo info;
    FieldKind kind = FieldKind::Number;
    glm::dvec3 value{0.0};
    std::vector<std::string> words; ///< Of a Choice.
};

/// In the order of the language's table; without names, the time step, and optional fields that are absent.
std::vector<FieldView> editable_fields(const sim::SystemDesc& system);

/// "Stiffness", "Y min": a field's name as a label.
std::string label_of(const sim::FieldInfo& info);
/// What it is, its unit and its range, in a sentence or two.
std::string help_of(const sim::FieldInfo& info);
/// A printf format that shows enough digits of a number between `low` and `high`, with the unit.
std::string format_of(double low, double high, std::string_view unit);

} // namespace drape::app
