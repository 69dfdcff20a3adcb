// Text of a scene to tokens with line and column.
#pragma once

#include "sim/lang/diagnostics.h"

#include <string>
#include <string_view>
#include <vector>

namespace drape::sim {

enum class TokenKind
{
    Word,        ///< [A-Za-z_][A-Za-z0-9_]*, with "#digits" directly after it for a particle.
    Number,      ///< digits [. digits] [e[+-]digits], or [. digits]; the sign is a token of its own.
    Color,       ///< 0x and hexadecimal digits.
    String,      ///< "..." without escapes, on one line.
    Punctuation, ///< One character: { } ( ) [ ] = ; , / - + and what else expressions use.
    End,
};

struct Token
{
    TokenKind kind = TokenKind::End;
    std::string_view text; ///< As written (a string without its quotes); points into the source.
    double number = 0.0;   ///< For Number: the nearest double, infinite when out of range.
    SourceLocation where;
};

/// Cuts `source` into tokens; the last one is always End. Faults (a stray byte, an open string, bytes
/// that are no UTF-8) are added to `diagnostics` and skipped. `source` must outlive the tokens.
/// Comments run from # or // to the end of the line; directly between a word and a digit, # is part of
/// the word ("cloth#56").
std::vector<Token> tokenize(std::string_view source, std::vector<Diagnostic>& diagnostics);

} // namespace drape::sim
