#include "app/scene_files.h"

#include "app/files.h"
#include "sim/lang/parser.h"

namespace drape::app {

std::vector<SceneFile> find_scenes(const std::string& folder)
{
    std::vector<SceneFile> scenes;
    for (const std::string& path : list_scenes(folder)) {
        SceneFile scene{path, file_name(path)};
        if (const Result<std::string> text = read_file(path, kMaxSceneBytes))
            scene.title = sim::parse_scene(text.value()).scene.title.value_or(scene.title);
        scenes.push_back(std::move(scene));
    }
    return scenes;
}

} // namespace drape::app
