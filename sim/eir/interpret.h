// Runs EIR functions on a world, instruction by instruction.
#pragma once

#include "sim/contact/capsule_contact.h"
#include "sim/eir/opcode.h"
#include "sim/world.h"

#include <vector>

namespace drape::sim::eir {

/// The views of a world's components. Valid while the world's arrays stay where they are.
class Views
{
public:
    /// `is_dynamic` holds 1.0 or 0.0 for each entity; `move` is the contact move that views show.
    Views(World& world, const std::vector<double>& is_dynamic, const ContactMove& move);

    double read(std::uint32_t component, std::uint32_t entity) const
    {
        const View& view = views_[component];
        return view.base[entity * view.stride];
    }
    void write(std::uint32_t component, std::uint32_t entity, double value)
    {
        DRAPE_ASSERT(views_[component].target != nullptr);
        const View& view = views_[component];
        view.target[entity * view.stride] = value;
    }

private:
    struct View
    {
        const double* base = nullptr;
        double* target = nullptr; ///< Null for what no system may write.
        std::size_t stride = 0;
    };
    std::array<View, kComponentCount> views_{};
};

/// Runs one function. `registers` is scratch that grows to the longest function.
void interpret(const Function& function, Views& views, std::vector<double>& registers);

} // namespace drape::sim::eir
