// SPDX-License-Identifier: MIT
// Input and words cut off and edited at random, and plain noise, for every verb and option: the command never crashes or
// hangs, never writes half a line, and says what is wrong in one line. SWIVEL_COMMAND is the path of the command.
#include "check.h"

#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { INPUT_SIZE = 4096, OUTPUT_SIZE = 1 << 18, WORD_SIZE = 512, MOST_WORDS = 24, SECONDS = 60 };

// ---- running the command ----

static int files[3];  // the command's standard input, output and error

static int open_files(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        FILE *stream = tmpfile();  // closed when the test ends
        if (!stream)
            return -1;
        files[i] = fileno(stream);
    }
    return 0;
}

static size_t read_all(int file, char *text)
{
    assert_true(lseek(file, 0, SEEK_SET) == 0);
    const ssize_t length = read(file, text, OUTPUT_SIZE - 1);
    assert_true(length >= 0 && length < OUTPUT_SIZE - 1);
    text[length] = '\0';
    return (size_t)length;
}

typedef struct result {
    int    code;
    size_t output_length;
    char   output[OUTPUT_SIZE], message[OUTPUT_SIZE];
} result;

// Says what was run, to run it again.
static void describe_run(char *const *words, const char *input, size_t length)
{
    for (int i = 1; words[i]; i++)
        print_error("'%s' ", words[i]);
    print_error("\nfor input:\n%.*s\n", (int)length, input);
}

// Run it, and check what holds whatever the words and the input are.
static void run(char *const *words, const char *input, size_t length, result *r)
{
    for (int i = 0; i < 3; i++) {
        assert_true(ftruncate(files[i], 0) == 0);
        assert_true(lseek(files[i], 0, SEEK_SET) == 0);
    }
    assert_true(write(files[0], input, length) == (ssize_t)length);
    assert_true(lseek(files[0], 0, SEEK_SET) == 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        for (int i = 0; i < 3; i++)
            dup2(files[i], i);
        alarm(SECONDS);
        execv(SWIVEL_COMMAND, words);
        _exit(127);
    }
    int status;
    assert_true(waitpid(child, &status, 0) == child);
    r->code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    r->output_length = read_all(files[1], r->output);
    const size_t message_length = read_all(files[2], r->message);

    const bool is_silent = r->code == 0 && message_length == 0;
    const bool is_one_line = r->code == 2 && strncmp(r->message, "swivel: ", 8) == 0 &&
                             strchr(r->message, '\n') == r->message + message_length - 1;
    const bool has_whole_lines = r->output_length == 0 || r->output[r->output_length - 1] == '\n';
    if (!(is_silent || is_one_line) || !has_whole_lines) {
        describe_run(words, input, length);
        fail_msg("status %d: %s", r->code, r->message);
    }
}

// ---- edits ----

static char random_byte(uint64_t *seed)
{
    static const char telling[] = "0123456789,,,..++--eE=\n\n\r# \t\"xnaif;";
    return random_below(seed, 4) ? telling[random_below(seed, (int)sizeof telling - 1)] : (char)random_below(seed, 256);
}

// A few edits: cut off, replace, insert, or repeat a piece; with bytes that mean something, or any. Adds less than 256
// bytes.
static size_t edit(uint64_t *seed, char *text, size_t length)
{
    if (random_below(seed, 3) == 0)
        length = (size_t)random_below(seed, (int)length + 1);
    for (int edits = random_below(seed, 4); edits > 0 && length > 0; edits--) {
        const size_t at = (size_t)random_below(seed, (int)length);
        switch (random_below(seed, 3)) {
        case 0:
            text[at] = random_byte(seed);
            break;
        case 1:
            memmove(text + at + 1, text + at, length - at);
            text[at] = random_byte(seed);
            length++;
            break;
        default: {
            const size_t piece = (size_t)random_below(seed, 40);
            if (at + piece < length) {
                memmove(text + at + piece, text + at, length - at);
                length += piece;
            }
        }
        }
    }
    return length;
}

