#!/bin/sh
# SPDX-License-Identifier: MIT
# count_tests.sh LOG: what ctest printed, as "PASSED FAILED SKIPPED". CTest counts a skipped test as passed; here it is
# neither. A log without the closing line counts as one failure: the tests did not run to their end.
set -eu
# "93% tests passed, 2 tests failed out of 28"; then, of those that did not run, "22 - gpu.arm (Skipped)"
closing=$(sed -n 's/.*tests passed, \([0-9]*\) tests failed out of \([0-9]*\)/\1 \2/p' "$1")
if [ -z "$closing" ]; then
    echo "0 1 0"
    exit
fi
failed=${closing% *}
skipped=$(grep -c '^[[:space:]]*[0-9]* - .* (Skipped)$' "$1" || true)
echo "$((${closing#* } - failed - skipped)) $failed $skipped"
