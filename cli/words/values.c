// SPDX-License-Identifier: MIT
// Values of options (values.h).
#include "words/values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <swivel/geometry.h>

#include "io/csv.h"
#include "io/message.h"
#include "words/names.h"

void read_numbers(const char *option, const char *text, int count, const char *expected, double *values)
{
    char problem[CSV_PROBLEM_SIZE];
    if (!csv_parse_row(text, strlen(text), count, expected, values, problem))
        fail("%s: %s", option, problem);
}

int read_word(const char *option, const char *word, int count, const char *const *words)
{
    if (!word)
        return 0;
    char        kind[64], hint[128] = "it is '";
    name_search search = { .wanted = word };
    for (int i = 0; i < count; i++) {
        if (strcmp(word, words[i]) == 0)
            return i;
        consider_name(&search, words[i]);
        const size_t length = strlen(hint);
        snprintf(hint + length, sizeof hint - length, "%s%s",
                 i == 0          ? ""
                 : i + 1 < count ? "', '"
                                 : "' or '",
                 words[i]);
    }
    const size_t length = strlen(hint);
    snprintf(hint + length, sizeof hint - length, "'");
    snprintf(kind, sizeof kind, "value of %s", option);
    fail_unknown(kind, &search, hint);
}

double shown_degrees(double radians, int decimals)
{
    const double degrees = radians * (180.0 / SWV_PI);
    return fabs(degrees) < 0.5 * pow(10.0, -decimals) ? 0.0 : degrees;
}
