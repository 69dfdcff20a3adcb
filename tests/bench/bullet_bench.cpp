// The peer: the links of Bullet's soft bodies on the cloths of lattice_bench, its link solver alone.
#include "tests/bench/bench.h"

#ifdef DRAPE_BENCH_BULLET

#    include "sim/lattice/constraints.h"

#    include <BulletSoftBody/btSoftBody.h>
#    include <BulletSoftBody/btSoftBodyHelpers.h>

#    include <memory>

namespace drape::bench {

namespace {

constexpr int kIterations = 10;

/// A square cloth with the same structural, shear and bend links as ours, in the same order.
class Cloth
{
public:
    explicit Cloth(std::uint32_t side)
        : body_(&info_)
    {
        constexpr double kSpacing = 0.02; // m
        const sim::Grid grid{side, side, 1};
        body_.appendMaterial()->m_kLST = 1; // stiffness
        for (std::uint32_t j = 0; j < side; ++j)
            for (std::uint32_t i = 0; i < side; ++i)
                body_.appendNode(
                    btVector3(static_cast<btScalar>(kSpacing * i), static_cast<btScalar>(kSpacing * j), 0),
                    static_cast<btScalar>(0.001));
        const sim::SpringList springs = sim::build_springs(grid, kSpacing);
        for (std::uint32_t owner = 0; owner < grid.count(); ++owner)
            for (std::uint32_t s = springs.begin[owner]; s < springs.begin[owner + 1]; ++s)
                body_.appendLink(static_cast<int>(owner), static_cast<int>(springs.other[s]));
        body_.setMass(static_cast<int>(side * (side - 1)), 0);
        body_.setMass(static_cast<int>(side * side - 1), 0);
        body_.updateConstants();
    }

    /// Bullet's own order for a faster pass: dependent links far from each other.
    void reorder() { btSoftBodyHelpers::ReoptimizeLinkOrder(&body_); }

    /// Gravity's displacement of one step, so that the links have something to correct.
    void pull()
    {
        for (int i = 0; i < body_.m_nodes.size(); ++i)
            if (body_.m_nodes[i].m_im > 0)
                body_.m_nodes[i].m_x +=
                    btVector3(0, static_cast<btScalar>(-4e-5), static_cast<btScalar>(4e-6));
    }
    void solve() { btSoftBody::PSolve_Links(&body_, 1, 1); }
    std::size_t links() const { return static_cast<std::size_t>(body_.m_links.size()); }

private:
    btSoftBodyWorldInfo info_;
    btSoftBody body_;
};

void run(benchmark::State& state, std::uint32_t side, bool is_reordered)
{
    const auto cloth = std::make_unique<Cloth>(side);
    if (is_reordered)
        cloth->reorder();
    for (auto _ : state) {
        cloth->pull();
        for (int i = 0; i < kIterations; ++i)
            cloth->solve();
    }
    count_visits(state, cloth->links(), kIterations);
    state.counters["bytes_per_number"] = sizeof(btScalar);
    state.counters["state_bytes_per_particle"] = sizeof(btSoftBody::Node);
    state.counters["topology_bytes_per_constraint"] = sizeof(btSoftBody::Link);
}

} // namespace

void add_bullet()
{
    for (const std::uint32_t side : {32U, 128U, 256U, 512U}) {
        const std::string name = "lattice/" + std::to_string(side) + "x" + std::to_string(side) + "/";
        add(name + kPeer, [=](benchmark::State& state) { run(state, side, false); });
        add(name + kPeer + " reordered", [=](benchmark::State& state) { run(state, side, true); });
    }
}

} // namespace drape::bench

#else

namespace drape::bench {

void add_bullet() {}

} // namespace drape::bench

#endif
