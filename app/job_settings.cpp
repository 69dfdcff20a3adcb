#include "app/job_settings.h"

#include "app/profile_rows.h"
#include "sim/lang/fields.h"
#include "sim/lang/parser.h"
#include "sim/lang/values.h"
#include "sim/lang/writer.h"
#include "sim/text.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <string_view>
#include <type_traits>

namespace drape::app {

namespace {

using sim::SyntaxValue;

/// A setting's name in its parts: TARGET, ROW (may be empty) and FIELD.
struct SettingName
{
    std::string target, row, field;
};

std::optional<SettingName> split(const std::string& name)
{
    const std::size_t first = name.find('.'), last = name.rfind('.');
    if (first == std::string::npos || first == 0 || last + 1 == name.size())
        return std::nullopt;
    return SettingName{name.substr(0, first), first == last ? "" : name.substr(first + 1, last - first - 1),
                       name.substr(last + 1)};
}

/// JSON has one kind of text where the scene language has words, colours and strings.
template<class Target>
SyntaxValue shaped_for(SyntaxValue value)
{
    if (value.kind != SyntaxValue::Kind::String || std::is_same_v<Target, std::string> ||
        std::is_same_v<Target, std::optional<std::string>>)
        return value;
    if (std::is_same_v<Target, std::optional<std::uint32_t>>)
        value.kind = SyntaxValue::Kind::Color;
    else if (std::is_same_v<Target, sim::CageSource>) {
        const auto& shapes = sim::words<sim::tissue::CageShape>();
        if (std::any_of(shapes.begin(), shapes.end(), [&](const auto& w) { return w.text == value.text; }))
            value.kind = SyntaxValue::Kind::Word;
    } else
        value.kind = SyntaxValue::Kind::Word;
    return value;
}

/// The way of one setting through the blocks that it may mean.
class Attempt
{
public:
    Attempt(std::string field, const SyntaxValue& value)
        : field_(std::move(field))
        , value_(value)
    {}

    /// Sets the field if the block has it.
    template<class Block>
    void try_block(Block& block)
    {
        sim::visit_fields(block, [&](const sim::FieldInfo& info, auto& target) {
            known_.emplace_back(info.name);
            if (info.name != field_)
                return;
            was_found_ = true;
            if (const auto fault =
                    sim::assign_value(info, shaped_for<std::decay_t<decltype(target)>>(value_), target))
                fault_ = fault->message;
        });
    }
    void try_system(sim::SystemDesc& system)
    {
        std::visit([&](auto& block) { try_block(block); }, system);
        auto* const gravity = std::get_if<sim::GravitySystem>(&system);
        if (gravity == nullptr || !was_found_)
            return;
        // The form that the field belongs to, where it can say the whole acceleration.
        if (field_ == "acceleration")
            gravity->vertical_form = false;
        else if (field_ == "gravity_y")
            gravity->vertical_form = gravity->acceleration.x == 0.0 && gravity->acceleration.z == 0.0;
    }

