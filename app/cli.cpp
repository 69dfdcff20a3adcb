#include "app/cli.h"

#include "sim/check.h"
#include "sim/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace drape::app {

namespace {

constexpr const char* kExitCodes =
    "Exit codes: 0 done; 1 a check, a comparison or a job failed; 2 usage; 3 an input cannot be read;\n"
    "4 no display or no OpenGL; 5 an output cannot be written; 6 the simulation went non-finite.\n"
    "Data goes to stdout, talk to stderr. NO_COLOR and DRAPE_ASSETS are honoured.";

/// A word and the enum value (or bool) that it stands for.
template<class T>
using Choices = std::vector<std::pair<std::string, T>>;

const Choices<BackendChoice> kBackends = {{"native", BackendChoice::Native},
                                          {"interpreter", BackendChoice::Interpreter},
                                          {"both", BackendChoice::Both}};
const Choices<BackendChoice> kSingleBackends = {kBackends[0], kBackends[1]};
const Choices<Posture> kPostures = {{"standing", Posture::Standing}, {"supine", Posture::Supine}};
const Choices<bool> kSimd = {{"auto", true}, {"off", false}};

std::string got(const std::string& text)
{
    return " expected, got \"" + shortened(text, 60) + "\"";
}

/// Takes exactly these words. CLI11's own check takes the enum's numbers, too, and says so in its words.
template<class T>
CLI::Validator one_of(const Choices<T>& choices)
{
    std::string list;
    for (const auto& [word, value] : choices)
        list += (list.empty() ? "" : &choices.back().first == &word ? " or " : ", ") + word;
    return {[choices, list](std::string& text) {
                for (const auto& [word, value] : choices)
                    if (text == word) {
                        text = std::to_string(static_cast<int>(value));
                        return std::string();
                    }
                return list + got(text);
            },
            list};
}

/// Takes a whole number in plain decimal digits. CLI11 alone would read 010 as 8 and -1 as 2^64 - 1.
CLI::Validator count_from(std::uint64_t low, std::uint64_t high)
{
    return {[low, high](std::string& text) {
                std::uint64_t value = 0;
                const char* const end = text.data() + text.size();
                const auto result = std::from_chars(text.data(), end, value);
                const bool is_whole = result.ec == std::errc() && result.ptr == end;
                if (!is_whole || value < low || value > high)
                    return "a whole number from " + std::to_string(low) + " to " + std::to_string(high) +
                           got(text);
                text = std::to_string(value);
                return std::string();
            },
            "COUNT"};
}

std::string check_shard(std::string& text)
{
    return parse_shard(text) ? std::string() : "a part I/N of the list with I from 1 to N" + got(text);
}

/// Takes anything but nothing: an empty name would mean "not given".
const CLI::Validator
    kNotEmpty([](std::string& text) { return text.empty() ? "a name" + got(text) : std::string(); }, "");

constexpr std::uint64_t kMostSteps = 1'000'000'000'000'000;

/// Rejects what is no size, in CLI11's way.
std::string check_size(std::string& text)
{
    return parse_size(text) ? std::string() : "a size WIDTHxHEIGHT from 1x1 to 16384x16384" + got(text);
}

/// A range check of our own: CLI11's lets NaN through.
std::string check_ui_scale(std::string& text)
{
    double scale = 0.0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), scale);
    const bool is_whole = result.ec == std::errc() && result.ptr == text.data() + text.size();
    return is_whole && scale >= 0.75 && scale <= 3.0 ? std::string()
                                                     : "a number from 0.75 to 3" + got(text);
}

/// What a verb that steps a world may use of the machine.
void add_compute(CLI::App* verb, sim::Compute& compute)
{
    verb->add_option("--threads", compute.threads, "Threads of the solver, 1 to 256; changes no bit")
        ->transform(count_from(1, 256));
    verb->add_option("--simd", compute.simd, "auto or off; changes no bit")->transform(one_of(kSimd));
}

