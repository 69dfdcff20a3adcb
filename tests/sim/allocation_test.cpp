// A step allocates nothing once its arrays have grown: counted by operator new, so in a program of its own.
#include "sim/step.h"
#include "tests/support/files.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> allocations{0};

void* counted(std::size_t size, std::size_t alignment)
{
    ++allocations;
    void* const memory = alignment <= alignof(std::max_align_t)
                             ? std::malloc(size)
                             : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (memory == nullptr)
        throw std::bad_alloc();
    return memory;
}

} // namespace

void* operator new(std::size_t size)
{
    return counted(size, 1);
}
void* operator new(std::size_t size, std::align_val_t alignment)
{
    return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}

namespace drape::test {
namespace {

/// Allocations of ten steps after a few; the probe, if there is one, is pushed through the body.
std::uint64_t allocations_of(sim::World& world, const sim::Compute& compute)
{
    sim::Stepper stepper(sim::Backend::Native, compute);
    constexpr int kWarmUp = 5, kCounted = 10;
    std::uint64_t before = 0;
    for (int i = 0; i < kWarmUp + kCounted; ++i) {
        if (i == kWarmUp)
            before = allocations;
        EXPECT_FALSE(stepper.step(world).non_finite.has_value());
    }
    return allocations - before;
}

class Steps : public testing::TestWithParam<sim::Compute>
{};

TEST_P(Steps, OfLatticesJointsAndContactsAllocateNothing)
{
    sim::World world = world_of(
        "world { entity peg { dynamic = false; position = (0, 1, 0) }\n"
        "  soft cloth { nx = 40; ny = 40; spacing = 0.05; origin = (0, 1, 0) }\n"
        "  soft block { nx = 6; ny = 6; nz = 6; spacing = 0.1; origin = (3, 1, 0) }\n"
        "  probe p { a = (0.5, 0.98, 0.5); b = (0.5, 0.98, 1); radius = 0.1 } }\n"
        "systems { gravity { gravity_y = -9.81; dt = 0.01 } integrate { dt = 0.01 }\n"
        "  soft { body = cloth } soft { body = block; sweep = body }\n"
        "  joint { on = cloth#0; other = peg } contact { probe = p; body = cloth }\n"
        "  ground_contact { restitution = 0.2 } update_velocity { dt = 0.01 } }\n");
    EXPECT_EQ(allocations_of(world, GetParam()), 0U);
}

TEST_P(Steps, OfATissueUnderAProbeAllocateNothing)
{
    const sim::SceneFiles files = {
        {"gel", "name = \"gel\"\n[[layer]]\nname = \"all\"\nouter_q12 = 4096\ncompliance_q20 = 60\n"
                "volume_compliance_q20 = 1\ndensity_q12 = 4096\n"}};
    sim::World world = world_of(
        "world { tissue t { cage = dome; profile = \"gel\"; cells = 10 }\n"
        "  probe p { a = (0, 0, 0.05); b = (0, 0, 0.1); radius = 0.01 } }\n"
        "systems { tissue { body = t; substeps = 4 } contact { probe = p; body = t; friction = 0.2 } }\n",
        files);
    EXPECT_EQ(allocations_of(world, GetParam()), 0U);
    EXPECT_GT(world.probe_reports[0].contacts, 0U);
}

INSTANTIATE_TEST_SUITE_P(Compute, Steps,
                         testing::Values(sim::Compute{1, false}, sim::Compute{1, true},
                                         sim::Compute{2, true}));

TEST(CountedAllocations, AreSeen)
{
    // By name: a pair of new and delete expressions may be left out altogether, and clang does so.
    const std::uint64_t before = allocations;
    ::operator delete(::operator new(1));
    ::operator delete(::operator new(1, std::align_val_t{64}), std::align_val_t{64});
    EXPECT_EQ(allocations, before + 2);
}

} // namespace
} // namespace drape::test
