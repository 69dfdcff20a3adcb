// Two worlds side by side: the first bit in which they differ.
#pragma once

#include "sim/step.h"

#include <optional>
#include <string>

namespace drape::app {

/// The first difference of two states of the same scene in words ("cloth#7 position.x: 0.1 against
/// 0.2"), or nothing when every bit is the same.
std::optional<std::string> first_difference(const sim::World& a, const sim::World& b);

/// Makes one step of each world, looking after every system. Returns what went wrong: a differing bit
/// (Failed) or a number that is no longer finite (NonFinite); both worlds are then as before the step.
std::optional<Error> step_and_compare(sim::Stepper& first, sim::World& a, sim::Stepper& second,
                                      sim::World& b);

} // namespace drape::app
