# SPDX-License-Identifier: MIT
# swivel solve for any chain: hands of postures inside the limits are reached inside them, by forward kinematics; the
# other methods; and what goes wrong.
. "$(dirname "$0")/check.sh"

# hands MODEL "LOWER ..." "UPPER ...": 200 postures between these degrees, and their hands in $folder/hands.
hands() {
    awk -v low="$2" -v high="$3" 'BEGIN {
        srand(11)
        n = split(low, l, " "); split(high, h, " ")
        for (k = 0; k < 200; k++)
            for (i = 1; i <= n; i++)
                printf "%.17g%s", l[i] + rand() * (h[i] - l[i]), i < n ? "," : "\n"
    }' >"$folder/in"
    run fk "$1" --deg --q-file -
    expect_success
    tail -n +2 "$folder/out" >"$folder/hands"
}

# all_reached MODEL COLUMNS WORD...: the first COLUMNS numbers of each hand are a target; each is reached, and forward
# kinematics of what was found says so too.
all_reached() {
    model=$1
    columns=$2
    shift 2
    cut -d, -f"1-$columns" "$folder/hands" >"$folder/in"
    run solve "$model" --targets - "$@"
    expect_success
    expect_lines 201
    [ "$(grep -c ',1,reached,' "$folder/out")" -eq 200 ] || fail "$said: not all are reached"
    tail -n +2 "$folder/out" | cut -d, -f6- >"$folder/in"
    run fk "$model" --q-file -
    expect_success
    awk -F, 'NR == FNR { for (i = 1; i <= 3; i++) hand[NR, i] = $i; next }
        FNR > 1 { for (i = 1; i <= 3; i++) { d = $i - hand[FNR - 1, i]; if (d * d > 1.1e-12) bad = 1 } }
        END { exit bad }' "$folder/hands" "$folder/out" || fail "$model: forward kinematics does not give the hands back"
}

hands puma560 "-170 -225 -250 -135 -100 -180" "170 45 75 135 100 180"
all_reached puma560 7 --threads 2 --method engine
all_reached puma560 3 --method engine
hands torso8 "-90 -90 0 -60 180 -80 -70 -20" "90 90 180 180 330 80 80 30"
all_reached torso8 7
hands arm7 "-39 -61 -83 0 -40 -59 -78" "164 187 210 149 61 78 94"
all_reached arm7 7 --method engine
hands little-finger-coupled "-60 -120" "60 0"
all_reached little-finger-coupled 3 --method engine

# The same bytes whatever the number of threads.
cut -d, -f1-3 "$folder/hands" >"$folder/in"
run solve little-finger --method engine --targets - --threads 1
cp "$folder/out" "$folder/one"
run solve little-finger --method engine --targets - --threads 3
cmp -s "$folder/one" "$folder/out" || fail 'threads change the output'

# One target, for people and as JSON.
run solve puma560 --method engine --hand 0.4,0.2,0.3 --euler-deg XYZ,180,0,0 --previous 0,-45,0,0,0,0
expect_success
expect_line reached
expect_line '  1 waist                           7.091    -170 to 170'
run solve planar3 --hand 0,31,0
expect_success
expect_says 'out of reach: 1 unit away'
run solve little-finger --method engine --hand -0.02,0.03,0
expect_success
expect_says 'limited: '
expect_says '; resting on limits: metacarpophalangeal'
run solve puma560 --method engine --hand 0.4,0.2,0.3 --orient 1,0,0,0 --preferred 0,-45,0,0,0,0 --seed 3 --tolerance 1e-9 --json
expect_success
python3 -c '
import json, sys
d = json.load(open(sys.argv[1]))
assert d["model"] == "puma560" and d["method"] == "engine" and d["outcome"] == "reached"
assert len(d["q"]) == 6 and d["position_error"] <= 1e-9 and d["resting_on_limits"] == [] and d["outside"] == []
' "$folder/out" || fail 'JSON'

# Every method of the study from far away: the example of docs/command.md on twelve equations, and a position alone, one or
# many. On six equations the hand ends turned by half a turn.
for method in newton broyden bfgs fletcher frprm powell praxis; do
    run solve torso8 --hand 60,-60,30 --orient 0,0,0,1 --method $method
    expect_success
    grep -q '^reached' "$folder/out" || fail "$said: not reached"
    run solve torso8 --hand 60,-60,30 --method $method
    expect_success
    grep -q '^reached' "$folder/out" || fail "$said: not reached"
    input '60,-60,30\n20,-90,40\n'
    run solve arm6 --targets - --method $method
    expect_success
    [ "$(grep -c ',1,reached,' "$folder/out")" -eq 2 ] || fail "$said: not all are reached"
done
run solve torso8 --hand 60,-60,30 --orient 0,0,0,1 --method bfgs --residual 6
expect_success
expect_says 'turned by 180 degrees'

# Every method of the study from nearby.
for method in newton broyden bfgs fletcher frprm powell praxis; do
    run solve arm6 --method $method --hand 0,-100,20 --euler-deg XYZ,90,0,180 --start 1,10,45,1,5,1 --json
    expect_success
    expect_says "\"method\": \"$method\""
    expect_says '"outcome": "reached"'
done
run solve arm6 --method newton --hand 0,-100,20 --euler-deg XYZ,90,0,180 --start 180,144,44,180,8,0
expect_success
expect_says 'limits broken: '

for model in planar3 torso8; do
    run help solve $model
    expect_success
    expect_says '--method engine|newton'
done

run solve torso8
expect_failure "solve: no target given; use --hand for one, or --targets for a file of them ('-': standard input)"
run solve torso8 --hand 1,2,3 --targets -
expect_failure 'solve: --hand and --targets cannot be used together'
run solve puma560 --hand 1,2,3 --method gauss
expect_failure "unknown value of --method 'gauss'; it is 'engine', 'newton', 'broyden', 'bfgs', 'fletcher', 'frprm', 'powell' or 'praxis'"
run solve puma560 --hand 1,2,3 --residual 6 --method engine
expect_failure 'solve: --residual is for the seven methods, not for the engine'
run solve puma560 --hand 1,2,3 --residual twelve --method newton
expect_failure "unknown value of --residual 'twelve'; it is '12' or '6'"
run solve torso8 --hand 1,2,3 --orient 0,0,0,1 --method bfgs --seed 4
expect_failure 'solve: --seed is for the engine, not for --method bfgs'
run solve torso8 --hand 1,2,3 --start 1,2,3,4,5,6,7,8 --previous 1,2,3,4,5,6,7,8
expect_failure 'solve: --start and --previous cannot be used together'
run solve torso8 --hand 1,2,3 --orient 0,0,0,0
expect_failure '--orient: the quaternion is zero'
run solve torso8 --hand 1,2,3 --tolerance 2
expect_failure "--tolerance: '2' is out of range; a tolerance is 1e-12 to 1"
run solve torso8 --hand 1,2,3 --iterations 0
expect_failure "--iterations: '0' is out of range; a number of iterations is 1 to 1000000"
input '1,2,3,0,0,0,0\n'
run solve torso8 --targets -
expect_failure 'standard input:1: fields 4 to 7: the quaternion is zero'
finish
