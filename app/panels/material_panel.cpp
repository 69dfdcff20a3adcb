#include "app/field_views.h"
#include "app/panels/widgets.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace drape::app {

namespace {

constexpr double kWide = 1000.0;        // m: how far a number without a slider can be dragged
constexpr std::size_t kFewJoints = 4;   // shown one by one
constexpr std::size_t kSomeJoints = 48; // listed one by one under a header

/// What a slider of this field offers.
Range slider_range(const sim::FieldInfo& info)
{
    if (info.slider_high > info.slider_low)
        return {info.slider_low, info.slider_high};
    return {std::max(info.low, -kWide), std::min(info.high, kWide)};
}

/// The value to show: the one on its way, else the scene's.
glm::dvec3 shown_value(const View& view, std::uint32_t system, const FieldView& field)
{
    return view.state.pending.parameter(system, field.info.name).value_or(field.value);
}

std::optional<glm::dvec3> number_field_row(const Row& row, const FieldView& field, double value)
{
    const Range range = slider_range(field.info);
    const bool has_slider = field.info.slider_high > field.info.slider_low;
    const std::optional<double> edited =
        has_slider ? slider_row(row, value, range) : number_row(row, value, range, 0.01);
    return edited ? std::optional(glm::dvec3(*edited, 0.0, 0.0)) : std::nullopt;
}

std::optional<glm::dvec3> pair_row(const Row& row, const glm::dvec3& value)
{
    // Two numbers under one label; x stays below y, as the scene language asks.
    const Range wide = {-kWide, kWide};
    const std::string low = std::string(row.label) + " low", high = std::string(row.label) + " high";
    const auto x = number_row({low.c_str(), row.tooltip, row.format}, value.x, wide, 0.01);
    const auto y = number_row({high.c_str(), row.tooltip, row.format}, value.y, wide, 0.01);
    if (!x && !y)
        return std::nullopt;
    return glm::dvec3(x ? std::min(*x, value.y) : value.x, y ? std::max(*y, value.x) : value.y, 0.0);
}

/// One row; returns the new value.
std::optional<glm::dvec3> field_row(const FieldView& field, const glm::dvec3& value,
                                    std::optional<double> file_value)
{
    const std::string label = label_of(field.info), help = help_of(field.info);
    const Range range = slider_range(field.info);
    const std::string format =
        field.kind == FieldKind::Whole
            ? "%.0f"
            : format_of(range.low, std::min(range.high, range.low + 100.0), field.info.unit);
    const Row row{label.c_str(), help.c_str(), format.c_str(), file_value};
    const auto scalar = [](double x) { return glm::dvec3(x, 0.0, 0.0); };
    switch (field.kind) {
    case FieldKind::Number:
        return number_field_row(row, field, value.x);
    case FieldKind::Whole:
        if (const auto edited = whole_slider_row(row, static_cast<int>(std::lround(value.x)),
                                                 static_cast<int>(range.low), static_cast<int>(range.high)))
            return scalar(*edited);
        return std::nullopt;
    case FieldKind::Choice:
        if (const auto edited = list_row(row, static_cast<std::size_t>(value.x), field.words))
            return scalar(static_cast<double>(*edited));
        return std::nullopt;
    case FieldKind::Vector:
        return vector_row({row.label, row.tooltip, "%.2f"}, value, range, 0.01);
    case FieldKind::Pair:
        return pair_row(row, value);
    }
    return std::nullopt;
}

/// The value of the same field in the scene's file, where one number says it.
std::optional<double> file_value(const std::vector<FieldView>& file_fields, const FieldView& field)
{
    for (const FieldView& other : file_fields)
        if (other.info.name == field.info.name && field.kind != FieldKind::Vector &&
            field.kind != FieldKind::Pair)
            return other.value.x;
    return std::nullopt;
}

void draw_system_fields(const View& view, Commands& commands, std::uint32_t system)
{
    const MaterialView& material = *view.sim.material;
    const std::vector<FieldView> file_fields = editable_fields(material.file_systems[system]);
    for (const FieldView& field : editable_fields(material.systems[system]))
        if (const auto value =
                field_row(field, shown_value(view, system, field), file_value(file_fields, field)))
            commands.push_back(sim::SetParameter{system, std::string(field.info.name), *value});
}

/// "ground_contact" as "Ground contact".
std::string heading(std::string title)
{
    if (!title.empty())
        title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
    // Only the keyword's: names of bodies are shown as they are written.
    const auto end = title.begin() + static_cast<std::ptrdiff_t>(std::min(title.find('('), title.size()));
    std::replace(title.begin(), end, '_', ' ');
    return title;
}

void draw_system(const View& view, Commands& commands, std::uint32_t system)
{
    ImGui::PushID(static_cast<int>(system));
    subheading(view, heading(view.sim.material->titles[system]).c_str());
    draw_system_fields(view, commands, system);
    ImGui::PopID();
}

/// Sliders that set a field of every joint at once; they show the first joint's value.
void draw_all_joints(const View& view, Commands& commands, const std::vector<std::uint32_t>& joints)
{
    ImGui::PushID("all");
    const MaterialView& material = *view.sim.material;
    const std::vector<FieldView> file_fields = editable_fields(material.file_systems[joints.front()]);
    for (const FieldView& field : editable_fields(material.systems[joints.front()])) {
        if (field.kind != FieldKind::Whole && field.info.name != "stiffness" &&
            field.info.name != "damping")
            continue;
        const auto value =
            field_row(field, shown_value(view, joints.front(), field), file_value(file_fields, field));
        if (!value)
            continue;
        for (const std::uint32_t joint : joints)
            commands.push_back(sim::SetParameter{joint, std::string(field.info.name), *value});
    }
    ImGui::PopID();
}

void draw_joints(const View& view, Commands& commands, const std::vector<std::uint32_t>& joints)
{
    if (joints.size() <= kFewJoints) {
        for (const std::uint32_t joint : joints)
            draw_system(view, commands, joint);
        return;
    }
    subheading(view, text_format("All %zu joints", joints.size()).c_str());
    draw_all_joints(view, commands, joints);
    if (!fold(view, "One by one", "Each joint with all its fields"))
        return;
    for (std::size_t i = 0; i < std::min(joints.size(), kSomeJoints); ++i) {
        ImGui::PushID(static_cast<int>(joints[i]));
        if (fold(view, heading(view.sim.material->titles[joints[i]]).c_str(), "All fields of this joint"))
            draw_system_fields(view, commands, joints[i]);
        ImGui::PopID();
    }
    if (joints.size() > kSomeJoints)
        hint(text_format("and %zu joints more; edit them in the scene's file", joints.size() - kSomeJoints)
                 .c_str());
}

bool is_for_this_panel(const sim::SystemDesc& system)
{
    // Gravity has a panel of its own; the others have nothing to change but their time step.
    return !std::holds_alternative<sim::GravitySystem>(system) &&
           !std::holds_alternative<sim::IntegrateSystem>(system) &&
           !std::holds_alternative<sim::UpdateVelocitySystem>(system);
}

} // namespace

void draw_material_panel(const View& view, Commands& commands)
{
    const Card card(view, commands, Panel::Material, "Material");
    if (!card.is_open())
        return;
    if (!view.sim.material) {
        hint("No scene is open.");
        return;
    }
    const std::vector<sim::SystemDesc>& systems = view.sim.material->systems;
    std::vector<std::uint32_t> joints;
    std::size_t shown = 0;
    for (std::uint32_t i = 0; i < systems.size(); ++i) {
        if (std::holds_alternative<sim::JointSystem>(systems[i]))
            joints.push_back(i);
        else if (is_for_this_panel(systems[i]) && ++shown > 0)
            draw_system(view, commands, i);
    }
    if (!joints.empty())
        draw_joints(view, commands, joints);
    if (shown == 0 && joints.empty())
        hint("This scene has no system with a material to change.");
}

} // namespace drape::app
