#include "sim/check.h"
#include "sim/session.h"
#include "sim/state_hash.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <type_traits>

namespace drape::sim {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

/// Thrown inside the reader only; read_session turns it into an Error.
struct Malformed
{
    std::string message;
};

// One name for each kind of edit; the members follow edit.h.

Json to_json(const glm::dvec3& v)
{
    return Json::array({v.x, v.y, v.z});
}

Json to_json(const Edit& edit)
{
    return std::visit(
        [](const auto& e) -> Json {
            using E = std::decay_t<decltype(e)>;
            if constexpr (std::is_same_v<E, SetParameter>)
                return {{"edit", "set_parameter"},
                        {"system", e.system},
                        {"field", e.field},
                        {"value", to_json(e.value)}};
            else if constexpr (std::is_same_v<E, SetGravity>)
                return {{"edit", "set_gravity"}, {"acceleration", to_json(e.acceleration)}};
            else if constexpr (std::is_same_v<E, SetProbeParameter>)
                return {{"edit", "set_probe"}, {"probe", e.probe}, {"field", e.field}, {"value", e.value}};
            else if constexpr (std::is_same_v<E, MoveProbe>)
                return {
                    {"edit", "move_probe"}, {"probe", e.probe}, {"a", to_json(e.a)}, {"b", to_json(e.b)}};
            else if constexpr (std::is_same_v<E, Grab>)
                return {{"edit", "grab"}, {"entity", e.entity}, {"target", to_json(e.target)}};
            else if constexpr (std::is_same_v<E, SetRowValue>)
                return {{"edit", "set_row"},
                        {"tissue", e.tissue},
                        {"row", e.where.row},
                        {"field", e.where.field},
                        {"value", e.value}};
            else if constexpr (std::is_same_v<E, SetProfile>)
                return {{"edit", "set_profile"},
                        {"tissue", e.tissue},
                        {"profile", tissue::write_profile(e.profile, "")}};
            else if constexpr (std::is_same_v<E, Release>)
                return {{"edit", "release"}};
            else
                return {{"edit", "reset"}};
        },
        edit);
}

// A mesh may hold any bytes and JSON only text: each byte is written as the character of its number.

std::string to_characters(std::string_view bytes)
{
    std::string text;
    text.reserve(bytes.size());
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x80) {
            text += static_cast<char>(0xC0U | (byte >> 6U));
            text += static_cast<char>(0x80U | (byte & 0x3FU));
        } else {
            text += c;
        }
    }
    return text;
}

bool to_bytes(std::string_view text, std::string& bytes)
{
    bytes.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto lead = static_cast<unsigned char>(text[i]);
        if (lead < 0x80) {
            bytes += text[i];
            continue;
        }
        if ((lead != 0xC2 && lead != 0xC3) || i + 1 == text.size())
            return false;
        const auto trail = static_cast<unsigned char>(text[++i]);
        bytes += static_cast<char>(((lead & 0x03U) << 6U) | (trail & 0x3FU));
    }
    return true;
}

/// The member of an object, or Malformed naming it.
const Json& member(const Json& object, const std::string& name, const std::string& where)
{
    if (!object.is_object() || !object.contains(name))
        throw Malformed{where + ": \"" + name + "\" is missing"};
    return object[name];
}

glm::dvec3 read_vector(const Json& object, const std::string& name, const std::string& where)
{
    const Json& value = member(object, name, where);
    if (!value.is_array() || value.size() != 3 || !value[0].is_number() || !value[1].is_number() ||
        !value[2].is_number())
        throw Malformed{where + ": \"" + name + "\" must be three numbers"};
    return {value[0].get<double>(), value[1].get<double>(), value[2].get<double>()};
}

double read_number(const Json& object, const std::string& name, const std::string& where)
{
    const Json& value = member(object, name, where);
    if (!value.is_number())
        throw Malformed{where + ": \"" + name + "\" must be a number"};
    return value.get<double>();
}

