#include "app/compare.h"

#include "sim/check.h"
#include "sim/text.h"

#include <array>
#include <bit>
#include <string_view>

namespace drape::app {

namespace {

constexpr std::array<std::string_view, 6> kComponents = {"position.x", "position.y", "position.z",
                                                         "velocity.x", "velocity.y", "velocity.z"};

std::string difference(const std::string& name, std::size_t component, double a, double b)
{
    return name + " " + std::string(kComponents[component]) + ": " + format_number(a) + " against " +
           format_number(b);
}

/// The first count in which two tissues differ, in the unit of the grid.
std::optional<std::string> first_difference(const sim::World& a, const sim::World& b, std::size_t tissue)
{
    const sim::tissue::BodyState &in_a = a.state.tissues[tissue], &in_b = b.state.tissues[tissue];
    const double unit = sim::tissue::FixedGrid(a.tissues[tissue]->fraction_bits).unit;
    for (std::uint32_t p = 0; p < in_a.position.size(); ++p)
        for (int k = 0; k < 6; ++k) {
            const std::int64_t x = k < 3 ? in_a.position[p][k] : in_a.velocity[p][k - 3];
            const std::int64_t y = k < 3 ? in_b.position[p][k] : in_b.velocity[p][k - 3];
            if (x != y)
                return difference(sim::entity_name(a, a.tissues[tissue]->first + p),
                                  static_cast<std::size_t>(k), static_cast<double>(x) * unit,
                                  static_cast<double>(y) * unit);
        }
    return std::nullopt;
}

std::array<double, 6> numbers_of(const sim::State& state, std::uint32_t entity)
{
    const glm::dvec3& p = state.position[entity];
    const glm::dvec3& v = state.velocity[entity];
    return {p.x, p.y, p.z, v.x, v.y, v.z};
}

} // namespace

std::optional<std::string> first_difference(const sim::World& a, const sim::World& b)
{
    DRAPE_ASSERT(a.entity_count() == b.entity_count());
    for (std::uint32_t entity = 0; entity < a.entity_count(); ++entity) {
        const std::array<double, 6> in_a = numbers_of(a.state, entity), in_b = numbers_of(b.state, entity);
        for (std::size_t i = 0; i < in_a.size(); ++i)
            // On bits: -0 is not 0 here, and a NaN is itself.
            if (std::bit_cast<std::uint64_t>(in_a[i]) != std::bit_cast<std::uint64_t>(in_b[i]))
                return difference(sim::entity_name(a, entity), i, in_a[i], in_b[i]);
    }
    for (std::size_t i = 0; i < a.tissues.size(); ++i)
        if (const auto found = first_difference(a, b, i))
            return found;
    return std::nullopt;
}

std::optional<Error> step_and_compare(sim::Stepper& first, sim::World& a, sim::Stepper& second,
                                      sim::World& b)
{
    first.begin(a);
    second.begin(b);
    std::optional<Error> error;
    for (std::size_t i = 0; i < a.scene.systems.size() && !error; ++i) {
        first.run_system(a, i);
        second.run_system(b, i);
        if (const auto difference = first_difference(a, b))
            error = Error{ErrorKind::Failed, "the backends differ at step " + std::to_string(a.step + 1) +
                                                 ", system " + std::to_string(i + 1) + " " +
                                                 sim::system_title(a, i) + ", " + *difference};
        else if (const auto fault = first.find_non_finite(a, i))
            error = Error{ErrorKind::NonFinite, sim::describe(*fault, a)};
    }
    if (error) {
        first.cancel(a);
        second.cancel(b);
    } else {
        first.end(a);
        second.end(b);
    }
    return error;
}

} // namespace drape::app
