#include "sim/lang/bind.h"

#include "sim/check.h"
#include "sim/lang/fields.h"
#include "sim/lang/keywords.h"
#include "sim/lang/values.h"
#include "sim/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace drape::sim {

namespace {

std::string place(SourceLocation where)
{
    return std::to_string(where.line) + ":" + std::to_string(where.column);
}

std::string quoted(std::string_view name)
{
    constexpr std::size_t kLongest = 60; // a message stays readable
    return "\"" + shortened(name, kLongest) + "\"";
}

/// What a declared name is.
struct Declared
{
    std::string_view kind; ///< "entity", "soft", "tissue" or "probe"
    SourceLocation where;
    std::uint64_t particles = 0; ///< Of a soft body.
};

class Binder
{
public:
    explicit Binder(std::vector<Diagnostic>& diagnostics)
        : diagnostics_(diagnostics)
        , has_error_(has_errors(diagnostics))
    {}

    SceneDesc bind(const SyntaxFile& file);

private:
    void report(Severity severity, Code code, SourceLocation where, std::string message)
    {
        if (is_full())
            return;
        has_error_ = has_error_ || severity == Severity::Error;
        diagnostics_.push_back({severity, code, where, std::move(message)});
    }
    /// Whether more diagnostics would tell nothing new: as many as are shown, and an error among them.
    bool is_full() const { return has_error_ && diagnostics_.size() >= kMaxDiagnostics; }
    void error(Code code, SourceLocation where, std::string message)
    {
        report(Severity::Error, code, where, std::move(message));
    }

    template<class T>
    std::vector<std::string> bind_fields(T& target, const SyntaxBlock& block, const FieldCodes& codes);
    void report_stray_fields(const SyntaxBlock& block, std::span<const std::string> known,
                             const FieldCodes& codes);

    void bind_world_fields(const std::vector<SyntaxField>& fields, SceneDesc& scene);
    void bind_world_block(SyntaxBlock block, SceneDesc& scene);
    void bind_system(const SyntaxBlock& block, SceneDesc& scene);
    void bind_tissue(const SyntaxBlock& block, SceneDesc& scene);
    void check_tissue(const SyntaxBlock& block, const TissueDesc& tissue);
    void check_tissue_systems(const SceneDesc& scene);
    bool declare(const SyntaxBlock& block, std::string_view kind);
    void check_size(const SyntaxBlock& block, const SoftDesc& soft);
    void check_gravity(const SyntaxBlock& block, GravitySystem& gravity);
    void check_joint(const SyntaxBlock& block, const JointSystem& joint);
    void check_references(SystemDesc& system);
    void check_reference(const FieldInfo& info, const NameRef& ref);
    void check_time_steps(const SceneDesc& scene);

