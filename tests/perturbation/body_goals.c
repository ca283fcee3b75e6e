// SPDX-License-Identifier: MIT
// The body posed by goals, and arms kept out of it: goals and animations that are a little elsewhere give a body that is a little
// elsewhere.
#include "body_cases.h"
#include "perturbation.h"
#include "swivel/body.h"

typedef struct reach_way {
    bool                hips_and_feet;  ///< else any goals
    swv_limb_compromise compromise;
    bool                balances;
    bool                moves_animation;  ///< the animation is moved, else the goals
} reach_way;

/// Goals near where an animation has the parts, sometimes far. Hands, feet, head, hips, chest, elbows and knees; or hips and feet, as on stairs.
static int draw_goals(draw *d, const human *h, const reach_way *way, const swv_pose worlds[JOINTS],
                      swv_body_goal *goals)
{
    static const int any[] = { SWV_PART_LEFT_HAND,   SWV_PART_RIGHT_HAND,     SWV_PART_HEAD,
                               SWV_PART_LEFT_FOOT,   SWV_PART_RIGHT_FOOT,     SWV_PART_HIPS,
                               SWV_PART_UPPER_CHEST, SWV_PART_LEFT_LOWER_ARM, SWV_PART_RIGHT_LOWER_LEG };
    static const int stairs[] = { SWV_PART_HIPS, SWV_PART_LEFT_FOOT, SWV_PART_RIGHT_FOOT };
    const int *const parts = way->hips_and_feet ? stairs : any;
    const int        part_count = way->hips_and_feet ? 3 : 9;
    int              count = 0;
    const double     far = draw_below(d, 4) ? 0.12 : 0.5;
    for (int i = 0; i < part_count; i++) {
        const int      part = parts[i];
        const bool     is_wanted = way->hips_and_feet || draw_below(d, 3) == 0;
        const swv_vec3 off = draw_offset(d, 0, far, h->body.size);
        const swv_quat turn = draw_turn(d, way->hips_and_feet ? 0.2 : 0.6);
        const bool     looks = part == SWV_PART_HEAD && draw_below(d, 2);
        const bool     is_joint = part == SWV_PART_LEFT_LOWER_ARM || part == SWV_PART_RIGHT_LOWER_LEG;
        if (!is_wanted)
            continue;
        goals[count] = (swv_body_goal){ .part = part,
                                        .want = looks      ? SWV_WANT_GAZE
                                                : is_joint ? SWV_WANT_POSITION
                                                           : SWV_WANT_POSE };
        goals[count].pose.position = swv_vec3_add(worlds[part].position, off);
        goals[count].pose.rotation = swv_quat_mul(worlds[part].rotation, turn);
        if (looks)
            goals[count].pose.position.y += h->body.size;
        count++;
    }
    return count;
}

static void moved_goals(draw *d, const human *h, int count, swv_body_goal *goals)
{
    for (int i = 0; i < count; i++)
        goals[i].pose = moved_pose(d, goals[i].pose, h->body.size);
}

static void reach(const void *setup, draw *d, answer *out)
{
    const reach_way             *way = setup;
    const human                 *h = draw_human(d);
    const swv_body_reach_options options = { .compromise = way->compromise, .balances = way->balances };
    swv_pose                     animation[JOINTS], worlds[JOINTS], locals[JOINTS];
    swv_body_goal                goals[SWV_BODY_GOALS];
    swv_body_reach_report        report;
    draw_animation(d, h, draw_between(d, 0, 0.5), animation);
    worlds_of(h, animation, worlds);
    const int count = draw_goals(d, h, way, worlds, goals);
    if (way->moves_animation)
        moved_locals(d, h, animation);
    else
        moved_goals(d, h, count, goals);
    assert_int_equal(swv_body_reach(&h->body, goals, count, animation, &options, locals, &report), SWV_OK);
    out->where = where_of(report.outcome);
    out->jumped = report.is_torn;
    add_body(out, h, locals);
}

