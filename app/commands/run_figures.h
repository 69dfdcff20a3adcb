// A run without a window and the figures it ends with: what `run --json` and a job's result line share.
#pragma once

#include "app/cli.h"
#include "sim/result.h"
#include "sim/world.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace drape::app {

/// How far a run came, and what ended it early.
struct RunOutcome
{
    std::optional<Error> error;
    bool was_interrupted = false;
    bool is_stdout_gone = false; ///< Already reported.
    double seconds = 0.0;        ///< Wall-clock time of the steps.
};

/// Steps the world up to `options.steps` with the backend of the options, and a copy of it beside it for
/// `both`. The world ends at the last good step.
RunOutcome run_world(const RunOptions& options, sim::World& world);

/// The figures of the state that a run ended with; `scene` is only passed on.
nlohmann::ordered_json run_figures(const sim::World& world, const RunOutcome& outcome,
                                   const std::string& scene);

} // namespace drape::app
