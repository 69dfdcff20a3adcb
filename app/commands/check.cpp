#include "app/commands/commands.h"
#include "app/commands/common.h"
#include "app/files.h"
#include "app/scene_inputs.h"
#include "sim/lang/parser.h"
#include "sim/session.h"
#include "sim/text.h"
#include "sim/tissue/cage.h"
#include "sim/tissue/mesh_io.h"
#include "sim/tissue/profile.h"
#include "sim/tissue_world.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <limits>

namespace drape::app {

namespace {

using Json = nlohmann::ordered_json;

/// What was found in one file.
struct Findings
{
    std::string kind = "scene";
    std::optional<Error> unreadable;
    std::vector<sim::Diagnostic> diagnostics;
    std::string text;
    std::vector<std::string> warnings; ///< Of a mesh, each with its place.
    std::string summary;
    bool is_good() const { return !unreadable && !sim::has_errors(diagnostics); }
};

bool is_session(const std::string& text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string::npos && text[first] == '{';
}

std::string summary_of(const sim::SceneDesc& scene)
{
    unsigned long long particles = 0;
    for (const sim::SoftDesc& soft : scene.softs)
        particles += static_cast<unsigned long long>(soft.nx) * static_cast<unsigned long long>(soft.ny) *
                     static_cast<unsigned long long>(soft.nz);
    std::string tissues;
    std::string text =
        std::to_string(scene.entities.size()) + (scene.entities.size() == 1 ? " entity" : " entities");
    text += ", " + std::to_string(scene.softs.size()) +
            (scene.softs.size() == 1 ? " soft body" : " soft bodies");
    if (!scene.tissues.empty())
        tissues = ", " + count_of(scene.tissues.size(), "tissue");
    text += " (" + count_of(particles, "particle") + ")" + tissues + ", " +
            count_of(scene.probes.size(), "probe");
    return text + ", " + count_of(scene.systems.size(), "system");
}

void examine_profile(Findings& findings)
{
    findings.kind = "profile";
    const sim::tissue::ParsedProfile parsed = sim::tissue::parse_profile(findings.text);
    findings.diagnostics = parsed.diagnostics;
    if (parsed.ok())
        findings.summary =
            "\"" + parsed.profile.name + "\", " + count_of(parsed.profile.layers.size(), "layer") +
            (parsed.profile.skin ? ", skin" : "") + (parsed.profile.ligament ? ", ligaments" : "");
}

bool is_mesh_ending(const std::string& ending)
{
    constexpr std::array<std::string_view, 5> kEndings = {".msh", ".node", ".ele", ".vtk", ".vtu"};
    return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

std::string summary_of(const sim::tissue::TetMesh& mesh)
{
    glm::dvec3 low(std::numeric_limits<double>::infinity()), high = -low;
    double volume = 0.0;
    for (const glm::dvec3& p : mesh.points)
        for (int k = 0; k < 3; ++k) {
            low[k] = std::min(low[k], p[k]);
            high[k] = std::max(high[k], p[k]);
        }
    for (const sim::tissue::Tet& tet : mesh.tets)
        volume += sim::tissue::six_volume(mesh.points, tet) / 6.0;
    const auto size = [&](int k) { return format_number(high[k] - low[k]); };
    std::string text = mesh.format + ", " + count_of(mesh.points.size(), "point") + ", " +
                       count_of(mesh.tets.size(), "element") + ", " +
                       count_of(sim::tissue::boundary_triangles(mesh.tets).size(), "surface triangle") +
                       ", extent " + size(0) + " x " + size(1) + " x " + size(2) + ", volume " +
                       format_number(volume) + " (in the file's unit)";
    for (const sim::tissue::MeshGroup& group : mesh.groups)
        text += ", group " + (group.name.empty() ? std::to_string(group.tag) : "\"" + group.name + "\"");
    if (mesh.flipped > 0)
        text += ", " + count_of(mesh.flipped, "element") + " turned";
    if (mesh.slivers > 0)
        text += ", " + count_of(mesh.slivers, "sliver");
    return text;
}

void examine_mesh(const std::string& path, Findings& findings)
{
    findings.kind = "mesh";
    std::vector<sim::tissue::MeshFile> files = {{path, findings.text}};
    // TetGen's second file is read where it is there; without it the reader says what is missing.
    const std::string companion = sim::tissue::companion_file(path);
    const Result<std::string> second =
        companion.empty() ? Result<std::string>(Error{}) : read_file(companion, kMaxMeshBytes);
    if (second)
        files.push_back({companion, second.value()});
    const Result<sim::tissue::TetMesh> mesh = sim::tissue::read_tet_mesh(files);
    if (!mesh) {
        findings.unreadable = mesh.error();
        return;
    }
    findings.summary = summary_of(mesh.value());
    for (const sim::tissue::MeshWarning& warning : mesh.value().warnings)
        findings.warnings.push_back(warning.message);
}

/// Profiles, meshes and cages are part of what a scene says.
void examine_tissues(const sim::SceneDesc& scene, const std::string& path, Findings& findings)
{
    const Result<BuiltScene> built = build_scene(scene, path);
    if (!built) {
        findings.unreadable = built.error();
        return;
    }
    std::uint64_t particles = 0, elements = 0;
    for (std::size_t i = 0; i < scene.tissues.size(); ++i) {
        const sim::TissueDesc& tissue = scene.tissues[i];
        const sim::TissueBody& body = *built.value().world.tissues[i];
        particles += body.count();
        elements += body.topology.tets.size();
        if (!tissue.cage.file.empty())
            for (const sim::tissue::MeshWarning& warning : sim::mesh_warnings(tissue, built.value().files))
                findings.warnings.push_back(warning.message);
        if (body.topology.base.empty())
            findings.diagnostics.push_back(
                {sim::Severity::Warning, sim::Code::NoEffect, tissue.where,
                 "nothing holds tissue \"" + tissue.name +
                     "\": give attach_group, or attach_low and attach_high, or it falls"});
    }
    findings.summary +=
        "; tissue of " + count_of(particles, "particle") + " and " + count_of(elements, "element");
}

Findings examine(const std::string& argument, const std::string& path)
{
    Findings findings;
    Result<std::string> text = read_file(path, kMaxSessionBytes);
    if (!text) {
        findings.unreadable = text.error();
        return findings;
    }
    findings.text = std::move(text).value();
    const std::string ending = std::filesystem::path(path).extension().string();
    if (ending == ".toml") {
        examine_profile(findings);
        return findings;
    }
    if (is_mesh_ending(ending)) {
        examine_mesh(path, findings);
        return findings;
    }
    if (is_session(findings.text)) {
        findings.kind = "session";
        const Result<sim::Session> session = sim::read_session(findings.text, argument);
        const Status status = session ? sim::check_session(session.value()) : Status(session.error());
        if (!status) {
            findings.unreadable =
                Error{status.error().kind,
                      session ? argument + ": " + status.error().message : status.error().message};
            return findings;
        }
        findings.summary = count_of(session.value().hashes.size(), "step") + ", " +
                           count_of(session.value().edits.size(), "edit");
        return findings;
    }
    if (findings.text.size() > kMaxSceneBytes) {
        findings.unreadable = Error{ErrorKind::Unreadable, path + ": larger than a scene may be"};
        return findings;
    }
    const sim::ParsedScene parsed = sim::parse_scene(findings.text);
    findings.diagnostics = parsed.diagnostics;
    findings.summary = summary_of(parsed.scene);
    if (parsed.ok() && !parsed.scene.tissues.empty())
        examine_tissues(parsed.scene, path == "-" ? "<stdin>" : path, findings);
    return findings;
}

Json to_json(const std::string& path, const Findings& findings)
{
    Json json = {{"file", path}, {"kind", findings.kind}, {"ok", findings.is_good()}};
    if (findings.unreadable)
        json["error"] = findings.unreadable->message;
    Json& list = json["diagnostics"] = Json::array();
    for (const sim::Diagnostic& d : findings.diagnostics)
        list.push_back({{"severity", d.severity == sim::Severity::Error ? "error" : "warning"},
                        {"code", static_cast<int>(d.code)},
                        {"line", d.where.line},
                        {"column", d.where.column},
                        {"message", d.message}});
    if (!findings.warnings.empty())
        json["warnings"] = findings.warnings;
    if (!findings.summary.empty() && findings.is_good())
        json["summary"] = findings.summary;
    return json;
}

} // namespace

ExitCode check_command(const CheckOptions& options)
{
    Json all = Json::array();
    ExitCode code = ExitCode::Done;
    for (const std::string& argument : options.files) {
        if (is_interrupted())
            return report({ErrorKind::Failed, "interrupted before " + argument});
        const std::string path = find_scene(argument);
        const Findings findings = examine(argument, path);
        if (options.json)
            all.push_back(to_json(path, findings));
        else if (findings.unreadable)
            report(*findings.unreadable);
        else {
            print_diagnostics(stdout, findings.diagnostics, path, findings.text);
            for (const std::string& warning : findings.warnings)
                if (!print(warning + "\n"))
                    return ExitCode::Unwritable;
            if (findings.is_good() ? !print(path + ": ok: " + findings.summary + "\n")
                                   : std::fflush(stdout) != 0)
                return ExitCode::Unwritable;
        }
        if (findings.unreadable)
            code = ExitCode::Unreadable;
        else if (!findings.is_good() && code == ExitCode::Done)
            code = ExitCode::CheckFailed;
    }
    if (options.json && !print(all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"))
        return ExitCode::Unwritable;
    return code;
}

} // namespace drape::app
