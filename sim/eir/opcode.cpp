#include "sim/eir/opcode.h"

#include "sim/check.h"

namespace drape::sim::eir {

std::string_view opcode_name(Opcode opcode)
{
    constexpr std::array<std::string_view, kOpcodeCount> kNames = {
        "const", "read", "write", "add", "sub",    "mul",    "div",
        "sqrt",  "lt",   "gt",    "ne",  "select", "condbr", "return"};
    return kNames.at(static_cast<std::size_t>(opcode));
}

std::string_view component_name(Component component)
{
    constexpr std::array<std::string_view, kComponentCount> kNames = {"transform.position.x",
                                                                      "transform.position.y",
                                                                      "transform.position.z",
                                                                      "velocity.linear.x",
                                                                      "velocity.linear.y",
                                                                      "velocity.linear.z",
                                                                      "rigid_body.mass",
                                                                      "rigid_body.is_dynamic",
                                                                      "step_start.x",
                                                                      "step_start.y",
                                                                      "step_start.z",
                                                                      "push.x",
                                                                      "push.y",
                                                                      "push.z",
                                                                      "radius",
                                                                      "probe.a.x",
                                                                      "probe.a.y",
                                                                      "probe.a.z",
                                                                      "probe.b.x",
                                                                      "probe.b.y",
                                                                      "probe.b.z",
                                                                      "probe.before.a.x",
                                                                      "probe.before.a.y",
                                                                      "probe.before.a.z",
                                                                      "probe.before.b.x",
                                                                      "probe.before.b.y",
                                                                      "probe.before.b.z",
                                                                      "probe.radius",
                                                                      "move.fraction",
                                                                      "move.share"};
    return kNames.at(static_cast<std::size_t>(component));
}

namespace {

/// What an instruction leaves for others to use.
enum class ValueType
{
    None,
    Number,
    Truth,
};

ValueType type_of(Opcode opcode)
{
    switch (opcode) {
    case Opcode::WriteView:
    case Opcode::CondBr:
    case Opcode::Return:
        return ValueType::None;
    case Opcode::Lt:
    case Opcode::Gt:
    case Opcode::Ne:
        return ValueType::Truth;
    default:
        return ValueType::Number;
    }
}

bool is_writable(std::uint32_t component)
{
    return component <= static_cast<std::uint32_t>(Component::VelocityZ) ||
           (component >= static_cast<std::uint32_t>(Component::PushX) &&
            component <= static_cast<std::uint32_t>(Component::PushZ));
}

/// Walks over a function and knows which values may be used where it stands.
class Checker
{
public:
    explicit Checker(const Function& function)
        : function_(function)
        , end_of_scope_(function.code.size())
    {}

    bool accepts_all()
    {
        for (std::size_t i = 0; i < function_.code.size(); ++i) {
            while (!open_ends_.empty() && open_ends_.back() <= i)
                open_ends_.pop_back();
            end_of_scope_[i] = open_ends_.empty() ? function_.code.size() : open_ends_.back();
            if (!accepts(i))
                return false;
        }
        return true;
    }

private:
    /// Whether instruction `at` may use the value of `id`: defined before, of that type, and made in a
    /// block that has run whenever `at` does.
    bool is_usable(std::uint32_t id, std::size_t at, ValueType type) const
    {
        return id < at && at < end_of_scope_[id] && type_of(function_.code[id].opcode) == type;
    }

    bool accepts(std::size_t i)
    {
        const Instruction& in = function_.code[i];
        const auto is_number = [&](std::uint32_t id) { return is_usable(id, i, ValueType::Number); };
        switch (in.opcode) {
        case Opcode::Const:
            return in.a < function_.constants.size();
        case Opcode::ReadView:
            return in.a < kComponentCount;
        case Opcode::WriteView:
            return is_writable(in.a) && is_number(in.c);
        case Opcode::Sqrt:
            return is_number(in.a);
        case Opcode::Select:
            return is_usable(in.a, i, ValueType::Truth) && is_number(in.b) && is_number(in.c);
        case Opcode::CondBr:
            // Blocks are nested: the one that begins here ends no later than the one around it.
            if (!is_usable(in.a, i, ValueType::Truth) || in.b != i + 1 || in.c <= i ||
                in.c >= function_.code.size() || in.c > end_of_scope_[i])
                return false;
            open_ends_.push_back(in.c);
            return true;
        case Opcode::Return:
            return true;
        default:
            return is_number(in.a) && is_number(in.b);
        }
    }

    const Function& function_;
    std::vector<std::size_t> end_of_scope_; ///< Of each value: the first instruction that may not use it.
    std::vector<std::size_t> open_ends_;    ///< Of the blocks around the current instruction.
};

} // namespace

bool is_well_formed(const Function& function)
{
    return !function.code.empty() && function.code.back().opcode == Opcode::Return &&
           Checker(function).accepts_all();
}

} // namespace drape::sim::eir
