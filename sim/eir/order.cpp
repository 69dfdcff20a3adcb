#include "sim/eir/order.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace drape::sim::eir {

namespace {

constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();

bool has_effect(const Instruction& in)
{
    return in.opcode == Opcode::WriteView || in.opcode == Opcode::CondBr || in.opcode == Opcode::Return;
}

/// Calls visit(id&) for each value that an instruction uses, from left to right.
template<class Visit>
void for_each_operand(Instruction& in, Visit&& visit)
{
    switch (in.opcode) {
    case Opcode::Const:
    case Opcode::ReadView:
    case Opcode::Return:
        break;
    case Opcode::WriteView:
        visit(in.c);
        break;
    case Opcode::Sqrt:
    case Opcode::CondBr:
        visit(in.a);
        break;
    case Opcode::Select:
        visit(in.a);
        visit(in.b);
        visit(in.c);
        break;
    default:
        visit(in.a);
        visit(in.b);
    }
}

class Orderer
{
public:
    explicit Orderer(Function& function)
        : code_(function.code)
        , constants_(function.constants)
        , rank_(code_.size(), kUnused)
        , place_(code_.size(), kUnused)
        , arrival_(code_.size(), kUnused)
        , is_target_(code_.size(), false)
    {}

    Function run()
    {
        for (std::uint32_t i = 0; i < code_.size(); ++i)
            if (has_effect(code_[i]))
                rank(i);
        for (const Instruction& in : code_)
            if (in.opcode == Opcode::CondBr)
                is_target_[in.c] = true;
        for (std::uint32_t i = 0; i < code_.size(); ++i) {
            if (is_target_[i] || has_effect(code_[i]))
                flush(i);
            if (has_effect(code_[i]))
                append(i);
            else if (rank_[i] != kUnused)
                run_.push_back(i);
        }
        for (Instruction& in : ordered_.code)
            if (in.opcode == Opcode::CondBr)
                in.c = arrival_[in.c];
        return std::move(ordered_);
    }

private:
    void rank(std::uint32_t id)
    {
        if (rank_[id] != kUnused)
            return;
        for_each_operand(code_[id], [&](const std::uint32_t& operand) { rank(operand); });
        rank_[id] = next_rank_++;
    }
    /// Appends the values collected before instruction `next`.
    void flush(std::uint32_t next)
    {
        std::sort(run_.begin(), run_.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return rank_[a] < rank_[b]; });
        for (const std::uint32_t id : run_)
            append(id);
        run_.clear();
        arrival_[next] = size();
    }
    void append(std::uint32_t id)
    {
        Instruction in = code_[id];
        for_each_operand(in, [&](std::uint32_t& operand) { operand = place_[operand]; });
        if (in.opcode == Opcode::Const) {
            ordered_.constants.push_back(constants_[in.a]);
            in.a = static_cast<std::uint32_t>(ordered_.constants.size() - 1);
        } else if (in.opcode == Opcode::CondBr) {
            in.b = size() + 1;
        }
        place_[id] = size();
        ordered_.code.push_back(in);
    }
    std::uint32_t size() const { return static_cast<std::uint32_t>(ordered_.code.size()); }

    std::vector<Instruction>& code_;
    std::vector<double>& constants_;
    std::vector<std::uint32_t> rank_;    ///< Of each value: when it is needed.
    std::vector<std::uint32_t> place_;   ///< Of each value: its new number.
    std::vector<std::uint32_t> arrival_; ///< Of each jump's target: where the jump arrives now.
    std::vector<bool> is_target_;
    std::vector<std::uint32_t> run_; ///< Values since the last effect.
    std::uint32_t next_rank_ = 0;
    Function ordered_;
};

} // namespace

void order_values(Function& function)
{
    function = Orderer(function).run();
}

} // namespace drape::sim::eir
