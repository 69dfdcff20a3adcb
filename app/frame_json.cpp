#include "app/frame_json.h"

#include "sim/check.h"
#include "sim/lang/fields.h"
#include "sim/state_hash.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>

namespace drape::app {

namespace {

using Json = nlohmann::ordered_json;

std::string color_text(std::uint32_t color)
{
    std::array<char, 16> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "0x%06X", color & 0xFFFFFFU);
    return buffer.data();
}

const char* kind_text(sim::BondKind kind)
{
    switch (kind) {
    case sim::BondKind::Structural:
        return "structural";
    case sim::BondKind::Shear:
        return "shear";
    case sim::BondKind::Joint:
    case sim::BondKind::Edge:
        break;
    }
    return "joint";
}

Json vector_json(const glm::dvec3& v)
{
    return Json::array({v.x, v.y, v.z});
}

/// A float as the shortest decimal that means it: 0.05, not 0.05000000074505806.
double as_written(float value)
{
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.7g", static_cast<double>(value));
    return std::strtod(buffer.data(), nullptr);
}

Json entity_json(const sim::Snapshot& snapshot, std::uint32_t i)
{
    const sim::Look& look = snapshot.topology->looks[i];
    const Json size = look.shape == sim::Shape::Box
                          ? Json::array({as_written(look.box_size.x), as_written(look.box_size.y),
                                         as_written(look.box_size.z)})
                          : Json(as_written(look.radius));
    return {{"id", i + 1},
            {"name", snapshot.topology->names[i]},
            {"position", vector_json(snapshot.position[i])},
            {"shape", sim::word_of(look.shape)},
            {"size", size},
            {"color", color_text(look.color)},
            {"opacity", as_written(look.opacity)}};
}

} // namespace

std::string write_frame_json(const sim::Snapshot& snapshot)
{
    DRAPE_ASSERT(snapshot.topology != nullptr);
    Json json = {{"title", snapshot.topology->title},
                 {"step", snapshot.step},
                 {"time_s", snapshot.time},
                 {"state_hash", sim::format_hash(snapshot.state_hash)}};
    Json& entities = json["entities"] = Json::array();
    for (std::uint32_t i = 0; i < snapshot.position.size(); ++i)
        entities.push_back(entity_json(snapshot, i));
    Json& bonds = json["bonds"] = Json::array();
    // The RFC knows bonds of lattices and joints; a cage's edges are neither.
    for (const sim::Bond& bond : snapshot.topology->bonds)
        if (bond.kind != sim::BondKind::Edge)
            bonds.push_back({{"a", bond.a + 1}, {"b", bond.b + 1}, {"kind", kind_text(bond.kind)}});
    Json& probes = json["probes"] = Json::array();
    for (const sim::ProbeSnapshot& probe : snapshot.probes)
        probes.push_back({{"name", probe.name},
                          {"a", vector_json(probe.a)},
                          {"b", vector_json(probe.b)},
                          {"radius", probe.radius}});
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace drape::app
