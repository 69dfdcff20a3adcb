// The broad phase of the contact leaves out work and changes no bit.
#include "sim/contact/capsule_contact.h"
#include "sim/edit.h"
#include "tests/sim/random.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cstring>

namespace drape::test {
namespace {

using glm::dvec3;
using sim::Backend;

/// The contact of the world's last system, one particle after the other: what solve_contact is to give.
void push_all(const sim::ContactSystem& system, const sim::SystemRefs& refs, sim::World& world)
{
    const sim::SoftBody& body = world.bodies[refs.body];
    const int moves = sim::count_contact_moves(system, refs, world);
    if (moves == 0)
        return;
    sim::clear_pushes(body, world);
    for (int i = 1; i <= moves; ++i)
        for (std::uint32_t p = 0; p < body.grid.count(); ++p)
            sim::push_particle(sim::contact_move(system, refs, world, i, moves), body, p, world);
    sim::apply_pushes(refs, body, world);
}

std::string swung_body(int nx, int ny, int nz)
{
    const auto text = [](double value) { return std::to_string(value); };
    return "world { entity first { dynamic = false }\n  soft c { nx = " + std::to_string(nx) +
           "; ny = " + std::to_string(ny) + "; nz = " + std::to_string(nz) +
           "; spacing = 0.05; origin = (0, 0, 0); mass = 0.01; size = 0.02 }\n"
           "  probe p { a = (" +
           text(0.01 * nx) + ", 0.5, -0.6); b = (" + text(0.03 * nx) +
           ", 0.6, -0.6); radius = 0.06; speed = 20 } }\n"
           "systems { gravity { gravity_y = -0.2; dt = 0.004 } integrate { dt = 0.004 }\n"
           "  soft { body = c; iterations = 3 } contact { probe = p; body = c; friction = 0.4 }\n"
           "  update_velocity { dt = 0.004 } }";
}

class PathBlocksOf : public testing::TestWithParam<std::array<int, 3>>
{};

TEST_P(PathBlocksOf, ABodyLeaveOutOnlyWhatTheCapsuleCannotReach)
{
    const auto [nx, ny, nz] = GetParam();
    sim::World world = world_of(swung_body(nx, ny, nz));
    sim::Stepper stepper(Backend::Native);
    Random random(static_cast<std::uint64_t>(nx));
    constexpr std::size_t kContact = 3;
    const auto& contact = std::get<sim::ContactSystem>(world.scene.systems[kContact]);
    std::uint64_t contacts = 0;
    for (int step = 0; step < 200; ++step) {
        if (step % 10 == 0) {
            // By turns at a particle, so that it is touched, and wherever.
            const dvec3 wherever{random.between(0.0, 0.05 * nx), random.between(-0.15, 0.05 * ny),
                                 random.between(-0.3, 0.3)};
            const dvec3 at = world.state.position[random.below(world.state.position.size())];
            const dvec3 a = step % 20 == 0 ? at + dvec3(0.0, 0.0, 0.1) : wherever;
            ASSERT_TRUE(sim::apply_edit(sim::MoveProbe{0, a, a + dvec3(0.2, 0.1, 0.05)}, world).ok());
        }
        stepper.begin(world);
        for (std::size_t system = 0; system < kContact; ++system)
            stepper.run_system(world, system);
        // Pushes of a step before, of whatever backend, are not taken for this one's.
        std::fill(world.push.begin(), world.push.end(), dvec3(random.between(-1.0, 1.0)));
        sim::World plain = world;
        push_all(contact, plain.refs[kContact], plain);
        stepper.run_system(world, kContact);
        ASSERT_EQ(std::memcmp(world.state.position.data(), plain.state.position.data(),
                              world.state.position.size() * sizeof(dvec3)),
                  0)
            << "step " << step;
        EXPECT_EQ(world.probe_reports[0].contacts, plain.probe_reports[0].contacts);
        EXPECT_EQ(world.probe_reports[0].depth, plain.probe_reports[0].depth);
        EXPECT_EQ(world.probe_reports[0].force, plain.probe_reports[0].force);
        contacts += world.probe_reports[0].contacts;
        stepper.run_system(world, kContact + 1);
        ASSERT_FALSE(stepper.find_non_finite(world, kContact + 1));
        stepper.end(world);
    }
    EXPECT_GT(contacts, 25U);
}

INSTANTIATE_TEST_SUITE_P(All, PathBlocksOf,
                         testing::Values(std::array{1, 40, 1}, std::array{300, 1, 1}, std::array{90, 70, 1},
                                         std::array{7, 60, 1}, std::array{20, 20, 8},
                                         std::array{3, 3, 30}));

TEST(Bounds, OfNothingAddNothing)
{
    sim::Bounds box;
    box.add(dvec3(1.0, 2.0, 3.0));
    box.add(sim::Bounds{});
    EXPECT_EQ(box.low, dvec3(1.0, 2.0, 3.0));
    EXPECT_EQ(box.high, dvec3(1.0, 2.0, 3.0));
}

TEST(PathBlocks, LeaveOutMostOfASheetThatACapsuleTouchesAtOnePlace)
{
    std::vector<dvec3> points;
    const sim::Grid grid{128, 128, 1};
    for (std::uint32_t p = 0; p < grid.count(); ++p)
        points.emplace_back(0.05 * (p % 128), 0.05 * (p / 128), 0.0);
    sim::Workers workers(1);
    sim::PathBlocks blocks;
    blocks.measure(grid, points, points, workers);
    EXPECT_EQ(blocks.whole().box.high, dvec3(0.05 * 127, 0.05 * 127, 0.0));
    EXPECT_EQ(blocks.whole().longest_squared, 0.0);
    sim::Bounds capsule;
    capsule.add(points[64 * 128 + 30]);
    std::uint32_t near = 0;
    for (std::uint32_t block = 0; block < blocks.count(); ++block)
        near += blocks.may_touch(block, capsule, 0.1) ? 1 : 0;
    EXPECT_GE(near, 5U); // five rows
    EXPECT_LE(near, 14U);
    EXPECT_EQ(blocks.count(), 256U);
}

} // namespace
} // namespace drape::test
