#include "tests/bench/bench.h"

#include "sim/lang/parser.h"
#include "tests/support/files.h"

#include <malloc.h>

#include <cstdio>
#include <cstdlib>

namespace drape::bench {

namespace {

[[noreturn]] void give_up(const std::string& why)
{
    std::fprintf(stderr, "drape_bench: %s\n", why.c_str());
    std::exit(1);
}

} // namespace

std::string source_text(const std::string& path)
{
    std::string text = test::read_text(test::source_path(path));
    if (text.empty())
        give_up(path + " is not there");
    return text;
}

double heap_bytes()
{
    const struct mallinfo2 info = mallinfo2();
    return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

std::string shipped_scene(const std::string& name)
{
    return source_text("assets/scenes/" + name + ".pwe");
}

sim::SceneFiles files_of(const sim::SceneDesc& scene)
{
    sim::SceneFiles files;
    for (const sim::NeededFile& file : sim::needed_files(scene))
        files.emplace(file.name, source_text("assets/profiles/" + file.name + ".toml"));
    return files;
}

sim::World world_of(std::string_view scene)
{
    const sim::ParsedScene parsed = sim::parse_scene(scene);
    if (!parsed.ok())
        give_up(sim::format_diagnostics(parsed.diagnostics, "scene", scene));
    Result<sim::World> world = sim::build_world(parsed.scene, "bench", files_of(parsed.scene));
    if (!world)
        give_up(world.error().message);
    return std::move(world).value();
}

std::string lattice_scene(int nx, int ny, int nz, std::string_view sweep)
{
    const auto text = [](int value) { return std::to_string(value); };
    const int top = nx * (ny - 1);
    return "world { soft cloth { nx = " + text(nx) + "; ny = " + text(ny) + "; nz = " + text(nz) +
           "; spacing = 0.02; origin = (0, 1, 0); mass = 0.001 }\n"
           "entity left { position = (0, " +
           std::to_string(1.0 + 0.02 * (ny - 1)) + ", 0); dynamic = false }\nentity right { position = (" +
           std::to_string(0.02 * (nx - 1)) + ", " + std::to_string(1.0 + 0.02 * (ny - 1)) +
           ", 0); dynamic = false } }\n"
           "systems { gravity { acceleration = (0.5, -9.81, 1); dt = 0.002 } damping { factor = 0.999 }\n"
           "integrate { dt = 0.002 }\n"
           "soft { body = cloth; stiffness = 0.8; iterations = 10; sweep = " +
           std::string(sweep) +
           " }\n"
           "joint { on = cloth#" +
           text(top) + "; other = left; type = weld } joint { on = cloth#" + text(top + nx - 1) +
           "; other = right; type = weld }\n"
           "update_velocity { dt = 0.002 } }\n";
}

} // namespace drape::bench
