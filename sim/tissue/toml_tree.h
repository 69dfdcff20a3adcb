// TOML text as a plain tree: what each value is, and which bytes of the text it takes.
#pragma once

#include "sim/lang/diagnostics.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drape::sim::tissue {

/// Longest text that is read; a profile with many comments is a hundredth of it.
inline constexpr std::size_t kMaxTomlBytes = 256 * 1024;

/// Bytes [begin, end) of a text.
struct ByteRange
{
    std::size_t begin = 0;
    std::size_t end = 0;
};

struct TomlEntry;

/// One value. Nothing deeper than five levels is kept, for no profile has anything there.
struct TomlNode
{
    enum class Kind
    {
        Integer,
        Float,
        Text,
        Boolean,
        Moment, ///< A date, a time or both.
        Array,
        Table,
    };
    /// How a table is written.
    enum class Form
    {
        Header, ///< [name] or [[name]]; the whole text, too.
        Inline, ///< { key = value }
        Dotted, ///< Only by keys like name.key.
    };

    Kind kind = Kind::Table;
    Form form = Form::Header;       ///< Of a table; of an array that of its first table.
    double number = 0.0;            ///< Of an integer or a float.
    std::int64_t integer = 0;       ///< Of an integer.
    std::string text;               ///< Of a text, escapes resolved.
    std::vector<TomlEntry> entries; ///< Of a table, in the order of their places.
    std::vector<TomlNode> items;    ///< Of an array.
    SourceLocation where;
    ByteRange bytes; ///< Of the value; of a table under a header, of the header's brackets.

    /// The entry of that name, or null.
    const TomlEntry* find(std::string_view key) const;
};

/// A key and its value.
struct TomlEntry
{
    std::string key;
    SourceLocation where; ///< Of the key.
    ByteRange bytes;      ///< Of the key.
    TomlNode value;
};

/// What a reading gives: the root table, or the first fault.
struct TomlText
{
    TomlNode root;
    std::optional<Diagnostic> fault;
};

/// Reads any bytes as TOML 1.0. Depth and size are limited, so that no text can exhaust the stack.
TomlText read_toml(std::string_view text);

} // namespace drape::sim::tissue
