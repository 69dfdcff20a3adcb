#include "sim/eir/lower.h"
#include "app/commands/commands.h"
#include "app/commands/common.h"
#include "sim/eir/listing.h"
#include "sim/text.h"

namespace drape::app {

namespace {

/// Whether `name` is an entity of the scene; else an error with the nearest name.
std::optional<Error> check_entity(const std::string& name, const sim::World& world)
{
    const sim::EntityNames& names = world.topology->names;
    if (name.empty() || names.find(name))
        return std::nullopt;
    return Error{ErrorKind::Usage,
                 "the scene has no entity \"" + name + "\"" + suggestion(name, names.all())};
}

} // namespace

ExitCode lower_command(const LowerOptions& options)
{
    Result<LoadedScene> loaded = load_scene(options.scene);
    if (!loaded)
        return report(loaded.error());
    const sim::World& world = loaded.value().world;
    const std::size_t count = world.scene.systems.size();
    if (options.system && (*options.system < 1 || *options.system > count))
        return report({ErrorKind::Usage, "the scene has systems 1 to " + std::to_string(count) + ", got " +
                                             std::to_string(*options.system)});
    if (const std::optional<Error> error = check_entity(options.entity, world))
        return report(*error);

    bool has_listed = false;
    for (std::size_t i = 0; i < count; ++i) {
        if (options.system && *options.system != i + 1)
            continue;
        const sim::eir::Schedule schedule = sim::eir::schedule_of(world, i);
        if (schedule.is_native && options.entity.empty() &&
            !print("# system " + std::to_string(i + 1) + ", " + sim::system_title(world, i) +
                   ": runs natively; the RFC lowers lattices only\n"))
            return ExitCode::Unwritable;
        for (const std::uint32_t entity : schedule.entities) {
            if (!options.entity.empty() && sim::entity_name(world, entity) != options.entity)
                continue;
            if (!print(sim::eir::list_function(sim::eir::lower(world, i, entity), world, i, entity)))
                return ExitCode::Unwritable;
            has_listed = true;
            if (is_interrupted())
                return report({ErrorKind::Failed, "interrupted"});
        }
    }
    if (!options.entity.empty() && !has_listed &&
        !print("# no system lowers \"" + options.entity +
               "\": what moves it, if anything, runs natively; the RFC lowers lattices only\n"))
        return ExitCode::Unwritable;
    return ExitCode::Done;
}

} // namespace drape::app
