#!/bin/sh
# SPDX-License-Identifier: MIT
# build_wasm.sh FILE: the core and its shim as one WebAssembly module, with SIMD. Needs clang, lld, wasi-libc,
# clang's runtime for wasm32 and binaryen.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
out=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sources=$(ls "$root"/web/swivel/shim*.c "$root"/src/*/*.c | grep -v -e /batch/ -e /io/ -e /offline/)
flags="--target=wasm32-wasi -std=c17 -I$root/include -I$root/src -msimd128 -ffp-contract=off -fno-math-errno
    -fno-trapping-math -fvisibility=hidden -ffunction-sections -fdata-sections -DNDEBUG -w"
# Each file by itself, two at a time: one command with all of them runs on one core. Built to be small, without the loops it
# asks to be unrolled, and what is in it twice is joined by wasm-opt: the page carries it.
echo "$sources" | xargs -P 2 -n 1 sh -c '
    flags=$1 work=$2 file=$3
    clang $flags -Oz -fno-slp-vectorize -mllvm -pragma-unroll-threshold=1 -c "$file" -o "$work/$(echo "$file" | tr / _).o"' sh "$flags" "$work"
clang --target=wasm32-wasi -mexec-model=reactor "$work"/*.o -lm -o "$work/linked.wasm" \
    -Wl,--strip-all,--gc-sections,--stack-first,-z,stack-size=1048576
# Nothing is in the first kilobyte: it is the far end of the stack. A number used often is kept in a local: nine bytes each time.
wasm-opt -Oz -iit --converge --const-hoisting --reorder-functions --reorder-locals --low-memory-unused --enable-simd --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int \
    --enable-mutable-globals "$work/linked.wasm" -o "$work/swivel.wasm"
mv "$work/swivel.wasm" "$out"
