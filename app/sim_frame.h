// What the simulation thread hands to the window: a snapshot, how the run goes, and the materials.
#pragma once

#include "sim/lang/scene_desc.h"
#include "sim/snapshot.h"
#include "sim/step.h"
#include "sim/tissue/drape_gate.h"
#include "sim/tissue/profile.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace drape::app {

/// The profile of one tissue.
struct ProfileView
{
    std::string tissue; ///< The tissue's name.
    std::string path;   ///< The profile's file; empty where it was not found.
    std::string text;   ///< The file's text, whose comments a save keeps.
    sim::tissue::Profile now;
    sim::tissue::Profile file; ///< As in the file.
};

/// The systems, probes and profiles of the loaded scene as they are now, and as their files have them.
/// Made anew when something in it changes, never changed in place.
struct MaterialView
{
    std::string path;               ///< The scene's file; empty where there is none.
    std::uint64_t scene_number = 0; ///< Counts the scenes loaded, so that a new one is noticed.
    double dt = 0.0;                ///< Time of one step, s.
    std::vector<sim::SystemDesc> systems;
    std::vector<sim::SystemDesc> file_systems;
    std::vector<std::string> titles; ///< One per system: "soft (cloth)".
    std::vector<sim::ProbeDesc> probes;
    std::vector<sim::ProbeDesc> file_probes;
    std::vector<ProfileView> profiles; ///< One per tissue.
};

/// A step that left the finite numbers; the snapshot beside it is the last good state.
struct Fault
{
    std::uint32_t entity = 0;
    std::string message;
};

/// How long the last steps took, ms, oldest first from `next` on.
struct StepTimes
{
    static constexpr std::size_t kCount = 128;
    std::array<float, kCount> ms{};
    std::size_t count = 0; ///< How many of them are set.
    std::size_t next = 0;  ///< Where the next one goes.
};

/// How the run goes.
struct SimStatus
{
    bool playing = false;
    double speed = 1.0; ///< Simulated seconds per second.
    sim::Backend backend = sim::Backend::Native;
    std::uint64_t hash_step = 0;     ///< Step that the snapshot's hash is of: large scenes are behind.
    std::uint64_t tick = 0;          ///< Steps since the scene was loaded; a reset does not set it back.
    double steps_per_s = 0.0;        ///< Steps made per second.
    double wanted_steps_per_s = 0.0; ///< What the speed asks for.
    double step_ms_median = 0.0;     ///< Over the last 128 steps.
    double step_ms_p95 = 0.0;        ///< 95th percentile of the same.
    StepTimes step_times;
    std::uint64_t commands_done = 0; ///< Number of the last command that this frame knows of.
    std::string loading;             ///< Name of the file that is being read; empty otherwise.
    std::optional<Fault> fault;
};

/// How a tissue lies.
struct DrapeReading
{
    sim::tissue::DrapeMeasure drape;
    double worst_volume = 1.0; ///< Least 6V/6V0 of an element in any substep since the start.
};

/// One hand-off.
struct SimFrame
{
    sim::Snapshot snapshot;
    SimStatus status;
    std::shared_ptr<const MaterialView> material; ///< Null only before a scene is loaded.
    /// How each tissue lies, measured a few times a second while WatchDrape asks for it; else empty.
    std::vector<DrapeReading> drapes;
};

} // namespace drape::app
