// SPDX-License-Identifier: MIT
// Small moves of a hand or foot, of the previous posture and of the elbow's wish move the limb by little.
#include "perturbation.h"
#include "limb_cases.h"
#include "swivel/limb.h"

// ---- solving ----

typedef struct limb_way {
    swv_elbow_wish      elbow;
    swv_limb_compromise compromise;
    bool                has_previous, is_position_only;
} limb_way;

static void solve_limb(const void *setup, draw *d, answer *out)
{
    const limb_way *way = setup;
    const swv_limb  limb = draw_limb(d);
    swv_limb_goal goal = { .end = draw_end(d, &limb), .elbow = way->elbow, .is_position_only = way->is_position_only };
    swv_limb_posture previous = draw_posture(d, &limb), posture;
    swv_limb_report  report;
    goal.end = moved_pose(d, goal.end, limb_size(&limb));
    goal.swivel = moved_number(d, draw_between(d, -SWV_PI, SWV_PI));
    goal.direction = moved_place(d, draw_direction(d), 1.0);
    previous = moved_posture(d, &limb, previous);
    assert_int_equal(
        swv_limb_solve(&limb, &goal, way->has_previous ? &previous : NULL, way->compromise, &posture, &report), SWV_OK);
    out->where = where_of(report.outcome);
    out->jumped = report.is_torn;
    add_limb(out, &limb, &posture);
}

static void posture_at_a_swivel(const void *setup, draw *d, answer *out)
{
    (void)setup;
    const swv_limb   limb = draw_limb(d);
    swv_limb_posture posture;
    swv_limb_report  report;
    const swv_pose   end = moved_pose(d, draw_end(d, &limb), limb_size(&limb));
    const double     swivel = moved_number(d, draw_between(d, -SWV_PI, SWV_PI));
    assert_int_equal(swv_limb_posture_at(&limb, &end, swivel, &posture, &report), SWV_OK);
    out->where = where_of(report.outcome);
    add_limb(out, &limb, &posture);
}

// ---- reading postures ----

/// The angles read from a posture, and the posture they give.
static void angles_of_a_posture(const void *setup, draw *d, answer *out)
{
    (void)setup;
    const swv_limb   limb = draw_limb(d);
    swv_limb_posture posture = moved_posture(d, &limb, draw_posture(d, &limb));
    double           angles[SWV_LIMB_ANGLES];
    assert_int_equal(swv_limb_angles(&limb, &posture, angles), SWV_OK);
    assert_int_equal(swv_limb_posture_from_angles(&limb, angles, &posture), SWV_OK);
    out->where = WHERE_REACHED;
    add_limb(out, &limb, &posture);
}

/// The swivel read from a posture, and the elbow it gives.
static void swivel_of_a_posture(const void *setup, draw *d, answer *out)
{
    (void)setup;
    const swv_limb         limb = draw_limb(d);
    const swv_limb_posture posture = moved_posture(d, &limb, draw_posture(d, &limb));
    swv_pose               end;
    swv_limb_circle        circle;
    double                 swivel;
    assert_int_equal(swv_limb_forward(&limb, &posture, &end, NULL), SWV_OK);
    assert_int_equal(swv_limb_swivel_of(&limb, &posture, &swivel), SWV_OK);
    assert_int_equal(swv_limb_circle_of(&limb, end.position, &circle), SWV_OK);
    out->where = WHERE_REACHED;
    add_place(out, "elbow", on_circle(&circle, swivel), limb_size(&limb));
}

/// Bones from the places of elbow and hand; points beside the bones show how they are turned.
static void posture_from_points(const void *setup, draw *d, answer *out)
{
    (void)setup;
    const swv_limb         limb = draw_limb(d);
    const swv_limb_posture drawn = draw_posture(d, &limb);
    const double           size = limb_size(&limb);
    swv_limb_posture       posture;
    swv_limb_bones         frames;
    swv_pose               end;
    swv_vec3               elbow;
    assert_int_equal(swv_limb_forward(&limb, &drawn, &end, &elbow), SWV_OK);
    elbow = moved_place(d, elbow, size);
    end = moved_pose(d, end, size);
    assert_int_equal(swv_limb_posture_from_points(&limb, elbow, &end, &posture), SWV_OK);
    assert_int_equal(swv_limb_frames(&limb, &posture, 0.5, &frames), SWV_OK);
    out->where = WHERE_REACHED;
    add_frame(out, "upper", frames.upper, 0.1 * size, size);
    add_frame(out, "lower", frames.lower, 0.1 * size, size);
    add_frame(out, "lower_mid", frames.lower_mid, 0.1 * size, size);
    add_frame(out, "end", frames.end, 0.1 * size, size);
}

// ---- where people hold elbows and knees ----

typedef swv_status natural_of_pose(swv_side side, double reach, const swv_pose *hand, swv_vec3 *direction);
typedef swv_status natural_of_place(swv_side side, double reach, swv_vec3 wrist, swv_vec3 *direction);

typedef struct natural_way {
    natural_of_pose  *of_pose;
    natural_of_place *of_place;
    bool              is_leg;
} natural_way;

