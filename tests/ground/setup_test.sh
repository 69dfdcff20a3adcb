#!/usr/bin/env bash
# Tests app/run, tests/run and app/setup.sh in a copy of their own, with stand-ins for the programs
# that would install, compile or draw. Each stand-in notes how it was called.
#
#   setup_test.sh ROOT
set -euo pipefail

root=$(realpath -- "$1")
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
tree="$work/a tree with spaces"
bin="$work/bin"
calls="$work/calls"
failures=0

stand_in() # NAME, its script on stdin
{
    { printf '#!/bin/bash\n'; cat; } >"$bin/$1"
    chmod +x "$bin/$1"
}

# A new copy of the scripts, and a machine on which every package is there.
fresh()
{
    rm -rf -- "$tree" "$bin"
    mkdir -p -- "$tree/app" "$tree/tests" "$tree/elsewhere" "$bin"
    cp -- "$root"/app/{run,setup.sh} "$tree/app/"
    cp -- "$root/tests/run" "$tree/tests/"
    touch -- "$tree/CMakePresets.json"
    : >"$calls"
    : >"$work/missing"
    local tool
    for tool in bash cat chmod dirname env flock head kill mkdir mv nproc printf rm sed sleep tail touch; do
        ln -s -- "$(command -v "$tool")" "$bin/$tool"
    done
    export CALLS=$calls MISSING=$work/missing TREE=$tree
    stand_in id <<<'echo 0'
    stand_in dpkg <<<'echo "dpkg $*" >>"$CALLS"'
    stand_in dpkg-query <<'END'
for name in "${@:3}"; do
    if grep -qx -- "$name" "$MISSING"; then status=not-installed; else status=installed; fi
    echo "$status $name"
done
END
    ln -s -- "$(command -v grep)" "$bin/grep"
    stand_in apt-get <<'END'
echo "apt-get [$DEBIAN_FRONTEND] $*" >>"$CALLS"
case " $* " in *" install "*) : >"$MISSING" ;; esac
END
    stand_in cmake <<'END'
echo "cmake $*" >>"$CALLS"
if [[ $1 == --build ]]; then
    echo "[1/1] Linking"
    printf '#!/bin/bash\nprintf "[%%s]" "$@"; echo\nexit "${DRAPE_EXIT:-0}"\n' >"$2/drape"
    chmod +x "$2/drape"
    exit "${BUILD_EXIT:-0}"
