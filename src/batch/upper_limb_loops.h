// SPDX-License-Identifier: MIT
//
// Loops over upper limbs: one text for double and float (lanes/upper_limb_lanes.c).
//
// Every element makes the same steps: from the girdle of a half raised arm to the arm, then PLACEMENTS girdles, each
// followed by a step of shoulder/upper_limb_kernel.h; what the last step would change is said in `gh_error`; then the arm.
// A block at a time, in passes, so that each is short enough for the machine to have the next elements under way.

#define BLOCK (BLOCK_BYTES / sizeof(REAL))

typedef struct KERNEL(block) {
    REAL  wx[BLOCK], wy[BLOCK], wz[BLOCK];  ///< wrist, of a right limb with an arm of length 1
    REAL  is_target[BLOCK];
    REAL  sin_swivel[BLOCK], cos_swivel[BLOCK];
    REAL  hx[BLOCK], hy[BLOCK], hz[BLOCK], y[BLOCK];  ///< humerus and yield
    REAL  give_e[BLOCK], give_p[BLOCK];               ///< what full yield adds to the clavicle
    REAL  elevation[BLOCK], plane[BLOCK];             ///< as the rhythm sees them, and what goes with it
    REAL  up_z[BLOCK], east_x[BLOCK], east_y[BLOCK], elevation_up[BLOCK], plane_up[BLOCK], plane_east[BLOCK];
    REAL *angle[SWVI_PLACING_ANGLES];  ///< of the girdle, where the caller wants them
    REAL  sine[SWVI_PLACING_ANGLES][BLOCK], cosine[SWVI_PLACING_ANGLES][BLOCK];
    REAL  gx[BLOCK], gy[BLOCK], gz[BLOCK], change[BLOCK];
    REAL *upper[4], *lower[4];  ///< the arm's bones, where the caller wants them
    REAL  outcome[BLOCK];
} KERNEL(block);

/// swvi_upper_limb_shape in these numbers.
typedef struct KERNEL(lane_limb) {
    KERNEL(swvi_girdle_line) lines[SWVI_PLACING_ANGLES];
    REAL clavicle;
    VEC3 scapula;
    REAL upper_arm, forearm, reach, mirror, yield;
    KERNEL(swvi_shoulder_motion) hanging;
} KERNEL(lane_limb);

static VEC3 KERNEL(vector)(swv_vec3 v)
{
    return (VEC3){ (REAL)v.x, (REAL)v.y, (REAL)v.z };
}

static void KERNEL(make_limb)(const swvi_upper_limb_shape *shape, KERNEL(lane_limb) * limb)
{
    for (int i = 0; i < SWVI_PLACING_ANGLES; i++) {
        const swvi_girdle_line *l = &shape->girdle.lines[i];
        limb->lines[i] = (KERNEL(swvi_girdle_line)){
            (REAL)l->c0,
            (REAL)l->c1,
            (REAL)l->c2,
            (REAL)l->c3,
            (REAL)l->c4,
            (REAL)l->low,
            (REAL)l->high,
            (REAL)l->lower,
            (REAL)l->upper,
            (REAL)l->softness,
            (REAL)l->inverse_softness,
        };
    }
    limb->clavicle = (REAL)shape->girdle.clavicle;
    limb->scapula = KERNEL(vector)(shape->girdle.scapula);
    limb->upper_arm = (REAL)shape->upper_arm;
    limb->forearm = (REAL)shape->forearm;
    limb->reach = (REAL)shape->reach;
    limb->mirror = (REAL)shape->mirror;
    limb->yield = (REAL)shape->yield;
    limb->hanging.gh = KERNEL(vector)(shape->hanging.gh);
    limb->hanging.by_elevation = KERNEL(vector)(shape->hanging.by_elevation);
    limb->hanging.by_plane = KERNEL(vector)(shape->hanging.by_plane);
}

