// SPDX-License-Identifier: MIT
//
// One iteration of Ascione and others (section 4, figure 7): GH -> elbow -> humerus -> clavicle and scapula -> GH. One text for double and float
// (iteration.c). Straight-line arithmetic: tests/flops.py counts what is between "begin" and "end".
//
// Given     GH, wrist E, swivel sigma; a right limb, places in the trunk's axes from SC, lengths in parts of the arm's, radians
// Find      the next GH
//
// (1) elbow_solver (3.1)     h = |E - GH|, the line's angles Theta from z and Phi about it; alpha at GH by Carnot's theorem (printed with its
//                            numerator's signs reversed); G = Rz(Phi) Ry(Theta) m (sin alpha cos sigma, sin alpha sin sigma, cos alpha). Angles
//                            stand by their cosines and sines: cos Theta = z/h and so on
// (2) humerus_solver (3.2)   elevation atan2(hypot(hx, hy), -hz), which is pi - arccos(hz), and plane atan2(hy, hx), of the unit humerus
// (3) clavicle_solver        equations 1 and 2, with (1) put into (2): five rows, linear, everywhere
// (4) rotation_AC, _GH       AC = Rz(cp) Ry(-ce) v_AC, GH = AC + Rz(sp) Ry(-se) Rx(st) v_GH
//
// Degenerate    GH moves while it iterates, so E may leave the reach: h counts as within |m - n| .. m + n. E on the vertical through GH: Phi = 0. A
//               vertical humerus: plane 0. E at GH: along x

/// One goal, made ready.
typedef struct KERNEL(swvi_ascione_goal) {
    REAL wrist[3], cos_swivel, sin_swivel;
    REAL nearest, farthest, squares, twice;  ///< |m - n|, m + n, m^2 - n^2, 2 m
    REAL clavicle, scapula[3];
    REAL rows[5][3];  ///< constant, by elevation, by plane; in the order of swivel/shoulder.h
} KERNEL(swvi_ascione_goal);

typedef struct KERNEL(swvi_ascione_step) {
    REAL humerus[3], elevation, plane;
    REAL angles[5], ac[3], gh[3];
    REAL change;  ///< by how much GH moves
} KERNEL(swvi_ascione_step);

/// (1) The unit humerus for this GH.
SWV_INLINE void KERNEL(swvi_ascione_elbow)(const KERNEL(swvi_ascione_goal) * r, const REAL gh[3], REAL humerus[3])
{
    // begin
    const REAL px = r->wrist[0] - gh[0], py = r->wrist[1] - gh[1], pz = r->wrist[2] - gh[2];
    const REAL level_squared = px * px + py * py, level = KERNEL(sqrt)(level_squared);
    const REAL h = KERNEL(sqrt)(level_squared + pz * pz);
    const REAL cos_theta = h > 0 ? pz / h : 0, sin_theta = h > 0 ? level / h : 1;
    const REAL cos_phi = level > 0 ? px / level : 1, sin_phi = level > 0 ? py / level : 0;
    const REAL least = h > r->nearest ? h : r->nearest, held = least < r->farthest ? least : r->farthest;
    const REAL carnot = held > 0 ? (r->squares + held * held) / (r->twice * held) : 0;
    const REAL low = carnot < 1 ? carnot : 1, cos_alpha = low > -1 ? low : -1;
    const REAL sin_alpha = KERNEL(sqrt)(1 - cos_alpha * cos_alpha);
    const REAL x = sin_alpha * r->cos_swivel, y = sin_alpha * r->sin_swivel;
    const REAL level_x = x * cos_theta + cos_alpha * sin_theta;
    humerus[0] = level_x * cos_phi - y * sin_phi;
    humerus[1] = level_x * sin_phi + y * cos_phi;
    humerus[2] = cos_alpha * cos_theta - x * sin_theta;
    // end
}

/// (2) to (4) from the humerus in `s`.
SWV_INLINE void KERNEL(swvi_ascione_shoulder)(const KERNEL(swvi_ascione_goal) * r, KERNEL(swvi_ascione_step) * s)
{
    REAL sine[5], cosine[5];
    // begin
    const REAL hx = s->humerus[0], hy = s->humerus[1], level = KERNEL(sqrt)(hx * hx + hy * hy);
    s->elevation = KERNEL(swvi_angle)(level, -s->humerus[2]);
    s->plane = level > 0 ? KERNEL(swvi_angle)(hy, hx) : 0;
    // repeat 5
    for (int i = 0; i < 5; ++i) {
        s->angles[i] = r->rows[i][0] + r->rows[i][1] * s->elevation + r->rows[i][2] * s->plane;
        KERNEL(swvi_sine_cosine)(s->angles[i], &sine[i], &cosine[i]);
    }
    // once
    const REAL flat = r->clavicle * cosine[0];
    s->ac[0] = flat * cosine[1];
    s->ac[1] = flat * sine[1];
    s->ac[2] = r->clavicle * sine[0];
    const REAL b = r->scapula[1] * cosine[4] - r->scapula[2] * sine[4];
    const REAL c = r->scapula[1] * sine[4] + r->scapula[2] * cosine[4];
    const REAL a = r->scapula[0] * cosine[2] - c * sine[2];
    s->gh[0] = s->ac[0] + (a * cosine[3] - b * sine[3]);
    s->gh[1] = s->ac[1] + (a * sine[3] + b * cosine[3]);
    s->gh[2] = s->ac[2] + (r->scapula[0] * sine[2] + c * cosine[2]);
    // end
}

/// (1) to (4), and the test of convergence.
SWV_INLINE void KERNEL(swvi_ascione_iterate)(const KERNEL(swvi_ascione_goal) * r, const REAL gh[3],
                                             KERNEL(swvi_ascione_step) * s)
{
    KERNEL(swvi_ascione_elbow)(r, gh, s->humerus);
    KERNEL(swvi_ascione_shoulder)(r, s);
    // begin
    const REAL dx = s->gh[0] - gh[0], dy = s->gh[1] - gh[1], dz = s->gh[2] - gh[2];
    s->change = KERNEL(sqrt)(dx * dx + dy * dy + dz * dz);
    // end
}

/// The loop: |GH - last GH| < max(tolerance, rounding), the second 4 units in the last place of |GH|, as below it runs round in a circle in the last
/// bit. Returns the iterations made; *settled: whether it stopped by itself.
SWV_INLINE int KERNEL(swvi_ascione_run)(const KERNEL(swvi_ascione_goal) * r, const REAL from[3], REAL tolerance,
                                        int most, KERNEL(swvi_ascione_step) * s, bool *settled)
{
    REAL gh[3] = { from[0], from[1], from[2] };
    int  k = 0;
    *settled = false;
    while (k < most && !*settled) {
        KERNEL(swvi_ascione_iterate)(r, gh, s);
        ++k;
        for (int i = 0; i < 3; ++i)
            gh[i] = s->gh[i];
        const REAL size = KERNEL(sqrt)(gh[0] * gh[0] + gh[1] * gh[1] + gh[2] * gh[2]);
        const REAL rounding = 8 * ROUNDING * size;  // ROUNDING is half a unit in the last place
        *settled = s->change <= (tolerance > rounding ? tolerance : rounding);
    }
    return k;
}

// So that it can be included again.
#undef REAL
#undef KERNEL
#undef ROUNDING
