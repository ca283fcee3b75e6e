// SPDX-License-Identifier: MIT
// Loops over upper limbs, compiled once per instruction set: SWVI_LANES is its name.
//
// Every element makes the same steps: from the girdle of a half raised arm to the arm, then PLACEMENTS girdles, each
// followed by a step of shoulder/limb_kernel.h; what the last step would change is said in `change`; then the arm.
#include "swivel/base.h"

// Every call inside is inlined, however large the whole becomes: a loop with a call in it is not made into lanes.
#undef SWV_INLINE
#define SWV_INLINE static inline __attribute__((always_inline))

#include "batch/limb_lanes.h"

// A block at a time, in passes, so that each is short enough for the machine to have the next elements under way.
enum { BLOCK = 64, PLACEMENTS = 3 };
#define APART     static __attribute__((noinline))
#define FOR_LANES _Pragma("omp simd") for (size_t i = 0; i < count; i++)

typedef struct block {
    double wx[BLOCK], wy[BLOCK], wz[BLOCK];  ///< wrist, of a right limb with an arm of length 1
    double is_target[BLOCK];
    double sin_swivel[BLOCK], cos_swivel[BLOCK];
    double hx[BLOCK], hy[BLOCK], hz[BLOCK], y[BLOCK];  ///< humerus and yield
    double give_e[BLOCK], give_p[BLOCK];               ///< what full yield adds to the clavicle
    double elevation[BLOCK], plane[BLOCK];             ///< as the rhythm sees them, and their gradients
    double tx[BLOCK], ty[BLOCK], tz[BLOCK], px[BLOCK], py[BLOCK], pz[BLOCK];
    double angle[SWVI_PLACING_ANGLES][BLOCK], sine[SWVI_PLACING_ANGLES][BLOCK], cosine[SWVI_PLACING_ANGLES][BLOCK];
    double gx[BLOCK], gy[BLOCK], gz[BLOCK], change[BLOCK];
    double arm_sine[4][BLOCK], arm_cosine[4][BLOCK], outcome[BLOCK];
} block;

APART void targets(const swvi_limb_shape *limb, const swv_upper_limb_batch *batch, size_t first, size_t count, block *b)
{
    const double *x = batch->wrist[0] + first, *y = batch->wrist[1] + first, *z = batch->wrist[2] + first;
    const double *swivel = batch->swivel + first;
    const double  inverse = 1.0 / limb->reach, side = inverse * limb->mirror, far = 4e3;
    FOR_LANES
    {
        const double ax = fabs(x[i]), ay = fabs(y[i]), az = fabs(z[i]);
        const double zero = ((x[i] - x[i]) + (y[i] - y[i])) + ((z[i] - z[i]) + (swivel[i] - swivel[i]));
        const double axy = ax > ay ? ax : ay, size = inverse * (axy > az ? axy : az);
        const double scale = size > far ? far / size : 1.0;
        const bool   is_target = zero == 0.0;
        b->is_target[i] = is_target ? 1.0 : 0.0;
        b->wx[i] = is_target ? scale * (side * x[i]) : 0.0;
        b->wy[i] = is_target ? scale * (inverse * y[i]) : 0.5;
        b->wz[i] = is_target ? scale * (inverse * z[i]) : 0.0;
        swvi_sincos(swivel[i], &b->sin_swivel[i], &b->cos_swivel[i]);
    }
}

