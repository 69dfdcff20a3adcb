#include "sim/lang/values.h"
#include "sim/text.h"
#include "sim/tissue/profile.h"
#include "sim/tissue/toml_tree.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace drape::sim::tissue {

namespace {

constexpr std::size_t kLongestName = 60;     // bytes; what a panel has room for
constexpr std::size_t kLongestSource = 1000; // bytes; a few references
constexpr std::size_t kLongestQuote = 60;    // bytes of the file in a message
constexpr std::size_t kLongestMessage = 400; // bytes, whatever names and numbers a file holds
constexpr std::int64_t kLargestColor = 0xFFFFFF;

using Kind = TomlNode::Kind;

struct Misfit
{
    Code code = Code::Syntax;
    std::string message;
};

bool is_number(const TomlNode& node)
{
    return node.kind == Kind::Integer || node.kind == Kind::Float;
}

std::string quoted(std::string_view text)
{
    return "\"" + shortened(text, kLongestQuote) + "\"";
}

std::string place(SourceLocation where)
{
    return std::to_string(where.line) + ":" + std::to_string(where.column);
}

/// The range of a field in words; unlike range_in_words() it tells an excluded low end of two.
std::string range_of(const FieldInfo& info)
{
    if (!info.low_excluded || !std::isfinite(info.high))
        return range_in_words(info);
    FieldInfo low = info, high = info;
    low.high = field::kNoHigh;
    high.low = field::kNoLow;
    return range_in_words(low) + " and " + range_in_words(high).substr(std::string_view("must be ").size());
}

/// Control characters of Unicode: C0, DEL, C1.
bool has_control_character(std::string_view text, std::string_view allowed)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool is_c1 =
            byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
        if (is_c1 || ((byte < 0x20 || byte == 0x7F) && allowed.find(text[i]) == std::string_view::npos))
            return true;
    }
    return false;
}

/// Reads one profile; goes on after a fault, so that one reading reports several.
class ProfileReader
{
public:
    explicit ProfileReader(std::string_view text)
        : text_(text)
    {}

    ParsedProfile read(const TomlNode& root);

private:
    void error(Code code, SourceLocation where, std::string message)
    {
        parsed_.diagnostics.push_back({Severity::Error, code, where, std::move(message)});
    }
    std::string describe(const TomlNode& node) const;
    Misfit wrong_kind(const FieldInfo& info, std::string_view expected, const TomlNode& node) const;

    // Each puts the node's value into `target`, or says why not and leaves `target` as it was.
    std::optional<Misfit> assign(const FieldInfo& info, const TomlNode& node, double& target) const;
    std::optional<Misfit> assign(const FieldInfo& info, const TomlNode& node, std::string& target) const;
    std::optional<Misfit> assign(const FieldInfo& info, const TomlNode& node,
                                 std::optional<std::uint32_t>& target) const;
    std::optional<Misfit> assign(const FieldInfo& info, const TomlNode& node,
                                 std::optional<Band>& target) const;

    /// Reads the fields that visit_all(visit) visits out of `table`. `others` are names that it may hold
    /// besides.
    template<class VisitAll>
    void read_fields(const TomlNode& table, std::string_view what, std::vector<std::string> others,
                     VisitAll&& visit_all);
    template<class Row>
    void read_table(const TomlNode& root, std::string_view name, Row& row);
    template<class Row>
    void read_table(const TomlNode& root, std::string_view name, std::optional<Row>& row);
    void read_layers(const TomlNode& root);
    void check_layer_names(const std::vector<TomlNode>& rows);
    void check_layer_bounds(const std::vector<TomlNode>& rows);

    std::string_view text_;
    ParsedProfile parsed_;
};

std::string ProfileReader::describe(const TomlNode& node) const
{
    const std::string written =
        shortened(text_.substr(node.bytes.begin, node.bytes.end - node.bytes.begin), kLongestQuote);
    switch (node.kind) {
    case Kind::Integer:
    case Kind::Float:
        return written;
    case Kind::Text:
        return "the text " + quoted(node.text);
    case Kind::Boolean:
        return "the truth value " + written;
    case Kind::Moment:
        return "the date or time " + written;
    case Kind::Array:
        return "an array";
    case Kind::Table:
        return "a table";
    }
    return written;
}

Misfit ProfileReader::wrong_kind(const FieldInfo& info, std::string_view expected,
                                 const TomlNode& node) const
{
    return {Code::Syntax,
            std::string(info.name) + ": " + std::string(expected) + " expected, got " + describe(node)};
}

