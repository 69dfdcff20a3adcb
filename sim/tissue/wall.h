// What a tissue lies on: a chest wall, a bone, a plane. Nothing passes it.
#pragma once

#include <glm/vec3.hpp>

#include <cmath>

namespace drape::sim::tissue {

/// A plane z = 0 or a round wall about an axis along y; the tissue is outside. cmm.
struct Wall
{
    enum class Kind
    {
        None,
        Plane,    ///< Through the origin, normal (0, 0, facing).
        Cylinder, ///< About the line x = 0, z = axis_z.
    };
    Kind kind = Kind::None;
    double facing = 1.0; ///< Plane: +1 or -1.
    double axis_z = 0.0;
    double radius = 0.0;

    /// Distance above the wall, negative inside it, and the unit normal there.
    struct Height
    {
        double height = 0.0;
        glm::dvec3 normal{0.0, 0.0, 1.0};
    };
    Height at(const glm::dvec3& p) const
    {
        if (kind != Kind::Cylinder)
            return {p.z * facing, {0.0, 0.0, facing}};
        const double z = p.z - axis_z;
        const double r = std::sqrt(p.x * p.x + z * z);
        // On the axis itself every direction is as good.
        const glm::dvec3 normal = r > 1e-9 ? glm::dvec3(p.x / r, 0.0, z / r) : glm::dvec3(0.0, 0.0, 1.0);
        return {r - radius, normal};
    }
};

} // namespace drape::sim::tissue
