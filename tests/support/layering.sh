#!/usr/bin/env bash
# Keeps the walls between sim/, renderer/ and app/: prints file:line for each forbidden include and
# each mutable global of the solver, and exits 1 if there was one.
#
#   layering.sh ROOT [SOLVER_LIBRARY]
#
# With the built solver library the search for mutable globals also looks at its symbols, which no
# unusual way of writing a declaration hides. Only for builds without sanitizers: these add globals.
set -euo pipefail

if (($# < 1 || $# > 2)) || [[ ! -d $1/sim || ! -d $1/renderer || ! -d $1/app ]]; then
    echo "usage: layering.sh ROOT [SOLVER_LIBRARY]; ROOT holds sim/, renderer/ and app/" >&2
    exit 2
fi
root=$1
library=${2:-}

cd -- "$root"
mapfile -d '' -t sources < <(find sim renderer app -type f \( -name '*.h' -o -name '*.cpp' \) -print0 | LC_ALL=C sort -z)
if ((${#sources[@]} == 0)); then
    echo "layering.sh: no sources in $root" >&2
    exit 2
fi

# One awk program: strip comments and strings, then judge each include and each declaration.
check_sources()
{
    LC_ALL=C awk '
    function complain(what) { printf "%s:%d: %s\n", FILENAME, FNR, what; bad = 1 }

    # What is wrong with including `include` here, or "".
    function objection(    first) {
        if (quoted && (include ~ /\.\./ || include !~ /\//))
            return "\"" include "\" is not written from the root"
        if (include ~ /^tests\// || (include ~ /^app\// && layer != "app"))
            return layer "/ must not include " include
        if (layer == "renderer" && include ~ /^sim\// && include !~ /^sim\/(snapshot|check|result)\.h$/)
            return "renderer/ sees of the solver only snapshot.h, check.h and result.h, not " include
        if (layer == "renderer" && include ~ /^(imgui|imstb_|backends\/imgui|GLFW\/)/)
            return "renderer/ knows no window and no panels, hence not <" include ">"
        if (layer != "sim")
            return ""

        if (quoted)
            return include ~ /^sim\// ? "" : "sim/ may include only sim/ of the project, not " include
        if (include in threads || include == "pthread.h" || include == "execution")
            return FILENAME ~ /^sim\/workers\.(h|cpp)$/ ? "" : "only sim/workers.* knows threads, not <" include ">"
        if (include ~ /^(chrono|ctime|time\.h|sys\/(time|times|resource)\.h)$/)
            return "the solver has no clock, hence no <" include ">"
        if (include == "tiny_obj_loader.h")
            return FILENAME ~ /^sim\/tissue\/mesh_io\.(h|cpp)$/ ? "" : "only sim/tissue/mesh_io.* reads meshes with <" include ">"
        if (include == "pugixml.hpp" || include == "zlib.h")
            return FILENAME == "sim/tissue/mesh_vtu.cpp" ? "" : "only sim/tissue/mesh_vtu.cpp reads XML and packed data with <" include ">"
        first = include
        sub(/\/.*/, "", first)
        if (include in solver_std || include == "xxhash.h" || first ~ /^(glm|toml\+\+|nlohmann|hwy)$/)
            return ""
        return "sim/ may not include <" include ">"
    }

    BEGIN {
        # What the solver may include in <>: names of the C++ library without threads and clocks,
        # and its few libraries.
        count = split("algorithm any array bit bitset cassert cctype cerrno cfenv cfloat charconv " \
            "cinttypes climits clocale cmath compare complex concepts cstdarg cstddef cstdint cstdio " \
            "cstdlib cstring cuchar cwchar deque exception expected filesystem format forward_list " \
            "fstream functional initializer_list iomanip ios iosfwd istream iterator limits list " \
            "locale map memory memory_resource new numbers numeric optional ostream queue random " \
            "ranges ratio regex set source_location span sstream stack stdexcept streambuf string " \
            "string_view system_error tuple type_traits typeindex typeinfo unordered_map " \
            "unordered_set utility valarray variant vector version", names, " ")
        for (i = 1; i <= count; ++i) solver_std[names[i]] = 1
        count = split("atomic barrier condition_variable future latch mutex semaphore shared_mutex stop_token thread", names, " ")
        for (i = 1; i <= count; ++i) threads[names[i]] = 1
    }

    FNR == 1 {
        in_comment = 0
        split(FILENAME, path, "/")
        layer = path[1]
    }

    {
        line = $0
        sub(/\r$/, "", line)
        # The path of an include is a string, so it is read before strings are blanked.
        include = ""
        if (!in_comment && match(line, /^[ \t]*#[ \t]*include[ \t]*["<][^">]+[">]/)) {
            include = substr(line, RSTART, RLENGTH)
            quoted = include ~ /"$/
            sub(/^[^"<]*["<]/, "", include)
            sub(/[">]$/, "", include)
        }

        # Comments and strings say "static" and "thread" as they like.
        code = ""
        while (line != "") {
            if (in_comment) {
                at = index(line, "*/")
                if (!at) break
                line = substr(line, at + 2)
                in_comment = 0
            } else if (match(line, /\047(\\.[0-9a-fA-Fx]*|[^\047\\])\047|"([^"\\]|\\.)*"|\/\/|\/\*/)) {
                code = code substr(line, 1, RSTART - 1)
                token = substr(line, RSTART, RLENGTH)
                if (token == "//") break
                line = substr(line, RSTART + RLENGTH)
                if (token == "/*") in_comment = 1; else code = code "\"\""
            } else {
                code = code line
                break
            }
        }
    }

    include != "" {
        complaint = objection()
        if (complaint != "") complain(complaint)
    }

    layer == "sim" && include == "" && code !~ /^[ \t]*#/ {
        # A variable has no parenthesis before its initialiser or semicolon; a function has.
        if (match(code, /(^|[ \t;{])(static|thread_local)[ \t]/)) {
            declaration = substr(code, RSTART + 1)
            kind = "static"
        } else {
            # In a namespace, which does not indent, these start in the first column.
            declaration = code ~ /^[A-Za-z_:][^={;]*[ *&>][A-Za-z_][^={;]*[={;]/ ? code : "("
            kind = "global"
        }
        sub(/[={;].*/, "", declaration)
        if (declaration !~ /\(/ && declaration !~ /(^|[ \t])(const|constexpr|consteval)([ \t&*]|$)/ &&
            declaration !~ /^((inline|extern) )*(using|namespace|struct|class|union|enum|template|concept|typedef|friend|requires|return|goto|else|do|asm)( |$)/ &&
            declaration !~ /(^|[ :])operator/)
            complain("mutable " kind ": " $0)
    }

    END { exit bad }
    ' "${sources[@]}"
}

# Objects in writable sections, less those that the naming rules make constants (kUpperCamel) and
# the flags that guard their first use. `.data.rel.ro` is read-only once loaded.
check_symbols()
{
    local found
    found=$(LC_ALL=C objdump --syms --demangle "$library" | LC_ALL=C awk '
        / O \.(bss|data|tbss|tdata)/ && !/ O \.data\.rel\.ro/ {
            name = $0
            sub(/^.* O \.[A-Za-z0-9_.$]+\t[0-9a-f]+ +(\.hidden )?/, "", name)
            variable = name
            sub(/^guard variable for /, "", variable)
            gsub(/\[abi:[^]]*\]/, "", variable)
            if (variable ~ /(^|[^A-Za-z0-9_])k[A-Z][A-Za-z0-9]*$/ || variable ~ /^(std::__ioinit|DW\.ref\.)/) next
            print name
        }')
    [[ -n $found ]] || return 0
    while IFS= read -r name; do
        printf '%s: mutable global: %s\n' "${library##*/}" "$name"
    done <<<"$found"
    return 1
}

status=0
check_sources || status=1
if [[ -n $library ]]; then
    check_symbols || status=1
fi
if ((status == 0)); then
    echo "layering: ${#sources[@]} files keep to their layer"
fi
exit "$status"
