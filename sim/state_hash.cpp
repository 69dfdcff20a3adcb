#include "sim/state_hash.h"

#include "sim/check.h"
#include "sim/world.h"

#include <xxhash.h>

#include <array>
#include <bit>
#include <memory>
#include <span>

namespace drape::sim {

namespace {

static_assert(std::endian::native == std::endian::little, "the hash is defined over little-endian bytes");
static_assert(sizeof(glm::dvec3) == 3 * sizeof(double));
static_assert(sizeof(tissue::Fixed3) == 3 * sizeof(std::int64_t));

struct FreeHasher
{
    void operator()(XXH3_state_t* hasher) const { XXH3_freeState(hasher); }
};

template<class T>
void add(XXH3_state_t* hasher, std::span<const T> values)
{
    const XXH_errorcode code = XXH3_64bits_update(hasher, values.data(), values.size_bytes());
    DRAPE_ASSERT(code == XXH_OK);
}

/// Position and velocity in turn, in blocks, so that entity order holds and the hasher sees long runs.
template<class Vector>
void add_interleaved(XXH3_state_t* hasher, const std::vector<Vector>& position,
                     const std::vector<Vector>& velocity)
{
    DRAPE_ASSERT(position.size() == velocity.size());
    constexpr std::size_t kBlock = 256;
    std::array<Vector, 2 * kBlock> block;
    for (std::size_t begin = 0; begin < position.size(); begin += kBlock) {
        const std::size_t count = std::min(kBlock, position.size() - begin);
        for (std::size_t i = 0; i < count; ++i) {
            block[2 * i] = position[begin + i];
            block[2 * i + 1] = velocity[begin + i];
        }
        add(hasher, std::span<const Vector>(block.data(), 2 * count));
    }
}

template<class Vector>
void digest(const std::vector<Vector>& position, const std::vector<Vector>& velocity,
            std::vector<std::uint16_t>& digests)
{
    for (std::size_t i = 0; i < position.size(); ++i) {
        const std::array<Vector, 2> both = {position[i], velocity[i]};
        digests.push_back(static_cast<std::uint16_t>(XXH3_64bits(both.data(), sizeof(both)) & 0xFFFFU));
    }
}

} // namespace

namespace {

/// What a state is made of, wherever its parts are kept.
struct StateParts
{
    const std::vector<glm::dvec3>& position;
    const std::vector<glm::dvec3>& velocity;
    const std::vector<tissue::BodyState>& tissues;
    const std::vector<ProbePose>& probes;
    const std::optional<GrabState>& grab;
};

std::uint64_t hash_parts(const StateParts& state)
{
    const std::unique_ptr<XXH3_state_t, FreeHasher> hasher(XXH3_createState());
    DRAPE_ASSERT(hasher != nullptr);
    XXH3_64bits_reset(hasher.get());

    add_interleaved(hasher.get(), state.position, state.velocity);
    for (const tissue::BodyState& body : state.tissues)
        add_interleaved(hasher.get(), body.position, body.velocity);
    for (const ProbePose& probe : state.probes) {
        const std::array<glm::dvec3, 4> pose = {probe.a, probe.b, probe.target_a, probe.target_b};
        add(hasher.get(), std::span<const glm::dvec3>(pose));
    }
    if (state.grab) {
        add(hasher.get(), std::span<const std::uint32_t>(&state.grab->entity, 1));
        add(hasher.get(), std::span<const glm::dvec3>(&state.grab->target, 1));
    }
    return XXH3_64bits_digest(hasher.get());
}

} // namespace

std::uint64_t hash_state(const State& state)
{
    return hash_parts({state.position, state.velocity, state.tissues, state.probes, state.grab});
}

std::uint64_t hash_step_start(const World& world)
{
    return hash_parts({world.step_start, world.start_velocity, world.start_tissues, world.start_probes,
                       world.state.grab});
}

std::vector<std::uint16_t> digest_entities(const State& state)
{
    std::vector<std::uint16_t> digests;
    digest(state.position, state.velocity, digests);
    for (const tissue::BodyState& body : state.tissues)
        digest(body.position, body.velocity, digests);
    return digests;
}

std::uint64_t hash_bytes(std::string_view bytes)
{
    return XXH3_64bits(bytes.data(), bytes.size());
}

std::string format_hash(std::uint64_t hash)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text(16, '0');
    for (std::size_t i = 0; i < text.size(); ++i)
        text[text.size() - 1 - i] = kDigits[(hash >> (4 * i)) & 15U];
    return text;
}

} // namespace drape::sim
