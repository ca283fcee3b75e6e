// SPDX-License-Identifier: MIT
// A name that was not found, and the nearest there is (names.h).
#include "words/names.h"

#include <ctype.h>
#include <string.h>

#include "io/message.h"

enum { LONGEST = 40 };  // longer words are no slips of our names

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

// How many letters must be put in, taken out, replaced or exchanged with their neighbour to make b of a, upper and
// lower case alike. Row i of the table holds the distances from the first i letters of a; three rows are enough.
static int edit_distance(const char *a, const char *b)
{
    const int a_length = (int)strlen(a), b_length = (int)strlen(b);
    int       rows[3][LONGEST + 1];
    int      *before = rows[0], *above = rows[1], *row = rows[2];

    for (int j = 0; j <= b_length; j++)
        row[j] = j;
    for (int i = 1; i <= a_length; i++) {
        int *const oldest = before;
        before = above;
        above = row;
        row = oldest;
        row[0] = i;
        for (int j = 1; j <= b_length; j++) {
            const int a_letter = tolower((unsigned char)a[i - 1]), b_letter = tolower((unsigned char)b[j - 1]);
            row[j] = smaller(smaller(above[j], row[j - 1]) + 1, above[j - 1] + (a_letter != b_letter));
            if (i > 1 && j > 1 && a_letter == tolower((unsigned char)b[j - 2]) &&
                b_letter == tolower((unsigned char)a[i - 2]))
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
    }
    return row[b_length];
}

void consider_name(name_search *search, const char *name)
{
    const size_t length = strlen(search->wanted);
    if (length == 0 || length > LONGEST || strlen(name) > LONGEST)
        return;

    // One slip in three letters is a slip; so is a name that was begun and not finished.
    const int allowed = length < 6 ? 1 : (int)length / 3;
    int       distance = edit_distance(search->wanted, name);
    if (distance > allowed && length > 1 && strncmp(search->wanted, name, length) == 0)
        distance = allowed;
    if (distance <= allowed && (!search->nearest || distance < search->distance)) {
        search->nearest = name;
        search->distance = distance;
    }
}

noreturn void fail_unknown(const char *kind, const name_search *search, const char *hint)
{
    if (search->nearest)
        fail("unknown %s '%s'; did you mean '%s'? %s", kind, search->wanted, search->nearest, hint);
    fail("unknown %s '%s'; %s", kind, search->wanted, hint);
}
