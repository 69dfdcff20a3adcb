#include "sim/tissue/contact.h"

#include "sim/contact/closest_points.h"
#include "sim/tissue/volume.h"

#include <algorithm>
#include <cmath>

namespace drape::sim::tissue {

namespace {

/// The push that a triangle needs: its point moves by `distance` along `direction`.
struct Push
{
    glm::dvec3 direction{0.0};
    double distance = 0.0;
};

Push find_push(const Capsule& capsule, const std::array<glm::dvec3, 3>& t, const SegmentTriangle& at)
{
    const glm::dvec3 axis = capsule.b - capsule.a;
    const glm::dvec3 n = cross3(t[1] - t[0], t[2] - t[0]);
    const double n_length = std::sqrt(dot3(n, n));
    const glm::dvec3 outward = n_length > 0.0 ? n / n_length : glm::dvec3(0.0, 0.0, 1.0);
    if (at.is_crossing) {
        // The axis has gone through: the deeper end says how far.
        const double depth = -std::min(dot3(capsule.a - t[0], outward), dot3(capsule.b - t[0], outward));
        return {-outward, capsule.radius + std::min(depth, capsule.radius)};
    }
    const glm::dvec3 d =
        (t[0] * at.weights.x + t[1] * at.weights.y + t[2] * at.weights.z) - (capsule.a + axis * at.s);
    const double distance = std::sqrt(at.distance_squared);
    constexpr double kInside = 1e-6; // barycentric: at the border the neighbour decides
    const bool is_inside = at.weights.x > kInside && at.weights.y > kInside && at.weights.z > kInside;
    if (is_inside && dot3(d, outward) > 0.0)
        return {-outward, capsule.radius + distance}; // the axis is behind the skin
    if (!(distance > 1e-9))
        return {-outward, capsule.radius};
    return {d / distance, capsule.radius - distance};
}

/// Friction takes back what the point slid along the capsule, at most friction times the push.
glm::dvec3 hold_back(const Capsule& capsule, const Push& push, double s, const glm::dvec3& point_step)
{
    const glm::dvec3 step_a = capsule.a - capsule.previous_a, step_b = capsule.b - capsule.previous_b;
    const glm::dvec3 slip = point_step - (step_a * (1.0 - s) + step_b * s);
    const glm::dvec3 slide = slip - push.direction * dot3(slip, push.direction);
    const double length = std::sqrt(dot3(slide, slide) + kTiny);
    const double limit = capsule.friction * push.distance;
    return slide * -(length > limit ? limit / length : 1.0);
}

/// Most that one push may move a point: what capsule and point came toward each other in this substep, and
/// a little of what was inside from before (a probe that starts in a body, or grows there), which is let
/// out at 1 m/s and never flung out.
double largest_push(const Capsule& capsule, const glm::dvec3& point_step, double dt)
{
    constexpr double kLetOut = 1e5; // cmm/s
    const glm::dvec3 step_a = capsule.a - capsule.previous_a, step_b = capsule.b - capsule.previous_b;
    return std::sqrt(std::max(dot3(step_a, step_a), dot3(step_b, step_b))) +
           std::sqrt(dot3(point_step, point_step)) + kLetOut * dt;
}

void push_triangle(const Triangle& triangle, const Capsule& capsule, double dt, Work& work,
                   CapsuleReport& report)
{
    const std::array<glm::dvec3, 3> t = {work.x[triangle[0]], work.x[triangle[1]], work.x[triangle[2]]};
    const SegmentTriangle at = closest_of_segment_and_triangle(capsule.a, capsule.b - capsule.a, t);
    if (!(at.distance_squared < capsule.radius * capsule.radius))
        return;
    glm::dvec3 point_step(0.0);
    for (int k = 0; k < 3; ++k) {
        const std::uint32_t p = triangle[static_cast<std::size_t>(k)];
        point_step += (work.x[p] - work.x_start[p]) * at.weights[k];
    }
    Push push = find_push(capsule, t, at);
    push.distance = std::min(push.distance, largest_push(capsule, point_step, dt));
    double total = 0.0;
    for (int k = 0; k < 3; ++k)
        total += work.x[triangle[static_cast<std::size_t>(k)]].w * at.weights[k] * at.weights[k];
    if (!(total > 0.0))
        return; // all three are attached
    glm::dvec3 move = push.direction * push.distance;
    if (capsule.friction > 0.0)
        move += hold_back(capsule, push, at.s, point_step);
    for (int k = 0; k < 3; ++k) {
        const std::uint32_t p = triangle[static_cast<std::size_t>(k)];
        work.x[p] = work.x[p] + move * (work.x[p].w * at.weights[k] / total);
    }
    report.force = report.force + move * (1.0 / (dt * dt * total));
    ++report.contacts;
}

} // namespace

void push_skin(const Body& body, const Capsule& capsule, double dt, const Kernels& kernels, Work& work,
               CapsuleReport& report)
{
    glm::dvec3 low, high;
    for (int k = 0; k < 3; ++k) {
        low[k] = std::min(capsule.a[k], capsule.b[k]) - capsule.radius;
        high[k] = std::max(capsule.a[k], capsule.b[k]) + capsule.radius;
    }
    report.contacts = 0;
    work.near.resize(body.topology.skin.size());
    // Triangles of one colour share no particle: who is near is settled before the first of them is pushed.
    for (const Range& color : body.topology.skin_colors) {
        const std::uint32_t count =
            kernels.find_near(body.topology.skin.data(), color, low, high, work.x.data(), work.near.data());
        for (std::uint32_t i = 0; i < count; ++i)
            push_triangle(body.topology.skin[work.near[i]], capsule, dt, work, report);
    }
}

void hold_within_reach(const Body& body, Work& work)
{
    const double reach = body.material.glide_reach;
    for (std::size_t i = 0; i < body.material.glide_compliance.size(); ++i) {
        const std::uint32_t p = body.topology.base[i];
        const glm::dvec3& anchor = body.cage.points[p];
        const glm::dvec3 d = work.x[p] - anchor;
        const double square = dot3(d, d);
        if (square > reach * reach)
            work.x[p] = anchor + d * (reach / std::sqrt(square));
    }
}

} // namespace drape::sim::tissue
