// SPDX-License-Identifier: MIT
// Exact conversion between doubles and 17 decimal digits.
//
// A double is m 2^e with an integer m < 2^53, and m 2^e 10^k = (m 5^k) 2^(e+k). The product m 5^k fits into 128 bits
// for k <= 32 and into 192 for k <= 54, so that scaling to 17 digits, and back from up to 19, is one or two integer
// multiplications or a division, a shift, and one rounding of a value that is known exactly. Both functions hand what
// lies outside to the C library.
#include "io/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SIZEOF_INT128__

__extension__ typedef unsigned __int128 uint128;

    #define TEN_TO_8  100000000u
    #define TEN_TO_16 10000000000000000u
    #define TEN_TO_17 100000000000000000u

// 5^0 to 5^27, the largest that fits into 64 bits.
static const uint64_t power_of_5[] = {
    1u,
    5u,
    25u,
    125u,
    625u,
    3125u,
    15625u,
    78125u,
    390625u,
    1953125u,
    9765625u,
    48828125u,
    244140625u,
    1220703125u,
    6103515625u,
    30517578125u,
    152587890625u,
    762939453125u,
    3814697265625u,
    19073486328125u,
    95367431640625u,
    476837158203125u,
    2384185791015625u,
    11920928955078125u,
    59604644775390625u,
    298023223876953125u,
    1490116119384765625u,
    7450580596923828125u,
};
enum { LARGEST_POWER_OF_5 = 27 };

// n / 2^shift to the nearest integer, halves to the even one; `rest` says that n was cut off and is a little larger.
// 1 <= shift <= 127.
static uint64_t shift_right_rounded(uint128 n, int shift, bool rest)
{
    const uint64_t whole = (uint64_t)(n >> shift);
    const uint128  half = (uint128)1 << (shift - 1);
    const uint128  tail = n & (half + (half - 1));
    const bool     up = tail > half || (tail == half && (rest || (whole & 1)));
    return whole + up;
}

static void put_digits(char *text, uint32_t value, int count)
{
    for (int i = count - 1; i >= 0; i--) {
        text[i] = (char)('0' + value % 10);
        value /= 10;
    }
}

// For 1e-37 <= value < 1e15.
static int format_exactly(char *text, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int      binary_exponent = (int)(bits >> 52) - 1023;
    const uint64_t m = (bits & 0xFFFFFFFFFFFFFu) | 0x10000000000000u;

    // The decimal exponent is this one or one less: floor(log10(2^binary_exponent)) + 1, for |binary_exponent| <= 127.
    int     exponent = (int)(0.30103 * binary_exponent + 100.0) - 100 + 1;
    uint128 product;
    int     shift;
    bool    rest = false;
    for (;; exponent--) {
        const int k = 16 - exponent;
        shift = 52 - binary_exponent - k;
        if (k <= LARGEST_POWER_OF_5) {
            product = (uint128)m * power_of_5[k];
        } else {
            const uint128  first = (uint128)m * power_of_5[LARGEST_POWER_OF_5];
            const uint64_t second = power_of_5[k - LARGEST_POWER_OF_5];
            if (k <= 32) {
                product = first * second;
            } else {  // the upper 128 of 192 bits, and whether anything is in the lower 64; the shift is 73 at least
                const uint128 low = (uint128)(uint64_t)first * second;
                product = (first >> 64) * second + (low >> 64);
                rest = (uint64_t)low != 0;
                shift -= 64;
            }
        }
        if ((product >> shift) >= TEN_TO_16)
            break;
    }
    uint64_t digits = shift_right_rounded(product, shift, rest);
    if (digits == TEN_TO_17) {
        digits = TEN_TO_16;
        exponent++;
    }

    char d[17];
    put_digits(d, (uint32_t)(digits / TEN_TO_8), 9);
    put_digits(d + 9, (uint32_t)(digits % TEN_TO_8), 8);
    int count = 17;
    while (count > 1 && d[count - 1] == '0')
        count--;

    char *p = text;
    if (exponent < -4) {  // 1.25e-05
        *p++ = d[0];
        if (count > 1) {
            *p++ = '.';
            memcpy(p, d + 1, (size_t)count - 1);
            p += count - 1;
        }
        *p++ = 'e';
        *p++ = '-';
        put_digits(p, (uint32_t)-exponent, 2);
        return (int)(p + 2 - text);
    }
    if (exponent < 0) {  // 0.00125
        memcpy(p, "0.000", 5);
        p += 1 - exponent;
        memcpy(p, d, (size_t)count);
        return (int)(p + count - text);
    }
    const int whole = exponent + 1;  // 125 or 1.25
    memcpy(p, d, (size_t)whole);
    p += whole;
    if (count > whole) {
        *p++ = '.';
        memcpy(p, d + whole, (size_t)(count - whole));
        p += count - whole;
    }
    return (int)(p - text);
}

