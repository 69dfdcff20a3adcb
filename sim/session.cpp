#include "sim/session.h"

#include "sim/check.h"
#include "sim/lang/parser.h"
#include "sim/state_hash.h"
#include "sim/text.h"

#include <algorithm>

namespace drape::sim {

namespace {

/// Rows of digests are this far apart, so that a step adds about 64 bytes however many entities there are.
std::uint64_t digest_interval(std::size_t entities)
{
    constexpr std::size_t kDigestsPerStep = 32;
    return std::max<std::uint64_t>(1, entities / kDigestsPerStep);
}

/// Names the first entity in which the world differs from the row.
void find_entity(const DigestRow& row, const World& world, ReplayResult& result)
{
    const std::vector<std::uint16_t> now = digest_entities(world.state);
    for (std::uint32_t i = 0; i < std::min(now.size(), row.digests.size()); ++i)
        if (now[i] != row.digests[i]) {
            result.entity = entity_name(world, i);
            result.entity_tick = row.tick;
            return;
        }
}

std::string describe(const ReplayResult& result)
{
    if (result.matches())
        return count_of(result.ticks, "step") + " replayed, every hash as recorded (" +
               format_hash(result.final_hash) + ")";
    std::string text = "the first difference is at step " + std::to_string(*result.first_difference);
    if (result.entity)
        text += ", entity " + *result.entity +
                (*result.entity_tick == *result.first_difference
                     ? ""
                     : " (as recorded at step " + std::to_string(*result.entity_tick) + ")");
    return text;
}

/// The world that the session began with.
Result<World> build_session_world(const Session& session)
{
    const ParsedScene parsed = parse_scene(session.scene_text);
    if (!parsed.ok())
        return Error{ErrorKind::Unreadable,
                     format_diagnostics(parsed.diagnostics, session.scene_name, session.scene_text)};
    return build_world(parsed.scene, session.scene_name, session.files);
}

Error misfit(std::size_t edit, const Error& error)
{
    return {ErrorKind::Unreadable,
            "edit " + std::to_string(edit + 1) + " does not fit the scene: " + error.message};
}

} // namespace

SessionRecorder::SessionRecorder(std::string scene_name, std::string scene_text, SceneFiles files)
{
    session_.files = std::move(files);
    session_.scene_name = std::move(scene_name);
    session_.scene_text = std::move(scene_text);
}

void SessionRecorder::record_edit(const Edit& edit, const World& world)
{
    DRAPE_ASSERT(session_.hashes.size() == world.tick);
    // A drag sends a target for every frame; of several between two steps only the last one counts.
    if (!session_.edits.empty() && session_.edits.back().tick == world.tick) {
        Edit& last = session_.edits.back().edit;
        const auto* move = std::get_if<MoveProbe>(&edit);
        const auto* last_move = std::get_if<MoveProbe>(&last);
        if (move != nullptr && last_move != nullptr && move->probe == last_move->probe) {
            last = edit;
            return;
        }
    }
    session_.edits.push_back({world.tick, edit});
}

void SessionRecorder::record_step(const World& world, std::uint64_t hash)
{
    session_.hashes.push_back(hash);
    DRAPE_ASSERT(session_.hashes.size() == world.tick);
    if (has_digests(world))
        session_.digests.push_back({world.tick, digest_entities(world.state)});
}

bool SessionRecorder::has_digests(const World& world)
{
    return world.tick % digest_interval(world.particle_count()) == 0;
}

Status check_session(const Session& session)
{
    Result<World> world = build_session_world(session);
    if (!world)
        return world.error();
    for (std::size_t i = 0; i < session.edits.size(); ++i)
        if (const Status status = apply_edit(session.edits[i].edit, world.value()); !status)
            return misfit(i, status.error());
    return Done{};
}

Result<ReplayResult> replay(const Session& session, Backend backend, const Compute& compute)
{
    Result<World> built = build_session_world(session);
    if (!built)
        return built.error();
    World& world = built.value();
    Stepper stepper(backend, compute);

    ReplayResult result;
    auto edit = session.edits.begin();
    auto row = session.digests.begin();
    const auto apply_due = [&]() -> Status {
        for (; edit != session.edits.end() && edit->tick == world.tick; ++edit)
            if (const Status status = apply_edit(edit->edit, world); !status)
                return misfit(static_cast<std::size_t>(edit - session.edits.begin()), status.error());
        return Done{};
    };
    while (world.tick < session.hashes.size()) {
        if (const Status status = apply_due(); !status)
            return status.error();
        if (const StepReport report = stepper.step(world); report.non_finite)
            return Error{ErrorKind::NonFinite, describe(*report.non_finite, world)};
        result.final_hash = hash_state(world.state);
        while (row != session.digests.end() && row->tick < world.tick)
            ++row;
        if (!result.first_difference && result.final_hash != session.hashes[world.tick - 1])
            result.first_difference = world.tick;
        if (result.first_difference && row != session.digests.end() && row->tick == world.tick) {
            find_entity(*row, world, result);
            break;
        }
    }
    if (result.matches())
        if (const Status status = apply_due(); !status)
            return status.error();
    result.ticks = world.tick;
    result.message = describe(result);
    return result;
}

} // namespace drape::sim
