#include "sim/tissue/profile_patch.h"

#include "sim/check.h"
#include "sim/text.h"
#include "sim/tissue/profile.h"
#include "sim/tissue/toml_tree.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace drape::sim::tissue {

namespace {

using Fields = std::vector<FieldText>;
using Form = TomlNode::Form;

std::string line_of(const FieldText& field)
{
    return field.name + " = " + field.value + "\n";
}

/// A table with its header.
std::string block_of(std::string_view header, const Fields& fields)
{
    std::string text = std::string(header) + "\n";
    for (const FieldText& field : fields)
        if (!field.value.empty())
            text += line_of(field);
    return text;
}

/// Whether `node` says what `field` wants; layout and spelling of numbers aside.
bool says_the_same(const TomlNode& node, const FieldText& field)
{
    const TomlText wanted = read_toml("v = " + field.value);
    if (wanted.fault)
        return false;
    const TomlNode& value = wanted.root.find("v")->value;
    const auto is_number = [](const TomlNode& n) {
        return n.kind == TomlNode::Kind::Integer || n.kind == TomlNode::Kind::Float;
    };
    const auto is_same = [&](const TomlNode& a, const TomlNode& b) {
        return is_number(a) && is_number(b) && a.number == b.number;
    };
    switch (field.kind) {
    case FieldText::Kind::Number:
    case FieldText::Kind::Color:
        return is_same(node, value);
    case FieldText::Kind::Text:
        return node.kind == TomlNode::Kind::Text && node.text == value.text;
    case FieldText::Kind::Band:
        return std::equal(node.items.begin(), node.items.end(), value.items.begin(), value.items.end(),
                          is_same);
    }
    return false;
}

/// Gathers edits of one text and carries them out at the end.
class Patcher
{
public:
    explicit Patcher(std::string_view text)
        : text_(text)
    {}

    std::optional<std::string> patch(const TomlNode& root, const ProfileText& wanted);

private:
    struct Edit
    {
        ByteRange bytes;
        std::string text;
    };
    using Rows = std::vector<const TomlNode*>;

    void replace(ByteRange bytes, std::string text) { edits_.push_back({bytes, std::move(text)}); }
    void insert_lines(std::size_t at, std::string lines) { replace({at, at}, std::move(lines)); }
    void give_up() { gave_up_ = true; }

    std::size_t line_begin(std::size_t byte) const;
    std::size_t line_end(std::size_t byte) const;
    std::string_view line_above(std::size_t begin) const;
    std::size_t block_begin(const TomlNode& table) const;
    std::size_t block_end(const TomlNode& table) const;
    std::size_t body_end(const TomlNode& root) const;

    void replace_modulus(std::size_t value_end, const FieldText& field);
    void patch_fields(const TomlNode& table, std::size_t first_line, const Fields& wanted);
    void patch_table(const TomlNode& root, std::string_view name, const std::optional<Fields>& wanted);
    void remove_block(const TomlNode& table);
    void patch_layers(const TomlNode& root, const std::vector<Fields>& wanted);
    static std::optional<Rows> pair_layers(const Rows& rows, const std::vector<Fields>& wanted);
    void insert_layer(const Rows& pairs, std::size_t index, const Fields& fields);
    std::optional<std::string> carry_out();

