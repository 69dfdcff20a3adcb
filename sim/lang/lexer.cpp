#include "sim/lang/lexer.h"

#include "sim/check.h"
#include "sim/text.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace drape::sim {

namespace {

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool is_word_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_word(char c)
{
    return is_word_start(c) || is_digit(c);
}

/// Walks over the source, keeping line and column.
class Cursor
{
public:
    explicit Cursor(std::string_view source)
        : source_(source)
    {}

    bool at_end() const { return offset_ >= source_.size(); }
    char peek(std::size_t ahead = 0) const
    {
        return offset_ + ahead < source_.size() ? source_[offset_ + ahead] : '\0';
    }
    void advance()
    {
        DRAPE_ASSERT(!at_end());
        const char c = source_[offset_++];
        if (c == '\n') {
            ++where_.line;
            where_.column = 1;
        } else if ((static_cast<unsigned char>(peek()) & 0xC0U) != 0x80U) {
            ++where_.column; // a code point ends where the next byte is no tail byte
        }
    }
    void skip_bytes(std::size_t count) { offset_ += count; }
    std::size_t offset() const { return offset_; }
    SourceLocation where() const { return where_; }
    std::string_view since(std::size_t begin) const { return source_.substr(begin, offset_ - begin); }

private:
    std::string_view source_;
    std::size_t offset_ = 0;
    SourceLocation where_;
};

void report(std::vector<Diagnostic>& diagnostics, SourceLocation where, std::string message)
{
    diagnostics.push_back({Severity::Error, Code::Syntax, where, std::move(message)});
}

void skip_space_and_comments(Cursor& cursor)
{
    while (!cursor.at_end()) {
        const char c = cursor.peek();
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
            cursor.advance();
        } else if (c == '#' || (c == '/' && cursor.peek(1) == '/')) {
            while (!cursor.at_end() && cursor.peek() != '\n')
                cursor.advance();
        } else {
            break;
        }
    }
}

Token lex_word(Cursor& cursor)
{
    Token token{TokenKind::Word, {}, 0.0, cursor.where()};
    const std::size_t begin = cursor.offset();
    while (is_word(cursor.peek()))
        cursor.advance();
    if (cursor.peek() == '#' && is_digit(cursor.peek(1))) {
        cursor.advance();
        while (is_digit(cursor.peek()))
            cursor.advance();
    }
    token.text = cursor.since(begin);
    return token;
}

/// Whether a decimal text that no double holds lies above the largest one (else it is nearest to 0);
/// from_chars does not say. The order of its first digit that is not 0 tells.
bool is_past_largest(std::string_view text)
{
    const std::size_t mantissa_size = std::min(text.find_first_of("eE"), text.size());
    const std::string_view mantissa = text.substr(0, mantissa_size);
    const std::size_t first = mantissa.find_first_of("123456789");
    if (first == std::string_view::npos)
        return false;
    std::string_view exponent = text.substr(std::min(mantissa_size + 1, text.size()));
    const bool is_negative = exponent.starts_with('-');
    if (is_negative || exponent.starts_with('+'))
        exponent.remove_prefix(1);
    long long power = 0;
    if (std::from_chars(exponent.data(), exponent.data() + exponent.size(), power).ec ==
        std::errc::result_out_of_range)
        return !is_negative;
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    const long long order = static_cast<long long>(point) - static_cast<long long>(first);
    return is_negative ? order > power : order > -power;
}

