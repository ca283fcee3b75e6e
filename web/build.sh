#!/bin/sh
# SPDX-License-Identifier: MIT
# build.sh SWIVEL [with-tests]: makes build/web/animator.html from the sources, if they are newer. SWIVEL is the command,
# whose report the page shows; with-tests also fetches what the browser tests need. Needs node and npm, and what
# build_wasm.sh needs.
set -eu
swivel=$1
root=$(cd "$(dirname "$0")/.." && pwd)
web=$root/web
out=$root/build/web
mkdir -p "$out"

sh "$web/packages.sh" "${2-}"

newer() {
    [ ! -e "$1" ] || [ -n "$(find "$@" -newer "$1" -type f | head -n 1)" ]
}
if newer "$out/chains.wasm" "$root/src" "$root/papers" "$root/include" "$web"/swivel/*.[ch] "$web"/swivel/papers/*.[ch] "$web/build_wasm.sh"; then
    sh "$web/build_wasm.sh" "$out"
fi
if newer "$out/report.html" "$swivel"; then
    "$swivel" report --out "$out/report.html"
fi
if newer "$out/animator.html" "$out/swivel.wasm" "$out/chains.wasm" "$out/report.html" "$web/animator" "$root/data/body" "$root/docs/glossary.md" "$web/swivel" "$web/build.mjs" "$web/package-lock.json"; then
    node "$web/build.mjs" "$out" "$out/report.html" "$out/animator.html"
fi
