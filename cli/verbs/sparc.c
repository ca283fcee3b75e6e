// SPDX-License-Identifier: MIT
// The spectral arc length of a speed v(t):
//
// (1) spectrum    |V(f)|, v padded with zeros to 16 times the next power of two, over its largest value
// (2) range       0 to 10 Hz, cut to between the first and the last frequency with |V| >= 0.05
// (3) arc length  -sum sqrt((df / range)^2 + d|V|^2)
//
// Padding, 10 Hz and 0.05 are those of its authors (sparc.h). LONGEST, in frames, is chosen: the padded spectrum takes 256 MB.
#include "verbs/sparc.h"

#include <math.h>
#include <stdlib.h>

enum { LONGEST = 1 << 20, PADDING = 16 };

static const double pi = 3.14159265358979323846, cutoff_hz = 10.0, least_amplitude = 0.05;

// Cooley and Tukey, in place: the transform of n = 2^k complex numbers.
static void transform(double *re, double *im, size_t n)
{
    for (size_t i = 1, j = 0; i < n; i++) {
        size_t bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            const double r = re[i], m = im[i];
            re[i] = re[j], im[i] = im[j];
            re[j] = r, im[j] = m;
        }
    }
    for (size_t half = 1; half < n; half *= 2) {
        for (size_t k = 0; k < half; k++) {
            const double angle = -pi * (double)k / (double)half, c = cos(angle), s = sin(angle);
            for (size_t i = k; i < n; i += 2 * half) {
                const double r = re[i + half] * c - im[i + half] * s, m = re[i + half] * s + im[i + half] * c;
                re[i + half] = re[i] - r;
                im[i + half] = im[i] - m;
                re[i] += r;
                im[i] += m;
            }
        }
    }
}

static bool arc_of_spectrum(const double *amplitude, size_t points, double *arc_length)
{
    size_t first = 0, last = points;
    while (first < points && amplitude[first] < least_amplitude)
        first++;
    while (last > first && amplitude[last - 1] < least_amplitude)
        last--;
    if (last < first + 2)
        return false;
    const double step = 1.0 / (double)(last - 1 - first);
    double       sum = 0.0;
    for (size_t i = first; i + 1 < last; i++)
        sum += hypot(step, amplitude[i + 1] - amplitude[i]);
    *arc_length = -sum;
    return true;
}

bool sparc(const double *speed, size_t count, double rate, double *arc_length)
{
    if (count < 2 || count > LONGEST || !(rate > 0.0))
        return false;
    size_t n = 1;
    while (n < count)
        n *= 2;
    n *= PADDING;
    double *re = calloc(n, sizeof *re), *im = calloc(n, sizeof *im);
    if (!re || !im) {
        free(re);
        free(im);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        re[i] = speed[i];
    transform(re, im, n);

    double largest = 0.0;
    size_t points = 0;
    for (size_t i = 0; i < n; i++) {
        re[i] = hypot(re[i], im[i]);
        largest = fmax(largest, re[i]);
        points += (double)i * (rate / (double)n) <= cutoff_hz;
    }
    bool is_meant = largest > 0.0 && isfinite(largest);
    for (size_t i = 0; i < points && is_meant; i++)
        re[i] /= largest;
    is_meant = is_meant && arc_of_spectrum(re, points, arc_length);
    free(re);
    free(im);
    return is_meant;
}