std::uint64_t read_count(const Json& object, const std::string& name, const std::string& where)
{
    const Json& value = member(object, name, where);
    if (!value.is_number_unsigned())
        throw Malformed{where + ": \"" + name + "\" must be a whole number >= 0"};
    return value.get<std::uint64_t>();
}

std::uint32_t read_index(const Json& object, const std::string& name, const std::string& where)
{
    const std::uint64_t value = read_count(object, name, where);
    if (value > std::numeric_limits<std::uint32_t>::max())
        throw Malformed{where + ": \"" + name + "\" is too large"};
    return static_cast<std::uint32_t>(value);
}

std::string read_string(const Json& object, const std::string& name, const std::string& where)
{
    const Json& value = member(object, name, where);
    if (!value.is_string())
        throw Malformed{where + ": \"" + name + "\" must be a text"};
    return value.get<std::string>();
}

Edit read_edit(const Json& json, const std::string& where)
{
    const std::string kind = read_string(json, "edit", where);
    if (kind == "set_parameter")
        return SetParameter{read_index(json, "system", where), read_string(json, "field", where),
                            read_vector(json, "value", where)};
    if (kind == "set_gravity")
        return SetGravity{read_vector(json, "acceleration", where)};
    if (kind == "set_probe")
        return SetProbeParameter{read_index(json, "probe", where), read_string(json, "field", where),
                                 read_number(json, "value", where)};
    if (kind == "move_probe")
        return MoveProbe{read_index(json, "probe", where), read_vector(json, "a", where),
                         read_vector(json, "b", where)};
    if (kind == "grab")
        return Grab{read_index(json, "entity", where), read_vector(json, "target", where)};
    if (kind == "set_row")
        return SetRowValue{read_index(json, "tissue", where),
                           {read_string(json, "row", where), read_string(json, "field", where)},
                           read_number(json, "value", where)};
    if (kind == "set_profile") {
        const tissue::ParsedProfile parsed = tissue::parse_profile(read_string(json, "profile", where));
        if (!parsed.ok())
            throw Malformed{where + ": the profile has faults: " + parsed.diagnostics.front().message};
        return SetProfile{read_index(json, "tissue", where), parsed.profile};
    }
    if (kind == "release")
        return Release{};
    if (kind == "reset")
        return Reset{};
    throw Malformed{where + ": there is no edit \"" + kind + "\""};
}

std::uint64_t read_hex(std::string_view text, std::size_t digits, const std::string& where)
{
    std::uint64_t value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (text.size() != digits || result.ec != std::errc() || result.ptr != text.data() + text.size())
        throw Malformed{where + ": " + std::to_string(digits) + " hexadecimal digits expected, got \"" +
                        std::string(text.substr(0, 20)) + "\""};
    return value;
}

void read_edits(const Json& json, Session& session)
{
    if (!json.is_array())
        throw Malformed{"\"edits\" must be a list"};
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string where = "edit " + std::to_string(i + 1);
        const std::uint64_t tick = read_count(json[i], "tick", where);
        if (tick < last || tick > session.hashes.size())
            throw Malformed{where + ": tick " + std::to_string(tick) + " must be from " +
                            std::to_string(last) + " to " + std::to_string(session.hashes.size())};
        last = tick;
        session.edits.push_back({tick, read_edit(json[i], where)});
    }
}

void read_digests(const Json& json, Session& session)
{
    constexpr std::size_t kDigits = 4; // of one entity
    if (!json.is_array())
        throw Malformed{"\"digests\" must be a list"};
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string where = "digest row " + std::to_string(i + 1);
        DigestRow row;
        row.tick = read_count(json[i], "tick", where);
        const std::string digits = read_string(json[i], "entities", where);
        if (digits.size() % kDigits != 0 ||
            (!session.digests.empty() && row.tick <= session.digests.back().tick))
            throw Malformed{where + ": is cut short or out of order"};
        for (std::size_t at = 0; at < digits.size(); at += kDigits)
            row.digests.push_back(static_cast<std::uint16_t>(
                read_hex(std::string_view(digits).substr(at, kDigits), kDigits, where)));
        session.digests.push_back(std::move(row));
    }
}