// 4,000 arms away only the direction matters.
APART void KERNEL(targets)(const KERNEL(lane_limb) * limb, const KERNEL(swv_upper_limb_batch) * batch, size_t first,
                           size_t count, KERNEL(block) * b)
{
    const REAL *x = batch->wrist[0] + first, *y = batch->wrist[1] + first, *z = batch->wrist[2] + first;
    const REAL *swivel = batch->swivel + first;
    const REAL  inverse = 1 / limb->reach, side = inverse * limb->mirror, furthest = 4000 * limb->reach;
    FOR_LANES
    {
        const REAL ax = KERNEL(fabs)(x[i]), ay = KERNEL(fabs)(y[i]), az = KERNEL(fabs)(z[i]);
        const REAL zero = ((x[i] - x[i]) + (y[i] - y[i])) + ((z[i] - z[i]) + (swivel[i] - swivel[i]));
        const REAL axy = ax > ay ? ax : ay, size = axy > az ? axy : az;
        const REAL scale = size > furthest ? furthest / size : 1;
        const bool is_target = zero == 0;
        b->is_target[i] = is_target ? 1 : 0;
        b->wx[i] = is_target ? side * (scale * x[i]) : 0;
        b->wy[i] = is_target ? inverse * (scale * y[i]) : (REAL)0.5;
        b->wz[i] = is_target ? inverse * (scale * z[i]) : 0;
        KERNEL(swvi_sincos)(swivel[i], &b->sin_swivel[i], &b->cos_swivel[i]);
    }
}

SWV_INLINE void KERNEL(start_from)(const KERNEL(lane_limb) * limb, KERNEL(block) * b, size_t i, bool is_smooth)
{
    const VEC3 wrist = { b->wx[i], b->wy[i], b->wz[i] }, gh = KERNEL(swvi_girdle_guess)(&limb->hanging, wrist);
    const KERNEL(swvi_elbow_circle) e = KERNEL(swvi_elbow_circle_of)(wrist.x - gh.x, wrist.y - gh.y, wrist.z - gh.z,
                                                                     limb->upper_arm, limb->forearm, is_smooth);
    const REAL m = e.sin_rise * b->cos_swivel[i], v = e.sin_rise * b->sin_swivel[i];
    REAL       slope, bow;
    b->hx[i] = e.nx * e.cos_rise + (e.ux * m + e.vx * v);
    b->hy[i] = e.ny * e.cos_rise + (e.uy * m + e.vy * v);
    b->hz[i] = e.nz * e.cos_rise + (e.uz * m + e.vz * v);
    b->y[i] = KERNEL(swvi_yield_wanted)(e.sin_rise, &slope, &bow);
    const REAL dx = wrist.x - limb->hanging.gh.x, dy = wrist.y - limb->hanging.gh.y, dz = wrist.z - limb->hanging.gh.z;
    const REAL d_squared = dx * dx + dy * dy + dz * dz;
    const REAL per = limb->yield / KERNEL(sqrt)(d_squared > NOWHERE ? d_squared : NOWHERE);
    b->give_e[i] = dz > 0 ? per * dz : 0;
    b->give_p[i] = dy > 0 ? per * dy : 0;
}

// The girdle for every humerus, in three passes: its angles, their sines and cosines, the step.
// The elements are functions of their own: what is local to a loop's body would be made an array before it is made lanes.
SWV_INLINE void KERNEL(look_at)(const KERNEL(lane_limb) * limb, KERNEL(block) * b, size_t i, bool is_free)
{
    const KERNEL(swvi_girdle_line) *line = limb->lines;
    const VEC3 h = { b->hx[i], b->hy[i], b->hz[i] };
    const KERNEL(swvi_humerus) seen = KERNEL(swvi_humerus_of)(h);
    const REAL t = seen.elevation, p = seen.plane, y = b->y[i], e = b->give_e[i], q = b->give_p[i];
    REAL       unused_t, unused_p, unused_y;
    b->elevation[i] = t;
    b->plane[i] = p;
    b->up_z[i] = seen.up.z;
    b->east_x[i] = seen.east.x;
    b->east_y[i] = seen.east.y;
    b->elevation_up[i] = seen.elevation_up;
    b->plane_up[i] = seen.plane_up;
    b->plane_east[i] = seen.plane_east;
    b->angle[0][i] = KERNEL(swvi_girdle_angle)(&line[0], t, p, e, y, is_free, &unused_t, &unused_p, &unused_y);
    b->angle[1][i] = KERNEL(swvi_girdle_angle)(&line[1], t, p, q, y, is_free, &unused_t, &unused_p, &unused_y);
    b->angle[2][i] = KERNEL(swvi_girdle_angle)(&line[2], t, p, KERNEL(swvi_follow_se)(e, q), y, is_free, &unused_t,
                                               &unused_p, &unused_y);
    b->angle[3][i] = KERNEL(swvi_girdle_angle)(&line[3], t, p, KERNEL(swvi_follow_sp)(e, q), y, is_free, &unused_t,
                                               &unused_p, &unused_y);
    b->angle[4][i] = KERNEL(swvi_girdle_angle)(&line[4], t, p, KERNEL(swvi_follow_st)(e, q), y, is_free, &unused_t,
                                               &unused_p, &unused_y);
}

