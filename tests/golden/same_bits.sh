#!/bin/sh
# SPDX-License-Identifier: MIT
# same_bits.sh: builds bits.c and the core with gcc and clang at -O0, -O2 and -O3, and as WebAssembly run in node; every
# one must print the number in bits.txt. A change of that number is a change of behaviour: it belongs in the CHANGELOG.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
read -r expected <"$here/bits.txt"

# Every room but batch, whose bits are compared with the others' in the tests of its lanes.
sources="$here/bits.c $(ls "$root"/src/*/*.c | grep -v -e /batch/ -e /offline/)"
flags="-std=c17 -I$root/include -I$root/src -ffp-contract=off -fno-math-errno -fno-trapping-math -fopenmp-simd"
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

for compiler in gcc clang; do
    native="-O3 -march=native"
    [ $compiler = clang ] || native="$native $unfused"
    for level in -O0 -O2 -O3 "$native"; do
        $compiler $flags $level -w $sources -lm -o "$work/bits"
        compare "$compiler $level" "$("$work/bits")"
    done
done

for simd in "" -msimd128; do
    clang --target=wasm32-wasi -mexec-model=reactor $flags -O3 $simd -w -fvisibility=hidden $sources -lm -o "$work/bits.wasm"
    compare "clang WebAssembly $simd" "$(node -e '
        const bytes = require("fs").readFileSync(process.argv[1]);
        WebAssembly.instantiate(bytes, {}).then(({ instance }) => {
            const bits = BigInt.asUintN(64, instance.exports.bits());
            console.log(bits.toString(16).padStart(16, "0"));
        });' "$work/bits.wasm")"
done

# Nothing is fused where there are fused instructions: neither in the lanes as they are built, nor in straight code.
if [ "$(uname -m)" = x86_64 ]; then
    for source in $sources "$root"/src/batch/lanes/*.c; do
        case $source in
        */lanes/*) options="-fno-thread-jumps -DSWVI_LANES=fused" targets="haswell skylake-avx512" ;;
        *) options=$unfused targets=haswell ;;
        esac
        for target in $targets; do
            if gcc $flags $options -O3 -march=$target -w -S "$source" -o - | grep -qE 'vfn?m(add|sub)'; then
                echo "$source: gcc fuses a product and a sum for $target"
                status=1
            fi
        done
    done
fi

# A machine that computes in another precision has other bits: it is refused.
if echo '#include "math/scalar.h"' |
    gcc -std=c17 -I"$root/include" -I"$root/src" -U__FLT_EVAL_METHOD__ -D__FLT_EVAL_METHOD__=2 -w -fsyntax-only -xc - 2>"$work/log"; then
    echo "excess precision is not refused"
    status=1
fi
grep -q 'own precision' "$work/log" || { cat "$work/log"; status=1; }
exit $status
