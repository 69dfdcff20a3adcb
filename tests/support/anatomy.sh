#!/usr/bin/env bash
# A body is data: profiles and cages make a breast or a thigh, never code. Prints file:line for each
# anatomical name in the code of sim/ outside comments, and exits 1 if there was one.
#
#   anatomy.sh ROOT
set -euo pipefail

if (($# != 1)) || [[ ! -d $1/sim ]]; then
    echo "usage: anatomy.sh ROOT; ROOT holds sim/" >&2
    exit 2
fi
cd -- "$1"
mapfile -d '' -t sources < <(find sim -type f \( -name '*.h' -o -name '*.cpp' \) -print0 | LC_ALL=C sort -z)
if ((${#sources[@]} == 0)); then
    echo "anatomy.sh: no sources in $1" >&2
    exit 2
fi

# Strings are code here: a row's name in a string would be a body in disguise.
LC_ALL=C awk '
    FNR == 1 { in_comment = 0 }
    {
        line = $0
        code = ""
        while (line != "") {
            if (in_comment) {
                at = index(line, "*/")
                if (!at) break
                line = substr(line, at + 2)
                in_comment = 0
            } else if (match(line, /"([^"\\]|\\.)*"|\/\/|\/\*/)) {
                code = code substr(line, 1, RSTART - 1)
                token = substr(line, RSTART, RLENGTH)
                if (token == "//") break
                line = substr(line, RSTART + RLENGTH)
                if (token == "/*") in_comment = 1; else code = code token
            } else {
                code = code line
                break
            }
        }
        lower = tolower(code)
        if (match(lower, /breast|glute|thigh|abdom|gland|muscle|pector|quadric|adipose|mammary|cooper|subcut|femur|pelvi|(^|[^a-z])(fat|fascia|lobe|rib|ribs|skin_fat)([^a-z]|$)/)) {
            printf "%s:%d: \"%s\" is anatomy; bodies differ in data only: %s\n", FILENAME, FNR,
                substr(lower, RSTART, RLENGTH), $0
            bad = 1
        }
    }
    END { exit bad }
' "${sources[@]}"
echo "anatomy: ${#sources[@]} files name no body"
