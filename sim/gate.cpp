#include "sim/gate.h"

#include "sim/check.h"
#include "sim/edit.h"
#include "sim/lattice/pair.h"
#include "sim/step.h"
#include "sim/tissue_world.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drape::sim {

namespace {

constexpr double kSettlingTime = 3.0; // s
constexpr double kPressShare = 0.6;   // of the thickness
constexpr double kPressSpeed = 0.06;  // m/s

struct Tip
{
    const char* name;
    double radius_cmm;
};
constexpr std::array<Tip, 2> kTips{{{"fingertip", 800.0}, {"instrument", 250.0}}};
constexpr std::array<const char*, 3> kPlaces{"centre", "rim", "oblique"};

/// Counts steps of the whole gate, so that the share done can be told.
struct Walk
{
    const std::function<bool(double)>& go_on;
    double done_s = 0.0, total_s = 1.0;

    /// False to give up.
    bool step(Stepper& stepper, World& world, std::optional<Error>& error)
    {
        if (const StepReport report = stepper.step(world); report.non_finite) {
            error = Error{ErrorKind::NonFinite, describe(*report.non_finite, world)};
            return false;
        }
        done_s += world.dt;
        if (go_on && !go_on(std::min(1.0, done_s / total_s))) {
            error = Error{ErrorKind::Failed, "interrupted"};
            return false;
        }
        return true;
    }
};

/// The scene without its probes and contacts: nothing touches the body while it settles.
SceneDesc untouched(const SceneDesc& scene)
{
    SceneDesc bare = scene;
    bare.probes.clear();
    std::erase_if(bare.systems,
                  [](const SystemDesc& system) { return std::holds_alternative<ContactSystem>(system); });
    return bare;
}

struct NamedDirection
{
    std::string name;
    glm::dvec3 gravity;
};

/// Standing, supine, and where that is another one the posture in which gravity points into the wall.
std::vector<NamedDirection> directions_of(const TissueBody& body)
{
    std::vector<NamedDirection> all = {{"standing", {0.0, -1.0, 0.0}}, {"supine", {0.0, 0.0, -1.0}}};
    if (body.cage.outward.z < -0.7)
        all.push_back({"prone", {0.0, 0.0, 1.0}});
    return all;
}

GatePosture measure_posture(const std::string& name, const World& world, std::size_t index)
{
    GatePosture posture;
    posture.name = name;
    posture.measure = tissue::measure_drape(world.tissue_body(index), tissue_positions(world, index));
    const tissue::FixedGrid grid(world.tissues[index]->fraction_bits);
    for (const tissue::Fixed3& v : world.state.tissues[index].velocity) {
        const glm::dvec3 velocity = grid.value(v);
        posture.fastest_cmm_per_s =
            std::max(posture.fastest_cmm_per_s, std::sqrt(dot3(velocity, velocity)));
    }
    posture.least_volume = world.tissue_reports[index].least_volume;
    posture.guard_mended = world.tissue_reports[index].guard_mended;
    posture.guard_rolled_back = world.tissue_reports[index].guard_rolled_back;
    return posture;
}

/// A point of the settled skin and the way into the body there.
struct Place
{
    glm::dvec3 skin{0.0}; ///< cmm
    glm::dvec3 into{0.0}; ///< Unit vector.
    double thickness = 0.0;
};

/// The skin's point with the greatest `score`, of those at least `least_height` high and on the side that
/// faces outwards.
template<class Score>
Place find_place(const TissueBody& body, const std::vector<glm::dvec3>& x, double least_height,
                 Score&& score)
{
    Place place;
    double best = -1e300;
    for (const tissue::Triangle& t : body.cage.skin)
        for (const std::uint32_t p : t) {
            const tissue::Wall::Height at = body.cage.wall.at(x[p]);
            if (at.height >= least_height && dot3(at.normal, body.cage.outward) > 0.0 &&
                score(x[p], at) > best) {
                best = score(x[p], at);
                place = {x[p], -at.normal, at.height};
            }
        }
    return place;
}

Place place_of(const std::string& name, const TissueBody& body, const std::vector<glm::dvec3>& x)
{
    Place peak = find_place(body, x, 0.0, [&](const glm::dvec3& p, const tissue::Wall::Height&) {
        return dot3(p, body.cage.outward);
    });
    if (name == "rim") {
        const double middle = peak.skin.y;
        // As far to the side as the tissue is still half as thick, near the middle's height.
        return find_place(
            body, x, 0.5 * peak.thickness,
            [&](const glm::dvec3& p, const tissue::Wall::Height&) { return p.x - std::abs(p.y - middle); });
    }
    if (name == "oblique") {
        // 45 degrees off the wall's normal, toward the head.
        const glm::dvec3 tilted = peak.into + glm::dvec3(0.0, 1.0, 0.0);
        peak.into = tilted / std::sqrt(dot3(tilted, tilted));
    }
    return peak;
}

class Gate
{
public:
    Gate(const SceneDesc& scene, const SceneFiles& files, const Compute& compute, Walk& walk)
        : scene_(scene)
        , files_(files)
        , stepper_(Backend::Native, compute)
        , walk_(walk)
    {}

