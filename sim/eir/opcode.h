// The RFC's intermediate representation: one straight-line function for each system and entity.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace drape::sim::eir {

enum class Opcode : std::uint8_t
{
    Const,     ///< f64: constants[a]
    ReadView,  ///< f64: component a of entity b
    WriteView, ///< component a of entity b = c
    Add,       ///< f64: a + b
    Sub,       ///< f64: a - b
    Mul,       ///< f64: a * b
    Div,       ///< f64: a / b
    Sqrt,      ///< f64: sqrt(a)
    Lt,        ///< bool: a < b
    Gt,        ///< bool: a > b
    Ne,        ///< bool: a != b
    Select,    ///< f64: a ? b : c
    CondBr,    ///< jumps to instruction b when a, else to c; only forward
    Return,    ///< ends the function
};
inline constexpr std::size_t kOpcodeCount = 14;

std::string_view opcode_name(Opcode opcode);

/// What a view reads or writes. Vectors take three values in a row.
enum class Component : std::uint8_t
{
    PositionX,
    PositionY,
    PositionZ,
    VelocityX,
    VelocityY,
    VelocityZ,
    Mass,
    IsDynamic, ///< 1 or 0
    // Drape's extensions read these, too.
    StepStartX, ///< Position when the step began.
    StepStartY,
    StepStartZ,
    PushX, ///< Contact push collected so far.
    PushY,
    PushZ,
    Radius,
    // The moving capsule; `entity` is 0.
    ProbeAX,
    ProbeAY,
    ProbeAZ,
    ProbeBX,
    ProbeBY,
    ProbeBZ,
    ProbeBeforeAX,
    ProbeBeforeAY,
    ProbeBeforeAZ,
    ProbeBeforeBX,
    ProbeBeforeBY,
    ProbeBeforeBZ,
    ProbeRadius,
    MoveFraction,
    MoveShare,
};
inline constexpr std::size_t kComponentCount = 30;

std::string_view component_name(Component component);

/// The value of an instruction is named by the instruction's own index (SSA).
struct Instruction
{
    Opcode opcode = Opcode::Return;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t c = 0;
};

struct Function
{
    std::vector<Instruction> code;
    std::vector<double> constants;

    std::size_t bytes() const
    {
        return code.size() * sizeof(Instruction) + constants.size() * sizeof(double);
    }
};

/// Whether every operand has its type and is defined on every way to its use, only what systems may write
/// is written, blocks are nested and end inside, and the last instruction is a Return: what the
/// interpreter relies on.
bool is_well_formed(const Function& function);

} // namespace drape::sim::eir
