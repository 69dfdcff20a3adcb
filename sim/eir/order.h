// Numbers the values of a function in the order in which they are needed.
#pragma once

#include "sim/eir/opcode.h"

namespace drape::sim::eir {

/// Sorts the values between two effects (writes, jumps, their targets) by first use, operands from left to
/// right, and drops those that nothing uses. Reads stay between the writes that they were between, so that
/// the function does the same; but its listing no longer depends on the order in which a compiler happened
/// to evaluate the operands of the C++ expression that made it.
void order_values(Function& function);

} // namespace drape::sim::eir
