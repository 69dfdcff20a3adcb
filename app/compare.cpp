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
                return sim::entity_name(a, entity) + " " + std::string(kComponents[i]) + ": " +
                       format_number(in_a[i]) + " against " + format_number(in_b[i]);
    }
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
        else if (const auto fault = sim::find_non_finite(a, i))
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
