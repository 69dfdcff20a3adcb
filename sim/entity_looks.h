// How all entities are drawn without a Look for each: a body's particles share one.
#pragma once

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drape::sim {

enum class Shape : std::uint8_t
{
    Point,
    Sphere,
    Box,
    Capsule,
};

/// How an entity is drawn; never read by a solver.
struct Look
{
    Shape shape = Shape::Sphere;
    float radius = 0.05f;           ///< Sphere, point and capsule radius, m; > 0.
    glm::vec3 box_size{0.1f};       ///< Full edge lengths of a box, m.
    std::uint32_t color = 0xFFFFFF; ///< 0xRRGGBB, sRGB.
    float opacity = 1.0f;           ///< 0..1.
    float glow = 0.0f;              ///< Emissive intensity, >= 0.
    bool label = true;              ///< Whether the name may be shown.
    bool operator==(const Look&) const = default;
};

/// A list of looks, one per entity: four bytes each, and every look that is met only a few times over.
class EntityLooks
{
public:
    void push_back(const Look& look) { append(look, 1); }
    /// Adds `count` entities of one look.
    void append(const Look& look, std::size_t count);
    /// Entity `entity`, below size(), gets another look.
    void set(std::size_t entity, const Look& look);

    std::size_t size() const { return which_.size(); }
    const Look& operator[](std::size_t entity) const { return kinds_[which_[entity]]; }

private:
    /// Index of a look in kinds_; it is added unless it is one of the last few.
    std::uint32_t kind_of(const Look& look);

    std::vector<Look> kinds_;
    std::vector<std::uint32_t> which_; // index into kinds_, by entity
};

} // namespace drape::sim
