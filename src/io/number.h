// SPDX-License-Identifier: MIT
// Numbers in text, quickly.
#ifndef SWIVEL_IO_NUMBER_H
#define SWIVEL_IO_NUMBER_H

/// Bytes after a text that swvi_number_read may look at: the text must be followed by them, the first of them not a part of a
/// number.
enum { SWVI_NUMBER_PADDING = 32 };

/// The number that begins at `text`, correctly rounded; the end of it, or NULL if none begins there or it is not finite. A
/// decimal number: digits with or without a point, an exponent or not. Independent of the locale.
const char *swvi_number_read(const char *text, double *value);

/// The value with up to `decimals` (0 to 9) digits after the point, zeros at the end left out; beyond 1e9 as 17 digits. Returns
/// the length; `text` has room for SWVI_NUMBER_TEXT.
enum { SWVI_NUMBER_TEXT = 32 };
int swvi_number_write(char *text, double value, int decimals);

#endif
