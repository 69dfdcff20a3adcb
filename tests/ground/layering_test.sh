#!/usr/bin/env bash
# Shows that layering.sh can fail: each violation planted in a small tree is found at its line, and
# what the rules allow is not.
#
#   layering_test.sh LAYERING_SCRIPT [CXX]
set -euo pipefail

script=$(realpath -- "$1")
cxx=${2:-}
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
failures=0

# A tree that keeps every rule, with what most looks like breaking one.
fresh_tree()
{
    rm -rf -- "$work/tree"
    mkdir -p "$work/tree"/{sim/lang,sim/tissue,renderer,app}
    cat >"$work/tree/sim/good.h" <<'END'
#pragma once
#include "sim/lang/good.h"
#include <glm/vec3.hpp>
#include <nlohmann/json.hpp>
#include <vector>
// static int in_a_comment = 0; #include <thread>
/* static int in_a_block = 0;
static int still_in_it = 0; */
namespace drape::sim {
inline constexpr double kGravity = -9.81;
constexpr std::array<int, 2> kPair{1, 2};
const char* const kName = "static int in_a_string = 0; // not a comment";
const std::map<std::string, int> kTable = {{"a", 1}};
static_assert(kGravity < 0.0);
struct Forward;
enum class Kind : std::uint8_t;
using Index = std::uint32_t;
template<class T> T first(const std::vector<T>& values);
static double twice(double x) { return 2.0 * x; }
std::vector<double> lengths(
    const Forward& state,
    double scale = 1.0);
bool operator==(const Forward& a, const Forward& b);
Forward& Forward::operator=(Forward&&) noexcept = default;
struct State {
    static constexpr int kSlots = 3;
    static State make();
    double time = 0.0;
};
inline bool is_quote(char c) { return c == '"' || c == '\''; }
double kernel(double x)
{
    static constexpr double kHalf = 0.5;
    double sum = 0.0;
    return sum + static_cast<double>(x) * kHalf;
}
} // namespace drape::sim
END
    printf '#include <mutex>\n#include <thread>\n' >"$work/tree/sim/workers.cpp"
    printf '#include <tiny_obj_loader.h>\n' >"$work/tree/sim/tissue/mesh_io.cpp"
    printf '#include "renderer/gl.h"\n#include "sim/snapshot.h"\n#include <EGL/egl.h>\n' >"$work/tree/renderer/good.cpp"
    printf '#include "sim/step.h"\n#include "renderer/renderer.h"\n#include <GLFW/glfw3.h>\n#include <thread>\n' \
        >"$work/tree/app/good.cpp"
}

# expect_caught FILE LINE: with LINE as third line of FILE, the script fails and names FILE:3.
expect_caught()
{
    local output status=0
    fresh_tree
    printf '#pragma once\n\n%s\n' "$2" >"$work/tree/$1"
    output=$("$script" "$work/tree" 2>&1) || status=$?
    if [[ $status != 1 || $output != "$1:3: "* || $output == *$'\n'* ]]; then
        printf 'planted in %s and not reported as %s:3 alone: %s\n  exit %s: %s\n' "$1" "$1" "$2" "$status" "$output"
        failures=$((failures + 1))
    fi
}

fresh_tree
if ! "$script" "$work/tree"; then
    echo "the tree that keeps every rule was refused"
    failures=$((failures + 1))
fi

for include in '"renderer/gl.h"' '"app/cli.h"' '"tests/support/approx.h"' '"step.h"' '"../sim/step.h"' \
    '<thread>' '<mutex>' '<atomic>' '<pthread.h>' '<chrono>' '<ctime>' '<sys/time.h>' '<GL/gl.h>' '<glad/gl.h>' \
    '<GLFW/glfw3.h>' '<EGL/egl.h>' '<imgui.h>' '<tiny_obj_loader.h>' '<unistd.h>'; do
    expect_caught sim/planted.h "#include $include"
done
expect_caught sim/planted.cpp '  #  include<thread> // why not'
expect_caught sim/workers.h '#include <chrono>'
for include in '"sim/step.h"' '"sim/world.h"' '"app/cli.h"' '"tests/support/approx.h"' '<imgui.h>' '<GLFW/glfw3.h>'; do
    expect_caught renderer/planted.cpp "#include $include"
done
expect_caught app/planted.cpp '#include "tests/support/approx.h"'
expect_caught app/planted.cpp '#include "cli.h"'
for declaration in 'static int count = 0;' '    static std::vector<double> scratch;' 'thread_local double sum = 0.0;' \
    'int count = 0;' 'std::vector<double> scratch;' 'double table[3] = {1.0, 2.0, 3.0};' 'inline int depth{0};' \
    'static std::map<std::string, int> cache = {' 'Settings settings = default_settings();' 'int State::count = 0;' \
    'void kernel() { static int calls = 0; ++calls; }'; do
    expect_caught sim/planted.cpp "$declaration"
done

# The second look, at the symbols of a library: what a macro hides from the first.
if [[ -n $cxx ]]; then
    fresh_tree
    cat >"$work/good.cpp" <<'END'
#include <string>
extern const char* const kNames[];
const char* const kNames[] = {"a", "b"};
int next(int x) { static const std::string kText(40, 'x'); return x + static_cast<int>(kText.size()); }
END
    cat >"$work/bad.cpp" <<'END'
#define COUNTER(name) static int name
int next() { COUNTER(hidden_count) = 0; return ++hidden_count; }
END
    for name in good bad; do
        "$cxx" -O1 -c -o "$work/$name.o" "$work/$name.cpp"
        ar rcs "$work/lib$name.a" "$work/$name.o"
    done
    if ! "$script" "$work/tree" "$work/libgood.a"; then
        echo "a library with constants only was refused"
        failures=$((failures + 1))
    fi
    if output=$("$script" "$work/tree" "$work/libbad.a" 2>&1) || [[ $output != *hidden_count* ]]; then
        echo "a mutable global behind a macro was not found: $output"
        failures=$((failures + 1))
    fi
fi

if "$script" "$work/nowhere" >/dev/null 2>&1; then
    echo "a root that is not there was accepted"
    failures=$((failures + 1))
fi
((failures == 0)) || exit 1
echo "layering.sh finds every planted violation"
