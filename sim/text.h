// Small text functions that several readers and writers share.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace drape {

/// The shortest decimal that reads back as the same double: "0.1", "1e300", "0.0" for zero, so that
/// every finite number has a point or an exponent. Non-finite values give "nan", "inf", "-inf".
std::string format_number(double value);

/// The number of single-character edits (insert, delete, replace, swap of neighbours) between two words.
int edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`, or empty when none is near enough to be a likely slip of the finger.
std::string nearest_name(std::string_view word, std::span<const std::string> candidates);

/// `, did you mean "NAME"?` for the nearest candidate, or an empty string.
std::string suggestion(std::string_view word, std::span<const std::string> candidates);

/// "1 step", "2 steps": the count and its noun.
std::string count_of(unsigned long long count, std::string_view singular);

/// `text`, cut to at most `length` bytes between two characters, with "..." where something is missing.
std::string shortened(std::string_view text, std::size_t length);

/// `text` with control characters other than line ends and tabs written as \x1b, so that a terminal shows
/// them and obeys none.
std::string visible(std::string_view text);

/// Whether `bytes` is well-formed UTF-8 (Unicode 15, table 3-7); `bad_offset` gets the first bad byte.
bool is_utf8(std::string_view bytes, std::size_t& bad_offset);

} // namespace drape
