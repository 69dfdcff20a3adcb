#include "app/simulation.h"

#include "app/contents.h"
#include "app/files.h"
#include "app/scene_inputs.h"
#include "sim/check.h"
#include "sim/lang/parser.h"
#include "sim/lang/writer.h"
#include "sim/state_hash.h"
#include "sim/tissue_world.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <future>
#include <system_error>
#include <thread>
#include <type_traits>

namespace drape::app {

namespace {

double now_s()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string without_newline(std::string text)
{
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text;
}

/// Whether an edit changes what MaterialView shows.
bool changes_material(const sim::Edit& edit)
{
    return std::holds_alternative<sim::SetParameter>(edit) ||
           std::holds_alternative<sim::SetGravity>(edit) ||
           std::holds_alternative<sim::SetProbeParameter>(edit) ||
           std::holds_alternative<sim::SetRowValue>(edit) || std::holds_alternative<sim::SetProfile>(edit);
}

std::string counts_of(const sim::World& world)
{
    return contents_text(count_contents(*world.topology));
}

/// Where a scene is saved: a name without an ending gets the scenes' own.
std::string scene_path(const std::string& path)
{
    const std::filesystem::path given(path);
    return given.has_filename() && !given.has_extension() ? path + ".pwe" : path;
}

ProfileView view_profile(const sim::World& world, std::size_t tissue, const std::string& scene_path)
{
    ProfileView view;
    view.tissue = world.tissues[tissue]->name;
    view.path = find_profile(world.scene.tissues[tissue].profile, scene_path);
    if (!view.path.empty()) {
        view.path = std::filesystem::absolute(view.path).lexically_normal().string();
        if (Result<std::string> text = read_file(view.path, kMaxProfileBytes); text)
            view.text = std::move(text).value();
    }
    view.now = view.file = world.profiles[tissue];
    return view;
}

} // namespace

std::shared_ptr<const MaterialView> view_materials(const sim::World& world, const std::string& path)
{
    auto material = std::make_shared<MaterialView>();
    material->path = std::filesystem::absolute(path).string(); // for another start, from another folder
    material->dt = world.dt;
    material->systems = material->file_systems = world.scene.systems;
    material->probes = material->file_probes = world.scene.probes;
    for (std::size_t i = 0; i < world.scene.systems.size(); ++i)
        material->titles.push_back(sim::system_title(world, i));
    for (std::size_t i = 0; i < world.tissues.size(); ++i)
        material->profiles.push_back(view_profile(world, i, path));
    return material;
}

std::vector<DrapeReading> measure_drapes(const sim::World& world)
{
    std::vector<DrapeReading> drapes;
    for (std::size_t i = 0; i < world.tissues.size(); ++i) {
        const std::vector<glm::dvec3> x = sim::tissue_positions(world, i);
        drapes.push_back(
            {sim::tissue::measure_drape(world.tissue_body(i), x), world.tissue_reports[i].least_volume});
    }
    return drapes;
}

double Simulation::dt() const
{
    DRAPE_ASSERT(world_.has_value());
    return world_->dt;
}

void Simulation::apply(const SimCommand& command)
{
    std::visit(
        [this](const auto& c) {
            using T = std::decay_t<decltype(c)>;
            if constexpr (std::is_same_v<T, sim::Edit>)
                edit(c);
            else if constexpr (std::is_same_v<T, Play>)
                playing_ = true;
            else if constexpr (std::is_same_v<T, Pause>)
                playing_ = false;
            else if constexpr (std::is_same_v<T, SetSpeed>)
                speed_ = std::isfinite(c.speed) ? std::clamp(c.speed, kSlowest, kFastest) : speed_;
            else if constexpr (std::is_same_v<T, LoadScene>)
                load(c.path);
            else if constexpr (std::is_same_v<T, SaveScene>)
                tell(save_scene(scene_path(c.path)), "saved the scene to " + scene_path(c.path));
            else if constexpr (std::is_same_v<T, SaveSession>)
                tell(save_session(c.path), "saved the session to " + c.path);
            else if constexpr (std::is_same_v<T, LoadProfile>)
                load_profile(c);
            else if constexpr (std::is_same_v<T, SaveProfile>)
                save_profile(c);
            else if constexpr (std::is_same_v<T, RevertProfile>)
                revert_profile(c);
            else if constexpr (std::is_same_v<T, WatchDrape>)
                watches_drape_ = c.is_on;
            else if constexpr (std::is_same_v<T, SetBackend>) {
                backend_ = c.backend;
                if (stepper_ && stepper_->backend() != backend_)
                    stepper_.emplace(backend_, compute_);
            } else {
                static_assert(std::is_same_v<T, StepOnce>);
                playing_ = false;
                if (world_)
                    step();
            }
        },
        command);
}

bool Simulation::edit(const sim::Edit& edit)
{
    if (!world_)
        return false;
    if (owes_hash_)
        settle_hash();
    hash_.reset();
    if (const Status status = sim::apply_edit(edit, *world_); !status) {
        log_.add(LogLevel::Warning, status.error().message);
        return false;
    }
    if (session_is_whole_)
        recorder_->record_edit(edit, *world_);
    if (std::holds_alternative<sim::Reset>(edit))
        fault_.reset();
    if (changes_material(edit))
        refresh_material();
    return true;
}

bool Simulation::hashes_late() const
{
    // Below this a hash takes less time than a thread's start.
    constexpr std::uint32_t kManyParticles = 20'000;
    return world_->particle_count() >= kManyParticles && std::thread::hardware_concurrency() > 1;
}

void Simulation::settle_hash()
{
    if (!hash_)
        hash_ = sim::hash_state(world_->state);
    shown_hash_ = *hash_;
    shown_hash_step_ = world_->step;
    if (owes_hash_)
        recorder_->record_step(*world_, *hash_);
    owes_hash_ = false;
}

void Simulation::step()
{
    DRAPE_ASSERT(world_.has_value() && stepper_.has_value());
    std::future<std::uint64_t> late_hash;
    const auto begun = [&] {
        if (!owes_hash_)
            return;
        const auto hash = [this] { return sim::hash_step_start(*world_); };
        try {
            late_hash = std::async(std::launch::async, hash);
        } catch (const std::system_error&) { // no thread to be had
            late_hash = std::async(std::launch::deferred, [known = hash()] { return known; });
        }
    };
    const double start = now_s();
    const sim::StepReport report = stepper_->step(*world_, begun);
    const double end = now_s();
    if (late_hash.valid()) {
        hash_ = late_hash.get();
        recorder_->record_late(*hash_);
        owes_hash_ = false;
        shown_hash_ = *hash_;
        shown_hash_step_ = world_->step - (report.non_finite ? 0 : 1);
    }
    if (report.non_finite) { // the state is the one before
        playing_ = false;
        fault_ = Fault{report.non_finite->entity, sim::describe(*report.non_finite, *world_)};
        log_.add(LogLevel::Error, fault_->message + "; paused at the last good step");
        return;
    }
    hash_.reset();
    fault_.reset();
    meter_.add(end, 1e3 * (end - start));
    if (!session_is_whole_)
        return;
    owes_hash_ = true;
    if (!hashes_late() || sim::SessionRecorder::has_digests(*world_) || world_->tick >= kMostRecordedTicks)
        settle_hash();
    if (world_->tick >= kMostRecordedTicks) {
        session_is_whole_ = false;
        log_.add(LogLevel::Warning, "the session is full after " + std::to_string(world_->tick) +
                                        " steps: what follows is not recorded");
    }
}

void Simulation::load(const std::string& name)
{
    const std::string path = find_scene(name);
    const Result<std::string> text = read_file(path, kMaxSceneBytes);
    if (!text) {
        log_.add(LogLevel::Error, text.error().message);
        return;
    }
    const sim::ParsedScene parsed = sim::parse_scene(text.value());
    const std::string said =
        without_newline(sim::format_diagnostics(parsed.diagnostics, path, text.value()));
    if (!parsed.ok()) {
        log_.add(LogLevel::Error, said);
        return;
    }
    Result<BuiltScene> built = build_scene(parsed.scene, path);
    if (!built) {
        log_.add(LogLevel::Error, built.error().message);
        return;
    }
    if (!said.empty())
        log_.add(LogLevel::Warning, said);
    world_ = std::move(built.value().world);
    hash_.reset();
    owes_hash_ = false;
    settle_hash(); // the one that is shown must not stay another scene's
    stepper_.emplace(backend_, compute_);
    recorder_.emplace(file_name(path), text.value(), std::move(built.value().files));
    session_is_whole_ = true;
    fault_.reset();
    meter_.reset();
    auto material = std::make_shared<MaterialView>(*view_materials(*world_, path));
    material->scene_number = ++scene_number_;
    material_ = std::move(material);
    log_.add(LogLevel::Notice, "opened " + path + ": " + counts_of(*world_));
}

void Simulation::refresh_material()
{
    auto material = std::make_shared<MaterialView>(*material_);
    material->systems = world_->scene.systems;
    material->probes = world_->scene.probes;
    for (std::size_t i = 0; i < material->profiles.size(); ++i)
        material->profiles[i].now = world_->profiles[i];
    material_ = std::move(material);
}

void Simulation::measure_if_due()
{
    constexpr double kEverySeconds = 0.25;
    if (!watches_drape_ || !world_) {
        drapes_.clear();
        measured_.reset();
        return;
    }
    const double now = now_s();
    if (measured_ && measured_->scene == scene_number_) {
        const bool is_same = measured_->step == world_->step && measured_->tick == world_->tick;
        if (is_same || (playing_ && now - measured_->at_s < kEverySeconds))
            return;
    }
    drapes_ = measure_drapes(*world_);
    measured_ = MeasuredState{scene_number_, world_->step, world_->tick, now};
}

Status Simulation::save_scene(const std::string& path) const
{
    if (!world_)
        return Error{ErrorKind::Failed, "there is no scene to save"};
    for (const ProfileView& profile : material_->profiles)
        if (!(profile.now == profile.file))
            log_.add(LogLevel::Warning, "the scene names the profile of " + profile.tissue +
                                            " but not the changes to it: save them in the Profile panel");
    return write_file_atomically(path, sim::write_scene(world_->scene));
}

Status Simulation::save_session(const std::string& path)
{
    if (!recorder_)
        return Error{ErrorKind::Failed, "there is no session to save"};
    if (owes_hash_)
        settle_hash();
    return write_file_atomically(path, sim::write_session(recorder_->session()));
}

void Simulation::tell(const Status& status, const std::string& success) const
{
    log_.add(status ? LogLevel::Notice : LogLevel::Error, status ? success : status.error().message);
}

void Simulation::fill(SimFrame& frame)
{
    SimStatus& status = frame.status;
    status.playing = playing_;
    status.speed = speed_;
    status.backend = backend_;
    status.fault = fault_;
    meter_.fill(status, now_s());
    frame.material = material_;
    measure_if_due();
    frame.drapes = drapes_;
    if (!world_)
        return;
    status.tick = world_->tick;
    status.wanted_steps_per_s = speed_ / world_->dt;
    if (!(owes_hash_ && playing_)) // else the next step is soon, and brings it
        settle_hash();
    status.hash_step = shown_hash_step_;
    sim::take_snapshot(*world_, shown_hash_, frame.snapshot);
    frame.snapshot.serial = ++serial_;
    frame.snapshot.stats.step_ms = status.step_ms_median;
}

} // namespace drape::app