    /// What to say, if it went wrong; `owner` is what was looked at.
    std::optional<std::string> fault(const std::string& owner) const
    {
        if (was_found_)
            return fault_;
        return owner + " has no field \"" + shortened(field_, 60) + "\"" + suggestion(field_, known_);
    }

private:
    std::string field_;
    SyntaxValue value_;
    std::vector<std::string> known_;
    bool was_found_ = false;
    std::optional<std::string> fault_;
};

/// Whether a system acts on the body, tissue or probe of this name.
bool acts_on(const sim::SystemDesc& system, const std::string& name)
{
    if (const auto* soft = std::get_if<sim::SoftSystem>(&system))
        return soft->body.text == name;
    if (const auto* tissue = std::get_if<sim::TissueSystem>(&system))
        return tissue->body.text == name;
    if (const auto* contact = std::get_if<sim::ContactSystem>(&system))
        return contact->body.text == name || contact->probe.text == name;
    return false;
}

/// Calls visit(block) for the block of the world that has this name; false where there is none.
template<class Visit>
bool visit_named(sim::SceneDesc& scene, const std::string& name, Visit&& visit)
{
    const auto look_in = [&](auto& blocks) {
        const auto found = std::find_if(blocks.begin(), blocks.end(),
                                        [&](const auto& block) { return block.name == name; });
        if (found == blocks.end())
            return false;
        visit(*found);
        return true;
    };
    return look_in(scene.entities) || look_in(scene.softs) || look_in(scene.tissues) ||
           look_in(scene.probes);
}

/// "system#3" gives 3.
std::optional<std::size_t> system_number(const std::string& target)
{
    constexpr std::string_view kPrefix = "system#";
    if (!target.starts_with(kPrefix))
        return std::nullopt;
    std::size_t number = 0;
    const char* const end = target.data() + target.size();
    const auto result = std::from_chars(target.data() + kPrefix.size(), end, number);
    return result.ec == std::errc() && result.ptr == end ? std::optional(number) : std::nullopt;
}

std::vector<std::string> target_names(const sim::SceneDesc& scene)
{
    std::vector<std::string> names;
    const auto add = [&](const auto& blocks) {
        for (const auto& block : blocks)
            names.push_back(block.name);
    };
    add(scene.entities);
    add(scene.softs);
    add(scene.tissues);
    add(scene.probes);
    for (const sim::SystemDesc& system : scene.systems)
        names.emplace_back(sim::kind_name(system));
    return names;
}

using Fault = std::optional<std::string>;

Fault set_gravity(const SyntaxValue& value, sim::SceneDesc& scene)
{
    if (value.kind != SyntaxValue::Kind::Tuple || value.tuple.size() != 3)
        return "three numbers [x, y, z] in m/s^2 expected, got " + shortened(value.text, 60);
    const glm::dvec3 acceleration(value.tuple[0], value.tuple[1], value.tuple[2]);
    bool was_found = false;
    for (sim::SystemDesc& system : scene.systems) {
        if (auto* gravity = std::get_if<sim::GravitySystem>(&system)) {
            gravity->acceleration = acceleration;
            gravity->vertical_form = acceleration.x == 0.0 && acceleration.z == 0.0;
            was_found = true;
        }
        if (auto* tissue = std::get_if<sim::TissueSystem>(&system)) {
            SyntaxValue in_g = value;
            for (double& axis : in_g.tuple)
                axis /= sim::kStandardGravity;
            Attempt attempt("gravity", in_g);
            attempt.try_block(*tissue);
            if (Fault fault = attempt.fault("the tissue system"))
                return fault;
            was_found = true;
        }
    }
    return was_found ? Fault() : "the scene has no gravity or tissue system";
}

/// Sets a field in every system that `is_meant`.
Fault set_in_systems(const SettingName& name, const SyntaxValue& value, const std::string& owner,
                     const std::function<bool(const sim::SystemDesc&)>& is_meant, sim::SceneDesc& scene)
{
    Attempt attempt(name.field, value);
    for (sim::SystemDesc& system : scene.systems)
        if (is_meant(system))
            attempt.try_system(system);
    return attempt.fault(owner);
}

Fault set_of_kind(const SettingName& name, const SyntaxValue& value, sim::SceneDesc& scene)
{
    return set_in_systems(
        name, value, "the system '" + name.target + "'",
        [&](const sim::SystemDesc& system) { return sim::kind_name(system) == name.target; }, scene);
}

Fault set_of_name(const SettingName& name, const SyntaxValue& value, sim::SceneDesc& scene)
{
    Attempt attempt(name.field, value);
    visit_named(scene, name.target, [&](auto& block) { attempt.try_block(block); });
    for (sim::SystemDesc& system : scene.systems)
        if (acts_on(system, name.target))
            attempt.try_system(system);
    return attempt.fault("\"" + name.target + "\"");
}

Fault set_of_number(std::size_t number, const SettingName& name, const SyntaxValue& value,
                    sim::SceneDesc& scene)
{
    if (number == 0 || number > scene.systems.size())
        return "the scene has " + count_of(scene.systems.size(), "system") + ", counted from 1";
    Attempt attempt(name.field, value);
    sim::SystemDesc& system = scene.systems[number - 1];
    attempt.try_system(system);
    return attempt.fault("system " + std::to_string(number) + ", '" + std::string(sim::kind_name(system)) +
                         "',");
}

Fault add_row(const SettingName& name, const SyntaxValue& value, SetScene& result)
{
    const auto& tissues = result.scene.tissues;
    const auto found = std::find_if(tissues.begin(), tissues.end(),
                                    [&](const auto& tissue) { return tissue.name == name.target; });
    if (found == tissues.end())
        return "the scene has no tissue \"" + name.target + "\"";
    if (value.kind != SyntaxValue::Kind::Number)
        return "a number expected, got " + shortened(value.text, 60);
    result.rows.push_back(
        {static_cast<std::uint32_t>(found - tissues.begin()), {name.row, name.field}, value.number});
    return std::nullopt;
}

/// What the settings set, from the general to the special: the special ones are put in last.
enum class Reach
{
    Everything,
    Kind,
    Name,
    Number,
};

struct Meaning
{
    Reach reach = Reach::Everything;
    SettingName name;
};

/// A name of the scene comes before a kind of system of the same name.
std::optional<Meaning> meaning_of(const std::string& setting, sim::SceneDesc& scene)
{
    if (setting == "gravity" || setting == "dt")
        return Meaning{Reach::Everything, {}};
    const std::optional<SettingName> name = split(setting);
    if (!name)
        return std::nullopt;
    if (system_number(name->target))
        return Meaning{Reach::Number, *name};
    if (visit_named(scene, name->target, [](const auto&) {}))
        return Meaning{Reach::Name, *name};
    const bool is_kind = name->row.empty() && std::any_of(scene.systems.begin(), scene.systems.end(),
                                                          [&](const sim::SystemDesc& system) {
                                                              return sim::kind_name(system) == name->target;
                                                          });
    return is_kind ? std::optional(Meaning{Reach::Kind, *name}) : std::nullopt;
}

std::string unknown_name(const std::string& setting, const sim::SceneDesc& scene)
{
    const std::optional<SettingName> name = split(setting);
    if (!name)
        return "NAME.FIELD, KIND.FIELD, system#N.FIELD, gravity or dt expected" +
               suggestion(setting, std::vector<std::string>{"gravity", "dt"});
    return "the scene has neither a name nor a system \"" + shortened(name->target, 60) + "\"" +
           suggestion(name->target, target_names(scene));
}

Fault apply(const JobSetting& setting, const Meaning& meaning, SetScene& result)
{
    switch (meaning.reach) {
    case Reach::Everything:
        if (setting.name == "gravity")
            return set_gravity(setting.value, result.scene);
        return set_in_systems(
            {"", "", "dt"}, setting.value, "no system of the scene",
            [](const sim::SystemDesc& system) {
                return sim::time_step(system) > 0.0 && !std::holds_alternative<sim::TissueSystem>(system);
            },
            result.scene);
    case Reach::Kind:
        return set_of_kind(meaning.name, setting.value, result.scene);
    case Reach::Name:
        return meaning.name.row.empty() ? set_of_name(meaning.name, setting.value, result.scene)
                                        : add_row(meaning.name, setting.value, result);
    case Reach::Number:
        break;
    }
    return set_of_number(*system_number(meaning.name.target), meaning.name, setting.value, result.scene);
}

/// What the reader would say to the scene as it is now: names that lead nowhere, systems that disagree on
/// dt, too many particles.
void check_as_text(SetScene& result)
{
    const sim::ParsedScene read = sim::parse_scene(sim::write_scene(result.scene));
    for (const sim::Diagnostic& diagnostic : read.diagnostics)
        if (diagnostic.severity == sim::Severity::Error)
            result.faults.push_back("the scene as set: " + diagnostic.message);
    if (read.ok() && !(read.scene == result.scene))
        result.faults.emplace_back("set: a text holds what the scene language cannot say");
}

} // namespace

SetScene apply_settings(const sim::SceneDesc& scene, std::span<const JobSetting> settings)
{
    SetScene result{scene, {}, {}};
    const auto blame = [&](const JobSetting& setting, const std::string& why) {
        result.faults.push_back("set \"" + shortened(setting.name, 60) + "\": " + why);
    };
    std::vector<std::optional<Meaning>> meanings;
    for (const JobSetting& setting : settings) {
        meanings.push_back(meaning_of(setting.name, result.scene));
        if (!meanings.back())
            blame(setting, unknown_name(setting.name, result.scene));
    }
    for (const Reach reach : {Reach::Everything, Reach::Kind, Reach::Name, Reach::Number})
        for (std::size_t i = 0; i < settings.size(); ++i)
            if (meanings[i] && meanings[i]->reach == reach)
                if (const Fault fault = apply(settings[i], *meanings[i], result))
                    blame(settings[i], *fault);
    if (!settings.empty() && result.faults.empty())
        check_as_text(result);
    return result;
}

std::string find_row_fault(const sim::tissue::Profile& profile, const sim::SetRowValue& row)
{
    std::vector<std::string> rows, fields;
    for (const ProfileRow& known : rows_of(profile))
        for (const ProfileNumber& number : known.numbers) {
            rows.push_back(number.where.row);
            if (number.where.row != row.where.row)
                continue;
            fields.emplace_back(number.where.field);
            if (number.where.field != row.where.field)
                continue;
            if (sim::is_in_range(number.info, row.value))
                return {};
            return row.where.field + " " + sim::range_in_words(number.info) + ", got " +
                   format_number(row.value);
        }
    if (fields.empty())
        return "the profile " + profile.name + " has no row \"" + shortened(row.where.row, 60) + "\"" +
               suggestion(row.where.row, rows);
    return "the row " + row.where.row + " has no number \"" + shortened(row.where.field, 60) + "\"" +
           suggestion(row.where.field, fields);
}

} // namespace drape::app
