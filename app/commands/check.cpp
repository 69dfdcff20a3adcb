#include "app/commands/commands.h"
#include "app/commands/common.h"
#include "app/files.h"
#include "sim/lang/parser.h"
#include "sim/session.h"
#include "sim/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

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
    std::string text =
        std::to_string(scene.entities.size()) + (scene.entities.size() == 1 ? " entity" : " entities");
    text += ", " + std::to_string(scene.softs.size()) +
            (scene.softs.size() == 1 ? " soft body" : " soft bodies");
    text += " (" + count_of(particles, "particle") + "), " + count_of(scene.probes.size(), "probe");
    return text + ", " + count_of(scene.systems.size(), "system");
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
