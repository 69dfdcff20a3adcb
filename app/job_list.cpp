#include "app/job_list.h"

#include "sim/check.h"
#include "sim/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace drape::app {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

// What a message quotes of a line, bytes.
constexpr std::size_t kLongestQuote = 60;
constexpr std::size_t kLongestId = 200;

/// The fault that ends the reading of one line.
struct BadJob
{
    std::string message;
};

std::string got(const Json& value)
{
    return ", got " + shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace), kLongestQuote);
}

/// Where the text stops being JSON, from the parser's message without its own prefix and place.
std::string syntax_fault(const Json::parse_error& error)
{
    std::string what = error.what();
    if (const std::size_t at = what.find(": "); at != std::string::npos && what[0] == '[')
        what.erase(0, at + 2);
    return "column " + std::to_string(std::max<std::size_t>(error.byte, 1)) +
           ": a job as JSON expected: " + shortened(what, 2 * kLongestQuote);
}

/// Parses and refuses a key that is given twice: the library would keep the last one without a word.
Json parse_json(std::string_view line)
{
    std::vector<std::set<std::string>> keys;
    std::string twice;
    const auto watch = [&](int, Json::parse_event_t event, Json& parsed) {
        if (event == Json::parse_event_t::object_start)
            keys.emplace_back();
        else if (event == Json::parse_event_t::object_end)
            keys.pop_back();
        else if (event == Json::parse_event_t::key &&
                 !keys.back().insert(parsed.get_ref<const std::string&>()).second && twice.empty())
            twice = parsed.get_ref<const std::string&>();
        return true;
    };
    try {
        Json json = Json::parse(line.begin(), line.end(), watch);
        if (!twice.empty())
            throw BadJob{"\"" + twice + "\" is given twice"};
        return json;
    } catch (const Json::parse_error& error) {
        throw BadJob{syntax_fault(error)};
    } catch (const Json::exception&) {
        throw BadJob{"numbers up to 1.8e308 expected, got one that is larger"};
    }
}

std::string text_of(const Json& job, const char* key)
{
    const auto found = job.find(key);
    if (found == job.end())
        throw BadJob{std::string("\"") + key + "\" is missing"};
    if (!found->is_string() || found->get_ref<const std::string&>().empty())
        throw BadJob{std::string("\"") + key + "\" must be a text that is not empty" + got(*found)};
    return found->get<std::string>();
}

std::uint64_t steps_of(const Json& job, std::optional<std::uint64_t> default_steps)
{
    const auto found = job.find("steps");
    if (found == job.end()) {
        if (!default_steps)
            throw BadJob{"\"steps\" is missing, and there is no --steps for jobs without"};
        return *default_steps;
    }
    if (!found->is_number_unsigned() || found->get<std::uint64_t>() > kMaxJobSteps)
        throw BadJob{"\"steps\" must be a whole number from 0 to " + std::to_string(kMaxJobSteps) +
                     got(*found)};
    return found->get<std::uint64_t>();
}

/// A JSON value in the form that the scene language's fields take.
sim::SyntaxValue value_of(const std::string& name, const Json& json)
{
    using Kind = sim::SyntaxValue::Kind;
    sim::SyntaxValue value;
    value.text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    const bool is_tuple =
        json.is_array() && !json.empty() && json.size() <= 3 &&
        std::all_of(json.begin(), json.end(), [](const Json& x) { return x.is_number(); });
    if (json.is_number()) {
        value.kind = Kind::Number;
        value.number = json.get<double>();
    } else if (json.is_string()) {
        value.kind = Kind::String;
        value.text = json.get<std::string>();
    } else if (json.is_boolean()) {
        value.kind = Kind::Word;
    } else if (is_tuple) {
        value.kind = Kind::Tuple;
        value.tuple = json.get<std::vector<double>>();
        value.tuple_where.resize(value.tuple.size());
    } else {
        throw BadJob{"set \"" + shortened(name, kLongestQuote) +
                     "\": a number, two or three numbers in [ ], a text, true or false expected" +
                     got(json)};
    }
    return value;
}

