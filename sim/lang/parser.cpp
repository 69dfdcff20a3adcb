#include "sim/lang/parser.h"

#include "sim/lang/bind.h"
#include "sim/lang/lexer.h"
#include "sim/lang/syntax.h"
#include "sim/text.h"

#include <algorithm>

namespace drape::sim {

ParsedScene parse_scene(std::string_view text)
{
    ParsedScene parsed;
    std::vector<Diagnostic>& diagnostics = parsed.diagnostics;
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
        diagnostics.push_back({Severity::Error, Code::Syntax, {}, "this text is UTF-16; save it as UTF-8"});
        return parsed;
    }
    const std::vector<Token> tokens = tokenize(text, diagnostics);
    const SyntaxFile file = parse_syntax(tokens, diagnostics);
    parsed.scene = bind_scene(file, diagnostics);

    constexpr std::size_t kLongestMessage = 400; // whatever names and numbers a file holds
    for (Diagnostic& diagnostic : diagnostics)
        diagnostic.message = shortened(diagnostic.message, kLongestMessage);
    std::stable_sort(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return a.where.line != b.where.line ? a.where.line < b.where.line : a.where.column < b.where.column;
    });
    if (diagnostics.size() > kMaxDiagnostics) {
        // Keep an error if there is one, so that a cut list can never make a bad scene look good.
        const auto last = diagnostics.begin() + kMaxDiagnostics - 1;
        const auto first_error =
            std::find_if(diagnostics.begin(), diagnostics.end(),
                         [](const Diagnostic& d) { return d.severity == Severity::Error; });
        if (first_error != diagnostics.end() && first_error > last)
            *last = *first_error;
        diagnostics.resize(kMaxDiagnostics);
    }
    return parsed;
}

} // namespace drape::sim