APART void KERNEL(turns)(const REAL *angle, REAL *sine, REAL *cosine, size_t count)
{
    FOR_LANES
    {
        KERNEL(swvi_sine_cosine)(angle[i], &sine[i], &cosine[i]);
    }
}

SWV_INLINE void KERNEL(step_from)(const KERNEL(lane_limb) * limb, KERNEL(block) * b, size_t i, bool is_smooth,
                                  bool is_free)
{
    const VEC3 h = { b->hx[i], b->hy[i], b->hz[i] }, w = { b->wx[i], b->wy[i], b->wz[i] };
    const KERNEL(swvi_girdle_line) *line = limb->lines;
    const REAL u = limb->upper_arm, f = limb->forearm, clavicle = limb->clavicle;
    const VEC3 scapula = limb->scapula;
    const REAL t = b->elevation[i], p = b->plane[i], y = b->y[i], ge = b->give_e[i], gp = b->give_p[i];
    const KERNEL(swvi_humerus) seen = { .elevation = t,
                                        .plane = p,
                                        .up = { -h.z * b->east_y[i], h.z * b->east_x[i], b->up_z[i] },
                                        .east = { b->east_x[i], b->east_y[i], 0 },
                                        .elevation_up = b->elevation_up[i],
                                        .plane_up = b->plane_up[i],
                                        .plane_east = b->plane_east[i] };
    const KERNEL(swvi_girdle_turns)
        a = { b->sine[0][i],   b->cosine[0][i], b->sine[1][i],   b->cosine[1][i], b->sine[2][i],
              b->cosine[2][i], b->sine[3][i],   b->cosine[3][i], b->sine[4][i],   b->cosine[4][i] };
    const KERNEL(swvi_girdle_place) g = KERNEL(swvi_girdle_place_of)(&a, clavicle, scapula);
    REAL t0, t1, t2, t3, t4, p0, p1, p2, p3, p4, y0, y1, y2, y3, y4;
    (void)KERNEL(swvi_girdle_angle)(&line[0], t, p, ge, y, is_free, &t0, &p0, &y0);
    (void)KERNEL(swvi_girdle_angle)(&line[1], t, p, gp, y, is_free, &t1, &p1, &y1);
    (void)KERNEL(swvi_girdle_angle)(&line[2], t, p, KERNEL(swvi_follow_se)(ge, gp), y, is_free, &t2, &p2, &y2);
    (void)KERNEL(swvi_girdle_angle)(&line[3], t, p, KERNEL(swvi_follow_sp)(ge, gp), y, is_free, &t3, &p3, &y3);
    (void)KERNEL(swvi_girdle_angle)(&line[4], t, p, KERNEL(swvi_follow_st)(ge, gp), y, is_free, &t4, &p4, &y4);
    const KERNEL(swvi_shoulder_motion) motion = { g.gh, KERNEL(swvi_girdle_moved)(&g, t0, t1, t2, t3, t4),
                                                  KERNEL(swvi_girdle_moved)(&g, p0, p1, p2, p3, p4),
                                                  KERNEL(swvi_girdle_moved)(&g, y0, y1, y2, y3, y4) };
    const KERNEL(swvi_upper_limb_step) s = KERNEL(swvi_upper_limb_step_of)(&seen, &motion, h, y, w, b->cos_swivel[i],
                                                                           b->sin_swivel[i], u, f, is_smooth, !is_free);
    const REAL length_squared = (s.dh.x * s.dh.x + s.dh.y * s.dh.y) + s.dh.z * s.dh.z;
    const bool is_number = (length_squared - length_squared) + (s.dy - s.dy) == 0;
    // At most a radian at a time; dh is normal to h, so that the length of their sum is known.
    const REAL x = is_number ? length_squared : 0, r = 1 / KERNEL(sqrt)(x > 1 ? x : 1 + x);
    const REAL part = x > 1 ? r : 1, inverse = x > 1 ? (REAL)0.70710678118654752 : r, k = part * inverse;
    const REAL dx = is_number ? s.dh.x : 0, dy = is_number ? s.dh.y : 0, dz = is_number ? s.dh.z : 0;
    b->gx[i] = g.gh.x;
    b->gy[i] = g.gh.y;
    b->gz[i] = g.gh.z;
    b->change[i] = is_number ? s.change_squared : 1;
    b->hx[i] = inverse * h.x + k * dx;
    b->hy[i] = inverse * h.y + k * dy;
    b->hz[i] = inverse * h.z + k * dz;
    b->y[i] = y + part * (is_number ? s.dy : 0);
}

