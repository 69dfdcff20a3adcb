#include "app/field_views.h"
#include "app/panels/widgets.h"
#include "app/profile_rows.h"

#include <algorithm>
#include <array>
#include <utility>

namespace drape::app {

namespace {

constexpr float kLabelShare = 0.53f; // names of layers are long

/// What the rows of one tissue are drawn from.
struct Rows
{
    const View& view;
    Commands& commands;
    std::uint32_t tissue = 0;
    sim::tissue::Profile now; // with the edits on their way
    const ProfileView& source;

    bool is_changed(const ProfileNumber& number) const
    {
        const std::optional<double> file = number_of(source.file, number.where);
        return file && *file != number.value;
    }
};

std::string format_for(const NumberForm& form, const ProfileNumber& number)
{
    if (form.is_compliance)
        return "%.4g";
    if (form.unit == "%")
        return "%.1f %%";
    return (number.info.slider_high < 2.0 * form.per_unit ? "%.3f " : "%.2f ") + form.unit;
}

std::string tooltip_for(const NumberForm& form, const ProfileNumber& number)
{
    std::string help = help_of({.name = number.info.name, .help = number.info.help});
    if (form.is_compliance)
        help += number.where.field == "volume_compliance_q20"
                    ? " 1048576 = 1 s²/g; beside it the bulk modulus."
                    : " 1048576 = 1 s²/g; beside it Young's modulus.";
    else if (!form.unit.empty())
        help += " In " + form.unit + ".";
    return help + " In the file: " + std::string(number.info.name) + ". Ctrl-click types a number.";
}

/// The control of one number; sends what the person sets it to.
void draw_number(const Rows& rows, const ProfileNumber& number, const std::string& label, float label_share)
{
    const NumberForm form = form_of(number.info);
    const std::optional<double> file = number_of(rows.source.file, number.where);
    const std::string help = tooltip_for(form, number), format = format_for(form, number),
                      modulus =
                          form.is_compliance ? modulus_text(sim::tissue::modulus_pa(number.value)) : "";
    const Row row{label.c_str(),   help.c_str(),
                  format.c_str(),  file ? std::optional(*file / form.per_unit) : std::nullopt,
                  modulus.c_str(), label_share};
    const Range range{number.info.slider_low / form.per_unit, number.info.slider_high / form.per_unit};
    const auto edited = slider_row(row, number.value / form.per_unit, range,
                                   form.is_compliance ? Scaling::Logarithmic : Scaling::Linear);
    if (!edited)
        return;
    // The file's own number, not one that went through another unit.
    const bool is_files = row.file_value && *edited == *row.file_value;
    rows.commands.push_back(
        sim::SetRowValue{rows.tissue, number.where, is_files ? *file : *edited * form.per_unit});
}

std::optional<std::uint32_t> swatch_of(const Rows& rows, const ProfileRow& row)
{
    const auto& tissues = rows.view.sim.snapshot.topology->tissues;
    if (rows.tissue >= tissues.size())
        return std::nullopt;
    const sim::SnapshotTissue& tissue = tissues[rows.tissue];
    if (row.is_layer)
        return row.layer < tissue.layers.size() ? std::optional(tissue.layers[row.layer].color)
                                                : std::nullopt;
    return row.title == "Skin" ? std::optional(tissue.skin_color) : std::nullopt;
}

std::string changes_text(const Rows& rows, const ProfileRow& row)
{
    std::string text = row.title;
    for (const ProfileNumber& number : row.numbers)
        if (rows.is_changed(number)) {
            const NumberForm form = form_of(number.info);
            text += "\n" + form.label + ": in the file " +
                    text_format("%.4g %s", *number_of(rows.source.file, number.where) / form.per_unit,
                                form.unit.c_str());
        }
    return text;
}

/// A row that opens: its compliance beside its name, the other numbers below.
void draw_row(const Rows& rows, const ProfileRow& row)
{
    ImGui::PushID(row.numbers.front().where.row.c_str());
    const bool is_changed = std::any_of(row.numbers.begin(), row.numbers.end(),
                                        [&](const ProfileNumber& n) { return rows.is_changed(n); });
    const bool is_open =
        fold_label(rows.view, row.title.c_str(),
                   {swatch_of(rows, row), is_changed, changes_text(rows, row)}, kLabelShare);
    draw_number(rows, row.numbers.front(), "compliance_q20", 0.0f);
    if (is_open) {
        // The controls stay in one column although the labels are moved in.
        const float indent = 14 * rows.view.scale, width = ImGui::GetContentRegionAvail().x;
        const float label_share = (kLabelShare * width - indent) / std::max(1.0f, width - indent);
        ImGui::Indent(indent);
        for (std::size_t i = 1; i < row.numbers.size(); ++i)
            draw_number(rows, row.numbers[i], form_of(row.numbers[i].info).label,
                        std::max(0.1f, label_share));
        ImGui::Unindent(indent);
        ImGui::Dummy({1, 2 * rows.view.scale});
    }
    ImGui::PopID();
}

void draw_rows(const Rows& rows)
{
    for (const ProfileRow& row : rows_of(rows.now)) {
        if (row.numbers.front().where.field == "compliance_q20") {
            draw_row(rows, row);
            continue;
        }
        ImGui::PushID(row.numbers.front().where.row.c_str());
        for (const ProfileNumber& number : row.numbers)
            draw_number(rows, number, "Body damping", kLabelShare);
        ImGui::PopID();
    }
}

void choose_tissue(const View& view, Commands& commands, std::uint32_t chosen)
{
    std::vector<std::string> names;
    for (const ProfileView& profile : view.sim.material->profiles)
        names.push_back(profile.tissue);
    if (names.size() < 2)
        return;
    if (const auto other = list_row({"Tissue", "Which tissue this panel shows"}, chosen, names))
        commands.push_back(SelectTissue{static_cast<std::uint32_t>(*other)});
}

void choose_profile(const Rows& rows)
{
    std::vector<std::string> titles;
    std::size_t chosen = rows.view.state.profiles.size();
    for (const ProfileFile& file : rows.view.state.profiles) {
        if (file.path == rows.source.path)
            chosen = titles.size();
        titles.push_back(file.title);
    }
    const std::string help = "Puts another profile on the tissue. Now: " +
                             (rows.source.path.empty() ? rows.source.file.name : rows.source.path);
    Row row{"Profile", help.c_str()};
    row.label_share = 0.28f;
    if (const auto other = list_row(row, chosen, titles))
        rows.commands.push_back(LoadProfile{rows.tissue, rows.view.state.profiles[*other].path});
}

void draw_buttons(const Rows& rows)
{
    const bool is_changed = !(rows.now == rows.source.file);
    const float half = 0.5f * (ImGui::GetContentRegionAvail().x - 4 * rows.view.scale);
    ImGui::BeginDisabled(!is_changed);
    if (text_button("Save",
                    "Writes the changes to the profile's file and keeps its comments. A profile that came "
                    "with Drape stays as it is: a copy is made among your own, and the log says where",
                    half))
        rows.commands.push_back(SaveProfile{rows.tissue, ""});
    ImGui::SameLine(0, 4 * rows.view.scale);
    if (text_button("Revert", "Back to the profile as its file has it", half))
        rows.commands.push_back(RevertProfile{rows.tissue});
    ImGui::EndDisabled();
    if (!fold(rows.view, "Load and save as", "Profiles by the path of their file"))
        return;
    if (auto path = path_row(rows.view, rows.commands, Draft::LoadProfilePath, "profile.toml", "Load",
                             "Path of a profile to put on the tissue."))
        rows.commands.push_back(LoadProfile{rows.tissue, std::move(*path)});
    if (auto path = path_row(rows.view, rows.commands, Draft::SaveProfilePath, "save profile as", "Save",
                             "Writes the profile with all changes made here, as a .toml file; the "
                             "comments of the file it came from are kept."))
        rows.commands.push_back(SaveProfile{rows.tissue, std::move(*path)});
}

} // namespace

void draw_profile_panel(const View& view, Commands& commands)
{
    const Card card(view, commands, Panel::Profile, "Profile");
    if (!card.is_open() || !view.sim.material || !view.sim.snapshot.topology)
        return;
    const std::vector<ProfileView>& profiles = view.sim.material->profiles;
    if (profiles.empty()) {
        hint("This scene has no tissue.");
        return;
    }
    const std::uint32_t tissue =
        view.state.selected_tissue < profiles.size() ? view.state.selected_tissue : 0;
    choose_tissue(view, commands, tissue);
    const Rows rows{view, commands, tissue, shown_profile(view.state, view.sim, tissue), profiles[tissue]};
    choose_profile(rows);
    draw_rows(rows);
    draw_buttons(rows);
}

} // namespace drape::app
