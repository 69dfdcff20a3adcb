#include "tests/sim/random_profile.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace drape::test {

using namespace sim::tissue;

namespace {

std::string random_name(Random& random, std::size_t longest)
{
    static const std::vector<std::string> kLetters = {
        "a", "b", "Z", " ", "\"", "'", "\\", "#", "=", "[", "]", "é", "\xF0\x9F\x8E\x97", "\xE2\x80\xA8",
        "."};
    std::string name = "n";
    while (random.chance(0.9)) {
        const std::string& letter = kLetters[random.below(kLetters.size())];
        if (name.size() + letter.size() > longest)
            break;
        name += letter;
    }
    return name;
}

void randomize(Random& random, const sim::FieldInfo& info, double& value)
{
    const double low = info.low_excluded ? std::nextafter(info.low, info.high) : info.low;
    if (random.chance(0.3))
        return;
    value = random.chance(0.1)   ? low
            : random.chance(0.1) ? info.high
            : random.chance(0.5)
                ? std::clamp(std::floor(random.between(info.low, info.high)), low, info.high)
                : random.between(low, info.high);
}
void randomize(Random& random, const sim::FieldInfo& info, std::string& value)
{
    value = random_name(random, 60);
    if (!info.required && random.chance(0.5))
        value = random.chance(0.5) ? "" : value + "\n\t" + random_name(random, 500);
}
void randomize(Random& random, const sim::FieldInfo&, std::optional<std::uint32_t>& value)
{
    value.reset();
    if (random.chance(0.5))
        value = random.below(0x1000000);
}
void randomize(Random& random, const sim::FieldInfo&, std::optional<Band>& value)
{
    value.reset();
    if (random.chance(0.5))
        return;
    const double a = random.any_finite();
    const double b = random.any_finite();
    value = Band{std::min(a, b), std::max(a, b)};
}

void randomize_bounds(Random& random, std::vector<LayerRow>& layers)
{
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const double share = static_cast<double>(i + 1) / static_cast<double>(layers.size());
        layers[i].outer_q12 = i + 1 == layers.size() ? kQ12 : kQ12 * share - random.between(0.0, 200.0);
    }
}

} // namespace

Profile random_profile(Random& random)
{
    Profile profile;
    const auto fill = [&](const sim::FieldInfo& info, auto& value) { randomize(random, info, value); };
    visit_body_fields(profile, fill);
    if (random.chance(0.5))
        visit_fields(profile.skin.emplace(), fill);
    if (random.chance(0.5))
        visit_fields(profile.ligament.emplace(), fill);
    if (random.chance(0.5))
        visit_fields(profile.glide.emplace(), fill);
    if (random.chance(0.5))
        visit_fields(profile.bands, fill);
    const std::uint32_t count = 1 + random.below(random.chance(0.2) ? kMaxLayers : 4);
    for (std::uint32_t i = 0; i < count; ++i) {
        LayerRow& layer = profile.layers.emplace_back();
        visit_fields(layer, fill);
        layer.name = std::to_string(i) + layer.name.substr(0, random.below(2));
    }
    randomize_bounds(random, profile.layers);
    return profile;
}

void change_profile(Random& random, Profile& profile)
{
    const auto fill = [&](const sim::FieldInfo& info, auto& value) {
        if (random.chance(0.2))
            randomize(random, info, value);
    };
    std::vector<LayerRow>& layers = profile.layers;
    const std::size_t some = random.below(layers.size());
    switch (random.below(7)) {
    case 0:
        visit_body_fields(profile, fill);
        break;
    case 1:
        profile.skin = random.chance(0.5) ? std::nullopt : std::optional(SkinRow{});
        break;
    case 2:
        visit_fields(profile.ligament ? *profile.ligament : profile.ligament.emplace(), fill);
        break;
    case 3:
        if (random.chance(0.5))
            visit_fields(profile.glide ? *profile.glide : profile.glide.emplace(), fill);
        else
            profile.glide.reset();
        visit_fields(profile.bands, fill);
        break;
    case 4:
        if (layers.size() > 1)
            layers.erase(layers.begin() + static_cast<std::ptrdiff_t>(some));
        break;
    case 5:
        if (layers.size() < kMaxLayers)
            layers.insert(layers.begin() + static_cast<std::ptrdiff_t>(some), LayerRow())->name = "new";
        break;
    default: {
        const std::string name = layers[some].name;
        visit_fields(layers[some], fill);
        layers[some].name = random.chance(0.5) ? name : name + "'";
    }
    }
    for (std::size_t i = 0; i < layers.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (layers[j].name == layers[i].name)
                layers[i].name += "+";
    randomize_bounds(random, layers);
}

} // namespace drape::test
