// Contact of a tissue: closest points against brute force, a press and its release, forces in balance.
#include "sim/contact/closest_points.h"
#include "sim/tissue/volume.h"
#include "tests/sim/random.h"
#include "tests/support/tissues.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace drape::test {
namespace {

using namespace sim::tissue;
using sim::closest_of_segment_and_triangle;
using sim::dot3;
using sim::SegmentTriangle;

double length(const glm::dvec3& v)
{
    return std::sqrt(dot3(v, v));
}

glm::dvec3 random_point(Random& random, double reach)
{
    const double x = random.between(-reach, reach), y = random.between(-reach, reach);
    return {x, y, random.between(-reach, reach)};
}

using Corners = std::array<glm::dvec3, 3>;

/// A vector in the plane of `t`, each share of its edges in [low, high).
glm::dvec3 random_in_plane(Random& random, const Corners& t, double low, double high)
{
    const double u = random.between(low, high), v = random.between(low, high);
    return (t[1] - t[0]) * u + (t[2] - t[0]) * v;
}

/// The least distance of sampled points, refined about the best.
double sampled_distance(const glm::dvec3& p, const glm::dvec3& e, const Corners& t)
{
    double best = 1e300, s0 = 0.5, u0 = 0.5, v0 = 0.5, reach = 0.5;
    for (int round = 0; round < 9; ++round) {
        double s_best = s0, u_best = u0, v_best = v0;
        constexpr int kSide = 6;
        for (int i = -kSide; i <= kSide; ++i)
            for (int j = -kSide; j <= kSide; ++j)
                for (int k = -kSide; k <= kSide; ++k) {
                    const double s = std::clamp(s0 + reach * i / kSide, 0.0, 1.0);
                    double u = std::clamp(u0 + reach * j / kSide, 0.0, 1.0),
                           v = std::clamp(v0 + reach * k / kSide, 0.0, 1.0);
                    if (u + v > 1.0) {
                        const double sum = u + v; // onto the edge
                        u = u / sum;
                        v = v / sum;
                    }
                    const glm::dvec3 d = t[0] * (1.0 - u - v) + t[1] * u + t[2] * v - (p + e * s);
                    if (dot3(d, d) < best) {
                        best = dot3(d, d);
                        s_best = s;
                        u_best = u;
                        v_best = v;
                    }
                }
        s0 = s_best;
        u0 = u_best;
        v0 = v_best;
        reach *= 0.4;
    }
    return std::sqrt(best);
}

TEST(ClosestPoints, OfSegmentAndTriangleAreTheClosestThatSamplingFinds)
{
    int crossings = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        Random random(seed);
        glm::dvec3 p = random_point(random, 1.0);
        glm::dvec3 e = random_point(random, random.chance(0.2) ? 0.05 : 1.5);
        Corners t = {random_point(random, 1.0), random_point(random, 1.0), random_point(random, 1.0)};
        switch (random.below(8)) {
        case 0: // in the plane of the triangle
            p = t[0] + random_in_plane(random, t, -1.0, 2.0);
            e = random_in_plane(random, t, -1.0, 1.0);
            break;
        case 1: // along an edge
            e = (t[1] - t[0]) * random.between(-1.0, 1.0);
            break;
        case 2: // a needle
            t[2] = t[0] + (t[1] - t[0]) * random.unit();
            break;
        case 3: // a sphere
            e = glm::dvec3(0.0);
            break;
        case 4: // through a point of it
            p = t[0] * 0.5 + t[1] * 0.3 + t[2] * 0.2 - e * random.unit();
            break;
        default:
            break;
        }
        const SegmentTriangle at = closest_of_segment_and_triangle(p, e, t);
        crossings += at.is_crossing ? 1 : 0;
        EXPECT_GE(std::min({at.s, at.weights.x, at.weights.y, at.weights.z}), 0.0) << "seed " << seed;
        EXPECT_LE(at.s, 1.0) << "seed " << seed;
        EXPECT_NEAR(at.weights.x + at.weights.y + at.weights.z, 1.0, 1e-12) << "seed " << seed;
        const glm::dvec3 d =
            t[0] * at.weights.x + t[1] * at.weights.y + t[2] * at.weights.z - (p + e * at.s);
        EXPECT_NEAR(length(d), std::sqrt(at.distance_squared), 1e-7) << "seed " << seed;
        const double sampled = sampled_distance(p, e, t);
        EXPECT_LE(length(d), sampled + 1e-9) << "seed " << seed;
        EXPECT_GE(length(d), sampled - 0.02) << "seed " << seed;
        if (at.is_crossing) {
            EXPECT_LT(sampled, 0.02) << "seed " << seed;
        }
    }
    EXPECT_GT(crossings, 20);
}

// A press.

constexpr double kRadius = 800.0; // cmm
constexpr double kDt = 0.0005;

Profile soft_profile()
{
    Profile profile = gel_profile(40.0);
    profile.damping_q12 = 8.0 * kQ12;
    profile.skin = SkinRow{150.0, 26.0};
    return profile;
}

CageSpec dome_spec()
{
    CageSpec spec;
    spec.cells = 10;
    return spec;
}

