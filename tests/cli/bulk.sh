# SPDX-License-Identifier: MIT
# Many rows on all cores: the same bytes whatever the number of threads, errors where they belong, pipes that pause or break.
. "$(dirname "$0")/check.sh"

# Rows of fk and of solve, 20,000 each: several times what is in flight at once with 7 threads.
/usr/bin/python3 "$(dirname "$0")/arm.py" postures 20000 >"$folder/postures"
"$swivel" fk arm7 --q-file "$folder/postures" --threads 1 >"$folder/targets" || fail 'fk failed'
[ "$(wc -l <"$folder/targets")" -eq 20001 ] || fail 'fk: not a line a posture'

# same NAME WORD...: for 1, 2 and 7 threads the output and the message are those of one thread, from a file and from a
# pipe; the words end in the option that takes the file. Leaves one thread's in $folder/one and $folder/said.
same() {
    file=$1
    shift
    "$swivel" "$@" "$file" --threads 1 >"$folder/one" 2>"$folder/said"
    expected=$?
    sed -i "s|$file|standard input|" "$folder/said"
    for threads in 1 2 7; do
        for from in "$file" -; do
            "$swivel" "$@" "$from" --threads $threads <"$file" >"$folder/out" 2>"$folder/err"
            [ $? -eq $expected ] || fail "$*, $threads threads: another status than with one"
            sed -i "s|$file|standard input|" "$folder/err"
            cmp -s "$folder/one" "$folder/out" || fail "$*, $threads threads, $from: other output than with one"
            cmp -s "$folder/said" "$folder/err" || fail "$*, $threads threads: says $(cat "$folder/err")"
        done
        # shellcheck disable=SC2002
        cat "$file" | "$swivel" "$@" - --threads $threads 2>/dev/null | cmp -s "$folder/one" - ||
            fail "$*, $threads threads, a pipe: other output"
    done
    "$swivel" "$@" "$file" 2>/dev/null | cmp -s "$folder/one" - || fail "$*, all cores: other output"
}

same "$folder/postures" fk arm7 --q-file
[ ! -s "$folder/said" ] || fail "fk: $(cat "$folder/said")"
same "$folder/targets" solve arm7 --targets
same "$folder/targets" solve arm7 --all --targets
[ "$(wc -l <"$folder/one")" -eq 160001 ] || fail 'solve --all: not eight lines a target'
# The targets are numbered through.
cut -d, -f1,2 "$folder/one" | awk -F, 'NR > 1 && ($1 != int((NR + 6) / 8) || $2 != (NR - 2) % 8 + 1) { exit 1 }' ||
    fail 'solve --all: the targets are not in order'

# ---- lines that are no rows, long lines, no last end ----

awk 'NR % 3 == 0 { print "# a comment" } NR % 7 == 0 { print "" } NR % 4000 == 0 { for (i = 0; i < 100000; i++)
     printf " "; } { print }' "$folder/postures" >"$folder/mixed"
printf '%s' "$(cat "$folder/mixed")" >"$folder/endless"
"$swivel" fk arm7 --q-file "$folder/postures" >"$folder/plain"
for file in mixed endless; do
    same "$folder/$file" fk arm7 --q-file
    cmp -s "$folder/plain" "$folder/one" || fail "$file: other output than for the rows alone"
done
for text in '' '\n' '# nothing\n\n' 'q1,q2,q3\n' '\357\273\277'; do
    # shellcheck disable=SC2059
    printf "$text" >"$folder/empty"
    same "$folder/empty" fk planar3 --q-file
    echo px,py,pz,qx,qy,qz,qw | cmp -s - "$folder/one" || fail "no rows ('$text'): $(cat "$folder/one")"
done

# ---- errors ----

for line in 1 2 513 9999 20000; do
    awk -v bad=$line 'NR == bad { print "1,2,x,4,5,6,7"; next } NR > bad + 100 && NR % 50 == 0 { print "worse"; next }
                      { print }' "$folder/postures" >"$folder/bad"
    same "$folder/bad" fk arm7 --q-file
    [ "$(cat "$folder/said")" = "swivel: standard input:$line: field 3: 'x' is not a decimal number" ] ||
        fail "line $line is bad: $(cat "$folder/said")"
    head -n "$line" "$folder/plain" | cmp -s - "$folder/one" || fail "line $line is bad: not all before it is written"
