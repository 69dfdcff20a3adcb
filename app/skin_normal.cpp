#include "app/skin_normal.h"

#include <glm/geometric.hpp>

#include <array>
#include <limits>

namespace drape::app {

namespace {

/// Calls use(middle, area vector) for each sound triangle of every skin.
template<class Use>
void visit_skin(const sim::Snapshot& snapshot, Use&& use)
{
    if (!snapshot.topology)
        return;
    const auto& x = snapshot.position;
    for (const sim::SnapshotTissue& tissue : snapshot.topology->tissues)
        for (const std::array<std::uint32_t, 3>& t : tissue.skin)
            if (t[0] < x.size() && t[1] < x.size() && t[2] < x.size())
                use((x[t[0]] + x[t[1]] + x[t[2]]) / 3.0,
                    0.5 * glm::cross(x[t[1]] - x[t[0]], x[t[2]] - x[t[0]]));
}

} // namespace

std::optional<SkinNormal> skin_normal_near(const sim::Snapshot& snapshot, const glm::dvec3& point)
{
    double nearest = std::numeric_limits<double>::infinity();
    visit_skin(snapshot, [&](const glm::dvec3& middle, const glm::dvec3&) {
        if (const double distance = glm::length(middle - point); distance < nearest)
            nearest = distance;
    });
    // All triangles about as near, so that the direction does not jump from one to the next.
    constexpr double kReach = 1.5;
    glm::dvec3 sum(0.0);
    visit_skin(snapshot, [&](const glm::dvec3& middle, const glm::dvec3& area) {
        if (glm::length(middle - point) <= kReach * nearest)
            sum += area;
    });
    const double length = glm::length(sum);
    if (!(length > 0.0))
        return std::nullopt;
    return SkinNormal{sum / length, nearest};
}

std::optional<SkinNormal> skin_normal_near(const sim::Snapshot& snapshot, const sim::ProbeSnapshot& probe)
{
    const auto at_a = skin_normal_near(snapshot, probe.a), at_b = skin_normal_near(snapshot, probe.b);
    return at_a && at_b && at_b->distance < at_a->distance ? at_b : at_a;
}

bool faces_back(const sim::Snapshot& snapshot)
{
    constexpr double kClearly = 0.3; // of the whole area; round a limb it is about nothing
    double area = 0.0, forward = 0.0;
    visit_skin(snapshot, [&](const glm::dvec3&, const glm::dvec3& vector) {
        area += glm::length(vector);
        forward += vector.z;
    });
    return forward < -kClearly * area;
}

} // namespace drape::app
