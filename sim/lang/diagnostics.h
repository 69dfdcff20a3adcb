// What the reader of a scene has to say, and how it is shown: file:line:column, the line, a caret.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drape::sim {

/// A place in a text. Lines and columns count from 1; a column is one code point, a tab counts as one.
struct SourceLocation
{
    int line = 1;
    int column = 1;

    /// Where something was written is no part of what it says: two descriptions that differ only in
    /// layout are equal, so that parse(write(desc)) == desc can be asked with a plain ==.
    bool operator==(const SourceLocation&) const { return true; }
};

enum class Severity
{
    Error,
    Warning,
};

/// Numbers of the diagnostics. Below 200 they are the PWE language's own, from 200 on they are ours.
enum class Code : int
{
    BadSystemParameter =
        48, ///< A system's parameter is missing, unknown, of the wrong kind or out of range.
    UnknownSystem = 49,
    Syntax = 60,
    UnknownEntity = 62,
    BadColor = 64,
    UnknownBody = 78,
    Duplicate = 107,
    OutOfRange = 200,   ///< A field of the world is outside its range.
    UnknownField = 201, ///< A block of the world has no such field.
    Unsupported = 202,  ///< The language has it, Drape does not.
    TooLarge = 203,     ///< Past a limit of Drape; the message names the limit.
    TimeStep = 204,     ///< Systems of one scene disagree on dt.
    NoEffect = 205,     ///< Read, but changes nothing here.
    MissingField = 206, ///< A required field or row of a profile is not there.
};

/// One message about one place.
struct Diagnostic
{
    Severity severity = Severity::Error;
    Code code = Code::Syntax;
    SourceLocation where;
    std::string message;
};

/// Whether any of them is an error (warnings alone let a scene run).
bool has_errors(const std::vector<Diagnostic>& diagnostics);

/// "FILE:LINE:COLUMN: error 48: MESSAGE", then the source line and a caret under the column. Long lines
/// are shortened around the caret. Ends with a newline.
std::string format_diagnostic(const Diagnostic& diagnostic, std::string_view file, std::string_view source);

/// All of them, one after the other.
std::string format_diagnostics(const std::vector<Diagnostic>& diagnostics, std::string_view file,
                               std::string_view source);

} // namespace drape::sim
