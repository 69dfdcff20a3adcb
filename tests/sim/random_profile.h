// Profiles at random, for laws that hold for every profile.
#pragma once

#include "sim/tissue/profile.h"
#include "tests/sim/random.h"

namespace drape::test {

/// Any profile that a text can say.
sim::tissue::Profile random_profile(Random& random);

/// Changes something of `profile`, as a person at the panels would.
void change_profile(Random& random, sim::tissue::Profile& profile);

} // namespace drape::test
