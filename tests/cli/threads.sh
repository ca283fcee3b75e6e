#!/bin/sh
# SPDX-License-Identifier: MIT
# threads.sh BUILD-FOLDER: the command under ThreadSanitizer. Many rows, on four threads as on one; an input that pauses;
# a bad row in the middle. With SWIVEL_TEST_ALL set, all of bulk.sh.
set -eu
build=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$build"
level=-O0
[ -z "${SWIVEL_TEST_ALL-}" ] || level=-O1
if ! { cmake -G Ninja -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="$level -g1 -fsanitize=thread" &&
    cmake --build "$build" --target swivel_cli; } >"$build/log" 2>&1; then
    cat "$build/log"
    exit 1
fi
export TSAN_OPTIONS=halt_on_error=1:exitcode=66
swivel=$build/cli/swivel
cd "$build"
awk 'BEGIN { for (i = 0; i < 20000; i++) printf "%.3f,%.3f,%.3f\n", i % 170, i % 50, -(i % 90) }' >rows.csv
"$swivel" fk planar3 --q-file rows.csv --threads 1 >one
"$swivel" fk planar3 --q-file rows.csv --threads 4 >four
cmp one four
(head -n 700 rows.csv && sleep 1 && tail -n +701 rows.csv) | "$swivel" fk planar3 --q-file - --threads 3 | cmp - one
awk 'NR == 9000 { print "1,2,x"; next } 1' rows.csv >bad.csv
code=0
"$swivel" fk planar3 --q-file bad.csv --threads 4 >out 2>message || code=$?
[ "$code" = 1 ] || [ "$code" = 2 ] || { cat message; echo "status $code"; exit 1; }
grep -q 'bad.csv:9000' message || { cat message; exit 1; }
[ -z "${SWIVEL_TEST_ALL-}" ] || sh "$root/tests/cli/bulk.sh" "$swivel"