    std::vector<Diagnostic>& diagnostics_;
    bool has_error_;
    std::map<std::string, Declared, std::less<>> declared_;
    std::uint64_t entity_count_ = 0;
};

const SyntaxField* find_field(const SyntaxBlock& block, std::string_view name)
{
    for (const SyntaxField& field : block.fields)
        if (field.name == name)
            return &field;
    return nullptr;
}

/// `sphere = r` is `shape = sphere; size = r`, `size = (x, y, z)` is `box`, and `box` alone is a box.
void normalize_look(SyntaxBlock& block)
{
    const bool has_shape = find_field(block, "shape") != nullptr;
    std::vector<SyntaxField> added;
    for (SyntaxField& field : block.fields) {
        const bool is_sphere = field.name == "sphere";
        if (is_sphere)
            field.name = "size";
        else if (field.name == "size" && field.value.kind == SyntaxValue::Kind::Tuple)
            field.name = "box";
        if ((is_sphere || field.name == "box") && !has_shape) {
            SyntaxField shape{"shape", field.where, {}};
            shape.value.kind = SyntaxValue::Kind::Word;
            shape.value.text = is_sphere ? "sphere" : "box";
            shape.value.where = field.value.where;
            if (added.empty())
                added.push_back(shape);
        }
    }
    block.fields.insert(block.fields.end(), added.begin(), added.end());
}

/// Reads every known field of `block` into `target`; returns the names it knows.
template<class T>
std::vector<std::string> Binder::bind_fields(T& target, const SyntaxBlock& block, const FieldCodes& codes)
{
    std::vector<std::string> known;
    visit_fields(target, [&](const FieldInfo& info, auto& value) {
        known.emplace_back(info.name);
        if (const SyntaxField* field = find_field(block, info.name)) {
            if (field->value.kind == SyntaxValue::Kind::Broken)
                return;
            if (const std::optional<Fault> fault = assign_value(info, field->value, value))
                error(fault->is_range ? codes.range : codes.kind, fault->where, fault->message);
        } else if (info.required) {
            error(codes.missing, block.where,
                  std::string(codes.what) + " '" + block.kind + "' is missing required parameter '" +
                      std::string(info.name) + "'");
        }
    });
    report_stray_fields(block, known, codes);
    return known;
}

void Binder::report_stray_fields(const SyntaxBlock& block, std::span<const std::string> known,
                                 const FieldCodes& codes)
{
    std::map<std::string_view, SourceLocation> given;
    for (auto field = block.fields.begin(); field != block.fields.end() && !is_full(); ++field) {
        const auto [twin, is_first] = given.try_emplace(field->name, field->where);
        if (!is_first) {
            error(Code::Duplicate, field->where,
                  quoted(field->name) + " is already given at " + place(twin->second));
            continue;
        }
        if (std::find(known.begin(), known.end(), field->name) != known.end())
            continue;
        if (codes.is_world && changes_nothing(field->name))
            report(Severity::Warning, Code::NoEffect, field->where,
                   quoted(field->name) + " is part of the language, but changes nothing in Drape");
        else if (codes.is_world && is_unsupported_entity_field(field->name))
            error(Code::Unsupported, field->where,
                  quoted(field->name) + " is part of the language, but Drape does not have it");
        else
            error(codes.unknown, field->where,
                  block.kind + " has no field " + quoted(field->name) + suggestion(field->name, known));
    }
}

void Binder::bind_world_fields(const std::vector<SyntaxField>& fields, SceneDesc& scene)
{
    SyntaxBlock block;
    block.kind = "world";
    block.fields = fields;
    std::vector<std::string> known;
    const auto bind = [&](const FieldInfo& info, auto& value) {
        known.emplace_back(info.name);
        const SyntaxField* field = find_field(block, info.name);
        if (field != nullptr && field->value.kind != SyntaxValue::Kind::Broken)
            if (const std::optional<Fault> fault = assign_value(info, field->value, value))
                error(fault->is_range ? kWorldCodes.range : kWorldCodes.kind, fault->where, fault->message);
    };
    bind(field::number("title", "", "Shown in the window's title"), scene.title);
    bind(field::number("gravity", "m/s^2", "The world's gravity"), scene.gravity);
    report_stray_fields(block, known, kWorldCodes);
}

bool Binder::declare(const SyntaxBlock& block, std::string_view kind)
{
    const auto [it, added] = declared_.try_emplace(block.name, Declared{kind, block.name_where, 0});
    if (!added)
        error(Code::Duplicate, block.name_where,
              std::string(kind) + " " + quoted(block.name) + " is already declared at " +
                  place(it->second.where));
    return added;
}

void Binder::check_size(const SyntaxBlock& block, const SoftDesc& soft)
{
    const double count = static_cast<double>(soft.nx) * soft.ny * soft.nz;
    if (count + static_cast<double>(entity_count_) > static_cast<double>(kMaxEntities)) {
        const std::string shown =
            count < 1e18 ? std::to_string(static_cast<unsigned long long>(count)) : format_number(count);
        error(Code::TooLarge, block.where,
              "too many particles: a scene holds at most " + std::to_string(kMaxEntities) +
                  " entities, got " + shown +
                  (entity_count_ > 0 ? " and " + std::to_string(entity_count_) + " before" : ""));
        return;
    }
    entity_count_ += static_cast<std::uint64_t>(count);
    declared_[block.name].particles = static_cast<std::uint64_t>(count);

    // The farthest corner and the longest rest length must be numbers to start from.
    const glm::dvec3 cells(soft.nx - 1, soft.ny - 1, soft.nz - 1);
    const glm::dvec3 corner = soft.origin + cells * soft.spacing;
    if (!std::isfinite(corner.x) || !std::isfinite(corner.y) || !std::isfinite(corner.z) ||
        !std::isfinite(soft.spacing * 2.0))
        error(Code::OutOfRange, block.where,
              "the grid of " + quoted(soft.name) + " reaches past the finite numbers");
}

void Binder::check_tissue(const SyntaxBlock& block, const TissueDesc& tissue)
{
    // Fields of the other kind of cage are read, kept and do nothing: better said than wondered about.
    constexpr std::array<std::string_view, 10> kShapeFields = {
        "cells", "width", "height", "depth", "lip", "taper", "droop", "wall_radius", "facing", "hold"};
    constexpr std::array<std::string_view, 5> kMeshFields = {"unit", "layers", "attach_group", "attach_low",
                                                             "attach_high"};
    const bool is_mesh = !tissue.cage.file.empty();
    const std::span<const std::string_view> idle = is_mesh ? std::span<const std::string_view>(kShapeFields)
                                                           : std::span<const std::string_view>(kMeshFields);
    for (const std::string_view name : idle)
        if (const SyntaxField* field = find_field(block, name))
            report(Severity::Warning, Code::NoEffect, field->where,
                   quoted(name) + " changes nothing for a cage from " + (is_mesh ? "a mesh" : "a shape"));
    if (tissue.attach_low.has_value() != tissue.attach_high.has_value())
        error(Code::OutOfRange, block.where,
              "attach_low and attach_high are the corners of a box: give both");
    if (tissue.attach_low && tissue.attach_high)
        for (int axis = 0; axis < 3; ++axis)
            if ((*tissue.attach_low)[axis] > (*tissue.attach_high)[axis])
                error(Code::OutOfRange, find_field(block, "attach_low")->value.where,
                      "attach_low is above attach_high along " + std::string(1, "xyz"[axis]) + " (" +
                          format_number((*tissue.attach_low)[axis]) + " and " +
                          format_number((*tissue.attach_high)[axis]) + ")");
    if (tissue.profile.empty())
        error(Code::OutOfRange, find_field(block, "profile")->value.where,
              "the profile has no name; expected a file, or the name of a shipped profile");
    if (!is_mesh) {
        tissue::CageSpec spec = tissue.shape;
        spec.shape = tissue.cage.shape;
        if (const std::string trouble = tissue::find_misfit(spec); !trouble.empty())
            error(Code::OutOfRange, block.where, trouble);
    }
}

void Binder::bind_tissue(const SyntaxBlock& block, SceneDesc& scene)
{
    TissueDesc tissue;
    tissue.name = block.name;
    tissue.where = block.where;
    const std::size_t before = diagnostics_.size();
    bind_fields(tissue, block, kWorldCodes);
    if (diagnostics_.size() == before)
        check_tissue(block, tissue);
    if (declare(block, "tissue"))
        scene.tissues.push_back(tissue);
    if (scene.tissues.size() > kMaxTissues)
        error(Code::TooLarge, block.where,
              "a scene holds at most " + std::to_string(kMaxTissues) + " tissues");
}

void Binder::check_tissue_systems(const SceneDesc& scene)
{
    std::map<std::string_view, SourceLocation> solved;
    for (const SystemDesc& system : scene.systems)
        if (const auto* tissue = std::get_if<TissueSystem>(&system)) {
            const auto [twin, is_first] = solved.try_emplace(tissue->body.text, tissue->where);
            if (!is_first)
                error(Code::Duplicate, tissue->where,
                      "tissue " + quoted(tissue->body.text) + " is already solved by the system at " +
                          place(twin->second));
        }
    for (const TissueDesc& tissue : scene.tissues)
        if (!solved.contains(tissue.name))
            report(Severity::Warning, Code::NoEffect, tissue.where,
                   "no tissue system solves " + quoted(tissue.name) + ": it will not move");
}

void Binder::bind_world_block(SyntaxBlock block, SceneDesc& scene)
{
    if (block.kind == "tissue") {
        bind_tissue(block, scene);
        return;
    }
    if (block.kind == "probe") {
        ProbeDesc probe;
        probe.name = block.name;
        probe.where = block.where;
        bind_fields(probe, block, kWorldCodes);
        if (declare(block, "probe"))
            scene.probes.push_back(probe);
        if (scene.probes.size() > kMaxProbes)
            error(Code::TooLarge, block.where,
                  "a scene holds at most " + std::to_string(kMaxProbes) + " probes");
        return;
    }
    normalize_look(block);
    if (block.kind == "entity") {
        EntityDesc entity;
        entity.name = block.name;
        entity.where = block.where;
        bind_fields(entity, block, kWorldCodes);
        if (declare(block, "entity"))
            scene.entities.push_back(entity);
        if (++entity_count_ == kMaxEntities + 1)
            error(Code::TooLarge, block.where,
                  "too many entities: a scene holds at most " + std::to_string(kMaxEntities));
        return;
    }
    DRAPE_ASSERT(block.kind == "soft");
    SoftDesc soft;
    soft.name = block.name;
    soft.where = block.where;
    bind_fields(soft, block, kWorldCodes);
    if (declare(block, "soft")) {
        check_size(block, soft);
        scene.softs.push_back(soft);
    }
}

void Binder::check_gravity(const SyntaxBlock& block, GravitySystem& gravity)
{
    const SyntaxField* vertical = find_field(block, "gravity_y");
    const SyntaxField* vector = find_field(block, "acceleration");
    gravity.vertical_form = vector == nullptr;
    if (vertical != nullptr && vector != nullptr)
        error(Code::Duplicate, vector->where,
              "\"gravity_y\" and \"acceleration\" say the same thing; give one of them");
    if (vertical == nullptr && vector == nullptr)
        error(Code::BadSystemParameter, block.where,
              "system 'gravity' is missing required parameter 'gravity_y' (or 'acceleration')");
}

/// A name with the zeros before a particle's number dropped: "c#01" is "c#1".
std::string plain_name(const std::string& name)
{
    std::size_t digits = name.find('#') + 1; // 0 where there is none
    if (digits == 0)
        return name;
    const std::size_t first = std::min(name.find_first_not_of('0', digits), name.size() - 1);
    return name.substr(0, digits) + name.substr(first);
}

void Binder::check_joint(const SyntaxBlock& block, const JointSystem& joint)
{
    if (!joint.on.text.empty() && plain_name(joint.on.text) == plain_name(joint.other.text))
        error(Code::BadSystemParameter, joint.other.where,
              "a joint connects two entities, got " + quoted(joint.other.text) + " twice");
    if (joint.limit && !(joint.limit->x <= joint.limit->y))
        error(Code::BadSystemParameter, find_field(block, "limit")->value.where,
              "limit must be (lowest, highest), got (" + format_number(joint.limit->x) + ", " +
                  format_number(joint.limit->y) + ")");
}

void Binder::check_reference(const FieldInfo& info, const NameRef& ref)
{
    if (ref.text.empty() || is_full())
        return; // missing: already reported
    const std::size_t hash = ref.text.find('#');
    const std::string base = ref.text.substr(0, hash);
    const auto found = declared_.find(base);
    const bool is_touched = info.ref == RefKind::Touched;
    const bool is_tissue = found != declared_.end() && found->second.kind == "tissue";
    const std::string_view wanted = info.ref == RefKind::Tissue || (is_touched && is_tissue) ? "tissue"
                                    : info.ref == RefKind::Body || is_touched                ? "soft"
                                    : info.ref == RefKind::Probe                             ? "probe"
                                                                                             : "entity";
    const bool is_body = info.ref == RefKind::Body || info.ref == RefKind::Tissue || is_touched;
    const Code code = is_body ? Code::UnknownBody : Code::UnknownEntity;
    const bool is_particle = info.ref == RefKind::Entity && hash != std::string::npos;
    const bool fits = found != declared_.end() && found->second.kind == (is_particle ? "soft" : wanted) &&
                      (is_particle || hash == std::string::npos);
    if (fits && is_particle) {
        const std::string digits = plain_name(ref.text).substr(hash + 1);
        const std::uint64_t count = found->second.particles;
        const bool is_inside = digits.size() <= 12 && std::stoull(digits) < count;
        if (!is_inside && count > 0) // 0: the body is too large, which is already reported
            error(code, ref.where,
                  quoted(ref.text) + " does not exist: " + quoted(base) + " has particles 0 to " +
                      std::to_string(count - 1));
        return;
    }
    if (fits)
        return;
    std::vector<std::string> candidates;
    for (const auto& [name, declared] : declared_)
        if (declared.kind == (is_particle ? "soft" : wanted) || (is_touched && declared.kind == "tissue"))
            candidates.push_back(name);
    std::string message = "no " +
                          std::string(wanted != "soft" ? wanted
                                      : is_touched     ? "soft body or tissue"
                                                       : "soft body") +
                          " " + quoted(ref.text);
    if (info.ref == RefKind::Entity && found != declared_.end() && found->second.kind == "soft" &&
        !is_particle)
        message += "; a soft body is joined by one of its particles, as in \"" + base + "#0\"";
    else
        message += suggestion(base, candidates);
    error(code, ref.where, message);
}

void Binder::check_references(SystemDesc& system)
{
    std::visit(
        [&](auto& s) {
            visit_fields(s, [&](const FieldInfo& info, auto& value) {
                if constexpr (std::is_same_v<std::decay_t<decltype(value)>, NameRef>)
                    check_reference(info, value);
            });
        },
        system);
}

void Binder::bind_system(const SyntaxBlock& block, SceneDesc& scene)
{
    for (const SystemDesc& prototype : system_prototypes()) {
        if (kind_name(prototype) != block.kind)
            continue;
        SystemDesc system = prototype;
        std::visit(
            [&](auto& s) {
                s.where = block.where;
                bind_fields(s, block, kSystemCodes);
                using System = std::decay_t<decltype(s)>;
                if constexpr (std::is_same_v<System, GravitySystem>)
                    check_gravity(block, s);
                if constexpr (std::is_same_v<System, JointSystem>)
                    check_joint(block, s);
            },
            system);
        check_references(system);
        scene.systems.push_back(std::move(system));
        return;
    }
    DRAPE_ASSERT(false); // the reader lets only known kinds through
}

void Binder::check_time_steps(const SceneDesc& scene)
{
    const double expected = time_step(scene);
    for (const SystemDesc& system : scene.systems) {
        std::visit(
            [&](const auto& s) {
                const double dt = time_step(system);
                if (dt > 0.0 && dt != expected)
                    report(Severity::Warning, Code::TimeStep, s.where,
                           "systems of one scene disagree on dt: this one has " + format_number(dt) +
                               " s, the first has " + format_number(expected) + " s");
            },
            system);
    }
}

SceneDesc Binder::bind(const SyntaxFile& file)
{
    SceneDesc scene;
    bind_world_fields(file.world_fields, scene);
    for (const SyntaxBlock& block : file.world_blocks)
        bind_world_block(block, scene);
    for (const SyntaxBlock& block : file.systems)
        bind_system(block, scene);
    check_time_steps(scene);
    check_tissue_systems(scene);
    return scene;
}

} // namespace

SceneDesc bind_scene(const SyntaxFile& file, std::vector<Diagnostic>& diagnostics)
{
    return Binder(diagnostics).bind(file);
}

} // namespace drape::sim
