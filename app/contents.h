// What a scene consists of, counted and in words.
#pragma once

#include "sim/snapshot.h"

#include <cstddef>
#include <string>

namespace drape::app {

struct Contents
{
    std::size_t particles = 0; ///< Single ones, of soft bodies and of tissues.
    std::size_t bonds = 0;     ///< Structural and shear springs.
    std::size_t joints = 0;
    std::size_t edges = 0;    ///< Of tissues' cages.
    std::size_t elements = 0; ///< Tetrahedra of tissues' cages.
};

Contents count_contents(const sim::SnapshotTopology& topology);

/// "1694 particles, 9012 edges, 6480 elements"; what there is none of is left out.
std::string contents_text(const Contents& contents);

} // namespace drape::app
