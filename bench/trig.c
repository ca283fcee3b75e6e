// SPDX-License-Identifier: MIT
#define _GNU_SOURCE  // sincos
#include "bench.h"

#include <math.h>
#include <stdio.h>

#include "../tests/support/random.h"
#include "swivel/batch.h"
#include "swivel/trig.h"

enum { count = 1 << 16 };  // too many for a branch predictor to learn the arguments by heart

// Angles in +-10, cosines in +-1, points in a square: what inverse kinematics asks for.
static double angle[count], cosine[count], px[count], py[count], out[count], out2[count];
static float  anglef[count], cosinef[count], pxf[count], pyf[count], outf[count], out2f[count];

// A function of one or two arguments over the arrays, one call an item.
#define LOOP(name, body)                \
    static void name(void *unused)      \
    {                                   \
        (void)unused;                   \
        for (int i = 0; i < count; ++i) \
            body;                       \
    }
#define BATCH(name, call)          \
    static void name(void *unused) \
    {                              \
        (void)unused;              \
        call;                      \
    }

// Each case three ways: ours one at a time, libm's, ours in lanes.
#define CASE(f, scalar, libm, lanes) LOOP(ours_##f, scalar) LOOP(libm_##f, libm) BATCH(lanes_##f, lanes)

CASE(sin, out[i] = swv_sin(angle[i]), out[i] = sin(angle[i]), swv_batch_sin(angle, out, count))
CASE(cos, out[i] = swv_cos(angle[i]), out[i] = cos(angle[i]), swv_batch_cos(angle, out, count))
CASE(sincos, swv_sincos(angle[i], &out[i], &out2[i]), sincos(angle[i], &out[i], &out2[i]),
     swv_batch_sincos(angle, out, out2, count))
CASE(asin, out[i] = swv_asin(cosine[i]), out[i] = asin(cosine[i]), swv_batch_asin(cosine, out, count))
CASE(acos, out[i] = swv_acos(cosine[i]), out[i] = acos(cosine[i]), swv_batch_acos(cosine, out, count))
CASE(atan2, out[i] = swv_atan2(py[i], px[i]), out[i] = atan2(py[i], px[i]), swv_batch_atan2(py, px, out, count))
CASE(sinf, outf[i] = swv_sinf(anglef[i]), outf[i] = sinf(anglef[i]), swv_batch_sinf(anglef, outf, count))
CASE(cosf, outf[i] = swv_cosf(anglef[i]), outf[i] = cosf(anglef[i]), swv_batch_cosf(anglef, outf, count))
CASE(sincosf, swv_sincosf(anglef[i], &outf[i], &out2f[i]), sincosf(anglef[i], &outf[i], &out2f[i]),
     swv_batch_sincosf(anglef, outf, out2f, count))
CASE(asinf, outf[i] = swv_asinf(cosinef[i]), outf[i] = asinf(cosinef[i]), swv_batch_asinf(cosinef, outf, count))
CASE(acosf, outf[i] = swv_acosf(cosinef[i]), outf[i] = acosf(cosinef[i]), swv_batch_acosf(cosinef, outf, count))
CASE(atan2f, outf[i] = swv_atan2f(pyf[i], pxf[i]), outf[i] = atan2f(pyf[i], pxf[i]),
     swv_batch_atan2f(pyf, pxf, outf, count))

#define ENTRY(f)                          \
    {                                     \
        #f, ours_##f, libm_##f, lanes_##f \
    }

void bench_trig(void)
{
    static const struct {
        const char *name;
        void (*ours)(void *), (*libm)(void *), (*lanes)(void *);
    } cases[] = { ENTRY(sin),  ENTRY(cos),  ENTRY(sincos),  ENTRY(asin),  ENTRY(acos),  ENTRY(atan2),
                  ENTRY(sinf), ENTRY(cosf), ENTRY(sincosf), ENTRY(asinf), ENTRY(acosf), ENTRY(atan2f) };
    uint64_t seed = 1;
    for (int i = 0; i < count; ++i) {
        anglef[i] = (float)(angle[i] = random_between(&seed, -10, 10));
        cosinef[i] = (float)(cosine[i] = random_between(&seed, -1, 1));
        pxf[i] = (float)(px[i] = random_between(&seed, -1, 1));
        pyf[i] = (float)(py[i] = random_between(&seed, -1, 1));
    }
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const bench_work works[3] = { { cases[i].ours, NULL, count },
                                      { cases[i].libm, NULL, count },
                                      { cases[i].lanes, NULL, count } };
        double           ns[3];
        char             name[64];
        bench_time(works, 3, ns);
        snprintf(name, sizeof name, "%s", cases[i].name);
        bench_report(name, ns[0], "ns", "libm", ns[1], -1.0);
        snprintf(name, sizeof name, "%s, many at once (%s)", cases[i].name, swv_batch_instruction_set());
        bench_report(name, ns[2], "ns", "libm", ns[1], -1.0);
    }
}