std::optional<Misfit> ProfileReader::assign(const FieldInfo& info, const TomlNode& node,
                                            double& target) const
{
    if (!is_number(node))
        return wrong_kind(info, "a number", node);
    if (!is_in_range(info, node.number))
        return Misfit{Code::OutOfRange,
                      std::string(info.name) + " " + range_of(info) + ", got " + describe(node)};
    target = node.number;
    return std::nullopt;
}

std::optional<Misfit> ProfileReader::assign(const FieldInfo& info, const TomlNode& node,
                                            std::string& target) const
{
    if (node.kind != Kind::Text)
        return wrong_kind(info, "a text in quotes", node);
    // A text that must be there is a name.
    const std::size_t longest = info.required ? kLongestName : kLongestSource;
    std::string text = node.text;
    if (!info.required)
        std::erase(text, '\r'); // of line ends inside """...""" in a file from Windows
    if (info.required && text.empty())
        return Misfit{Code::OutOfRange, std::string(info.name) + " must not be empty"};
    if (text.size() > longest)
        return Misfit{Code::OutOfRange, std::string(info.name) + " must have at most " +
                                            std::to_string(longest) + " bytes, got " +
                                            std::to_string(text.size())};
    if (has_control_character(text, info.required ? "" : "\t\n"))
        return Misfit{Code::OutOfRange,
                      std::string(info.name) + " must not hold control characters, got " + quoted(text)};
    target = std::move(text);
    return std::nullopt;
}

std::optional<Misfit> ProfileReader::assign(const FieldInfo& info, const TomlNode& node,
                                            std::optional<std::uint32_t>& target) const
{
    if (node.kind != Kind::Integer)
        return wrong_kind(info, "a colour 0xRRGGBB", node);
    if (node.integer < 0 || node.integer > kLargestColor)
        return Misfit{Code::OutOfRange,
                      std::string(info.name) + " must be from 0x000000 to 0xFFFFFF, got " + describe(node)};
    target = static_cast<std::uint32_t>(node.integer);
    return std::nullopt;
}

std::optional<Misfit> ProfileReader::assign(const FieldInfo& info, const TomlNode& node,
                                            std::optional<Band>& target) const
{
    constexpr std::string_view kExpected = "two numbers [lowest, highest]";
    if (node.kind != Kind::Array)
        return wrong_kind(info, kExpected, node);
    if (node.items.size() != 2)
        return Misfit{Code::Syntax, std::string(info.name) + ": " + std::string(kExpected) +
                                        " expected, got " + count_of(node.items.size(), "value")};
    Band band;
    const std::optional<Misfit> low = assign(info, node.items[0], band.low);
    const std::optional<Misfit> high = assign(info, node.items[1], band.high);
    if (low || high)
        return low ? low : high;
    if (!(band.low <= band.high))
        return Misfit{Code::OutOfRange, std::string(info.name) + " must be [lowest, highest], got [" +
                                            describe(node.items[0]) + ", " + describe(node.items[1]) + "]"};
    target = band;
    return std::nullopt;
}

template<class VisitAll>
void ProfileReader::read_fields(const TomlNode& table, std::string_view what,
                                std::vector<std::string> others, VisitAll&& visit_all)
{
    std::vector<std::string> known;
    visit_all([&](const FieldInfo& info, auto& value) {
        known.emplace_back(info.name);
        const TomlEntry* const entry = table.find(info.name);
        if (entry == nullptr && info.required)
            error(Code::MissingField, table.where,
                  std::string(what) + " is missing required field " + quoted(info.name));
        if (entry != nullptr)
            if (const std::optional<Misfit> misfit = assign(info, entry->value, value))
                error(misfit->code, entry->value.where, misfit->message);
    });
    known.insert(known.end(), others.begin(), others.end());
    for (const TomlEntry& entry : table.entries)
        if (std::find(known.begin(), known.end(), entry.key) == known.end())
            error(Code::UnknownField, entry.where,
                  std::string(what) + " has no field " + quoted(entry.key) + suggestion(entry.key, known));
}

template<class Row>
void ProfileReader::read_table(const TomlNode& root, std::string_view name, Row& row)
{
    const TomlEntry* const entry = root.find(name);
    if (entry == nullptr)
        return;
    if (entry->value.kind == Kind::Table)
        read_fields(entry->value, name, {}, [&](auto&& visit) { visit_fields(row, visit); });
    else
        error(Code::Syntax, entry->value.where,
              std::string(name) + ": a table [" + std::string(name) + "] expected, got " +
                  describe(entry->value));
}

