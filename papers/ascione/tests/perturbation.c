// SPDX-License-Identifier: MIT
// The girdle of Ascione, Laccetti, Lapegna and Romano: a wrist that is a little elsewhere moves clavicle, shoulder, elbow and wrist by
// little, by their own method and by the engine's.
//
// Lengths are the paper's units, about 10 cm; the size is the arm, 5.7. Angles are radians. What is drawn, moved and compared:
// tests/support/perturbation.h.
#include "perturbation.h"
#include "swivel_papers/girdle.h"

/// Which solve.
typedef enum girdle_way { OURS = 0, LIMITED, THEIRS } girdle_way;

// A quarter of the wrists are out of reach, by up to half of it. Swivels are from 0, the lowest elbow, to -1.5 radians, nearly a quarter turn. Chosen.
static void solve_girdle(const void *setup, draw *d, answer *out)
{
    const girdle_way       way = *(const girdle_way *)setup;
    swv_upper_limb         limb;
    swv_upper_limb_goal    goal = { .arm = { .is_position_only = true, .elbow = SWV_ELBOW_SWIVEL } };
    swv_upper_limb_posture before, posture;
    swv_ascione_posture    theirs_before, theirs;
    swv_upper_limb_report  report;
    double                 girdle[SWV_GIRDLE_ANGLES];
    swv_vec3               gh;
    assert_int_equal(swv_upper_limb_make_ascione(draw_below(d, 2) ? SWV_LEFT : SWV_RIGHT, &limb), SWV_OK);
    if (way == LIMITED)
        assert_int_equal(swv_upper_limb_limit_as_ascione(&limb), SWV_OK);
    const double size = limb.arm.upper + limb.arm.lower;
    assert_int_equal(swv_upper_limb_rest(&limb, girdle, &gh), SWV_OK);
    const double away = draw_below(d, 4) ? draw_between(d, 0.3, 1.0) : draw_between(d, 1.0, 1.5);
    goal.arm.end = (swv_pose){ swv_vec3_add(gh, swv_vec3_scale(away * size, draw_direction(d))), SWV_IDENTITY_QUAT };
    goal.arm.swivel = draw_between(d, -1.5, 0.0);
    if (way == THEIRS)
        assert_int_equal(swv_ascione_solve(&limb, &goal, NULL, NULL, &theirs_before, NULL), SWV_OK);
    else
        assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &before, NULL), SWV_OK);
    goal.arm.end.position = moved_place(d, goal.arm.end.position, size);
    goal.arm.swivel = moved_number(d, goal.arm.swivel);
    if (way == THEIRS) {
        assert_int_equal(swv_ascione_solve(&limb, &goal, &theirs_before.gh, NULL, &theirs, &report), SWV_OK);
        posture.ac = theirs.ac;
        posture.gh = theirs.gh;
        posture.elbow = theirs.elbow;
        posture.wrist = theirs.wrist;
    } else {
        assert_int_equal(swv_upper_limb_solve(&limb, &goal, &before, NULL, &posture, &report), SWV_OK);
    }
    out->where = where_of(report.outcome);
    add_place(out, "acromion", posture.ac, size);
    add_place(out, "shoulder", posture.gh, size);
    add_place(out, "elbow", posture.elbow, size);
    add_place(out, "wrist", posture.wrist, size);
}

/// Where clavicle and scapula go with the humerus. Elevation and plane up to 150 degrees. Axes of a frame are a quarter of the size, so that a turn
/// counts like a move. Chosen.
static void rhythm(const void *setup, draw *d, answer *out)
{
    (void)setup;
    swv_upper_limb limb;
    double         angles[SWV_GIRDLE_ANGLES];
    swv_pose       clavicle, scapula;
    assert_int_equal(swv_upper_limb_make_ascione(SWV_RIGHT, &limb), SWV_OK);
    const double size = limb.arm.upper + limb.arm.lower;
    const double elevation = moved_number(d, draw_between(d, 0, 2.6)), plane = moved_number(d, draw_between(d, 0, 2.6));
    assert_int_equal(swv_rhythm_angles(&limb.girdle.rhythm, elevation, plane, 0.0, angles), SWV_OK);
    assert_int_equal(swv_girdle_frames(&limb, angles, &clavicle, &scapula), SWV_OK);
    out->where = WHERE_OTHERWISE;
    add_frame(out, "clavicle", clavicle, 0.25 * size, size);
    add_frame(out, "scapula", scapula, 0.25 * size, size);
}

int main(int argc, char **argv)
{
    static const girdle_way ours = OURS, limited = LIMITED, theirs = THEIRS;
    enum { two = MEETS(WHERE_REACHED) | MEETS(WHERE_OUT_OF_REACH) };
    static const perturbed functions[] = {
        { "swv_upper_limb_solve", solve_girdle, &ours, 2000, 400, two, 0.02 },
        { "swv_ascione_solve", solve_girdle, &theirs, 2000, 400, two, 0.02 },
        { "swv_upper_limb_solve, their limits", solve_girdle, &limited, 2000, 400, two, 0.02 },
        { "swv_rhythm_angles", rhythm, NULL, 3000, 500, MEETS(WHERE_OTHERWISE), 0 },
    };
    return RUN_PERTURBATIONS("ascione", functions, argc, argv);
}
