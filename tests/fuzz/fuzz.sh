#!/bin/sh
# SPDX-License-Identifier: MIT
# fuzz.sh TARGET CORPUS [LENGTH]: the inputs that were kept in CORPUS.tar; with SWIVEL_TEST_ALL set also a minute of new ones, with SWIVEL_FUZZ_RUNS so
# many, which are others each time, as they depend on addresses. An input that fails is left beside the target; corpus.sh keeps it.
# Ten million of each: cmake --preset fuzz && cmake --build --preset fuzz && SWIVEL_FUZZ_RUNS=10000000 ctest --test-dir build/fuzz -R ^fuzz --timeout 1000000
set -eu
target=$1
corpus=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/new"
sh "$(dirname "$0")/corpus.sh" unpack "$corpus.tar" "$work/kept"
often=-runs=0
[ -z "${SWIVEL_TEST_ALL-}" ] || often="-max_total_time=60"
[ -z "${SWIVEL_FUZZ_RUNS-}" ] || often="-runs=$SWIVEL_FUZZ_RUNS"
words=
[ ! -f "$corpus.dict" ] || words="-dict=$corpus.dict"
"$target" $often $words -max_len="${3-600}" -timeout=60 -artifact_prefix="$target.failed-" "$work/new" "$work/kept" 2>"$work/log" || {
    tail -n 40 "$work/log"
    exit 1
}
tail -n 1 "$work/log"
