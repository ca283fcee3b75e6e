#!/bin/sh
# SPDX-License-Identifier: MIT
# same_bits.sh LIBSWIVEL_PAPERS.a LIBSWIVEL.a: the modules give the bits of the native library, over 20000 solves (with SWIVEL_TEST_ALL set
# 100000) of arm7 and finger, and as many fewer of shoulder, limbs and whole bodies as they take longer, and none is larger than 450,000 bytes. They stay in build/web, where the page finds them. Its package's own example runs, from a folder where only the package is.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=20000
[ -z "${SWIVEL_TEST_ALL-}" ] || count=100000
cc -std=c17 -O2 -ffp-contract=off -I"$here/../../include" "$here/native.c" "$1" "$2" -lm -o "$work/native"
built=$here/../../build/web
mkdir -p "$built"
sh "$here/../build_wasm.sh" "$built"
cp "$built"/*.wasm "$work"
native=$("$work/native" bits $count)
module=$(node "$here/bits.mjs" "$work" $count)
echo "native $native, WebAssembly $module"
[ "$native" = "$module" ]
node "$here/outcomes.mjs" "$work/swivel.wasm"
node "$here/follow.mjs" "$work/swivel.wasm"
node "$here/body.mjs" "$work/swivel.wasm"
node "$here/points.mjs" "$work/swivel.wasm"
node "$here/chains.mjs" "$work/chains.wasm"
node "$here/batch.mjs" "$work"
node "$here/files.mjs" "$work"
node "$here/robots.mjs" "$work"
node "$here/heap.mjs" "$work/swivel.wasm"
node "$here/stack.mjs" "$work"
mkdir "$work/package"
cp "$here"/../swivel/*.js "$here"/../swivel/*.mjs "$here"/../swivel/package.json "$work"/*.wasm "$work/package"
mkdir "$work/package/papers"
cp "$here"/../swivel/papers/*.js "$work/package/papers"
(cd "$work/package" && node example.mjs) | tee "$work/example"
grep -q '^reached: ' "$work/example"
for name in swivel chains files batch robots; do
    size=$(wc -c <"$work/$name.wasm")
    echo "$name.wasm: $size bytes"
    [ "$size" -le 450000 ]
done
