# SPDX-License-Identifier: MIT
# swivel compare: the thesis's tables beside ours, any chain, JSON, and what goes wrong.
. "$(dirname "$0")/check.sh"

# All experiments: four headings, every method reaches every step, newton's first four columns as printed.
run compare
expect_success
for heading in '(1, 1, 0) from 0.5 degrees in every joint, to 0.0001 (tables 6.1, 6.2, C.1 and C.2)' \
    '(10, 10, 0) from 0.5 degrees in every joint, to 0.0001 (tables 6.3 and 6.4, large residual)'; do
    expect_line "arm6, ten steps of $heading"
done
expect_line 'torso8, ten steps of (1, 1, 0) from 0.5 degrees in every joint, to 0.0001 (tables 6.5 and 6.6)'
expect_line 'planar3, ten steps of (1, -1, 0) from 0.5 degrees in every joint, to 0.0001 (tables 6.7 and 6.8)'
grep -q 'steps reached' "$folder/out" && fail "not all steps are reached: $(grep 'steps reached' "$folder/out")"
grep -q ' $' "$folder/out" && fail 'spaces at the end of a line'
expect_line '  printed   1.03021  -7.64128  15.43075   0.48902  -6.28465   1.08795   4 iterations'
grep -Eq '^  ours +1\.0302[0-9] +-7\.641[0-9]+ +15\.430[0-9]+ +0\.4890[0-9] +-6\.284[0-9]+ +1\.0879[0-9]   4 iterations$' \
    "$folder/out" || fail "example 1: $(grep '^  ours' "$folder/out")"

# The printed numbers: means, slips and their remarks, rows of C.1 and C.2.
number='[0-9.]+ +'
grep -Eq "^  newton +$number${number}3\.2 +$number$number$number${number}24\.1b\$" "$folder/out" || fail 'printed means of newton'
grep -Eq "^  broyden +$number${number}18\.5a +$number$number$number${number}66\.3\$" "$folder/out" || fail 'printed means of broyden'
grep -Eq "^  broyden +$number${number}FAIL +$number$number$number${number}FAIL\$" "$folder/out" || fail 'broyden failed in table 6.3'
expect_line '  a  the mean of table C.1 is 16.7'
expect_line '  b  the mean of table C.2 is 21.9'
grep -Eq '^     1      4     4 .* 25 .* 10 .* 23 +[0-9]+     -$' "$folder/out" || fail 'row 1 of table C.1'
grep -Eq '^     1 +[0-9]+    34 .* 73 .* 100 .* 267 .* 2825 +[0-9]+   265$' "$folder/out" || fail 'row 1 of table C.2'

# Whose steps are shown: those of twelve equations, or of six.
grep -q '^  iterations at each step, 12 equations (5.26): ours' "$folder/out" || fail 'the steps of twelve equations'
run compare --residual 6
expect_success
grep -q 'steps reached' "$folder/out" && fail "not all steps are reached: $(grep 'steps reached' "$folder/out")"
grep -q '^  iterations at each step, 6 equations (5.22): ours' "$folder/out" || fail 'the steps of six equations'
grep -Eq '^     1 +4     4 +5    14 +8     8 ' "$folder/out" || fail 'bfgs takes eight iterations to the first target, as printed'

# Far targets: on twelve equations each method reaches at least 290 of 300, on six at least a third is turned by half a turn.
run compare --far
expect_success
expect_line 'arm6, 300 far targets: every joint within 1.5 radians of zero; from zero'
expect_line 'torso8, 300 far targets: every joint within 1.5 radians of zero; from zero'
[ "$(grep -c '^  [a-z][a-z]* *[0-9]' "$folder/out")" -eq 14 ] || fail 'not two tables of seven rows'
awk '/^  [a-z]+ +[0-9]/ { if ($2 < 290 || $6 < 100 || $9 < 290) { print; bad = 1 } } END { exit bad }' "$folder/out" || fail 'far targets are lost'
run compare --far --chain planar3 --json
expect_success
python3 -c '
import json, sys
e, = json.load(open(sys.argv[1]))["far"]
assert e["model"] == "planar3" and e["targets"] == 300 and len(e["methods"]) == 21
assert all(m["reached"] >= 290 for m in e["methods"] if m["equations"] != 6)
' "$folder/out" || fail 'JSON of far targets'
run compare --far --step 1
expect_failure 'compare: --far and --hypotheses take no other word, but --chain and --json after --far'