// The words of a line, separated by single spaces, after the command itself.
static int split(const char *line, char words[MOST_WORDS][WORD_SIZE])
{
    int count = 1;
    snprintf(words[0], WORD_SIZE, "%s", SWIVEL_COMMAND);
    while (*line) {
        const size_t length = strcspn(line, " ");
        assert_true(count < MOST_WORDS - 2 && length < 128);
        snprintf(words[count++], WORD_SIZE, "%.*s", (int)length, line);
        line += length + (line[length] == ' ');
    }
    return count;
}

static void point_to(char words[MOST_WORDS][WORD_SIZE], int count, char *pointers[MOST_WORDS + 1])
{
    for (int i = 0; i < count; i++)
        pointers[i] = words[i];
    pointers[count] = NULL;
}

// ---- what is read from files ----

static const char postures[] = "j1,j2,j3\n"
                               "0.1,0.2,0.3\n"
                               "# a comment, with commas\n"
                               "-1.5e-3, 12 ,+.25\r\n"
                               "\n"
                               "0.17453292519943295,0.34906585039886592,0.52359877559829882\n"
                               "1e300,-1e-300,0\n"
                               "3,2,1\n";

static const char targets[] = "px,py,pz,qx,qy,qz,qw\n"
                              "0.3,0.2,-0.25,0,0,0,1\n"
                              "# a comment, with commas\n"
                              "-0.1, 0.4 ,+.1,1e-9,0.5,0.5,-0.5\r\n"
                              "\n"
                              "0.17453292519943295,0.34906585039886592,0.12359877559829882,1,2,3,4\n"
                              "1e300,-1e-300,0,0,0,1e-200,0\n"
                              "0,0,0,0,0,0,1\n";

static const char targets_with_swivels[] = "0.3,0.2,-0.25,0,0,0,1,0.5\n"
                                           "0,0,0.6,0,1,0,0,-1e18\n"
                                           "0.01,0,0,0,0,1,1,3.2\n";

static const char path[] = "t,px,py,pz,qx,qy,qz,qw\n"
                           "0,0.3,0.3,-0.2,0,0,0,1\n"
                           "0.01,0.3,0.31,-0.2,0,0.01,0,1\n"
                           "# a comment, with commas\n"
                           "0.02, 0.3 ,+.32,-2e-1,0,0.02,0,1\r\n"
                           "\n"
                           "1,0.17453292519943295,0.34906585039886592,0.12359877559829882,1,2,3,4\n"
                           "1e9,1e300,-1e-300,0,0,0,1e-200,0\n"
                           "1e300,0,0,0,0,0,0,1\n";

static const char points[] = "x,y\n0.03,-0.02\n0.05, 0.01 \r\n# a comment, with commas\n\n1e300,-1e-300\n0,0\n";

static const char hands[] = "0.06,0.03,0.11,0.06,0.02,0.12,0,0,0.19,0,-0.02,0.17,0,-0.04,0.15\n"
                            "1e300,0,0,0,0,0,1e-300,0,0,-1,-1,-1,0.1,0.1,0.1\n";

static const char limb_postures[] = "0.2,0.35,-0.2,-0.5,0.5,0.5,0.5,0.3,0.1,-0.2\n"
                                    "# a comment, with commas\n"
                                    "1e300,0,0,1e-200,0,0,0,0,-1e300,0\n"
                                    "0,0,-0.55,0,0,0,1,0,0,-0.3\r\n"
                                    "0,0,0,0,0,0,1,0,0,1e-200\n";

static const char limb_angles[] = "60,50,0,60,0,0,0\n0,0,0,0,0,0,0\n\n1e9,-1e300,1e-300,180,720,359,-400\n";

typedef struct reading_verb {
    const char *line;    ///< words of the command
    const char *text;    ///< what it reads
    const char *header;  ///< what it writes first; each line has as many fields
} reading_verb;

#define POSE_HEADER     "px,py,pz,qx,qy,qz,qw\n"
#define SOLUTION_HEADER "target,solution,outcome,position_error,rotation_error,q1,q2,q3,q4,q5,q6,q7\n"
#define FINGER_HEADER   "target,solution,outcome,tip_error,q1,q2,q3\n"
#define HAND_HEADER                                                                                      \
    "target,outcome,thumb_error,index_error,middle_error,ring_error,little_error,thumb1,thumb2,thumb3,"  \
    "thumb4,thumb5,index1,index2,index3,index4,middle1,middle2,middle3,middle4,ring1,ring2,ring3,ring4," \
    "little1,little2,little3,little4\n"