/// All verbs with the options that they fill.
class CommandLine
{
public:
    CommandLine();
    Invocation parse(std::vector<std::string> arguments);

private:
    CLI::App* add_verb(const std::string& name, const std::string& description);
    void add_view();
    void add_run();
    void add_check();
    void add_lower();
    void add_gate();
    void add_shot();
    void add_replay();

    std::vector<std::string> verb_names() const;
    CLI::App* verb_in(const std::vector<std::string>& arguments) const;
    Invocation chosen(const CLI::App* verb) const;
    Invocation chosen_run(const CLI::App& verb) const;
    std::string explain(const CLI::ParseError& error, const CLI::App* verb) const;
    std::string explain_extra(const std::string& extra, const CLI::App* verb) const;

    CLI::App app_{"Drape: an interactive viewer for cloth and soft tissue.", "drape"};
    std::vector<CLI::App*> verbs_;
    ViewOptions view_;
    RunOptions run_;
    CheckOptions check_;
    LowerOptions lower_;
    GateOptions gate_;
    ShotOptions shot_;
    ReplayOptions replay_;
    JobsOptions jobs_;
    std::string job_line_, shard_;
    std::string view_size_, shot_size_;
    bool wants_version_ = false; ///< For the help only: parse() looks for it before CLI11 does.
};

CommandLine::CommandLine()
{
    app_.require_subcommand(0, 1);
    app_.set_help_flag("-h,--help", "Print this help and leave");
    app_.add_flag("--version", wants_version_, "Print the version and leave");
    app_.footer(std::string("Without a verb, the scene is opened in the viewer: drape scene.pwe\n\n") +
                kExitCodes);
    add_view();
    add_run();
    add_check();
    add_lower();
    add_gate();
    add_shot();
    add_replay();
    add_verb("doctor", "Print display, GL, driver, CPU, fonts and paths: one report to paste");
}

CLI::App* CommandLine::add_verb(const std::string& name, const std::string& description)
{
    CLI::App* const verb = app_.add_subcommand(name, description);
    verb->set_help_flag("-h,--help", "Print this help and leave");
    verb->footer(kExitCodes);
    verbs_.push_back(verb);
    return verb;
}

void CommandLine::add_view()
{
    CLI::App* const verb = add_verb("view", "Open the window");
    verb->add_option("scene", view_.scene, "A scene, or a folder of scenes; the default scene without");
    verb->add_option("--backend", view_.backend, "native or interpreter")
        ->transform(one_of(kSingleBackends));
    verb->add_option("--size", view_size_, "Size of the window, WxH in pixels")
        ->check(CLI::Validator(check_size, "WxH"));
    verb->add_option("--ui-scale", view_.ui_scale,
                     "Size of the panels, 0.75 to 3; as the display says without")
        ->check(CLI::Validator(check_ui_scale, "0.75 to 3"));
    add_compute(verb, view_.compute);
    verb->add_flag("--paused", view_.paused, "Do not start to play");
    verb->add_option("--session", view_.session_out,
                     "Save everything done as a session when the window closes")
        ->check(kNotEmpty);
    verb->add_option("--frames", view_.frames, "Leave after this many frames")
        ->group("")
        ->transform(count_from(1, kMostSteps));
}

