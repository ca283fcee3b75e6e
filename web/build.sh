#!/bin/sh
# SPDX-License-Identifier: MIT
# build.sh [with-tests]: makes build/web/animator.html from the sources, if they are newer; with-tests: also fetches what
# the browser tests need. Needs node and npm, and what build_wasm.sh needs.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
web=$root/web
out=$root/build/web
mkdir -p "$out"

omit=--omit=dev
if [ "${1-}" = with-tests ] || [ -e "$web/node_modules/playwright-core" ]; then
    omit=
fi
if [ ! -e "$web/node_modules/three" ] || [ "$web/package-lock.json" -nt "$web/node_modules/.package-lock.json" ] ||
    { [ -z "$omit" ] && [ ! -e "$web/node_modules/playwright-core" ]; }; then
    (cd "$web" && npm ci $omit --ignore-scripts --no-audit --no-fund)
    touch "$web/node_modules/.package-lock.json"
fi

newer() {
    [ ! -e "$1" ] || [ -n "$(find "$@" -newer "$1" -type f | head -n 1)" ]
}
if newer "$out/swivel.wasm" "$root/src" "$root/include" "$web/swivel/shim.c" "$web/build_wasm.sh"; then
    sh "$web/build_wasm.sh" "$out/swivel.wasm"
fi
if newer "$out/animator.html" "$out/swivel.wasm" "$web/animator" "$web/swivel" "$web/build.mjs" "$web/package-lock.json"; then
    node "$web/build.mjs" "$out/swivel.wasm" "$out/animator.html"
fi