// The arm from GH. The swivel's half is found without trigonometry, counted as the limb counts it: a reference of the lowest
// elbow is a direction on the limb's circle.
SWV_INLINE void KERNEL(arm_of)(const KERNEL(lane_limb) * limb, KERNEL(block) * b, size_t i, bool is_smooth)
{
    const REAL px = b->wx[i] - b->gx[i], py = b->wy[i] - b->gy[i], pz = b->wz[i] - b->gz[i];
    const REAL u = limb->upper_arm, f = limb->forearm, c = b->cos_swivel[i], s = b->sin_swivel[i];
    const KERNEL(swvi_limb_circle) e = KERNEL(swvi_limb_circle_of)(px, py, pz, u, f, KERNEL(fabs)(u - f), u + f, false);
    REAL x = c, y = s;
    if (!is_smooth) {
        const KERNEL(swvi_elbow_circle) down = KERNEL(swvi_elbow_circle_of)(px, py, pz, u, f, false);
        const KERNEL(swvi_rotation) r = e.b0;
        const REAL mx = down.ux * c + down.vx * s, my = down.uy * c + down.vy * s, mz = down.uz * c + down.vz * s;
        const REAL zx = 2 * (r.y * r.y + r.z * r.z) - 1, zy = -2 * (r.x * r.y + r.w * r.z);
        const REAL zz = -2 * (r.x * r.z - r.w * r.y);
        x = (mx * zx + my * zy) + mz * zz;
        y = (mx * (e.ny * zz - e.nz * zy) + my * (e.nz * zx - e.nx * zz)) + mz * (e.nx * zy - e.ny * zx);
    }
    const REAL length = KERNEL(sqrt)(x * x + y * y), size_y = KERNEL(fabs)(y), back = KERNEL(copysign)(length - x, y);
    const REAL cos_half = x >= 0 ? length + x : size_y, sin_half = x >= 0 ? y : back;
    const REAL inverse = 1 / KERNEL(sqrt)(cos_half * cos_half + sin_half * sin_half);
    const KERNEL(swvi_limb_bones) bones = KERNEL(swvi_limb_bones_of)(&e, inverse * cos_half, inverse * sin_half);
    b->upper[0][i] = bones.upper.x;
    b->upper[1][i] = limb->mirror * bones.upper.y;
    b->upper[2][i] = limb->mirror * bones.upper.z;
    b->upper[3][i] = bones.upper.w;
    b->lower[0][i] = bones.lower.x;
    b->lower[1][i] = limb->mirror * bones.lower.y;
    b->lower[2][i] = limb->mirror * bones.lower.z;
    b->lower[3][i] = bones.lower.w;
    const REAL unsettled = b->change[i] > (REAL)1e-8 ? SWV_UNSETTLED : SWV_REACHED;
    const REAL reached = KERNEL(fabs)(e.excess) > BEYOND ? SWV_OUT_OF_REACH : unsettled;
    b->outcome[i] = b->is_target[i] > 0 ? reached : SWV_INVALID_TARGET;
}

