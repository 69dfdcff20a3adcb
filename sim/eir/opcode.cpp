#include "sim/eir/opcode.h"

#include "sim/check.h"

namespace drape::sim::eir {

std::string_view opcode_name(Opcode opcode)
{
    constexpr std::array<std::string_view, kOpcodeCount> kNames = {"const", "read", "write", "add", "sub",
                                                                   "mul",   "div",  "sqrt",  "lt",  "gt",
                                                                   "ne",    "select", "condbr", "return"};
    return kNames.at(static_cast<std::size_t>(opcode));
}

std::string_view component_name(Component component)
{
    constexpr std::array<std::string_view, kComponentCount> kNames = {
        "transform.position.x", "transform.position.y", "transform.position.z", "velocity.linear.x",
        "velocity.linear.y",    "velocity.linear.z",    "rigid_body.mass",      "rigid_body.is_dynamic",
        "step_start.x",         "step_start.y",         "step_start.z",         "push.x",
        "push.y",               "push.z",               "radius",               "probe.a.x",
        "probe.a.y",            "probe.a.z",            "probe.b.x",            "probe.b.y",
        "probe.b.z",            "probe.before.a.x",     "probe.before.a.y",     "probe.before.a.z",
        "probe.before.b.x",     "probe.before.b.y",     "probe.before.b.z",     "probe.radius",
        "move.fraction",        "move.share"};
    return kNames.at(static_cast<std::size_t>(component));
}

bool is_well_formed(const Function& function)
{
    const std::size_t size = function.code.size();
    if (size == 0 || function.code.back().opcode != Opcode::Return)
        return false;
    for (std::size_t i = 0; i < size; ++i) {
        const Instruction& in = function.code[i];
        switch (in.opcode) {
        case Opcode::Const:
            if (in.a >= function.constants.size())
                return false;
            break;
        case Opcode::ReadView:
            if (in.a >= kComponentCount)
                return false;
            break;
        case Opcode::WriteView:
            if (in.a >= kComponentCount || in.c >= i)
                return false;
            break;
        case Opcode::Sqrt:
            if (in.a >= i)
                return false;
            break;
        case Opcode::Select:
            if (in.a >= i || in.b >= i || in.c >= i)
                return false;
            break;
        case Opcode::CondBr:
            if (in.a >= i || in.b <= i || in.c <= i || in.b >= size || in.c >= size)
                return false;
            break;
        case Opcode::Return:
            break;
        default:
            if (in.a >= i || in.b >= i)
                return false;
        }
    }
    return true;
}

} // namespace drape::sim::eir
