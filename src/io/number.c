// SPDX-License-Identifier: MIT
// Reading decimal numbers, correctly rounded, and fast where files have them: up to 8 digits before the point and up to 8 after it.
//
// Eight characters are looked at as one word. How many of them are digits is the place of the first byte that is not one; the
// word shifted so that the last digit is its highest byte has zeros before them, and three multiplications add up the digits
// in pairs, fours and eights. The two integers make one, m, below 2^53, and the value is m / 10^k or m 10^k: both are exact doubles
// (k <= 22), so that the one operation rounds correctly (Clinger 1990). Other numbers go to strtod. Text has SWVI_NUMBER_PADDING bytes after it.
#include "io/number.h"

#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t whole_power[] = { 1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u, 100000000u };
static const double   power[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

// The digits at p, up to 8: their value, and how many. 0x30 is '0'; adding 0x46 sets the high bit of bytes above '9'. The multipliers are 10 for
// pairs; 100 and 1000000 (0x64, 0xF4240), 1 and 10000 (0x2710) for fours and eights at once, the sum in the upper half.
static inline int read_digits(const char *p, uint64_t *value)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    const uint64_t digits = word - 0x3030303030303030u;  // a borrow spoils only bytes after one that is no digit
    const uint64_t others = ((word + 0x4646464646464646u) | digits) & 0x8080808080808080u;
    const int      count = others ? __builtin_ctzll(others) >> 3 : 8;
    if (count == 0) {
        *value = 0;
        return 0;
    }
    uint64_t n = digits << (64 - 8 * count);
    n = n * 10 + (n >> 8);
    n = ((n & 0x000000FF000000FFu) * 0x000F424000000064u + ((n >> 16) & 0x000000FF000000FFu) * 0x0000271000000001u) >>
        32;
    *value = n;
    return count;
}

#else

// The digits at p, up to 8: their value, and how many.
static inline int read_digits(const char *p, uint64_t *value)
{
    int count = 0;
    for (*value = 0; count < 8 && is_digit(p[count]); count++)
        *value = 10 * *value + (uint64_t)(p[count] - '0');
    return count;
}

#endif

// Any number, by the C library, which wants the locale's point. `end` is where its digits end, `exponent` what follows them.
static bool read_slowly(const char *text, const char *end, int exponent, double *value)
{
    enum { LONGEST = 800 };          // more digits than this decide no rounding: 767 are enough
    char        copy[LONGEST + 64];  // a point of up to 16 bytes, and an exponent of up to 22, go with them
    const char *point = localeconv()->decimal_point;
    size_t      length = 0;
    if (strlen(point) > 16)  // room is left for it: no locale's is so long
        return false;
    // Zeros before the first digit say nothing, digits after so many only that there is something.
    int  digits = 0, dropped = 0;
    bool is_fraction = false;
    for (; text < end; text++) {
        if (*text == '.') {
            is_fraction = true;
            memcpy(copy + length, point, strlen(point));
            length += strlen(point);
        } else if (!is_digit(*text)) {
            copy[length++] = *text;
        } else if (digits < LONGEST - 20) {  // 780: more than the 767, and room is left
            if (*text != '0' || digits > 0 || is_fraction) {
                copy[length++] = *text;
                digits++;
            }
        } else if (!is_fraction) {
            dropped++;
        }
    }
    if (digits == 0)
        copy[length++] = '0';
    snprintf(copy + length, sizeof copy - length, "e%ld", (long)exponent + dropped);
    *value = strtod(copy, NULL);
    return isfinite(*value);
}

const char *swvi_number_read(const char *text, double *value)
{
    const char *p = text;
    const bool  is_negative = *p == '-';
    p += *p == '-' || *p == '+';
    uint64_t  whole, fraction = 0;
    const int before = read_digits(p, &whole);
    p += before;
    int  after = 0;
    bool has_point = *p == '.';
    if (has_point) {
        after = read_digits(p + 1, &fraction);
        p += 1 + after;
    }
    if (before + after == 0)
        return NULL;
    const uint64_t m = whole * whole_power[after] + fraction;
    const bool     is_whole = !is_digit(*p) && m < (uint64_t)1 << 53;  // all its digits are in m
    if (is_whole && (*p | 0x20) != 'e') {
        const double magnitude = (double)m / power[after];
        *value = is_negative ? -magnitude : magnitude;
        return p;
    }

    // More digits, an exponent.
    for (; is_digit(*p) || (*p == '.' && !has_point); p++)
        has_point = has_point || *p == '.';
    const char *const digits_end = p;
    int               exponent = 0;
    if (*p == 'e' || *p == 'E') {
        const bool is_down = p[1] == '-';
        p += 1 + (p[1] == '-' || p[1] == '+');
        if (!is_digit(*p))
            return NULL;
        for (; is_digit(*p); p++)
            exponent = exponent < 100000 ? 10 * exponent + (*p - '0') : exponent;  // more is infinite or 0: no overflow
        exponent = is_down ? -exponent : exponent;
    }
    if (!is_whole || exponent - after < -22 || exponent - after > 22)
        return read_slowly(text, digits_end, exponent, value) ? p : NULL;
    exponent -= after;
    const double magnitude = exponent < 0 ? (double)m / power[-exponent] : (double)m * power[exponent];
    *value = is_negative ? -magnitude : magnitude;
    return p;
}

int swvi_number_write(char *text, double value, int decimals)
{
    if (!(fabs(value) < 1e9)) {  // times 1e9, the most decimals, it is below 2^64 = 1.8e19
        const int length = snprintf(text, SWVI_NUMBER_TEXT, "%.17g", value);
        for (char *c = text; *c; c++)
            *c = (char)(*c == ',' ? '.' : *c);  // a locale's point
        return length;
    }
    uint64_t n = (uint64_t)(fabs(value) * power[decimals] + 0.5);
    char     digits[24];
    int      count = 0;
    while (decimals > 0 && n % 10 == 0) {
        n /= 10;
        decimals--;
    }
    char *p = text;
    if (value < 0.0 && n > 0)
        *p++ = '-';
    do {
        digits[count++] = (char)('0' + n % 10);
        n /= 10;
        if (count == decimals)
            digits[count++] = '.';
    } while (n > 0 || count <= decimals + (decimals > 0));
    while (count > 0)
        *p++ = digits[--count];
    *p = '\0';
    return (int)(p - text);
}