done
# Rows that are numbers, but no targets; comments count as lines.
awk 'NR == 15000 { print "0.1,0.2,0.3,0,0,0,0" } NR % 2 { print "# comment" } { print }' "$folder/targets" >"$folder/bad"
same "$folder/bad" solve arm7 --targets
[ "$(cat "$folder/said")" = "swivel: standard input:22500: fields 4 to 7: the quaternion is zero" ] ||
    fail "a zero quaternion: $(cat "$folder/said")"
[ "$(wc -l <"$folder/one")" -eq 14999 ] || fail 'a zero quaternion: not all before it is written'
# A swivel in some rows only.
awk 'NR > 1 { print $0 (NR == 12000 ? "" : ",0.5") }' "$folder/targets" >"$folder/bad"
same "$folder/bad" solve arm7 --targets
[ "$(cat "$folder/said")" = "swivel: standard input:11999: 7 fields, but the first target has 8" ] ||
    fail "a swivel is missing: $(cat "$folder/said")"

for threads in 0 -1 1.5 257 two '' 1e9; do
    for words in "fk arm7 --q-file" "solve arm7 --targets"; do
        # shellcheck disable=SC2086
        run $words "$folder/targets" "--threads=$threads"
        expect_failure "--threads: '$threads' is not a number of threads from 1 to 256"
        expect_lines 0
    done
done
run fk planar3 --q 1,2,3 --threads 2
expect_failure 'fk: --threads works only with --q-file'
run solve arm7 --hand 0.1,0.2,0.3 --threads 2
expect_failure 'solve: --threads works only with --targets'

# ---- a pipe that pauses: every row is answered before the next comes ----

# lines_of FILE: how many it has; waits for $1 of them, ten seconds at most.
wait_for_lines() {
    for _ in $(seq 200); do
        [ "$(wc -l <"$folder/answers")" -ge "$1" ] && return
        sleep 0.05
    done
    fail "a pipe that pauses, $threads threads: $(wc -l <"$folder/answers") lines of answers, not $1"
}
mkfifo "$folder/pipe"
for threads in 1 2 7; do
    "$swivel" fk planar3 --q-file "$folder/pipe" --threads $threads >"$folder/answers" &
    pid=$!
    exec 3>"$folder/pipe"
    printf '1,2,3\n' >&3
    wait_for_lines 2
    printf '4,5,6\n# and a comment after it\n' >&3
    wait_for_lines 3
    printf '7,8,' >&3
    wait_for_lines 3
    printf '9\n1,1,1\n2,2' >&3
    wait_for_lines 5
    printf ',2' >&3
    exec 3>&-
    wait $pid || fail "a pipe that pauses, $threads threads: status $?"
    printf '1,2,3\n4,5,6\n7,8,9\n1,1,1\n2,2,2\n' | "$swivel" fk planar3 --q-file - | cmp -s - "$folder/answers" ||
        fail "a pipe that pauses, $threads threads: other answers"

    # An error ends the command though the pipe stays open.
    "$swivel" fk planar3 --q-file "$folder/pipe" --threads $threads >"$folder/answers" 2>"$folder/err" &
    pid=$!
    exec 3>"$folder/pipe"
    printf '1,2,3\n1,2\n' >&3
    wait $pid
    [ $? -eq 2 ] || fail "an error in an open pipe, $threads threads: no status 2"
    exec 3>&-
    [ "$(wc -l <"$folder/answers")" -eq 2 ] || fail "an error in an open pipe, $threads threads: $(cat "$folder/answers")"
done

# ---- standard output that breaks ----

# Nobody reads on: the command ends, from an endless input too.
for threads in 1 2 7; do
    (yes 1,2,3 | "$swivel" fk planar3 --q-file - --threads $threads; echo $? >"$folder/code") 2>"$folder/err" |
        head -n 5 >"$folder/out"
    expect_lines 5
    # 128 and SIGPIPE; or a failed write where SIGPIPE is ignored.
    case $(cat "$folder/code") in
    141) ;;
    1) [ "$(cat "$folder/err")" = 'swivel: cannot write to standard output: Broken pipe' ] || fail "$(cat "$folder/err")" ;;
    *) fail "nobody reads on, $threads threads: status $(cat "$folder/code")" ;;
    esac
    [ -c /dev/full ] || continue
    "$swivel" fk arm7 --q-file "$folder/postures" --threads $threads >/dev/full 2>"$folder/err"
    [ $? -eq 1 ] || fail "a full disk, $threads threads: no status 1"
    [ "$(cat "$folder/err")" = 'swivel: cannot write to standard output: No space left on device' ] ||
        fail "a full disk, $threads threads: $(cat "$folder/err")"
done

finish
