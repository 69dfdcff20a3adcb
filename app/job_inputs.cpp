#include "app/job_inputs.h"

#include "app/commands/common.h"
#include "app/files.h"
#include "app/scene_inputs.h"
#include "sim/check.h"
#include "sim/lang/parser.h"
#include "sim/lang/writer.h"
#include "sim/state_hash.h"
#include "sim/text.h"

#include <cstdio>
#include <utility>

namespace drape::app {

namespace {

/// Texts one after the other, each with its length in front, so that no two lists give the same bytes.
class Bytes
{
public:
    Bytes& add(std::string_view text)
    {
        bytes_ += std::to_string(text.size()) + ":";
        bytes_ += text;
        return *this;
    }
    std::uint64_t hash() const { return sim::hash_bytes(bytes_); }

private:
    std::string bytes_;
};

std::uint64_t hash_files(const sim::SceneFiles& files)
{
    Bytes bytes;
    for (const auto& [name, content] : files)
        bytes.add(name).add(sim::format_hash(sim::hash_bytes(content)));
    return bytes.hash();
}

std::string fingerprint_of(const JobInputs& inputs, std::uint64_t files_hash, std::uint64_t steps)
{
    Bytes bytes;
    bytes.add(sim::write_scene(inputs.scene)).add(sim::format_hash(files_hash)).add(std::to_string(steps));
    for (const sim::SetRowValue& row : inputs.rows)
        bytes.add(std::to_string(row.tissue))
            .add(row.where.row)
            .add(row.where.field)
            .add(format_number(row.value));
    return sim::format_hash(bytes.hash());
}

/// Puts the rows into the profiles that they are for, to see whether they can be.
void check_rows(JobInputs& inputs)
{
    std::map<std::uint32_t, sim::tissue::Profile> profiles;
    for (const sim::SetRowValue& row : inputs.rows) {
        const sim::TissueDesc& tissue = inputs.scene.tissues[row.tissue];
        if (!profiles.contains(row.tissue)) {
            const sim::tissue::ParsedProfile read =
                sim::tissue::parse_profile(inputs.files->find(tissue.profile)->second);
            if (!read.ok()) {
                inputs.faults.push_back("the profile " + tissue.profile + " has errors: " +
                                        read.diagnostics.front().message + "; see drape check");
                return;
            }
            profiles[row.tissue] = read.profile;
        }
        sim::tissue::Profile& profile = profiles[row.tissue];
        std::string fault = find_row_fault(profile, row);
        if (fault.empty())
            if (const Status status = sim::tissue::set_row_field(profile, row.where, row.value); !status)
                fault = status.error().message;
        if (!fault.empty())
            inputs.faults.push_back("set \"" + tissue.name + "." + shortened(row.where.row, 60) + "." +
                                    shortened(row.where.field, 60) + "\": " + fault);
    }
}

} // namespace

const JobReader::Scene& JobReader::scene(const std::string& argument)
{
    const auto [found, is_new] = scenes_.try_emplace(argument);
    Scene& scene = found->second;
    if (!is_new)
        return scene;
    scene.path = find_scene(argument);
    scene.title = file_name(scene.path);
    const Result<std::string> text = read_file(scene.path, kMaxSceneBytes);
    if (!text) {
        scene.fault = text.error().message;
        return scene;
    }
    sim::ParsedScene parsed = sim::parse_scene(text.value());
    print_diagnostics(stderr, parsed.diagnostics, scene.path, text.value());
    if (!parsed.ok())
        scene.fault = scene.path + ": the scene has errors";
    scene.desc = std::move(parsed.scene);
    return scene;
}

const JobReader::Files& JobReader::files(const Scene& scene, const sim::SceneDesc& as_set)
{
    std::string key = scene.path;
    for (const sim::NeededFile& file : sim::needed_files(as_set))
        key += '\0' + file.name;
    const auto [found, is_new] = files_.try_emplace(key);
    Files& files = found->second;
    if (!is_new)
        return files;
    Result<sim::SceneFiles> read = read_scene_files(as_set, scene.path);
    if (!read) {
        files.fault = read.error().message;
        return files;
    }
    files.hash = hash_files(read.value());
    files.files = std::make_shared<const sim::SceneFiles>(std::move(read).value());
    return files;
}

JobInputs JobReader::read(const Job& job)
{
    JobInputs inputs;
    const Scene& source = scene(job.scene);
    if (!source.fault.empty()) {
        inputs.faults.push_back(source.fault);
        return inputs;
    }
    SetScene as_set = apply_settings(source.desc, job.settings);
    inputs.faults = std::move(as_set.faults);
    if (!inputs.faults.empty())
        return inputs;
    const Files& read = files(source, as_set.scene);
    if (!read.fault.empty()) {
        inputs.faults.push_back(read.fault);
        return inputs;
    }
    inputs.scene = std::move(as_set.scene);
    inputs.rows = std::move(as_set.rows);
    inputs.title = source.title;
    inputs.files = read.files;
    check_rows(inputs);
    inputs.fingerprint = fingerprint_of(inputs, read.hash, job.steps);
    return inputs;
}

Result<sim::World> build_job_world(const JobInputs& inputs)
{
    DRAPE_ASSERT(inputs.faults.empty());
    Result<sim::World> world = sim::build_world(inputs.scene, inputs.title, *inputs.files);
    if (!world)
        return world;
    for (const sim::SetRowValue& row : inputs.rows)
        if (const Status status = sim::apply_edit(row, world.value()); !status)
            return status.error();
    return world;
}

} // namespace drape::app
