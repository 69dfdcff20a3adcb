#include "app/commands/commands.h"
#include "app/commands/common.h"
#include "app/files.h"
#include "sim/session.h"

namespace drape::app {

ExitCode replay_command(const ReplayOptions& options)
{
    const Result<std::string> text = read_file(options.session, kMaxSessionBytes);
    if (!text)
        return report(text.error());
    const Result<sim::Session> session = sim::read_session(text.value(), options.session);
    if (!session)
        return report(session.error());
    const Result<sim::ReplayResult> result =
        sim::replay(session.value(), single_backend(options.backend), options.compute);
    if (!result)
        return report({result.error().kind, options.session + ": " + result.error().message});
    if (!print(options.session + ": " + result.value().message + "\n"))
        return ExitCode::Unwritable;
    return result.value().matches() ? ExitCode::Done : ExitCode::CheckFailed;
}

} // namespace drape::app
