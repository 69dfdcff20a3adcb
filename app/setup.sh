# Shared by app/run and tests/run: packages, configuring, building. Meant to be sourced by bash.
#
# Everything here is cheap when there is nothing to do, so that the second ./app/run starts at once:
# one dpkg-query call, two comparisons, and a ninja run that finds no work.
# shellcheck shell=bash

drape_root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
drape_build="$drape_root/build"
drape_logs="$drape_build/logs"

# ---- Packages: Debian 12 names, and the only place that lists them -------------------------------

viewer_packages=(
    g++ cmake ninja-build pkgconf
    libglm-dev libxxhash-dev nlohmann-json3-dev libtomlplusplus-dev libpugixml-dev zlib1g-dev libhwy-dev
    libglfw3-dev libimgui-dev libstb-dev libcli11-dev
    python3-glad                                        # the `glad` program: writes the GL loader
    libegl-dev libgl-dev libegl1 libegl-mesa0 libgl1-mesa-dri # the last two: drawing without a display
    libxcursor1 libxi6 libxinerama1 libxrandr2          # GLFW opens these by name, without depending on them
    fonts-inter fonts-dejavu-core
)
test_packages=(libgtest-dev libgmock-dev xvfb xauth xdotool)
matrix_packages=(clang)
bench_packages=(libbenchmark-dev libbullet-dev) # the second: a peer to compare with

# ---- Talking ------------------------------------------------------------------------------------

say() { printf 'drape: %s\n' "$*" >&2; }

fail()
{
    say "$*"
    exit 1
}

# On a terminal one line that is written over; elsewhere progress would only fill a log.
show_progress()
{
    if [[ -t 2 ]]; then printf '\r\033[Kdrape: %s' "$*" >&2; fi
}

clear_progress()
{
    if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
}

show_log_tail()
{
    tail -n 40 -- "$1" >&2 || true
    say "the whole log: $1"
}

# ---- One build at a time ------------------------------------------------------------------------

# Takes the lock named `$1` on file descriptor `$2` until `unlock` or the end of the process. The
# kernel drops it with the process, so a killed run leaves nothing behind to clear away.
lock()
{
    local file="$drape_build/.$1.lock" descriptor=$2
    if ! mkdir -p -- "$drape_logs" 2>/dev/null || ! { : >>"$file"; } 2>/dev/null; then
        say "cannot write to $drape_build: it is read-only or belongs to another user."
        fail "copy the sources to a folder of your own, or remove build/, and run again."
    fi
    eval "exec $descriptor>>\"\$file\""
    if ! flock -n "$descriptor"; then
        say "waiting for another run in $drape_root to finish its $1 ..."
        flock "$descriptor"
    fi
}

# For before a program that runs for long: it would inherit the lock. Compilers do and should, so that
# the next run also waits for what a killed run left at work.
unlock() { eval "exec $1>&-"; }

# ---- Installing what is missing ------------------------------------------------------------------

# Prints those of the packages "$@" that are not installed, one a line.
missing_packages()
{
    local installed package
    # dpkg-query fails when it does not know one of the names, and still lists the others.
    installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
    for package in "$@"; do
        [[ $'\n'"$installed"$'\n' == *$'\n'"installed $package"$'\n'* ]] || printf '%s\n' "$package"
    done
}

# Runs "$@" as root, without a question that nobody could answer.
as_root()
{
    if [[ $(id -u) == 0 ]]; then
        env DEBIAN_FRONTEND=noninteractive "$@" </dev/null
    elif [[ -t 0 ]]; then
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo -n env DEBIAN_FRONTEND=noninteractive "$@" </dev/null
    fi
}

