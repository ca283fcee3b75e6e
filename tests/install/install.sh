#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh BUILD-FOLDER: installs the package into an empty folder and builds a stranger's program against it, through
# find_package and through pkg-config, with the static and the shared library, as C and as C++.
set -eu
build=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" >/dev/null
cmake -G Ninja -S "$here" -B "$work/consumer" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_C_FLAGS="-Wall -Wextra -Wpedantic -Werror" \
    -DCMAKE_CXX_FLAGS="-Wall -Wextra -Wpedantic -Werror" >/dev/null
cmake --build "$work/consumer" >/dev/null
for program in consumer_static consumer_shared consumer_cpp_static consumer_cpp_shared; do
    echo "find_package, $program: $("$work/consumer/$program")"
done

PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name swivel.pc)")
export PKG_CONFIG_PATH
flags=$(pkg-config --cflags --libs swivel)
cc "$here/consumer.c" $flags -lm -o "$work/by-pkg-config"
echo "pkg-config, shared: $(LD_LIBRARY_PATH=$(pkg-config --variable=libdir swivel) "$work/by-pkg-config")"
cc "$here/consumer.c" $(pkg-config --cflags swivel) "$(pkg-config --variable=libdir swivel)/libswivel.a" -lm -o "$work/static"
echo "pkg-config, static: $("$work/static")"

echo "command: $("$work/prefix/bin/swivel" version)"
[ "$(pkg-config --modversion swivel)" = "$("$work/prefix/bin/swivel" version | sed 's/[^0-9]*//')" ]