/// A fingertip over the middle of a dome, across it, `height` above where it just touches.
class Press
{
public:
    Press(const Sample& sample, const glm::dvec3& gravity, int iterations)
        : run(sample, {kDt, iterations, gravity, 8})
    {
        for (const glm::dvec3& p : sample.cage.points)
            top_ = std::max(top_, p.z);
        height_ = 50.0;
        place(finger);
        finger.radius = kRadius;
    }

    double thickness() const { return top_; }
    double height() const { return height_; }

    /// One substep in which the finger moves by `way`, up positive.
    void move(double way)
    {
        finger.previous_a = finger.a;
        finger.previous_b = finger.b;
        height_ += way;
        place(finger);
        run.substep(std::span(&finger, 1));
    }
    glm::dvec3 force() const { return run.met(0).force; }

    /// How much of the finger's radius the skin has come in, cmm.
    double overlap() const
    {
        double deepest = 0.0;
        for (const Triangle& t : run.sample.cage.skin) {
            const SegmentTriangle at = closest_of_segment_and_triangle(
                finger.a, finger.b - finger.a, {run.work.x[t[0]], run.work.x[t[1]], run.work.x[t[2]]});
            deepest = std::max(deepest, kRadius - (at.is_crossing ? 0.0 : std::sqrt(at.distance_squared)));
        }
        return deepest;
    }

    double lowest_above_wall() const
    {
        double least = 1e300;
        for (const glm::dvec3& x : run.work.x)
            least = std::min(least, run.sample.cage.wall.at(x).height);
        return least;
    }

    Capsule finger;
    Motion run;

private:
    void place(Capsule& capsule) const
    {
        const double z = top_ + kRadius + height_;
        capsule.a = glm::dvec3(-600.0, 0.0, z);
        capsule.b = glm::dvec3(600.0, 0.0, z);
    }
    double top_ = 0.0, height_ = 0.0;
};

TEST(Press, OfAFingerIntoADomeKeepsEveryLawOnItsWayInAndOut)
{
    const Sample sample = make_sample(build_cage(dome_spec()).value(), soft_profile());
    Press press(sample, glm::dvec3(0.0), 4);
    press.finger.previous_a = press.finger.a;
    press.finger.previous_b = press.finger.b;
    const std::vector<Point> rest = press.run.work.x;
    const double depth = 0.6 * press.thickness();
    std::vector<double> forces; // each the mean of a tenth of the way
    double sum = 0.0, deepest_overlap = 0.0;
    constexpr int kIn = 2000;
    const auto expect_sound = [&](int step) {
        ASSERT_GT(least_volume(sample, press.run.work.x), 0.0) << step;
        ASSERT_GE(press.lowest_above_wall(), -1.0 / 256.0) << step;
        deepest_overlap = std::max(deepest_overlap, press.overlap());
    };
    for (int i = 1; i <= kIn; ++i) {
        press.move(-(depth + 50.0) / kIn);
        expect_sound(i);
        ASSERT_FALSE(HasFailure());
        sum -= press.force().z;
        if (i % (kIn / 10) == 0) {
            forces.push_back(sum / (kIn / 10));
            sum = 0.0;
        }
    }
    for (std::size_t i = 1; i < forces.size(); ++i)
        EXPECT_GT(forces[i], forces[i - 1]) << "tenth " << i + 1 << " of the way in";
    EXPECT_GT(forces[0], 0.0);
    RecordProperty("force_N_at_60_percent", std::to_string(1e-8 * forces.back()));
    RecordProperty("deepest_overlap_cmm", std::to_string(deepest_overlap));
    RecordProperty("guard_mended", std::to_string(press.run.report.guard_mended));
    EXPECT_LT(deepest_overlap, 0.05 * kRadius);

    for (int i = 1; i <= kIn; ++i) {
        press.move((depth + 50.0) / kIn);
        expect_sound(i);
        ASSERT_FALSE(HasFailure());
    }
    for (int i = 0; i < 4000; ++i)
        press.move(0.0);
    EXPECT_EQ(length(press.force()), 0.0);
    EXPECT_EQ(press.run.met(0).contacts, 0U);
    double off = 0.0;
    for (std::size_t p = 0; p < rest.size(); ++p)
        off = std::max(off, length(press.run.work.x[p] - rest[p]));
    RecordProperty("off_after_release_cmm", std::to_string(off));
    EXPECT_LT(off, 1.0);
}

