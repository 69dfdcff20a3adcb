#include "sim/tissue/plan_mesh.h"

#include "sim/check.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace drape::sim::tissue {

namespace {

constexpr double kPi = 3.14159265358979323846;

std::uint32_t distance(std::uint32_t a, std::uint32_t b)
{
    return a > b ? a - b : b - a;
}

/// Ranks by a key, ties by index.
void rank_by(const std::vector<std::uint32_t>& key, PlanMesh& plan)
{
    std::vector<std::uint32_t> order(key.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return key[a] < key[b]; });
    plan.rank.resize(key.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        plan.rank[order[i]] = i;
}

/// Cuts a cell with corners p00, p10, p01, p11 (first index along u) by one of its diagonals.
void add_cell(const std::array<std::uint32_t, 4>& p, bool is_rising, PlanMesh& plan)
{
    const auto [p00, p10, p01, p11] = p;
    if (is_rising) { // p00 to p11
        plan.triangles.push_back({p00, p10, p11});
        plan.triangles.push_back({p00, p11, p01});
    } else {
        plan.triangles.push_back({p00, p10, p01});
        plan.triangles.push_back({p10, p11, p01});
    }
}

} // namespace

Direction direction(double angle)
{
    // Four halvings bring the angle where 12 terms are exact to rounding; doubling leads back.
    constexpr int kHalvings = 4;
    const double a = angle / (1 << kHalvings);
    double cos = 1.0, sin = a, term_cos = 1.0, term_sin = a;
    for (int k = 1; k <= 12; ++k) {
        term_cos = -term_cos * a * a / ((2 * k - 1) * (2 * k));
        term_sin = -term_sin * a * a / ((2 * k) * (2 * k + 1));
        cos = cos + term_cos;
        sin = sin + term_sin;
    }
    for (int i = 0; i < kHalvings; ++i) {
        const double double_sin = 2.0 * sin * cos;
        cos = cos * cos - sin * sin;
        sin = double_sin;
    }
    return {cos, sin};
}

PlanMesh disc_plan(std::uint32_t rings)
{
    DRAPE_ASSERT(rings >= 1);
    PlanMesh plan;
    plan.points.push_back({0.0, 0.0});
    for (std::uint32_t ring = 1; ring <= rings; ++ring)
        for (std::uint32_t i = 0; i < 6 * ring; ++i) {
            const Direction d = direction(2.0 * kPi * i / (6 * ring));
            const double r = static_cast<double>(ring) / rings;
            plan.points.push_back({-r * d.sin, r * d.cos});
        }
    // Ring k begins at point 1 + 3k(k-1). A sector of ring k has k + 1 points over k points of the ring
    // within: k triangles with their base outside, k - 1 with their base inside.
    const auto at = [](std::uint32_t ring, std::uint32_t i) {
        return ring == 0 ? 0 : 1 + 3 * ring * (ring - 1) + i % (6 * ring);
    };
    for (std::uint32_t ring = 1; ring <= rings; ++ring)
        for (std::uint32_t sector = 0; sector < 6; ++sector)
            for (std::uint32_t i = 0; i < ring; ++i) {
                const std::uint32_t outer = sector * ring + i, inner = sector * (ring - 1) + i;
                plan.triangles.push_back({at(ring - 1, inner), at(ring, outer), at(ring, outer + 1)});
                if (i + 1 < ring)
                    plan.triangles.push_back(
                        {at(ring - 1, inner), at(ring, outer + 1), at(ring - 1, inner + 1)});
            }
    // From the middle outwards, and alike to the left and right of u = 0.
    std::vector<std::uint32_t> key = {0};
    for (std::uint32_t ring = 1; ring <= rings; ++ring)
        for (std::uint32_t i = 0; i < 6 * ring; ++i)
            key.push_back(at(ring, 0) + std::min(i, 6 * ring - i));
    rank_by(key, plan);
    return plan;
}

PlanMesh rectangle_plan(std::uint32_t nu, std::uint32_t nv, double roundness)
{
    DRAPE_ASSERT(nu % 2 == 0 && nv % 2 == 0);
    PlanMesh plan;
    std::vector<std::uint32_t> key;
    for (std::uint32_t j = 0; j <= nv; ++j)
        for (std::uint32_t i = 0; i <= nu; ++i) {
            const double u = 2.0 * i / nu - 1.0, v = 2.0 * j / nv - 1.0;
            // The elliptical grid mapping of a square to a disc, taken part of the way.
            plan.points.push_back({u * std::sqrt(1.0 - 0.5 * roundness * v * v),
                                   v * std::sqrt(1.0 - 0.5 * roundness * u * u)});
            key.push_back(distance(i, nu / 2) + distance(j, nv / 2));
        }
    for (std::uint32_t j = 0; j < nv; ++j)
        for (std::uint32_t i = 0; i < nu; ++i) {
            const std::uint32_t p = j * (nu + 1) + i;
            add_cell({p, p + 1, p + nu + 1, p + nu + 2}, (i < nu / 2) == (j < nv / 2), plan);
        }
    rank_by(key, plan);
    return plan;
}

PlanMesh tube_plan(std::uint32_t nu, std::uint32_t nv)
{
    DRAPE_ASSERT(nu % 2 == 0 && nv % 2 == 0 && nu >= 4);
    PlanMesh plan;
    std::vector<std::uint32_t> key;
    for (std::uint32_t j = 0; j <= nv; ++j)
        for (std::uint32_t i = 0; i < nu; ++i) {
            plan.points.push_back({static_cast<double>(i) / nu, 2.0 * j / nv - 1.0});
            key.push_back(std::min(i, nu - i) + distance(j, nv / 2));
        }
    for (std::uint32_t j = 0; j < nv; ++j)
        for (std::uint32_t i = 0; i < nu; ++i) {
            const std::uint32_t p = j * nu + i, q = j * nu + (i + 1) % nu;
            add_cell({p, q, p + nu, q + nu}, (i >= nu / 2) == (j < nv / 2), plan);
        }
    rank_by(key, plan);
    return plan;
}

} // namespace drape::sim::tissue