// PLACE: the girdle for every humerus, in three passes.
// The elements are functions of their own: what is local to a loop's body would be made an array before it is made lanes.
SWV_INLINE void look_at(const swvi_girdle_line *line, block *b, size_t i, bool is_free)
{
    const swv_vec3     h = { b->hx[i], b->hy[i], b->hz[i] };
    const swvi_humerus seen = swvi_humerus_of(h);
    const double       t = seen.elevation, p = seen.plane, y = b->y[i], e = b->give_e[i], q = b->give_p[i];
    double             unused_t, unused_p, unused_y;
    b->elevation[i] = t;
    b->plane[i] = p;
    b->tx[i] = seen.by_elevation.x;
    b->ty[i] = seen.by_elevation.y;
    b->tz[i] = seen.by_elevation.z;
    b->px[i] = seen.by_plane.x;
    b->py[i] = seen.by_plane.y;
    b->pz[i] = seen.by_plane.z;
    b->angle[0][i] = swvi_girdle_angle(&line[0], t, p, e, y, is_free, &unused_t, &unused_p, &unused_y);
    b->angle[1][i] = swvi_girdle_angle(&line[1], t, p, q, y, is_free, &unused_t, &unused_p, &unused_y);
    b->angle[2][i] =
        swvi_girdle_angle(&line[2], t, p, SWVI_FOLLOW_SE(e, q), y, is_free, &unused_t, &unused_p, &unused_y);
    b->angle[3][i] =
        swvi_girdle_angle(&line[3], t, p, SWVI_FOLLOW_SP(e, q), y, is_free, &unused_t, &unused_p, &unused_y);
    b->angle[4][i] =
        swvi_girdle_angle(&line[4], t, p, SWVI_FOLLOW_ST(e, q), y, is_free, &unused_t, &unused_p, &unused_y);
}

APART void turns(const double *angle, double *sine, double *cosine, size_t count)
{
    FOR_LANES
    {
        swvi_sincos(angle[i], &sine[i], &cosine[i]);
    }
}

APART void outcomes(const double *from, unsigned char *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (unsigned char)(int)from[i];
}

APART void angles_of(const double *sine, const double *cosine, double *angle, size_t count)
{
    FOR_LANES
    {
        angle[i] = swvi_angle(sine[i], cosine[i]);
    }
}

APART void copy(const double *from, double *to, double scale, size_t count)
{
    FOR_LANES
    {
        to[i] = scale * from[i];
    }
}

SWV_INLINE void step_from(const swvi_limb_shape *limb, block *b, size_t i, bool is_smooth, bool is_free)
{
    const swvi_girdle_line *line = limb->girdle.lines;
    const double            u = limb->upper_arm, f = limb->forearm, clavicle = limb->girdle.clavicle;
    const swv_vec3          scapula = limb->girdle.scapula;
    const double            t = b->elevation[i], p = b->plane[i], y = b->y[i], ge = b->give_e[i], gp = b->give_p[i];
    const swvi_humerus      seen = { .elevation = t,
                                     .plane = p,
                                     .by_elevation = { b->tx[i], b->ty[i], b->tz[i] },
                                     .by_plane = { b->px[i], b->py[i], b->pz[i] } };
    const swvi_girdle_turns a = { b->sine[0][i],   b->cosine[0][i], b->sine[1][i],   b->cosine[1][i], b->sine[2][i],
                                  b->cosine[2][i], b->sine[3][i],   b->cosine[3][i], b->sine[4][i],   b->cosine[4][i] };
    const swvi_girdle_place g = swvi_girdle_place_of(&a, clavicle, scapula);
    double                  t0, t1, t2, t3, t4, p0, p1, p2, p3, p4, y0, y1, y2, y3, y4;
    (void)swvi_girdle_angle(&line[0], t, p, ge, y, is_free, &t0, &p0, &y0);
    (void)swvi_girdle_angle(&line[1], t, p, gp, y, is_free, &t1, &p1, &y1);
    (void)swvi_girdle_angle(&line[2], t, p, SWVI_FOLLOW_SE(ge, gp), y, is_free, &t2, &p2, &y2);
    (void)swvi_girdle_angle(&line[3], t, p, SWVI_FOLLOW_SP(ge, gp), y, is_free, &t3, &p3, &y3);
    (void)swvi_girdle_angle(&line[4], t, p, SWVI_FOLLOW_ST(ge, gp), y, is_free, &t4, &p4, &y4);
    const swvi_shoulder_motion motion = { g.gh, swvi_girdle_moved(&g, t0, t1, t2, t3, t4),
                                          swvi_girdle_moved(&g, p0, p1, p2, p3, p4),
                                          swvi_girdle_moved(&g, y0, y1, y2, y3, y4) };
    const swv_vec3             h = { b->hx[i], b->hy[i], b->hz[i] }, w = { b->wx[i], b->wy[i], b->wz[i] };
    const swvi_limb_step       s =
        swvi_limb_step_of(&seen, &motion, h, y, w, b->cos_swivel[i], b->sin_swivel[i], u, f, is_smooth, !is_free);
    const double length_squared = swv_vec3_dot(s.dh, s.dh);
    const bool   is_number = (length_squared - length_squared) + (s.dy - s.dy) == 0.0;
    // At most a radian at a time; dh is normal to h, so that the length of their sum is known.
    const double x = is_number ? length_squared : 0.0, r = 1.0 / sqrt(x > 1.0 ? x : 1.0 + x);
    const double part = x > 1.0 ? r : 1.0, inverse = x > 1.0 ? 0.70710678118654752 : r, k = part * inverse;
    const double dx = is_number ? s.dh.x : 0.0, dy = is_number ? s.dh.y : 0.0, dz = is_number ? s.dh.z : 0.0;
    b->gx[i] = g.gh.x;
    b->gy[i] = g.gh.y;
    b->gz[i] = g.gh.z;
    b->change[i] = is_number ? s.change_squared : 1.0;
    b->hx[i] = inverse * h.x + k * dx;
    b->hy[i] = inverse * h.y + k * dy;
    b->hz[i] = inverse * h.z + k * dz;
    b->y[i] = y + part * (is_number ? s.dy : 0.0);
}