/// What edges and elements pull on the free particles through attached ones, g cmm/s^2, from the
/// positions alone.
glm::dvec3 pull_of_attachments(const Sample& sample, std::span<const Point> x)
{
    const Topology& topology = sample.topology;
    glm::dvec3 on_attached(0.0); // and the free ones get the opposite
    const auto is_attached = [&](std::uint32_t p) { return sample.cage.attached[p] != 0; };
    for (std::size_t e = 0; e < topology.edges.size(); ++e) {
        const auto [a, b] = topology.edges[e];
        if (is_attached(a) == is_attached(b))
            continue;
        const glm::dvec3 d = is_attached(a) ? x[b] - x[a] : x[a] - x[b];
        on_attached +=
            d * ((length(d) - topology.edge_rest[e]) / (sample.material.edge_compliance[e] * length(d)));
    }
    for (std::size_t t = 0; t < topology.tets.size(); ++t) {
        const Tet& tet = topology.tets[t];
        if (std::all_of(tet.begin(), tet.end(), is_attached))
            continue;
        const VolumeGradient g = volume_gradient(x[tet[0]], x[tet[1]], x[tet[2]], x[tet[3]]);
        const double rest = topology.tet_rest[t], share = g.six_volume / rest;
        const double pressure =
            (rest - g.six_volume) / (sample.material.tet_compliance[t] * std::min(share, 1.0));
        for (std::size_t k = 0; k < 4; ++k)
            if (is_attached(tet[k]))
                on_attached += g.corner[k] * pressure;
    }
    return -on_attached;
}

TEST(Press, ThatRestsIsCarriedByTheAttachments)
{
    for (const double gravity : {0.0, kStandardGravity}) {
        const Sample sample = make_sample(build_cage(dome_spec()).value(), soft_profile());
        const glm::dvec3 pull(0.0, 0.0, -gravity);
        Press press(sample, pull, 8);
        press.finger.previous_a = press.finger.a;
        press.finger.previous_b = press.finger.b;
        for (int i = 0; i < 800; ++i)
            press.move(-2.5);
        for (int i = 0; i < 2400; ++i)
            press.move(0.0);
        EXPECT_LT(fastest(press.run.work.v), 30.0);
        EXPECT_GE(press.lowest_above_wall(), -1.0 / 256.0);
        double free_mass = 0.0;
        std::size_t on_wall = 0;
        for (std::size_t p = 0; p < sample.cage.points.size(); ++p) {
            free_mass += sample.cage.attached[p] != 0 ? 0.0 : sample.material.mass[p];
            on_wall +=
                sample.cage.attached[p] == 0 && sample.cage.wall.at(press.run.work.x[p]).height < 1e-6 ? 1
                                                                                                       : 0;
        }
        ASSERT_EQ(on_wall, 0U) << "the wall itself carries nothing here";
        const glm::dvec3 carried = pull_of_attachments(sample, press.run.work.x) + pull * free_mass;
        const glm::dvec3 left = press.force() + carried;
        RecordProperty(gravity > 0.0 ? "left_by_force_under_gravity" : "left_by_force",
                       std::to_string(length(left) / length(press.force())));
        EXPECT_GT(-press.force().z, 1e6); // 0.01 N
        EXPECT_LT(length(left), 0.05 * length(press.force())) << "gravity " << gravity;
    }
}

TEST(Press, WithFrictionTakesTheSkinAlongByNoMoreThanItsShareOfThePush)
{
    const Sample sample = make_sample(build_cage(dome_spec()).value(), soft_profile());
    std::vector<double> dragged;
    for (const double friction : {0.0, 0.3}) {
        Press press(sample, glm::dvec3(0.0), 4);
        press.finger.friction = friction;
        press.finger.previous_a = press.finger.a;
        press.finger.previous_b = press.finger.b;
        for (int i = 0; i < 400; ++i)
            press.move(-2.5);
        for (int i = 0; i < 400; ++i) {
            press.finger.previous_a = press.finger.a;
            press.finger.previous_b = press.finger.b;
            press.finger.a.y += 2.0;
            press.finger.b.y += 2.0;
            press.run.substep(std::span(&press.finger, 1));
        }
        dragged.push_back(press.force().y);
        if (friction > 0.0) {
            EXPECT_LT(std::abs(press.force().y), 2.0 * friction * std::abs(press.force().z));
        }
    }
    EXPECT_GT(dragged[1], dragged[0]) << "force on the tissue, the way the finger goes";
}

TEST(Wall, IsPassedByNothingThatFallsOnIt)
{
    // A slab lying face down on its own wall, held only by a strip in the middle.
    for (const double radius : {0.0, 9000.0}) {
        CageSpec spec;
        spec.shape = CageShape::Slab;
        spec.cells = 10;
        spec.width = 12000.0;
        spec.height = 12000.0;
        spec.depth = 3000.0;
        spec.wall_radius = radius;
        Cage cage = build_cage(spec).value();
        for (std::size_t p = 0; p < cage.points.size(); ++p)
            if (std::abs(cage.points[p].x) > 0.1 * spec.width)
                cage.attached[p] = 0;
        const Sample sample = make_sample(std::move(cage), gel_profile(200.0));
        Motion run(sample, {0.001, 2, glm::dvec3(0.0, -kStandardGravity, -3.0 * kStandardGravity), 8});
        for (int i = 0; i < 600; ++i) {
            run.substep();
            for (const glm::dvec3& x : run.work.x)
                ASSERT_GE(sample.cage.wall.at(x).height, -1.0 / 256.0) << "substep " << i;
        }
        double moved = 0.0;
        for (std::size_t p = 0; p < run.work.x.size(); ++p)
            moved = std::max(moved, length(run.work.x[p] - sample.cage.points[p]));
        EXPECT_GT(moved, 300.0);
    }
}

} // namespace
} // namespace drape::test
