#include "app/profile_rows.h"

#include "app/field_views.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <type_traits>

namespace drape::app {

namespace {

using sim::tissue::Profile;

/// Collects the numbers of a row.
struct Collector
{
    std::string row;
    std::vector<ProfileNumber>& numbers;

    template<class T>
    void operator()(const sim::FieldInfo& info, const T& value) const
    {
        if constexpr (std::is_same_v<T, double>)
            numbers.push_back({{row, std::string(info.name)}, info, value});
    }
};

/// Keeps the bound of a layer between its neighbours', as the profile asks; leaves out the outermost's.
void fit_bound(const Profile& profile, std::size_t layer, std::vector<ProfileNumber>& numbers)
{
    const auto bound = std::find_if(numbers.begin(), numbers.end(), [](const ProfileNumber& number) {
        return number.where.field == "outer_q12";
    });
    if (bound == numbers.end())
        return;
    if (layer + 1 == profile.layers.size()) {
        numbers.erase(bound);
        return;
    }
    constexpr double kThinnest = 1.0; // of 4096
    bound->info.slider_low = (layer > 0 ? profile.layers[layer - 1].outer_q12 : 0.0) + kThinnest;
    bound->info.slider_high = profile.layers[layer + 1].outer_q12 - kThinnest;
    std::rotate(bound, bound + 1, numbers.end()); // last: it is geometry, the others are material
}

/// The row's compliance to the front.
void lead_with_compliance(std::vector<ProfileNumber>& numbers)
{
    const auto found = std::find_if(numbers.begin(), numbers.end(), [](const ProfileNumber& number) {
        return number.where.field == "compliance_q20";
    });
    if (found != numbers.end())
        std::rotate(numbers.begin(), found, found + 1);
}

bool take_ending(std::string& name, std::string_view ending)
{
    if (!name.ends_with(ending))
        return false;
    name.resize(name.size() - ending.size());
    return true;
}

} // namespace

std::vector<ProfileRow> rows_of(const Profile& profile)
{
    Profile copy = profile; // fields are visited as what can be changed
    std::vector<ProfileRow> rows;
    const auto add = [&rows](std::string title) -> std::vector<ProfileNumber>& {
        rows.push_back({std::move(title), 0, false, {}});
        return rows.back().numbers;
    };
    if (copy.skin)
        visit_fields(*copy.skin, Collector{"skin", add("Skin")});
    for (std::size_t layer = copy.layers.size(); layer-- > 0;) {
        std::vector<ProfileNumber>& numbers = add(copy.layers[layer].name);
        visit_fields(copy.layers[layer], Collector{"layer:" + copy.layers[layer].name, numbers});
        fit_bound(profile, layer, numbers);
        rows.back().layer = layer;
        rows.back().is_layer = true;
    }
    if (copy.ligament)
        visit_fields(*copy.ligament, Collector{"ligament", add("Ligaments")});
    if (copy.glide)
        visit_fields(*copy.glide, Collector{"glide", add("Gliding base")});
    visit_body_fields(copy, Collector{"body", add("Whole body")});
    for (ProfileRow& row : rows)
        lead_with_compliance(row.numbers);
    return rows;
}

NumberForm form_of(const sim::FieldInfo& info)
{
    NumberForm form;
    std::string name(info.name);
    form.unit = std::string(info.unit);
    if (take_ending(name, "_q20")) {
        form.is_compliance = true;
        form.unit = "";
    } else if (take_ending(name, "_q12")) {
        form.per_unit = sim::tissue::kQ12;
    } else if (take_ending(name, "_cmm")) {
        form.per_unit = 100.0;
        form.unit = "mm";
    }
    if (const std::size_t cube = form.unit.find("^3"); cube != std::string::npos)
        form.unit.replace(cube, 2, "³");
    const bool is_share = name == "area" || name == "outer";
    if (is_share) {
        form.per_unit /= 100.0;
        form.unit = "%";
    }
    sim::FieldInfo shown = info;
    shown.name = name;
    form.label = name == "outer" ? "Outer bound" : label_of(shown);
    return form;
}

std::string modulus_text(double pa)
{
    if (!std::isfinite(pa))
        return "rigid";
    const auto [value, unit] = pa >= 1e6   ? std::pair(pa / 1e6, "MPa")
                               : pa >= 1e3 ? std::pair(pa / 1e3, "kPa")
                                           : std::pair(pa, "Pa");
    std::array<char, 48> text = {};
    const int digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    std::snprintf(text.data(), text.size(), "%.*f %s", digits, value, unit);
    return text.data();
}

std::optional<double> number_of(const Profile& profile, const sim::tissue::RowField& where)
{
    const Result<double> value = sim::tissue::row_field(profile, where);
    return value ? std::optional(value.value()) : std::nullopt;
}

} // namespace drape::app
