// SPDX-License-Identifier: MIT
// Van den Waardenburg's finger: a tip that is a little elsewhere moves all joints by little. Of several solutions the one nearest to
// where the finger was is taken.
//
// Postures are three angles, radians; tips metres from the knuckle in the finger's plane. What is drawn, moved and compared:
// tests/support/perturbation.h.
#include "perturbation.h"
#include "swivel_papers/planar_finger.h"

typedef enum finger_call { COUPLED, DIRECTED, FREE, FREE_WITHOUT_PREVIOUS, NEWTON } finger_call;

static const swv_finger *little(void)
{
    static swv_finger finger;
    if (!finger._private.cookie)
        swv_finger_make_little(&finger);
    return &finger;
}

// One joint in four is on a limit; one tip in three is aside by up to 0.3 of the finger's length. Chosen.
static void solve_finger(const void *setup, draw *d, answer *out)
{
    const finger_call        call = *(const finger_call *)setup;
    const bool               is_coupled = call == COUPLED || call == NEWTON;
    const swv_finger        *finger = little();
    const double             size = finger->lengths[0] + finger->lengths[1] + finger->lengths[2];
    double                   drawn[3], all[SWV_FINGER_SOLUTIONS][3], q[3];
    swv_point                tip, joints[3];
    swv_digit_report         report = { 0 };
    swv_finger_newton_report newton;
    int                      count = 0;
    for (int i = 0; i < 3; i++) {
        const int kind = draw_below(d, 8);
        drawn[i] = kind == 0   ? finger->lower[i]
                   : kind == 1 ? finger->upper[i]
                               : draw_between(d, finger->lower[i], finger->upper[i]);
    }
    if (is_coupled)
        drawn[2] = finger->ratio * drawn[1];
    assert_int_equal(swv_finger_forward(finger, drawn, &tip, NULL), SWV_OK);
    const double   off = draw_below(d, 3) ? 0.0 : draw_between(d, 0, 0.3) * size;
    const swv_vec3 aside = swv_vec3_scale(off, draw_direction(d)),
                   move = swv_vec3_scale(d->move * size, draw_direction(d));
    tip = (swv_point){ tip.x + aside.x + move.x, tip.y + aside.y + move.y };
    const double direction = moved_number(d, drawn[0] + drawn[1] + drawn[2]);
    for (int i = 0; i < 3; i++)
        drawn[i] = moved_number(d, drawn[i]);
    switch (call) {
    case COUPLED:
        assert_int_equal(swv_finger_solve(finger, tip, all, &report), SWV_OK);
        memcpy(q, all[nearest_row(all[0], 3, report.count, 3, drawn)], sizeof q);
        break;
    case DIRECTED:
        assert_int_equal(swv_finger_solve_directed(finger, tip, direction, all, &count), SWV_OK);
        if (!count) {
            out->where = WHERE_OUT_OF_REACH;
            return;
        }
        memcpy(q, all[nearest_row(all[0], 3, count, 3, drawn)], sizeof q);
        break;
    case FREE:
    case FREE_WITHOUT_PREVIOUS:
        assert_int_equal(swv_finger_solve_free(finger, tip, call == FREE ? drawn : NULL, q, &report), SWV_OK);
        break;
    case NEWTON:
        assert_int_equal(swv_finger_newton(finger, tip, NULL, q, &newton), SWV_OK);
        report.outcome = newton.outcome == SWV_REACHED ? SWV_REACHED : SWV_OUT_OF_REACH;
        break;
    }
    assert_int_equal(swv_finger_forward(finger, q, &tip, joints), SWV_OK);
    out->where = where_of(report.outcome);
    for (int i = 0; i < 3; i++)
        add_place(out, "joint", (swv_vec3){ joints[i].x, joints[i].y, 0.0 }, size);
}

/// Sliding: where the parts of a line that the tip can be on begin and end. A part shorter than 1e-3 of the line may come and go.
static void slide(const void *setup, draw *d, answer *out)
{
    (void)setup;
    const swv_finger *finger = little();
    const double      size = finger->lengths[0] + finger->lengths[1] + finger->lengths[2];
    const swv_vec3    a = moved_place(d, draw_offset(d, 0, 1.2, size), size);
    const swv_vec3    b = moved_place(d, draw_offset(d, 0, 1.2, size), size);
    swv_finger_parts  parts;
    double            covered = 0.0;
    assert_int_equal(
        swv_finger_clip(finger, SWV_FINGER_COUPLED, (swv_point){ a.x, a.y }, (swv_point){ b.x, b.y }, &parts), SWV_OK);
    for (int i = 0; i < parts.count; i++)
        covered += parts.to[i] - parts.from[i];
    out->where = parts.count ? WHERE_REACHED : WHERE_OUT_OF_REACH;
    add_place(out, "covered", (swv_vec3){ covered, 0.0, 0.0 }, 1.0);
}

int main(int argc, char **argv)
{
    static const finger_call coupled = COUPLED, directed = DIRECTED, with_previous = FREE,
                             freely = FREE_WITHOUT_PREVIOUS, newton = NEWTON;
    enum { two = MEETS(WHERE_REACHED) | MEETS(WHERE_OUT_OF_REACH) };
    static const perturbed functions[] = {
        { "swv_finger_solve", solve_finger, &coupled, 3000, 1000, two, 0 },
        { "swv_finger_solve_directed", solve_finger, &directed, 3000, 1000, two, 0 },
        { "swv_finger_solve_free", solve_finger, &with_previous, 3000, 1000, two, 0 },
        { "swv_finger_solve_free, no previous", solve_finger, &freely, 3000, 1000, two, 0 },
        { "swv_finger_newton", solve_finger, &newton, 3000, 1000, two, 0 },
        { "swv_finger_clip", slide, NULL, 3000, 1000, two, 0 },
    };
    return RUN_PERTURBATIONS("waardenburg", functions, argc, argv);
}
