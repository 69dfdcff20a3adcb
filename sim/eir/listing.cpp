#include "sim/eir/listing.h"

#include "sim/check.h"
#include "sim/text.h"

namespace drape::sim::eir {

namespace {

std::string value(std::uint32_t id)
{
    return "%" + std::to_string(id);
}

std::string view(const Instruction& in, const World& world)
{
    const auto component = static_cast<Component>(in.a);
    const std::string name(component_name(component));
    const bool is_shared = component >= Component::ProbeAX;
    return is_shared ? name : "@" + entity_name(world, in.b) + "." + name;
}

std::string operands(const Instruction& in, const Function& function, const World& world)
{
    switch (in.opcode) {
    case Opcode::Const:
        return format_number(function.constants[in.a]);
    case Opcode::ReadView:
        return view(in, world);
    case Opcode::WriteView:
        return view(in, world) + ", " + value(in.c);
    case Opcode::Sqrt:
        return value(in.a);
    case Opcode::Select:
        return value(in.a) + ", " + value(in.b) + ", " + value(in.c);
    case Opcode::CondBr:
        return value(in.a) + ", to " + std::to_string(in.b) + ", else " + std::to_string(in.c);
    case Opcode::Return:
        return "";
    default:
        return value(in.a) + ", " + value(in.b);
    }
}

} // namespace

std::string list_function(const Function& function, const World& world, std::size_t system,
                          std::uint32_t entity)
{
    DRAPE_ASSERT(is_well_formed(function));
    std::string text = "fn system" + std::to_string(system + 1) + "." + entity_name(world, entity) +
                       "  # " + system_title(world, system) + ", " +
                       count_of(function.code.size(), "instruction") + "\n";
    for (std::size_t i = 0; i < function.code.size(); ++i) {
        const Instruction& in = function.code[i];
        const bool has_value =
            in.opcode != Opcode::WriteView && in.opcode != Opcode::CondBr && in.opcode != Opcode::Return;
        const std::string number = std::to_string(i);
        std::string line = std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number + "  ";
        if (has_value)
            line += value(static_cast<std::uint32_t>(i)) + " = ";
        line += opcode_name(in.opcode);
        const std::string rest = operands(in, function, world);
        text += line + (rest.empty() ? "" : " " + rest) + "\n";
    }
    return text + "\n";
}

} // namespace drape::sim::eir