void read_files(const Json& json, SceneFiles& files)
{
    if (!json.is_object())
        throw Malformed{"\"files\" must be an object"};
    for (const auto& [name, text] : json.items()) {
        if (!text.is_string())
            throw Malformed{"file \"" + name + "\" must be a text"};
        std::string bytes;
        if (!to_bytes(text.get_ref<const std::string&>(), bytes))
            throw Malformed{"file \"" + name + "\" holds characters beyond U+00FF"};
        files.emplace(name, std::move(bytes));
    }
}

Session read_document(const Json& json)
{
    if (!json.is_object() || read_string(json, "format", "session") != "drape-session")
        throw Malformed{"this is no Drape session (\"format\" must be \"drape-session\")"};
    const std::uint64_t version = read_count(json, "version", "session");
    if (version != kVersion)
        throw Malformed{"version " + std::to_string(version) +
                        " of the format; this program reads version " + std::to_string(kVersion)};
    Session session;
    session.scene_name = read_string(json, "scene_name", "session");
    session.scene_text = read_string(json, "scene", "session");
    if (json.contains("files"))
        read_files(json["files"], session.files);
    const Json& hashes = member(json, "hashes", "session");
    if (!hashes.is_array())
        throw Malformed{"\"hashes\" must be a list"};
    for (const Json& hash : hashes) {
        if (!hash.is_string())
            throw Malformed{"\"hashes\" must hold texts"};
        session.hashes.push_back(read_hex(hash.get_ref<const std::string&>(), 16, "hashes"));
    }
    read_edits(member(json, "edits", "session"), session);
    read_digests(member(json, "digests", "session"), session);
    return session;
}

} // namespace

std::string write_session(const Session& session)
{
    Json json;
    json["format"] = "drape-session";
    json["version"] = kVersion;
    json["scene_name"] = session.scene_name;
    json["scene"] = session.scene_text;
    for (const auto& [name, bytes] : session.files)
        json["files"][name] = to_characters(bytes);
    Json& edits = json["edits"] = Json::array();
    for (const TimedEdit& timed : session.edits) {
        Json entry = {{"tick", timed.tick}};
        entry.update(to_json(timed.edit));
        edits.push_back(std::move(entry));
    }
    Json& hashes = json["hashes"] = Json::array();
    for (const std::uint64_t hash : session.hashes)
        hashes.push_back(format_hash(hash));
    Json& digests = json["digests"] = Json::array();
    for (const DigestRow& row : session.digests) {
        std::string digits;
        for (const std::uint16_t digest : row.digests)
            digits += format_hash(digest).substr(12);
        digests.push_back({{"tick", row.tick}, {"entities", std::move(digits)}});
    }
    // File names may hold any bytes; what is no UTF-8 in them is replaced, the scene itself never has any.
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Session> read_session(std::string_view text, const std::string& file)
try {
    return read_document(Json::parse(text));
} catch (const Malformed& malformed) {
    return Error{ErrorKind::Unreadable, file + ": " + malformed.message};
} catch (const nlohmann::json::parse_error& error) {
    // The parser counts bytes; a person counts lines.
    const std::string_view before = text.substr(0, error.byte > 0 ? error.byte - 1 : 0);
    const std::size_t line_start = before.rfind('\n') + 1; // npos + 1 is 0
    return Error{ErrorKind::Unreadable,
                 file + ":" + std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ":" +
                     std::to_string(before.size() - line_start + 1) +
                     ": JSON expected; it cannot be read on from here"};
} catch (const nlohmann::json::exception&) {
    return Error{ErrorKind::Unreadable, file + ": a value is of the wrong kind"};
}

} // namespace drape::sim