APART void roots(const double *from, double *to, double scale, size_t count)
{
    FOR_LANES
    {
        to[i] = scale * sqrt(from[i]);
    }
}

#define LOOP(name, is_smooth, is_free)                                                                                \
    APART void name##_start(const swvi_limb_shape *limb, size_t count, block *b)                                      \
    {                                                                                                                 \
        const double               u = limb->upper_arm, f = limb->forearm, yield = limb->yield;                       \
        const swvi_shoulder_motion hanging = limb->hanging;                                                           \
        FOR_LANES                                                                                                     \
        {                                                                                                             \
            const swv_vec3          wrist = { b->wx[i], b->wy[i], b->wz[i] };                                         \
            const swv_vec3          gh = swvi_girdle_guess(&hanging, wrist);                                          \
            const swvi_elbow_circle e =                                                                               \
                swvi_elbow_circle_of(wrist.x - gh.x, wrist.y - gh.y, wrist.z - gh.z, u, f, is_smooth);                \
            const double m = e.sin_rise * b->cos_swivel[i], v = e.sin_rise * b->sin_swivel[i];                        \
            double       slope, bow;                                                                                  \
            b->hx[i] = e.nx * e.cos_rise + (e.ux * m + e.vx * v);                                                     \
            b->hy[i] = e.ny * e.cos_rise + (e.uy * m + e.vy * v);                                                     \
            b->hz[i] = e.nz * e.cos_rise + (e.uz * m + e.vz * v);                                                     \
            b->y[i] = swvi_yield_wanted(e.sin_rise, &slope, &bow);                                                    \
            const double dx = b->wx[i] - hanging.gh.x, dy = b->wy[i] - hanging.gh.y, dz = b->wz[i] - hanging.gh.z;    \
            const double d_squared = dx * dx + dy * dy + dz * dz,                                                     \
                         per = yield / sqrt(d_squared > 1e-30 ? d_squared : 1e-30);                                   \
            b->give_e[i] = dz > 0.0 ? per * dz : 0.0;                                                                 \
            b->give_p[i] = dy > 0.0 ? per * dy : 0.0;                                                                 \
        }                                                                                                             \
    }                                                                                                                 \
    APART void name##_look(const swvi_limb_shape *limb, size_t count, block *b)                                       \
    {                                                                                                                 \
        const swvi_limb_shape shape = *limb;                                                                          \
        FOR_LANES                                                                                                     \
        {                                                                                                             \
            look_at(shape.girdle.lines, b, i, is_free);                                                               \
        }                                                                                                             \
    }                                                                                                                 \
    APART void name##_step(const swvi_limb_shape *limb, size_t count, block *b)                                       \
    {                                                                                                                 \
        const swvi_limb_shape shape = *limb;                                                                          \
        FOR_LANES                                                                                                     \
        {                                                                                                             \
            step_from(&shape, b, i, is_smooth, is_free);                                                              \
        }                                                                                                             \
    }                                                                                                                 \
    APART void name##_arm(const swvi_limb_shape *limb, size_t count, block *b)                                        \
    {                                                                                                                 \
        const double         u = limb->upper_arm, f = limb->forearm;                                                  \
        const swvi_hand_axes hand = { 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0 };                                  \
        FOR_LANES                                                                                                     \
        {                                                                                                             \
            const swvi_elbow_circle e =                                                                               \
                swvi_elbow_circle_of(b->wx[i] - b->gx[i], b->wy[i] - b->gy[i], b->wz[i] - b->gz[i], u, f, is_smooth); \
            const swvi_arm_directions q = swvi_arm_directions_of(&e, &hand, b->cos_swivel[i], b->sin_swivel[i]);      \
            b->arm_sine[0][i] = q.sin0;                                                                               \
            b->arm_cosine[0][i] = q.cos0;                                                                             \
            b->arm_sine[1][i] = q.sin1;                                                                               \
            b->arm_cosine[1][i] = q.cos1;                                                                             \
            b->arm_sine[2][i] = q.sin2;                                                                               \
            b->arm_cosine[2][i] = q.cos2;                                                                             \
            b->arm_sine[3][i] = e.sin_elbow;                                                                          \
            b->arm_cosine[3][i] = e.cos_elbow;                                                                        \
            const double unsettled = b->change[i] > 1e-8 ? SWV_LIMB_UNSETTLED : SWV_LIMB_REACHED;                     \
            const double reached = fabs(e.excess) > 1e-9 ? SWV_LIMB_OUT_OF_REACH : unsettled;                         \
            b->outcome[i] = b->is_target[i] > 0.0 ? reached : SWV_ARM_NO_TARGET;                                      \
        }                                                                                                             \
    }                                                                                                                 \
    void SWVI_LANE_LOOP(name, SWVI_LANES)(const swvi_limb_shape *limb, const swv_upper_limb_batch *batch,             \
                                          size_t first, size_t count)                                                 \
    {                                                                                                                 \
        block b;                                                                                                      \
        for (size_t length; count > 0; first += length, count -= length) {                                            \
            length = count < BLOCK ? count : BLOCK;                                                                   \
            targets(limb, batch, first, length, &b);                                                                  \
            name##_start(limb, length, &b);                                                                           \
            for (int k = 0; k < PLACEMENTS; k++) {                                                                    \
                name##_look(limb, length, &b);                                                                        \
                for (int a = 0; a < SWVI_PLACING_ANGLES; a++)                                                         \
                    turns(b.angle[a], b.sine[a], b.cosine[a], length);                                                \
                name##_step(limb, length, &b);                                                                        \
            }                                                                                                         \
            name##_arm(limb, length, &b);                                                                             \
            for (int a = 0; a < SWVI_PLACING_ANGLES; a++)                                                             \
                copy(b.angle[a], batch->girdle[a] + first, 1.0, length);                                              \
            copy(b.gx, batch->gh[0] + first, limb->mirror * limb->reach, length);                                     \
            copy(b.gy, batch->gh[1] + first, limb->reach, length);                                                    \
            copy(b.gz, batch->gh[2] + first, limb->reach, length);                                                    \
            roots(b.change, batch->change + first, limb->reach, length);                                              \
            for (int joint = 0; joint < 4; joint++)                                                                   \
                angles_of(b.arm_sine[joint], b.arm_cosine[joint], batch->q[joint] + first, length);                   \
            outcomes(b.outcome, batch->outcome + first, length);                                                      \
        }                                                                                                             \
    }

SWVI_LIMB_LOOPS(LOOP)