/// The elbow that the direction leads to, of a limb of equal bones.
static void natural_elbow(const void *setup, draw *d, answer *out)
{
    const natural_way *way = setup;
    const swv_side     side = draw_below(d, 2) ? SWV_LEFT : SWV_RIGHT;
    const double       distance = draw_between(d, 0.02, 1.0);
    swv_pose           end;
    swv_vec3           direction;
    end.position = swv_vec3_scale(distance, draw_direction(d));
    end.rotation = draw_rotation(d);
    end = moved_pose(d, end, 1.0);
    assert_int_equal(way->of_pose ? way->of_pose(side, 1.0, &end, &direction)
                                  : way->of_place(side, 1.0, end.position, &direction),
                     SWV_OK);
    const double radius = 0.5 * sqrt(fmax(0.0, 1.0 - distance * distance));
    out->where = WHERE_OTHERWISE;
    add_place(out, "elbow", swv_vec3_scale(radius, direction), 1.0);
}

/// The place of a thumb that the forearm's turn leads to, a fifth of the arm from its axis.
static void natural_pronation(const void *setup, draw *d, answer *out)
{
    (void)setup;
    const swv_side side = draw_below(d, 2) ? SWV_LEFT : SWV_RIGHT;
    const swv_vec3 wrist = moved_place(d, draw_offset(d, 0.02, 1.0, 1.0), 1.0);
    double         pronation;
    assert_int_equal(swv_natural_pronation(side, 1.0, wrist, &pronation), SWV_OK);
    out->where = WHERE_OTHERWISE;
    add_place(out, "thumb", (swv_vec3){ 0.2 * swv_cos(pronation), 0.2 * swv_sin(pronation), 0 }, 1.0);
}

int main(int argc, char **argv)
{
    static const limb_way ways[] = {
        { SWV_ELBOW_NATURAL, SWV_KEEP_LIMITS, false, false }, { SWV_ELBOW_SWIVEL, SWV_KEEP_LIMITS, false, false },
        { SWV_ELBOW_TOWARDS, SWV_KEEP_LIMITS, false, false }, { SWV_ELBOW_PREVIOUS, SWV_KEEP_LIMITS, true, false },
        { SWV_ELBOW_NATURAL, SWV_KEEP_HAND, false, false },   { SWV_ELBOW_PREVIOUS, SWV_KEEP_HAND, true, false },
        { SWV_ELBOW_NATURAL, SWV_KEEP_LIMITS, false, true },  { SWV_ELBOW_PREVIOUS, SWV_KEEP_LIMITS, true, true },
    };
    static const natural_way elbow = { swv_natural_elbow, NULL, false },
                             elbow_at = { NULL, swv_natural_elbow_at, false }, knee = { swv_natural_knee, NULL, true },
                             soechting = { NULL, swv_natural_elbow_soechting, false };
    enum { few = MEETS(WHERE_REACHED), said = MEETS(WHERE_OTHERWISE) };
    static const perturbed functions[] = {
        { "swv_limb_solve natural", solve_limb, &ways[0], 3000, 500, MEETS_ALL, 0 },
        { "swv_limb_solve swivel", solve_limb, &ways[1], 3000, 500, MEETS_ALL, 0 },
        { "swv_limb_solve towards", solve_limb, &ways[2], 3000, 500, MEETS_ALL, 0 },
        { "swv_limb_solve previous", solve_limb, &ways[3], 3000, 500, MEETS_ALL, 0 },
        { "swv_limb_solve natural, keep hand", solve_limb, &ways[4], 3000, 500, MEETS_ALL, 0 },
        { "swv_limb_solve previous, keep hand", solve_limb, &ways[5], 3000, 500, MEETS_ALL, 0 },
        { "swv_limb_solve natural, position only", solve_limb, &ways[6], 3000, 500, MEETS_ALL, 0 },
        { "swv_limb_solve previous, position only", solve_limb, &ways[7], 3000, 500, MEETS_ALL, 0 },
        { "swv_limb_posture_at", posture_at_a_swivel, NULL, 3000, 1000, few, 0 },
        { "swv_limb_angles", angles_of_a_posture, NULL, 3000, 1000, few, 0 },
        { "swv_limb_swivel_of", swivel_of_a_posture, NULL, 3000, 1000, few, 0 },
        { "swv_limb_posture_from_points", posture_from_points, NULL, 3000, 1000, few, 0 },
        { "swv_natural_elbow", natural_elbow, &elbow, 3000, 1000, said, 0 },
        { "swv_natural_elbow_at", natural_elbow, &elbow_at, 3000, 1000, said, 0 },
        { "swv_natural_knee", natural_elbow, &knee, 3000, 1000, said, 0 },
        { "swv_natural_elbow_soechting", natural_elbow, &soechting, 3000, 1000, said, 0 },
        { "swv_natural_pronation", natural_pronation, NULL, 3000, 1000, said, 0 },
    };
    return RUN_PERTURBATIONS("limb", functions, argc, argv);
}
