// pick_skin: rays against the triangles of cages.
#include "renderer/picking.h"
#include "renderer/tissue_elements.h"
#include "renderer/tissue_shapes.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace drape::renderer {
namespace {

/// How far outside of a triangle, in shares of its corners, a ray still meets it: none slips through
/// between two neighbours.
constexpr double kSlack = 1e-9;

struct TriangleHit
{
    double distance = 0.0;
    glm::dvec3 barycentric{0.0};
};

/// Moeller and Trumbore 1997, from either side.
std::optional<TriangleHit> hit_triangle(const Ray& ray, const std::array<glm::dvec3, 3>& corner)
{
    const glm::dvec3 ab = corner[1] - corner[0];
    const glm::dvec3 ac = corner[2] - corner[0];
    const glm::dvec3 across = glm::cross(ray.direction, ac);
    const double determinant = glm::dot(ab, across);
    if (determinant == 0.0 || !std::isfinite(determinant))
        return std::nullopt; // edge-on, or flat
    const glm::dvec3 offset = ray.origin - corner[0];
    const double b = glm::dot(offset, across) / determinant;
    const glm::dvec3 turned = glm::cross(offset, ab);
    const double c = glm::dot(ray.direction, turned) / determinant;
    const double distance = glm::dot(ac, turned) / determinant;
    if (!(b >= -kSlack && c >= -kSlack && b + c <= 1.0 + kSlack && distance >= 0.0))
        return std::nullopt;
    return TriangleHit{distance, {1.0 - b - c, b, c}};
}

/// Keeps the nearest of the triangles it is shown.
class SkinPicker
{
public:
    SkinPicker(const sim::Snapshot& snapshot, const Ray& ray)
        : snapshot_(snapshot)
        , ray_(ray)
    {}

    void try_triangle(std::uint32_t tissue, std::uint32_t triangle, const Triangle& corners)
    {
        if (!is_sound_triangle(corners, snapshot_.position.size()))
            return;
        std::array<glm::dvec3, 3> x;
        for (std::size_t i = 0; i < 3; ++i) {
            x[i] = snapshot_.position[corners[i]];
            if (!is_drawable(x[i]))
                return;
        }
        const std::optional<TriangleHit> hit = hit_triangle(ray_, x);
        if (!hit || (nearest_ && hit->distance >= nearest_->distance))
            return;
        const glm::dvec3 point = ray_.origin + hit->distance * ray_.direction;
        const auto nearer = [&](std::size_t i, std::size_t j) {
            return glm::dot(x[i] - point, x[i] - point) < glm::dot(x[j] - point, x[j] - point);
        };
        std::size_t closest = nearer(1, 0) ? 1 : 0;
        closest = nearer(2, closest) ? 2 : closest;
        nearest_ =
            SkinHit{tissue, triangle, corners, hit->barycentric, point, corners[closest], hit->distance};
    }

    const std::optional<SkinHit>& nearest() const { return nearest_; }

private:
    const sim::Snapshot& snapshot_;
    const Ray& ray_;
    std::optional<SkinHit> nearest_;
};

/// The nearest side of a kept element lies on the outside of what is left: no search for that is needed.
void try_elements(SkinPicker& picker, std::uint32_t tissue_index, const sim::SnapshotTissue& tissue,
                  const std::vector<std::uint8_t>& kept)
{
    for (std::uint32_t element = 0; element < kept.size(); ++element) {
        for (std::uint32_t side = 0; kept[element] != 0 && side < 4; ++side) {
            Triangle corners{};
            for (std::size_t i = 0; i < 3; ++i)
                corners[i] = tissue.tets[element][kElementSides[side][i]];
            picker.try_triangle(tissue_index, 4 * element + side, corners);
        }
    }
}

} // namespace

std::optional<SkinHit> pick_skin(const sim::Snapshot& snapshot, const Ray& ray, const PickView& view)
{
    if (snapshot.topology == nullptr || !view.show_skin || view.skin_opacity <= 0.0f)
        return std::nullopt;
    SkinPicker picker(snapshot, ray);
    const std::vector<sim::SnapshotTissue>& tissues = snapshot.topology->tissues;
    const std::size_t entity_count = snapshot.topology->looks.size();
    for (std::uint32_t t = 0; t < tissues.size(); ++t) {
        const Peeled peeled = peel_tissue(tissues[t], entity_count, view.peel);
        if (peeled.is_any_removed) {
            try_elements(picker, t, tissues[t], peeled.kept);
            continue;
        }
        for (std::uint32_t i = 0; i < tissues[t].skin.size(); ++i) {
            if (is_sound_triangle(tissues[t].skin[i], entity_count))
                picker.try_triangle(t, i, tissues[t].skin[i]);
        }
    }
    return picker.nearest();
}

} // namespace drape::renderer
