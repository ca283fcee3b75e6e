#!/bin/sh
# SPDX-License-Identifier: MIT
# same_bits.sh LIBRARY.a PAPERS.a: builds bits.c, bodies.c and the core with gcc for this machine, and as WebAssembly run in node; with SWIVEL_TEST_ALL set with
# clang for this machine too (golden.one_pair does so always, as C++), with both at -O0, -O2 and -O3, and without SIMD. Every one must print
# the numbers in bits.txt and bodies.txt, as golden.bits and golden.bodies do with each build under test and install.consumer at -O0. A change of that number is a change of behaviour:
# CHANGELOG.md must name it.
# Both archives are what gcc builds by default: nothing in them may be fused.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
library=$1
papers=$2
read -r expected <"$here/bits.txt"

# Every room of the core, of batch trigonometry alone, as the bits of the other lanes are compared in their tests; and the papers.
sources="$(ls "$root"/src/*/*.c | grep -v -e /batch/ -e /io/) $root/src/batch/batch_trig.c $root/src/batch/lanes/trig_lanes.c"
sources="$sources $(ls "$root"/papers/*.c "$root"/papers/*/*.c "$root"/papers/*/lanes/*.c)"
flags="-std=c17 -DSWVI_LANES=baseline -I$root/include -I$root/src -I$root/papers -ffp-contract=off -fno-math-errno -fno-trapping-math -fopenmp-simd"
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

# compare_all NAME: what the two programs of this build print.
compare_all() {
    compare "$1" "$("$work/bits")"
    "$work/bodies" "$here/bodies.txt" || status=1
}

# compiled COMPILER OPTION ...: the programs, from objects made on all cores.
compiled() {
    rm -f "$work"/*.o
    printf '%s\n' $sources | xargs -P "$(nproc)" -I{} sh -c 'source=$1; shift; exec "$@" -c "$source" -o "$(mktemp "$0/XXXXXXXX.o")"' \
        "$work" {} "$@"
    for program in bits bodies; do
        "$@" "$here/$program.c" "$work"/*.o -lm -o "$work/$program"
    done
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
        compare_all "$compiler $level"
    done
    native="-O3 -march=native" warnings=-w
    # What gcc sees only at -O3 is an error too.
    [ $compiler = clang ] || { native="$native $unfused" && warnings="-Wall -Wextra -Werror"; }
    compiled $compiler $flags $native $warnings
    compare_all "$compiler $native"
done

# Nothing is fused where there are fused instructions: neither in the lanes as they are built, nor in straight code, whose
# objects for this machine are still here.
if [ "$(uname -m)" = x86_64 ]; then
    objdump -d "$library" "$papers" >"$work/lanes"
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
    # swv_body_reach alone wants more than half of the 64 kB that a module's stack has by default.
    compiled clang --target=wasm32-wasi -mexec-model=reactor $flags -O3 $simd -w -fvisibility=hidden -Wl,-z,stack-size=1048576
    node -e '
        const { readFileSync } = require("fs");
        const hex = (bits) => BigInt.asUintN(64, bits).toString(16).padStart(16, "0");
        const load = async (name) => (await WebAssembly.instantiate(readFileSync(name), {})).instance.exports;
        (async () => {
            console.log(hex((await load(process.argv[1])).bits()));
            const module = await load(process.argv[2]);
            for (let room = 0; room < module.rooms(); room++) {
                const letters = new Uint8Array(module.memory.buffer, module.room_name(room));
                console.log(Buffer.from(letters.subarray(0, letters.indexOf(0))).toString(), hex(module.room_bits(room)));
            }
        })();' "$work/bits" "$work/bodies" >"$work/shown"
    compare "clang WebAssembly $simd" "$(head -1 "$work/shown")"
    sed 1d "$work/shown" | diff "$here/bodies.txt" - || { echo "clang WebAssembly $simd: bodies move otherwise"; status=1; }
done

# A machine that computes in another precision has other bits: it is refused.
if echo '#include "math/scalar.h"' |
    gcc -std=c17 -I"$root/include" -I"$root/src" -U__FLT_EVAL_METHOD__ -D__FLT_EVAL_METHOD__=2 -w -fsyntax-only -xc - 2>"$work/log"; then
    echo "excess precision is not refused"
    status=1
fi
grep -q 'own precision' "$work/log" || { cat "$work/log"; status=1; }
exit $status
