#include "app/viewer.h"

#include "app/viewer_loop.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace drape::app {

Status run_viewer(const ViewOptions& options)
{
    const Result<Settings> loaded = load_settings();
    const Settings settings = loaded ? loaded.value() : Settings{};
    const PixelSize remembered{settings.window_width, settings.window_height};
    const PixelSize size = options.size != ViewOptions{}.size ? options.size : remembered;
    Result<std::unique_ptr<Window>> window =
        Window::create(std::max(1, size.width_px), std::max(1, size.height_px), "Drape");
    if (!window)
        return window.error();
    Viewer viewer(options, settings, std::move(window).value());
    if (!loaded)
        viewer.log().add(LogLevel::Warning, "settings are ignored: " + loaded.error().message);
    if (const Status status = viewer.start(); !status)
        return status.error();
    return viewer.run();
}

} // namespace drape::app
