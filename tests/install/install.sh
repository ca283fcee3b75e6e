#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh: what a newcomer does. A fresh copy of the sources is built and installed by the lines of docs/install.md, packed by
# cpack and unpacked; a stranger's program, in C and in C++, uses each of them through find_package and pkg-config, with the
# static and the shared library; and the sources through add_subdirectory and FetchContent.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# What is tried is the packages, not how fast they are: without optimisation, unless SWIVEL_TEST_ALL is set.
if [ -z "${SWIVEL_TEST_ALL-}" ]; then
    printf '#!/bin/sh\nexec "$@" -O0\n' >"$work/unoptimised"
    chmod +x "$work/unoptimised"
    export CMAKE_C_COMPILER_LAUNCHER="$work/unoptimised"
fi
strict="-Wall -Wextra -Wpedantic -Werror"

mkdir "$work/clone"
(cd "$root" && cp -r CMakeLists.txt CMakePresets.json LICENSE README.md cmake include src papers cli "$work/clone")
tar -C "$work" -czf "$work/swivel.tar.gz" clone

# The lines of docs/install.md, in a prefix of our own instead of /usr/local, where ldconfig has nothing to do.
cd "$work/clone"
sed -n '/^    cmake -B build\/release/,/^$/p' "$root/docs/install.md" >"$work/lines"
grep -q 'cmake --install build/release' "$work/lines" || { echo "The lines of docs/install.md were not found."; exit 1; }
sed 's/sudo //; s/#.*//; /^ *ldconfig/d; s|cmake --install .*|cmake --install build/release --prefix "'"$work/prefix"'"|' \
    "$work/lines" >"$work/install-lines"
sh -eu "$work/install-lines" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

# consumers NAME OPTION ...: builds the consuming project and runs all its programs.
consumers() {
    name=$1
    shift
    if ! { cmake -G Ninja -S "$here" -B "$work/$name" -DCMAKE_C_FLAGS="$strict" -DCMAKE_CXX_FLAGS="$strict" "$@" &&
        cmake --build "$work/$name"; } >"$work/log" 2>&1; then
        cat "$work/log"
        exit 1
    fi
    for program in "$work/$name"/consumer_*; do
        echo "$name, ${program##*/}: $("$program")"
    done
}

# uses NAME PREFIX: the package that lies in PREFIX, through find_package and pkg-config.
uses() {
    consumers "$1" -DKINDS="static;shared;swivel" -DCMAKE_PREFIX_PATH="$2"
    PKG_CONFIG_PATH=$(dirname "$(find "$2" -name swivel.pc)")
    export PKG_CONFIG_PATH
    for package in swivel swivel-shared; do
        cc $strict "$here/consumer.c" $(pkg-config --cflags --libs $package) -o "$work/by-pkg-config"
        echo "$1, pkg-config $package: $("$work/by-pkg-config")"
        c++ $strict -x c++ "$here/consumer.c" -x none $(pkg-config --cflags --libs $package) -o "$work/by-pkg-config"
        echo "$1, pkg-config $package, C++: $("$work/by-pkg-config")"
    done
    cc $strict "$here/consumer_io.c" $(pkg-config --cflags --libs swivel-io) -o "$work/io-by-pkg-config"
    echo "$1, pkg-config swivel-io: $("$work/io-by-pkg-config")"
    cc $strict "$here/consumer_papers.c" $(pkg-config --cflags --libs swivel-papers) -o "$work/papers-by-pkg-config"
    echo "$1, pkg-config swivel-papers: $("$work/papers-by-pkg-config")"
    # The shared one is linked as shared.
    readelf -d "$work/by-pkg-config" | grep -q 'NEEDED.*libswivel.so'
    "$2/bin/swivel" version
    [ "$(pkg-config --modversion swivel)" = "$("$2/bin/swivel" version | sed 's/[^0-9]*//')" ]
    find "$2" -name LICENSE | grep -q .
}

uses installed "$work/prefix"
read -r expected <"$root/tests/golden/bits.txt"
cc -std=c17 -ffp-contract=off "$root/tests/golden/bits.c" $(pkg-config --cflags --libs swivel-papers) -o "$work/bits"
shown=$("$work/bits")
echo "golden number: $shown"
[ "$shown" = "$expected" ] || { echo "expected $expected"; exit 1; }

(cd build/release && cpack) >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
mkdir "$work/unpacked"
tar -C "$work/unpacked" --strip-components=1 -xzf build/release/swivel-*.tar.gz
uses tar.gz "$work/unpacked"
# Installed by dpkg, with its own scripts, in a root of its own; who may not do that unpacks it.
if [ "$(id -u)" = 0 ]; then
    mkdir -p "$work/deb/var/lib/dpkg/info" "$work/deb/var/lib/dpkg/updates"
    : >"$work/deb/var/lib/dpkg/status"
    dpkg --root="$work/deb" --force-script-chrootless --force-depends --log=/dev/null -i build/release/swivel_*.deb >"$work/log" 2>&1 ||
        { cat "$work/log"; exit 1; }
    dpkg --root="$work/deb" -s swivel | grep -q '^Status: install ok installed'
else
    dpkg -x build/release/swivel_*.deb "$work/deb"
fi
uses deb "$work/deb/usr"

# Sources: nothing but what is linked is built, and no warning is an error.
debug="-DKINDS=swivel -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS="
consumers add_subdirectory $debug -DSWIVEL_FOLDER="$work/clone" -DBUILD_SHARED_LIBS=ON
consumers fetchcontent $debug -DSWIVEL_ARCHIVE="$work/swivel.tar.gz"
for name in add_subdirectory fetchcontent; do
    if grep '"command"' "$work/$name/compile_commands.json" | grep -v 'install/consumer' | grep -v consumer.cpp | grep -q -e -Werror -e cli/main.c -e /tests/; then
        echo "$name brings -Werror, the command or the tests"
        exit 1
    fi
done
[ -e "$work/add_subdirectory/swivel/src/libswivel.so" ] && [ ! -e "$work/fetchcontent/_deps/swivel-build/src/libswivel.so" ] ||
    { echo "BUILD_SHARED_LIBS does not decide what is built"; exit 1; }
