// One written value into one field: is it of the right kind, and inside the field's range?
#pragma once

#include "sim/lang/fields.h"
#include "sim/lang/syntax.h"

#include <optional>
#include <string>

namespace drape::sim {

/// Which diagnostics the fields of a kind of block give.
struct FieldCodes
{
    std::string_view what;
    Code missing, unknown, kind, range;
    bool is_world;
};
inline constexpr FieldCodes kWorldCodes{"block",      Code::OutOfRange, Code::UnknownField,
                                        Code::Syntax, Code::OutOfRange, true};
inline constexpr FieldCodes kSystemCodes{"system",
                                         Code::BadSystemParameter,
                                         Code::BadSystemParameter,
                                         Code::BadSystemParameter,
                                         Code::BadSystemParameter,
                                         false};

/// Why a value does not fit its field.
struct Fault
{
    SourceLocation where;
    std::string message;
    bool is_range = false; ///< Of the right kind, but outside the range.
};

/// "must be > 0 m", "must be from 0 to 1": the range of a field in words.
std::string range_in_words(const FieldInfo& info);

/// Whether `value` is inside the range of `info` (never for NaN).
bool is_in_range(const FieldInfo& info, double value);

// Each puts `value` into `target`, or says why not and leaves `target` as it was.
std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, double& target);
std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, int& target);
std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, bool& target);
std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, glm::dvec3& target);
std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, glm::dvec2& target);
std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, std::string& target);
std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, std::uint32_t& color);
std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, NameRef& target);
std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, Shape& target);
std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, SweepOrder& target);
std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, JointType& target);
std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, CageSource& target);
std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, tissue::Facing& target);
std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, LengthUnit& target);
std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, LayerSource& target);

template<class T>
std::optional<Fault> assign_value(const FieldInfo& info, const SyntaxValue& value, std::optional<T>& target)
{
    T inner{};
    std::optional<Fault> fault = assign_value(info, value, inner);
    if (!fault)
        target = inner;
    return fault;
}

} // namespace drape::sim
