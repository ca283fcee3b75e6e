#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh: what a newcomer does. A fresh copy of the sources is built, installed and packed by the lines of docs/install.md, and its programs are
# linked by its lines; a stranger's program, in C and in C++, uses what is installed and what was packed through find_package and pkg-config, with the
# static and the shared library; and the sources through add_subdirectory and FetchContent. Needs no make.
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
# Only Ninja is promised. A machine that has make by chance does not hide what needs it.
mkdir "$work/bin"
printf '#!/bin/sh\necho "make is called" >&2\nexit 1\n' | tee "$work/bin/make" >"$work/bin/gmake"
chmod +x "$work/bin/make" "$work/bin/gmake"
PATH=$work/bin:$PATH
strict="-Wall -Wextra -Wpedantic -Werror"

mkdir "$work/clone"
(cd "$root" && cp -r CMakeLists.txt CMakePresets.json LICENSE README.md cmake data include src papers cli tools "$work/clone")
tar -C "$work" -czf "$work/swivel.tar.gz" clone

# The page's blocks, in a file for each kind and heading: "sh.Build and install". C programs lie in a file each.
mkdir "$work/page" "$work/own"
awk -v out="$work/page/" -v own="$work/own/" '
    /^##+ / { heading = $0; sub(/^#+ /, "", heading) }
    /`[a-z]+\.c`:$/ { program = $NF; gsub(/[`:]/, "", program) }
    /^```$/ { file = ""; next }
    /^```/  { kind = substr($0, 4); file = kind == "c" ? own program : out kind "." heading; next }
    file    { print > file }' "$root/docs/install.md"
[ "$(ls "$work/page" | sort | tr '\n' ';')" = "apt.Build and install;cmake.From source, inside your project;cmake.With CMake;sh.Build and install;\
sh.Packages;sh.Two files;sh.With CMake;sh.With pkg-config;" ] && [ -s "$work/own/hand.c" ] && [ -s "$work/own/joints.c" ] ||
    { echo "docs/install.md has other blocks than are tried here:"; ls "$work/page" "$work/own"; exit 1; }
# lines FOLDER HEADING: runs the lines under that heading, in a prefix of our own instead of /usr/local, where ldconfig has nothing to do.
lines() {
    sed 's/sudo //; s/#.*//; /^ *ldconfig/d; s|cmake --install build/release|& --prefix "'"$work/prefix"'"|' "$work/page/sh.$2" >"$work/lines"
    (cd "$1" && sh -eu "$work/lines") >"$work/log" 2>&1 || { echo "docs/install.md, $2:"; cat "$work/lines" "$work/log"; exit 1; }
}
if command -v dpkg-query >/dev/null; then
    for package in $(sed 's/.*apt-get install//; s/#.*//' "$work/page/apt.Build and install"); do
        dpkg-query -W "$package" >/dev/null || { echo "docs/install.md names a package that is not installed here: $package"; exit 1; }
    done
fi

cd "$work/clone"
lines . "Build and install"
# The configuration says which optional libraries it found, and which files cannot be read without the others.
says() {
    grep -Eq -e "--   $1" "$work/log" || { cat "$work/log"; echo "the configuration does not say: $1"; exit 1; }
}
for library in 'cJSON [0-9.]+' 'expat [0-9.]+' 'zlib [0-9.]+' assimp; do
    says "$library +found    reads"
done
mkdir "$work/none"
PKG_CONFIG_LIBDIR=$work/none cmake -G Ninja -B "$work/none/build" -DCMAKE_IGNORE_PATH=/usr/include >"$work/log"
says 'cJSON +MISSING  cannot read glTF, GLB, VRM, .*libcjson-dev.'
says 'expat +MISSING  cannot read URDF, MJCF .*libexpat1-dev.'
says 'zlib +MISSING  cannot read NPZ .*zlib1g-dev.'
says 'assimp +MISSING  cannot read FBX, Collada .*libassimp-dev.'
cp "$root/data/files/bvh/cmu_02_01_walk.bvh" "$work/own/walk.bvh"
cp "$work/page/cmake.With CMake" "$work/own/CMakeLists.txt"
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name swivel.pc)")
export PKG_CONFIG_PATH
lines "$work/own" "With pkg-config"
cat "$work/log"
(export CMAKE_PREFIX_PATH="$work/prefix" && lines "$work/own" "With CMake")
tail -2 "$work/log"
lines . "Two files"
# From source: what the page links is there. The programs below build it.
cp -r "$work/own" "$work/from-source"
rm -r "$work/from-source/build"
sed 's|URL swivel|URL '"$work"'/swivel|' "$work/page/cmake.From source, inside your project" >"$work/from-source/swivel.cmake"
sed -i 's|^find_package.*|include(swivel.cmake)|' "$work/from-source/CMakeLists.txt"
cmake -G Ninja -S "$work/from-source" -B "$work/from-source/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

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

notices=$(cd "$root" && for folder in $(grep -rhoE '(Made by .* from|come from:) data/[a-z]+' include src papers cli | sed 's/.* //' | sort -u); do
    find "$folder" -name 'README*' -o -name 'LICEN*' -o -name '*READMEFIRST*'
done)
[ "$(echo "$notices" | wc -l)" -ge 5 ] || { echo "what the tables are made from was not found: $notices"; exit 1; }

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
    # The licence, and those of the measurements that are compiled in: of each folder of data that a table is made from.
    for notice in LICENSE $notices; do
        [ -s "$2/share/doc/swivel/$notice" ] || { echo "$1: $notice is not in the package"; exit 1; }
    done
}

uses installed "$work/prefix"
read -r expected <"$root/tests/golden/bits.txt"
cc -std=c17 -ffp-contract=off "$root/tests/golden/bits.c" $(pkg-config --cflags --libs swivel-papers) -o "$work/bits"
shown=$("$work/bits")
echo "golden number: $shown"
[ "$shown" = "$expected" ] || { echo "expected $expected"; exit 1; }

lines . Packages
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
