#include "sim/lang/keywords.h"

#include <algorithm>
#include <array>

namespace drape::sim {

namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 4> kBlocks = {"entity", "soft", "tissue", "probe"};
constexpr std::array<std::string_view, 5> kLanguageBlocks = {"params", "chan", "field", "pool", "shape"};
constexpr std::array<std::string_view, 2> kFields = {"gravity", "title"};
constexpr std::array<std::string_view, 11> kSystems = {
    "gravity", "integrate", "damping",        "force",           "wall",  "soft",
    "joint",   "contact",   "ground_contact", "update_velocity", "tissue"};
constexpr std::array<std::string_view, 14> kLanguageSystems = {
    "update", "rk4",     "linear",  "nbody", "send",  "recv",    "invariant",
    "watch",  "diffuse", "poisson", "wave",  "spawn", "despawn", "emit"};
constexpr std::array<std::string_view, 2> kSections = {"world", "systems"};
constexpr std::array<std::string_view, 3> kLanguageSections = {"funcs", "import", "from"};

// state, nbody, camera and parent decide what moves or exists; the rest is looks and colliders.
constexpr std::array<std::string_view, 11> kEntityFields = {"state",  "nbody",       "camera",   "parent",
                                                            "hull",   "restitution", "friction", "rotation",
                                                            "orient", "vector",      "vec"};
constexpr std::array<std::string_view, 6> kNoEffectFields = {"hull",     "restitution", "friction",
                                                             "rotation", "orient",      "vector"};

bool holds(Names names, std::string_view word)
{
    return std::find(names.begin(), names.end(), word) != names.end();
}

Support look_up(Names ours, Names language, std::string_view word)
{
    if (holds(ours, word))
        return Support::Supported;
    return holds(language, word) ? Support::LanguageOnly : Support::Unknown;
}

} // namespace

Support world_block_support(std::string_view kind)
{
    return look_up(kBlocks, kLanguageBlocks, kind);
}

Support world_field_support(std::string_view name)
{
    return look_up(kFields, {}, name);
}

Support system_support(std::string_view kind)
{
    return look_up(kSystems, kLanguageSystems, kind);
}

Support section_support(std::string_view kind)
{
    return look_up(kSections, kLanguageSections, kind);
}

bool is_unsupported_entity_field(std::string_view name)
{
    return holds(kEntityFields, name);
}

bool changes_nothing(std::string_view entity_field)
{
    return holds(kNoEffectFields, entity_field);
}

std::span<const std::string> world_item_names()
{
    static const std::array<std::string, 6> kNames = {"entity", "soft",    "tissue",
                                                      "probe",  "gravity", "title"};
    return kNames;
}

std::span<const std::string> system_names()
{
    static const std::array<std::string, kSystems.size()> kNames = [] {
        std::array<std::string, kSystems.size()> names;
        std::copy(kSystems.begin(), kSystems.end(), names.begin());
        return names;
    }();
    return kNames;
}

std::span<const std::string> section_names()
{
    static const std::array<std::string, 2> kNames = {"world", "systems"};
    return kNames;
}

} // namespace drape::sim
