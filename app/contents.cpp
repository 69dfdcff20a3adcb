#include "app/contents.h"

namespace drape::app {

Contents count_contents(const sim::SnapshotTopology& topology)
{
    Contents contents;
    contents.particles = topology.looks.size();
    for (const sim::Bond& bond : topology.bonds)
        ++(bond.kind == sim::BondKind::Joint  ? contents.joints
           : bond.kind == sim::BondKind::Edge ? contents.edges
                                              : contents.bonds);
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
