#include "sim/text.h"

#include "sim/check.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

namespace drape {

std::string format_number(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0.0 ? "inf" : "-inf";
    std::array<char, 40> buffer{};
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    DRAPE_ASSERT(written.ec == std::errc());
    std::string text(buffer.data(), written.ptr);
    std::erase(text, '+'); // "1e300": the PWE language has no sign for a positive exponent
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text;
}

int edit_distance(std::string_view a, std::string_view b)
{
    // Optimal string alignment: Levenshtein plus swaps of neighbours, three rows at a time.
    std::vector<int> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        previous[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int replace = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replace});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                current[j] = std::min(current[j], before[j - 2] + 1);
        }
        std::swap(before, previous);
        std::swap(previous, current);
    }
    return previous[b.size()];
}

std::string nearest_name(std::string_view word, std::span<const std::string> candidates)
{
    constexpr std::size_t kLongestWord = 64; // longer than any name a person would mistype
    if (word.size() > kLongestWord)
        return {};
    const int limit = std::max<int>(1, static_cast<int>(word.size()) / 3);
    int best = limit + 1;
    std::string nearest;
    for (const std::string& candidate : candidates) {
        const std::size_t longer = std::max(word.size(), candidate.size());
        if (candidate.size() > kLongestWord ||
            longer - std::min(word.size(), candidate.size()) > static_cast<std::size_t>(limit))
            continue;
        const int distance = edit_distance(word, candidate);
        if (distance < best) {
            best = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

std::string suggestion(std::string_view word, std::span<const std::string> candidates)
{
    const std::string nearest = nearest_name(word, candidates);
    return nearest.empty() ? std::string() : ", did you mean \"" + nearest + "\"?";
}

std::string count_of(unsigned long long count, std::string_view singular)
{
    return std::to_string(count) + " " + std::string(singular) + (count == 1 ? "" : "s");
}

std::string shortened(std::string_view text, std::size_t length)
{
    if (text.size() <= length)
        return std::string(text);
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U)
        --length;
    return std::string(text.substr(0, length)) + "...";
}

std::string visible(std::string_view text)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte >= 0x20 && byte != 0x7f) || c == '\n' || c == '\t')
            result += c;
        else
            result.append("\\x").append(1, kDigits[byte >> 4U]).append(1, kDigits[byte & 15U]);
    }
    return result;
}

bool is_utf8(std::string_view bytes, std::size_t& bad_offset)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const auto is_tail = [&](std::size_t i, unsigned low, unsigned high) {
        return i < bytes.size() && byte(i) >= low && byte(i) <= high;
    };
    for (std::size_t i = 0; i < bytes.size();) {
        const unsigned lead = byte(i);
        std::size_t length = 0;
        unsigned low = 0x80, high = 0xBF; // what the second byte may be
        if (lead < 0x80)
            length = 1;
        else if (lead >= 0xC2 && lead <= 0xDF)
            length = 2;
        else if (lead >= 0xE0 && lead <= 0xEF) {
            length = 3;
            low = lead == 0xE0 ? 0xA0 : 0x80;  // no overlong forms
            high = lead == 0xED ? 0x9F : 0xBF; // no surrogates
        } else if (lead >= 0xF0 && lead <= 0xF4) {
            length = 4;
            low = lead == 0xF0 ? 0x90 : 0x80;
            high = lead == 0xF4 ? 0x8F : 0xBF; // nothing past U+10FFFF
        }
        bool good = length > 0 && (length < 2 || is_tail(i + 1, low, high));
        for (std::size_t k = 2; good && k < length; ++k)
            good = is_tail(i + k, 0x80, 0xBF);
        if (!good) {
            bad_offset = i;
            return false;
        }
        i += length;
    }
    return true;
}

} // namespace drape
