#include "sim/tissue/profile.h"

#include "sim/lang/values.h"
#include "sim/text.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace drape::sim::tissue {

namespace {

// A cube of 10 mm: E A / L = 1 / compliance with A = 1e6 cmm^2 and L = 1000 cmm. In q20 and pascals this
// leaves 2^20 / 10.
constexpr double kPascalsByCompliance = 104857.6;

constexpr std::string_view kLayerPrefix = "layer:";

Error misfit(std::string message)
{
    return {ErrorKind::Failed, std::move(message)};
}

/// Calls visit(FieldInfo, value&) for each field of the named row; false where there is no such row.
template<class Visit>
bool visit_row(Profile& profile, std::string_view row, Visit&& visit)
{
    if (row == "body") {
        visit_body_fields(profile, visit);
        return true;
    }
    if (row == "skin" && profile.skin) {
        visit_fields(*profile.skin, visit);
        return true;
    }
    if (row == "glide" && profile.glide) {
        visit_fields(*profile.glide, visit);
        return true;
    }
    if (row == "ligament" && profile.ligament) {
        visit_fields(*profile.ligament, visit);
        return true;
    }
    if (!row.starts_with(kLayerPrefix))
        return false;
    for (LayerRow& layer : profile.layers)
        if (layer.name == row.substr(kLayerPrefix.size())) {
            visit_fields(layer, visit);
            return true;
        }
    return false;
}

struct FoundNumber
{
    double* value = nullptr;
    FieldInfo info;
};

/// The number that is meant, which the profile keeps, or the reason why there is none.
Result<FoundNumber> find_number(Profile& profile, const RowField& where)
{
    FoundNumber found;
    std::vector<std::string> numbers;
    const bool has_row = visit_row(profile, where.row, [&](const FieldInfo& info, auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>) {
            numbers.emplace_back(info.name);
            if (info.name == where.field)
                found = {&value, info};
        }
    });
    if (!has_row) {
        std::vector<std::string> rows{"body"};
        if (profile.skin)
            rows.emplace_back("skin");
        if (profile.ligament)
            rows.emplace_back("ligament");
        if (profile.glide)
            rows.emplace_back("glide");
        for (const LayerRow& layer : profile.layers)
            rows.push_back(std::string(kLayerPrefix) + layer.name);
        return misfit("the profile has no row \"" + where.row + "\"" + suggestion(where.row, rows));
    }
    if (found.value == nullptr)
        return misfit("\"" + where.row + "\" has no number \"" + where.field + "\"" +
                      suggestion(where.field, numbers));
    return found;
}

bool has_rising_bounds(const std::vector<LayerRow>& layers)
{
    double below = 0.0;
    for (const LayerRow& layer : layers) {
        if (!(layer.outer_q12 > below))
            return false;
        below = layer.outer_q12;
    }
    return below == kQ12;
}

} // namespace

double modulus_pa(double compliance_q20)
{
    return kPascalsByCompliance / compliance_q20;
}

double compliance_q20(double modulus_pa)
{
    return kPascalsByCompliance / modulus_pa;
}

Status set_row_field(Profile& profile, const RowField& where, double value)
{
    const Result<FoundNumber> found = find_number(profile, where);
    if (!found)
        return found.error();
    if (!std::isfinite(value))
        return misfit(where.field + " must be finite, got " + format_number(value));
    const auto& [number, info] = found.value();
    const double low = info.low_excluded ? std::nextafter(info.low, info.high) : info.low;
    const double before = *number;
    *number = std::clamp(value, low, info.high);
    if (info.name == "outer_q12" && !has_rising_bounds(profile.layers)) {
        *number = before;
        return misfit("outer_q12 of \"" + where.row +
                      "\" must lie between its neighbours', and be 4096 for the last layer, got " +
                      format_number(value));
    }
    return Done{};
}

Result<double> row_field(const Profile& profile, const RowField& where)
{
    Profile copy = profile; // fields are visited as what can be changed
    const Result<FoundNumber> found = find_number(copy, where);
    if (!found)
        return found.error();
    return *found.value().value;
}

} // namespace drape::sim::tissue