#define LIMB_HEADER                                                                                     \
    "target,solution,outcome,position_error,rotation_error,ex,ey,ez,shoulder-plane,shoulder-elevation," \
    "shoulder-rotation,elbow-flexion,pronation,wrist-flexion,wrist-deviation\n"
#define LIMB_TRACK_HEADER "t,px,py,pz,qx,qy,qz,qw,outcome,position_error,rotation_error,ex,ey,ez\n"
#define TRACK_HEADER      "t,q1,q2,q3,q4,q5,q6,q7\n"

static const reading_verb readings[] = {
    { "fk planar3 --q-file -", postures, POSE_HEADER },
    { "fk planar3 --q-file - --deg --threads 3", postures, POSE_HEADER },
    { "solve arm7 --targets -", targets, SOLUTION_HEADER },
    { "solve arm7 --targets - --threads 3 --previous 10,20,30,40,0,0,0", targets, SOLUTION_HEADER },
    { "solve arm7 --targets - --all --side left", targets_with_swivels, SOLUTION_HEADER },
    { "solve arm7 --targets - --fix wrist-deviation=10 --no-limits", targets, SOLUTION_HEADER },
    { "track arm7 --path -", path, TRACK_HEADER },
    { "solve little-finger --targets - --coupled", points, FINGER_HEADER },
    { "solve little-finger --targets - --direction-deg -90 --threads 3", points, FINGER_HEADER },
    { "solve hand --targets - --side left", hands, HAND_HEADER },
    { "track arm7 --path - --method paper --previous 10,20,30,40,0,0,0", path, TRACK_HEADER },
    { "track arm7 --path - --method least --side left", path, TRACK_HEADER },
    { "solve arm --targets - --threads 3", targets, LIMB_HEADER },
    { "solve arm --targets - --keep-hand --side left", targets_with_swivels, LIMB_HEADER },
    { "solve arm --targets - --position-only --previous 60,50,0,60,0,0,0", targets, LIMB_HEADER },
    { "track arm --path - --keep-hand", path, LIMB_TRACK_HEADER },
    { "track leg --path - --side left --settle 0.2 --speed-deg 90", path, LIMB_TRACK_HEADER },
    { "check arm --postures -", limb_postures, "posture,inside,broken\n" },
    { "fk arm --q-file - --deg", limb_angles, "px,py,pz,qx,qy,qz,qw,ex,ey,ez\n" },
};
enum { READINGS = sizeof readings / sizeof readings[0] };

static int commas_of(const char *line, size_t length)
{
    int commas = 0;
    for (size_t i = 0; i < length; i++)
        commas += line[i] == ',';
    return commas;
}

static void check_reading(const reading_verb *reading, const char *input, size_t length)
{
    static result r;
    char          words[MOST_WORDS][WORD_SIZE], *pointers[MOST_WORDS + 1];
    point_to(words, split(reading->line, words), pointers);
    run(pointers, input, length, &r);

    // The header, then whole lines of as many fields.
    const size_t header_length = strlen(reading->header);
    const int    commas = commas_of(reading->header, header_length);
    bool         is_good = strncmp(r.output, reading->header, header_length) == 0;
    for (const char *line = r.output; is_good && *line;) {
        const size_t line_length = strcspn(line, "\n");
        is_good = commas_of(line, line_length) == commas;
        line += line_length + 1;
    }
    is_good = is_good && (r.code == 0 || strncmp(r.message, "swivel: standard input:", 23) == 0);
    if (!is_good) {
        describe_run(pointers, input, length);
        fail_msg("wrote:\n%s%s", r.output, r.message);
    }
}

static void edited_input(void **state)
{
    (void)state;
    uint64_t seed = 20;
    for (int i = 0; i < 100 + CASES(2000); i++) {
        const reading_verb *reading = &readings[i % READINGS];
        char                text[INPUT_SIZE];
        memcpy(text, reading->text, strlen(reading->text));
        check_reading(reading, text, edit(&seed, text, strlen(reading->text)));
    }
}