Token lex_number(Cursor& cursor)
{
    Token token{TokenKind::Number, {}, 0.0, cursor.where()};
    const std::size_t begin = cursor.offset();
    if (cursor.peek() == '0' && (cursor.peek(1) == 'x' || cursor.peek(1) == 'X')) {
        token.kind = TokenKind::Color;
        cursor.advance();
        cursor.advance();
        while (is_word(cursor.peek()))
            cursor.advance();
        token.text = cursor.since(begin);
        return token;
    }
    const auto skip_digits = [&] {
        while (is_digit(cursor.peek()))
            cursor.advance();
    };
    skip_digits();
    if (cursor.peek() == '.') {
        cursor.advance();
        skip_digits();
    }
    if (cursor.peek() == 'e' || cursor.peek() == 'E') {
        const std::size_t sign = cursor.peek(1) == '+' || cursor.peek(1) == '-' ? 1 : 0;
        if (is_digit(cursor.peek(1 + sign))) {
            for (std::size_t i = 0; i <= sign; ++i)
                cursor.advance();
            skip_digits();
        }
    }
    token.text = cursor.since(begin);
    const auto result =
        std::from_chars(token.text.data(), token.text.data() + token.text.size(), token.number);
    if (result.ec == std::errc::result_out_of_range)
        token.number = is_past_largest(token.text) ? std::numeric_limits<double>::infinity() : 0.0;
    return token;
}

Token lex_string(Cursor& cursor, std::vector<Diagnostic>& diagnostics)
{
    Token token{TokenKind::String, {}, 0.0, cursor.where()};
    cursor.advance();
    const std::size_t begin = cursor.offset();
    while (!cursor.at_end() && cursor.peek() != '"' && cursor.peek() != '\n')
        cursor.advance();
    token.text = cursor.since(begin);
    if (cursor.peek() == '"')
        cursor.advance();
    else
        report(diagnostics, token.where, "this string has no closing quote on its line");
    return token;
}

std::string describe_byte(char c)
{
    const unsigned value = static_cast<unsigned char>(c);
    if (value > 0x20 && value < 0x7F)
        return std::string("\"") + c + "\"";
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    return std::string("byte 0x") + kDigits[value >> 4U] + kDigits[value & 15U];
}

} // namespace

std::vector<Token> tokenize(std::string_view source, std::vector<Diagnostic>& diagnostics)
{
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    // What a scene of the full language may hold outside of words: its expressions are not ours, but
    // the reader must be able to step over them to say so.
    constexpr std::string_view kPunctuation = "{}()[]=;,/-+*%<>!&|.@^:";

    std::vector<Token> tokens;
    std::size_t bad_offset = 0;
    const bool well_formed = is_utf8(source, bad_offset);
    Cursor cursor(source);
    if (source.substr(0, kByteOrderMark.size()) == kByteOrderMark)
        cursor.skip_bytes(kByteOrderMark.size());

    bool reported_encoding = well_formed;
    while (true) {
        skip_space_and_comments(cursor);
        if (!reported_encoding && cursor.offset() > bad_offset) {
            // Inside a comment or before this token; the column is the token's, near enough to find it.
            report(diagnostics, cursor.where(),
                   "the text is not UTF-8 (near byte " + std::to_string(bad_offset) + ")");
            reported_encoding = true;
        }
        if (cursor.at_end())
            break;
        const char c = cursor.peek();
        if (is_word_start(c)) {
            tokens.push_back(lex_word(cursor));
        } else if (is_digit(c) || (c == '.' && is_digit(cursor.peek(1)))) {
            tokens.push_back(lex_number(cursor));
        } else if (c == '"') {
            tokens.push_back(lex_string(cursor, diagnostics));
        } else if (kPunctuation.find(c) != std::string_view::npos) {
            const std::size_t begin = cursor.offset();
            const SourceLocation where = cursor.where();
            cursor.advance();
            tokens.push_back({TokenKind::Punctuation, cursor.since(begin), 0.0, where});
        } else {
            report(diagnostics, cursor.where(), "unexpected " + describe_byte(c));
            if (!well_formed)
                reported_encoding = true;
            cursor.advance();
            while (!cursor.at_end() && (static_cast<unsigned char>(cursor.peek()) & 0x80U) != 0)
                cursor.advance(); // one message for one run of foreign characters
        }
    }
    tokens.push_back({TokenKind::End, {}, 0.0, cursor.where()});
    return tokens;
}

} // namespace drape::sim
