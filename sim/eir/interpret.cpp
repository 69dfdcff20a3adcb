#include "sim/eir/interpret.h"

#include "sim/check.h"

#include <cmath>

namespace drape::sim::eir {

Views::Views(World& world, const std::vector<double>& is_dynamic, const ContactMove& move)
{
    const auto at = [this](Component component) -> View& {
        return views_[static_cast<std::size_t>(component)];
    };
    const auto bind_array = [&](Component first, std::vector<glm::dvec3>& values) {
        double* const data = values.empty() ? nullptr : &values[0].x;
        for (std::size_t axis = 0; axis < 3; ++axis)
            views_[static_cast<std::size_t>(first) + axis] = {data + axis, data + axis, 3};
    };
    const auto bind_point = [&](Component first, const glm::dvec3& value) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            views_[static_cast<std::size_t>(first) + axis] = {&value.x + axis, nullptr, 0};
    };
    DRAPE_ASSERT(is_dynamic.size() == world.entity_count());
    bind_array(Component::PositionX, world.state.position);
    bind_array(Component::VelocityX, world.state.velocity);
    bind_array(Component::StepStartX, world.step_start);
    bind_array(Component::PushX, world.push);
    at(Component::Mass) = {world.mass.data(), nullptr, 1};
    at(Component::IsDynamic) = {is_dynamic.data(), nullptr, 1};
    at(Component::Radius) = {world.radius.data(), nullptr, 1};
    bind_point(Component::ProbeAX, move.a);
    bind_point(Component::ProbeBX, move.b);
    bind_point(Component::ProbeBeforeAX, move.previous_a);
    bind_point(Component::ProbeBeforeBX, move.previous_b);
    at(Component::ProbeRadius) = {&move.radius, nullptr, 0};
    at(Component::MoveFraction) = {&move.fraction, nullptr, 0};
    at(Component::MoveShare) = {&move.share, nullptr, 0};
}

void interpret(const Function& function, Views& views, std::vector<double>& registers)
{
    if (registers.size() < function.code.size())
        registers.resize(function.code.size());
    double* const r = registers.data();
    std::uint32_t at = 0;
    while (true) {
        DRAPE_ASSERT(at < function.code.size());
        const Instruction& in = function.code[at];
        switch (in.opcode) {
        case Opcode::Const:
            r[at] = function.constants[in.a];
            break;
        case Opcode::ReadView:
            r[at] = views.read(in.a, in.b);
            break;
        case Opcode::WriteView:
            views.write(in.a, in.b, r[in.c]);
            break;
        case Opcode::Add:
            r[at] = r[in.a] + r[in.b];
            break;
        case Opcode::Sub:
            r[at] = r[in.a] - r[in.b];
            break;
        case Opcode::Mul:
            r[at] = r[in.a] * r[in.b];
            break;
        case Opcode::Div:
            r[at] = r[in.a] / r[in.b];
            break;
        case Opcode::Sqrt:
            r[at] = std::sqrt(r[in.a]);
            break;
        case Opcode::Lt:
            r[at] = r[in.a] < r[in.b] ? 1.0 : 0.0;
            break;
        case Opcode::Gt:
            r[at] = r[in.a] > r[in.b] ? 1.0 : 0.0;
            break;
        case Opcode::Ne:
            r[at] = r[in.a] != r[in.b] ? 1.0 : 0.0;
            break;
        case Opcode::Select:
            r[at] = r[in.a] != 0.0 ? r[in.b] : r[in.c];
            break;
        case Opcode::CondBr:
            at = r[in.a] != 0.0 ? in.b : in.c;
            continue;
        case Opcode::Return:
            return;
        }
        ++at;
    }
}

} // namespace drape::sim::eir
