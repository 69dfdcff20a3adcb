// A recorded session: the scene, every edit with the tick it took effect at, and the hashes to check a
// replay against.
#pragma once

#include "sim/edit.h"
#include "sim/result.h"
#include "sim/step.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drape::sim {

/// An edit and the number of steps that had been made when it took effect.
struct TimedEdit
{
    std::uint64_t tick = 0;
    Edit edit;
    bool operator==(const TimedEdit&) const = default;
};

/// Digests of all entities after some tick: finds the particle where two runs part.
struct DigestRow
{
    std::uint64_t tick = 0;
    std::vector<std::uint16_t> digests; ///< One per entity (digest_entities).
    bool operator==(const DigestRow&) const = default;
};

struct Session
{
    std::string scene_name;       ///< The file's name, for messages.
    std::string scene_text;       ///< The whole scene: a session opens on a machine that has no such file.
    SceneFiles files;             ///< The profiles and meshes that the scene names.
    std::vector<TimedEdit> edits; ///< In the order in which they were made.
    std::vector<std::uint64_t> hashes; ///< hash_state after tick 1, 2, ...
    std::vector<DigestRow> digests;
    bool operator==(const Session&) const = default;
};

/// Records what happens to a world.
class SessionRecorder
{
public:
    SessionRecorder(std::string scene_name, std::string scene_text, SceneFiles files = {});

    /// Call for each edit right after it was applied without error.
    void record_edit(const Edit& edit, const World& world);
    /// Call after each step, with the state's hash.
    void record_step(const World& world, std::uint64_t hash);
    /// Instead of that, once the next step is made: the hash of the one before. Not where digests were due.
    void record_late(std::uint64_t hash) { session_.hashes.push_back(hash); }
    /// Whether this step's record has a digest of every entity.
    static bool has_digests(const World& world);

    const Session& session() const { return session_; }

private:
    Session session_;
};

/// How a replay went.
struct ReplayResult
{
    std::uint64_t ticks = 0; ///< Steps that were made.
    /// The first step whose hash is not the recorded one, and the first entity that differs, as far as
    /// the recorded digests tell.
    std::optional<std::uint64_t> first_difference;
    std::optional<std::string> entity;
    std::optional<std::uint64_t> entity_tick; ///< The digest row that told.
    std::uint64_t final_hash = 0;
    std::string message; ///< One sentence.
    bool matches() const { return !first_difference.has_value(); }
};

/// Whether the session's scene parses and every edit fits it; runs no step.
Status check_session(const Session& session);

/// Runs a session from its scene. Fails when the scene does not parse, an edit does not fit, or the
/// simulation leaves the finite numbers.
Result<ReplayResult> replay(const Session& session, Backend backend, const Compute& compute = {});

/// A session as JSON; numbers read back to the same bits.
std::string write_session(const Session& session);
/// Reads what write_session wrote; the error names the place and what was expected.
Result<Session> read_session(std::string_view text, const std::string& file);

} // namespace drape::sim
