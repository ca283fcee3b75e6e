#!/bin/sh
# SPDX-License-Identifier: MIT
# count_tests.sh: what ./test counts as passed, failed and skipped, from logs as ctest writes them.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
expect() {
    got=$(sh "$root/tools/count_tests.sh" "$log")
    [ "$got" = "$1" ] || { echo "counted '$got', expected '$1' in:"; cat "$log"; exit 1; }
}

cat >"$log" <<'LOG'
 69/70 Test #70: solve.engine_degenerate ..........   Passed    1.21 sec
 70/70 Test #22: gpu.arm ..........................***Skipped   0.05 sec

100% tests passed, 0 tests failed out of 70

Total Test time (real) =  61.20 sec

The following tests did not run:
	 22 - gpu.arm (Skipped)
LOG
expect "69 0 1"

cat >"$log" <<'LOG'
93% tests passed, 2 tests failed out of 28

The following tests did not run:
	 22 - gpu.arm (Skipped)
	 24 - web.browser (Skipped)

The following tests FAILED:
	  3 - chain.forward (Failed)
	  9 - cli.fk (SEGFAULT)
Errors while running CTest
LOG
expect "24 2 2"

echo "ninja: build stopped" >"$log"
expect "0 1 0"
