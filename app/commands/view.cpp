#include "app/commands/commands.h"
#include "app/commands/common.h"
#include "app/files.h"
#include "app/scene_inputs.h"
#include "app/viewer.h"

#include <array>
#include <cstdlib>
#include <filesystem>

namespace drape::app {

ExitCode view_command(const ViewOptions& options)
{
    ViewOptions found = options;
    if (found.scene == "-")
        return report({ErrorKind::Usage,
                       "the viewer cannot read a scene from standard input; save it to a file first"});
    found.scene = find_scene(found.scene.empty() ? std::string(kDefaultScene) : found.scene);
    std::error_code ignored;
    if (!std::filesystem::exists(found.scene, ignored))
        return report({ErrorKind::Unreadable, found.scene + ": cannot be read: no such file or folder"});
    if (const auto clash = find_clash(found.scene, std::array{found.session_out}))
        return report(*clash);
    // What a driver has to say goes into our own message; the person's own setting wins.
    ::setenv("LIBGL_DEBUG", "quiet", 0);
    const Status status = run_viewer(found);
    return status ? ExitCode::Done : report(status.error());
}

} // namespace drape::app