static void input_cut_off_at_every_byte(void **state)
{
    (void)state;
    static const int which[] = { 0, 2, 6 };
    const size_t     step = (size_t)(100 / CASES(100));
    for (int i = 0; i < 3; i++) {
        const reading_verb *reading = &readings[which[i]];
        for (size_t length = 0; length <= strlen(reading->text); length += step)
            check_reading(reading, reading->text, length);
    }
}

static void noise_as_input(void **state)
{
    (void)state;
    uint64_t seed = 21;
    for (int i = 0; i < 50 + CASES(500); i++) {
        char      text[INPUT_SIZE];
        const int length = random_below(&seed, i % 2 ? 64 : INPUT_SIZE);
        for (int k = 0; k < length; k++)
            text[k] = i % 3 ? random_byte(&seed) : (char)random_below(&seed, 256);
        check_reading(&readings[i % READINGS], text, (size_t)length);
    }
}

// ---- words ----

// Every verb and option with a value. What is written goes to /dev/null, and that word stays as it is.
static const char *const lines[] = {
    "help solve arm7",
    "help jacobian",
    "version",
    "models",
    "models arm7 --json",
    "models human --stature 1.8 --sex male",
    "fk planar3 --q 10,20,30",
    "fk torso8 --q=1,2,3,4,5,6,7,8",
    "fk planar3 --q-file - --deg --threads 2",
    "jacobian puma560 --q 10,20,30,40,50,60 --axes tip",
    "jacobian little-finger-coupled --q=-10,1e1 --axes=world",
    "solve arm7 --hand 0.3,0.2,-0.25 --orient 0,0.1,0,1 --swivel-deg -30 --side left --reference smooth",
    "solve arm7 --hand=0.3,0.2,-0.25 --euler-deg=ZXY,20,-80,10 --lengths=0.4,0.2 --no-limits --json --all",
    "solve arm7 --hand 0,0,0.6 --fix shoulder-z=40 --previous 40,65,-30,80,15,-20,25 --json",
    "solve --fix=2=65 arm7 --hand=1e300,0,-1e-300",
    "solve arm7 --targets - --threads 2 --swivel-deg 10",
    "help solve arm",
    "models arm --json",
    "fk arm --q 60,50,0,60,0,0,0 --side left --stature 1.8",
    "solve arm --hand 0.2,0.35,-0.2 --orient -0.5,0.5,0.5,0.5 --swivel-deg -30 --lengths 0.3,0.25 --softness 0.02",
    "solve leg --hand 0.1,0.2,-0.75 --elbow-towards 0,1,0 --keep-hand --json --no-limits",
    "solve arm --hand 0.2,0.35,-0.2 --position-only --previous 60,50,0,60,0,0,0",
    "swivels arm --hand 0.2,0.35,-0.2 --orient -0.5,0.5,0.5,0.5 --json --svg /dev/null",
    "track arm --path - --swivel-deg -30 --previous 60,50,0,60,0,0,0 --position-only --out /dev/null --no-limits",
    "check leg --postures - --side left --threads 2",
    "swivels arm7 --hand 0.3,0.2,-0.25 --euler-deg ZXY,20,-80,10 --swivel-deg -30 --svg -",
    "swivels arm7 --hand 0.1,0.2,0.3 --orient 1,2,3,4 --lengths 0.3,0.3 --json --svg /dev/null",
    "swivels arm7 --hand 0,0,0.1 --side left --reference smooth --no-limits",
    "track arm7 --path - --method least --speed-deg 90 --settle 0.2 --previous 40,65,-30,80,15,-20,25",
    "track arm7 --path - --method paper --side left --lengths 0.3,0.25 --no-limits --out /dev/null",
    "compare --chain little-finger --step 0.001 --json",
    "solve arm6 --hand 18.4,-104,6.68 --euler-deg ZXY,20,-80,10 --side right --lengths 50,70 --previous 1,2,3,4,5,6",
    "solve arm6 --hand=18.4,-104,6.68 --all --json",
    "solve arm6 --targets - --threads 2 --no-limits",
    "compare --step=2.5 --svg -",
    "compare --chain little-finger-coupled",
    "solve little-finger --tip-mm 30,-20 --coupled --ratio 0.7 --json",
    "solve little-finger --tip-mm=30,-20 --direction-deg=-160",
    "solve little-finger --tip-mm 30,-20 --previous 10,-50,-100",
    "solve hand --tip index=0.06,0.02,0.12 --tip=thumb=0.06,0.03,0.11 --thumb-pulp 0,-1,1 --json --enslaving 0.3",
    "solve hand --tip little=0.02,-0.04,0.1 --wrist 1,2,3 --orient 0,0,0,1 --side left --length-mm 175",
    "solve hand --pinch index,20 --shape open",
    "slide little-finger --from-mm 10,-30 --to-mm 70,-30 --through-mm 20,-20 --steps 9 --svg - --out /dev/null",
    "slide little-finger --from-mm=10,-30 --to-mm=70,1e300 --coupled --ratio=1",
};
enum { LINES = sizeof lines / sizeof lines[0] };

