#include "sim/tissue/energy.h"

#include "sim/lattice/pair.h"

#include <algorithm>
#include <cmath>

namespace drape::sim::tissue {

Energy energy_of(const Body& body, std::span<const glm::dvec3> x, std::span<const glm::dvec3> v,
                 const glm::dvec3& gravity)
{
    const Topology& topology = body.topology;
    const Material& material = body.material;
    Energy energy;
    for (std::size_t p = 0; p < x.size(); ++p) {
        energy.kinetic += 0.5 * material.mass[p] * dot3(v[p], v[p]);
        energy.gravity -= material.mass[p] * dot3(gravity, x[p]);
    }
    // Rigid constraints hold no energy.
    const auto add_spring = [&](double c, double alpha) {
        if (alpha > 0.0)
            energy.elastic += 0.5 * c * c / alpha;
    };
    const auto length = [&](const Edge& e) {
        const glm::dvec3 d = x[e[0]] - x[e[1]];
        return std::sqrt(dot3(d, d));
    };
    for (std::size_t e = 0; e < topology.edges.size(); ++e)
        add_spring(length(topology.edges[e]) - topology.edge_rest[e], material.edge_compliance[e]);
    for (std::size_t c = 0; c < material.cord_compliance.size(); ++c)
        add_spring(std::max(0.0, length(topology.cords[c]) - topology.cord_rest[c] * material.cord_slack),
                   material.cord_compliance[c]);
    for (std::size_t i = 0; i < material.glide_compliance.size(); ++i) {
        const glm::dvec3 d = x[topology.base[i]] - body.cage.points[topology.base[i]];
        add_spring(std::sqrt(dot3(d, d)), material.glide_compliance[i]);
    }
    for (std::size_t t = 0; t < topology.tets.size(); ++t) {
        const double share = six_volume(x, topology.tets[t]) / topology.tet_rest[t];
        const double rest = topology.tet_rest[t], alpha = material.tet_compliance[t];
        if (share >= 1.0)
            add_spring((share - 1.0) * rest, alpha);
        else if (alpha > 0.0) // the integral of C / (alpha share), the force of a hardened element
            energy.elastic += rest * rest / alpha * (share - 1.0 - std::log(std::max(share, 1e-6)));
    }
    return energy;
}

} // namespace drape::sim::tissue
