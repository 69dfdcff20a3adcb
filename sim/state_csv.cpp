#include "sim/state_csv.h"

#include "sim/text.h"

namespace drape::sim {

std::string write_state_csv(const World& world)
{
    std::string text = "name,px,py,pz,vx,vy,vz\n";
    for (std::uint32_t i = 0; i < world.entity_count(); ++i) {
        text += entity_name(world, i);
        const glm::dvec3& p = world.state.position[i];
        const glm::dvec3& v = world.state.velocity[i];
        for (const double number : {p.x, p.y, p.z, v.x, v.y, v.z}) {
            text += ',';
            text += format_number(number);
        }
        text += '\n';
    }
    return text;
}

} // namespace drape::sim