    std::optional<Error> run(std::size_t index, TissueGate& gate);

private:
    bool settle(World& world, const glm::dvec3& direction);
    std::optional<Error> press(const World& settled, std::size_t index, const Tip& tip,
                               const std::string& place, TissueGate& gate);

    const SceneDesc& scene_;
    const SceneFiles& files_;
    Stepper stepper_;
    Walk& walk_;
    std::optional<Error> error_;
};

bool Gate::settle(World& world, const glm::dvec3& direction)
{
    const Status turned = apply_edit(SetGravity{direction * kStandardGravity}, world);
    DRAPE_ASSERT(turned.ok());
    while (static_cast<double>(world.step) * world.dt < kSettlingTime)
        if (!walk_.step(stepper_, world, error_))
            return false;
    return true;
}

std::optional<Error> Gate::press(const World& settled, std::size_t index, const Tip& tip,
                                 const std::string& place_name, TissueGate& gate)
{
    const TissueBody& body = *settled.tissues[index];
    const Place place = place_of(place_name, body, tissue_positions(settled, index));
    const double depth = kPressShare * place.thickness;
    const auto in_scene = [&](const glm::dvec3& cmm) { return body.origin + cmm / tissue::kCmmPerMetre; };
    // The tip starts just off the skin and goes in along its axis.
    const auto pose = [&](double below) {
        const glm::dvec3 end = place.skin + place.into * (below - tip.radius_cmm);
        return MoveProbe{0, in_scene(end), in_scene(end - place.into * (6.0 * tip.radius_cmm))};
    };
    const MoveProbe start = pose(-0.1 * tip.radius_cmm);

    SceneDesc scene = untouched(scene_);
    ProbeDesc probe;
    probe.name = "gate_probe";
    probe.a = start.a;
    probe.b = start.b;
    probe.radius = tip.radius_cmm / tissue::kCmmPerMetre;
    probe.speed = kPressSpeed;
    scene.probes.push_back(probe);
    scene.systems.push_back(ContactSystem{{}, {probe.name, {}}, {body.name, {}}, 0.0});
    Result<World> built = build_world(scene, "gate", files_);
    if (!built)
        return built.error();
    World& world = built.value();
    world.state.tissues = settled.state.tissues;
    for (std::size_t i = 0; i < world.scene.systems.size(); ++i)
        if (const auto* from = i < settled.scene.systems.size()
                                   ? std::get_if<TissueSystem>(&settled.scene.systems[i])
                                   : nullptr)
            std::get<TissueSystem>(world.scene.systems[i]).gravity = from->gravity;

    GatePress press;
    press.tip = tip.name;
    press.place = place_name;
    press.radius_cmm = tip.radius_cmm;
    press.thickness_cmm = place.thickness;
    const double way_s = (1.1 * tip.radius_cmm + depth) / tissue::kCmmPerMetre / kPressSpeed;
    const double held_s = 0.3;
    const MoveProbe deep = pose(depth);
    if (const Status moved = apply_edit(deep, world); !moved)
        return moved.error();
    while (static_cast<double>(world.step) * world.dt < way_s + held_s) {
        if (!walk_.step(stepper_, world, error_))
            return error_;
        press.force_N = std::max(press.force_N, world.probe_reports[0].force);
    }
    press.depth_cmm =
        depth - std::sqrt(dot3(deep.a - world.state.probes[0].a, deep.a - world.state.probes[0].a)) *
                    tissue::kCmmPerMetre;
    press.least_volume = world.tissue_reports[index].least_volume;
    press.guard_mended = world.tissue_reports[index].guard_mended;
    press.guard_rolled_back = world.tissue_reports[index].guard_rolled_back;
    gate.presses.push_back(press);
    return std::nullopt;
}

void add_bands(const tissue::Bands& bands, TissueGate& gate)
{
    const auto find = [&](const char* name) {
        return *std::find_if(gate.postures.begin(), gate.postures.end(),
                             [&](const GatePosture& posture) { return posture.name == name; });
    };
    const tissue::DrapeMeasure standing = find("standing").measure, supine = find("supine").measure;
    gate.bands = {{"standing aspect", standing.aspect_q10, bands.standing_aspect},
                  {"standing centroid", standing.centroid_q10, bands.standing_centroid},
                  {"supine aspect", supine.aspect_q10, bands.supine_aspect},
                  {"supine centroid", supine.centroid_q10, bands.supine_centroid},
                  {"change of aspect", standing.aspect_q10 - supine.aspect_q10, bands.aspect_change}};
}

std::optional<Error> Gate::run(std::size_t index, TissueGate& gate)
{
    Result<World> built = build_world(untouched(scene_), "gate", files_);
    if (!built)
        return built.error();
    World& world = built.value();
    const TissueBody& body = *world.tissues[index];
    gate.tissue = body.name;
    gate.profile = world.profiles[index].name;
    gate.profile_file = scene_.tissues[index].profile;
    gate.has_wall = body.cage.wall.kind != tissue::Wall::Kind::None;
    gate.postures.push_back(measure_posture("rest", world, index));
    const double cover_at_rest = gate.postures[0].measure.cover;
    std::optional<World> into_wall;
    for (const NamedDirection& direction : directions_of(body)) {
        reset_state(world);
        if (!settle(world, direction.gravity))
            return error_;
        gate.postures.push_back(measure_posture(direction.name, world, index));
        if (dot3(direction.gravity, body.cage.outward) < -0.7 && cover_at_rest > 0.0) {
            gate.flattening = 1.0 - gate.postures.back().measure.cover / cover_at_rest;
            into_wall = world;
        }
    }
    add_bands(world.profiles[index].bands, gate);
    if (into_wall && gate.has_wall)
        for (const Tip& tip : kTips)
            for (const char* place : kPlaces)
                if (const std::optional<Error> error = press(*into_wall, index, tip, place, gate))
                    return error;
    return std::nullopt;
}

} // namespace

