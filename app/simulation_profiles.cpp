// Profiles as files: loading, saving and going back, for the simulation.
#include "app/files.h"
#include "app/profile_files.h"
#include "app/scene_inputs.h"
#include "app/simulation.h"

#include <filesystem>
#include <utility>

namespace drape::app {

namespace {

/// "-" is the standard input to read_file and the standard output to write_file; here it is a file's name.
std::string as_file(const std::string& path)
{
    return path == "-" ? "./-" : path;
}

} // namespace

bool Simulation::has_tissue(std::uint32_t tissue) const
{
    const bool is_there = world_ && material_ && tissue < material_->profiles.size();
    if (!is_there)
        log_.add(LogLevel::Warning, "there is no tissue " + std::to_string(tissue));
    return is_there;
}

void Simulation::rebase_profile(std::uint32_t tissue, const std::string& path, const std::string& text,
                                const sim::tissue::Profile& profile)
{
    auto material = std::make_shared<MaterialView>(*material_);
    ProfileView& view = material->profiles[tissue];
    view.path = std::filesystem::absolute(path).lexically_normal().string();
    view.text = text;
    view.file = profile;
    view.now = world_->profiles[tissue];
    material_ = std::move(material);
    // A scene that is saved from now on names this file; no step reads the name.
    world_->scene.tissues[tissue].profile = profile_reference(path);
}

void Simulation::load_profile(const LoadProfile& command)
{
    if (!has_tissue(command.tissue))
        return;
    const std::string path = as_file(command.path);
    const Result<std::string> text = read_file(path, kMaxProfileBytes);
    if (!text) {
        log_.add(LogLevel::Error, text.error().message);
        return;
    }
    const sim::tissue::ParsedProfile parsed = sim::tissue::parse_profile(text.value());
    std::string said = sim::format_diagnostics(parsed.diagnostics, path, text.value());
    while (!said.empty() && said.back() == '\n')
        said.pop_back();
    if (!said.empty())
        log_.add(parsed.ok() ? LogLevel::Warning : LogLevel::Error, said);
    if (!parsed.ok() || !edit(sim::SetProfile{command.tissue, parsed.profile}))
        return;
    rebase_profile(command.tissue, path, text.value(), parsed.profile);
    log_.add(LogLevel::Notice,
             material_->profiles[command.tissue].tissue + " has the profile " + file_name(path));
}

void Simulation::save_profile(const SaveProfile& command)
{
    if (!has_tissue(command.tissue))
        return;
    const ProfileView& view = material_->profiles[command.tissue];
    const Result<std::string> target =
        profile_target(command.path.empty() ? "" : as_file(command.path), view.path);
    if (!target) {
        log_.add(LogLevel::Error, target.error().message);
        return;
    }
    const std::string text = sim::tissue::write_profile(view.now, view.text);
    const Status status = write_file_atomically(target.value(), text);
    tell(status, "saved the profile to " + target.value());
    if (status)
        rebase_profile(command.tissue, target.value(), text, sim::tissue::Profile(view.now));
}

void Simulation::revert_profile(const RevertProfile& command)
{
    if (has_tissue(command.tissue))
        edit(sim::SetProfile{command.tissue, material_->profiles[command.tissue].file});
}

} // namespace drape::app
