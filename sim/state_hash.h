// One number for a state: equal hashes mean equal bits.
#pragma once

#include "sim/state.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace drape::sim {

/// XXH3-64 over the state's bytes in entity order, little-endian: per entity position x, y, z and
/// velocity x, y, z; then the same, as counts of 64 bits, per particle of each tissue; then per probe a, b
/// and their targets; then the grab, if there is one.
std::uint64_t hash_state(const State& state);

struct World;
/// The hash of the state that the step under way began with. Reads only what no step writes once it has
/// begun (Stepper::begin), so that another thread may work it out meanwhile.
std::uint64_t hash_step_start(const World& world);

/// 16 bits for each entity and then each particle of the tissues, from XXH3-64 over its position and
/// velocity: enough to find where two runs part, small enough to be recorded.
std::vector<std::uint16_t> digest_entities(const State& state);

/// XXH3-64 of a text or a file, to tell whether two are the same.
std::uint64_t hash_bytes(std::string_view bytes);

/// 16 lower-case hexadecimal digits.
std::string format_hash(std::uint64_t hash);

} // namespace drape::sim