/// Up to 30 frames of goals that go from one place to another; those of the last frame are moved.
static void follow(const void *setup, draw *d, answer *out)
{
    static frames_before         kept;
    static swv_body_follower     before;
    static swv_body_goal         last[SWV_BODY_GOALS];
    static int                   count;
    static const human          *h;
    static swv_pose              animation[JOINTS];
    const reach_way             *way = setup;
    const swv_body_reach_options options = { .balances = way->balances };
    const double                 dt = 1.0 / 60.0;
    swv_pose                     worlds[JOINTS], locals[JOINTS], to[SWV_BODY_GOALS];
    swv_body_goal                from[SWV_BODY_GOALS], goals[SWV_BODY_GOALS];
    swv_body_reach_report        report;
    if (!has_frames_before(&kept, setup, d)) {
        h = draw_human(d);
        draw_animation(d, h, draw_between(d, 0, 0.5), animation);
        worlds_of(h, animation, worlds);
        count = draw_goals(d, h, way, worlds, from);
        for (int i = 0; i < count; i++) {
            to[i] = worlds[from[i].part];
            to[i].position = swv_vec3_add(to[i].position, draw_offset(d, 0, 0.3, h->body.size));
        }
        const swing s = draw_swing(d);
        const int   frames = 1 + draw_below(d, 29);
        assert_int_equal(
            swv_body_follow_start(&h->body, &(swv_limb_track_options){ .compromise = way->compromise }, &before),
            SWV_OK);
        for (int f = 0; f <= frames; f++) {
            for (int i = 0; i < count; i++) {
                last[i] = from[i];
                last[i].pose = between(from[i].pose, to[i], swing_at(s, f * dt));
            }
            if (f < frames)
                assert_int_equal(
                    swv_body_follow(&h->body, &before, last, count, dt, animation, &options, locals, &report), SWV_OK);
        }
        kept.seed_after = d->seed;
    }
    swv_body_follower follower = before;
    memcpy(goals, last, sizeof goals);
    moved_goals(d, h, count, goals);
    assert_int_equal(swv_body_follow(&h->body, &follower, goals, count, dt, animation, &options, locals, &report),
                     SWV_OK);
    out->where = where_of(report.outcome);
    out->jumped = report.is_torn;
    add_body(out, h, locals);
}

// ---- arms out of the body ----

static void avoid(const void *setup, draw *d, answer *out)
{
    (void)setup;
    const human  *h = draw_human(d);
    swv_flesh     flesh;
    swv_pose      animation[JOINTS], locals[JOINTS];
    swv_clearance reports[2];
    assert_int_equal(swv_flesh_make(&h->body, &flesh), SWV_OK);
    draw_animation(d, h, draw_between(d, 0, 1), animation);
    moved_locals(d, h, animation);
    assert_int_equal(swv_flesh_avoid(&h->body, &flesh, animation, locals, reports), SWV_OK);
    const bool is_clear = reports[0].distance >= 0.0 && reports[1].distance >= 0.0;
    out->where = is_clear ? WHERE_REACHED : WHERE_LIMITED;
    add_body(out, h, locals);
}

int main(int argc, char **argv)
{
    static const reach_way any = { 0 }, stairs = { .hips_and_feet = true }, keep_hand = { .compromise = SWV_KEEP_HAND },
                           balanced = { .balances = true }, animated = { .moves_animation = true };
    enum { clear = MEETS(WHERE_REACHED) | MEETS(WHERE_LIMITED) };
    static const perturbed functions[] = {
        { "swv_body_reach", reach, &any, 2000, 400, MEETS_ALL, 0.02 },
        { "swv_body_reach, hips and feet", reach, &stairs, 2000, 400, MEETS_ALL, 0.02 },
        { "swv_body_reach, keep hand", reach, &keep_hand, 2000, 400, MEETS_ALL, 0.02 },
        { "swv_body_reach, balances", reach, &balanced, 2000, 400, MEETS_ALL, 0.02 },
        { "swv_body_reach, animation", reach, &animated, 2000, 400, MEETS_ALL, 0.02 },
        { "swv_body_follow", follow, &any, 2000, 400, MEETS_ALL, 0.02 },
        { "swv_body_follow, hips and feet", follow, &stairs, 2000, 400, MEETS_ALL, 0.02 },
        { "swv_flesh_avoid", avoid, NULL, 2000, 400, clear, 0.02 },
    };
    return RUN_PERTURBATIONS("body_goals", functions, argc, argv);
}
