// SPDX-License-Identifier: MIT
// Trigonometry beside the C library: one call an item, and over arrays. Radians.
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

#define LANES(f, in, x, to, cosine_to)  (void)swv_batch_trig(SWV_TRIG_##f, in, x, count, to, cosine_to)
#define LANESF(f, in, x, to, cosine_to) (void)swv_batch_trigf(SWV_TRIG_##f, in, x, count, to, cosine_to)

CASE(sin, out[i] = swv_sin(angle[i]), out[i] = sin(angle[i]), LANES(SIN, angle, NULL, out, NULL))
CASE(cos, out[i] = swv_cos(angle[i]), out[i] = cos(angle[i]), LANES(COS, angle, NULL, out, NULL))
CASE(sincos, swv_sincos(angle[i], &out[i], &out2[i]), sincos(angle[i], &out[i], &out2[i]),
     LANES(SINCOS, angle, NULL, out, out2))
CASE(asin, out[i] = swv_asin(cosine[i]), out[i] = asin(cosine[i]), LANES(ASIN, cosine, NULL, out, NULL))
CASE(acos, out[i] = swv_acos(cosine[i]), out[i] = acos(cosine[i]), LANES(ACOS, cosine, NULL, out, NULL))
CASE(atan2, out[i] = swv_atan2(py[i], px[i]), out[i] = atan2(py[i], px[i]), LANES(ATAN2, py, px, out, NULL))
LOOP(libm_sinf, outf[i] = sinf(anglef[i]))
LOOP(libm_cosf, outf[i] = cosf(anglef[i]))
LOOP(libm_sincosf, sincosf(anglef[i], &outf[i], &out2f[i]))
LOOP(libm_asinf, outf[i] = asinf(cosinef[i]))
LOOP(libm_acosf, outf[i] = acosf(cosinef[i]))
LOOP(libm_atan2f, outf[i] = atan2f(pyf[i], pxf[i]))
BATCH(lanes_sinf, LANESF(SIN, anglef, NULL, outf, NULL))
BATCH(lanes_cosf, LANESF(COS, anglef, NULL, outf, NULL))
BATCH(lanes_sincosf, LANESF(SINCOS, anglef, NULL, outf, out2f))
BATCH(lanes_asinf, LANESF(ASIN, cosinef, NULL, outf, NULL))
BATCH(lanes_acosf, LANESF(ACOS, cosinef, NULL, outf, NULL))
BATCH(lanes_atan2f, LANESF(ATAN2, pyf, pxf, outf, NULL))

#define ENTRY(f)                          \
    {                                     \
        #f, ours_##f, libm_##f, lanes_##f \
    }
// In float only in lanes.
#define ENTRYF(f)                     \
    {                                 \
        #f, NULL, libm_##f, lanes_##f \
    }

void bench_trig(void)
{
    static const struct {
        const char *name;
        void (*ours)(void *), (*libm)(void *), (*lanes)(void *);
    } cases[] = { ENTRY(sin),   ENTRY(cos),   ENTRY(sincos),   ENTRY(asin),   ENTRY(acos),   ENTRY(atan2),
                  ENTRYF(sinf), ENTRYF(cosf), ENTRYF(sincosf), ENTRYF(asinf), ENTRYF(acosf), ENTRYF(atan2f) };
    uint64_t seed = 1;
    for (int i = 0; i < count; ++i) {
        anglef[i] = (float)(angle[i] = random_between(&seed, -10, 10));
        cosinef[i] = (float)(cosine[i] = random_between(&seed, -1, 1));
        pxf[i] = (float)(px[i] = random_between(&seed, -1, 1));
        pyf[i] = (float)(py[i] = random_between(&seed, -1, 1));
    }
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const bench_work works[3] = { { cases[i].libm, NULL, count },
                                      { cases[i].lanes, NULL, count },
                                      { cases[i].ours, NULL, count } };
        double           ns[3];
        char             name[64];
        bench_time(works, cases[i].ours ? 3 : 2, ns);
        if (cases[i].ours)
            bench_report(cases[i].name, ns[2], "ns", "libm", ns[0], -1.0);
        snprintf(name, sizeof name, "%s, many at once (%s)", cases[i].name, swv_batch_instruction_set());
        bench_report(name, ns[1], "ns", "libm", ns[0], -1.0);
    }
}
