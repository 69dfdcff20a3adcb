// What a snapshot says without having it written down: names by number, strains by the grid.
#include "sim/lang/parser.h"
#include "sim/state_hash.h"
#include "sim/world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace drape::sim {
namespace {

TEST(EntityLooks, AreThoseThatWereGivenWhateverTheyShare)
{
    EntityLooks looks;
    std::vector<Look> given;
    for (std::uint32_t i = 0; i < 200; ++i) { // more kinds than are looked through, each met again
        Look look;
        look.color = i % 70;
        look.opacity = i % 3 == 0 ? std::numeric_limits<float>::quiet_NaN() : 1.0f; // equal to nothing
        looks.append(look, i % 4);
        given.insert(given.end(), i % 4, look);
    }
    Look other;
    other.radius = 7.0f;
    for (std::size_t i = 0; i < given.size(); i += 9) {
        looks.set(i, other);
        given[i] = other;
    }
    ASSERT_EQ(looks.size(), given.size());
    for (std::size_t i = 0; i < given.size(); ++i) {
        EXPECT_EQ(looks[i].color, given[i].color) << i;
        EXPECT_EQ(looks[i].radius, given[i].radius) << i;
        EXPECT_EQ(std::isnan(looks[i].opacity), std::isnan(given[i].opacity)) << i;
    }
}

TEST(EntityNames, AreThoseThatTheLanguageGives)
{
    EntityNames names;
    names.push_back("hook");
    names.add_particles("cloth", 12);
    names.add_particles("none", 0);
    names.push_back("weight");
    names.add_particles("gel", 1'000'000);
    ASSERT_EQ(names.size(), 1'000'014u);
    EXPECT_EQ(names[0], "hook");
    EXPECT_EQ(names[1], "cloth#0");
    EXPECT_EQ(names[12], "cloth#11");
    EXPECT_EQ(names[13], "weight");
    EXPECT_EQ(names[1'000'013], "gel#999999");
    for (const std::size_t entity : {0u, 1u, 12u, 13u, 14u, 1'000'013u})
        EXPECT_EQ(names.find(names[entity]), entity);
    for (const char* stranger :
         {"", "cloth", "cloth#", "cloth#12", "cloth#01", "cloth#-1", "cloth#1 ", "cloth#1x", "clot#1",
          "hook#0", "none#0", "gel#1000000", "gel#99999999999999999999999"})
        EXPECT_FALSE(names.find(stranger)) << stranger;
    EXPECT_EQ(EntityNames().all().size(), 0u);
}

TEST(EntityNames, SpeltOutAreTheSame)
{
    EntityNames names;
    names.add_particles("a", 3);
    names.push_back("b");
    EXPECT_EQ(names.all(), (std::vector<std::string>{"a#0", "a#1", "a#2", "b"}));
}

World gel(std::uint32_t nx, std::uint32_t ny, std::uint32_t nz)
{
    const std::string size =
        "nx = " + std::to_string(nx) + "; ny = " + std::to_string(ny) + "; nz = " + std::to_string(nz);
    const ParsedScene parsed = parse_scene("world { entity e { position = (9, 9, 9) } soft gel { " + size +
                                           "; spacing = 0.3 } }\nsystems { integrate { dt = 0.01 } }\n");
    EXPECT_TRUE(parsed.ok());
    return build_world(parsed.scene, "gel").value();
}

/// By the definition: over the structural springs, one after the other.
double strain_of_springs(const World& world)
{
    double largest = 0.0;
    for (const SoftBody& body : world.bodies)
        for (std::uint32_t p = 0; p < body.grid.count(); ++p)
            for (std::uint32_t s = body.springs->begin[p]; s < body.springs->begin[p + 1]; ++s) {
                if (body.springs->kind[s] != SpringKind::Structural)
                    continue;
                const glm::dvec3 d = world.state.position[body.first + p] -
                                     world.state.position[body.first + body.springs->other[s]];
                const double length = std::sqrt((d.x * d.x + d.y * d.y) + d.z * d.z);
                largest = std::max(largest, std::abs(length / body.springs->rest[s] - 1.0));
            }
    return largest;
}

TEST(Snapshot, LargestStrainIsThatOfTheSpringsBitByBit)
{
    std::uint32_t seed = 7;
    const auto random = [&seed] {
        seed = seed * 1664525u + 1013904223u;
        return static_cast<double>(seed >> 8) / (1u << 24) - 0.5;
    };
    for (const auto& [nx, ny, nz] :
         {std::array{5u, 4u, 3u}, std::array{7u, 1u, 1u}, std::array{1u, 6u, 1u}, std::array{1u, 1u, 4u},
          std::array{1u, 1u, 1u}, std::array{4u, 5u, 1u}}) {
        World world = gel(nx, ny, nz);
        for (const double size : {0.0, 1e-9, 0.05, 1.0}) {
            for (glm::dvec3& x : world.state.position)
                x += size * glm::dvec3{random(), random(), random()};
            Snapshot snapshot;
            take_snapshot(world, snapshot);
            EXPECT_EQ(snapshot.stats.largest_strain, strain_of_springs(world))
                << nx << ' ' << ny << ' ' << nz;
        }
    }
}

TEST(Snapshot, HoldsTheHashOfItsStateAndNoSerial)
{
    const World world = gel(3, 3, 3);
    Snapshot snapshot;
    snapshot.serial = 8;
    take_snapshot(world, snapshot);
    EXPECT_EQ(snapshot.state_hash, hash_state(world.state));
    EXPECT_EQ(snapshot.serial, 0u) << "the old promise does not hold for the new content";
}

} // namespace
} // namespace drape::sim