# The hypotheses: all solutions of the closed form, one of them by a method, and no sudden change but two.
run compare --hypotheses
expect_success
for answer in 1 2 3 4; do
    grep -q "^$answer\. " "$folder/out" || fail "hypothesis $answer is not answered"
done
expect_line '  closed form: 8.0 solutions a hand, 1.00 inside the limits, one inside for 300 of 300'
grep -Eq '^  bfgs +from 1 start +1[0-9] % of all solutions .* from 100 100 %' "$folder/out" || fail 'solutions from 1 and from 100 starts'
grep -Eq '^  torso8 +8 .* 300 / 300$' "$folder/out" || fail 'the engine on a segment'
awk '/^4\./ { four = 1 } four && NF == 5 && $1 !~ /^(by|closed)$/ && $5 > 5 { bad = 1 } END { exit bad || !four }' "$folder/out" || fail 'sudden changes'
run compare --hypotheses --json
expect_failure 'compare: --hypotheses takes no other word'

# One chain, one step: the same numbers; another step: no printed ones.
run compare --chain arm6 --step 1
expect_success
expect_line '  b  the mean of table C.2 is 21.9'
run compare --step 2.5
expect_success
expect_line 'arm6, ten steps of (2.5, 2.5, 0) from 0.5 degrees in every joint, to 0.0001'
grep -q 'printed' "$folder/out" && fail 'printed numbers that nobody printed'
for model in arm7 puma560 little-finger; do
    run compare --chain $model
    expect_success
    grep -q 'steps reached' "$folder/out" && fail "$model: $(grep 'steps reached' "$folder/out")"
done

# JSON: forward kinematics of each posture gives the target.
run compare --chain torso8 --json
expect_success
python3 -c '
import json, subprocess, sys
e, = json.load(open(sys.argv[1]))["experiments"]
assert e["model"] == "torso8" and e["equations"] == 12 and e["printed"] == "tables 6.5 and 6.6" and len(e["methods"]) == 7
def tips(postures):
    text = "".join(",".join(repr(x) for x in q) + "\n" for q in postures)
    out = subprocess.run([sys.argv[2], "fk", "torso8", "--q-file", "-"], input=text, capture_output=True, text=True).stdout
    return [[float(x) for x in line.split(",")] for line in out.splitlines()[1:]]
start, = tips([e["start"]])
for m in e["methods"]:
    assert m["method"] != "bfgs" or (m["printed_iterations"], m["printed_evaluations"]) == (3.7, 43.4)
    assert m["method"] != "newton" or m["printed_iterations"] is None
    assert abs(m["iterations"] - sum(s["iterations"] for s in m["steps"]) / 10) < 1e-9
    for k, (s, tip) in enumerate(zip(m["steps"], tips([s["q"] for s in m["steps"]]))):
        assert s["outcome"] == "reached", s
        wanted = [start[0] + k + 1, start[1] + k + 1, start[2]]
        error = sum((a - b) ** 2 for a, b in zip(tip, wanted)) ** 0.5
        assert abs(error - s["position_error"]) < 1e-9 and error < 2e-4
' "$folder/out" "$swivel" || fail 'JSON'

# A drawing: the figures of the thesis; with --svg - nothing else is written.
run compare --svg "$folder/drawing"
expect_success
expect_line 'example 1: arm6, the first of these steps, by newton, 12 equations (5.26) (degrees)'
for figure in 6.1a 6.1b F.1 F.2 F.3 F.4 F.5 G.1 G.2; do
    grep -qF "(figure $figure)" "$folder/drawing" || fail "figure $figure is not drawn"
done
python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$folder/drawing" || fail 'not XML'
run compare --chain torso8 --svg -
expect_success
python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$folder/out" || fail 'not XML'
run compare --json --svg -
expect_failure 'compare: --json and --svg - both write to standard output; give --svg a file'
run compare --svg /no/such/folder/x
expect_failure "cannot open '/no/such/folder/x': No such file or directory"

run compare --chain arm8
expect_failure "unknown model 'arm8'; did you mean 'arm7'? 'swivel models' lists them all"
run compare --step 0
expect_failure "--step: '0' is not more than 0"
run compare --step 1,2
expect_failure "--step: 2 fields, but a step is 1 number, in the chain's unit of length"
run compare --step 1e300
expect_failure '--step: a number is not finite, or the result would overflow'
run compare arm6
expect_failure "compare: unexpected argument 'arm6'; 'swivel help compare' shows what it takes"
finish
