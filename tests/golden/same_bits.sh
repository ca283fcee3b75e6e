#!/bin/sh
# SPDX-License-Identifier: MIT
# same_bits.sh LIBRARY.a: builds bits.c and the core with gcc for this machine, and as WebAssembly run in node; with SWIVEL_TEST_ALL set with
# clang for this machine too (golden.one_pair does so always, as C++), with both at -O0, -O2 and -O3, and without SIMD. Every one must print
# the number in bits.txt, as golden.bits does with each build under test and install.consumer at -O0. A change of that number is a change of behaviour:
# CHANGELOG.md must name it.
# LIBRARY.a is what gcc builds by default: nothing in it may be fused.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
library=$1
read -r expected <"$here/bits.txt"

# Every room of the core but batch, whose bits are compared with the others' in the tests of its lanes; of it only what solves the Puma.
sources="$here/bits.c $(ls "$root"/src/*/*.c | grep -v -e /batch/ -e /offline/ -e /io/)"
sources="$sources $root/src/batch/puma_solve.c $root/src/batch/lanes/puma_lanes.c"
flags="-std=c17 -DSWVI_LANES=baseline -I$root/include -I$root/src -ffp-contract=off -fno-math-errno -fno-trapping-math -fopenmp-simd"
unfused=-fno-tree-slp-vectorize  # what CMakeLists.txt adds for gcc and targets with fused instructions
status=0
compare() {
    if [ "$2" = "$expected" ]; then
        echo "$1: $2"
    else
        echo "$1: $2, expected $expected"
        status=1
    fi
}

# compiled COMPILER OPTION ...: the program, from objects made on all cores.
compiled() {
    rm -f "$work"/*.o
    printf '%s\n' $sources | xargs -P "$(nproc)" -I{} sh -c 'source=$1; shift; exec "$@" -c "$source" -o "$(mktemp "$0/XXXXXXXX.o")"' \
        "$work" {} "$@"
    "$1" "$work"/*.o -lm -o "$work/bits"
}

simds=-msimd128
if [ -n "${SWIVEL_TEST_ALL-}" ]; then
    simds="-msimd128 -mno-simd128"
fi
compilers=gcc levels=
[ -z "${SWIVEL_TEST_ALL-}" ] || compilers="clang gcc" levels="-O0 -O2 -O3"
for compiler in $compilers; do
    for level in $levels; do
        compiled $compiler $flags $level -w
        compare "$compiler $level" "$("$work/bits")"
    done
    native="-O3 -march=native" warnings=-w
    # What gcc sees only at -O3 is an error too.
    [ $compiler = clang ] || { native="$native $unfused" && warnings="-Wall -Wextra -Werror"; }
    compiled $compiler $flags $native $warnings
    compare "$compiler $native" "$("$work/bits")"
done

# Nothing is fused where there are fused instructions: neither in the lanes as they are built, nor in straight code, whose
# objects for this machine are still here.
if [ "$(uname -m)" = x86_64 ]; then
    objdump -d "$library" >"$work/lanes"
    grep -q ymm "$work/lanes" && grep -q zmm "$work/lanes" || { echo "$library has no lanes"; status=1; }
    grep -q fma /proc/cpuinfo || compiled gcc $flags -O3 -march=haswell $unfused -w
    objdump -d "$work"/*.o >"$work/straight"
    grep -q ymm "$work/straight" || { echo "straight code was not made for a machine with fused instructions"; status=1; }
    if grep -hE 'vfn?m(add|sub)' "$work/lanes" "$work/straight" | head -3 | grep .; then
        echo "gcc fuses a product and a sum"
        status=1
    fi
fi

for simd in $simds; do
    clang --target=wasm32-wasi -mexec-model=reactor $flags -O3 $simd -w -fvisibility=hidden $sources -lm -o "$work/bits.wasm"
    compare "clang WebAssembly $simd" "$(node -e '
        const bytes = require("fs").readFileSync(process.argv[1]);
        WebAssembly.instantiate(bytes, {}).then(({ instance }) => {
            const bits = BigInt.asUintN(64, instance.exports.bits());
            console.log(bits.toString(16).padStart(16, "0"));
        });' "$work/bits.wasm")"
done

# A machine that computes in another precision has other bits: it is refused.
if echo '#include "math/scalar.h"' |
    gcc -std=c17 -I"$root/include" -I"$root/src" -U__FLT_EVAL_METHOD__ -D__FLT_EVAL_METHOD__=2 -w -fsyntax-only -xc - 2>"$work/log"; then
    echo "excess precision is not refused"
    status=1
fi
grep -q 'own precision' "$work/log" || { cat "$work/log"; status=1; }
exit $status