template<class Row>
void ProfileReader::read_table(const TomlNode& root, std::string_view name, std::optional<Row>& row)
{
    if (root.find(name) != nullptr)
        read_table(root, name, row.emplace());
}

void ProfileReader::read_layers(const TomlNode& root)
{
    const TomlEntry* const entry = root.find("layer");
    const TomlNode* const rows = entry != nullptr ? &entry->value : nullptr;
    if (rows != nullptr && rows->kind != Kind::Array) {
        error(Code::Syntax, rows->where, "layer: tables [[layer]] expected, got " + describe(*rows));
        return;
    }
    if (rows == nullptr || rows->items.empty()) {
        error(Code::MissingField, rows != nullptr ? rows->where : SourceLocation{},
              "the profile is missing its layers: from 1 to " + std::to_string(kMaxLayers) +
                  " tables [[layer]]");
        return;
    }
    if (rows->items.size() > kMaxLayers)
        error(Code::TooLarge, rows->items[kMaxLayers].where,
              "too many layers: a profile has at most " + std::to_string(kMaxLayers) + ", got " +
                  std::to_string(rows->items.size()));
    for (const TomlNode& item : rows->items) {
        if (item.kind != Kind::Table) {
            error(Code::Syntax, item.where, "layer: a table expected, got " + describe(item));
            continue;
        }
        LayerRow& row = parsed_.profile.layers.emplace_back();
        read_fields(item, "layer", {}, [&](auto&& visit) { visit_fields(row, visit); });
    }
    check_layer_names(rows->items);
    check_layer_bounds(rows->items);
}

void ProfileReader::check_layer_names(const std::vector<TomlNode>& rows)
{
    std::map<std::string_view, SourceLocation> first;
    for (const TomlNode& row : rows) {
        const TomlEntry* const name = row.find("name");
        if (name == nullptr || name->value.kind != Kind::Text)
            continue; // already reported
        const auto [twin, is_new] = first.try_emplace(name->value.text, name->value.where);
        if (!is_new)
            error(Code::Duplicate, name->value.where,
                  "layer " + quoted(name->value.text) + " is already at " + place(twin->second));
    }
}

void ProfileReader::check_layer_bounds(const std::vector<TomlNode>& rows)
{
    const TomlNode* below = nullptr;
    bool has_fallen = false;
    for (const TomlNode& row : rows) {
        const TomlEntry* const outer = row.find("outer_q12");
        if (outer == nullptr || !is_number(outer->value))
            return; // already reported, and nothing can be said of what follows
        has_fallen = below != nullptr && outer->value.number <= below->number;
        if (has_fallen)
            error(Code::OutOfRange, outer->value.where,
                  "outer_q12 must rise from layer to layer, got " + describe(outer->value) + " after " +
                      describe(*below));
        below = &outer->value;
    }
    if (below != nullptr && below->number < kQ12 && !has_fallen)
        error(Code::OutOfRange, below->where,
              "outer_q12 of the last layer must be 4096, got " + describe(*below));
}

ParsedProfile ProfileReader::read(const TomlNode& root)
{
    read_fields(root, "the profile", {"layer", "skin", "ligament", "glide", "bands"},
                [&](auto&& visit) { visit_body_fields(parsed_.profile, visit); });
    read_table(root, "skin", parsed_.profile.skin);
    read_table(root, "ligament", parsed_.profile.ligament);
    read_table(root, "glide", parsed_.profile.glide);
    read_layers(root);
    read_table(root, "bands", parsed_.profile.bands);
    return std::move(parsed_);
}

/// In the order of their places, as many as are shown, and each fit for one line of a terminal. All are
/// errors, so that a cut list cannot make a bad profile look good.
void tidy(std::vector<Diagnostic>& diagnostics)
{
    std::stable_sort(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return a.where.line != b.where.line ? a.where.line < b.where.line : a.where.column < b.where.column;
    });
    if (diagnostics.size() > kMaxDiagnostics)
        diagnostics.resize(kMaxDiagnostics);
    for (Diagnostic& diagnostic : diagnostics) {
        diagnostic.message = shortened(diagnostic.message, kLongestMessage);
        for (char& c : diagnostic.message)
            if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
                c = ' ';
    }
}

} // namespace

ParsedProfile parse_profile(std::string_view text)
{
    const TomlText toml = read_toml(text);
    ParsedProfile parsed;
    if (toml.fault)
        parsed.diagnostics.push_back(*toml.fault);
    else
        parsed = ProfileReader(text).read(toml.root);
    tidy(parsed.diagnostics);
    return parsed;
}

} // namespace drape::sim::tissue
