#include "tests/support/tissues.h"

#include "sim/lattice/pair.h"
#include "sim/tissue/mesh_io.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace drape::test {

using namespace sim::tissue;
using sim::dot3;

Sample make_sample(Cage cage, const Profile& profile)
{
    Sample sample;
    sample.cage = std::move(cage);
    sample.topology = build_topology(sample.cage);
    Result<Material> material = build_material(sample.cage, sample.topology, profile);
    EXPECT_TRUE(material.ok());
    sample.material = std::move(material).value();
    return sample;
}

Profile gel_profile(double compliance_q20, double volume_compliance_q20)
{
    Profile profile;
    profile.name = "gel";
    LayerRow layer;
    layer.name = "gel";
    layer.compliance_q20 = compliance_q20;
    layer.volume_compliance_q20 = volume_compliance_q20;
    layer.damping_q12 = 0.0;
    profile.layers.push_back(layer);
    return profile;
}

namespace {

/// Corners are numbered x + 2y + 4z; `odd` has the bits of a cell's odd indices.
std::vector<std::array<int, 4>> tets_of_cube(Splitting splitting, int odd)
{
    std::vector<std::array<int, 4>> tets;
    if (splitting == Splitting::Five)
        tets = {{0, 3, 5, 6}, {1, 0, 3, 5}, {2, 0, 6, 3}, {4, 0, 5, 6}, {7, 3, 6, 5}};
    else
        tets = {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7}, {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}};
    if (splitting != Splitting::Six)
        for (std::array<int, 4>& tet : tets)
            for (int& corner : tet)
                corner ^= odd; // faces meet when each cell mirrors its neighbours
    return tets;
}

} // namespace

Cage box_cage(const glm::ivec3& cells, const glm::dvec3& low, const glm::dvec3& high, Splitting splitting)
{
    Cage cage;
    const auto at = [&](int i, int j, int k) {
        return static_cast<std::uint32_t>((k * (cells.y + 1) + j) * (cells.x + 1) + i);
    };
    for (int k = 0; k <= cells.z; ++k)
        for (int j = 0; j <= cells.y; ++j)
            for (int i = 0; i <= cells.x; ++i) {
                glm::dvec3 p(low.x + (high.x - low.x) * i / cells.x, low.y + (high.y - low.y) * j / cells.y,
                             low.z + (high.z - low.z) * k / cells.z);
                for (int axis = 0; axis < 3; ++axis)
                    p[axis] = round_to_grid(p[axis], 8);
                cage.points.push_back(p);
                cage.depth.push_back(1.0);
            }
    cage.attached.assign(cage.points.size(), 0);
    for (int k = 0; k < cells.z; ++k)
        for (int j = 0; j < cells.y; ++j)
            for (int i = 0; i < cells.x; ++i)
                for (const std::array<int, 4>& corners :
                     tets_of_cube(splitting, i % 2 + 2 * (j % 2) + 4 * (k % 2))) {
                    Tet tet;
                    for (std::size_t c = 0; c < 4; ++c)
                        tet[c] =
                            at(i + (corners[c] & 1), j + (corners[c] >> 1 & 1), k + (corners[c] >> 2 & 1));
                    if (six_volume(cage.points, tet) < 0.0)
                        std::swap(tet[2], tet[3]);
                    cage.tets.push_back(tet);
                }
    cage.skin = boundary_triangles(cage.tets);
    return cage;
}

Cage hanging_bar(int cells_across, Splitting splitting)
{
    Cage cage = box_cage({cells_across, 5 * cells_across, cells_across}, {-1000.0, -10000.0, -1000.0},
                         {1000.0, 0.0, 1000.0}, splitting);
    for (std::size_t p = 0; p < cage.points.size(); ++p)
        cage.attached[p] = cage.points[p].y == 0.0 ? 1 : 0;
    return cage;
}

Motion::Motion(const Sample& of, const SubstepSettings& with, const sim::Compute& compute)
    : sample(of)
    , settings(with)
    , engine_(compute)
{
    work.x.assign(sample.cage.points.begin(), sample.cage.points.end());
    work.v.assign(work.x.size(), Point());
}

void Motion::substep(std::span<const Capsule> capsules)
{
    met_.assign(capsules.size(), {});
    run_substep(sample.body(), settings, capsules, std::nullopt, engine_, work, met_, report);
}

void Motion::substeps(int count)
{
    for (int i = 0; i < count; ++i)
        substep();
}

BodyState Motion::state() const
{
    BodyState state;
    state.position.resize(work.x.size());
    state.velocity.resize(work.x.size());
    store(work, settings.fraction_bits, state);
    return state;
}

double least_volume(const Sample& sample, std::span<const sim::tissue::Point> x)
{
    double least = 1.0;
    for (std::size_t t = 0; t < sample.topology.tets.size(); ++t)
        least = std::min(least, six_volume(x, sample.topology.tets[t]) / sample.topology.tet_rest[t]);
    return least;
}

double fastest(std::span<const sim::tissue::Point> v)
{
    double most = 0.0;
    for (const Point& velocity : v)
        most = std::max(most, dot3(velocity, velocity));
    return std::sqrt(most);
}

glm::dvec3 centre_of_mass(const Sample& sample, std::span<const sim::tissue::Point> x)
{
    glm::dvec3 sum(0.0);
    double mass = 0.0;
    for (std::size_t p = 0; p < x.size(); ++p) {
        sum += x[p] * sample.material.mass[p];
        mass += sample.material.mass[p];
    }
    return sum / mass;
}

} // namespace drape::test