// digits 10^exponent, correctly rounded, for digits > 0 and |exponent| <= LARGEST_POWER_OF_5.
static double scale_exactly(uint64_t digits, int exponent)
{
    const int      unused = __builtin_clzll(digits);
    const uint64_t n = digits << unused;
    uint128        product;  // times 2^binary_exponent: the value, or a little less if there is a rest
    int            binary_exponent = exponent - unused;
    bool           rest = false;
    if (exponent >= 0) {
        product = (uint128)n * power_of_5[exponent];
    } else {
        const uint128  dividend = (uint128)n << 64;
        const uint64_t divisor = power_of_5[-exponent];
        product = dividend / divisor;
        rest = product * divisor != dividend;
        binary_exponent -= 64;
    }
    const uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product;
    const int      size = high ? 128 - __builtin_clzll(high) : 64 - __builtin_clzll(low);  // at least 64
    const int      shift = size - 53;
    const uint64_t m = shift_right_rounded(product, shift, rest);

    // m may have been rounded up to 2^53: the addition then carries into the exponent, as it should.
    const uint64_t bits = ((uint64_t)(binary_exponent + shift + 52 + 1023) << 52) + (m - 0x10000000000000u);
    double         value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif

int number_format(char *text, double value)
{
#ifdef __SIZEOF_INT128__
    const double magnitude = fabs(value);
    *text = '-';
    const int sign = signbit(value) ? 1 : 0;
    if (magnitude >= 1e-37 && magnitude < 1e15)
        return sign + format_exactly(text + sign, magnitude);
    if (magnitude == 0.0) {
        text[sign] = '0';
        return sign + 1;
    }
#endif
    return snprintf(text, NUMBER_SIZE, "%.17g", value);
}

void number_format_short(char *text, double value)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, NUMBER_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

number_status number_parse(const char *text, const char *end, double *value)
{
    const char *p = text;
    const bool  negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;

    // All digits as one integer, right if there are at most 19 of them, and how many follow the point.
    const char *first = p;
    uint64_t    digits = 0;
    for (; is_digit(*p); p++)
        digits = 10 * digits + (uint64_t)(*p - '0');
    long digit_count = (long)(p - first);
    long exponent = 0;
    if (*p == '.') {
        const char *fraction = ++p;
        for (; is_digit(*p); p++)
            digits = 10 * digits + (uint64_t)(*p - '0');
        exponent = (long)(fraction - p);
        digit_count -= exponent;
    }
    if (digit_count == 0)
        return NUMBER_MALFORMED;
    if (*p == 'e' || *p == 'E') {
        p++;
        const bool down = *p == '-';
        if (*p == '-' || *p == '+')
            p++;
        if (!is_digit(*p))
            return NUMBER_MALFORMED;
        long e = 0;
        for (; is_digit(*p); p++)
            e = e < 100000 ? 10 * e + (*p - '0') : e;
        exponent += down ? -e : e;
    }
    if (p != end)
        return NUMBER_MALFORMED;

    if (digit_count > 19) {
        for (; *first == '0' || *first == '.'; first++)
            digit_count -= *first == '0';
    }
#ifdef __SIZEOF_INT128__
    if (digit_count <= 19 && exponent >= -LARGEST_POWER_OF_5 && exponent <= LARGEST_POWER_OF_5) {
        const double magnitude = digits ? scale_exactly(digits, (int)exponent) : 0.0;
        *value = negative ? -magnitude : magnitude;
        return NUMBER_OK;
    }
#else
    (void)negative;
#endif
    *value = strtod(text, NULL);
    return isfinite(*value) ? NUMBER_OK : NUMBER_TOO_LARGE;
}