std::vector<JobSetting> settings_of(const Json& set)
{
    if (!set.is_object())
        throw BadJob{"\"set\" must be an object such as {\"cloth.stiffness\": 0.5}" + got(set)};
    std::vector<JobSetting> settings;
    for (const auto& [name, value] : set.items())
        settings.push_back({name, value_of(name, value)});
    return settings;
}

/// The job as a line of its own, with everything that it took from elsewhere.
void write_line(const Json& set, Job& job)
{
    job.set = set.dump();
    OrderedJson json = {{"id", job.id}, {"scene", job.scene}, {"steps", job.steps}};
    if (!set.empty())
        json["set"] = set;
    job.line = json.dump();
}

Job job_from_json(std::string_view line, std::optional<std::uint64_t> default_steps)
{
    const Json json = parse_json(line);
    if (!json.is_object())
        throw BadJob{"a job as JSON expected" + got(json)};
    const std::array<std::string, 4> known = {"id", "scene", "steps", "set"};
    for (const auto& [key, value] : json.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            throw BadJob{"a job has no \"" + shortened(key, kLongestQuote) + "\"" + suggestion(key, known) +
                         "; it has id, scene, steps and set"};
    Job job;
    job.id = text_of(json, "id");
    if (job.id.size() > kLongestId)
        throw BadJob{"\"id\" must have at most " + std::to_string(kLongestId) + " bytes, got " +
                     std::to_string(job.id.size())};
    job.scene = text_of(json, "scene");
    job.steps = steps_of(json, default_steps);
    const auto set = json.find("set");
    const Json written = set != json.end() ? *set : Json::object();
    job.settings = settings_of(written);
    write_line(written, job);
    return job;
}

Job job_from_name(std::string_view line, std::optional<std::uint64_t> default_steps)
{
    std::size_t bad_byte = 0;
    if (!is_utf8(line, bad_byte))
        throw BadJob{"byte " + std::to_string(bad_byte + 1) + " is no UTF-8"};
    Job job;
    job.id = job.scene = std::string(line);
    job.steps = steps_of(Json::object(), default_steps);
    write_line(Json::object(), job);
    return job;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kBlank = " \t\r";
    const std::size_t begin = text.find_first_not_of(kBlank);
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

} // namespace

Result<Job> parse_job(std::string_view line, std::optional<std::uint64_t> default_steps)
try {
    line = trimmed(line);
    Job job =
        line.starts_with('{') ? job_from_json(line, default_steps) : job_from_name(line, default_steps);
    if (job.scene.empty() || job.scene == "-")
        throw BadJob{"a scene must be a file or the name of a shipped scene, got \"" + job.scene + "\""};
    return job;
} catch (const BadJob& fault) {
    return Error{ErrorKind::Unreadable, fault.message};
}

JobList parse_job_list(std::string_view text, std::optional<std::uint64_t> default_steps)
{
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    JobList list;
    std::map<std::string, int, std::less<>> line_of_id;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.starts_with('#'))
            continue;
        const auto refuse = [&](std::string what) { list.faults.push_back({number, std::move(what)}); };
        if (line.size() > kMaxJobBytes) {
            refuse("a job has at most " + std::to_string(kMaxJobBytes) + " bytes, got " +
                   std::to_string(line.size()));
            continue;
        }
        Result<Job> job = parse_job(line, default_steps);
        if (!job) {
            refuse(job.error().message);
            continue;
        }
        const auto [first, is_new] = line_of_id.emplace(job.value().id, number);
        if (!is_new) {
            refuse("the id \"" + shortened(job.value().id, kLongestQuote) + "\" is taken by line " +
                   std::to_string(first->second) +
                   (line.starts_with('{') ? "" : "; a scene alone is its own id"));
            continue;
        }
        job.value().line_number = number;
        list.jobs.push_back(std::move(job).value());
    }
    return list;
}

} // namespace drape::app