void CommandLine::add_run()
{
    CLI::App* const verb = add_verb("run", "Simulate without a window");
    verb->add_option("scene", run_.scene, "A scene file, the name of a shipped scene, or - for stdin")
        ->check(kNotEmpty);
    verb->add_option("--steps", run_.steps, "How many steps; with --jobs, of those jobs that do not say")
        ->transform(count_from(0, kMostSteps));
    verb->add_option("--backend", run_.backend, "native, interpreter, or both side by side")
        ->transform(one_of(kBackends));
    verb->add_option(
            "--out", run_.out,
            "Write the last state as CSV (- for stdout); with --jobs, add the results to this file "
            "and skip jobs that are done there")
        ->check(kNotEmpty);
    verb->add_option("--frame", run_.frame, "Write the last PresentationFrame as JSON (- for stdout)")
        ->check(kNotEmpty);
    verb->add_option("--hash-every", run_.hash_every, "Print the state's hash every K steps")
        ->transform(count_from(1, kMostSteps));
    add_compute(verb, run_.compute);
    verb->add_flag("--json", run_.json, "Print the result as JSON");
    verb->add_option(
            "--jobs", jobs_.list,
            "Run the list in FILE (- for stdin) over worker processes, one result line a job: a line "
            "is a scene, or {\"id\": ..., \"scene\": ..., \"steps\": ..., \"set\": {\"cloth.stiffness\": "
            "0.5, ...}}")
        ->check(kNotEmpty);
    verb->add_option("--workers", jobs_.workers,
                     "Worker processes for --jobs; one a processor without. Changes no result")
        ->transform(count_from(1, 4096));
    verb->add_option("--shard", shard_, "I/N: of the list only jobs I, I+N, I+2N, ...")
        ->check(CLI::Validator(check_shard, "I/N"));
    verb->add_option("--job", job_line_, "Run one line of a list and print its result line")
        ->check(kNotEmpty);
}

/// Which of the three things that `run` does, and what does not go together with it.
Invocation CommandLine::chosen_run(const CLI::App& verb) const
{
    const auto has = [&](const char* option) { return verb.count(option) > 0; };
    const auto misfit = [&](const char* with, std::initializer_list<const char*> options) {
        for (const char* const option : options)
            if (has(option))
                return std::string(option[0] == '-' ? option : "a scene") + " does not go together with " +
                       with;
        return std::string();
    };
    if (has("--jobs")) {
        if (const std::string text =
                misfit("--jobs", {"scene", "--job", "--frame", "--hash-every", "--json"});
            !text.empty())
            return UsageError{text};
        JobsOptions jobs = jobs_;
        jobs.out = run_.out == "-" ? "" : run_.out;
        if (has("--steps"))
            jobs.steps = run_.steps;
        jobs.shard = parse_shard(shard_).value_or(Shard{});
        jobs.backend = run_.backend;
        jobs.compute = run_.compute;
        return jobs;
    }
    for (const char* const option : {"--workers", "--shard"})
        if (has(option))
            return UsageError{std::string(option) + " goes with --jobs only"};
    if (has("--job")) {
        if (const std::string text =
                misfit("--job", {"scene", "--steps", "--out", "--frame", "--hash-every", "--json"});
            !text.empty())
            return UsageError{text};
        return JobOptions{job_line_, run_.backend, run_.compute};
    }
    for (const char* const option : {"scene", "--steps"})
        if (!has(option))
            return UsageError{std::string(option) + " is required\nSee: drape run --help"};
    // One stream holds one thing.
    if ((run_.out == "-" ? 1 : 0) + (run_.frame == "-" ? 1 : 0) + (run_.json ? 1 : 0) > 1)
        return UsageError{"--json, --out - and --frame - all write to standard output; give one of them"};
    return run_;
}

void CommandLine::add_check()
{
    CLI::App* const verb =
        add_verb("check", "Read scenes, profiles, meshes and sessions and print every diagnostic");
    verb->add_option("files", check_.files, "Files to read")->required()->check(kNotEmpty);
    verb->add_flag("--json", check_.json, "Print the diagnostics as JSON");
}

void CommandLine::add_lower()
{
    CLI::App* const verb = add_verb("lower", "Print the EIR functions of a scene");
    verb->add_option("scene", lower_.scene, "A scene file or the name of a shipped scene")
        ->required()
        ->check(kNotEmpty);
    verb->add_option("--system", lower_.system, "Only this system, counted from 1")
        ->transform(count_from(1, kMostSteps));
    verb->add_option("--entity", lower_.entity, "Only this entity's functions, e.g. cloth#3")
        ->check(kNotEmpty);
}

