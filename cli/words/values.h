// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_VALUES_H
#define SWIVEL_CLI_VALUES_H

/// Values of options, and angles as they are shown.

/// `count` numbers, the value of an option: "--hand: a position has 3".
void read_numbers(const char *option, const char *text, int count, const char *expected, double *values);

/// Which of several words it is, the first if it was not given. Ends the command with a message if it is none of them.
int read_word(const char *option, const char *word, int count, const char *const *words);

/// An angle in degrees that is shown with this many decimals: no minus before a zero.
double shown_degrees(double radians, int decimals);

#endif
