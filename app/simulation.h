// A loaded scene with all that runs it: world, stepper, recorder. Knows no thread and no pace.
#pragma once

#include "app/command.h"
#include "app/log.h"
#include "app/sim_frame.h"
#include "app/step_meter.h"
#include "sim/session.h"
#include "sim/step.h"
#include "sim/world.h"

#include <optional>
#include <string>

namespace drape::app {

/// How many steps a session records at most; 72 bytes each, so that a long evening does not fill the
/// memory. Past it the run goes on and the log says that it is no longer recorded.
inline constexpr std::uint64_t kMostRecordedTicks = 4'000'000;

/// The materials of a world that has just been built from the file `path`; reads its profiles' texts.
std::shared_ptr<const MaterialView> view_materials(const sim::World& world, const std::string& path);

/// How each tissue lies.
std::vector<DrapeReading> measure_drapes(const sim::World& world);

/// Plays a scene. Messages for the person go to the log given at the start, which must outlive it.
class Simulation
{
public:
    explicit Simulation(LogQueue& log, const sim::Compute& compute = {})
        : log_(log)
        , compute_(compute)
    {}

    /// Does what is asked. Trouble goes to the log and changes nothing.
    void apply(const SimCommand& command);

    bool is_playing() const { return playing_ && world_.has_value(); }
    double speed() const { return speed_; }
    /// Time of one step, s; only with a scene.
    double dt() const;

    /// One step, recorded and measured. A step that leaves the finite numbers pauses, is logged and marks
    /// its entity; the world keeps the last good state. Needs a scene.
    void step();

    /// Copies what the window shows; the snapshot's arrays keep their memory.
    void fill(SimFrame& frame);

    /// Writes the recorded session. Errors: Failed without a scene, Unwritable.
    Status save_session(const std::string& path);

private:
    /// The state that was measured last, and when.
    struct MeasuredState
    {
        std::uint64_t scene = 0, step = 0, tick = 0;
        double at_s = 0.0;
    };

    void load(const std::string& path);
    void load_profile(const LoadProfile& command);
    void save_profile(const SaveProfile& command);
    void revert_profile(const RevertProfile& command);
    /// Makes `profile`, as it stands in the file `path`, what changes are told from.
    void rebase_profile(std::uint32_t tissue, const std::string& path, const std::string& text,
                        const sim::tissue::Profile& profile);
    /// Whether there is such a tissue; says so where there is not.
    bool has_tissue(std::uint32_t tissue) const;
    /// False where the edit did not fit; the log then says why.
    bool edit(const sim::Edit& edit);
    Status save_scene(const std::string& path) const;
    void tell(const Status& status, const std::string& success) const;
    void refresh_material();
    void measure_if_due();
    /// Whether a step's hash is left to a thread of its own while the next step runs.
    bool hashes_late() const;
    /// Works out the hash of the state, if that is not known, and pays what is owed.
    void settle_hash();

    LogQueue& log_;
    std::optional<sim::World> world_;
    std::optional<sim::Stepper> stepper_;
    std::optional<sim::SessionRecorder> recorder_;
    std::shared_ptr<const MaterialView> material_;
    std::uint64_t scene_number_ = 0;
    std::uint64_t serial_ = 0;          // of the snapshots handed over
    std::optional<std::uint64_t> hash_; // of the state, where it is known
    bool owes_hash_ = false;            // the last step is recorded but for its hash
    std::uint64_t shown_hash_ = 0;      // the last one known, and the step it is of
    std::uint64_t shown_hash_step_ = 0;
    StepMeter meter_;
    std::optional<Fault> fault_;
    bool playing_ = true;
    bool session_is_whole_ = true; // every step and edit since the load is recorded
    double speed_ = 1.0;
    sim::Backend backend_ = sim::Backend::Native;
    sim::Compute compute_;

    bool watches_drape_ = false;
    std::vector<DrapeReading> drapes_;
    std::optional<MeasuredState> measured_;
};

} // namespace drape::app