void CommandLine::add_gate()
{
    CLI::App* const verb =
        add_verb("gate", "Settle tissues in their postures, measure and press them; fails off a band");
    verb->add_option("scenes", gate_.scenes,
                     "Scene files or names of shipped scenes; the default scene without")
        ->check(kNotEmpty);
    add_compute(verb, gate_.compute);
    verb->add_flag("--json", gate_.json, "Print the measurements as JSON");
}

void CommandLine::add_shot()
{
    CLI::App* const verb = add_verb("shot", "Draw a scene to a PNG, without a display");
    verb->add_option("scene", shot_.scene,
                     "A scene file or the name of a shipped scene; the default scene without");
    verb->add_option("-o,--out", shot_.out, "The PNG to write (- for stdout)")
        ->required()
        ->check(kNotEmpty);
    verb->add_option("--steps", shot_.steps, "Steps to simulate first")
        ->transform(count_from(0, kMostSteps));
    verb->add_option("--size", shot_size_, "WxH in pixels")->check(CLI::Validator(check_size, "WxH"));
    verb->add_option("--camera", shot_.camera,
                     "front, back, left, right (side), top, iso, or a camera as copied from the viewer")
        ->check(kNotEmpty);
    verb->add_option("--posture", shot_.posture, "standing (gravity along -y) or supine (along -z)")
        ->transform(one_of(kPostures));
    verb->add_option("--view", shot_.view,
                     "KEY=VALUE,...: color=body|speed|strain|layer|compression; peel, skin_opacity=0..1; "
                     "skin, wall, spheres, bonds, joints, probe, ground, gizmo=on|off; "
                     "bond_width_px, particle_scale=NUMBER");
    verb->add_option("--backend", shot_.backend, "native or interpreter")
        ->transform(one_of(kSingleBackends));
    add_compute(verb, shot_.compute);
    verb->add_flag("--ui", shot_.ui, "Draw the panels, too");
    verb->add_option("--ui-scale", shot_.ui_scale, "Size of the panels, 0.75 to 3")
        ->check(CLI::Validator(check_ui_scale, "0.75 to 3"));
}

void CommandLine::add_replay()
{
    CLI::App* const verb = add_verb("replay", "Replay a recorded session and compare its hashes");
    verb->add_option("session", replay_.session, "The session file")->required()->check(kNotEmpty);
    verb->add_option("--backend", replay_.backend, "native or interpreter")
        ->transform(one_of(kSingleBackends));
    add_compute(verb, replay_.compute);
}

std::vector<std::string> CommandLine::verb_names() const
{
    std::vector<std::string> names;
    for (const CLI::App* verb : verbs_)
        names.push_back(verb->get_name());
    return names;
}

CLI::App* CommandLine::verb_in(const std::vector<std::string>& arguments) const
{
    for (CLI::App* verb : verbs_)
        if (!arguments.empty() && verb->get_name() == arguments.front())
            return verb;
    return nullptr;
}

Invocation CommandLine::chosen(const CLI::App* verb) const
{
    const std::string name = verb->get_name();
    if (name == "run")
        return chosen_run(*verb);
    if (name == "check")
        return check_;
    if (name == "lower")
        return lower_;
    if (name == "gate")
        return gate_;
    if (name == "replay")
        return replay_;
    if (name == "doctor")
        return DoctorOptions{};
    if (name == "shot") {
        ShotOptions shot = shot_;
        shot.size = parse_size(shot_size_).value_or(shot.size);
        return shot;
    }
    DRAPE_ASSERT(name == "view");
    ViewOptions view = view_;
    view.size = parse_size(view_size_).value_or(view.size);
    return view;
}

