// What the benchmarks share: names, counters and inputs. All set-up is outside the timed loops.
#pragma once

#include "sim/compute.h"
#include "sim/step.h"
#include "sim/world.h"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace drape::bench {

// Names are GROUP/CASE/VARIANT or GROUP/CASE KIND/VARIANT. Variants of one case and kind do the same work;
// the table compares each with the variant `kSequential`, and with `kPeer` of the case where there is one.
inline constexpr const char* kSequential = "sequential";
inline constexpr const char* kPeer = "bullet";

/// A way to do the work of the solvers.
struct Variant
{
    std::string name;
    sim::Compute compute;
};
inline const std::vector<Variant> kVariants = {
    {kSequential, {1, false}}, {"lanes", {1, true}}, {"lanes, 2 threads", {2, true}}};

// Names of the counters that the table shows.
inline constexpr const char* kConstraints = "constraints";
inline constexpr const char* kNsPerVisit = "ns_per_visit";
inline constexpr const char* kBytesPerParticle = "state_bytes_per_particle";
inline constexpr const char* kBytesPerConstraint = "topology_bytes_per_constraint";
inline constexpr const char* kHeldShare = "held_bytes_per_needed_byte";

/// Tells how many constraints there are and how often each is visited in one timed iteration. Then ns per
/// visit is the time over both.
inline void count_visits(benchmark::State& state, std::size_t constraints, std::size_t visits_of_each)
{
    using benchmark::Counter;
    state.counters[kConstraints] = Counter(static_cast<double>(constraints));
    state.counters[kNsPerVisit] = Counter(static_cast<double>(constraints * visits_of_each) * 1e-9,
                                          Counter::kIsIterationInvariantRate | Counter::kInvert);
}

template<class T>
double bytes_of(const std::vector<T>& values)
{
    return static_cast<double>(values.size() * sizeof(T));
}

/// What a body needs at least, and what the heap holds for it.
struct Memory
{
    double state_bytes = 0.0; ///< Positions, velocities, masses: what a particle is.
    std::size_t particles = 0;
    double topology_bytes = 0.0; ///< What a constraint joins, its rest length and compliance.
    std::size_t constraints = 0;
    double held_bytes = 0.0; ///< All of it: scratch, threads' plans, what a reset goes back to.
};

inline void count_bytes(benchmark::State& state, const Memory& memory)
{
    state.counters[kBytesPerParticle] = memory.state_bytes / static_cast<double>(memory.particles);
    state.counters[kBytesPerConstraint] = memory.topology_bytes / static_cast<double>(memory.constraints);
    state.counters[kHeldShare] = memory.held_bytes / (memory.state_bytes + memory.topology_bytes);
}

/// Bytes of the heap in use.
double heap_bytes();

/// Adds a benchmark in the form that the table reads: wall-clock time, so that threads count as they help,
/// and the time of all processors beside it, which tells what a busy machine spoiled.
template<class Function>
benchmark::internal::Benchmark* add(const std::string& name, Function&& function)
{
    return benchmark::RegisterBenchmark(name.c_str(), std::forward<Function>(function))
        ->UseRealTime()
        ->MeasureProcessCPUTime()
        ->Unit(benchmark::kMillisecond);
}

/// Text of a file of the source tree, by its path there.
std::string source_text(const std::string& path);
/// The world of a scene that is known to be good; the shipped profiles are there by their names.
sim::World world_of(std::string_view scene);
/// Text of a shipped scene: "breast".
std::string shipped_scene(const std::string& name);
/// A cloth of n x n, or a block of n x n x n, that hangs from two corners: 10 iterations a step.
std::string lattice_scene(int nx, int ny, int nz, std::string_view sweep);
/// The shipped profiles that the scene names.
sim::SceneFiles files_of(const sim::SceneDesc& scene);

// One function a file; each adds its benchmarks.
void add_lattice();
void add_tissue();
void add_text();
void add_snapshot();
void add_frame();
void add_bullet(); ///< Nothing where Bullet was not there when this was built.

} // namespace drape::bench
