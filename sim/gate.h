// The drape gate of a scene: each tissue settled in its postures, measured, and pressed.
#pragma once

#include "sim/compute.h"
#include "sim/tissue/drape_gate.h"
#include "sim/world.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace drape::sim {

/// A measured number and what it must lie between.
struct GateBand
{
    std::string name; ///< "standing aspect"
    double value = 0.0;
    std::optional<tissue::Band> band; ///< Absent: only measured.
    bool holds() const { return !band || (value >= band->low && value <= band->high); }
};

/// One tissue settled under one direction of gravity.
struct GatePosture
{
    std::string name; ///< "rest", "standing", "supine", or "prone" for a tissue that faces backwards.
    tissue::DrapeMeasure measure;
    double fastest_cmm_per_s = 0.0; ///< At the end.
    double least_volume = 1.0;      ///< min 6V/6V0 over every substep.
    std::uint64_t guard_mended = 0, guard_rolled_back = 0;
};

/// One press with a capsule that stands along the push.
struct GatePress
{
    std::string tip;   ///< "fingertip" or "instrument"
    std::string place; ///< "centre", "rim" or "oblique"
    double radius_cmm = 0.0;
    double thickness_cmm = 0.0; ///< Of the tissue at that place, settled.
    double depth_cmm = 0.0;     ///< That the tip reached below the skin: 60 % of it.
    double force_N = 0.0;       ///< Largest on the way.
    double least_volume = 1.0;
    std::uint64_t guard_mended = 0, guard_rolled_back = 0;
};

struct TissueGate
{
    std::string tissue;
    std::string profile;
    std::string profile_file; ///< As the scene names it.
    bool has_wall = true;     ///< Without one there is nothing to measure heights from or to press against.
    std::vector<GatePosture> postures; ///< Rest first.
    std::vector<GatePress> presses;    ///< None without a wall to press against.
    std::vector<GateBand> bands;
    /// Mean height of the outward skin, settled with gravity into the wall, less that at rest, by that at
    /// rest: how far it flattens.
    double flattening = 0.0;

    /// Every band holds, every element stayed open, everything came to rest, no roll-back.
    bool passes() const { return fault().empty(); }
    /// The bands that fail, else the first other thing, in words; empty where the gate passes.
    std::string fault() const;
};

/// Faster than this at the end of a posture is not at rest, cmm/s.
inline constexpr double kRestSpeed = 100.0;

/// Runs the gate on every tissue that has a system: 3 s in each posture, then the presses from the settled
/// state. `go_on` is asked between steps with the share done of all; false gives up, and the error says so.
Result<std::vector<TissueGate>> run_gate(const SceneDesc& scene, const SceneFiles& files,
                                         const Compute& compute, const std::function<bool(double)>& go_on);

} // namespace drape::sim