static bool is_written_to(char words[MOST_WORDS][WORD_SIZE], int i)
{
    return strcmp(words[i], "/dev/null") == 0 || strcmp(words[i - 1], "--svg") == 0 || strcmp(words[i], "--svg") == 0 ||
           strcmp(words[i], "--out") == 0;
}

static int check_words(char words[MOST_WORDS][WORD_SIZE], int count)
{
    static result r;
    char         *pointers[MOST_WORDS + 1];
    point_to(words, count, pointers);
    const char *verb = words[1], *input = targets;
    if (strcmp(verb, "track") == 0)
        input = path;
    else if (strcmp(verb, "fk") == 0)
        input = postures;
    else if (strcmp(verb, "check") == 0)
        input = limb_postures;
    run(pointers, input, strlen(input), &r);
    return r.code;
}

static void good_words(void **state)
{
    (void)state;
    for (int i = 0; i < LINES; i++) {
        char words[MOST_WORDS][WORD_SIZE];
        if (check_words(words, split(lines[i], words)) != 0)
            fail_msg("%s: is refused", lines[i]);
    }
}

static void edited_words(void **state)
{
    (void)state;
    uint64_t seed = 22;
    for (int i = 0; i < 200 + CASES(4000); i++) {
        char words[MOST_WORDS][WORD_SIZE];
        int  count = split(lines[i % LINES], words);
        for (int edits = 1 + random_below(&seed, 2); edits > 0; edits--) {
            const int at = 1 + random_below(&seed, count - 1);
            if (is_written_to(words, at))
                continue;
            const size_t length = edit(&seed, words[at], strlen(words[at]));
            words[at][length] = '\0';
        }
        switch (random_below(&seed, 8)) {
        case 0:  // the last words are missing
            count = 1 + random_below(&seed, count);
            break;
        case 1:  // one comes twice
            memcpy(words[count], words[1 + random_below(&seed, count - 1)], WORD_SIZE);
            count++;
            break;
        default:
            break;
        }
        check_words(words, count);
    }
}

static void noise_as_values(void **state)
{
    (void)state;
    uint64_t seed = 23;
    for (int i = 0; i < 100 + CASES(1000); i++) {
        char      words[MOST_WORDS][WORD_SIZE];
        const int count = split(lines[i % LINES], words);
        const int at = 1 + random_below(&seed, count - 1);
        if (is_written_to(words, at))
            continue;
        const int length = random_below(&seed, i % 4 ? 24 : WORD_SIZE);
        for (int k = 0; k < length; k++)
            words[at][k] = i % 3 ? random_byte(&seed) : (char)random_below(&seed, 256);
        words[at][length] = '\0';
        check_words(words, count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edited_input),   cmocka_unit_test(input_cut_off_at_every_byte),
        cmocka_unit_test(noise_as_input), cmocka_unit_test(good_words),
        cmocka_unit_test(edited_words),   cmocka_unit_test(noise_as_values),
    };
    return cmocka_run_group_tests(tests, open_files, NULL);
}