# ensure_packages WHY PACKAGE...: installs those that are missing; says what and why in one line.
# DRAPE_PACKAGES=skip is for those who have the libraries from somewhere else.
ensure_packages()
{
    local why=$1 log="$drape_logs/packages.log" missing
    shift
    if [[ ${DRAPE_PACKAGES:-} == skip ]]; then return; fi
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "this is no Debian (there is no apt-get); $why needs what Debian 12 packages as: $*"
        fail "install these by hand, then run again with DRAPE_PACKAGES=skip in the environment."
    fi
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]} == 0)); then return; fi
    if [[ $(id -u) != 0 ]] && ! command -v sudo >/dev/null; then
        say "$why needs packages that only root can install, and there is no sudo. As root:"
        fail "apt-get install --no-install-recommends ${missing[*]}"
    fi
    say "installing with apt-get, to $why: ${missing[*]}"
    # An earlier run cut short in the middle leaves half-configured packages, which apt-get refuses
    # to work with; this finishes them. An old list of packages names files that are gone, hence
    # the update, but a failing one (some other source of the user's) need not stop the rest.
    # --no-remove: never take away something of the user's to make room for ours.
    if ! {
        as_root dpkg --configure -a || true
        as_root apt-get -q -o DPkg::Lock::Timeout=600 update || true
        as_root apt-get -q -y -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 \
            install --fix-broken --no-install-recommends --no-remove "${missing[@]}"
    } >"$log" 2>&1; then
        show_log_tail "$log"
        say "could not install packages. By hand, as root:"
        fail "apt-get update && apt-get install --no-install-recommends ${missing[*]}"
    fi
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]} != 0)); then
        show_log_tail "$log"
        fail "apt-get succeeded, yet these are still missing: ${missing[*]}"
    fi
}

# ---- Configuring and building -------------------------------------------------------------------

# As many compilers as there are cores, but no more than memory holds: a file that includes the
# JSON or command-line library takes up to 700 MB, and a swapping machine is slower than one job.
job_count()
{
    local jobs available_kb
    jobs=$(nproc)
    available_kb=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB$/\1/p' /proc/meminfo 2>/dev/null || true)
    if [[ -n $available_kb ]] && ((available_kb / 700000 < jobs)); then
        jobs=$((available_kb / 700000))
    fi
    ((jobs >= 1)) || jobs=1
    printf '%s\n' "$jobs"
}

# configure NAME ARGUMENT...: runs cmake with the arguments for build/NAME unless that tree is
# already made from them. ninja reruns cmake by itself when a CMakeLists.txt changes; it does not
# notice new presets, other arguments, or a checkout that was moved.
configure()
{
    local tree="$drape_build/$1" log="$drape_logs/configure-$1.log" name=$1 made_from
    shift
    made_from="$drape_root"$'\n'"$*"
    if [[ -f $tree/build.ninja && $tree/.made_from -nt $drape_root/CMakePresets.json ]] &&
        [[ $(<"$tree/.made_from") == "$made_from" ]]; then
        return
    fi
    show_progress "configuring $name"
    local had_cache=no
    [[ ! -f $tree/CMakeCache.txt ]] || had_cache=yes
    rm -f -- "$tree/.made_from"
    if ! (cd -- "$drape_root" && cmake "$@") >"$log" 2>&1 </dev/null; then
        # What an interrupted run, a moved checkout or a replaced compiler left behind is worth one
        # clean try; a real error then shows itself again.
        if [[ $had_cache == no ]] || ! (cd -- "$drape_root" && cmake --fresh "$@") >"$log" 2>&1 </dev/null; then
            clear_progress
            say "configuring $name failed:"
            show_log_tail "$log"
            return 1
        fi
    fi
    clear_progress
    printf '%s' "$made_from" >"$tree/.made_from"
}

# Reads ninja's output, writes it to the log `$2`, and shows how far the build `$1` is.
follow_build()
{
    local line announced=no
    while IFS= read -r line; do
        printf '%s\n' "$line"
        if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
            if [[ $announced == no && ! -t 2 ]]; then
                say "building $1 (log: $2)"
            fi
            announced=yes
            show_progress "building $1: ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
        fi
    done >"$2"
}

# build NAME [TARGET...]: brings build/NAME up to date.
build()
{
    local name=$1 log="$drape_logs/build-$1.log"
    shift
    local targets=()
    (($# == 0)) || targets=(--target "$@")
    if ! NINJA_STATUS='[%f/%t] ' cmake --build "$drape_build/$name" -j "$(job_count)" \
        ${targets[@]+"${targets[@]}"} 2>&1 </dev/null | follow_build "$name" "$log"; then
        clear_progress
        say "building $name failed:"
        show_log_tail "$log"
        return 1
    fi
    clear_progress
}
