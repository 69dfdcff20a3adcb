#include "app/commands/commands.h"
#include "app/commands/common.h"
#include "app/commands/run_figures.h"
#include "app/compare.h"
#include "app/files.h"
#include "app/frame_json.h"
#include "sim/state_csv.h"
#include "sim/state_hash.h"
#include "sim/text.h"

#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <cstdio>
#include <optional>

namespace drape::app {

namespace {

bool print_hash(const sim::World& world)
{
    return print(std::to_string(world.step) + " " + sim::format_hash(sim::hash_state(world.state)) + "\n");
}

/// Steps one world, or two side by side for `both`. `step` makes one step and returns what went wrong.
template<class Step>
RunOutcome run_steps(const RunOptions& options, const sim::World& world, Step&& step)
{
    RunOutcome outcome;
    const auto begin = std::chrono::steady_clock::now();
    Progress progress("steps", options.steps);
    while (world.step < options.steps && !outcome.was_interrupted && !outcome.is_stdout_gone) {
        outcome.error = step();
        if (outcome.error)
            break;
        // The last step's hash is printed with the result.
        const bool is_due = options.hash_every > 0 && world.step % options.hash_every == 0;
        if (is_due && !options.json && world.step < options.steps && !print_hash(world))
            outcome.is_stdout_gone = true;
        progress.update(world.step);
        outcome.was_interrupted = is_interrupted();
    }
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return outcome;
}

RunOutcome run_single(const RunOptions& options, sim::World& world)
{
    sim::Stepper stepper(single_backend(options.backend), options.compute);
    return run_steps(options, world, [&]() -> std::optional<Error> {
        const sim::StepReport step = stepper.step(world);
        if (step.non_finite)
            return Error{ErrorKind::NonFinite, sim::describe(*step.non_finite, world)};
        return std::nullopt;
    });
}

RunOutcome run_both(const RunOptions& options, sim::World& world)
{
    sim::World twin = world;
    sim::Stepper native(sim::Backend::Native, options.compute);
    sim::Stepper interpreter(sim::Backend::Interpreter, options.compute);
    return run_steps(options, world, [&] { return step_and_compare(native, world, interpreter, twin); });
}

/// Writes what was asked for; the first failure is returned.
std::optional<Error> write_outputs(const RunOptions& options, const sim::World& world)
{
    if (!options.out.empty())
        if (const Status status = write_file_atomically(options.out, sim::write_state_csv(world)); !status)
            return status.error();
    if (!options.frame.empty()) {
        sim::Snapshot snapshot;
        sim::take_snapshot(world, snapshot);
        if (const Status status = write_file_atomically(options.frame, write_frame_json(snapshot)); !status)
            return status.error();
    }
    return std::nullopt;
}

bool print_result(const RunOptions& options, const sim::World& world, const RunOutcome& outcome,
                  const std::string& path)
{
    // With data on stdout already, the result line would spoil it.
    if (options.out == "-" || options.frame == "-")
        return true;
    if (!options.json)
        return print_hash(world);
    const nlohmann::ordered_json json = run_figures(world, outcome, path);
    return print(json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

/// A run that leans on the guard is stable and not accurate: its author should know.
void tell_of_guard(const sim::World& world)
{
    for (std::size_t i = 0; i < world.tissues.size(); ++i)
        if (world.tissue_reports[i].guard_rolled_back > 0)
            std::fprintf(
                stderr,
                "drape: tissue \"%s\": the inversion guard put particles back %llu times; more and "
                "shorter substeps (dt_us, substeps) would be more accurate\n",
                world.tissues[i]->name.c_str(),
                static_cast<unsigned long long>(world.tissue_reports[i].guard_rolled_back));
}

std::string kept(const RunOptions& options)
{
    std::string files;
    for (const std::string& file : {options.out, options.frame})
        if (!file.empty() && file != "-")
            files += (files.empty() ? "" : " and ") + file;
    return files.empty() ? std::string() : "; the state before it is in " + files;
}

} // namespace

RunOutcome run_world(const RunOptions& options, sim::World& world)
{
    return options.backend == BackendChoice::Both ? run_both(options, world) : run_single(options, world);
}

nlohmann::ordered_json run_figures(const sim::World& world, const RunOutcome& outcome,
                                   const std::string& scene)
{
    sim::Snapshot snapshot;
    sim::take_snapshot(world, snapshot);
    double kinetic = snapshot.stats.kinetic_energy;
    for (const sim::TissueStats& tissue : snapshot.stats.tissues)
        kinetic += tissue.kinetic_J;
    nlohmann::ordered_json json = {
        {"scene", scene},
        {"steps", world.step},
        {"time_s", snapshot.time},
        {"hash", sim::format_hash(snapshot.state_hash)},
        {"entities", world.particle_count()},
        {"kinetic_energy_J", kinetic},
        {"fastest_m_per_s", snapshot.stats.fastest},
        {"largest_strain", snapshot.stats.largest_strain},
        {"wall_s", outcome.seconds},
        {"finished", !outcome.error && !outcome.was_interrupted},
    };
    for (std::size_t i = 0; i < world.tissues.size(); ++i)
        json["tissues"].push_back({{"name", world.tissues[i]->name},
                                   {"volume_ratio", snapshot.stats.tissues[i].volume_ratio},
                                   {"least_volume", world.tissue_reports[i].least_volume},
                                   {"guard_mended", world.tissue_reports[i].guard_mended},
                                   {"guard_rolled_back", world.tissue_reports[i].guard_rolled_back}});
    return json;
}

ExitCode run_command(const RunOptions& options)
{
    Result<LoadedScene> loaded = load_scene(options.scene);
    if (!loaded)
        return report(loaded.error());
    if (const auto clash = find_clash(loaded.value().path, std::array{options.out, options.frame}))
        return report(*clash);
    for (const std::string& file : {options.out, options.frame})
        if (const Status writable = check_writable(file); !writable)
            return report(writable.error());
    sim::World& world = loaded.value().world;
    const RunOutcome outcome = run_world(options, world);

    const std::optional<Error> unwritten = write_outputs(options, world);
    if (unwritten)
        report(*unwritten);
    const bool printed =
        !outcome.is_stdout_gone && print_result(options, world, outcome, loaded.value().path);
    tell_of_guard(world);
    if (outcome.error)
        return report({outcome.error->kind, outcome.error->message + (unwritten ? "" : kept(options))});
    if (outcome.was_interrupted)
        return report({ErrorKind::Failed, "interrupted after step " + std::to_string(world.step) + " of " +
                                              std::to_string(options.steps) +
                                              (unwritten ? "" : kept(options))});
    return unwritten || !printed ? ExitCode::Unwritable : ExitCode::Done;
}

} // namespace drape::app
