// Substeps of a tissue: a dome of about 2000, 20 000 and 200 000 elements with skin, cords and gliding
// base.
#include "sim/tissue/cage_builder.h"
#include "sim/tissue/constraints.h"
#include "sim/tissue/profile.h"
#include "sim/tissue/solver.h"
#include "tests/bench/bench.h"

#include <cstdlib>
#include <memory>
#include <optional>

namespace drape::bench {

namespace {

using namespace sim::tissue;

constexpr int kIterations = 2;

/// A cage with all that the solver needs to run it.
struct Sample
{
    Cage cage;
    Topology topology;
    Material material;
    Work work;

    std::size_t constraints() const
    {
        return topology.edges.size() + topology.tets.size() + topology.cords.size();
    }
};

void substep(sim::Engine& engine, Sample& sample, SolverReport& report)
{
    SubstepSettings settings;
    settings.dt = 0.000521;
    settings.iterations = kIterations;
    settings.gravity = glm::dvec3(0.0, -981000.0, 0.0);
    run_substep({sample.cage, sample.topology, sample.material}, settings, {}, std::nullopt, engine,
                sample.work, {}, report);
}

/// The dome of the default scene with another number of cells; nothing where it cannot be built.
std::optional<Sample> make_sample(int cells)
{
    CageSpec spec;
    spec.cells = cells;
    spec.width = 13200.0;
    spec.height = 13500.0;
    spec.depth = 4050.0;
    spec.lip = 900.0;
    spec.taper = 0.32;
    spec.droop = 0.05;
    spec.hold = 0.4;
    spec.wall_radius = 12600.0;
    Result<Cage> cage = build_cage(spec);
    const ParsedProfile profile = parse_profile(source_text("assets/profiles/breast_soft.toml"));
    if (!cage || !profile.ok())
        return std::nullopt;
    Sample sample;
    sample.cage = std::move(cage).value();
    sample.topology = build_topology(sample.cage);
    Result<Material> material = build_material(sample.cage, sample.topology, profile.profile);
    if (!material)
        return std::nullopt;
    sample.material = std::move(material).value();
    sample.work.x.assign(sample.cage.points.begin(), sample.cage.points.end());
    sample.work.v.assign(sample.cage.points.size(), Point());
    return sample;
}

void run(benchmark::State& state, int cells, const Variant& variant)
{
    constexpr int kWarmUp = 5;
    const double before = heap_bytes();
    std::optional<Sample> sample = make_sample(cells);
    if (!sample) {
        state.SkipWithError("the cage cannot be built");
        return;
    }
    sim::Engine engine(variant.compute);
    SolverReport report;
    for (int i = 0; i < kWarmUp; ++i)
        substep(engine, *sample, report);
    for (auto _ : state)
        substep(engine, *sample, report);
    if (report.lost)
        state.SkipWithError("a particle left the range of numbers");
    const double held = heap_bytes() - before;
    const Topology& topology = sample->topology;
    const Material& material = sample->material;
    count_visits(state, sample->constraints(), kIterations);
    count_bytes(state,
                {bytes_of(sample->work.x) + bytes_of(sample->work.v) + bytes_of(sample->cage.points) +
                     bytes_of(material.mass) + bytes_of(material.inverse_mass) + bytes_of(material.damping),
                 sample->work.x.size(),
                 bytes_of(topology.edges) + bytes_of(topology.edge_rest) + bytes_of(topology.tets) +
                     bytes_of(topology.tet_rest) + bytes_of(topology.cords) + bytes_of(topology.cord_rest) +
                     bytes_of(material.edge_compliance) + bytes_of(material.tet_compliance) +
                     bytes_of(material.cord_compliance),
                 sample->constraints(), held});
    state.counters["elements"] = static_cast<double>(topology.tets.size());
}

} // namespace

void add_tissue()
{
    struct Case
    {
        const char* name;
        int cells;
    };
    for (const Case& size : {Case{"2k", 11}, {"20k", 24}, {"200k", 52}})
        for (const Variant& variant : kVariants)
            add("tissue/" + std::string(size.name) + "/" + variant.name,
                [cells = size.cells, variant](benchmark::State& state) { run(state, cells, variant); });
}

} // namespace drape::bench
