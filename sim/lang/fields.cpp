#include "sim/lang/fields.h"

#include <type_traits>

namespace drape::sim {

std::string_view kind_name(const SystemDesc& system)
{
    return std::visit([](const auto& s) { return kind_name(s); }, system);
}

template<>
const std::vector<Word<Shape>>& words<Shape>()
{
    static const std::vector<Word<Shape>> kWords = {{"point", Shape::Point},
                                                    {"sphere", Shape::Sphere},
                                                    {"box", Shape::Box},
                                                    {"capsule", Shape::Capsule}};
    return kWords;
}

template<>
const std::vector<Word<SweepOrder>>& words<SweepOrder>()
{
    static const std::vector<Word<SweepOrder>> kWords = {{"particle", SweepOrder::Particle},
                                                         {"body", SweepOrder::Body}};
    return kWords;
}

template<>
const std::vector<Word<JointType>>& words<JointType>()
{
    static const std::vector<Word<JointType>> kWords = {
        {"distance", JointType::Distance},   {"spring", JointType::Spring},
        {"weld", JointType::Weld},           {"fixed", JointType::Fixed},
        {"hinge", JointType::Hinge},         {"revolute", JointType::Revolute},
        {"ball", JointType::Ball},           {"spherical", JointType::Spherical},
        {"prismatic", JointType::Prismatic}, {"slider", JointType::Slider}};
    return kWords;
}

template<>
const std::vector<Word<tissue::CageShape>>& words<tissue::CageShape>()
{
    using tissue::CageShape;
    static const std::vector<Word<CageShape>> kWords = {{"dome", CageShape::Dome},
                                                        {"pad", CageShape::Pad},
                                                        {"limb", CageShape::Limb},
                                                        {"slab", CageShape::Slab}};
    return kWords;
}

template<>
const std::vector<Word<tissue::Facing>>& words<tissue::Facing>()
{
    static const std::vector<Word<tissue::Facing>> kWords = {{"anterior", tissue::Facing::Anterior},
                                                             {"posterior", tissue::Facing::Posterior}};
    return kWords;
}

template<>
const std::vector<Word<LengthUnit>>& words<LengthUnit>()
{
    static const std::vector<Word<LengthUnit>> kWords = {{"m", LengthUnit::Metre},
                                                         {"cm", LengthUnit::Centimetre},
                                                         {"mm", LengthUnit::Millimetre},
                                                         {"cmm", LengthUnit::Cmm}};
    return kWords;
}

template<>
const std::vector<Word<LayerSource>>& words<LayerSource>()
{
    static const std::vector<Word<LayerSource>> kWords = {{"depth", LayerSource::Depth},
                                                          {"group", LayerSource::Group}};
    return kWords;
}

const std::vector<SystemDesc>& system_prototypes()
{
    static const std::vector<SystemDesc> kPrototypes = {
        GravitySystem{}, IntegrateSystem{}, DampingSystem{},       ForceSystem{},
        WallSystem{},    SoftSystem{},      GroundContactSystem{}, UpdateVelocitySystem{},
        ContactSystem{}, JointSystem{},     TissueSystem{}};
    return kPrototypes;
}

double time_step(const SystemDesc& system)
{
    return std::visit(
        [](const auto& s) {
            if constexpr (std::is_same_v<std::decay_t<decltype(s)>, TissueSystem>)
                return 1e-6 * s.dt_us * s.substeps;
            else if constexpr (requires { s.dt; })
                return s.dt;
            else
                return 0.0;
        },
        system);
}

double time_step(const SceneDesc& scene)
{
    constexpr double kDefaultStep = 1.0 / 60.0;
    for (const SystemDesc& system : scene.systems) {
        const double dt = time_step(system);
        if (dt > 0.0)
            return dt;
    }
    return kDefaultStep;
}

} // namespace drape::sim