std::string CommandLine::explain_extra(const std::string& extra, const CLI::App* verb) const
{
    if (extra.empty() || extra[0] != '-' || extra == "-")
        return "unexpected argument \"" + extra + "\"";
    const std::string option = extra.substr(0, extra.find('='));
    std::vector<std::string> known;
    for (const CLI::Option* candidate : verb->get_options()) {
        for (const std::string& name : candidate->get_lnames())
            known.push_back("--" + name);
        for (const std::string& name : candidate->get_snames())
            known.push_back("-" + name);
    }
    return "unknown option \"" + option + "\"" + suggestion(option, known);
}

std::string CommandLine::explain(const CLI::ParseError& error, const CLI::App* verb) const
{
    // An unknown option says more than what CLI11 stumbles over because of it ("--steps is required").
    const std::vector<std::string> extras = verb->remaining(true);
    for (const std::string& extra : extras)
        if (extra.size() > 1 && extra[0] == '-')
            return explain_extra(extra, verb);
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !extras.empty())
        return explain_extra(extras.front(), verb);
    return error.what();
}

Invocation CommandLine::parse(std::vector<std::string> arguments)
{
    const auto end_of_options = std::find(arguments.begin(), arguments.end(), "--");
    const auto has = [&](const char* flag) {
        return std::find(arguments.begin(), end_of_options, flag) != end_of_options;
    };
    if (has("--help") || has("-h")) {
        const CLI::App* const verb = verb_in(arguments);
        return PrintText{verb != nullptr ? verb->help("drape") : app_.help()};
    }
    if (has("--version"))
        return PrintText{std::string("drape ") + DRAPE_VERSION + "\n"};

    if (verb_in(arguments) == nullptr) {
        // A first word without a dot or slash, near to a verb, is a slip of the finger and no file.
        if (!arguments.empty() && arguments[0].find_first_of("./") == std::string::npos &&
            arguments[0][0] != '-') {
            const std::string nearest = nearest_name(arguments[0], verb_names());
            if (!nearest.empty())
                return UsageError{"unknown verb \"" + arguments[0] + "\", did you mean \"" + nearest +
                                  "\"?"};
        }
        arguments.insert(arguments.begin(), "view");
    }
    const CLI::App* const verb = verb_in(arguments);
    try {
        std::vector<std::string> reversed(arguments.rbegin(), arguments.rend()); // CLI11 pops from the back
        app_.parse(std::move(reversed));
    } catch (const CLI::ParseError& error) {
        return UsageError{explain(error, verb) + "\nSee: drape " + verb->get_name() + " --help"};
    }
    return chosen(verb);
}

} // namespace

std::optional<PixelSize> parse_size(const std::string& text)
{
    constexpr int kLargest = 16384;
    PixelSize size;
    const char* const end = text.data() + text.size();
    const auto width = std::from_chars(text.data(), end, size.width_px);
    if (width.ec != std::errc() || width.ptr == end || *width.ptr != 'x')
        return std::nullopt;
    const auto height = std::from_chars(width.ptr + 1, end, size.height_px);
    if (height.ec != std::errc() || height.ptr != end)
        return std::nullopt;
    if (size.width_px < 1 || size.height_px < 1 || size.width_px > kLargest || size.height_px > kLargest)
        return std::nullopt;
    return size;
}

std::optional<Shard> parse_shard(const std::string& text)
{
    Shard shard;
    const char* const end = text.data() + text.size();
    const auto index = std::from_chars(text.data(), end, shard.index);
    if (index.ec != std::errc() || index.ptr == end || *index.ptr != '/')
        return std::nullopt;
    const auto count = std::from_chars(index.ptr + 1, end, shard.count);
    if (count.ec != std::errc() || count.ptr != end || shard.index < 1 || shard.index > shard.count)
        return std::nullopt;
    return shard;
}

Invocation parse_command_line(const std::vector<std::string>& arguments)
{
    return CommandLine().parse(arguments);
}

} // namespace drape::app
