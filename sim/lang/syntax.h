// Tokens to blocks of fields: the shape of a scene file, before any name or range is looked at.
#pragma once

#include "sim/lang/lexer.h"

#include <string>
#include <string_view>
#include <vector>

namespace drape::sim {

/// A value as written, with its place.
struct SyntaxValue
{
    enum class Kind
    {
        Number,
        Tuple,
        Word,
        Color,
        String,
        Broken, ///< Already reported; the field counts as given, so that it is not called missing, too.
    };
    Kind kind = Kind::Number;
    SourceLocation where;
    std::string text;          ///< As written, for messages; a word or a string is just its text.
    double number = 0.0;       ///< For Number; finite.
    std::vector<double> tuple; ///< For Tuple; finite.
    std::vector<SourceLocation> tuple_where;
};

struct SyntaxField
{
    std::string name;
    SourceLocation where;
    SyntaxValue value;
};

/// `kind name { fields }`, or `kind { fields }`.
struct SyntaxBlock
{
    std::string kind;
    SourceLocation where;
    std::string name;
    SourceLocation name_where;
    std::vector<SyntaxField> fields;
};

/// A whole file.
struct SyntaxFile
{
    std::vector<SyntaxField> world_fields;
    std::vector<SyntaxBlock> world_blocks;
    std::vector<SyntaxBlock> systems;
};

/// Reads the shape of a scene. Goes on after a fault, so that one reading reports several; stops after
/// kMaxDiagnostics. What the language has and Drape has not is reported by name and stepped over.
SyntaxFile parse_syntax(const std::vector<Token>& tokens, std::vector<Diagnostic>& diagnostics);

inline constexpr std::size_t kMaxDiagnostics = 50;

} // namespace drape::sim
