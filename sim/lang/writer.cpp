#include "sim/lang/writer.h"

#include "sim/lang/fields.h"
#include "sim/text.h"

#include <array>
#include <cstdio>

namespace drape::sim {

namespace {

std::string written(double value)
{
    return format_number(value);
}
std::string written(int value)
{
    return std::to_string(value);
}
std::string written(bool value)
{
    return value ? "true" : "false";
}
std::string written(const glm::dvec2& v)
{
    return "(" + written(v.x) + ", " + written(v.y) + ")";
}
std::string written(const glm::dvec3& v)
{
    return "(" + written(v.x) + ", " + written(v.y) + ", " + written(v.z) + ")";
}
std::string written(const NameRef& ref)
{
    return ref.text;
}
std::string written(const std::string& text)
{
    return "\"" + text + "\"";
}
std::string written(std::uint32_t color)
{
    std::array<char, 16> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "0x%06X", color & 0xFFFFFFU);
    return buffer.data();
}
std::string written(Shape value)
{
    return std::string(word_of(value));
}
std::string written(SweepOrder value)
{
    return std::string(word_of(value));
}
std::string written(JointType value)
{
    return std::string(word_of(value));
}
std::string written(const CageSource& cage)
{
    return cage.file.empty() ? std::string(word_of(cage.shape)) : written(cage.file);
}
std::string written(tissue::Facing value)
{
    return std::string(word_of(value));
}
std::string written(LengthUnit value)
{
    return std::string(word_of(value));
}
std::string written(LayerSource value)
{
    return std::string(word_of(value));
}
template<class T>
std::string written(const std::optional<T>& value)
{
    return value ? written(*value) : std::string();
}

/// "{ a = 1; b = 2 }" with the fields of `block` that differ from a default-made one.
template<class T>
std::string write_fields(T block)
{
    T defaults;
    std::vector<std::string> default_texts;
    visit_fields(defaults, [&](const FieldInfo&, auto& value) { default_texts.push_back(written(value)); });
    std::string text;
    std::size_t index = 0;
    visit_fields(block, [&](const FieldInfo& info, auto& value) {
        const std::string now = written(value);
        const bool is_default = now == default_texts[index++];
        if (!info.written || now.empty() ||
            (is_default && !info.required && info.name != "gravity_y" && info.name != "acceleration"))
            return;
        text += (text.empty() ? " " : "; ") + std::string(info.name) + " = " + now;
    });
    return "{" + text + " }";
}

} // namespace

std::string write_scene(const SceneDesc& scene)
{
    std::string text = "world {\n";
    if (scene.title)
        text += "  title = " + written(*scene.title) + "\n";
    if (scene.gravity)
        text += "  gravity = " + written(*scene.gravity) + "\n";
    for (const EntityDesc& entity : scene.entities)
        text += "  entity " + entity.name + " " + write_fields(entity) + "\n";
    for (const SoftDesc& soft : scene.softs)
        text += "  soft " + soft.name + " " + write_fields(soft) + "\n";
    for (const TissueDesc& tissue : scene.tissues)
        text += "  tissue " + tissue.name + " " + write_fields(tissue) + "\n";
    for (const ProbeDesc& probe : scene.probes)
        text += "  probe " + probe.name + " " + write_fields(probe) + "\n";
    text += "}\nsystems {\n";
    for (const SystemDesc& system : scene.systems)
        text += "  " + std::string(kind_name(system)) + " " +
                std::visit([](const auto& s) { return write_fields(s); }, system) + "\n";
    return text + "}\n";
}

} // namespace drape::sim
