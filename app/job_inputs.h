// Everything that a job's run is made of, read and checked, and one number for all of it.
#pragma once

#include "app/job_list.h"
#include "app/job_settings.h"
#include "sim/lang/scene_desc.h"
#include "sim/result.h"
#include "sim/world.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace drape::app {

/// A job's inputs. Equal fingerprints mean the same run.
struct JobInputs
{
    sim::SceneDesc scene; ///< With the settings put in.
    std::string title;    ///< What stands in for a scene without a title.
    std::shared_ptr<const sim::SceneFiles> files;
    std::vector<sim::SetRowValue> rows; ///< To be applied to the world before its first step.
    /// XXH3-64 over the scene as its canonical text, its files, its rows and the number of steps. Comments
    /// and layout of the scene do not count, nor do the id and how the work is done.
    std::string fingerprint;
    std::vector<std::string> faults; ///< In words; with any, nothing above is to be used.
};

/// Reads the inputs of jobs; each scene and each set of files once.
class JobReader
{
public:
    /// Diagnostics of a scene go to stderr when it is read first.
    JobInputs read(const Job& job);

private:
    struct Scene
    {
        std::string path;
        std::string title;
        sim::SceneDesc desc;
        std::string fault; ///< Empty where it can be used.
    };
    struct Files
    {
        std::shared_ptr<const sim::SceneFiles> files;
        std::uint64_t hash = 0;
        std::string fault;
    };
    const Scene& scene(const std::string& argument);
    const Files& files(const Scene& scene, const sim::SceneDesc& as_set);

    std::map<std::string, Scene> scenes_;
    std::map<std::string, Files> files_; ///< By the scene's path and the names of its files.
};

/// The world of a job, ready for its first step. Errors as build_world.
Result<sim::World> build_job_world(const JobInputs& inputs);

} // namespace drape::app
