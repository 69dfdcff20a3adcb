#include "app/contents.h"

#include <algorithm>
#include <span>

namespace drape::app {

Contents count_contents(const sim::SnapshotTopology& topology)
{
    Contents contents;
    contents.particles = topology.looks.size();
    // Panels ask in every frame: by the order of the bonds, and not by a pass over millions of them.
    const std::span<const sim::Bond> rest = topology.bonds.rest();
    const auto begin = rest.begin(), end = rest.end();
    const auto joints = std::partition_point(begin, end, [](const sim::Bond& bond) {
        return bond.kind != sim::BondKind::Joint && bond.kind != sim::BondKind::Edge;
    });
    const auto edges = std::partition_point(
        joints, end, [](const sim::Bond& bond) { return bond.kind != sim::BondKind::Edge; });
    contents.bonds = topology.bonds.count_of_bodies() + static_cast<std::size_t>(joints - begin);
    contents.joints = static_cast<std::size_t>(edges - joints);
    contents.edges = static_cast<std::size_t>(end - edges);
    for (const sim::SnapshotTissue& tissue : topology.tissues)
        contents.elements += tissue.tets.size();
    return contents;
}

std::string contents_text(const Contents& contents)
{
    std::string text = std::to_string(contents.particles) + " particles";
    const auto add = [&text](std::size_t count, const char* what) {
        if (count > 0)
            text += ", " + std::to_string(count) + " " + what;
    };
    add(contents.bonds, "bonds");
    add(contents.joints, "joints");
    add(contents.edges, "edges");
    add(contents.elements, "elements");
    return text;
}

} // namespace drape::app
