// A scene made ready to run: constant topology, editable materials, mutable state.
#pragma once

#include "sim/contact/path_blocks.h"
#include "sim/lang/scene_desc.h"
#include "sim/lattice/constraints.h"
#include "sim/lattice/wave_work.h"
#include "sim/result.h"
#include "sim/snapshot.h"
#include "sim/state.h"
#include "sim/tissue/solver.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace drape::sim {

/// A soft body's particles are the entities first .. first + grid.count() - 1.
struct SoftBody
{
    std::string name;
    std::uint32_t first = 0;
    Grid grid;
    double spacing = 0.0; ///< m
    std::shared_ptr<const SpringList> springs;
};

/// A tissue's cage and constraints, ready to run; constant once built. Its particles follow the entities:
/// particle p is number first + p in snapshots, names, grabs and digests.
struct TissueBody
{
    std::string name;
    std::uint32_t first = 0;
    tissue::Cage cage;
    tissue::Topology topology;
    glm::dvec3 origin{0.0}; ///< m
    int fraction_bits = 8;

    std::uint32_t count() const { return static_cast<std::uint32_t>(cage.points.size()); }
};

/// What a tissue's solver has told since the start of the run; an output, read by no step.
struct TissueReport
{
    std::uint64_t guard_mended = 0;      ///< Elements pushed open by the inversion guard.
    std::uint64_t guard_rolled_back = 0; ///< Particles that it put back.
    double least_volume = 1.0;           ///< min 6V/6V0 over elements and substeps.
    std::optional<std::uint32_t> lost;   ///< Particle that left the range of numbers in this step.
};

/// A contact system between a tissue and a probe.
struct TissueContact
{
    std::uint32_t probe = 0;
    double friction = 0.0;
};

/// What the names in a system refer to. Only the fields that the system's kind uses are set.
struct SystemRefs
{
    std::uint32_t body = 0; ///< Index into World::bodies, or into World::tissues where is_tissue is set.
    bool is_tissue = false;
    std::uint32_t probe = 0; ///< Index into State::probes.
    std::uint32_t a = 0;     ///< Joint: first side; dynamic whenever one side is.
    std::uint32_t b = 0;     ///< Joint: second side.
};

/// What a probe did in the last step; an output, read by no solver.
struct ProbeReport
{
    double depth = 0.0;         ///< Longest push given to a particle, m.
    double force = 0.0;         ///< Size of the sum of mass * push / dt^2, N.
    std::uint32_t contacts = 0; ///< Particles pushed.
};

/// Where a run stood; enough to go on from there to the same bits.
struct Checkpoint
{
    State state;
    std::uint64_t step = 0;
    std::uint64_t tick = 0;
    std::vector<SystemDesc> systems; ///< The materials as edited by then.
    std::vector<ProbeDesc> probes;
    std::vector<tissue::Profile> profiles; ///< As edited by then.
};

/// Everything a step reads and writes. Plain data: build_world makes it, the functions of step.h and
/// edit.h change it.
struct World
{
    SceneDesc scene; ///< As loaded, with the edits made since; write_scene(scene) saves them.

    // Constant after build_world. One entry per entity.
    std::vector<double> mass;         ///< kg
    std::vector<double> inverse_mass; ///< 1/kg; 0 for static entities.
    std::vector<std::uint8_t> dynamic;
    std::vector<double> radius; ///< m
    std::vector<SoftBody> bodies;
    std::vector<std::shared_ptr<const TissueBody>> tissues;
    std::vector<SystemRefs> refs;       ///< One per system of the scene.
    std::vector<ProbePose> home_probes; ///< Where the scene puts them.
    double dt = 0.0;                    ///< Time of one step, s.
    std::shared_ptr<const SnapshotTopology> topology;

    std::vector<tissue::Profile> profiles;   ///< One per tissue, as edited.
    std::vector<tissue::Material> materials; ///< Made from them.

    State state;
    std::uint64_t step = 0; ///< Steps since the scene's start or last reset.
    std::uint64_t tick = 0; ///< Steps since the world was built; never goes back.
    /// Counts the edits that changed a system, so that compiled forms know when they are stale.
    std::uint64_t material_revision = 0;

    // Scratch of the step that runs; rebuilt by every begin_step.
    std::vector<glm::dvec3> step_start;     ///< Positions at the step's start, m.
    std::vector<glm::dvec3> start_velocity; ///< Velocities then, m/s.
    std::vector<ProbePose> start_probes;    ///< Probes then.
    std::vector<glm::dvec3> push; ///< Contact corrections of the running system, m; empty without one.
    PathBlocks path_blocks;       ///< Of the running contact.
    std::vector<ProbeReport> probe_reports; ///< One per probe.
    std::vector<TissueReport> tissue_reports;
    std::vector<tissue::BodyState> start_tissues; ///< Tissues at the step's start.
    std::vector<ProbeTouch> start_touches;
    std::vector<tissue::Work> tissue_work;
    std::vector<TissueContact> tissue_contacts; ///< Of the tissue that is solved.
    std::vector<WaveWork> wave_work;            ///< One per soft body, once one was swept in waves.

    /// Declared entities and particles of soft bodies.
    std::uint32_t entity_count() const { return static_cast<std::uint32_t>(mass.size()); }
    /// These and the particles of tissues.
    std::uint32_t particle_count() const;
    tissue::Body tissue_body(std::size_t index) const
    {
        return {tissues[index]->cage, tissues[index]->topology, materials[index]};
    }
};

/// The files that a scene needs, by the names it gives them: contents of profiles and meshes.
using SceneFiles = std::map<std::string, std::string, std::less<>>;

/// A file that a scene names.
struct NeededFile
{
    enum class Kind
    {
        Profile,
        Mesh,
    };
    Kind kind = Kind::Profile;
    std::string name;     ///< As in the scene.
    SourceLocation where; ///< Of the tissue that needs it.
    bool operator==(const NeededFile&) const = default;
};
/// Each file once, in source order; TetGen's second file included.
std::vector<NeededFile> needed_files(const SceneDesc& scene);

/// Makes a world from a scene without errors. `title` stands in for a scene that gives none; `files` holds
/// what needed_files asks for. Fails with ErrorKind::Unreadable when memory runs out, or where a profile, a
/// mesh or a cage has faults: the message is then ready to show, one or more lines.
Result<World> build_world(const SceneDesc& scene, const std::string& title, const SceneFiles& files = {});

/// Index of the tissue that holds a particle number, if it is one of a tissue.
std::optional<std::size_t> tissue_of(const World& world, std::uint32_t particle);

/// Whether a particle or entity may move.
bool is_movable(const World& world, std::uint32_t particle);

/// The name of an entity or particle: "hook", "cloth#56".
std::string entity_name(const World& world, std::uint32_t entity);

/// "soft (cloth)": the system's keyword and what it acts on, for messages and panels.
std::string system_title(const World& world, std::size_t system);

/// The state at step 0. Made from the scene each time: no edit changes it, and it is rarely needed.
State start_state(const World& world);

/// Back to step 0; edited materials stay.
void reset_state(World& world);

Checkpoint make_checkpoint(const World& world);
void restore_checkpoint(const Checkpoint& checkpoint, World& world);

/// Copies what a frame shows into `snapshot`; its arrays keep their memory. Hashes the state.
void take_snapshot(const World& world, Snapshot& snapshot);
/// The same where the hash of the state is known already.
void take_snapshot(const World& world, std::uint64_t state_hash, Snapshot& snapshot);

} // namespace drape::sim
