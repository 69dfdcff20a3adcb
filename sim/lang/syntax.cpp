#include "sim/lang/syntax.h"

#include "sim/check.h"
#include "sim/lang/keywords.h"
#include "sim/text.h"

#include <cmath>
#include <optional>

namespace drape::sim {

namespace {

enum class Section
{
    World,
    Systems,
};

/// Recursive descent over the tokens. Every loop either consumes a token or leaves, so that no input
/// can make it run for ever.
class SyntaxReader
{
public:
    SyntaxReader(const std::vector<Token>& tokens, std::vector<Diagnostic>& diagnostics)
        : tokens_(tokens)
        , diagnostics_(diagnostics)
    {
        DRAPE_ASSERT(!tokens.empty() && tokens.back().kind == TokenKind::End);
    }

    SyntaxFile read_file();

private:
    const Token& peek(std::size_t ahead = 0) const
    {
        const std::size_t last = tokens_.size() - 1;
        return tokens_[next_ + ahead < last ? next_ + ahead : last];
    }
    bool at_end() const { return peek().kind == TokenKind::End; }
    bool sees(char c, std::size_t ahead = 0) const
    {
        return peek(ahead).kind == TokenKind::Punctuation && peek(ahead).text[0] == c;
    }
    bool sees_word(std::size_t ahead = 0) const { return peek(ahead).kind == TokenKind::Word; }
    const Token& take()
    {
        const Token& token = peek();
        if (!at_end())
            ++next_;
        return token;
    }
    bool accept(char c)
    {
        if (!sees(c))
            return false;
        take();
        return true;
    }
    bool gave_up() const { return diagnostics_.size() >= kMaxDiagnostics; }

    void error(Code code, SourceLocation where, std::string message)
    {
        if (!gave_up())
            diagnostics_.push_back({Severity::Error, code, where, std::move(message)});
    }
    void error_expected(std::string_view expected, const Token& got);
    std::string describe(const Token& token) const;

    void read_section(SyntaxFile& file);
    void read_world(SyntaxFile& file);
    void read_world_item(SyntaxFile& file);
    void read_system(SyntaxFile& file);
    std::vector<SyntaxField> read_fields(const Token& opener, std::string_view opened, Section section);
    SyntaxField read_field(Section section);
    std::optional<SyntaxValue> read_value();
    std::optional<double> read_number();
    bool read_tuple(SyntaxValue& value);
    bool check_value_ends(const SyntaxValue& value);

    /// Takes the brace that opens a block's fields, or says that it is missing and goes on where fields
    /// follow without it; null where none do.
    const Token* open_fields();
    /// Steps to the end of a broken field: a separator, the next `name =`, or the block's brace.
    void skip_to_next_field();
    /// Steps over everything up to and with the brace block that follows `opened`.
    void skip_block(std::string_view opened);
    void report_unclosed(const Token& opener, std::string_view opened);

