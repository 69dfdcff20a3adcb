#include "sim/edit.h"

#include "sim/check.h"
#include "sim/lang/fields.h"
#include "sim/tissue_world.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace drape::sim {

namespace {

Error misfit(std::string message)
{
    return {ErrorKind::Failed, std::move(message)};
}

bool is_finite(const glm::dvec3& v)
{
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// The nearest number inside a field's range. An excluded low end gives the least number above it.
double into_range(const FieldInfo& info, double value)
{
    const double low = info.low_excluded ? std::nextafter(info.low, info.high) : info.low;
    return std::clamp(value, low, info.high);
}

void set_value(const FieldInfo& info, const glm::dvec3& value, double& target)
{
    target = into_range(info, value.x);
}
void set_value(const FieldInfo& info, const glm::dvec3& value, int& target)
{
    target = static_cast<int>(into_range(info, std::round(value.x)));
}
void set_value(const FieldInfo& info, const glm::dvec3& value, glm::dvec3& target)
{
    target = {into_range(info, value.x), into_range(info, value.y), into_range(info, value.z)};
}
void set_value(const FieldInfo&, const glm::dvec3& value, glm::dvec2& target)
{
    target = {std::min(value.x, value.y), std::max(value.x, value.y)};
}
template<class T>
requires std::is_enum_v<T>
void set_value(const FieldInfo&, const glm::dvec3& value, T& target)
{
    const auto& choices = words<T>();
    const double index = std::clamp(std::round(value.x), 0.0, static_cast<double>(choices.size() - 1));
    target = choices[static_cast<std::size_t>(index)].value;
}
template<class T>
void set_value(const FieldInfo& info, const glm::dvec3& value, std::optional<T>& target)
{
    T inner{};
    set_value(info, value, inner);
    target = inner;
}

template<class Target>
constexpr bool kIsEditable =
    !std::is_same_v<Target, NameRef> && !std::is_same_v<Target, std::string> &&
    !std::is_same_v<Target, std::optional<std::uint32_t>> && !std::is_same_v<Target, bool>;

/// Sets the named field of a block; false when there is none that can be edited.
template<class Block>
bool set_field(Block& block, const std::string& name, const glm::dvec3& value)
{
    bool found = false;
    visit_fields(block, [&](const FieldInfo& info, auto& target) {
        if constexpr (kIsEditable<std::decay_t<decltype(target)>>)
            if (info.name == name) {
                set_value(info, value, target);
                found = true;
            }
    });
    return found;
}

Status apply(const SetParameter& edit, World& world)
{
    if (edit.system >= world.scene.systems.size())
        return misfit("there is no system " + std::to_string(edit.system));
    if (!is_finite(edit.value))
        return misfit(edit.field + " must be finite");
    // A step's length is the scene's, not a knob: it would change what the recorded steps mean.
    const bool is_time_step = edit.field == "dt";
    SystemDesc& system = world.scene.systems[edit.system];
    const bool found =
        !is_time_step && std::visit([&](auto& s) { return set_field(s, edit.field, edit.value); }, system);
    if (!found)
        return misfit("system '" + std::string(kind_name(system)) + "' has no field \"" + edit.field +
                      "\" that can be changed while it runs");
    if (auto* gravity = std::get_if<GravitySystem>(&system))
        gravity->vertical_form = gravity->acceleration.x == 0.0 && gravity->acceleration.z == 0.0;
    ++world.material_revision;
    return Done{};
}

Status apply(const SetGravity& edit, World& world)
{
    if (!is_finite(edit.acceleration))
        return misfit("gravity must be finite");
    bool found = false;
    for (SystemDesc& system : world.scene.systems)
        if (auto* gravity = std::get_if<GravitySystem>(&system)) {
            gravity->acceleration = edit.acceleration;
            gravity->vertical_form = edit.acceleration.x == 0.0 && edit.acceleration.z == 0.0;
            found = true;
        }
    for (SystemDesc& system : world.scene.systems)
        if (auto* tissue = std::get_if<TissueSystem>(&system)) {
            set_field(*tissue, "gravity", edit.acceleration / kStandardGravity);
            found = true;
        }
    if (!found)
        return misfit("this scene has no gravity system");
    ++world.material_revision;
    return Done{};
}

Status apply(const SetProbeParameter& edit, World& world)
{
    if (edit.probe >= world.scene.probes.size())
        return misfit("there is no probe " + std::to_string(edit.probe));
    const bool is_scalar = edit.field == "radius" || edit.field == "speed";
    if (!is_scalar || !std::isfinite(edit.value))
        return misfit("a probe has no field \"" + edit.field + "\" that takes this value");
    set_field(world.scene.probes[edit.probe], edit.field, glm::dvec3(edit.value));
    return Done{};
}

/// Takes a changed profile if it fits the tissue's cage.
Status take_profile(std::uint32_t tissue, tissue::Profile profile, World& world)
{
    std::swap(world.profiles[tissue], profile);
    if (const Status status = refresh_material(world, tissue); !status) {
        std::swap(world.profiles[tissue], profile);
        return status;
    }
    ++world.material_revision;
    refresh_topology(world);
    return Done{};
}

Status apply(const SetRowValue& edit, World& world)
{
    if (edit.tissue >= world.tissues.size())
        return misfit("there is no tissue " + std::to_string(edit.tissue));
    tissue::Profile profile = world.profiles[edit.tissue];
    if (const Status status = tissue::set_row_field(profile, edit.where, edit.value); !status)
        return status;
    return take_profile(edit.tissue, std::move(profile), world);
}

Status apply(const SetProfile& edit, World& world)
{
    if (edit.tissue >= world.tissues.size())
        return misfit("there is no tissue " + std::to_string(edit.tissue));
    // Only what could have been read is taken, whoever made it.
    const tissue::ParsedProfile read = tissue::parse_profile(tissue::write_profile(edit.profile, ""));
    if (!read.ok())
        return misfit("this is no profile: " + read.diagnostics.front().message);
    return take_profile(edit.tissue, edit.profile, world);
}

Status apply(const MoveProbe& edit, World& world)
{
    if (edit.probe >= world.state.probes.size())
        return misfit("there is no probe " + std::to_string(edit.probe));
    if (!is_finite(edit.a) || !is_finite(edit.b))
        return misfit("a probe's target must be finite");
    world.state.probes[edit.probe].target_a = edit.a;
    world.state.probes[edit.probe].target_b = edit.b;
    return Done{};
}

Status apply(const Grab& edit, World& world)
{
    if (!is_movable(world, edit.entity))
        return misfit("entity " + std::to_string(edit.entity) + " cannot be grabbed");
    if (!is_finite(edit.target))
        return misfit("a grab's target must be finite");
    world.state.grab = GrabState{edit.entity, edit.target};
    return Done{};
}

Status apply(const Release&, World& world)
{
    world.state.grab.reset();
    return Done{};
}

Status apply(const Reset&, World& world)
{
    reset_state(world);
    return Done{};
}

} // namespace

Status apply_edit(const Edit& edit, World& world)
{
    return std::visit([&](const auto& e) { return apply(e, world); }, edit);
}

} // namespace drape::sim