APART void KERNEL(outcomes)(const REAL *from, unsigned char *to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (unsigned char)(int)from[i];
}

APART void KERNEL(copy)(const REAL *from, REAL *to, REAL scale, size_t count)
{
    FOR_LANES
    {
        to[i] = scale * from[i];
    }
}

APART void KERNEL(roots)(const REAL *from, REAL *to, REAL scale, size_t count)
{
    FOR_LANES
    {
        to[i] = scale * KERNEL(sqrt)(from[i]);
    }
}

typedef void KERNEL(pass)(const KERNEL(lane_limb) * limb, size_t count, KERNEL(block) * b);

// A pass of its own for each swivel reference, with limits and yield and without.
#define PASS(name, element, ...)                                                             \
    APART void KERNEL(name)(const KERNEL(lane_limb) * limb, size_t count, KERNEL(block) * b) \
    {                                                                                        \
        const KERNEL(lane_limb) shape = *limb;                                               \
        FOR_LANES                                                                            \
        {                                                                                    \
            KERNEL(element)(&shape, b, i, __VA_ARGS__);                                      \
        }                                                                                    \
    }

PASS(start_down, start_from, false)
PASS(start_smooth, start_from, true)
PASS(look_limited, look_at, false)
PASS(look_free, look_at, true)
PASS(step_down_limited, step_from, false, false)
PASS(step_down_free, step_from, false, true)
PASS(step_smooth_limited, step_from, true, false)
PASS(step_smooth_free, step_from, true, true)
PASS(arm_down, arm_of, false)
PASS(arm_smooth, arm_of, true)
#undef PASS

void SWVI_LANE_LOOP(KERNEL(upper_limb), SWVI_LANES)(const swvi_upper_limb_shape *shape,
                                                    const KERNEL(swv_upper_limb_batch) * batch, size_t first,
                                                    size_t count)
{
    const bool          is_smooth = shape->is_smooth, is_free = shape->girdle.is_free;
    KERNEL(pass) *const start = is_smooth ? KERNEL(start_smooth) : KERNEL(start_down);
    KERNEL(pass) *const look = is_free ? KERNEL(look_free) : KERNEL(look_limited);
    KERNEL(pass) *const step_smooth = is_free ? KERNEL(step_smooth_free) : KERNEL(step_smooth_limited);
    KERNEL(pass) *const step_down = is_free ? KERNEL(step_down_free) : KERNEL(step_down_limited);
    KERNEL(pass) *const step = is_smooth ? step_smooth : step_down;
    KERNEL(pass) *const arm = is_smooth ? KERNEL(arm_smooth) : KERNEL(arm_down);
    KERNEL(lane_limb) limb;
    KERNEL(block) b;
    KERNEL(make_limb)(shape, &limb);
    for (size_t length; count > 0; first += length, count -= length) {
        length = count < BLOCK ? count : BLOCK;
        for (int a = 0; a < SWVI_PLACING_ANGLES; a++)
            b.angle[a] = batch->girdle[a] + first;
        for (int k = 0; k < 4; k++) {
            b.upper[k] = batch->upper[k] + first;
            b.lower[k] = batch->lower[k] + first;
        }
        KERNEL(targets)(&limb, batch, first, length, &b);
        start(&limb, length, &b);
        for (int k = 0; k < PLACEMENTS; k++) {
            look(&limb, length, &b);
            for (int a = 0; a < SWVI_PLACING_ANGLES; a++)
                KERNEL(turns)(b.angle[a], b.sine[a], b.cosine[a], length);
            step(&limb, length, &b);
        }
        arm(&limb, length, &b);
        KERNEL(copy)(b.gx, batch->gh[0] + first, limb.mirror * limb.reach, length);
        KERNEL(copy)(b.gy, batch->gh[1] + first, limb.reach, length);
        KERNEL(copy)(b.gz, batch->gh[2] + first, limb.reach, length);
        KERNEL(roots)(b.change, batch->gh_error + first, limb.reach, length);
        KERNEL(outcomes)(b.outcome, batch->outcome + first, length);
    }
}
#undef BLOCK
