#!/bin/sh
# SPDX-License-Identifier: MIT
# bench.sh LIBSWIVEL_PAPERS.a LIBSWIVEL.a: one arm solve in WebAssembly (node) beside the native one, and the modules' sizes.
set -eu
web=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -std=c17 -O3 -ffp-contract=off -I"$web/../include" "$web/test/native.c" "$1" "$2" -lm -o "$work/native"
sh "$web/build_wasm.sh" "$work"
node "$web/test/bench.mjs" "$work/chains.wasm" "$work/native"
echo "swivel.wasm: $(wc -c <"$work/swivel.wasm") bytes, chains.wasm: $(wc -c <"$work/chains.wasm")"