std::string TissueGate::fault() const
{
    const auto trouble = [](const auto& part) -> std::string {
        if (!(part.least_volume > 0.0))
            return "an element was turned inside out";
        return part.guard_rolled_back > 0 ? "the inversion guard had to put particles back" : "";
    };
    const bool has_bands =
        std::any_of(bands.begin(), bands.end(), [](const GateBand& band) { return band.band.has_value(); });
    if (!has_wall && has_bands)
        return "the profile has bands, and a mesh has no wall to measure from";
    std::string outside;
    for (const GateBand& band : bands)
        if (!band.holds())
            outside += (outside.empty() ? "" : ", ") + band.name;
    if (!outside.empty())
        return "outside its band: " + outside;
    for (const GatePosture& posture : postures) {
        if (const std::string said = trouble(posture); !said.empty())
            return posture.name + ": " + said;
        if (!(posture.fastest_cmm_per_s < kRestSpeed))
            return posture.name + ": not at rest after 3 s";
    }
    for (const GatePress& press : presses) {
        if (const std::string said = trouble(press); !said.empty())
            return press.tip + " " + press.place + ": " + said;
        if (!(press.force_N > 0.0))
            return press.tip + " " + press.place + ": met no resistance";
    }
    return {};
}

Result<std::vector<TissueGate>> run_gate(const SceneDesc& scene, const SceneFiles& files,
                                         const Compute& compute, const std::function<bool(double)>& go_on)
{
    Result<World> world = build_world(scene, "gate", files);
    if (!world)
        return world.error();
    std::vector<std::size_t> solved;
    for (std::size_t i = 0; i < world.value().tissues.size(); ++i)
        for (std::size_t s = 0; s < scene.systems.size(); ++s)
            if (std::holds_alternative<TissueSystem>(scene.systems[s]) && world.value().refs[s].body == i)
                solved.push_back(i);
    if (solved.empty())
        return Error{ErrorKind::Usage, "the scene has no tissue with a tissue system"};

    Walk walk{go_on};
    constexpr double kPosturesAndPresses = 2.0 * kSettlingTime + 6.0 * 1.0; // s of each tissue, about
    walk.total_s = kPosturesAndPresses * static_cast<double>(solved.size());
    std::vector<TissueGate> gates;
    for (const std::size_t index : solved) {
        TissueGate gate;
        if (const std::optional<Error> error = Gate(scene, files, compute, walk).run(index, gate))
            return *error;
        gates.push_back(std::move(gate));
    }
    return gates;
}

} // namespace drape::sim
