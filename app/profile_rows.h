// A tissue profile as rows of numbers for a panel, from the tables of sim/tissue/profile.h: names, ranges
// and explanations are theirs.
#pragma once

#include "sim/tissue/profile.h"

#include <string>
#include <vector>

namespace drape::app {

/// One number, as sim::SetRowValue takes it.
struct ProfileNumber
{
    sim::tissue::RowField where;
    sim::FieldInfo info; ///< slider_low..slider_high is what a slider offers.
    double value = 0.0;  ///< In the profile's units.
};

/// The skin, a layer, the ligaments or the body as a whole.
struct ProfileRow
{
    std::string title;     ///< "Skin", a layer's name
    std::size_t layer = 0; ///< Of a layer: its index from the wall.
    bool is_layer = false;
    std::vector<ProfileNumber> numbers; ///< The row's compliance comes first where it has one.
};

/// From the skin inwards: skin, layers, ligaments, body. The bound of a layer stays between its
/// neighbours'; that of the outermost is fixed and left out.
std::vector<ProfileRow> rows_of(const sim::tissue::Profile& profile);

/// How a number is shown.
struct NumberForm
{
    std::string label;          ///< "Volume compliance"
    std::string unit;           ///< "g/cm^3"; empty for a pure number.
    double per_unit = 1.0;      ///< A number of the profile is this many times the one shown.
    bool is_compliance = false; ///< Shown in q20 with its modulus beside it.
};
NumberForm form_of(const sim::FieldInfo& info);

/// "2.28 kPa", "1.05 MPa", "52 Pa"; "rigid" for infinity.
std::string modulus_text(double pa);

/// The number `where` of a profile, if it has one.
std::optional<double> number_of(const sim::tissue::Profile& profile, const sim::tissue::RowField& where);

} // namespace drape::app
