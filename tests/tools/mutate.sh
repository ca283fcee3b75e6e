#!/bin/sh
# SPDX-License-Identifier: MIT
# mutate.sh: tools/mutate on a project of one function: what it changes and never changes, what is killed and survives, shards and a second run.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mutate() { /usr/bin/python3 -B "$root/tools/mutate" --root "$root/tests/tools/mutate" --scratch "$work/copies" --tests . --time-limit 1 "$@"; }
fail() { echo "mutate.sh: $1 in:"; cat "$work/output"; exit 1; }
has() { grep -qF -- "$1" "$work/output" || fail "no '$1'"; }
has_no() { ! grep -qF -- "$1" "$work/output" || fail "'$1'"; }
before=$(cat "$root"/tests/tools/mutate/src/* | cksum)

# All changes there are: none of comments, strings, preprocessor lines, assertions, sizes, generated files.
for seed in 1 2 3 4 5 6 7 8; do mutate --count 1000 --seed $seed --list-only src; done >"$work/output"
has "src/steps.c:14: if (step < 0)  =>  if (step <= 0)"
has "src/steps.c:14: if (step < 0)  =>  if (step >= 0)"
has "src/steps.c:15: step = -step;  =>  step = step;"
has "src/steps.c:15: step = -step;  =>  ;"
has "src/steps.c:17: left -= step;  =>  left += step;"
has "src/steps.c:18: count++;  =>  count--;"
has "src/steps.c:20: return count > 1000 ? 1000 : count + (text == copy);  =>  return count > 1000 ? 1000 : count - (text == copy);"
for line in 1 2 3 5 7 9 11 12 13; do has_no "src/steps.c:$line:"; done
has_no table.h
grep -oE '> [0-9]+ \?' "$work/output" | tr -dc '0-9\n' | sort -un | awk '$1 != 1000 && ($1 < 700 || $1 > 1300 || ($1 > 900 && $1 < 1100)) { exit 1 }' ||
    fail "a constant changed by other than 10 to 30 %"
# The same seed draws the same mutants, and the shards are parts of them.
mutate --count 6 --list-only src | sort >"$work/whole"
{ mutate --count 6 --shard 1/2 --list-only src; mutate --count 6 --shard 2/2 --list-only src; } | sort >"$work/output"
cmp -s "$work/whole" "$work/output" || fail "the shards are not parts of the whole"

# A loop without end is killed; a change without effect and an untested bound survive.
mutate --count 1000 --results "$work/results" src >"$work/output"
has "killed    src/steps.c:16: while (left > 0) {  =>"
has "killed    src/steps.c:17: left -= step;  =>  ;  (check)"
has "killed    src/steps.c:15: step = -step;  =>  step = step;  (check)"
grep -qE '^survived  src/steps.c:14: if \(step < 0\)  =>  if \(step < 1\)' "$work/output" || fail "no survivor without effect"
grep -qE '^survived  src/steps.c:20: return count > 1000 .*  =>  return count > [0-9]+ ' "$work/output" || fail "no untested bound"
grep -qE '^[0-9]+ of [0-9]+ mutants killed' "$work/output" || fail "no summary"
grep mutants "$work/output" >"$work/summary"
# What was tried is not tried again, and the summary is the same. Survivors are tried again if asked.
mutate --count 1000 --results "$work/results" src >"$work/output"
has_no " of 1000 "
grep mutants "$work/output" | cmp -s - "$work/summary" || fail "another summary"
mutate --again --results "$work/results" >"$work/output"
has "  survived  src/steps.c:20:"
has_no "  killed  "
[ "$before" = "$(cat "$root"/tests/tools/mutate/src/* | cksum)" ] || { echo "mutate.sh: the sources were changed"; exit 1; }
