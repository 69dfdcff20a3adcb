// Writes EIR functions so that a lowering reads like the formula it stands for.
#pragma once

#include "sim/check.h"
#include "sim/eir/opcode.h"
#include "sim/eir/order.h"

#include <utility>

namespace drape::sim::eir {

class Builder;

/// The result of an instruction of the function under construction.
struct Value
{
    Builder* builder = nullptr;
    std::uint32_t id = 0;
};

/// A block that runs only under a condition; ends where end_if is called.
struct Branch
{
    std::uint32_t at = 0;
};

class Builder
{
public:
    Value constant(double value)
    {
        function_.constants.push_back(value);
        return emit({Opcode::Const, static_cast<std::uint32_t>(function_.constants.size() - 1), 0, 0});
    }
    Value read(Component component, std::uint32_t entity)
    {
        return emit({Opcode::ReadView, static_cast<std::uint32_t>(component), entity, 0});
    }
    void write(Component component, std::uint32_t entity, Value value)
    {
        emit({Opcode::WriteView, static_cast<std::uint32_t>(component), entity, value.id});
    }
    Value binary(Opcode opcode, Value a, Value b) { return emit({opcode, a.id, b.id, 0}); }
    Value sqrt(Value a) { return emit({Opcode::Sqrt, a.id, 0, 0}); }
    Value select(Value condition, Value yes, Value no)
    {
        return emit({Opcode::Select, condition.id, yes.id, no.id});
    }
    /// What follows up to end_if runs only when `condition` holds. Values made inside must not be used
    /// after it.
    Branch begin_if(Value condition)
    {
        const Value branch = emit({Opcode::CondBr, condition.id, size() + 1, 0});
        return {branch.id};
    }
    void end_if(Branch branch) { function_.code[branch.at].c = size(); }

    /// Ends the function and gives it away.
    Function finish()
    {
        emit({Opcode::Return, 0, 0, 0});
        order_values(function_);
        DRAPE_ASSERT(is_well_formed(function_));
        return std::exchange(function_, {});
    }

private:
    std::uint32_t size() const { return static_cast<std::uint32_t>(function_.code.size()); }
    Value emit(Instruction instruction)
    {
        function_.code.push_back(instruction);
        return {this, size() - 1};
    }

    Function function_;
};

inline Value operator+(Value a, Value b)
{
    return a.builder->binary(Opcode::Add, a, b);
}
inline Value operator-(Value a, Value b)
{
    return a.builder->binary(Opcode::Sub, a, b);
}
inline Value operator*(Value a, Value b)
{
    return a.builder->binary(Opcode::Mul, a, b);
}
inline Value operator/(Value a, Value b)
{
    return a.builder->binary(Opcode::Div, a, b);
}
inline Value operator<(Value a, Value b)
{
    return a.builder->binary(Opcode::Lt, a, b);
}
inline Value operator>(Value a, Value b)
{
    return a.builder->binary(Opcode::Gt, a, b);
}
inline Value is_not(Value a, double b)
{
    return a.builder->binary(Opcode::Ne, a, a.builder->constant(b));
}
inline Value operator*(Value a, double b)
{
    return a * a.builder->constant(b);
}
inline Value operator+(Value a, double b)
{
    return a + a.builder->constant(b);
}

/// Three values in a row of components.
struct Vector
{
    Value x, y, z;
};

inline Vector operator+(const Vector& a, const Vector& b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vector operator-(const Vector& a, const Vector& b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vector operator*(const Vector& a, Value s)
{
    return {a.x * s, a.y * s, a.z * s};
}
inline Vector operator/(const Vector& a, Value s)
{
    return {a.x / s, a.y / s, a.z / s};
}
inline Value dot(const Vector& a, const Vector& b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}

inline Component component_at(Component first, int offset)
{
    return static_cast<Component>(static_cast<int>(first) + offset);
}
inline Vector read_vector(Builder& f, Component first, std::uint32_t entity)
{
    const Value x = f.read(first, entity);
    const Value y = f.read(component_at(first, 1), entity);
    const Value z = f.read(component_at(first, 2), entity);
    return {x, y, z};
}
inline void write_vector(Builder& f, Component first, std::uint32_t entity, const Vector& v)
{
    f.write(first, entity, v.x);
    f.write(component_at(first, 1), entity, v.y);
    f.write(component_at(first, 2), entity, v.z);
}
inline Vector constant_vector(Builder& f, double x, double y, double z)
{
    const Value vx = f.constant(x);
    const Value vy = f.constant(y);
    const Value vz = f.constant(z);
    return {vx, vy, vz};
}

} // namespace drape::sim::eir
