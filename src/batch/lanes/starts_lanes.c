// SPDX-License-Identifier: MIT
// One step of Newton's method from each of eight postures, compiled once per instruction set: SWVI_LANES is its name.
#include "swivel/base.h"

// Every call inside is inlined, however large the whole becomes: a loop with a call in it is not made into lanes.
#undef SWV_INLINE
#define SWV_INLINE static inline __attribute__((always_inline))

#include "batch/starts_newton.h"

void SWVI_LANE_LOOP(starts, SWVI_LANES)(const swvi_starts_shape *shape, const swvi_starts_target *target,
                                        swvi_starts_lanes *lanes)
{
    const swvi_starts_shape  s = *shape;
    const swvi_starts_target t = *target;
    const swv_vec3           across = swv_vec3_cross(t.along, t.mark);
#pragma omp simd
    for (int i = 0; i < SWVI_STARTS_LANES; i++) {
        const swvi_four        v = { lanes->v[0][i], lanes->v[1][i], lanes->v[2][i], lanes->v[3][i] };
        const swvi_starts_step r = swvi_starts_step_of(&s, &t, across, v);
        lanes->step[0][i] = r.step.a;
        lanes->step[1][i] = r.step.b;
        lanes->step[2][i] = r.step.c;
        lanes->step[3][i] = r.step.d;
        lanes->flat[0][i] = r.flat.a;
        lanes->flat[1][i] = r.flat.b;
        lanes->flat[2][i] = r.flat.c;
        lanes->flat[3][i] = r.flat.d;
        lanes->pivot[i] = r.pivot;
        lanes->error[0][i] = r.error.a;
        lanes->error[1][i] = r.error.b;
        lanes->error[2][i] = r.error.c;
        lanes->error[3][i] = r.error.d;
        lanes->error[4][i] = r.error.e;
        lanes->facing[i] = r.facing;
        lanes->cosine[i] = r.cosine;
        lanes->sine[i] = r.sine;
        lanes->cosine6[i] = r.cosine6;
        lanes->sine6[i] = r.sine6;
    }
}
