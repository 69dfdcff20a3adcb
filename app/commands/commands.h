// One function for each verb. Each prints its data on stdout, its talk on stderr, and returns the exit
// code.
#pragma once

#include "app/cli.h"
#include "app/exit_code.h"

namespace drape::app {

ExitCode view_command(const ViewOptions& options);
ExitCode run_command(const RunOptions& options);
ExitCode jobs_command(const JobsOptions& options);
ExitCode job_command(const JobOptions& options);
ExitCode check_command(const CheckOptions& options);
ExitCode lower_command(const LowerOptions& options);
ExitCode gate_command(const GateOptions& options);
ExitCode shot_command(const ShotOptions& options);
ExitCode doctor_command(const DoctorOptions& options);
ExitCode replay_command(const ReplayOptions& options);

/// Carries out whatever the command line asked for.
ExitCode run_command(const Invocation& invocation);

} // namespace drape::app
