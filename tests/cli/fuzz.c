// SPDX-License-Identifier: MIT
// Postures cut off and edited at random: the command never crashes, never writes half a line, and says what is wrong in
// one line. SWIVEL_COMMAND is the path of the command.
#include "check.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZE = 4096 };

static const char good[] = "j1,j2,j3\n"
                           "0.1,0.2,0.3\n"
                           "# a comment, with commas\n"
                           "-1.5e-3, 12 ,+.25\r\n"
                           "\n"
                           "0.17453292519943295,0.34906585039886592,0.52359877559829882\n"
                           "1e300,-1e-300,0\n"
                           "3,2,1\n";

static size_t read_all(int file, char *text)
{
    assert_true(lseek(file, 0, SEEK_SET) == 0);
    const ssize_t length = read(file, text, SIZE - 1);
    assert_true(length >= 0 && length < SIZE - 1);
    text[length] = '\0';
    return (size_t)length;
}

// A few edits: cut off, replace, insert, or repeat a piece; with bytes that mean something, or any.
static size_t edit(uint64_t *seed, char *text, size_t length)
{
    static const char telling[] = "0123456789,,,..++--eE\n\n\r# \t\"xnaif;";
    if (random_below(seed, 3) == 0)
        length = (size_t)random_below(seed, (int)length + 1);
    for (int edits = random_below(seed, 4); edits > 0 && length > 0; edits--) {
        const size_t at = (size_t)random_below(seed, (int)length);
        const char   byte = random_below(seed, 4) ? telling[random_below(seed, (int)sizeof telling - 1)]
                                                  : (char)random_below(seed, 256);
        switch (random_below(seed, 3)) {
        case 0:
            text[at] = byte;
            break;
        case 1:
            memmove(text + at + 1, text + at, length - at);
            text[at] = byte;
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

static void check_run(const char *input, size_t length, int files[3])
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
        execl(SWIVEL_COMMAND, SWIVEL_COMMAND, "fk", "planar3", "--q-file", "-", (char *)NULL);
        _exit(127);
    }
    int status;
    assert_true(waitpid(child, &status, 0) == child);

    char         output[SIZE], message[SIZE];
    const size_t output_length = read_all(files[1], output);
    const size_t message_length = read_all(files[2], message);
    const int    code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code != 0 && code != 2)
        fail_msg("status %d: %s\nfor input:\n%.*s", code, message, (int)length, input);

    // Whole lines of seven fields.
    assert_true(strncmp(output, "px,py,pz,qx,qy,qz,qw\n", 21) == 0);
    assert_int_equal(output[output_length - 1], '\n');
    for (char *line = strtok(output, "\n"); line; line = strtok(NULL, "\n")) {
        int commas = 0;
        for (const char *c = line; *c; c++)
            commas += *c == ',';
        assert_int_equal(commas, 6);
    }
    if (code == 0) {
        assert_int_equal(message_length, 0);
    } else {
        assert_true(strncmp(message, "swivel: standard input:", 23) == 0);
        assert_ptr_equal(strchr(message, '\n'), message + message_length - 1);
    }
}

static void edited_postures(void **state)
{
    (void)state;
    FILE *streams[3];
    int   files[3];  // the command's standard input, output and error
    for (int i = 0; i < 3; i++) {
        streams[i] = tmpfile();
        assert_non_null(streams[i]);
        files[i] = fileno(streams[i]);
    }
    uint64_t seed = 20;
    for (int i = 0; i < 300; i++) {
        char text[SIZE];
        memcpy(text, good, sizeof good - 1);
        const size_t length = edit(&seed, text, sizeof good - 1);
        check_run(text, length, files);
    }
    for (int i = 0; i < 3; i++)
        fclose(streams[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(edited_postures) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