    std::string_view text_;
    std::vector<Edit> edits_;
    std::size_t after_ = 0; ///< Where the next table goes that is not there yet.
    bool gave_up_ = false;
};

std::size_t Patcher::line_begin(std::size_t byte) const
{
    const std::size_t newline = byte == 0 ? std::string_view::npos : text_.rfind('\n', byte - 1);
    return newline == std::string_view::npos ? 0 : newline + 1;
}

/// Behind the line's end.
std::size_t Patcher::line_end(std::size_t byte) const
{
    const std::size_t newline = text_.find('\n', byte);
    return newline == std::string_view::npos ? text_.size() : newline + 1;
}

/// The line before the one that begins at `begin`, without blanks around it.
std::string_view Patcher::line_above(std::size_t begin) const
{
    constexpr std::string_view kBlanks = " \t\r\n";
    std::string_view line = text_.substr(0, begin);
    line.remove_prefix(begin == 0 ? 0 : line_begin(begin - 1));
    const std::size_t first = line.find_first_not_of(kBlanks);
    if (first == std::string_view::npos)
        return {};
    return line.substr(first, line.find_last_not_of(kBlanks) - first + 1);
}

/// Where the comment right above the table's header begins, or its header.
std::size_t Patcher::block_begin(const TomlNode& table) const
{
    std::size_t begin = line_begin(table.bytes.begin);
    while (line_above(begin).starts_with('#'))
        begin = line_begin(begin - 1);
    return begin;
}

/// Behind the last line of the table: of its header or of its last value.
std::size_t Patcher::block_end(const TomlNode& table) const
{
    std::size_t end = table.bytes.end;
    for (const TomlEntry& entry : table.entries)
        end = std::max(end, entry.value.bytes.end);
    return line_end(end);
}

/// Behind the last line that stands before the first header.
std::size_t Patcher::body_end(const TomlNode& root) const
{
    std::size_t end = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    for (const TomlEntry& entry : root.entries) {
        const bool is_table =
            entry.value.kind == TomlNode::Kind::Table || entry.value.kind == TomlNode::Kind::Array;
        if (!is_table || entry.value.form == Form::Inline)
            end = std::max(end, line_end(entry.value.bytes.end));
    }
    return end;
}

/// `first_line` is where a field goes that none stands before.
/// A comment behind a compliance that only gives its modulus ("# E 1.75 kPa") would be wrong beside the new
/// value.
void Patcher::replace_modulus(std::size_t value_end, const FieldText& field)
{
    const std::string_view rest = text_.substr(value_end, line_end(value_end) - value_end);
    const std::string comment(rest);
    std::array<char, 2> letter{};
    std::array<char, 4> unit{};
    double modulus = 0.0;
    int from = 0, to = 0;
    if (std::sscanf(comment.c_str(), " %n# %1[EK] %lf %3[kMPa]%n", &from, letter.data(), &modulus,
                    unit.data(), &to) < 3 ||
        to == 0 || comment.find_first_not_of(" \t\r\n", static_cast<std::size_t>(to)) != std::string::npos)
        return;
    const TomlText wanted = read_toml("v = " + field.value);
    const double compliance = wanted.fault ? 0.0 : wanted.root.find("v")->value.number;
    std::array<char, 48> text{};
    if (compliance > 0.0)
        std::snprintf(text.data(), text.size(), "# %s %.3g kPa", letter.data(),
                      1e-3 * modulus_pa(compliance));
    else
        std::snprintf(text.data(), text.size(), "# rigid");
    replace({value_end + static_cast<std::size_t>(from), value_end + static_cast<std::size_t>(to)},
            text.data());
}

void Patcher::patch_fields(const TomlNode& table, std::size_t first_line, const Fields& wanted)
{
    std::size_t next_line = first_line;
    for (const FieldText& field : wanted) {
        const TomlEntry* const entry = table.find(field.name);
        if (entry == nullptr) {
            if (field.value == field.fallback)
                continue;
            if (table.form != Form::Header)
                return give_up();
            insert_lines(next_line, line_of(field));
            continue;
        }
        const ByteRange bytes = entry->value.bytes;
        next_line = line_end(bytes.end);
        if (!field.value.empty() && !says_the_same(entry->value, field)) {
            replace(bytes, field.value);
            replace_modulus(bytes.end, field);
        }
        if (field.value.empty()) {
            if (table.form != Form::Header)
                return give_up();
            replace({line_begin(entry->bytes.begin), next_line}, "");
        }
    }
}

void Patcher::patch_table(const TomlNode& root, std::string_view name, const std::optional<Fields>& wanted)
{
    const TomlEntry* const entry = root.find(name);
    if (entry == nullptr) {
        if (wanted)
            insert_lines(after_, "\n" + block_of("[" + std::string(name) + "]", *wanted));
        return;
    }
    const TomlNode& table = entry->value;
    if (table.kind != TomlNode::Kind::Table || table.form == Form::Dotted)
        return give_up();
    if (wanted)
        patch_fields(table, line_end(table.bytes.end), *wanted);
    else if (table.form == Form::Header)
        remove_block(table);
    else
        replace({line_begin(entry->bytes.begin), line_end(table.bytes.end)}, "");
    if (table.form == Form::Header)
        after_ = block_end(table);
}

void Patcher::remove_block(const TomlNode& table)
{
    std::size_t begin = block_begin(table);
    if (begin > 0 && line_above(begin).empty())
        begin = line_begin(begin - 1);
    replace({begin, block_end(table)}, "");
}

/// For each wanted layer the one that it is made from, or null for a new one: that of the same name, and
/// between two of those what stands at the same place, for a name may be what differs. Nothing where the
/// order differs.
std::optional<Patcher::Rows> Patcher::pair_layers(const Rows& rows, const std::vector<Fields>& wanted)
{
    Rows pairs;
    std::size_t next = 0;  // first row that is not yet taken
    std::size_t start = 0; // first wanted layer behind the last one that was found
    const auto fill = [&](std::size_t end_of_gap) {
        for (std::size_t i = start; i < pairs.size() && next < end_of_gap; ++i)
            pairs[i] = rows[next++];
    };
    for (const Fields& fields : wanted) {
        const auto named = std::find_if(rows.begin(), rows.end(), [&](const TomlNode* row) {
            const TomlEntry* const name = row->find(fields.front().name);
            return name != nullptr && says_the_same(name->value, fields.front());
        });
        if (named != rows.end()) {
            const auto index = static_cast<std::size_t>(named - rows.begin());
            if (index < next)
                return std::nullopt;
            fill(index);
            next = index + 1;
            start = pairs.size() + 1;
        }
        pairs.push_back(named != rows.end() ? *named : nullptr);
    }
    fill(rows.size());
    return pairs;
}

void Patcher::insert_layer(const Rows& pairs, std::size_t index, const Fields& fields)
{
    const std::string block = block_of("[[layer]]", fields);
    for (std::size_t before = index; before-- > 0;)
        if (pairs[before] != nullptr)
            return insert_lines(block_end(*pairs[before]), "\n" + block);
    for (const TomlNode* row : pairs)
        if (row != nullptr)
            return insert_lines(block_begin(*row), block + "\n");
    insert_lines(after_, "\n" + block);
}

void Patcher::patch_layers(const TomlNode& root, const std::vector<Fields>& wanted)
{
    Rows rows;
    if (const TomlEntry* const entry = root.find("layer"))
        for (const TomlNode& item : entry->value.items)
            rows.push_back(&item);
    const std::optional<Rows> pairs = pair_layers(rows, wanted);
    if (!pairs)
        return give_up();
    const bool has_headers = std::all_of(rows.begin(), rows.end(), [](const TomlNode* row) {
        return row->kind == TomlNode::Kind::Table && row->form == Form::Header;
    });
    DRAPE_ASSERT(pairs->size() == wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const TomlNode* const row = (*pairs)[i];
        if (row != nullptr)
            patch_fields(*row, line_end(row->bytes.end), wanted[i]);
        else if (has_headers)
            insert_layer(*pairs, i, wanted[i]);
        else
            give_up();
    }
    for (const TomlNode* row : rows)
        if (std::find(pairs->begin(), pairs->end(), row) == pairs->end()) {
            if (!has_headers)
                return give_up();
            remove_block(*row);
        }
    if (!rows.empty() && has_headers)
        after_ = block_end(*rows.back());
}

std::optional<std::string> Patcher::carry_out()
{
    // At one place what is put in comes first: it belongs to the block that ends there.
    std::stable_sort(edits_.begin(), edits_.end(), [](const Edit& a, const Edit& b) {
        return a.bytes.begin != b.bytes.begin ? a.bytes.begin < b.bytes.begin : a.bytes.end < b.bytes.end;
    });
    const bool has_windows_lines = text_.find("\r\n") != std::string_view::npos;
    std::string patched;
    std::size_t next = 0;
    for (const Edit& edit : edits_) {
        if (edit.bytes.begin < next)
            return std::nullopt;
        patched += text_.substr(next, edit.bytes.begin - next);
        next = edit.bytes.end;
        const bool is_lines = edit.text.ends_with('\n');
        if (is_lines && !patched.empty() && patched.back() != '\n' && patched != "\xEF\xBB\xBF")
            patched += has_windows_lines ? "\r\n" : "\n";
        for (const char c : edit.text)
            patched += c == '\n' && has_windows_lines ? std::string("\r\n") : std::string(1, c);
    }
    return patched += text_.substr(next);
}

std::optional<std::string> Patcher::patch(const TomlNode& root, const ProfileText& wanted)
{
    after_ = body_end(root);
    patch_fields(root, text_.starts_with("\xEF\xBB\xBF") ? 3 : 0, wanted.body);
    patch_table(root, "skin", wanted.skin);
    patch_table(root, "ligament", wanted.ligament);
    patch_table(root, "glide", wanted.glide);
    patch_layers(root, wanted.layers);
    patch_table(root, "bands", wanted.bands);
    if (gave_up_)
        return std::nullopt;
    return carry_out();
}

} // namespace

std::string fresh_profile(const ProfileText& wanted)
{
    std::string text;
    for (const FieldText& field : wanted.body)
        if (field.value != "\"\"")
            text += line_of(field);
    const auto add = [&](std::string_view header, const Fields& fields) {
        text += "\n" + block_of(header, fields);
    };
    if (wanted.skin)
        add("[skin]", *wanted.skin);
    if (wanted.ligament)
        add("[ligament]", *wanted.ligament);
    if (wanted.glide)
        add("[glide]", *wanted.glide);
    for (const Fields& layer : wanted.layers)
        add("[[layer]]", layer);
    if (wanted.bands)
        add("[bands]", *wanted.bands);
    return text;
}

std::optional<std::string> patch_profile(std::string_view original, const ProfileText& wanted)
{
    const TomlText toml = read_toml(original);
    if (toml.fault)
        return std::nullopt;
    return Patcher(original).patch(toml.root, wanted);
}

} // namespace drape::sim::tissue