fi
tree=build/release
while (($#)); do
    if [[ $1 == -B ]]; then tree=$2; fi
    shift
done
mkdir -p "$tree"
touch "$tree/build.ninja" "$tree/CMakeCache.txt"
exit "${CONFIGURE_EXIT:-0}"
END
}

# try COMMAND...: runs it with the stand-ins only; leaves $output (stdout), $talk (stderr), $status.
try()
{
    status=0
    env -u DISPLAY -u WAYLAND_DISPLAY -u DRAPE_PACKAGES PATH="$bin" "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
    output=$(<"$work/out")
    talk=$(<"$work/err")
}

# expect WHAT CONDITION...: the condition is a command.
expect()
{
    local what=$1
    shift
    if ! "$@"; then
        printf 'FAILED: %s\n  exit %s\n  stdout: %s\n  stderr: %s\n  calls: %s\n' "$what" "$status" "$output" "$talk" "$(<"$calls")"
        failures=$((failures + 1))
    fi
}
has() { [[ $1 == *"$2"* ]]; }
lacks() { [[ $1 != *"$2"* ]]; }

# ---- Packages

fresh
try "$tree/app/run" --version
expect "with every package there apt-get is not called" lacks "$(<"$calls")" apt-get
expect "the arguments reach drape" test "$status $output" = "0 [--version]"

fresh
printf 'libglm-dev\nninja-build\n' >"$MISSING"
try "$tree/app/run" --version
expect "only the missing packages are installed, without recommended ones or questions" \
    has "$(<"$calls")" "apt-get [noninteractive] -q -y -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 install --fix-broken --no-install-recommends --no-remove ninja-build libglm-dev"
expect "one line says what is installed, and why" \
    has "$talk" "installing with apt-get, to build and run the viewer: ninja-build libglm-dev"
expect "what apt-get did is kept for who asks" test -f "$tree/build/logs/packages.log"

fresh
echo libglm-dev >"$MISSING"
stand_in apt-get <<<'echo "E: no network"; exit 100'
try "$tree/app/run"
expect "a failing apt-get is shown, with the command to type" \
    has "$talk" "E: no network"
expect "the command names the package" has "$talk" "apt-get install --no-install-recommends libglm-dev"
expect "and nothing is built" test "$status" = 1 -a ! -e "$tree/build/release"

fresh
echo libglm-dev >"$MISSING"
stand_in id <<<'echo 1000'
try "$tree/app/run"
expect "without sudo the command to type as root is shown" \
    has "$talk" "As root:"$'\n'"drape: apt-get install --no-install-recommends libglm-dev"
expect "and the exit code says so" test "$status" = 1

stand_in sudo <<<'echo "sudo $1" >>"$CALLS"; shift; exec "$@"'
try "$tree/app/run" --version
expect "with sudo, and nobody to type a password, it asks for none" has "$(<"$calls")" "sudo -n"
expect "and goes on" test "$status $output" = "0 [--version]"

fresh
rm -- "$bin/apt-get"
try "$tree/app/run"
expect "without apt-get the packages are named" has "$talk" "libglfw3-dev"
expect "without apt-get it fails" test "$status" = 1
try env DRAPE_PACKAGES=skip "$tree/app/run" --version
expect "unless told that they are there" test "$status $output" = "0 [--version]"

# ---- Building

fresh
try "$tree/app/run" --version
: >"$calls"
try "$tree/app/run" --version
expect "the second run does not configure again" lacks "$(<"$calls")" --preset
expect "the second run asks for changes" has "$(<"$calls")" "cmake --build"
sleep 1.1
touch -- "$tree/CMakePresets.json"
try "$tree/app/run" --version
expect "changed presets configure again" has "$(<"$calls")" --preset
: >"$calls"
mv -- "$tree" "$tree moved"
try "$tree moved/app/run" --version
expect "a moved checkout configures again" has "$(<"$calls")" --preset
rm -rf -- "$tree moved"

fresh
CONFIGURE_EXIT=1 try "$tree/app/run"
expect "a failed configuration is said" has "$talk" "configuring release failed"
expect "and fails" test "$status" = 1
try "$tree/app/run" --version
expect "and is done again by the next run" test "$status $output" = "0 [--version]"

fresh
BUILD_EXIT=1 try "$tree/app/run"
expect "a failed build shows its log" has "$talk" "[1/1] Linking"
expect "and nothing is started" test "$status/$output" = 1/

fresh
touch -- "$tree/build"
try "$tree/app/run"
expect "a folder that cannot be written is said" has "$talk" "cannot write to $tree/build"
expect "and fails" test "$status" = 1

fresh
mkdir -p -- "$tree/build"
exec 6>"$tree/build/.build.lock"
flock 6

ln -sf -- "$(command -v timeout)" "$bin/timeout"
try timeout 1 "$tree/app/run"
expect "a second run waits for the first, and says so" test "$status" = 124
expect "a second run says that it waits" has "$talk" "waiting for another run"
exec 6>&-
try "$tree/app/run" --version
expect "and goes on after it" test "$status $output" = "0 [--version]"

# ---- Which verb

fresh
picture="$tree/build/drape.png"
cd -- "$tree/elsewhere"
try ../app/run
expect "without a display the default scene is drawn" test "$status $output" = "0 [shot][-o][$picture]"
expect "and the picture is named" has "$talk" "drawn to $picture"
try ../app/run view my.pwe --threads 2
expect "view draws what it was given" test "$output" = "[shot][my.pwe][--threads][2][-o][$picture]"
try ../app/run my.pwe
expect "a scene needs no verb" test "$output" = "[shot][my.pwe][-o][$picture]"
try ../app/run check my.pwe
expect "verbs that open no window are left alone" test "$output" = "[check][my.pwe]"
try ../app/run my.pwe --help
expect "--help is left alone" test "$output" = "[my.pwe][--help]"
try env DISPLAY=:9 ../app/run my.pwe
expect "with a display the window is asked for" test "$output" = "[my.pwe]"
DRAPE_EXIT=3 try ../app/run nowhere.pwe
expect "the exit code is drape's" test "$status" = 3
expect "and no picture is promised" lacks "$talk" "drawn to"

# ---- tests/run

cd -- "$work"
fresh
stand_in Xvfb <<<'echo 42 >&8; exec sleep 60'
stand_in ctest <<'END'
echo "ctest [$DISPLAY] $*" >>"$CALLS"
while [[ $1 != --output-junit ]]; do shift; done
printf '<testsuite name="x"\n\ttests="%s"\n\tfailures="%s"\n\tdisabled="0"\n\tskipped="%s"\n>\n</testsuite>\n' $COUNTS >"$2"
exit "${CTEST_EXIT:-0}"
END
COUNTS="7 0 0" try "$tree/tests/run" --quick
expect "the last line counts the tests" test "$status $output" = "0 7 passed, 0 failed"
expect "the tests have a display of their own" has "$(<"$calls")" "ctest [:42] "
COUNTS="7 0 2" try "$tree/tests/run" --quick
expect "skipped ones are counted apart" test "$status $output" = "0 5 passed, 0 failed, 2 skipped"
COUNTS="7 3 0" CTEST_EXIT=8 try "$tree/tests/run" --quick
expect "a failing test fails the run" test "$status $output" = "1 4 passed, 3 failed"
COUNTS="0 0 0" CTEST_EXIT=8 try "$tree/tests/run" --quick
expect "no test at all fails the run" test "$status $output" = "1 0 passed, 1 failed"
: >"$calls"
COUNTS="7 0 0" try "$tree/tests/run"
expect "by default the tests run in the release build and in three of the matrix" \
    test "$status $output" = "0 28 passed, 0 failed"
expect "the matrix has a clang debug build" has "$(<"$calls")" "-DCMAKE_BUILD_TYPE=Debug -DDRAPE_ASSERTS=ON -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++"
BUILD_EXIT=1 COUNTS="7 0 0" try "$tree/tests/run" --quick
expect "what does not build is a failure" test "$status $output" = "1 0 passed, 1 failed"
echo libgtest-dev >"$MISSING"
stand_in apt-get <<<'exit 100'
try "$tree/tests/run" --quick
expect "missing packages are a failure" test "$status $output" = "1 0 passed, 1 failed"
try "$tree/tests/run" --fast
expect "an unknown option is named" test "$status" = 2
expect "an unknown option is named" has "$talk" "--fast"
try "$tree/tests/run" --help
expect "--help explains each part" test "$status" = 0
expect "--help explains each part" has "$output" "--sanitize"

((failures == 0)) || exit 1
echo "app/run and tests/run do as they promise"
