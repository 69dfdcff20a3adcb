// The lattice cases: an independent program's states, to the bit.
#include "tests/support/files.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

namespace drape::test {
namespace {

struct LatticeCase
{
    const char* name;
    int steps;
};

void PrintTo(const LatticeCase& c, std::ostream* out)
{
    *out << c.name;
}

struct Row
{
    std::string name;
    double numbers[6];
};

std::vector<Row> read_rows(const std::string& csv)
{
    std::vector<Row> rows;
    std::istringstream lines(csv);
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line, "name,px,py,pz,vx,vy,vz");
    while (std::getline(lines, line)) {
        Row row;
        std::istringstream cells(line);
        std::getline(cells, row.name, ',');
        for (double& number : row.numbers) {
            std::string cell;
            std::getline(cells, cell, ',');
            number = std::strtod(cell.c_str(), nullptr);
        }
        rows.push_back(row);
    }
    return rows;
}

class LatticeCases : public testing::TestWithParam<std::tuple<LatticeCase, sim::Backend>>
{};

TEST_P(LatticeCases, GiveTheStatesOfAnIndependentProgramToTheBit)
{
    const auto [lattice, backend] = GetParam();
    const std::string base = std::string("tests/inputs/lattice/") + lattice.name;
    sim::World world = world_of(read_text(source_path(base + ".pwe")));
    run_steps(world, backend, lattice.steps);

    const auto rows =
        read_rows(read_text(source_path(base + "." + std::to_string(lattice.steps) + ".csv")));
    ASSERT_EQ(rows.size(), world.entity_count());
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].name, sim::entity_name(world, i));
        const glm::dvec3 p = world.state.position[i], v = world.state.velocity[i];
        const double numbers[6] = {p.x, p.y, p.z, v.x, v.y, v.z};
        for (int k = 0; k < 6; ++k)
            ASSERT_EQ(rows[i].numbers[k], numbers[k]) << rows[i].name << ", column " << k + 1;
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, LatticeCases,
    testing::Combine(testing::Values(LatticeCase{"chain", 120}, LatticeCase{"falling_gel", 120},
                                     LatticeCase{"rfc_example", 120}, LatticeCase{"random_11", 60},
                                     LatticeCase{"random_12", 60}, LatticeCase{"random_13", 60},
                                     LatticeCase{"random_14", 60}),
                     testing::Values(sim::Backend::Native, sim::Backend::Interpreter)),
    [](const auto& param) {
        const bool native = std::get<1>(param.param) == sim::Backend::Native;
        return std::string(std::get<0>(param.param).name) + (native ? "_native" : "_interpreter");
    });

} // namespace
} // namespace drape::test
