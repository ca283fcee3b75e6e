# SPDX-License-Identifier: MIT
# Sourced by ./run and ./test, which set `root`: installs what is missing, on Debian and Ubuntu, and builds.

# quietly LABEL LOG COMMAND ...: its output goes to LOG. After two seconds a terminal sees LABEL and a dot a second.
quietly() {
    label=$1
    log=$2
    shift 2
    "$@" >"$log" 2>&1 &
    pid=$!
    fifths=0
    while [ -t 2 ] && kill -0 "$pid" 2>/dev/null; do
        fifths=$((fifths + 1))
        if [ "$fifths" = 10 ]; then
            printf '%s ..' "$label" >&2
        elif [ "$fifths" -gt 10 ] && [ $((fifths % 5)) = 0 ]; then
            printf . >&2
        fi
        sleep 0.2
    done
    [ "$fifths" -lt 10 ] || echo >&2
    wait "$pid"
}

# apt LABEL LOG ARGUMENT ...: apt-get as root. While another program holds one of apt's locks, it waits for up to `lock_seconds` and says so.
# (apt's own option, DPkg::Lock::Timeout, waits for dpkg's lock only, not for those of the package lists and of the downloads.)
lock_seconds=900
apt() {
    apt_label=$1
    apt_log=$2
    shift 2
    waited=0
    until quietly "$apt_label" "$apt_log" $as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get "$@"; do
        lock=$(sed -n 's/^E: Could not get lock //p' "$apt_log" | head -1)
        [ -n "$lock" ] && [ "$waited" -lt "$lock_seconds" ] || return 1
        [ "$waited" -gt 0 ] || echo "Waiting until another program is done with apt: $lock" >&2
        sleep 2
        waited=$((waited + 2))
    done
}

# need WHAT:PACKAGE ...
# WHAT is a command, or the path of a file that the package brings. Whatever is missing is installed with apt, as root or
# through sudo; without either, the one line to type is printed and the script stops with status 1.
need() {
    missing=
    for pair in "$@"; do
        what=${pair%%:*}
        case $what in
        /*) [ -e "$what" ] ;;
        *) command -v "$what" >/dev/null 2>&1 ;;
        esac || missing="$missing ${pair#*:}"
    done
    [ -n "$missing" ] || return 0

    install="install -y --no-install-recommends$missing"
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "Please install:$missing" >&2
        exit 1
    elif [ "$(id -u)" = 0 ]; then
        as_root=
    elif command -v sudo >/dev/null 2>&1; then
        as_root=sudo
        sudo -v || exit 1
    else
        echo "Some packages are missing. As root, type:" >&2
        echo "    apt-get $install" >&2
        exit 1
    fi
    echo "Installing:$missing" >&2
    mkdir -p "$root/build"
    # A package source that cannot be reached does not matter as long as the packages are found.
    apt "Reading the package lists" "$root/build/update.log" update || true
    if ! apt "Installing" "$root/build/install.log" $install; then
        for log in update install; do
            echo "The end of build/$log.log:" >&2
            tail -n 20 "$root/build/$log.log" >&2
        done
        echo "Installing failed. The command was:" >&2
        echo "    apt-get $install" >&2
        exit 1
    fi
}

# A build folder made where the project lay before is made anew.
configure_and_build() {
    cd "$root"
    if ! { [ -e "build/$1/build.ninja" ] && grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "build/$1/CMakeCache.txt"; }; then
        rm -rf "build/$1"
        cmake --preset "$1" || return 1
    fi
    cmake --build --preset "$1"
}

# build PRESET: configures it the first time, builds what changed. Shows the log only if that fails.
build() {
    mkdir -p "$root/build"
    if ! quietly "Building $1" "$root/build/$1.log" configure_and_build "$1"; then
        cat "$root/build/$1.log" >&2
        echo "The build failed." >&2
        exit 1
    fi
}

to_build="gcc:gcc /usr/include/stdio.h:libc6-dev cmake:cmake ninja:ninja-build pkg-config:pkg-config /usr/include/cjson/cJSON.h:libcjson-dev /usr/include/expat.h:libexpat1-dev /usr/include/zlib.h:zlib1g-dev"

# What the Animator is built with. The compiler's own runtime for WebAssembly comes in a package named by its version.
need_web() {
    need node:nodejs npm:npm clang:clang wasm-ld:lld wasm-opt:binaryen /usr/include/wasm32-wasi/stdio.h:wasi-libc
    need "$(clang -print-resource-dir)/lib/wasi:libclang-rt-dev-wasm32"
}
