#include "sim/tissue/plan.h"

#include "sim/check.h"

#include <algorithm>
#include <span>

namespace drape::sim::tissue {

namespace {

/// Constraints that are worth a thread: with fewer, passing particles from core to core takes longer than
/// what is saved. Measured at 255 ns from core to core: two threads take 1.4 times one thread's time for
/// 44,000 constraints and 0.7 times for 460,000.
constexpr std::size_t kWorthAThread = 32768;
constexpr std::uint32_t kLanes = 8; // full vectors stay together

/// Where the parts of a list begin and end: parts + 1 numbers.
using Cuts = std::vector<std::uint32_t>;

Cuts even_cuts(std::size_t count, std::uint32_t parts)
{
    Cuts cuts;
    for (std::uint32_t p = 0; p < parts; ++p)
        cuts.push_back(static_cast<std::uint32_t>(count * p / parts / kLanes * kLanes));
    cuts.push_back(static_cast<std::uint32_t>(count));
    return cuts;
}

/// Cuts of the constraints of one colour that follow those of the particles: a constraint lies where the
/// mean of its particles does. Cages are numbered from the wall to the skin, and colours keep that order.
template<class Corners>
Cuts follow(std::span<const Corners> constraints, const Range& color, const Cuts& particles)
{
    Cuts cuts = {color.begin};
    for (std::size_t p = 1; p + 1 < particles.size(); ++p) {
        const std::uint64_t bound = std::uint64_t{particles[p]} * std::tuple_size_v<Corners>;
        const auto before = std::count_if(constraints.begin() + color.begin,
                                          constraints.begin() + color.end, [&](const Corners& corners) {
                                              std::uint64_t sum = 0;
                                              for (const std::uint32_t corner : corners)
                                                  sum += corner;
                                              return sum < bound;
                                          });
        cuts.push_back(std::max(cuts.back(), color.begin + static_cast<std::uint32_t>(before)));
    }
    cuts.push_back(color.end);
    return cuts;
}

/// Which particles constraints of more than one part touch.
template<class Corners>
std::vector<bool> find_shared(std::span<const Corners> constraints, const std::vector<Cuts>& colors,
                              std::size_t particles)
{
    constexpr std::uint32_t kNobody = ~0U;
    std::vector<std::uint32_t> owner(particles, kNobody);
    std::vector<bool> is_shared(particles, false);
    for (const Cuts& cuts : colors)
        for (std::uint32_t part = 0; part + 1 < cuts.size(); ++part)
            for (std::uint32_t c = cuts[part]; c < cuts[part + 1]; ++c)
                for (const std::uint32_t p : constraints[c]) {
                    if (owner[p] != kNobody && owner[p] != part)
                        is_shared[p] = true;
                    owner[p] = part;
                }
    return is_shared;
}

class Planner
{
public:
    Planner(const Body& body, Plan& plan)
        : body_(body)
        , plan_(plan)
        , particles_(even_cuts(body.cage.points.size(), plan.parts))
    {}

    void add_alone(Phase phase, bool starts)
    {
        add({phase, starts, Plan::Share::Alone});
        fence();
    }

    /// A phase that treats each of many things by itself.
    void add_even(Phase phase, const Cuts& cuts)
    {
        std::array<Range, 2>* const ranges = add({phase, true, Plan::Share::Whole});
        for (std::uint32_t part = 0; part < plan_.parts; ++part)
            ranges[part][0] = {cuts[part], cuts[part + 1]};
        fence();
    }
    void add_particles(Phase phase) { add_even(phase, particles_); }

    template<class Corners>
    void add_colors(Phase phase, bool starts, std::span<const Corners> constraints,
                    const std::vector<Range>& colors)
    {
        if (plan_.parts == 1) {
            for (const Range& color : colors)
                add({phase, starts, Plan::Share::Alone})[0][0] = color;
            return;
        }
        std::vector<Cuts> cuts;
        for (const Range& color : colors)
            cuts.push_back(follow(constraints, color, particles_));
        const std::vector<bool> is_shared = find_shared(constraints, cuts, body_.cage.points.size());
        const auto is_at_border = [&](std::uint32_t c) {
            return std::any_of(constraints[c].begin(), constraints[c].end(),
                               [&](std::uint32_t p) { return is_shared[p]; });
        };
        for (const Cuts& color : cuts) {
            const std::size_t border = plan_.steps.size();
            add({phase, starts, Plan::Share::Border});
            add({phase, starts, Plan::Share::Inner});
            for (std::uint32_t part = 0; part < plan_.parts; ++part) {
                std::uint32_t low = color[part], high = color[part + 1];
                const std::uint32_t middle = low + (high - low) / 2;
                for (std::uint32_t c = middle; c > color[part] && low == color[part]; --c)
                    if (is_at_border(c - 1))
                        low = c;
                for (std::uint32_t c = middle; c < color[part + 1] && high == color[part + 1]; ++c)
                    if (is_at_border(c))
                        high = c;
                plan_.ranges[border * plan_.parts + part] = {Range{color[part], low},
                                                             Range{high, color[part + 1]}};
                plan_.ranges[(border + 1) * plan_.parts + part] = {Range{low, high}, Range{}};
            }
        }
        fence();
    }

private:
    std::array<Range, 2>* add(const Plan::Step& step)
    {
        plan_.steps.push_back(step);
        plan_.ranges.resize(plan_.steps.size() * plan_.parts);
        return &plan_.ranges[(plan_.steps.size() - 1) * plan_.parts];
    }
    void fence()
    {
        if (plan_.parts > 1)
            add({Phase::Fence, true, Plan::Share::Whole});
    }

    const Body& body_;
    Plan& plan_;
    Cuts particles_;
};

} // namespace

Plan make_plan(const Body& body, int iterations, int threads)
{
    DRAPE_ASSERT(iterations >= 1 && threads >= 1);
    const Topology& topology = body.topology;
    Plan plan;
    plan.iterations = iterations;
    plan.threads = threads;
    plan.parts = static_cast<std::uint32_t>(
        std::clamp((topology.edges.size() + topology.tets.size()) / kWorthAThread, std::size_t{1},
                   static_cast<std::size_t>(threads)));
    Planner planner(body, plan);
    planner.add_particles(Phase::Predict);
    for (int i = 0; i < iterations; ++i) {
        const bool starts = i == 0;
        planner.add_colors(Phase::Edges, starts, std::span<const Edge>(topology.edges),
                           topology.edge_colors);
        planner.add_alone(Phase::Cords, starts);
        planner.add_colors(Phase::Volumes, starts, std::span<const Tet>(topology.tets),
                           topology.tet_colors);
        planner.add_alone(Phase::Touch, starts);
        if (body.cage.wall.kind != Wall::Kind::None)
            planner.add_particles(Phase::Wall);
        planner.add_alone(Phase::RigidParts, starts);
    }
    planner.add_particles(Phase::Round);
    planner.add_even(Phase::LookForInversion, even_cuts(topology.tets.size(), plan.parts));
    planner.add_alone(Phase::Guard, true);
    planner.add_particles(Phase::Velocities);
    return plan;
}

} // namespace drape::sim::tissue
