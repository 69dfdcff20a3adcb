#include "sim/state_csv.h"

#include "sim/text.h"

namespace drape::sim {

namespace {

void add_row(const std::string& name, const glm::dvec3& p, const glm::dvec3& v, std::string& text)
{
    text += name;
    for (const double number : {p.x, p.y, p.z, v.x, v.y, v.z}) {
        text += ',';
        text += format_number(number);
    }
    text += '\n';
}

} // namespace

std::string write_state_csv(const World& world)
{
    std::string text = "name,px,py,pz,vx,vy,vz\n";
    for (std::uint32_t i = 0; i < world.entity_count(); ++i) {
        add_row(entity_name(world, i), world.state.position[i], world.state.velocity[i], text);
    }
    for (std::size_t t = 0; t < world.tissues.size(); ++t) {
        const TissueBody& body = *world.tissues[t];
        const tissue::FixedGrid grid(body.fraction_bits);
        for (std::uint32_t p = 0; p < body.count(); ++p)
            add_row(entity_name(world, body.first + p), grid.value(world.state.tissues[t].position[p]),
                    grid.value(world.state.tissues[t].velocity[p]), text);
    }
    return text;
}

} // namespace drape::sim
