// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_NUMBER_H
#define SWIVEL_CLI_NUMBER_H

/// Decimal numbers, read and written without losing a bit, several times faster than the C library.

/// Enough for any double and the '\0'.
#define NUMBER_SIZE 32

/// Write what printf("%.17g") writes, without a '\0' at the end. Returns the length. Reading it back gives the same
/// bits.
int number_format(char *text, double value);

/// The fewest digits, 15 to 17, that read back as the same bits: 0.1, not 0.10000000000000001. With a '\0'.
void number_format_short(char *text, double value);

typedef enum number_status {
    NUMBER_OK = 0,
    NUMBER_MALFORMED,
    NUMBER_TOO_LARGE,  ///< a number, but beyond the largest double
} number_status;

/// Read all of [text, end) as a decimal number, correctly rounded: an optional sign, digits with an optional point,
/// an optional exponent; no spaces, no "nan", "inf" or hexadecimal. *end must be readable, and no character that
/// could go on with the number.
number_status number_parse(const char *text, const char *end, double *value);

#endif
