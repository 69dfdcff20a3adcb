#include "app/commands/commands.h"
#include "app/commands/common.h"

#include <cstdio>
#include <new>
#include <type_traits>

namespace drape::app {

ExitCode run_command(const Invocation& invocation)
try {
    catch_interrupts();
    return std::visit(
        [](const auto& options) {
            using Options = std::decay_t<decltype(options)>;
            if constexpr (std::is_same_v<Options, ViewOptions>)
                return view_command(options);
            else if constexpr (std::is_same_v<Options, RunOptions>)
                return run_command(options);
            else if constexpr (std::is_same_v<Options, JobsOptions>)
                return jobs_command(options);
            else if constexpr (std::is_same_v<Options, JobOptions>)
                return job_command(options);
            else if constexpr (std::is_same_v<Options, CheckOptions>)
                return check_command(options);
            else if constexpr (std::is_same_v<Options, LowerOptions>)
                return lower_command(options);
            else if constexpr (std::is_same_v<Options, GateOptions>)
                return gate_command(options);
            else if constexpr (std::is_same_v<Options, ShotOptions>)
                return shot_command(options);
            else if constexpr (std::is_same_v<Options, DoctorOptions>)
                return doctor_command(options);
            else if constexpr (std::is_same_v<Options, ReplayOptions>)
                return replay_command(options);
            else if constexpr (std::is_same_v<Options, PrintText>)
                return print(options.text) ? ExitCode::Done : ExitCode::Unwritable;
            else
                return report({ErrorKind::Usage, options.text});
        },
        invocation);
} catch (const std::bad_alloc&) {
    return report({ErrorKind::Unreadable, "out of memory"});
}

} // namespace drape::app