    const std::vector<Token>& tokens_;
    std::vector<Diagnostic>& diagnostics_;
    std::size_t next_ = 0;
    const Token* world_at_ = nullptr;
    const Token* systems_at_ = nullptr;
};

std::string place(SourceLocation where)
{
    return std::to_string(where.line) + ":" + std::to_string(where.column);
}

std::string SyntaxReader::describe(const Token& token) const
{
    constexpr std::size_t kLongest = 40;
    if (token.kind == TokenKind::End)
        return "the end of the file";
    std::string text(token.text.substr(0, kLongest));
    if (token.text.size() > kLongest)
        text += "...";
    return "\"" + text + "\"";
}

void SyntaxReader::error_expected(std::string_view expected, const Token& got)
{
    error(Code::Syntax, got.where, std::string(expected) + " expected, got " + describe(got));
}

void SyntaxReader::report_unclosed(const Token& opener, std::string_view opened)
{
    error(Code::Syntax, peek().where,
          "\"" + std::string(opened) + " {\" opened at " + place(opener.where) + " is not closed");
}

void SyntaxReader::skip_to_next_field()
{
    int depth = 0;
    while (!at_end()) {
        if (depth == 0 && (sees(';') || sees('}') || (sees_word() && sees('=', 1))))
            return;
        if (sees('(') || sees('[') || sees('{'))
            ++depth;
        else if (sees(')') || sees(']') || sees('}'))
            --depth;
        take();
        if (depth < 0)
            depth = 0;
    }
}

void SyntaxReader::skip_block(std::string_view opened)
{
    while (!at_end() && !sees('{') && !sees('}'))
        take();
    if (!sees('{'))
        return;
    const Token& opener = peek();
    int depth = 0;
    do {
        if (sees('{'))
            ++depth;
        else if (sees('}'))
            --depth;
        take();
    } while (depth > 0 && !at_end());
    if (depth > 0)
        report_unclosed(opener, opened);
}

const Token* SyntaxReader::open_fields()
{
    const Token& opener = peek();
    if (accept('{'))
        return &opener;
    error_expected("\"{\"", opener);
    if (sees_word() && sees('=', 1))
        return &opener;
    skip_to_next_field();
    return nullptr;
}

std::optional<double> SyntaxReader::read_number()
{
    const Token& first = peek();
    std::string text;
    const auto read_signed = [&]() -> std::optional<double> {
        const bool negative = accept('-');
        text += negative ? "-" : "";
        if (peek().kind != TokenKind::Number) {
            error_expected("a number", peek());
            return std::nullopt;
        }
        const Token& token = take();
        text += token.text;
        return negative ? -token.number : token.number;
    };
    std::optional<double> value = read_signed();
    if (value && accept('/')) {
        text += "/";
        const std::optional<double> divisor = read_signed();
        if (!divisor)
            return std::nullopt;
        value = *value / *divisor;
    }
    if (value && !std::isfinite(*value)) {
        error(Code::Syntax, first.where, "a finite number expected, got " + shortened(text, 60));
        return std::nullopt;
    }
    return value;
}

bool SyntaxReader::read_tuple(SyntaxValue& value)
{
    const Token& opener = take();
    DRAPE_ASSERT(opener.text == "(");
    value.kind = SyntaxValue::Kind::Tuple;
    while (!sees(')')) {
        value.tuple_where.push_back(peek().where);
        const std::optional<double> number = read_number();
        if (!number)
            return false;
        value.tuple.push_back(*number);
        if (!accept(',') && !sees(')')) {
            error_expected("\",\" or \")\"", peek());
            return false;
        }
    }
    take();
    return true;
}

bool SyntaxReader::check_value_ends(const SyntaxValue& value)
{
    if (sees('[')) {
        error(Code::Unsupported, peek().where,
              "units in brackets are part of the language, but Drape does not read them");
        return false;
    }
    if (at_end() || sees(';') || sees(',') || sees('}') || sees_word())
        return true;
    if (value.kind == SyntaxValue::Kind::Number && peek().kind == TokenKind::Punctuation)
        error(Code::Syntax, peek().where,
              "a plain number or a ratio expected; Drape does not calculate expressions, got " +
                  describe(peek()));
    else
        error_expected("\";\" or the next field", peek());
    return false;
}

std::optional<SyntaxValue> SyntaxReader::read_value()
{
    SyntaxValue value;
    const std::size_t first = next_;
    value.where = peek().where;
    bool good = true;
    if (sees('(')) {
        good = read_tuple(value);
    } else if (sees('-') || peek().kind == TokenKind::Number) {
        const std::optional<double> number = read_number();
        good = number.has_value();
        value.number = number.value_or(0.0);
    } else if (sees_word() || peek().kind == TokenKind::Color || peek().kind == TokenKind::String) {
        value.kind = sees_word()                       ? SyntaxValue::Kind::Word
                     : peek().kind == TokenKind::Color ? SyntaxValue::Kind::Color
                                                       : SyntaxValue::Kind::String;
        take();
    } else {
        error_expected("a value", peek());
        good = false;
    }
    for (std::size_t i = first; i < next_; ++i)
        value.text += tokens_[i].text;
    if (!good || !check_value_ends(value))
        return std::nullopt;
    return value;
}

SyntaxField SyntaxReader::read_field(Section section)
{
    DRAPE_ASSERT(sees_word() && sees('=', 1));
    SyntaxField field;
    const Token& name = take();
    field.name = name.text;
    field.where = name.where;
    take();
    // A field of the language that Drape cannot use may hold any expression: its value is not read.
    if (section == Section::World && is_unsupported_entity_field(field.name)) {
        field.value.where = peek().where;
        skip_to_next_field();
        return field;
    }
    if (std::optional<SyntaxValue> value = read_value()) {
        field.value = std::move(*value);
    } else {
        field.value.kind = SyntaxValue::Kind::Broken;
        skip_to_next_field();
    }
    return field;
}

std::vector<SyntaxField> SyntaxReader::read_fields(const Token& opener, std::string_view opened,
                                                   Section section)
{
    std::vector<SyntaxField> fields;
    while (!sees('}') && !gave_up()) {
        if (at_end()) {
            report_unclosed(opener, opened);
            return fields;
        }
        if (accept(';') || accept(','))
            continue;
        if (sees_word() && sees('=', 1)) {
            fields.push_back(read_field(section));
            continue;
        }
        error_expected("a field (name = value) or \"}\"", peek());
        take();
        skip_to_next_field();
    }
    accept('}');
    return fields;
}

void SyntaxReader::read_world_item(SyntaxFile& file)
{
    const Token& head = peek();
    if (sees('=', 1)) {
        if (world_field_support(head.text) == Support::Unknown) {
            error(Code::UnknownField, head.where,
                  "world has no field \"" + std::string(head.text) + "\"" +
                      suggestion(head.text, world_item_names()));
            take();
            take();
            skip_to_next_field();
        } else {
            file.world_fields.push_back(read_field(Section::World));
        }
        return;
    }
    const Support support = world_block_support(head.text);
    if (support != Support::Supported) {
        const std::string kind(head.text);
        if (support == Support::LanguageOnly)
            error(Code::Unsupported, head.where,
                  "\"" + kind +
                      "\" is part of the language, but Drape does not have it; it runs entity, "
                      "soft, tissue and probe");
        else
            error(Code::UnknownField, head.where,
                  "world has no \"" + kind + "\"" + suggestion(kind, world_item_names()));
        take();
        skip_block(kind);
        return;
    }
    SyntaxBlock block;
    block.kind = take().text;
    block.where = head.where;
    if (!sees_word()) {
        error_expected("the name of this " + block.kind, peek());
        skip_block(block.kind);
        return;
    }
    block.name = peek().text;
    block.name_where = take().where;
    if (block.name.find('#') != std::string::npos)
        error(Code::Syntax, block.name_where,
              "\"" + block.name + "\" names a particle; a " + block.kind + " needs a plain name");
    if (const Token* opener = open_fields()) {
        block.fields = read_fields(*opener, block.kind + " " + block.name, Section::World);
        file.world_blocks.push_back(std::move(block));
    }
}

void SyntaxReader::read_system(SyntaxFile& file)
{
    const Token& head = peek();
    const Support support = system_support(head.text);
    if (support != Support::Supported) {
        const std::string kind(head.text);
        if (support == Support::LanguageOnly)
            error(Code::Unsupported, head.where,
                  "system \"" + kind + "\" is part of the language, but Drape does not have it");
        else
            error(Code::UnknownSystem, head.where,
                  "there is no system kind \"" + kind + "\"" + suggestion(kind, system_names()));
        take();
        skip_block(kind);
        return;
    }
    SyntaxBlock block;
    block.kind = take().text;
    block.where = head.where;
    if (const Token* opener = open_fields()) {
        block.fields = read_fields(*opener, block.kind, Section::Systems);
        file.systems.push_back(std::move(block));
    }
}

void SyntaxReader::read_section(SyntaxFile& file)
{
    const Token& head = take();
    const bool is_world = head.text == "world";
    const Token*& first = is_world ? world_at_ : systems_at_;
    if (first != nullptr)
        error(Code::Duplicate, head.where,
              "section \"" + std::string(head.text) + "\" is already given at " + place(first->where));
    else
        first = &head;
    if (!sees('{')) {
        error_expected("\"{\"", peek());
        return;
    }
    const Token& opener = take();
    while (!sees('}') && !gave_up()) {
        if (at_end()) {
            report_unclosed(opener, head.text);
            return;
        }
        if (accept(';') || accept(','))
            continue;
        if (!sees_word()) {
            error_expected(is_world ? "entity, soft, probe or a field" : "a system", peek());
            take();
            continue;
        }
        const std::size_t before = next_;
        if (is_world)
            read_world_item(file);
        else
            read_system(file);
        DRAPE_ASSERT(next_ > before || at_end());
    }
    accept('}');
}

SyntaxFile SyntaxReader::read_file()
{
    SyntaxFile file;
    while (!at_end() && !gave_up()) {
        if (accept(';'))
            continue;
        const Token& head = peek();
        const Support support = sees_word() ? section_support(head.text) : Support::Unknown;
        if (support == Support::Supported) {
            read_section(file);
        } else if (support == Support::LanguageOnly) {
            error(Code::Unsupported, head.where,
                  "\"" + std::string(head.text) + "\" is part of the language, but Drape does not have it");
            take();
            if (head.text == "funcs")
                skip_block(head.text);
            if (head.text == "from" && peek(1).text == "import")
                next_ += 2; // "from NAME import ..." is one import
            while (!at_end() && !(sees_word() && section_support(peek().text) != Support::Unknown))
                take(); // an import has no brace to skip to: the next section begins the rest
        } else {
            error(Code::Syntax, head.where,
                  "a section (world or systems) expected, got " + describe(head) +
                      (sees_word() ? suggestion(head.text, section_names()) : std::string()));
            take();
            while (!at_end() &&
                   !(sees_word() && section_support(peek().text) != Support::Unknown && sees('{', 1)))
                take();
        }
    }
    if (world_at_ == nullptr && !gave_up())
        error(Code::Syntax, peek().where, "a scene needs a section \"world { ... }\", none was found");
    return file;
}

} // namespace

SyntaxFile parse_syntax(const std::vector<Token>& tokens, std::vector<Diagnostic>& diagnostics)
{
    return SyntaxReader(tokens, diagnostics).read_file();
}

} // namespace drape::sim
