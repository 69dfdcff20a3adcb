#include "sim/tissue/rigid_parts.h"

#include "sim/check.h"
#include "sim/lattice/pair.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace drape::sim::tissue {

namespace {

using Matrix4 = std::array<std::array<double, 4>, 4>;
using Quaternion = std::array<double, 4>; // w, x, y, z

/// Which particles are joined: each points at a smaller one of its part, the smallest at itself.
class Joined
{
public:
    explicit Joined(std::size_t count)
        : leader_(count)
    {
        std::iota(leader_.begin(), leader_.end(), 0u);
    }
    std::uint32_t leader(std::uint32_t p)
    {
        while (leader_[p] != p) {
            leader_[p] = leader_[leader_[p]];
            p = leader_[p];
        }
        return p;
    }
    void join(std::uint32_t a, std::uint32_t b)
    {
        a = leader(a);
        b = leader(b);
        leader_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::uint32_t> leader_;
};

bool is_held_fast(const RigidPart& part, std::span<const glm::dvec3> points,
                  std::span<const double> inverse_mass)
{
    constexpr double kOnLine = 1e-6; // sine
    std::vector<glm::dvec3> ways;    // from the first held particle to the others
    const glm::dvec3* first = nullptr;
    for (const std::uint32_t p : part.particles) {
        if (inverse_mass[p] != 0.0)
            continue;
        if (first == nullptr) {
            first = &points[p];
            continue;
        }
        const glm::dvec3 way = points[p] - *first;
        if (!ways.empty()) {
            const glm::dvec3 n = cross3(ways.front(), way);
            if (dot3(n, n) > kOnLine * kOnLine * dot3(way, way) * dot3(ways.front(), ways.front()))
                return true;
        }
        ways.push_back(way);
    }
    return false;
}

void complete(RigidPart& part, std::span<const glm::dvec3> points, std::span<const double> mass,
              std::span<const double> inverse_mass)
{
    double all = 0.0;
    for (const std::uint32_t p : part.particles)
        all += mass[p];
    constexpr double kHeld = 1e6; // what is held fast outweighs the rest of the part this many times
    glm::dvec3 center(0.0);
    for (const std::uint32_t p : part.particles) {
        part.weight.push_back(inverse_mass[p] == 0.0 ? kHeld * all : mass[p]);
        part.total += part.weight.back();
        center = center + points[p] * part.weight.back();
    }
    center = center / part.total;
    for (const std::uint32_t p : part.particles)
        part.offset.push_back(points[p] - center);
}

/// The eigenvector of the largest eigenvalue of a symmetric matrix, by cyclic Jacobi rotations (Golub and
/// Van Loan, "Matrix Computations", 8.5): only sums, products, quotients and roots, so the same bits
/// everywhere.
Quaternion largest_eigenvector(Matrix4 m)
{
    Matrix4 vectors{};
    for (std::size_t i = 0; i < 4; ++i)
        vectors[i][i] = 1.0;
    constexpr int kMostSweeps = 20; // converges quadratically; five do in practice
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        bool has_turned = false;
        for (std::size_t p = 0; p < 3; ++p)
            for (std::size_t q = p + 1; q < 4; ++q) {
                const double size = std::abs(m[p][p]) + std::abs(m[q][q]);
                if (size + std::abs(m[p][q]) == size)
                    continue;
                has_turned = true;
                const double theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
                const double t =
                    (theta < 0.0 ? -1.0 : 1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
                const double c = 1.0 / std::sqrt(t * t + 1.0), s = t * c;
                for (std::size_t k = 0; k < 4; ++k) {
                    const double a = m[k][p], b = m[k][q];
                    m[k][p] = c * a - s * b;
                    m[k][q] = s * a + c * b;
                }
                for (std::size_t k = 0; k < 4; ++k) {
                    const double a = m[p][k], b = m[q][k];
                    m[p][k] = c * a - s * b;
                    m[q][k] = s * a + c * b;
                }
                for (Quaternion& row : vectors) {
                    const double a = row[p], b = row[q];
                    row[p] = c * a - s * b;
                    row[q] = s * a + c * b;
                }
            }
        if (!has_turned)
            break;
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < 4; ++i)
        if (m[i][i] > m[best][best])
            best = i;
    return {vectors[0][best], vectors[1][best], vectors[2][best], vectors[3][best]};
}

/// The rotation that brings the offsets at rest closest to those of now: sum of weight * rest * now^T.
Quaternion best_rotation(const std::array<glm::dvec3, 3>& s)
{
    const double xx = s[0].x, xy = s[0].y, xz = s[0].z, yx = s[1].x, yy = s[1].y, yz = s[1].z, zx = s[2].x,
                 zy = s[2].y, zz = s[2].z;
    const Matrix4 n = {{{xx + yy + zz, yz - zy, zx - xz, xy - yx},
                        {yz - zy, xx - yy - zz, xy + yx, zx + xz},
                        {zx - xz, xy + yx, yy - xx - zz, yz + zy},
                        {xy - yx, zx + xz, yz + zy, zz - xx - yy}}};
    return largest_eigenvector(n);
}

glm::dvec3 rotate(const Quaternion& q, const glm::dvec3& v)
{
    const glm::dvec3 axis(q[1], q[2], q[3]);
    const glm::dvec3 t = cross3(axis, v) * 2.0;
    return (v + t * q[0]) + cross3(axis, t);
}

} // namespace

std::vector<RigidPart> find_rigid_parts(std::span<const glm::dvec3> points, std::span<const Tet> tets,
                                        const std::vector<bool>& is_rigid, std::span<const double> mass,
                                        std::vector<double>& inverse_mass)
{
    DRAPE_ASSERT(is_rigid.size() == tets.size() && mass.size() == points.size());
    Joined joined(points.size());
    std::vector<bool> is_member(points.size(), false);
    for (std::size_t t = 0; t < tets.size(); ++t)
        if (is_rigid[t])
            for (const std::uint32_t p : tets[t]) {
                joined.join(tets[t][0], p);
                is_member[p] = true;
            }
    std::vector<RigidPart> parts;
    std::vector<std::size_t> part_of(points.size(), 0);
    for (std::uint32_t p = 0; p < points.size(); ++p) {
        if (!is_member[p])
            continue;
        const std::uint32_t leader = joined.leader(p);
        if (leader == p) {
            part_of[p] = parts.size();
            parts.emplace_back();
        }
        parts[part_of[leader]].particles.push_back(p);
    }
    std::vector<RigidPart> loose;
    for (RigidPart& part : parts) {
        if (is_held_fast(part, points, inverse_mass)) {
            for (const std::uint32_t p : part.particles)
                inverse_mass[p] = 0.0;
            continue;
        }
        complete(part, points, mass, inverse_mass);
        loose.push_back(std::move(part));
    }
    return loose;
}

void match_shape(const RigidPart& part, std::span<const double> inverse_mass, std::span<Point> x)
{
    glm::dvec3 center(0.0);
    for (std::size_t i = 0; i < part.particles.size(); ++i)
        center = center + x[part.particles[i]] * part.weight[i];
    center = center / part.total;
    std::array<glm::dvec3, 3> sum{};
    for (std::size_t i = 0; i < part.particles.size(); ++i) {
        const glm::dvec3 now = (x[part.particles[i]] - center) * part.weight[i];
        for (int row = 0; row < 3; ++row)
            sum[static_cast<std::size_t>(row)] += now * part.offset[i][row];
    }
    const Quaternion turn = best_rotation(sum);
    for (std::size_t i = 0; i < part.particles.size(); ++i)
        if (inverse_mass[part.particles[i]] != 0.0)
            x[part.particles[i]] = center + rotate(turn, part.offset[i]);
}

} // namespace drape::sim::tissue
